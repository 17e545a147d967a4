"""Observations with one row for each card and tile, for networks with attention, embeddings or sets.

Every component that the seat sees is a row: its zone, its owner counted from the viewer, its position in the zone,
and its facts in the component file. ``ids`` is its number in ``Entities.names``, for an embedding; ``mask`` marks the rows that
are not padding.

>>> from tafelrunde import load
>>> entities = Entities.of(load("rise"), 2)
>>> rows = entities.rows(load("rise").new(2, seed=7), 0)
>>> rows.features.shape == (entities.capacity, len(entities.features))
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import log1p
from typing import Any, NamedTuple

import numpy as np

from tafelrunde.core.game import Game
from tafelrunde.core.shapes import LARGEST, PLACES, Held, Keyed, Record, Shape, Table
from tafelrunde.core.state import State
from tafelrunde.research.observe import Array, Observer

ROOM = 64
"""The number of rows is a multiple of this."""
FEW_WORDS = 12
"""A fact of components with at most this many different words becomes one feature for each word."""


class Rows(NamedTuple):
    """The visible components: a row for each, and the number of ``missing`` rows that did not fit (0 in the packaged games)."""

    ids: Array
    features: Array
    mask: Array
    missing: int


class Entities:
    """The row layout for one game and number of players."""

    def __init__(self, game: Game[Any], players: int) -> None:
        self.observer = Observer.of(game, players)
        records = dict(_records(game.components.data))
        self.names: tuple[str, ...] = ("", *records)
        """The components; their index is their number in ``ids``."""
        self._ids = {name: i for i, name in enumerate(self.names)}
        zones = dict.fromkeys(key for key, _ in self.observer.zones())
        self._zone = {key: i for i, key in enumerate(zones)}
        owners = ("own", *(f"seat {i}" for i in range(1, players)), "board")
        said = _said(records)
        self._facts: dict[str, tuple[int, Shape]] = {}
        labels = [f"zone={key}" for key in zones] + [f"owner={name}" for name in owners] + ["placed", "place"]
        self._owner, self._placed = len(zones), len(zones) + len(owners)
        for key, shape in self.observer.zones():
            facts = next(_fact_shapes(shape), None)
            if facts is not None and key not in self._facts:
                self._facts[key] = len(labels), facts
                labels += [f"{key}{label}" for label in facts.labels()]
        self._printed = len(labels)
        self.features: tuple[str, ...] = (*labels, *said)
        """The label of each feature of a row."""
        self._table: Array = np.zeros((len(self.names), len(said)), np.float32)
        for name, record in records.items():
            for label, value in _facts(record):
                if label in said:
                    self._table[self._ids[name], said[label]] = value
        state = game.new(players, 0)
        held = 2 * sum(game.census(state).values())  # some zones repeat components of other zones
        self.capacity = -(-held // ROOM) * ROOM

    @staticmethod
    def of(game: Game[Any], players: int) -> Entities:
        """The layout for a game, cached."""
        return _entities(game, players)

    def _held(self, state: State, seat: int) -> Iterator[tuple[str, int, Held, int]]:
        for zone, owner, shape, value in self.observer.values(state, seat):
            if value is not None:
                for held in shape.components(value):
                    names = (held.name, held.name.partition(" ")[0], held.name.upper())
                    number = next((self._ids[name] for name in names if name in self._ids), 0)
                    if number:  # a word that is not a component appears in the flat tensor only
                        yield zone, owner, held, number

    def rows(self, state: State, seat: int) -> Rows:
        """The rows of everything that the seat sees now."""
        ids: Array = np.zeros(self.capacity, np.int32)
        features: Array = np.zeros((self.capacity, len(self.features)), np.float32)
        n = missing = 0
        for zone, owner, held, number in self._held(state, seat):
            if n == self.capacity:
                missing += 1
                continue
            ids[n] = number
            row = features[n]
            row[self._zone[zone]] = row[self._owner + (owner if owner >= 0 else self.observer.players)] = 1.0
            if held.place >= 0:
                row[self._placed], row[self._placed + 1] = 1.0, held.place / PLACES
            if held.facts is not None and zone in self._facts:
                at, shape = self._facts[zone]
                shape.write(held.facts, at, row, self.observer.turns[seat], [])
            row[self._printed :] = self._table[number]
            n += 1
        return Rows(ids, features, np.arange(self.capacity) < n, missing)


@lru_cache(maxsize=32)
def _entities(game: Game[Any], players: int) -> Entities:
    return Entities(game, players)


def _fact_shapes(shape: Shape) -> Iterator[Shape]:
    """The shapes of the facts in a table of components."""
    if isinstance(shape, Table | Keyed):
        yield shape.facts
    elif isinstance(shape, Record):
        for _, _, inner in shape.fields.values():
            yield from _fact_shapes(inner)


def _records(data: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every component of a component set with its facts."""
    if isinstance(data, Mapping):
        if isinstance(data.get("id"), str):
            yield data["id"], data
        else:
            for each in data.values():
                yield from _records(each)
    elif isinstance(data, list):
        for each in data:
            yield from _records(each)


def _facts(record: Mapping[str, Any], where: str = "") -> Iterator[tuple[str, float]]:
    """The numbers and words of a record, at any depth, as features."""
    for key, value in record.items():
        path = f"{where}.{key}" if where else str(key)
        if key in ("id", "name", "source", "rule") or key.endswith(("_source", "_rule")):
            continue
        if isinstance(value, bool | int | float):
            yield path, max(-1.0, min(1.0, (log1p(abs(value)) / log1p(LARGEST)) * (1 if value >= 0 else -1)))
        elif isinstance(value, str):
            yield f"{path}={value}", 1.0
        elif isinstance(value, Mapping):
            yield from _facts(value, path)
        elif isinstance(value, list):
            for each in value:
                yield from _facts(each, path) if isinstance(each, Mapping) else ((f"{path}={each}", 1.0),)


def _said(records: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """The features that component files give. A fact with too many different words is left out: ``ids`` already tells as much."""
    found = dict.fromkeys(label for record in records.values() for label, _ in _facts(record))
    words: dict[str, int] = {}
    for label in found:
        words[label.partition("=")[0]] = words.get(label.partition("=")[0], 0) + 1
    kept = [label for label in found if words[label.partition("=")[0]] <= FEW_WORDS]
    return {label: i for i, label in enumerate(kept)}
