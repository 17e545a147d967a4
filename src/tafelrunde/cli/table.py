"""A game at the terminal: its history, the people and bots in its seats, and its display.

Used by ``play``, ``watch`` and ``replay``. A game's module ``terminal`` draws the position; a game without one is shown as
plain data.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType
from rich.pretty import Pretty
from rich.text import Text

from tafelrunde.bots.base import Bot, check, make
from tafelrunde.bots.runner import choose, volunteers
from tafelrunde.cli.words import play_say
from tafelrunde.core import record, rng
from tafelrunde.core.audience import Viewer
from tafelrunde.core.errors import BadInput, IllegalMove
from tafelrunde.core.events import Event, Log
from tafelrunde.core.game import Game
from tafelrunde.core.history import History
from tafelrunde.core.messages import Catalogue
from tafelrunde.core.moves import Move
from tafelrunde.core.state import State
from tafelrunde.library import load_record, read_text
from tafelrunde.study.prose import plain, position_text

_UNNAMED = "Player {n}"
"""The name of a person without a name in records; screens show it in the reader's language."""


class Verbatim:
    """A move, a file name or other input that is shown unchanged, even if it equals the slug of a component."""

    def __init__(self, text: object) -> None:
        self._text = str(text)

    def __str__(self) -> str:
        return self._text


class Table:
    """A game in progress. ``names`` are people's own names (empty if they gave none), ``bots`` the specs by seat."""

    def __init__(
        self, game: Game[Any], players: int, seed: int, options: Mapping[str, str], names: Sequence[str], bots: Mapping[int, str]
    ) -> None:
        self.game = game
        self.names = tuple(names)
        self.bots = dict(bots)
        state, log = game.begin(players, seed, options)
        self.history = History(state)
        self.logs: list[Log] = [log]
        """The events of the set-up, then of each move of the history."""
        self.text = record.write(self.history, self._record_names())
        """The record up to the last complete move, so that an interruption cannot damage it."""

    @classmethod
    def from_record(cls, path: Path, components: str | None, any_bot: bool = False) -> Table:
        """Restore a game from its record by replaying it, which also restores its events.

        Unless ``any_bot`` is set, its bots must be able to continue.
        """
        try:
            found = load_record(read_text(path), components)
        except BadInput as error:
            raise error if error.where == str(path) else BadInput(f"{path}: {error.where}", error.reason) from None
        state = found.state
        names = found.names or ("",) * state.players
        known = str if any_bot else check
        bots = {seat: known(name[4:]) for seat, name in enumerate(names) if name.startswith("bot:")}
        people = ["" if seat in bots or name == _UNNAMED.format(n=seat + 1) else name for seat, name in enumerate(names)]
        table = cls(state.game, state.players, state.seed, state.options, people, bots)
        for seat, move in found.history.moves():
            table.play(seat, move)
        return table

    def _record_names(self) -> tuple[str, ...]:
        if not self.bots and not any(self.names):
            return ()
        seats = range(self.history.state.players)
        return tuple(f"bot:{self.bots[i]}" if i in self.bots else self.names[i] or _UNNAMED.format(n=i + 1) for i in seats)

    # --- playing ---------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.history.state

    def play(self, seat: int, move: Move | str) -> Log:
        events = self.history.play(seat, move)
        self.logs.append(events)
        self.text = record.write(self.history, self._record_names())
        return events

    def play_bot(self, seat: int) -> Log:
        """Play a bot's move. It depends only on the seed and the ply, so that a resumed game continues in the same way."""
        state = self.state
        return self.play(seat, choose(state, seat, self._bot(seat)))

    def bargain(self) -> Iterator[Log]:
        """Play the free moves that bots make now and yield them."""
        for seat, move in volunteers(self.state, {seat: self._bot(seat) for seat in self.bots}):
            yield self.play(seat, move)

    def _bot(self, seat: int) -> Bot:
        return make(self.bots[seat], rng.derive(self.state.seed, seat, self.state.ply))

    def undo(self, seat: int, moves: int | None) -> int:
        """Take back a seat's last moves and their events; returns the number of moves."""
        dropped = set(self.history.own_moves(seat)[:moves])
        undone = self.history.undo(seat, moves)
        self.logs = [log for ply, log in enumerate(self.logs, -1) if ply not in dropped]
        self.text = record.write(self.history, self._record_names())
        return undone


class Speaker:
    """Displays a game to people in one language."""

    def __init__(self, table: Table, lang: str, console: Console) -> None:
        self.table = table
        self.lang = lang
        self.console = console
        self._screen = table.game.presentation("terminal")

    @property
    def words(self) -> Catalogue:
        return self.table.game.messages(self.lang)

    def names(self) -> list[str]:
        """The displayed names of the seats."""
        words, table = self.words, self.table
        found = []
        for seat in range(table.state.players):
            if seat in table.bots:
                found.append(words.say("play", "bot", {"seat": seat, "spec": table.bots[seat]}))
            else:
                found.append(table.names[seat] or words.seat(seat))
        return found

    def text(self, key: str, **facts: Any) -> str:
        return self.words.say("play", key, facts, self.names())

    def say(self, key: str, style: str = "", **facts: Any) -> None:
        """Print a sentence of the section ``[play]``."""
        self.print(Text(self.text(key, **facts), style))

    def print(self, shown: RenderableType = "") -> None:
        self.console.print(shown)

    # --- the log ---------------------------------------------------------------------------------

    def tell(self, log: Sequence[Event], viewer: Viewer, rules: bool = False) -> None:
        """Print events, as far as the viewer may know them."""
        names = self.names()
        for event in log:
            if event.visible_to(viewer):
                line = Text("  " + self.words.event(event, names))
                if rules:
                    line.append(f" [{event.rule}]", "dim")
                self.print(line)

    def refusal(self, error: IllegalMove) -> str:
        """Print the reason of a refusal in the chosen language, with its rule."""
        reason = self.words.refusal(error.key, error.params, self.names()) if error.key else error.reason
        return f"{reason} [{error.rule}]" if error.rule else reason

    # --- the position ----------------------------------------------------------------------------

    def draw(self, viewer: Viewer, legend: bool = False, state: State | None = None) -> None:
        view = (state or self.table.state).view(viewer)
        if self._screen is None:
            self.print(Pretty({key: view[key] for key in ("round", "phase", "scores", "seats", "board") if key in view}))
        else:
            self.print(self._screen.screen(self.table.game, view, self.lang, self.names(), legend))

    def read_aloud(self, viewer: Viewer, state: State | None = None) -> None:
        """Print the position in sentences and lists, for screen readers."""
        view = (state or self.table.state).view(viewer)
        self.print(Text(plain(position_text(self.table.game, view, self.lang, self.names()))))

    def look(self, viewer: Viewer, words: str) -> RenderableType | None:
        if self._screen is None:
            return None
        found: RenderableType | None = self._screen.look(self.table.game, self.table.state.view(viewer), self.lang, words)
        return found

    def question(self, state: State, seat: int) -> str:
        """Print a seat's question with its rule."""
        decision = state.decision(seat)
        return f"{self.words.decision(decision.kind, decision.data, self.names())} [{decision.rule}]"

    def result(self) -> None:
        """Print the final scores, best first, and the winners."""
        state, names = self.table.state, self.names()
        for seat in sorted(range(state.players), key=lambda seat: -state.scores[seat]):
            self.print(Text(f"  {state.scores[seat]:>4}  {names[seat]}", "bold" if seat in state.winners else ""))
        won = [names[seat] for seat in state.winners]
        self.say("winners" if won else "no_winner", "bold", n=len(won), names=won)


def make_console() -> Console:
    """A console for plain text, so that names and moves are never interpreted as markup. Input that is not UTF-8 must not
    stop the program."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False)


def check_names(text: str | None, players: int, people: Sequence[int]) -> list[str]:
    """Check the names of ``--names``, for the people in the order of their seats."""
    names = [""] * players
    if text is None:
        return names
    given = [name.strip() for name in text.split(",")]
    if len(given) > len(people):
        raise BadInput("--names", play_say("too_many_names", n=len(given), people=len(people)))
    for seat, name in zip(people, given, strict=False):
        if name.startswith("bot:"):
            raise BadInput("--names", play_say("bot_name", name=name[:40]))
        names[seat] = record.check_name("--names", name)
    return names
