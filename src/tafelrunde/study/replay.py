"""Replays of finished games, as any seat saw them or with all cards open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tafelrunde.core import components as component_files
from tafelrunde.core.audience import Viewer
from tafelrunde.core.errors import BadInput
from tafelrunde.core.events import Event, Log
from tafelrunde.core.game import Game
from tafelrunde.core.record import Record, read
from tafelrunde.core.state import State
from tafelrunde.library import game_class, load, load_record
from tafelrunde.study.scenarios import position


def read_record(text: str, component_text: str | None = None) -> Record:
    """Read a record with the component set it was played with, if that is not the game's own."""
    if component_text is None:
        return load_record(text)

    def find(game_id: str, wanted: str) -> Game[Any]:
        kind = game_class(load(game_id).id)
        game = kind(component_files.read(component_text, "components", kind.schema))
        if game.components.hash != wanted:
            raise BadInput("components", f"The record was played with the component set {wanted}.")
        return game

    return read(text, find)


EVERY = 8
"""The number of plies between two cached positions, so that any position is only a few moves away from one."""
MOST_FRAMES = 64


class Mark(NamedTuple):
    """The beginning of a round or a phase."""

    ply: int
    round: Any
    phase: str


class Replay:
    """The moves from a first position. Positions are counted from 0, the first one, to ``last``."""

    def __init__(self, start: State, moves: Iterable[tuple[int, str]], names: Sequence[str] = (), opening: Sequence[Event] = ()):
        self.game, self.players, self.names = start.game, start.players, tuple(names)
        self.moves = tuple(moves)
        self.last = len(self.moves)
        self.start = start.clone()
        self.logs: list[Sequence[Event]] = [tuple(opening)]
        self._kept: list[State] = [start.clone()]
        self.marks: list[Mark] = [self._mark(0, start)]
        state = start.clone()
        for place, (seat, move) in enumerate(self.moves, 1):
            state.log = log = Log()
            state.apply(seat, self.game.index(move))
            state.log = None
            self.logs.append(tuple(log))
            if place % EVERY == 0:
                self._kept.append(state.clone())
            if any(event.kind in ("phase", "round") for event in log) and self._mark(place, state)[1:] != self.marks[-1][1:]:
                self.marks.append(self._mark(place, state))
        self.end = state

    @classmethod
    def of(cls, record: Record) -> Replay:
        start = record.history.at(0)
        return cls(start, ((seat, move.text) for seat, move in record.history.moves()), record.names)

    def _mark(self, place: int, state: State) -> Mark:
        view = state.view(None)
        return Mark(place, view.get("round"), view["phase"])

    def at(self, place: int) -> State:
        """A copy of the position after a number of moves."""
        if not 0 <= place <= self.last:
            raise BadInput("ply", f"The game has {self.last} moves; there is no ply {place}.")
        state = self._kept[place // EVERY].clone()
        for seat, move in self.moves[place - place % EVERY : place]:
            state.apply(seat, self.game.index(move))
        return state

    # --- what pages get --------------------------------------------------------------------------

    def about(self) -> dict[str, Any]:
        state = self.end
        return {
            "game": self.game.id,
            "players": self.players,
            "names": list(self.names),
            "options": dict(state.options),
            "components": self.game.components.hash,
            "seed": str(state.seed),
            "last": self.last,
            "moves": [[seat, move] for seat, move in self.moves],
            "marks": [mark._asdict() for mark in self.marks],
            "over": state.over,
            "scores": state.scores if state.over else None,
            "winners": list(state.winners),
        }

    def frame(self, place: int, viewer: Viewer, lang: str) -> dict[str, Any]:
        """One position with the events of the move before it."""
        if type(viewer) is int and viewer >= self.players:
            raise BadInput("seat", f"The seats are 0 to {self.players - 1}.")
        return {"place": place, **position(self.at(place), viewer, lang, self.logs[place], self.names)}

    def frames(self, first: int, last: int, viewer: Viewer, lang: str) -> list[dict[str, Any]]:
        """Several positions at once, for a slider."""
        last = min(last, self.last, first + MOST_FRAMES - 1)
        return [self.frame(place, viewer, lang) for place in range(first, last + 1)]
