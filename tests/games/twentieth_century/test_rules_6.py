"""Bonus scoring, end and victory (20C-6, 20C-7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.twentieth_century.helpers import kinds, table
from tests.support import Table, proves

rules = pytest.mark.rules
REGION = {
    "s1": {"garbage": 0, "citizens": ["a", "b", "c"]},
    "a07": {"cell": [1, 0], "garbage": 0, "citizens": ["a"]},
    "a08": {"cell": [2, 0], "garbage": 3, "citizens": ["a"]},
    "t05": {"cell": [0, 1]},
}

OPEN: dict[str, Any] = {"seats.0.technologies": {"t07": {}}}
"""A bridge in hand, so that the administration of seat 0 does not end by itself."""


def scored(card: str, **given: Any) -> list[Any]:
    """The points of seat 0 and the rules told when a card is scored."""
    round = int(card[2])
    t = table("yield", round=round, given={"seats.0.region": REGION, "board.scoring_cards": [card], **given})
    before = t.state.view("all")["seats"][0]["points"]
    t.play("0 done")
    told = [event for event in t.events if event.seat in (0, None)]
    return [t.state.view("all")["seats"][0]["points"] - before, {event.rule for event in told}]


@rules("20C-6.1", "20C-6.3", "20C-1.2", "20C-R.30")
def test_income_card() -> None:
    proves("20C-R.30", because="the tracks count, although the region would yield other numbers")
    points, told = scored("sc2-income", **{"seats.0.yields": {"coins": 9, "science": 5}})
    assert points == 14
    assert told >= {"20C-6.1", "20C-6.3", "20C-1.2"}


@rules("20C-6.4")
def test_double_card() -> None:
    points, told = scored("sc2-double", **{"seats.0.points": 17})
    assert points == 17
    assert "20C-6.4" in told


@rules("20C-6.5", "20C-8.A.3")
def test_clean_card_of_round_two() -> None:
    proves("20C-8.A.3", because="the hospital has no garbage and scores nothing")
    points, told = scored("sc2-clean")
    assert points == 2 * 6
    assert "20C-6.5" in told


@rules("20C-6.6")
def test_recycling_card() -> None:
    points, told = scored("sc4-recycling")
    assert points == 2 * 2 + 7
    assert "20C-6.6" in told


@rules("20C-6.7", "20C-R.36")
@pytest.mark.parametrize(("pollution", "value"), [(19, 19), (4, 4), (0, 0), (-28, 0)])
def test_flower_card(pollution: int, value: int) -> None:
    points, told = scored("sc4-flower", **{"seats.0.pollution": pollution, "seats.0.yields": {"prosperity": 5}})
    assert points == value + 5
    assert "20C-6.7" in told
    assert ("20C-R.36" in told) == (value == 0)


@rules("20C-6.8", "20C-R.35")
@pytest.mark.parametrize(("pollution", "section"), [(-28, 2), (-15, 2), (-10, 3), (-3, 3), (0, 4), (34, 4)])
def test_clean_card_of_round_four(pollution: int, section: int) -> None:
    points, told = scored("sc4-clean", **{"seats.0.pollution": pollution})
    assert points == 2 * section - 3 + 5
    assert told >= {"20C-6.8", "20C-R.35"}


def final(**given: Any) -> Table:
    """A final scoring of four; all events of it."""
    values = {f"seats.{i}.{good}": 0 for i in range(4) for good in ("coins", "science")}
    t = table("administration", round=6, players=4, given={**values, **OPEN, **given})
    return t.play("0 done")


@rules("20C-6.9", "20C-6.10", "20C-6.11", "20C-6.12", "20C-R.35", "20C-R.32", "20C-7.4", "20C-6.18")
def test_final_scoring_of_lands_and_pollution() -> None:
    region = {
        "s1": {"garbage": 0},
        "a01": {"cell": [1, 1], "garbage": 1},
        "a02": {"cell": [2, 2], "garbage": 2},
        "a03": {"cell": [3, 3], "garbage": 4},
        "t05": {"cell": [4, 4]},
    }
    t = final(**{"seats.0.region": region, "seats.0.pollution": -10})
    t.expect({"seats.0.points": 3 - 5 - 15 - 10, "over": True})
    own = [(event.kind, event.rule) for event in t.events if event.seat == 0]
    for wanted in (("clean_lands", "20C-6.9"), ("neutral_land", "20C-6.10"), ("dirty_land", "20C-6.11")):
        assert wanted in own
    assert ("pollution_scored", "20C-6.12") in own
    assert ("below_zero", "20C-R.32") in own
    assert kinds(t)["shown"] == ["20C-6.18"] * 4
    assert kinds(t)["phase"][-1] == "20C-7.4"
    assert t.state.view(3)["seats"][0]["coins"] == 0  # hands lie open now
    t.refuse("0 done", "20C-7.4")


def ranks(coins: list[int], good: str = "coins") -> tuple[list[int], list[str]]:
    t = final(**{f"seats.{i}.{good}": n for i, n in enumerate(coins)})
    told = [event for event in t.events if event.kind == "ranked" and event.data["good"] == good]
    return [event.data["points"] for event in told], [event.rule for event in told]


@rules("20C-6.13", "20C-6.14", "20C-6.15", "20C-6.16", "20C-6.17", "20C-R.33", "20C-R.34", "20C-R.50")
def test_commerce_and_research() -> None:
    """The two worked examples, and the cases around zero."""
    proves("20C-6.17", because="all four seats have the same yield tracks here, and their points differ by what they hold")
    assert ranks([12, 17, 17, 7]) == ([3, 6, 6, 0], ["20C-6.13", "20C-6.16", "20C-6.16", "20C-6.13"])
    assert ranks([9, 12, 9, 9], "science") == ([2, 8, 2, 2], ["20C-R.34", "20C-6.15", "20C-R.34", "20C-R.34"])
    assert ranks([5, 4, 3, 0]) == ([8, 5, 3, 0], ["20C-6.13", "20C-6.13", "20C-6.13", "20C-6.14"])
    assert ranks([5, 4, 3, 0], "science")[1][3] == "20C-R.33"
    assert ranks([5, 0, 0, 0]) == ([8, 0, 0, 0], ["20C-6.13", "20C-R.50", "20C-R.50", "20C-R.50"])
    assert ranks([0, 0, 0, 0])[0] == [0, 0, 0, 0]


@pytest.mark.parametrize(("players", "points"), [(3, [8, 5, 0]), (5, [8, 5, 3, 1, 0])])
@rules("20C-6.13")
def test_the_last_place_is_worth_nothing(players: int, points: list[int]) -> None:
    t = table("bonus", round=6, players=players, given={f"seats.{i}.coins": 9 - i for i in range(players)})
    base = [seat["points"] for seat in t.state.view("all")["seats"]]
    science = [seat["science"] for seat in t.state.view("all")["seats"]]
    assert len(set(science)) == 1  # all share research alike
    assert [a - base[-1] for a in base] == points


@rules("20C-6.19", "20C-S.3")
def test_the_introductory_game_scores_the_end_alike() -> None:
    t = table("administration", round=6, scoring_cards="no", given=OPEN).play("0 done")
    assert kinds(t)["phase"][-2] == "20C-6.19"
    full = table("administration", round=6, given=OPEN).play("0 done")
    assert t.state.scores == full.state.scores
    two = table("administration", round=2, scoring_cards="no", given=OPEN).play("0 done")
    two.expect({"board.scoring_cards": [], "seats.0.points": 0, "round": 3})


@rules("20C-7.5")
def test_most_prosperity_wins() -> None:
    t = final(**{"seats.2.points": 50, "seats.1.points": 49})
    assert kinds(t)["winner"] == ["20C-7.5"]
    assert t.state.winners == (2,)


@rules("20C-7.6", "20C-R.37", "20C-R.45")
def test_ties() -> None:
    proves("20C-R.37", because="seat 0 has a cube in the bin of a spent waste sorting and wins with one cube less on its land")
    dirty, clean = {"s1": {"garbage": 2}, "a01": {"cell": [1, 1]}}, {"s2": {"garbage": 1}, "a02": {"cell": [1, 1]}}
    given = {"seats.0.region": dirty, "seats.1.region": clean, "seats.0.points": 50, "seats.1.points": 50}
    t = table("administration", round=6, given={**given, "seats.0.technologies": {"t12": {}}})
    t.play("0 sort s1").expect({"winners": [0, 1]})
    assert kinds(t)["shared_win"] == ["20C-R.45", "20C-R.45"]
    t = table("administration", round=6, given={**given, **OPEN, "seats.0.points": 55}).play("0 done")
    assert t.state.scores[0] == t.state.scores[1]
    assert kinds(t)["tie_broken"] == ["20C-7.6"]
    t.expect({"winners": [1]})
