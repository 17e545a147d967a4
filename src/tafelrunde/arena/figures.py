"""Rates and means with their confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import TypeVar

from tafelrunde.arena.plan import Row

Z95 = 1.959964
RESAMPLES = 400
"""Bootstrap resamples for an interval without a formula."""

T = TypeVar("T")


def wilson(won: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of a rate.

    >>> [round(bound, 3) for bound in wilson(54, 60)]
    [0.799, 0.953]
    """
    rate, z2 = won / trials, Z95 * Z95
    middle = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 / (1 + z2 / trials) * sqrt(max(0.0, rate * (1 - rate)) / trials + z2 / (4 * trials * trials))
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean and its 95 % interval.

    >>> mean_interval([2.0, 2.0])
    (2.0, 2.0, 2.0)
    """
    n = len(values)
    mean = sum(values) / n
    half = Z95 * sqrt(sum((v - mean) ** 2 for v in values) / (n - 1) / n) if n > 1 else 0.0
    return mean, mean - half, mean + half


def won(row: Row, seat: int) -> float:
    """Whether a seat has won: every winner of a game has, however many there are. All rates of winning use this definition."""
    return float(seat in row.winners)


def share(row: Row, seat: int) -> float:
    """A seat's share of a victory: a shared victory is divided, so that the shares of all seats add up to at most one."""
    return 1 / len(row.winners) if seat in row.winners else 0.0


def resampled(blocks: Sequence[T], figure: Callable[[Sequence[T]], list[float]], seed: int = 1) -> list[tuple[float, float]]:
    """The 95 % intervals of figures, from a bootstrap over blocks: the games of one deal form one block."""
    random = Random(seed)
    draws = [figure([blocks[int(random.random() * len(blocks))] for _ in blocks]) for _ in range(RESAMPLES)]
    found = []
    for values in zip(*draws, strict=True):
        ordered = sorted(values)
        found.append((ordered[int(0.025 * (RESAMPLES - 1))], ordered[round(0.975 * (RESAMPLES - 1))]))
    return found
