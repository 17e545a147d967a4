"""What a seat sees, as numbers with names: one flat tensor, and the same tensor as named parts.

The features are read off the views of a few fixed random games, so that every game has them without a line of its own:
a number in the view is a feature, a word is a feature that is 1 where it stands and 0 elsewhere, words in a list are
counted. Seats are turned so that the own one comes first. What those games never showed is counted in ``other``.

>>> from tafelrunde import load
>>> observer = Observer.of(load("rise"), 2)
>>> state = load("rise").new(2, seed=7)
>>> observer.tensor(state, 0).shape == (observer.size,)
True
>>> list(observer.parts(state, 0))
['table', 'own', 'seat 1', 'board', 'decision']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import copysign, log1p
from random import Random
from typing import Any

import numpy as np

from tafelrunde.core.game import Game
from tafelrunde.core.state import State

PROBES = 32
"""Random games from which the features are read."""
SETUPS = 80
"""First positions of further games: what is dealt at the beginning differs most from game to game."""
EVERY = 3
"""Of their decisions, one in so many is looked at."""
_SCALE = log1p(999.0)
_MANY = 4
"""So many equal words in a list are as good as more."""
_TABLE = ("round", "phase", "active", "to_act", "scores")
_DECISION = ("kind", "rule", "data")
OTHER = "other"

Feature = tuple[str, float]
Array = Any  # a numpy array; the types do not depend on whether numpy is installed


class Observer:
    """The layout of one game at one number of players."""

    def __init__(self, game: Game[Any], players: int) -> None:
        found: dict[str, dict[str, None]] = {name: {} for name in part_names(players)}
        for view, seat in _probes(game, players):
            for name, features in _parts(view, seat):
                found[name].update((key, None) for key, _ in features)
        seats = [name for name in found if name == "own" or name.startswith("seat ")]
        alike = {key: None for name in seats for key in found[name]}
        for name in seats:  # what one seat was seen with, another may have
            found[name] = alike
        self.names: tuple[tuple[str, str], ...] = tuple((part, key) for part in found for key in (*sorted(found[part]), OTHER))
        self._place = {name: place for place, name in enumerate(self.names)}
        self.slices: dict[str, slice] = {}
        start = 0
        for part, keys in found.items():
            self.slices[part] = slice(start, start + len(keys) + 1)
            start += len(keys) + 1
        self.size = start

    @staticmethod
    def of(game: Game[Any], players: int) -> Observer:
        """The observer of a game, made once."""
        return _observer(game, players)

    def tensor(self, state: State, seat: int) -> Array:
        """Everything the seat sees, each number between -1 and 1."""
        return self.of_view(state.view(seat), seat)

    def of_view(self, view: Mapping[str, Any], seat: int) -> Array:
        tensor: Array = np.zeros(self.size, np.float32)
        for part, features in _parts(view, seat):
            for key, value in features:
                place = self._place.get((part, key))
                tensor[self._place[part, OTHER] if place is None else place] += 0.25 if place is None else value
        return np.clip(tensor, -1.0, 1.0)

    def parts(self, state: State, seat: int) -> dict[str, Array]:
        """The same numbers by what they are about."""
        tensor = self.tensor(state, seat)
        return {name: tensor[place] for name, place in self.slices.items()}


@lru_cache(maxsize=32)
def _observer(game: Game[Any], players: int) -> Observer:
    return Observer(game, players)


def mask(state: State, seat: int, dtype: Any = np.int8) -> Array:
    """1 for every legal move of the seat, over the whole vocabulary; the list of indices is ``state.actions(seat)``."""
    found: Array = np.zeros(len(state.game.vocabulary), dtype)
    found[list(state.actions(seat))] = 1
    return found


def part_names(players: int) -> tuple[str, ...]:
    return ("table", "own", *(f"seat {i}" for i in range(1, players)), "board", "decision")


def _probes(game: Game[Any], players: int) -> Iterator[tuple[dict[str, Any], int]]:
    """Views from random games that are the same everywhere; options take turns, so that all of them are seen."""
    for number in range(PROBES + SETUPS):
        random = Random(number)
        options = {name: option.choices[random.randrange(len(option.choices))] for name, option in game.options.items()}
        state = game.new(players, number, options if number % 2 else None)
        if number >= PROBES:
            yield state.view(0), 0
            continue
        step = 0
        while state.asked:
            seat = state.to_act[0]
            if step % EVERY == 0:
                yield state.view(seat), seat
            state.act(seat, random.choice(state.actions(seat)))
            step += 1
        yield state.view(0), 0


def _parts(view: Mapping[str, Any], seat: int) -> Iterator[tuple[str, list[Feature]]]:
    players = view["players"]
    turn = {other: (other - seat) % players for other in range(players)}
    table: dict[str, Any] = {key: view.get(key) for key in _TABLE}
    for key in ("active", "to_act"):
        seats = table[key] if isinstance(table[key], list) else [table[key]]
        table[key] = [f"seat {turn[other]}" for other in seats if other in turn]
    if isinstance(table["scores"], list):
        table["scores"] = {f"seat {turn[other]}": score for other, score in enumerate(table["scores"])}
    yield "table", list(_features("", table))
    for other, goods in enumerate(view["seats"]):
        yield ("own" if other == seat else f"seat {turn[other]}"), list(_features("", goods))
    yield "board", list(_features("", view["board"]))
    decision = view["decision"] or {}
    yield "decision", list(_features("", {key: decision.get(key) for key in _DECISION}))


def _features(path: str, value: Any) -> Iterator[Feature]:
    """Leaves of a view: bare numbers, words, and lists of words or records as counts."""
    if isinstance(value, bool):
        yield path, float(value)
    elif isinstance(value, int | float):
        yield path, copysign(log1p(abs(value)) / _SCALE, value)
    elif isinstance(value, str):
        yield f"{path}={value}", 1.0
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _features(f"{path}.{key}" if path else str(key), item)
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            if isinstance(item, str):
                yield f"{path}={item}", 1 / _MANY
            else:
                yield from _features(f"{path}[{place}]", item)
