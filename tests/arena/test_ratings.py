"""Figures: ratings with several winners and none, intervals, line-ups."""

from __future__ import annotations

from random import Random

import pytest

from tafelrunde.arena.figures import mean_interval, resampled
from tafelrunde.arena.plan import rotations
from tafelrunde.arena.ratings import Result, comparisons, ratings
from tafelrunde.cli.arena import lineups


def test_equal_bots_are_rated_equal() -> None:
    table = [Result(("a", "b"), (0,)), Result(("a", "b"), (1,)), Result(("b", "a"), (0,)), Result(("b", "a"), (1,))]
    assert ratings(table) == pytest.approx({"a": 1500, "b": 1500})


def test_ten_to_one_is_four_hundred_points() -> None:
    table = [Result(("a", "b"), (0,))] * 10_000 + [Result(("a", "b"), (1,))] * 1_000
    found = ratings(table)
    assert found["a"] - found["b"] == pytest.approx(400, abs=1)


def test_a_game_without_a_winner_and_one_that_all_won_are_level() -> None:
    for winners in ((), (0, 1, 2)):
        assert ratings([Result(("a", "b", "c"), winners)] * 5) == pytest.approx({"a": 1500, "b": 1500, "c": 1500})


def test_two_of_three_win_together() -> None:
    found = ratings([Result(("a", "b", "c"), (0, 1))] * 20)
    assert found["a"] == pytest.approx(found["b"])
    assert found["a"] > 1550 > 1450 > found["c"]


def test_a_game_weighs_the_same_at_every_table() -> None:
    for seats in (("a", "b"), ("a", "b", "c", "d")):
        points = list(comparisons(Result(seats, (0,))))
        assert sum(value for _, _, value in points) == pytest.approx(len(seats) / 2)
    assert list(comparisons(Result(("a", "a"), (0,)))) == []


def test_known_strengths_are_found_again() -> None:
    """Games drawn by the model itself: strengths 4 : 2 : 1 at tables of three."""
    random, strength = Random(4), {"x": 4.0, "y": 2.0, "z": 1.0}
    names = tuple(strength)
    table = [Result(pair, (0 if random.random() < strength[pair[0]] / (strength[pair[0]] + strength[pair[1]]) else 1,))
             for _ in range(4000) for pair in ((names[0], names[1]), (names[1], names[2]), (names[0], names[2]))]  # fmt: skip
    found = ratings(table)
    assert found["x"] - found["y"] == pytest.approx(120, abs=15)
    assert found["y"] - found["z"] == pytest.approx(120, abs=15)


def test_who_never_lost_is_rated_all_the_same() -> None:
    found = ratings([Result(("a", "b"), (0,))] * 50)
    assert 1600 < found["a"] < 2500


def test_resampling_covers_the_mean() -> None:
    random = Random(1)
    values = [random.gauss(10, 2) for _ in range(400)]
    ((low, high),) = resampled(values, lambda drawn: [sum(drawn) / len(drawn)])
    mean, lower, upper = mean_interval(values)
    assert low < mean < high
    assert (low, high) == pytest.approx((lower, upper), abs=0.06)


def test_everybody_sits_everywhere() -> None:
    assert sorted(rotations(("a", "b", "c"))) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    for bots, players in ((("a", "b"), 3), (("a", "b", "c", "d"), 3), (("a", "b"), 2)):
        seats = lineups(bots, players)
        for seat in range(players):
            counts = [sum(lineup[seat] == bot for lineup in seats) for bot in bots]
            assert counts == [sum(lineup[0] == bot for lineup in seats) for bot in bots]
    assert lineups(("a",), 4) == (("a",) * 4,)
