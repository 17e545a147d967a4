"""Disaster bidding (20C-3)."""

from __future__ import annotations

import pytest

from tests.games.twentieth_century.helpers import busy, kinds, table
from tests.support import proves

rules = pytest.mark.rules


@rules("20C-3.1", "20C-R.44")
@pytest.mark.parametrize(("players", "columns"), [(3, [1, 3, 5]), (4, [1, 3, 4, 5]), (5, [1, 2, 3, 4, 5])])
def test_as_many_columns_as_players(players: int, columns: list[int]) -> None:
    t = table("disaster", players=players)
    assert t.moves(0) == [f"column {n}" for n in columns]
    assert sorted(t.state.view(None)["board"]["disaster"]["columns"]) == [str(n) for n in columns]
    if players < 5:
        t.refuse("0 column 2", "20C-3.1")


@rules("20C-3.3", "20C-3.4", "20C-3.5", "20C-3.6", "20C-3.7", "20C-R.20", "20C-R.22")
def test_first_bids() -> None:
    t = table("disaster", active=1, given={"seats.1.science": 7})
    assert t.state.decision(1).rule == "20C-3.3"
    t.refuse("1 pass", "20C-R.20").refuse("1 bid 3", "20C-3.3").play("1 column 5")
    assert t.state.decision(1).rule == "20C-3.7"
    assert t.moves(1) == [f"bid {n}" for n in range(8)]
    t.refuse("1 bid 26", "20C-3.5").refuse("1 bid 8", "20C-R.22").refuse("1 pass", "20C-R.20").play("1 bid 4")
    assert t.state.decision(2).rule == "20C-3.4"
    t.play("2 column 5")
    assert t.state.decision(2).rule == "20C-3.6"
    t.refuse("2 bid 4", "20C-3.6").play("2 bid 5").expect({"seats.2.disaster": {"column": 5, "bid": 5}})


@rules("20C-3.8", "20C-3.9", "20C-3.10", "20C-R.17", "20C-R.19", "20C-3.11", "20C-3.12", "20C-3.13", "20C-3.14")
def test_outbid_pawns_move_on_until_each_column_has_one() -> None:
    t = table("disaster", given={"board.disaster.card": "d2", **busy(0, 1, 2)})
    t.play("0 column 5", "0 bid 4", "1 column 5", "1 bid 6")
    t.play("2 column 1", "2 bid 0")
    assert kinds(t)["bidding_goes_on"] == ["20C-3.8"]
    assert t.state.decision(0).rule == "20C-3.10"
    t.refuse("1 column 3", "20C-3.9").refuse("2 column 3", "20C-3.9")
    t.play("0 column 5", "0 bid 7").refuse("2 column 3", "20C-3.9")
    assert t.state.to_act == (1,)
    t.play("1 column 3", "1 bid 0")
    assert kinds(t)["column_bid"] == ["20C-R.19"]
    assert set(kinds(t)["column_paid"]) == {"20C-3.11"}
    assert kinds(t)["start_player"] == ["20C-3.14"]
    t.expect({"seats.0.science": 3, "seats.1.science": 10, "seats.2.science": 10, "board.start_player": 2})
    t.expect({"seats.0.waiting_garbage": 0, "seats.1.waiting_garbage": 1, "seats.2.waiting_garbage": 2})
    t.expect({"seats.0.pollution": 0, "seats.1.pollution": -3, "seats.2.pollution": -6, "phase": "administration"})


@rules("20C-R.17")
def test_the_holder_of_a_column_is_skipped() -> None:
    t = table("disaster").play("0 column 1", "0 bid 0", "1 column 5", "1 bid 1", "2 column 5", "2 bid 2")
    assert kinds(t)["holds"] == ["20C-R.17"]
    assert t.state.to_act == (1,)


@rules("20C-R.18", "20C-R.21")
def test_there_is_always_a_legal_bid() -> None:
    t = table("disaster", given={"seats.0.science": 30, "seats.1.science": 99, "seats.2.science": 0, **busy(0)})
    t.play("0 column 5", "0 bid 25").refuse("1 column 5", "20C-R.21").play("1 column 3", "1 bid 0")
    assert t.state.decision(2).rule == "20C-R.18"
    t.refuse("2 column 3", "20C-R.22")
    assert t.moves(2) == ["column 1"]
    t.play("2 column 1", "2 bid 0").expect({"phase": "administration", "seats.0.science": 5})


@rules("20C-3.15")
def test_columns_and_bids_are_public() -> None:
    proves("20C-3.15", because="a spectator sees pawns and bids, and no science")
    t = table("disaster").play("0 column 5", "0 bid 4")
    view = t.state.view(None)
    assert view["seats"][0]["disaster"] == {"column": 5, "bid": 4}
    assert view["seats"][0]["science"] is None


DAMAGE = {
    "d1": [(3, 1), (2, 1), (2, 0), (1, 0), (0, 0)],
    "d2": [(2, 2), (1, 2), (1, 1), (1, 0), (0, 0)],
    "d3": [(2, 2), (2, 1), (1, 1), (1, 0), (0, 0)],
    "d4": [(1, 3), (1, 2), (1, 1), (0, 1), (0, 0)],
    "d5": [(3, 1), (3, 0), (2, 0), (1, 0), (0, 0)],
    "d6": [(3, 2), (2, 2), (2, 1), (1, 0), (0, 0)],
    "d7": [(2, 3), (2, 2), (1, 2), (1, 1), (0, 0)],
    "d8": [(4, 1), (3, 1), (2, 1), (1, 0), (0, 0)],
    "d9": [(3, 2), (3, 1), (2, 1), (1, 1), (0, 0)],
}


@rules("20C-3.12", "20C-3.13")
@pytest.mark.parametrize("card", DAMAGE)
def test_every_disaster_card(card: str) -> None:
    """Written down a second time, independent of the component file."""
    round = {"1": 1, "2": 1, "3": 1, "4": 3, "5": 3, "6": 3}.get(card[1], 5)
    t = table("disaster", round=round, players=5, given={"board.disaster.card": card, **busy(0, 1, 2, 3, 4)})
    for seat in range(5):
        t.play(f"{seat} column {seat + 1}", f"{seat} bid 0")
    fields = [0, -3, -6, -10]
    for seat, (garbage, dirt) in enumerate(DAMAGE[card]):
        t.expect({f"seats.{seat}.waiting_garbage": garbage, f"seats.{seat}.pollution": fields[dirt]})
