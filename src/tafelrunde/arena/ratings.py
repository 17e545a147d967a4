"""Ratings of bots from games of any number of players, with several winners or none.

A game counts as pairwise comparisons: a winner has beaten everybody who did not win; two winners, or two players of a game
that nobody won, have drawn. Together the comparisons of one game weigh as much as one game between two. The ratings follow the
Bradley-Terry model, on a scale on which 400 points are odds of ten to one and the mean is 1500.

>>> table = [Result(("a", "b"), (0,))] * 3 + [Result(("a", "b"), (1,))]
>>> [round(rating) for rating in ratings(table).values()]
[1574, 1426]
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import log10
from typing import NamedTuple

MEAN, TENFOLD = 1500.0, 400.0
PRIOR = 0.5
"""Draws added between any two bots that met, so that a bot with only wins has a finite rating."""
ROUNDS = 200


class Result(NamedTuple):
    """The bots at a table, and the seats that won."""

    seats: tuple[str, ...]
    winners: tuple[int, ...]


def ratings(results: Iterable[Result]) -> dict[str, float]:
    """Every bot's rating, in the order of first appearance."""
    scored: dict[tuple[str, str], float] = {}
    names: dict[str, None] = {}
    for result in results:
        names.update(dict.fromkeys(result.seats))
        for winner, loser, points in comparisons(result):
            scored[winner, loser] = scored.get((winner, loser), 0.0) + points
    return _fit(tuple(names), scored)


def comparisons(result: Result) -> Iterable[tuple[str, str, float]]:
    """The points of the first name against the second; a bot at two seats is not compared with itself."""
    weight = 1 / (len(result.seats) - 1) if len(result.seats) > 1 else 0.0
    for a, b in combinations(range(len(result.seats)), 2):
        first, second = result.seats[a], result.seats[b]
        if first != second:
            points = 0.5 + 0.5 * ((a in result.winners) - (b in result.winners))
            yield first, second, points * weight
            yield second, first, (1 - points) * weight


def _fit(names: tuple[str, ...], scored: dict[tuple[str, str], float]) -> dict[str, float]:
    """Minorisation-maximisation: update every strength from the others until none changes."""
    met = {pair for pair in scored if scored[pair] + scored.get(pair[::-1], 0.0) > 0}
    met |= {pair[::-1] for pair in met}
    points = {pair: scored.get(pair, 0.0) + PRIOR for pair in met}
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        new = {}
        for name in names:
            rivals = [pair[1] for pair in met if pair[0] == name]
            won = sum(points[name, rival] for rival in rivals)
            met_weight = sum(
                (points[name, rival] + points[rival, name]) / (strength[name] + strength[rival]) for rival in sorted(rivals)
            )
            new[name] = won / met_weight if met_weight else 1.0
        change = max(abs(new[name] - strength[name]) / strength[name] for name in names)
        strength = new
        if change < 1e-9:
            break
    logs = {name: TENFOLD * log10(value) for name, value in strength.items()}
    middle = sum(logs.values()) / len(logs)
    return {name: MEAN + value - middle for name, value in logs.items()}
