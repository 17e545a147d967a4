"""Ratings after each game of any number of players, with several winners or none (openskill, Plackett-Luce).

As in the arena, a winner has beaten everybody who did not win; several winners, or all players of a game that nobody won, were
level. Values are shown on the arena's scale: 400 points are odds of ten to one, 1500 is where everybody begins.

>>> first, second = rate([Rating(), Rating()], winners=[0])
>>> first.value > 1500 > second.value
True
>>> first.plus_minus < Rating().plus_minus
True
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, NamedTuple

MU, SIGMA = 25.0, 25.0 / 3
BETA = SIGMA / 2
TAU = MU / 300
"""Added to the uncertainty before each game, because people get better and worse."""
POINTS = 400 / (math.log(10) * math.sqrt(2) * BETA)
"""Of the arena's scale for one of openskill's, between two players whose ratings are certain."""
START = 1500.0
CERTAIN = 1.96
"""Standard deviations of a 95 % interval."""


class Rating(NamedTuple):
    """How strong somebody probably is, and how uncertain that is."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def value(self) -> float:
        return START + (self.mu - MU) * POINTS

    @property
    def plus_minus(self) -> float:
        """Half the width of the 95 % interval."""
        return CERTAIN * self.sigma * POINTS


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # an import that takes longer than most commands

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


def rate(before: Sequence[Rating], winners: Collection[int]) -> list[Rating]:
    """The ratings after a game; ``winners`` are positions in the list."""
    if len(before) < 2:
        return list(before)
    model = _model()
    ranks = [1.0 if i in winners else 2.0 for i in range(len(before))]
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    return [Rating(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=ranks)]


def together(names: Sequence[str], after: Sequence[Rating]) -> list[Rating]:
    """A bot that sat on several seats has one rating afterwards, the mean."""
    found = []
    for name in names:
        same = [rating for other, rating in zip(names, after, strict=True) if other == name]
        found.append(Rating(sum(one.mu for one in same) / len(same), sum(one.sigma for one in same) / len(same)))
    return found
