"""Land auction and technology purchase (20C-2)."""

from __future__ import annotations

import pytest

from tests.games.twentieth_century.helpers import auction, kinds, table
from tests.support import proves

rules = pytest.mark.rules


@rules("20C-2.2", "20C-2.3", "20C-2.9", "20C-R.6", "20C-1.13")
def test_the_start_player_picks_a_land_and_opens() -> None:
    t = auction()
    assert t.moves(0) == ["quit", "pick a01", "pick a02", "pick a03", "pick a04", "pick a05"]
    t.refuse("0 pick a16", "20C-2.2").refuse("0 bid 3", "20C-2.2").refuse("0 pass", "20C-R.6").refuse("0 buy a01", "20C-2.19")
    t.play("0 pick a03")
    t.expect({"board.on_offer": None})
    t.refuse("0 bid 1", "20C-2.3").refuse("0 bid 11", "20C-2.9").refuse("0 quit", "20C-R.6").refuse("0 pass", "20C-R.6")
    assert t.moves(0) == [f"bid {n}" for n in range(2, 11)]
    t.play("0 bid 4").expect({"board.on_offer": {"land": "a03", "bid": 4, "bidder": 0}, "seats.0.coins": 10})
    assert kinds(t)["opened"] == ["20C-R.6"]


@rules("20C-2.4", "20C-2.5", "20C-2.6", "20C-2.7", "20C-2.8", "20C-R.7", "20C-R.8", "20C-R.12", "20C-2.23")
def test_the_bidding_goes_round() -> None:
    t = auction(players=4).play("0 pick a01", "0 bid 2")
    assert t.state.to_act == (1,)
    assert t.state.decision(1).rule == "20C-2.5"
    t.refuse("0 bid 5", "20C-R.8").refuse("3 bid 5", "20C-2.4").refuse("1 bid 2", "20C-R.7").refuse("1 bid 11", "20C-2.9")
    t.play("1 pass").refuse("1 bid 5", "20C-2.7").refuse("1 quit", "20C-2.23")
    t.play("2 bid 3", "3 quit", "3 decline").refuse("3 bid 9", "20C-2.8")
    assert t.state.decision(0).rule == "20C-2.6"
    t.play("0 bid 4")
    assert t.state.to_act == (2,)
    t.play("2 quit", "2 decline").expect({"seats.0.bought": ["a01"]}).refuse("1 pass", "20C-2.4")


@rules("20C-R.12", "20C-R.47", "20C-2.27", "20C-R.46")
def test_passing_is_final_even_when_others_quit() -> None:
    proves("20C-R.46", because="seat 0 opened with 2, was outbid and passed, and keeps its 10 coins")
    t = auction().play("0 pick a01", "0 bid 2", "1 bid 3", "2 pass", "0 quit")
    assert kinds(t)["sale_waits"] == ["20C-R.47"]
    t.expect({"board.price": 3, "seats.0.auction": "quit"}).refuse("2 bid 4", "20C-R.12")
    t.play("0 decline").expect({"seats.0.coins": 10, "seats.1.coins": 7, "board.price": 2})


@rules("20C-2.10", "20C-2.11", "20C-2.12", "20C-2.13", "20C-2.14", "20C-2.15", "20C-2.16", "20C-R.14")
def test_what_the_winner_does() -> None:
    t = auction().play("0 pick a01", "0 bid 2", "1 bid 3", "2 pass", "0 pass")
    assert set(kinds(t)) >= {"won", "land_paid", "land_taken", "marker_moved", "land_citizen", "land_garbage", "start_player"}
    t.expect({"seats.1.coins": 7, "seats.1.unlaid": {"a01": {"garbage": 1}}, "board.marker": 3, "board.start_player": 1})
    t.expect({"board.lands": ["a02", "a03", "a04", "a05"], "seats.1.bought": ["a01"]})
    t.play("1 pick a02", "1 bid 2", "2 pass", "0 pass").expect({"seats.1.unlaid": {"a01": {"garbage": 1}, "a02": {"garbage": 2}}})
    t.play("1 pick a03", "1 bid 2", "2 pass", "0 pass").expect({"board.marker": 5, "board.price": 0})
    t.play("1 pick a04", "1 bid 2", "2 bid 3", "0 pass", "1 pass")
    assert kinds(t)["marker_stays"] == ["20C-R.14"]
    t.expect({"board.marker": 5, "seats.2.unlaid": {"a04": {"garbage": 1}}, "seats.1.coins": 3})


@rules("20C-2.17", "20C-2.18", "20C-2.35", "20C-R.9", "20C-R.16")
def test_who_cannot_pay_the_minimum_must_quit() -> None:
    t = auction({"seats.0.coins": 1, "seats.2.coins": 0})
    assert t.state.decision(0).kind == "technology"
    assert t.state.decision(0).rule == "20C-R.9"
    t.play("0 take t06").expect({"board.start_player": 1})
    assert kinds(t)["start_player"] == ["20C-2.18"]
    t.play("1 quit").refuse("1 take t06", "20C-R.16").play("1 take t11")
    assert t.state.decision(2).rule == "20C-2.35"
    assert kinds(t)["forced_quit"] == ["20C-2.17"]
    t.play("2 take t12").expect({"seats.2.technologies": {"t12": {"spent": False}}})


@rules("20C-2.19", "20C-2.20", "20C-2.21", "20C-R.11", "20C-1.10")
def test_the_last_one_in_buys_at_the_minimum() -> None:
    t = auction().play("0 quit", "0 decline", "1 quit", "1 decline")
    assert t.state.decision(2).rule == "20C-2.19"
    assert t.moves(2) == ["quit", "buy a01", "buy a02", "buy a03", "buy a04", "buy a05"]
    t.refuse("2 pick a01", "20C-R.11").refuse("2 bid 5", "20C-R.11").refuse("2 buy a16", "20C-2.2")
    t.play("2 buy a02")
    assert kinds(t)["won"] == ["20C-2.20"]
    t.play("2 buy a01", "2 buy a03", "2 buy a04", "2 buy a05")
    assert kinds(t)["forced_quit"] == ["20C-2.21"]
    t.expect({"seats.2.coins": 0, "seats.2.unlaid.a05": {"garbage": 5}, "board.lands": [], "seats.2.auction": "quit"})
    t.play("2 decline")
    assert kinds(t)["left_over"] == ["20C-1.10"]


@rules("20C-R.10", "20C-2.1", "20C-2.34")
def test_when_lands_are_sold_out_the_last_winner_quits_first() -> None:
    t = auction({"board.lands": ["a01"]}).play("0 pick a01", "0 bid 2", "1 bid 3", "2 pass", "0 pass")
    assert kinds(t)["forced_quit"] == ["20C-R.10"]
    assert t.state.to_act == (1,)
    t.play("1 decline", "2 decline", "0 decline").expect({"board.start_player": 0, "phase": "disaster"})
    assert kinds(t)["auction_over"] == ["20C-2.1"]
    assert kinds(t)["bids_first"] == ["20C-2.34"]


@rules("20C-2.22", "20C-2.24", "20C-2.25", "20C-2.26", "20C-R.15")
def test_a_technology_is_offered_on_quitting_only() -> None:
    t = auction({"seats.0.science": 3, "seats.1.science": 2}).refuse("0 take t06", "20C-2.25").refuse("1 quit", "20C-2.4")
    t.play("0 quit")
    assert t.state.decision(0).rule == "20C-2.24"
    t.refuse("0 quit", "20C-2.22").play("0 take t12").expect({"seats.0.science": 0, "seats.0.pollution": 4})
    t.play("1 quit").refuse("1 take t11", "20C-2.26")
    assert t.moves(1) == ["decline"]
    t.play("1 decline")
    free = auction({"board.marker": 5, "seats.0.science": 0}).play("0 quit", "0 decline")
    assert kinds(free)["declined"] == ["20C-R.15"]


@rules("20C-2.28", "20C-2.29", "20C-2.30", "20C-2.31", "20C-2.32", "20C-2.33")
def test_the_ecological_effect_comes_once_with_the_purchase() -> None:
    given = {"board.technologies": ["t13", "t27", "t06", "t11"], "seats.0.pollution": -28, "seats.1.pollution": 26}
    given |= {"seats.1.technologies": {"t07": {}}}
    t = table("land_auction", round=5, given=given)
    t.play("0 quit", "0 take t13").expect({"seats.0.waiting_garbage": 1, "seats.0.pollution": -28, "seats.0.science": 4})
    assert kinds(t)["garbage_waits"] == ["20C-2.29"]
    assert kinds(t)["pollution"] == ["20C-2.30"]
    assert kinds(t)["steps_lost"] == ["20C-2.33"]
    t.play("1 quit", "1 take t27").expect({"seats.1.pollution": 34})
    assert kinds(t)["pollution"] == ["20C-2.31"]
    proves("20C-2.32", because="the marker and the waiting garbage stay as they are when the administration has passed")
    t.play("2 quit", "2 decline", "2 column 3", "2 bid 0", "0 column 1", "0 bid 0", "1 column 5", "1 bid 0")
    t.play("1 done").expect({"seats.1.pollution": 34, "seats.1.waiting_garbage": 0})


@rules("20C-2.36", "20C-R.13")
@pytest.mark.parametrize(("round", "coins"), [(1, 4), (3, 5), (5, 6)])
def test_compensation(round: int, coins: int) -> None:
    t = table("land_auction", round=round).play("0 quit", "0 decline", "1 quit", "1 decline")
    land = t.state.view(2)["board"]["lands"][0]
    t.play(f"2 buy {land}", "2 quit").expect({"seats.0.coins": 10})
    t.play("2 decline").expect({"seats.0.coins": 10 + coins, "seats.1.coins": 10 + coins})
    assert t.state.view("all")["seats"][2]["coins"] < 10


@rules("20C-2.37", "20C-S.16", "20C-S.21", "20C-S.18", "20C-S.20")
def test_money_is_secret_and_bids_are_public() -> None:
    t = auction().play("0 pick a01", "0 bid 4", "1 bid 7")
    proves("20C-2.37", because="only the seat on turn is given a decision with its list of bids")
    proves("20C-S.16", because="views of other seats and of spectators show neither coins nor science")
    proves("20C-S.21", because="worlds sampled for a seat keep the exact amounts of all seats")
    proves("20C-S.18", because="everything else about a seat is equal in its own view and in the view of a spectator")
    proves("20C-S.20", because="no bid above the coins held is legal, so that they never become negative")
    for viewer in (0, 1, None):
        seats = t.state.view(viewer)["seats"]
        assert [seat["coins"] for seat in seats] == [10 if viewer == i else None for i in range(3)]
        assert [seat["science"] for seat in seats] == [10 if viewer == i else None for i in range(3)]
        assert t.state.view(viewer)["board"]["on_offer"]["bid"] == 7
        assert t.state.view(viewer)["decision"] is None
    assert t.state.view(2)["decision"]["moves"][-1] == "bid 10"
    t.refuse("2 bid 11", "20C-2.9")
    world = t.state.sample(2, 5)
    assert (world.coins, world.science) == (t.state.coins, t.state.science)  # type: ignore[attr-defined]
    own, seen = t.state.view(2)["seats"][2], t.state.view(None)["seats"][2]
    assert {key for key in own if own[key] != seen[key]} == {"coins", "science"}
    shown = auction(open_money="yes").state.view(None)["seats"]
    assert [seat["coins"] for seat in shown] == [10, 10, 10]


@rules("20C-R.5", "20C-8.B.3", "20C-8.3", "20C-8.2", "20C-8.B.1", "20C-8.B.6")
def test_what_comes_with_a_technology() -> None:
    t = auction({"board.bridges": 1, "board.technologies": ["t07", "t18", "t06", "t11"]})
    t.play("0 quit", "0 take t07").expect({"board.bridges": 0, "seats.0.technologies": {"t07": {"spent": False}}})
    assert kinds(t)["bridge_taken"] == ["20C-8.B.3"]
    assert kinds(t)["beside"] == ["20C-8.3"]
    t.play("1 quit", "1 take t18").expect({"seats.1.technologies": {"t18": {"spent": True, "used": False}}})
    assert kinds(t)["no_bridge"] == ["20C-R.5"]
    assert kinds(t)["combined"] == ["20C-8.2"]
    t.play("2 quit", "2 take t06")
    assert kinds(t)["extra_citizen"] == ["20C-8.B.1"]
    park = auction().play("0 quit", "0 take t11")
    assert kinds(park)["park"] == ["20C-8.B.6"]
