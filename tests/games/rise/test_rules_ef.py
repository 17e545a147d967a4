"""RISE, phase E and final scoring: every field of satisfaction and politics, every way to tie."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.rise.oracle import DATA, begin, fields, run_scenario, sides
from tests.support import proves

SATISFACTION = [(side, field) for side in "AB" for field in fields("satisfaction", side)]
POLITICS = [(side, i, field["id"]) for side in "AB" for i, field in enumerate(fields("politics", side))]


@pytest.mark.rules("RISE-E.1", "RISE-E.2", "RISE-E.3")
@pytest.mark.parametrize(("side", "field"), SATISFACTION, ids=[f"{side}-{field['id']}" for side, field in SATISFACTION])
def test_round_end_on_every_satisfaction_field(side: str, field: dict[str, int]) -> None:
    """Side A: a point right of the start (the other marker stands on it); side B: the printed value."""
    given = {"seats.0.tracks.satisfaction": field["id"]}
    state = begin(2, {"sides": sides("satisfaction", side)}, {"round": 2, "step": "round_end"}, given)
    gained = int(int(field["id"]) > 0) if side == "A" else field["round_end"]
    assert [seat["points"] for seat in state.view("all")["seats"]] == [15 + gained, 15]


@pytest.mark.rules("RISE-E.2")
@pytest.mark.parametrize("places", list(product((-1, 0, 1, 2), repeat=3)), ids=str)
def test_who_has_the_happiest_population(places: tuple[int, ...]) -> None:
    given = {f"seats.{seat}.tracks.satisfaction": str(place) for seat, place in enumerate(places)}
    state = begin(3, {}, {"round": 2, "step": "round_end"}, given)
    happiest = [int(place > 0 and all(place >= other for other in places)) for place in places]
    assert [seat["points"] - 15 for seat in state.view("all")["seats"]] == happiest


@pytest.mark.rules("RISE-E.1", "RISE-E.2", "RISE-E.5")
def test_satisfaction_comes_before_the_coin_limit() -> None:
    at = {"round": 1, "step": "effect", "active": 0, "effects": [{"op": "joker", "n": 1}]}
    state = begin(2, {}, at, {"seats.0.coins": 8, "seats.0.tracks.satisfaction": "1"})
    kinds = [event.kind for event in state.play(0, "pass")]
    assert kinds.index("happiest_bonus") < kinds.index("coins_returned") < kinds.index("round")


@pytest.mark.rules("RISE-E.4", "RISE-E.5")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("field", [field["id"] for field in fields("environment", "B")])
def test_coin_limit_on_every_field_of_environment_b(field: str, turned: bool) -> None:
    limit = 3 if field in ("-3", "-4") else 10 if turned else 5
    given = {"seats.0.tracks.environment": field, "seats.0.vault_turned": turned, "seats.0.coins": 11}
    state = begin(2, {"sides": sides("environment", "B")}, {"round": 12, "step": "round_end"}, given)
    assert state.view("all")["seats"][0]["coins"] == limit


@pytest.mark.rules("RISE-E.6")
@pytest.mark.parametrize("number", range(1, 13))
def test_final_scoring_follows_round_twelve_only(number: int) -> None:
    state = begin(2, {}, {"round": number, "step": "round_end"}, {})
    assert state.over == (number == 12)
    view = state.view("all")
    assert (view["round"], view["phase"]) == ((12, "over") if number == 12 else (number + 1, "place"))
    refusal = state.explain(0, "upper")
    assert refusal is not None
    assert (refusal.rule == "RISE-E.6") == (number == 12)


@pytest.mark.rules("RISE-F.1")
@pytest.mark.parametrize(("side", "advanced", "field"), POLITICS)
def test_politics_points_of_every_field(side: str, advanced: int, field: str) -> None:
    given = {"seats.1.tracks.politics": field}
    state = begin(2, {"sides": sides("politics", side)}, {"step": "final"}, given)
    assert [seat["points"] for seat in state.view("all")["seats"]] == [15, 15 + advanced]


@pytest.mark.rules("RISE-F.2")
@pytest.mark.parametrize(("side", "field"), SATISFACTION, ids=[f"{side}-{field['id']}" for side, field in SATISFACTION])
def test_satisfaction_at_the_end(side: str, field: dict[str, int]) -> None:
    given = {"seats.0.tracks.satisfaction": field["id"]}
    state = begin(2, {"sides": sides("satisfaction", side)}, {"step": "final"}, given)
    points = field["game_end"] if side == "A" else 0
    assert [seat["points"] for seat in state.view("all")["seats"]] == [15 + points, 15]


@pytest.mark.rules("RISE-F.4")
@pytest.mark.parametrize("coins", range(8))
def test_final_trade_up_to_five_coins(coins: int) -> None:
    terms = DATA["tracks"]["culture"]["B"]["fields"][-1]["game_end_exchange"]
    assert (terms["pay_coins"], terms["gain_vp"], terms["max"]) == (1, 1, 5)
    given = {"seats.0.tracks.culture": "12", "seats.0.coins": coins}
    for times in range(min(coins, 5) + 1):
        state = begin(2, {"sides": sides("culture", "B")}, {"step": "final"}, given)
        assert state.over == (coins == 0)
        if coins:
            assert [str(move) for move in state.legal(0)] == [f"trade {n}" for n in range(min(coins, 5) + 1)]
            state.play(0, f"trade {times}")
        seat = state.view("all")["seats"][0]
        assert (seat["coins"], seat["points"]) == (coins - times, 15 + times)


@pytest.mark.rules("RISE-F.5")
def test_the_treasury_is_counted_before_the_trade() -> None:
    run_scenario("f/f5_the_treasury_counts_before_the_trade")
    proves("RISE-F.5", because="tile and trade have events of their own rules; only their order shows this one")


@pytest.mark.rules("RISE-F.6")
@pytest.mark.parametrize("culture", ["0", "6", "11"])
def test_coins_alone_are_worth_nothing(culture: str) -> None:
    run_scenario("f/f6_other_coins_are_worth_nothing")
    for side in "AB":
        given = {"seats.0.tracks.culture": culture, "seats.0.coins": 9}
        state = begin(2, {"sides": sides("culture", side)}, {"step": "final"}, given)
        assert state.over
        assert state.view("all")["seats"][0]["points"] == 15
    proves("RISE-F.6", because="nothing happens, and so nothing is told")


@pytest.mark.rules("RISE-F.7")
@pytest.mark.parametrize("points", list(product((14, 15), repeat=3)), ids=str)
@pytest.mark.parametrize("coins", [(0, 0, 0), (1, 2, 2), (3, 1, 2)], ids=str)
def test_the_winners(points: tuple[int, ...], coins: tuple[int, ...]) -> None:
    given = {f"seats.{seat}.points": n for seat, n in enumerate(points)}
    given |= {f"seats.{seat}.coins": n for seat, n in enumerate(coins)}
    state = begin(3, {}, {"step": "final"}, given)
    leaders = [seat for seat in range(3) if points[seat] == max(points)]
    richest = max(coins[seat] for seat in leaders)
    assert state.winners == tuple(seat for seat in leaders if coins[seat] == richest)
