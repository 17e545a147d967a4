"""Ratings after games with one winner, several and none, against figures worked out by the formulas of Weng and Lin."""

from __future__ import annotations

from math import exp, sqrt
from random import Random

import pytest

from tafelrunde.rating import BETA, MU, SIGMA, TAU, Rating, rate, together


def plackett_luce(before: list[Rating], winners: set[int]) -> list[float]:
    """The new means by algorithm 4 of Weng and Lin (2011), with ties shared as in the paper; written from the paper."""
    before = [Rating(one.mu, sqrt(one.sigma**2 + TAU**2)) for one in before]
    c = sqrt(sum(one.sigma**2 + BETA**2 for one in before))
    rank = [1 if i in winners else 2 for i in range(len(before))]
    found = []
    for i, one in enumerate(before):
        omega = 0.0
        for q, _ in enumerate(before):
            if rank[q] > rank[i]:
                continue
            below = sum(exp(before[s].mu / c) for s in range(len(before)) if rank[s] >= rank[q])
            share = exp(one.mu / c) / below
            omega += ((1.0 if q == i else 0.0) - share) / rank.count(rank[q])
        found.append(one.mu + one.sigma**2 / c * omega)
    return found


@pytest.mark.parametrize("winners", [{0}, {1, 2}, {0, 1, 2}, set()])
def test_means_are_those_of_the_paper(winners: set[int]) -> None:
    before = [Rating(25, 8), Rating(30, 3), Rating(20, 5)]
    assert [one.mu for one in rate(before, winners)] == pytest.approx(plackett_luce(before, winners), abs=1e-6)


def test_shared_victories_and_games_without_a_winner() -> None:
    first, second, third = rate([Rating()] * 3, {0, 1})
    assert first == second
    assert first.mu > MU > third.mu
    for winners in (set[int](), {0, 1, 2}):
        assert all(one.mu == pytest.approx(MU) for one in rate([Rating()] * 3, winners)), "everybody was level"
    assert rate([Rating(30, 2)], {0}) == [Rating(30, 2)], "nobody to compare with"
    assert together(["a", "a"], [Rating(20, 2), Rating(30, 4)]) == [Rating(25, 3)] * 2


def test_ratings_find_the_odds_that_games_are_drawn_from() -> None:
    """On the scale 400 points are odds of ten to one: players who win 10 of 11 games end about 400 apart."""
    random, pair = Random(5), [Rating(), Rating()]
    for _ in range(3000):
        pair = rate(pair, {0 if random.random() < 10 / 11 else 1})
    assert pair[0].value - pair[1].value == pytest.approx(400, abs=80)
    assert pair[0].plus_minus < Rating(MU, SIGMA).plus_minus / 3
