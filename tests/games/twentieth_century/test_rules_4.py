"""Administration, placing and tracks between tiles (20C-4, 20C-9.1 to 9.11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.twentieth_century.helpers import kinds, office, table
from tests.support import proves

rules = pytest.mark.rules
NEW = {"seats.0.unlaid": {"a01": {"garbage": 1}, "a12": {"garbage": 2}}, "seats.0.waiting_garbage": 2}


@rules("20C-4.3", "20C-4.4", "20C-4.6", "20C-4.9", "20C-R.23", "20C-4.5", "20C-8.A.4")
def test_waste_comes_first_and_goes_on_the_lands_of_the_round() -> None:
    t = office(more={**NEW, "seats.0.unlaid": {"a01": {"garbage": 1}, "a12": {"garbage": 2}, "t03": {}}})
    assert t.state.decision(0).rule == "20C-4.6"
    assert t.moves(0) == ["garbage a01", "garbage a12"]
    proves("20C-4.5", because="with a lab among the new tiles, garbage is offered for the two lands only")
    proves("20C-8.A.4", because="no move puts garbage or a citizen on the lab")
    proves("20C-4.9", because="the cubes of the purchase stay where they are while waiting ones are placed")
    t.refuse("0 lay a01", "20C-4.3").refuse("0 citizen a01 a", "20C-4.3").refuse("0 done", "20C-4.4")
    t.refuse("0 garbage s1", "20C-4.6").play("0 garbage a12")
    assert kinds(t)["garbage_placed"] == ["20C-R.23"]
    t.play("0 garbage a12").expect({"seats.0.unlaid": {"a01": {"garbage": 1}, "a12": {"garbage": 4}, "t03": {}}})
    assert t.state.decision(0).kind == "tiles"


@rules("20C-4.7", "20C-4.4")
def test_without_new_land_waste_goes_on_the_region() -> None:
    t = office({"s1": {}, "a01": {"cell": [1, 0]}}, more={"seats.0.waiting_garbage": 1})
    assert t.state.decision(0).rule == "20C-4.7"
    t.refuse("0 garbage a07", "20C-4.7").play("0 garbage a01").expect(
        {"seats.0.region.a01.garbage": 1, "seats.0.waiting_garbage": 0}
    )
    assert kinds(t)["garbage_placed"] == ["20C-4.4"]


@rules("20C-4.10", "20C-4.11", "20C-R.24", "20C-4.13", "20C-4.15", "20C-9.5", "20C-4.16")
def test_tiles_and_citizens_in_any_order() -> None:
    t = office(technologies=["t06"], more={"seats.0.unlaid": {"a01": {}, "a12": {}}})
    assert t.state.decision(0).rule == "20C-4.10"
    t.refuse("0 done", "20C-4.10").refuse("0 citizen a01 a", "20C-R.24").refuse("0 citizen a07 a", "20C-4.11")
    t.refuse("0 lay a07", "20C-4.10").refuse("0 worker s1 c", "20C-4.16")
    t.play("0 lay a01", "0 cell 1 0", "0 turn 0").refuse("0 lay a01", "20C-9.5")
    assert t.state.decision(0).rule == "20C-R.24"
    assert t.moves(0) == ["lay a12", "citizen a01 a", "citizen a01 b"]
    t.play("0 lay a12", "0 cell 2 1", "0 turn 3")
    assert t.state.decision(0).rule == "20C-4.11"
    t.play("0 citizen a12 a")
    assert kinds(t)["city_works"] == ["20C-4.13"]
    t.play("0 citizen a01 b").refuse("0 citizen a01 a", "20C-4.15")
    assert t.state.decision(0).rule == "20C-4.16"
    t.expect({"seats.0.region.a12": {"cell": [2, 1], "turn": 3, "bridges": [], "citizens": ["a"], "garbage": 1}})
    t.expect({"seats.0.prospect": {"coins": 4, "science": 4, "prosperity": 3}, "seats.0.yields.coins": 3})


@rules("20C-4.11")
def test_the_citizen_of_a_land_with_one_city_is_placed_at_once() -> None:
    t = office(more={"seats.0.unlaid": {"a08": {}}}).play("0 cell 0 1", "0 turn 0")
    t.expect({"seats.0.region.a08.citizens": ["a"]})
    assert kinds(t)["citizen_placed"] == ["20C-4.11"]


@rules("20C-9.1", "20C-9.2", "20C-9.3", "20C-9.4", "20C-9.9", "20C-9.10", "20C-9.11")
def test_where_a_tile_may_lie() -> None:
    t = office(more={"seats.0.unlaid": {"a07": {}}})
    assert t.state.decision(0).rule == "20C-9.3"
    assert len(t.moves(0)) == 8
    t.refuse("0 cell 0 0", "20C-9.1").refuse("0 cell 2 0", "20C-9.3").refuse("0 cell w31 0", "20C-9.3")
    corner = office(more={"seats.0.unlaid": {"a07": {}}}).play("0 cell 1 1")
    assert corner.state.decision(0).rule == "20C-9.2"
    assert corner.moves(0) == ["turn 0", "turn 1", "turn 2", "turn 3"]
    corner.play("0 turn 2")
    assert kinds(corner)["tile_laid"] == ["20C-9.1"]
    assert kinds(corner)["corner_only"] == ["20C-9.11"]
    t.play("0 cell 0 1", "0 turn 0")  # the south port of S1 meets the north port of A07
    assert kinds(t)["joined"] == ["20C-9.10"]
    dead = office(more={"seats.0.unlaid": {"a07": {}}}).play("0 cell 1 0", "0 turn 0")
    assert kinds(dead)["dead_end"] == ["20C-9.9"]  # A07 has no track in the west
    open_end = office(more={"seats.0.unlaid": {"a07": {}}}).play("0 cell 0 -1", "0 turn 0")
    assert kinds(open_end)["dead_end"] == ["20C-9.4"]  # S1 has none in the north


@rules("20C-4.12", "20C-8.B.2")
def test_a_city_holds_one_citizen() -> None:
    t = office(technologies=["t06"]).refuse("0 worker s1 a", "20C-4.12").play("0 worker s1 c")
    t.expect({"seats.0.region.s1.citizens": ["a", "b", "c"]})


@rules("20C-4.17", "20C-4.18", "20C-4.20")
def test_yield_tracks_are_set_at_the_end() -> None:
    proves("20C-4.20", because="the tracks of every seat are in the view of a spectator, beside the open region")
    small = {"s1": {}, "a01": {"cell": [1, 0], "citizens": ["a"]}}
    t = office(small, ["t07"], more={"seats.0.yields": {"coins": 1}}).play("0 done")
    assert kinds(t)["yields"] == ["20C-4.17"]
    t.expect({"seats.0.yields": {"coins": 6, "science": 2, "prosperity": 0}})
    view = t.state.view(None)["seats"][0]
    assert view["yields"] == view["prospect"]
    large: dict[str, Any] = {"s1": {}} | {
        name: {"cell": [n + 1, 0], "citizens": ["a"]} for n, name in enumerate(["c03", "b01", "a08"])
    }
    t = office(large, ["t07"]).play("0 done").expect({"seats.0.yields": {"coins": 16, "science": 2, "prosperity": 2}})
    assert kinds(t)["yields"] == ["20C-4.18"]


@rules("20C-4.21")
def test_garbage_hides_nothing() -> None:
    proves("20C-4.21", because="the view gives garbage as a number of the tile, beside its cities, bridges and rotation")
    tile = office({"s1": {"garbage": 3}}).state.view(1)["seats"][0]["region"]["s1"]
    assert tile == {"cell": [0, 0], "turn": 0, "bridges": [], "citizens": ["a", "b"], "garbage": 3}


@rules("20C-4.1", "20C-4.2", "20C-R.1", "20C-R.53")
def test_order_may_be_demanded_before_the_own_first_step() -> None:
    given: dict[str, Any] = {f"seats.{seat}.unlaid": {tile: {}} for seat, tile in enumerate(["a01", "a08", "a07"])}
    given |= {f"seats.{seat}.technologies": {tech: {}} for seat, tech in enumerate(["t30", "t07", "t18"])}
    t = table("administration", active=1, given=given)  # the order is 1, 2, 0
    assert list(t.state.to_act) == [0, 1, 2]
    assert [[str(m) for m in t.state.free(seat)] for seat in range(3)] == [["demand"], [], ["demand"]]
    t.refuse("1 demand", "20C-R.1").play("2 cell 1 0", "2 turn 0").refuse("2 demand", "20C-R.1")
    t.play("0 demand").expect({"board.ordered": True})
    assert kinds(t)["demanded"] == ["20C-4.2"]
    assert list(t.state.to_act) == [1]
    t.refuse("0 cell 1 0", "20C-4.2").refuse("2 demand", "20C-4.2").refuse("2 done", "20C-4.2")
    t.play("1 cell 1 0", "1 turn 0", "1 done")
    assert list(t.state.to_act) == [2]
    t.refuse("1 done", "20C-R.53").play("2 done")
    assert list(t.state.to_act) == [0]
    t.play("0 cell 1 0", "0 turn 0", "0 citizen a01 a", "0 done").expect({"phase": "yield"})
    t.play("2 plant a07 a").expect({"phase": "land_auction", "round": 2, "board.ordered": True})


@rules("20C-4.2", "20C-4.1")
def test_order_belongs_to_the_administration() -> None:
    table("land_auction").refuse("0 demand", "20C-4.2").refuse("1 demand", "20C-4.2")
    t = table("disaster").play("0 column 1", "0 bid 0", "1 column 3", "1 bid 0", "2 column 5", "2 bid 0")
    assert kinds(t)["phase"][0] == "20C-4.1"
