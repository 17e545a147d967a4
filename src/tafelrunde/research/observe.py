"""Observations of a seat: a flat tensor, the same numbers as named parts, and cards and tiles as rows.

The layout follows from the zones that the game declares (:mod:`tafelrunde.core.zones`, :mod:`tafelrunde.core.shapes`): two views
that differ give two tensors that differ. Ordered things have a place for each position; seats are counted from the viewer,
who is seat 0 of its own tensor; absent values differ from zero. Values that do not fit the layout are hashed into the part
``rest``, which is zero in the packaged games. ``version`` names the layout: the same version has the same sizes and meanings.

>>> from tafelrunde import load
>>> observer = Observer.of(load("rise"), 2)
>>> state = load("rise").new(2, seed=7)
>>> observer.tensor(state, 0).shape == (observer.size,)
True
>>> list(observer.parts(state, 0))
['table', 'own', 'seat 1', 'board', 'decision', 'rest']
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.game import Game
from tafelrunde.core.messages import SEAT_FACTS
from tafelrunde.core.shapes import Code, Flag, Name, Number, Seat, Shape
from tafelrunde.core.state import State
from tafelrunde.core.zones import BoardZone, SeatZone
from tafelrunde.research.found import Found
from tafelrunde.research.layouts import Layout

DIGEST = 16
"""The number of elements of the hash of values without a place."""
TABLE = ("round", "phase", "active", "to_act", "over", "scores", "winners", "ply")

Array = Any  # a numpy array; ``Any``, so that the types do not depend on whether numpy is installed


class Cell(NamedTuple):
    """The place of one value of a view in the tensor."""

    key: str
    at: int
    shape: Shape
    get: Callable[..., Any]
    """Reads the value from the state, and the seat if it belongs to one."""


class Observer:
    """The tensor layout for one game and number of players."""

    def __init__(self, game: Game[Any], players: int) -> None:
        self.game, self.players = game, players
        self.layout = layout = Layout.of(game)
        state = game.new(players, 0)
        self._size = 0
        self.slices: dict[str, slice] = {}
        self._labels: list[tuple[str, str]] = []
        self._table = self._part("table", self._table_cells())
        self._seats = []
        for i in range(players):
            cells = [(zone.key, *self._seat_cell(zone, i == 0, state)) for zone in game.seat_zones]
            self._seats.append(self._part("own" if i == 0 else f"seat {i}", cells))
        self._board = self._part("board", [(zone.key, *self._board_cell(zone, state)) for zone in game.board_zones])
        self._decision = self._part("decision", self._decision_cells())
        self.slices["rest"] = slice(self._size, self._size + DIGEST)
        self._labels += [("rest", str(i)) for i in range(DIGEST)]
        self.size = self._size + DIGEST
        self.names: tuple[tuple[str, str], ...] = tuple(self._labels)
        self.turns = [[(other - seat) % players for other in range(players)] for seat in range(players)]
        text = json.dumps([list(name) for name in self.names])
        self.version = f"{layout.VERSION}-{blake2b(text.encode(), digest_size=4).hexdigest()}"

    @staticmethod
    def of(game: Game[Any], players: int) -> Observer:
        """The observer for a game, cached."""
        return _observer(game, players)

    # --- the layout ------------------------------------------------------------------------------

    def _part(self, name: str, cells: list[tuple[str, Shape, Callable[..., Any]]]) -> list[Cell]:
        start, placed = self._size, []
        for key, shape, get in cells:
            placed.append(Cell(key, self._size, shape, get))
            self._labels += [(name, key + label) for label in shape.labels()]
            self._size += shape.size
        self.slices[name] = slice(start, self._size)
        return placed

    def _learnt(self, place: str, seats: tuple[str, ...] = ()) -> Shape:
        found = self.layout.found.get(place, Found())
        return found.shape(self.layout.lists, self.players, (*SEAT_FACTS, *seats), place.split("/")[1])

    def _table_cells(self) -> list[tuple[str, Shape, Callable[..., Any]]]:
        game, seats = self.game, Seat(self.players)
        turned = _Turned(self.players)
        several = _Seats(self.players)
        return [
            ("you", Name(range(self.players)), lambda state, seat: seat),
            ("round", self._learnt("table/round"), lambda state, seat: state.round),
            ("phase", self._learnt("table/phase"), lambda state, seat: game.phase(state)),
            ("active", seats, lambda state, seat: game.active(state)),
            ("to_act", several, lambda state, seat: state.to_act),
            ("over", Flag(), lambda state, seat: state.over),
            ("scores", turned, lambda state, seat: game.scores(state)),
            ("winners", several, lambda state, seat: state.winners),
            ("ply", Number(), lambda state, seat: state.ply),
        ]

    def _seat_cell(self, zone: SeatZone, own: bool, state: State) -> tuple[Shape, Callable[..., Any]]:
        if zone.audience == PUBLIC or (own and zone.audience == SEAT):
            shape = zone.shape(state) if zone.shape is not None else self._learnt(f"seat/{zone.key}/shown", zone.seats)
            return shape, zone.show
        return self._learnt(f"seat/{zone.key}/hidden", zone.seats), zone.hide

    def _board_cell(self, zone: BoardZone, state: State) -> tuple[Shape, Callable[..., Any]]:
        if zone.audience == PUBLIC:
            return zone.shape(state) if zone.shape is not None else self._learnt(f"board/{zone.key}/shown", zone.seats), zone.show
        return self._learnt(f"board/{zone.key}/hidden", zone.seats), zone.hide

    def _decision_cells(self) -> list[tuple[str, Shape, Callable[..., Any]]]:
        kinds = [kind.name for kind in self.game.frames.kinds.values() if kind.ask is not None]
        return [
            ("kind", Name(kinds), lambda decision: decision["kind"]),
            ("asked", Number(), lambda decision: decision["asked"]),
            ("rule", Code(sorted(self.game.rules)), lambda decision: decision["rule"]),
            ("data", self._learnt("decision/data"), lambda decision: decision["data"]),
        ]

    # --- tensors ---------------------------------------------------------------------------------

    def tensor(self, state: State, seat: int) -> Array:
        """Everything the seat sees, each number between -1 and 1."""
        tensor: Array = np.zeros(self.size, np.float32)
        self.write(state, seat, memoryview(tensor))
        return tensor

    def write(self, state: State, seat: int, out: Any) -> None:
        """Write the tensor into memory that is filled with zeros."""
        turn, rest = self.turns[seat], []  # type: tuple[list[int], list[tuple[int, Any]]]
        for _, at, shape, get in self._table:
            shape.write(get(state, seat), at, out, turn, rest)
        for other in range(self.players):
            for _, at, shape, get in self._seats[turn[other]]:
                shape.write(get(state, other), at, out, turn, rest)
        for _, at, shape, get in self._board:
            shape.write(get(state), at, out, turn, rest)
        if seat in state.asked:
            decision = _decision(state, seat)
            for _, at, shape, get in self._decision:
                shape.write(get(decision), at, out, turn, rest)
        if rest:
            self._digest(rest, out)

    def of_view(self, view: Mapping[str, Any], seat: int) -> Array:
        """The tensor of a view, for bots, which are given nothing else."""
        tensor: Array = np.zeros(self.size, np.float32)
        out, turn, rest = memoryview(tensor), self.turns[seat], []  # type: tuple[Any, list[int], list[tuple[int, Any]]]
        for key, at, shape, _ in self._table:
            shape.write(view[key], at, out, turn, rest)
        for other, goods in enumerate(view["seats"]):
            for key, at, shape, _ in self._seats[turn[other]]:
                shape.write(goods[key], at, out, turn, rest)
        for key, at, shape, _ in self._board:
            shape.write(view["board"][key], at, out, turn, rest)
        if view["decision"] is not None:
            decision = {**view["decision"], "asked": int(view["decision"]["id"].rpartition(".")[2])}
            for key, at, shape, _ in self._decision:
                shape.write(decision[key], at, out, turn, rest)
        if rest:
            self._digest(rest, out)
        return tensor

    def _digest(self, rest: list[tuple[int, Any]], out: Any) -> None:
        text = json.dumps(rest, sort_keys=True, default=str).encode()
        for i, byte in enumerate(blake2b(text, digest_size=DIGEST).digest()):
            out[self._size + i] = (byte + 1) / 256

    def parts(self, state: State, seat: int) -> dict[str, Array]:
        """The same numbers, split into named parts."""
        tensor = self.tensor(state, seat)
        return {name: tensor[place] for name, place in self.slices.items()}

    # --- what lies where -------------------------------------------------------------------------

    def values(self, state: State, seat: int) -> Iterator[tuple[str, int, Shape, Any]]:
        """Every zone as the seat sees it: its key, its owner counted from the viewer (-1: the board), shape and value."""
        turn = self.turns[seat]
        for other in range(self.players):
            for key, _, shape, get in self._seats[turn[other]]:
                yield key, turn[other], shape, get(state, other)
        for key, _, shape, get in self._board:
            yield key, -1, shape, get(state)

    def zones(self) -> Iterator[tuple[str, Shape]]:
        """The zones with their shapes, the seat's own ones first."""
        for cells in (*self._seats[:2], self._board):
            for cell in cells:
                yield cell.key, cell.shape


class _Turned(Shape):
    """A number for each seat, the viewer's first."""

    def __init__(self, players: int) -> None:
        self.size = players

    def labels(self) -> list[str]:
        return [f".seat {i}" if i else ".own" for i in range(self.size)]

    def write(self, value: Any, at: int, out: Any, turn: Any, rest: Any) -> None:
        one = Number()
        for seat, number in enumerate(value):
            one.write(number, at + turn[seat], out, turn, rest)


class _Seats(Shape):
    """Several seats, counted from the viewer."""

    def __init__(self, players: int) -> None:
        self.size = players

    def labels(self) -> list[str]:
        return [f"=seat {i}" if i else "=own" for i in range(self.size)]

    def write(self, value: Any, at: int, out: Any, turn: Any, rest: Any) -> None:
        for seat in value:
            out[at + turn[seat]] = 1.0


@lru_cache(maxsize=32)
def _observer(game: Game[Any], players: int) -> Observer:
    return Observer(game, players)


def _decision(state: State, seat: int) -> dict[str, Any]:
    """The facts of a question without its sentence and its moves, which are the most expensive parts."""
    asked, frame, _ = state.asked[seat]
    frames = state.game.frames
    kind = frames.kind_of(frame)
    data = dict(kind.describe(state, frame)) if kind.describe is not None else {}
    return {"kind": kind.name, "asked": asked, "rule": frames.rule_of(state, frame), "data": data}


def mask(state: State, seat: int, dtype: Any = np.int8) -> Array:
    """1 for every legal move of the seat, over the whole vocabulary; the list of indices is ``state.actions(seat)``."""
    found: Array = np.zeros(len(state.game.vocabulary), dtype)
    found[list(state.actions(seat))] = 1
    return found


def part_names(players: int) -> tuple[str, ...]:
    return ("table", "own", *(f"seat {i}" for i in range(1, players)), "board", "decision", "rest")
