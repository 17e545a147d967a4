"""Judges positions by learned weights: how likely each seat is to win, and by how much it leads at the end.

A game names its features (:mod:`games.<id>.ai.features`); their weights are in ``ai/weights/PLAYERS.toml``, written by
``tafelrunde train``. Every feature has two weights, one for the beginning and one for the end of the game; between them the
weight changes evenly with the progress of the game. Nothing but the standard library is needed to play.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from math import exp
from typing import Any, NamedTuple

MARGIN = 0.02
"""The part of a position's worth that is the expected margin and not the chance: who has won or lost still plays for points."""
KEPT = 256
"""Stages of progress whose mixed weights are kept."""
_FAR = 30.0

Rows = list[list[float]]
"""The features of each seat."""
Pair = tuple[float, float]


class Weights(NamedTuple):
    """The learned weights for one number of seats."""

    winners: float
    """How many seats win on average."""
    chance: tuple[Pair, ...]
    """For each feature, its weight for winning, early and late."""
    margin: tuple[Pair, ...]
    """For each feature, its weight for the margin, early and late."""


def untrained(features: int) -> Weights:
    return Weights(1.0, ((0.0, 0.0),) * features, ((0.0, 0.0),) * features)


class Judgement:
    """The judgement of one game: its features, and weights for each number of seats."""

    def __init__(
        self,
        folder: str,
        names: Mapping[str, str],
        features: Callable[[Any], Rows],
        progress: Callable[[Any], float],
        span: float,
        each: bool = False,
    ) -> None:
        self.folder, self.names, self.features, self.progress = folder, tuple(names), features, progress
        self.span = span
        """The margin in points at the end that counts fully."""
        self.each = each
        """Whether each seat wins or loses for itself, so that several or none may win; otherwise the seats compete for one
        victory."""
        self._weights: dict[int, Weights] = {}
        self._mixed: dict[tuple[int, float], tuple[list[float], list[float]]] = {}

    def weights(self, players: int) -> Weights:
        """The weights for this number of seats, or for the nearest number that has weights."""
        if players not in self._weights:
            self._weights[players] = self._read(players)
        return self._weights[players]

    def use(self, players: int, weights: Weights) -> None:
        """Replace the weights of the package, during training."""
        self._weights[players] = weights
        self._mixed.clear()

    def chances(self, state: Any) -> list[float]:
        """Per seat, how likely it is to win; exact when the game is over. The sum is the expected number of winners."""
        if state.over:
            return _won(state)
        rows = self.features(state)
        chance, _ = self._at(state)
        return self.shared(self.weights(state.players), [_dot(row, chance) for row in rows])

    def worth(self, state: Any) -> list[float]:
        """For each seat, from 0 to 1: its chance of winning plus a small part for the margin, so that a losing seat still
        plays for points."""
        if state.over:
            return _worth(_won(state), self.margins_of(state.scores))
        rows = self.features(state)
        chance, margin = self._at(state)
        chances = self.shared(self.weights(state.players), [_dot(row, chance) for row in rows])
        return _worth(chances, _over_others([_dot(row, margin) for row in rows]))

    def margins_of(self, scores: Sequence[float]) -> list[float]:
        """Scores over the mean of the others, -1 to 1 at this game's span."""
        return _over_others([score / self.span for score in scores])

    def shared(self, weights: Weights, merits: list[float]) -> list[float]:
        """The chances that follow from the weighted features of all seats together."""
        if self.each:
            return [_sigmoid(merit) for merit in merits]
        best = max(merits)
        powers = [exp(merit - best) for merit in merits]
        whole = weights.winners / sum(powers)
        return [min(1.0, power * whole) for power in powers]

    def _at(self, state: Any) -> tuple[list[float], list[float]]:
        """The weights at the present progress of the game."""
        late = min(1.0, max(0.0, self.progress(state)))
        key = (state.players, late)
        mixed = self._mixed.get(key)
        if mixed is None:
            if len(self._mixed) > KEPT:
                self._mixed.clear()
            weights = self.weights(state.players)
            mixed = ([a + late * (b - a) for a, b in weights.chance], [a + late * (b - a) for a, b in weights.margin])
            self._mixed[key] = mixed
        return mixed

    def _read(self, players: int) -> Weights:
        folder = files(self.folder) / "ai" / "weights"
        counts = [int(path.name.removesuffix(".toml")) for path in folder.iterdir()] if folder.is_dir() else []
        if not counts:
            return untrained(len(self.names))
        nearest = min(counts, key=lambda n: (abs(n - players), n))
        return self.read((folder / f"{nearest}.toml").read_text(encoding="utf-8"))

    def read(self, text: str) -> Weights:
        """Read weights from their file; a feature without an entry has the weight 0."""
        data = tomllib.loads(text)
        tables = [tuple((*data[part].get(name, (0.0, 0.0)),) for name in self.names) for part in ("chance", "margin")]
        return Weights(float(data["winners"]), tables[0], tables[1])


def _won(state: Any) -> list[float]:
    winners = state.winners
    return [1.0 if seat in winners else 0.0 for seat in range(state.players)]


def _worth(chances: list[float], margins: list[float]) -> list[float]:
    return [(1 - 2 * MARGIN) * chance + MARGIN * (1 + margin) for chance, margin in zip(chances, margins, strict=True)]


def shown(worth: float) -> float:
    """The chance that a worth stands for where the margin is even, 0 to 1: what people are told."""
    return min(1.0, max(0.0, (worth - MARGIN) / (1 - 2 * MARGIN)))


def _over_others(merits: Sequence[float]) -> list[float]:
    """The value of each seat minus the mean of the others, from -1 to 1."""
    n = len(merits)
    if n < 2:
        return [0.0] * n
    total = sum(merits)
    return [max(-1.0, min(1.0, merit - (total - merit) / (n - 1))) for merit in merits]


def _dot(row: list[float], weights: list[float]) -> float:
    total = 0.0
    for value, weight in zip(row, weights, strict=True):
        if value:
            total += value * weight
    return total


def _sigmoid(x: float) -> float:
    return 1 / (1 + exp(-max(-_FAR, min(_FAR, x))))
