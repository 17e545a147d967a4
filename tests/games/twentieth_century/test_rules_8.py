"""Technologies: facilities, one-time and repeat uses, bridges (20C-8, 20C-9.14 to 9.25)."""

from __future__ import annotations

import pytest

from tests.games.twentieth_century.helpers import kinds, office
from tests.support import proves

rules = pytest.mark.rules


@rules("20C-8.A.2", "20C-9.15", "20C-8.A.11", "20C-8.A.6", "20C-R.43", "20C-8.A.8", "20C-8.A.9")
def test_a_facility_serves_cities_joined_to_it() -> None:
    t = office(technologies=["t07"], more={"seats.0.unlaid": {"t03": {}}}).play("0 cell 1 0", "0 turn 0")
    told = [(e.kind, e.data["city"], e.rule) for e in t.events if e.kind in ("served", "not_served")]
    assert told == [("not_served", "a", "20C-8.A.11"), ("served", "b", "20C-9.15"), ("not_served", "c", "20C-8.A.11")]
    assert kinds(t)["tile_laid"] == ["20C-8.A.2"]
    t.play("0 done").expect({"seats.0.yields": {"coins": 3, "science": 3, "prosperity": 0}})
    assert kinds(t)["bonus"] == ["20C-8.A.6"]
    south = office(more={"seats.0.unlaid": {"t03": {}}}).play("0 cell 0 1", "0 turn 0")
    assert "20C-R.43" in kinds(south)["not_served"]
    hospital = office(more={"seats.0.unlaid": {"t05": {}}}).play("0 cell 1 0", "0 turn 0")
    assert "20C-8.A.8" in kinds(hospital)["not_served"]
    apart = office({"s1": {}, "a04": {"cell": [0, 1]}}, more={"seats.0.unlaid": {"t05": {}}}).play("0 cell 1 1", "0 turn 0")
    assert kinds(apart)["not_served"] == ["20C-8.A.9"]
    assert kinds(apart)["served"] == ["20C-9.15"]


@rules("20C-8.A.10", "20C-8.A.7", "20C-8.A.3", "20C-R.25")
def test_forked_track_several_facilities_and_empty_cities() -> None:
    region = {"s1": {}, "c07": {"cell": [0, 1], "citizens": ["a"]}}
    t = office(region, ["t07"], more={"seats.0.unlaid": {"t01": {}, "t05": {}}}).play("0 lay t05", "0 cell -1 1", "0 turn 0")
    assert kinds(t)["served"] == ["20C-8.A.10", "20C-8.A.10"]
    t.play("0 cell 1 0", "0 turn 2", "0 done")
    told = {(e.data["tile"], e.data["city"]): (e.kind, e.rule) for e in t.events if e.kind in ("bonus", "no_bonus")}
    assert told[("c07", "a")] == ("bonus", "20C-8.A.6")
    assert told[("c07", "b")] == ("no_bonus", "20C-8.A.7")
    assert told[("s1", "b")] == ("bonus", "20C-8.A.6")
    t.expect({"seats.0.yields": {"coins": 4, "science": 4, "prosperity": 5}, "seats.0.clean_lands": 2})
    proves("20C-8.A.3", because="four tiles are laid, two of them facilities, and two lands count as clean")
    mines = {"s1": {}, "a08": {"cell": [1, 1], "citizens": ["a"]}, "t01": {"cell": [0, 1]}, "t13": {"cell": [1, 0]}}
    twice = office(mines, ["t07"]).play("0 done").expect({"seats.0.prospect.coins": 10})
    assert "20C-R.25" in kinds(twice)["bonus"]


@rules("20C-8.B.2", "20C-8.B.7", "20C-8.B.1", "20C-R.42")
def test_worker() -> None:
    t = office(technologies=["t07"]).refuse("0 worker s1 c", "20C-8.B.1")
    t = office(technologies=["t06", "t07"], round=6).refuse("0 worker a07 a", "20C-8.B.2").play("0 worker s1 c")
    assert kinds(t)["worker_placed"] == ["20C-8.B.2"]
    t.refuse("0 worker s1 c", "20C-8.B.7").expect({"seats.0.technologies.t06": {"spent": True}})
    new = office(technologies=["t06"], more={"seats.0.unlaid": {"a01": {}}})
    new.play("0 cell 1 0", "0 turn 0", "0 citizen a01 a", "0 worker a01 b")
    assert kinds(new)["worker_placed"] == ["20C-R.42"]


@rules("20C-8.B.5", "20C-8.B.7", "20C-R.31")
def test_waste_sorting() -> None:
    t = office(technologies=["t07"]).refuse("0 sort s1", "20C-8.B.5")
    t = office({"s1": {"garbage": 2}, "a01": {"cell": [1, 0]}}, ["t12", "t07"])
    t.refuse("0 sort a07", "20C-8.B.5").refuse("0 sort a01", "20C-R.31").play("0 sort s1").expect(
        {"seats.0.region.s1.garbage": 1}
    )
    assert kinds(t)["sorted"] == ["20C-8.B.5"]
    t.refuse("0 sort s1", "20C-8.B.7")


@rules("20C-8.C.1", "20C-8.C.2", "20C-8.C.4", "20C-R.48", "20C-9.16")
def test_locomotive() -> None:
    t = office(technologies=["t07"]).refuse("0 locomotive s1 a", "20C-8.C.2")
    region = {"s1": {}, "a07": {"cell": [1, 1], "citizens": ["a"]}, "a02": {"cell": [-1, 0], "turn": 2}}
    t = office(region, ["t08", "t19", "t07"])
    t.refuse("0 locomotive s1 c", "20C-8.C.2").refuse("0 locomotive a07 a", "20C-9.16").refuse("0 locomotive a12 a", "20C-8.C.2")
    t.play("0 locomotive s1 a")
    assert t.state.decision(0).rule == "20C-9.16"
    t.refuse("0 to s1 b", "20C-4.12").refuse("0 to a12 a", "20C-8.C.2").play("0 to s1 c")
    assert kinds(t)["rode"] == ["20C-8.C.2"]
    assert kinds(t)["plant_started"] == ["20C-R.48"]
    t.play("0 locomotive s1 c")  # no other city is in reach
    assert kinds(t)["rode"] == ["20C-8.C.4"]
    assert kinds(t)["plant_stopped"] == ["20C-R.48"]
    t.refuse("0 locomotive s1 a", "20C-8.C.1")


@rules("20C-8.C.3", "20C-9.17", "20C-9.16")
def test_cities_stop_a_locomotive_and_facilities_do_not() -> None:
    far = {"s1": {}, "t05": {"cell": [1, 0]}, "a01": {"cell": [2, 0]}, "a16": {"cell": [0, 1]}}
    t = office(far, ["t08"]).play("0 locomotive s1 b").refuse("0 to a01 b", "20C-9.17").refuse("0 to a16 b", "20C-9.16")
    t.play("0 to a01 a")
    assert kinds(t)["rode"] == ["20C-8.C.3"]


@rules("20C-8.C.5", "20C-R.31", "20C-8.C.1", "20C-8.C.6")
def test_garbage_truck() -> None:
    t = office(technologies=["t07"]).refuse("0 truck s1", "20C-8.C.5")
    office({"s1": {"garbage": 1}}, ["t09", "t07"]).refuse("0 truck s1", "20C-R.31")
    region = {"s1": {"garbage": 1, "citizens": ["a", "b", "c"]}, "a08": {"cell": [1, 1], "garbage": 2}, "a01": {"cell": [-1, -1]}}
    t = office(region, ["t09", "t07"]).refuse("0 truck a12", "20C-8.C.5").play("0 truck a08")
    assert t.state.decision(0).rule == "20C-8.C.5"
    t.refuse("0 unload a08", "20C-8.C.5").refuse("0 unload a12", "20C-8.C.5").play("0 unload s1")
    t.expect({"seats.0.region.s1.garbage": 2, "seats.0.region.a08.garbage": 1}).refuse("0 truck a08", "20C-8.C.1")
    proves("20C-8.C.6", because="a cube that came by truck is taken by the plant of its new land in the same round")
    t.play("0 done", "0 plant s1 c").expect({"seats.0.region.s1.garbage": 1})


@rules("20C-8.C.7", "20C-8.5", "20C-8.C.1", "20C-R.31")
@pytest.mark.parametrize(("technology", "good", "cost"), [("t10", "coins", 1), ("t20", "science", 1), ("t29", "coins", 1)])
def test_recycling_technology(technology: str, good: str, cost: int) -> None:
    region = {"s1": {"garbage": 3}, "a01": {"cell": [1, 0]}}
    poor = office(region, [technology], more={f"seats.0.{good}": cost - 1}).refuse(f"0 recycle {technology} s1", "20C-8.5")
    assert poor.moves(0)[0] == "done"
    t = (
        office(region, [technology, "t07"])
        .refuse(f"0 recycle {technology} a01", "20C-R.31")
        .refuse(f"0 recycle {technology} a12", "20C-8.C.7")
    )
    other = "t20" if technology != "t20" else "t10"
    t.refuse(f"0 recycle {other} s1", "20C-8.C.7").play(f"0 recycle {technology} s1")
    assert kinds(t)["recycled"] == ["20C-8.C.7"]
    t.expect({"seats.0.region.s1.garbage": 2, f"seats.0.{good}": 10 - cost}).refuse(f"0 recycle {technology} s1", "20C-8.C.1")


@rules("20C-8.C.8", "20C-8.5", "20C-R.31", "20C-8.C.1")
@pytest.mark.parametrize(("technology", "good"), [("t02", "science"), ("t21", "science"), ("t28", "coins")])
def test_remediation(technology: str, good: str) -> None:
    move = f"0 remediate {technology}"
    office(technologies=["t07"]).refuse(move, "20C-8.C.8")
    office(technologies=[technology, "t07"], more={f"seats.0.{good}": 2}).refuse(move, "20C-8.5")
    office(technologies=[technology, "t07"], more={"seats.0.pollution": 34}).refuse(move, "20C-R.31")
    t = office(technologies=[technology, "t07"]).play(move).refuse(move, "20C-8.C.1")
    assert kinds(t)["pollution"] == ["20C-8.C.8"]
    t.expect({"seats.0.pollution": 4, f"seats.0.{good}": 7})


@rules("20C-8.C.9", "20C-8.5", "20C-R.49")
@pytest.mark.parametrize(
    ("technology", "good", "cost", "gain"),
    [("t11", "coins", 2, 3), ("t22", "coins", 3, 5), ("t24", "science", 2, 3), ("t30", "science", 3, 6)],
)
def test_quality_of_life(technology: str, good: str, cost: int, gain: int) -> None:
    move = f"0 improve {technology}"
    office(technologies=["t07"]).refuse(move, "20C-8.C.9")
    office(technologies=[technology], more={f"seats.0.{good}": cost - 1}).refuse(move, "20C-8.5")
    more = {"board.scoring_cards": ["sc2-double", "sc4-flower"]}
    t = office(technologies=[technology, "t07"], round=2, more=more).play(move).refuse(move, "20C-8.C.1")
    assert kinds(t)["quality_of_life"] == ["20C-8.C.9"]
    t.expect({"seats.0.points": gain, f"seats.0.{good}": 10 - cost})
    proves("20C-R.49", because="the prosperity of the administration is doubled by the card of round II")
    t.play("0 done").expect({"seats.0.points": 2 * gain})


@rules("20C-8.4", "20C-7.2", "20C-8.C.1")
def test_technologies_of_round_five_work_twice() -> None:
    proves("20C-8.4", because="a technology of the last stack is used in the administrations of rounds V and VI")
    t = office(technologies=["t30"], round=5).play("0 improve t30", "0 done")
    t.expect({"round": 6, "seats.0.points": 6})
    assert t.state.decision(0).rule == "20C-7.2"
    t.play("0 improve t30").expect({"seats.0.points": 12})


# --- bridges ---------------------------------------------------------------------------------------


@rules("20C-8.B.4", "20C-8.B.3", "20C-8.B.7", "20C-9.18", "20C-9.19", "20C-9.24", "20C-9.25", "20C-R.39", "20C-9.21")
def test_a_bridge_is_laid_for_good() -> None:
    office(technologies=["t06"]).refuse("0 bridge s1", "20C-8.B.3")
    region = {"s1": {}, "a08": {"cell": [1, 0], "citizens": ["a"]}}
    t = office(region, ["t07", "t08"]).refuse("0 bridge a12", "20C-9.18").play("0 bridge a08")
    assert t.state.decision(0).rule == "20C-9.18"
    proves("20C-9.21", because="the points on offer are ports, nodes and midpoints; no corner is among them")
    assert set(t.moves(0)) == {f"end {p}" for p in ("n", "e", "s", "w", "a", "j", "n-a", "w-a", "s-j", "e-j")}
    t.refuse("0 end c", "20C-9.19").play("0 end a")
    assert t.state.decision(0).rule == "20C-9.19"
    t.refuse("0 end a", "20C-9.19").play("0 end s-j")
    assert kinds(t)["bridge_laid"] == ["20C-8.B.4"]
    assert kinds(t)["node_joined"] == ["20C-9.24"]
    assert kinds(t)["segment_split"] == ["20C-R.39"]
    assert kinds(t)["bridge_counts"] == ["20C-9.25"]
    t.expect({"seats.0.region.a08.bridges": [["a", "s-j"]]}).refuse("0 bridge a08", "20C-8.B.7")


@rules("20C-9.22", "20C-9.23", "20C-R.40", "20C-R.41")
def test_where_a_bridge_may_not_lie() -> None:
    crossing = office({"s1": {}, "a01": {"cell": [1, 0]}}, ["t07", "t18"]).play("0 bridge a01", "0 end n")
    crossing.refuse("0 end s", "20C-9.22").play("0 end a-b")
    crossing.play("0 bridge a01", "0 end n").refuse("0 end a-b", "20C-R.40")
    over = office({"s1": {}, "a16": {"cell": [1, 0]}}, ["t07"]).play("0 bridge a16", "0 end w")
    over.refuse("0 end e", "20C-9.22")
    building = office({"s1": {}, "t05": {"cell": [1, 0]}}, ["t07"]).play("0 bridge t05", "0 end n").refuse("0 end s", "20C-9.22")
    assert "end w-f" in building.moves(0)


@rules("20C-9.23", "20C-R.41", "20C-R.40")
def test_bridges_keep_clear_of_cities_and_buildings() -> None:
    """Searched over all tiles: each of the three refusals really occurs, and is right by the distance of the point."""
    from tafelrunde.games.twentieth_century.rules.tiles import bridge_fault, lies_over
    from tests.support import game_of

    layout = game_of("twentieth_century").layout  # type: ignore[attr-defined]
    found: dict[str, tuple[int, int, int]] = {}
    for number, tile in layout.tiles.items():
        for p in tile.points:
            for q in tile.points:
                fault = bridge_fault(layout.plan(number), p, q) if p != q else ""
                if fault in ("20C-9.23", "20C-R.41", "20C-R.40"):
                    found.setdefault(fault, (number, p, q))
                    others = [c for c in (*tile.cities, tile.building) if c >= 0 and c not in (p, q)]
                    assert any(lies_over(tile.places[p], tile.places[q], tile.places[c]) for c in others)
    for rule, (number, p, q) in found.items():
        tile = layout.tiles[number]
        start = tile.slug if tile.stack == "start" else "s1"
        region = {start: {}} if start == tile.slug else {"s1": {}, tile.slug: {"cell": [1, 0]}}
        t = office(region, ["t07"]).play(f"0 bridge {tile.slug}", f"0 end {tile.names_by_turn[0][p]}")
        t.refuse(f"0 end {tile.names_by_turn[0][q]}", rule)
    assert set(found) >= {"20C-9.23", "20C-R.41"}


@rules("20C-9.25", "20C-9.24")
def test_bridges_and_a_locomotive_in_one_administration() -> None:
    """Two bridges join two lands; then a citizen goes over them."""
    region = {"s1": {"citizens": ["a"]}, "a16": {"cell": [0, 1], "turn": 1, "citizens": ["a"]}}
    t = office(region, ["t07", "t18", "t08"]).refuse("0 locomotive a16 a", "20C-9.16")
    t.play("0 bridge a16", "0 end a", "0 end b", "0 bridge a16", "0 end n", "0 end b")
    t.refuse("0 bridge a16", "20C-8.B.7").play("0 locomotive s1 a").refuse("0 to a16 b", "20C-9.17")
    t = office(region, ["t07", "t18", "t08"]).play("0 bridge a16", "0 end n", "0 end b", "0 locomotive s1 a", "0 to s1 c")
    t.expect({"seats.0.region.s1.citizens": ["c"]}).refuse("0 locomotive s1 c", "20C-8.C.1")
