"""Yield and recycling (20C-5, 20C-9.14)."""

from __future__ import annotations

import pytest

from tests.games.twentieth_century.helpers import kinds, office, plants, table
from tests.support import proves

rules = pytest.mark.rules
ALL = ["a", "b", "c"]


@rules("20C-5.1", "20C-5.2", "20C-R.29", "20C-R.52", "20C-R.4", "20C-5.11")
def test_income_for_all_at_once() -> None:
    """The worked example: tracks of 12 coins, 7 science and 8 prosperity."""
    proves("20C-R.4", because="coins and science are numbers without a limit; nothing asks a supply")
    t = office(more={"seats.2.technologies": {"t07": {}}})
    t.state.yields[0] = (12, 7, 8)  # type: ignore[attr-defined]
    t.play("2 done").expect({"seats.0.coins": 22, "seats.0.science": 17, "seats.0.points": 8, "seats.1.coins": 13})
    assert kinds(t)["income"] == ["20C-5.1"] * 3
    assert kinds(t)["prosperity"] == ["20C-5.2"] * 3
    assert kinds(t)["recycling_begins"] == ["20C-R.29"]
    assert "20C-R.52" in kinds(t)["phase"]
    assert kinds(t)["pawns_return"] == ["20C-5.11"]
    order = [event.kind for event in t.events]
    assert order.index("income") < order.index("recycling_begins") < order.index("pawns_return")


@rules("20C-5.3", "20C-5.4", "20C-5.5", "20C-5.10", "20C-R.28", "20C-9.14")
def test_a_staffed_plant_removes_one_cube() -> None:
    region = {"s1": {"garbage": 3, "citizens": ALL}, "a07": {"cell": [1, 1], "garbage": 1}, "a01": {"cell": [1, 0], "garbage": 1}}
    t = plants(region)
    assert t.state.decision(0).rule == "20C-5.4"
    assert t.moves(0) == ["done", "plant s1 c"]
    t.refuse("0 plant a07 a", "20C-5.3").refuse("0 plant b14 a", "20C-5.4").play("0 plant s1 c")
    assert t.state.decision(0).rule == "20C-9.14"
    t.play("0 clean s1").expect({"seats.0.region.s1.garbage": 2, "phase": "land_auction"})
    assert kinds(t)["cleaned"] == ["20C-5.5"]
    assert kinds(t)["garbage_returned"] == ["20C-5.10"]


@rules("20C-R.28", "20C-5.4")
def test_plants_act_once_each_and_may_decline() -> None:
    region = {"s1": {"garbage": 3, "citizens": ALL}, "a07": {"cell": [1, 1], "garbage": 1, "citizens": ["a"]}}
    t = plants(region).play("0 plant s1 c").refuse("0 plant s1 c", "20C-R.28").play("0 done")
    assert kinds(t)["recycling_stopped"] == ["20C-R.28"]
    t.expect({"seats.0.region.s1.garbage": 2, "seats.0.region.a07.garbage": 1})
    clean = {"s1": {"garbage": 1, "citizens": ALL}, "a07": {"cell": [1, 1], "citizens": ["a"]}}
    plants(clean).refuse("0 plant a07 a", "20C-5.4").play("0 plant s1 c")


@rules("20C-5.6", "20C-R.26", "20C-R.27", "20C-5.9", "20C-8.A.5", "20C-5.4")
def test_what_is_in_reach() -> None:
    region = {
        "s1": {"garbage": 1, "citizens": ALL},
        "a07": {"cell": [0, 1], "garbage": 1},  # joined to the south port, straight to the plant
        "a01": {"cell": [1, 0], "garbage": 1},  # joined to the east port, past city b
        "a12": {"cell": [1, 1], "garbage": 1},  # at a corner
        "t05": {"cell": [-1, 0]},
        "a02": {"cell": [-2, 0], "garbage": 1},  # behind a hospital
        "a16": {"cell": [-3, 0], "garbage": 1},  # far away
    }
    t = plants(region).play("0 plant s1 c")
    assert t.moves(0) == ["clean s1", "clean a01", "clean a07"]
    t.refuse("0 clean a12", "20C-5.9").refuse("0 clean a02", "20C-8.A.5").refuse("0 clean a16", "20C-5.6")
    t.refuse("0 clean b16", "20C-5.6")
    t.play("0 clean a01")
    assert kinds(t)["cleaned"] == ["20C-R.26"]
    t = plants(region).play("0 plant s1 c", "0 clean a07")
    assert kinds(t)["cleaned"] == ["20C-5.6"]
    more = {"a02": {"cell": [1, 0], "garbage": 1}}
    dead = {"s1": {"garbage": 1, "citizens": ALL}, "a01": {"cell": [0, 1], "garbage": 1}, **more}
    plants(dead).play("0 plant s1 c").refuse("0 clean a01", "20C-R.27")
    spotless = {"s1": {"citizens": ALL}, "a07": {"cell": [0, 1], "garbage": 1}, **more}
    plants(spotless).play("0 plant s1 c").refuse("0 clean s1", "20C-5.4")


@rules("20C-5.7", "20C-5.8")
def test_track_that_does_not_help() -> None:
    beside = {
        "s1": {"garbage": 1},
        "a05": {"cell": [1, 0], "garbage": 1, "citizens": ["a"]},
        "a10": {"cell": [1, -1], "garbage": 1},
    }
    plants(beside).play("0 plant a05 a").refuse("0 clean s1", "20C-5.7")
    detour = {
        "s1": {"garbage": 1},
        "a07": {"cell": [1, 0], "garbage": 1, "citizens": ["a"]},
        "a12": {"cell": [1, 1], "garbage": 1},
        "a02": {"cell": [0, 1], "turn": 1},
    }
    plants(detour).play("0 plant a07 a").refuse("0 clean s1", "20C-5.8")


@rules("20C-7.3", "20C-7.1", "20C-R.38", "20C-1.3")
def test_the_last_round_pays_prosperity_only() -> None:
    region = {"s1": {"garbage": 1, "citizens": ALL}, "a16": {"cell": [1, 1], "citizens": ["a"]}}
    t = table("yield", round=5, active=2, given={"seats.0.region": region, "seats.0.technologies": {"t07": {}}})
    t.play("0 done")
    assert kinds(t)["short_round"] == ["20C-7.1"]
    assert kinds(t)["short_round_order"] == ["20C-R.38"]
    assert "20C-1.3" in kinds(t)["phase"]
    t.expect({"round": 6, "phase": "administration", "seats.0.coins": 13, "seats.0.points": 2, "board.start_player": 2})
    t.play("0 done").expect({"seats.0.coins": 13, "seats.0.points": 4, "phase": "yield"})
    assert kinds(t)["no_income"] == ["20C-7.3"] * 3
    t.play("0 plant s1 c").expect({"over": True})


@rules("20C-R.53")
def test_nobody_is_ahead_of_the_phase() -> None:
    t = office(technologies=["t07"], more={"seats.1.technologies": {"t18": {}}})
    t.play("0 done").refuse("0 done", "20C-R.53").expect({"phase": "administration"})
    region = {"s1": {"garbage": 1, "citizens": ALL}}
    plants(region).refuse("1 done", "20C-R.53")
    assert t.state.to_act == (1,)
