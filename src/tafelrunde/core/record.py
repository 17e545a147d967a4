"""Records: a game as text with one move per line, readable and easy to compare (``.tafel``)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from tafelrunde.core.audience import Viewer, readable_moves
from tafelrunde.core.errors import BadInput, TafelrundeError
from tafelrunde.core.events import Log
from tafelrunde.core.game import RULES_VERSION, Game
from tafelrunde.core.history import History
from tafelrunde.core.state import State

HEADER = "tafelrunde 1"
MAX_BYTES = 4_000_000
VEIL = "?"
"""Replaces a move that the reader of a running game may not see."""
_NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,40}\Z")

Loader = Callable[[str, str], Game[Any]]
"""Loads a game by its id and component hash."""


class Record(NamedTuple):
    """A game that was replayed from its record."""

    history: History
    names: tuple[str, ...]
    rules: str

    @property
    def state(self) -> State:
        return self.history.state


def check_name(where: str, name: str) -> str:
    if not _NAME.match(name) or name != name.strip():
        raise BadInput(where, "A name has 1 to 40 characters, none of them a control character or a blank at its ends.")
    return name


class Result(NamedTuple):
    """How a game ended."""

    scores: Sequence[int]
    winners: Sequence[int]


def write(
    history: History, names: Sequence[str] = (), reveal: bool = True, base: State | None = None, viewer: Viewer = None
) -> str:
    """Write a game as text. With ``reveal=False`` the record of a running game hides its seed and the moves that ``viewer`` may
    not see; such a record can be read by people but not loaded.

    ``base`` is the starting position of a practice game that did not begin as a new game.
    """
    state, vocabulary = history.state, history.state.game.vocabulary
    played = [(one.seat, one.move) for one in history.line]
    veiled = not reveal and not state.over
    readable = readable_moves(history.at(0), played, viewer) if veiled else [True] * len(played)
    moves = [(seat, vocabulary[move].text if shown else VEIL) for (seat, move), shown in zip(played, readable, strict=True)]
    result = Result(state.scores, state.winners) if state.over else None
    return compose(state, moves, names, veiled, base, RULES_VERSION, result)


def compose(
    state: State, moves: Iterable[tuple[int, str]], names: Sequence[str], veiled: bool, base: State | None, rules: str,
    result: Result | None,
) -> str:  # fmt: skip
    """Build a record from moves given as text, which may be moves of other rules; ``veiled`` hides the seed and the base."""
    lines = [
        HEADER,
        f"rules {rules}",
        f"game {state.game.id}",
        f"components {state.game.components.hash}",
        f"players {state.players}",
        f"seed {commitment(state.seed) if veiled else state.seed}",
        *(f"option {name} {value}" for name, value in state.options.items()),
        *(f"seat {i} {check_name(f'seat {i}', name)}" for i, name in enumerate(names)),
        *(() if base is None else (f"base {_base(base, veiled)}",)),
        "moves",
    ]
    lines += [f"{seat} {move}" for seat, move in moves]
    if result is not None:
        lines.append("result " + " ".join(map(str, result.scores)))
        lines.append("winners " + (" ".join(map(str, result.winners)) or "none"))
    return "\n".join(lines) + "\n"


def commitment(seed: int) -> str:
    """The hash that is published before the game is over, to prove later that the seed was not changed. A seed with few random
    bits could be found by trying all values; servers draw 128 bits."""
    return "sha256:" + sha256(str(seed).encode()).hexdigest()


def _base(base: State, veiled: bool) -> str:
    """The position on one line, or its hash if it contains hidden information."""
    text = json.dumps(base.to_json(), separators=(",", ":"))
    return "sha256:" + sha256(text.encode()).hexdigest() if veiled else text


class _Lines:
    """The numbered lines of a record without comments and blank lines."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_BYTES:
            raise BadInput("record", f"A record is at most {MAX_BYTES} characters long.")
        numbered = ((i, line.rstrip()) for i, line in enumerate(text.splitlines(), 1))
        self._lines = [(i, line) for i, line in numbered if line and not line.startswith("#")]
        self._next = 0

    def peek(self) -> tuple[int, str]:
        return self._lines[self._next] if self._next < len(self._lines) else (-1, "")

    def take(self) -> tuple[int, str]:
        line = self.peek()
        self._next += 1
        return line

    def key(self, key: str) -> str:
        """Return the value of the next line, which must have this key."""
        number, line = self.take()
        if number < 0:
            raise BadInput("record", f"The record ends where '{key} ...' should stand.")
        found, _, value = line.partition(" ")
        if found != key:
            raise BadInput(f"line {number}", f"'{key} ...' should stand here, not {line!r:.60}.")
        return value


def read(text: str, load: Loader) -> Record:
    """Replay a record; it is rejected at the first wrong line, with the line number."""
    lines = _Lines(text)
    number, first = lines.take()
    if first != HEADER:
        raise BadInput(f"line {max(number, 1)}", f"A record begins with {HEADER!r}.")
    rules = lines.key("rules")
    game: Game[Any] | None = None
    try:
        game = _at(lines, lambda: load(lines.key("game"), lines.key("components")))
        return _replay(lines, rules, game)
    except BadInput as error:
        if rules == RULES_VERSION or not error.where.startswith("line "):
            raise
        reason = f"{error.reason} The record was played under rules {rules}, these are {RULES_VERSION}"
        changed = (game.changed_since(rules) if game is not None else None) or ()
        told = f" (changed since: {', '.join(changed)})" if changed else ""
        raise BadInput(error.where, f"{reason}{told}.") from None


def _replay(lines: _Lines, rules: str, game: Game[Any]) -> Record:
    players = _number(lines, "players")
    if lines.peek()[1].startswith("seed sha256:"):
        raise BadInput(
            f"line {lines.peek()[0]}",
            "This is the record of a running game: its seed is hidden, it can be shown but not loaded.",
        )
    seed = _number(lines, "seed")
    options: dict[str, str] = {}
    while lines.peek()[1].startswith("option "):
        number, line = lines.take()
        parts = line.split(" ", 2)
        if len(parts) != 3 or parts[1] in options:
            raise BadInput(f"line {number}", f"'option NAME VALUE', each name once, not {line!r:.60}.")
        options[parts[1]] = parts[2]
    beginning, log = _at(lines, lambda: game.begin(players, seed, options))
    names = _names(lines, players)
    if lines.peek()[1].startswith("base "):
        beginning, log = _at(lines, lambda: _read_base(lines, beginning)), Log()
    history = History(beginning)
    number, line = lines.take()
    if line != "moves":
        raise BadInput(f"line {max(number, 1)}", "'moves' should stand here.")
    _moves(lines, history, None if rules == RULES_VERSION else Unasked(log.forced))
    return Record(history, names, rules)


def _read_base(lines: _Lines, beginning: State) -> State:
    """The starting position of a practice game; its options and players must match the lines above it."""
    try:
        state: State = beginning.game.from_json(json.loads(lines.key("base")))
    except json.JSONDecodeError:
        raise BadInput("base", "This is not a saved position.") from None
    for name in ("players", "seed", "options"):
        if getattr(state, name) != getattr(beginning, name):
            raise BadInput("base", f"The position has other {name} than the record.")
    return state


def _at(lines: _Lines, make: Callable[[], Any]) -> Any:
    """Run ``make`` and add the number of the last line to its errors."""
    try:
        return make()
    except BadInput as error:
        if error.where.startswith("line "):
            raise
        number = lines._lines[min(lines._next, len(lines._lines)) - 1][0]
        raise BadInput(f"line {number}", str(error)) from None


def _number(lines: _Lines, key: str) -> int:
    number = lines.peek()[0]
    value = lines.key(key)
    if not re.fullmatch(r"[0-9]{1,4000}", value):
        raise BadInput(f"line {number}", f"'{key}' takes a non-negative whole number, not {value!r:.60}.")
    return int(value)


def _names(lines: _Lines, players: int) -> tuple[str, ...]:
    names: dict[int, str] = {}
    while lines.peek()[1].startswith("seat "):
        number, line = lines.take()
        match = re.fullmatch(r"seat ([0-9]) (.*)", line)
        if not match or int(match[1]) >= players or int(match[1]) in names:
            raise BadInput(f"line {number}", f"'seat N NAME' with N from 0 to {players - 1}, each once.")
        names[int(match[1])] = check_name(f"line {number}", match[2])
    return tuple(names.get(i, "") for i in range(players)) if names else ()


class Unasked:
    """Recorded answers to questions that the present rules no longer ask.

    The engine now gives an answer itself if there is only one; the recorded line with this answer is dropped.
    """

    def __init__(self, given: Iterable[tuple[int, int]] = ()) -> None:
        self._given: dict[int, list[int]] = {}
        self.note(given)

    def note(self, given: Iterable[tuple[int, int]]) -> None:
        """Remember answers (seat and index) that the engine has just given."""
        for seat, index in given:
            self._given.setdefault(seat, []).append(index)

    @property
    def waiting(self) -> bool:
        """Whether some of the engine's answers have not appeared in the record yet."""
        return any(self._given.values())

    def drops(self, seat: int, index: int) -> bool:
        """Whether a recorded move repeats an answer that the engine has given for the seat."""
        given = self._given.get(seat)
        if not given or given[0] != index:
            return False
        del given[0]
        return True

    def answered(self, seat: int) -> None:
        """Forget earlier answers of the engine when the seat answers another question: older rules did not ask for them."""
        self._given.pop(seat, None)


def _moves(lines: _Lines, history: History, unasked: Unasked | None) -> None:
    state = history.state
    while True:
        number, line = lines.take()
        if number < 0:
            return
        if line.startswith("result "):
            if unasked is not None:
                _answer_new_questions(history)
            _result(lines, number, line, state)
            return
        seat, _, move = line.partition(" ")
        if not re.fullmatch(r"[0-9]", seat) or int(seat) >= state.players:
            raise BadInput(
                f"line {number}", f"A move is 'SEAT MOVE' with a seat from 0 to {state.players - 1}, not {line!r:.60}."
            )
        if move == VEIL:
            raise BadInput(f"line {number}", "A hidden move can be shown, not loaded.")
        try:
            play_recorded(history, int(seat), move, unasked)
        except TafelrundeError as error:
            raise BadInput(f"line {number}", str(error)) from None


def play_recorded(history: History, seat: int, move: str, unasked: Unasked | None) -> None:
    """Play a recorded move. Under older rules (``unasked``) it may repeat an answer that the engine has already given."""
    if unasked is None:
        history.play(seat, move)
    elif not unasked.drops(seat, history.state.game.index(move)):
        log = history.play(seat, move)
        if not history.line[-1].free:
            unasked.answered(seat)
        unasked.note(log.forced)


def _answer_new_questions(history: History) -> None:
    """Answer new questions that have only one answer, if the game was already over at this point under older rules."""
    state = history.state
    while not state.over and len(state.actions(state.to_act[0])) == 1:
        history.play(state.to_act[0], state.legal(state.to_act[0])[0])


def _result(lines: _Lines, number: int, line: str, state: State) -> None:
    expected = "result " + " ".join(map(str, state.scores))
    if not state.over or line != expected:
        stands = f"the moves lead to {expected!r}" if state.over else "the game is not over here"
        raise BadInput(f"line {number}", f"{line!r:.60} is not what happened: {stands}.")
    number, line = lines.take()
    expected = "winners " + (" ".join(map(str, state.winners)) or "none")
    if line != expected:
        raise BadInput(f"line {max(number, 1)}", f"After the moves it is {expected!r}, not {line!r:.60}.")
    number, line = lines.take()
    if number >= 0:
        raise BadInput(f"line {number}", "Nothing may follow the winners.")
