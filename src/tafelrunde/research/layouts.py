"""The observed shapes of a game's zones, kept with the game so that tensor sizes do not change between versions.

``python -m tafelrunde.research.layouts [GAME...]`` observes random games and writes ``data/layout.json`` of each game, which
is read from then on. A game without this file, for example one of another package, is observed for a few games when its first
observer is made. Only zones whose kind or declaration does not give their shape are observed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.game import Game
from tafelrunde.core.state import State
from tafelrunde.games import REGISTRY
from tafelrunde.library import load
from tafelrunde.research.found import Found, component_lists

FEW, MANY = 4, 60
"""Random games for each number of players: when an observer is made, and when a layout is written."""
EVERY = 3
"""One of this many positions is observed."""


class Layout:
    """The values seen at each place of a game's views."""

    VERSION = 1
    """Incremented when the encoding of shapes changes."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.lists: dict[str, list[str]] = dict(component_lists(game.components.data))
        self.lists |= {"copies": _copies(game)} if _copies(game) else {}
        self.lists["moves"] = [text for text in game.vocabulary.texts if " " in text]
        self.found: dict[str, Found] = {}

    @staticmethod
    def of(game: Game[Any]) -> Layout:
        """The layout of a game: the stored one, or else one inferred from a few games."""
        return _layout(game)

    def watch(self, games: int) -> Layout:
        """Add the values seen in random games. The games are the same on every machine."""
        for players in self.game.players:
            for number in range(games):
                for state in _positions(self.game, players, number):
                    self.add(state)
        return self

    def add(self, state: State) -> None:
        """Add the values of a position at every place that is not declared."""
        game, note = self.game, self._note
        note("table/round", state.round)  # type: ignore[attr-defined]
        note("table/phase", game.phase(state))
        for zone in game.seat_zones:
            for seat in range(state.players):
                if zone.audience in (PUBLIC, SEAT) and zone.shape is None:
                    note(f"seat/{zone.key}/shown", zone.show(state, seat))
                if zone.audience != PUBLIC:
                    note(f"seat/{zone.key}/hidden", zone.hide(state, seat))
        for middle in game.board_zones:
            if middle.audience != PUBLIC:
                note(f"board/{middle.key}/hidden", middle.hide(state))
            elif middle.shape is None:
                note(f"board/{middle.key}/shown", middle.show(state))
        for seat in state.asked:
            kind = game.frames.kind_of(state.asked[seat][1])
            note("decision/data", dict(kind.describe(state, state.asked[seat][1])) if kind.describe is not None else {})

    def _note(self, place: str, value: Any) -> None:
        self.found.setdefault(place, Found(record=place == "decision/data")).add(value)

    def dump(self) -> dict[str, Any]:
        found = {place: self.found[place].dump(self.lists) for place in sorted(self.found)}
        return {"version": self.VERSION, "game": self.game.id, "found": found}


@lru_cache(maxsize=32)
def _layout(game: Game[Any]) -> Layout:
    layout, path = Layout(game), files(game.folder) / "data" / "layout.json"
    if path.is_file():
        kept = json.loads(path.read_text(encoding="utf-8"))
        layout.found = {place: Found.load(data, layout.lists) for place, data in kept["found"].items()}
        return layout
    return layout.watch(FEW)


def _positions(game: Game[Any], players: int, number: int) -> Iterator[State]:
    """The positions of a random game; options vary from game to game, so that all of them occur."""
    random = Random(number)
    options = {name: option.choices[random.randrange(len(option.choices))] for name, option in game.options.items()}
    state: State = game.new(players, number, options if number % 2 else None)
    step = 0
    while state.asked:
        seat = random.choice(state.to_act)
        if step % EVERY == 0:
            yield state
        free = game.free_moves(state, seat)
        if free and random.random() < 0.2:
            state.apply(seat, random.choice(free))
        else:
            state.act(seat, random.choice(state.actions(seat)))
        step += 1
    yield state


def _copies(game: Game[Any]) -> list[str]:
    """The names of further copies of a card on the table, such as ``pub 2``, from the moves that name them."""
    pairs = ((a, b) for move in game.vocabulary for a, b in zip(move.words[1:], move.words[2:], strict=False))
    return list(dict.fromkeys(f"{a} {b}" for a, b in pairs if isinstance(a, str) and isinstance(b, int)))


def main() -> None:
    for name in sys.argv[1:] or REGISTRY:
        game = load(name)
        path = Path(str(files(game.folder) / "data" / "layout.json"))
        path.write_text(json.dumps(Layout(game).watch(MANY).dump(), indent=1) + "\n", encoding="utf-8")
        print(f"{path.name} of {game.title}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
