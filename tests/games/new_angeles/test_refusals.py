"""Every reason against a move arises: each guard has a position in which it, and no other, is what is said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from tafelrunde.core.errors import IllegalMove
from tests.support import Table, game_of

GAME = game_of("new_angeles")
CAPITAL = {f"seats.{seat}.capital": 10 for seat in range(6)}
NO_HANDS: dict[str, Any] = {f"seats.{seat}.hand": [] for seat in range(6)}
QUIET = {**CAPITAL, **NO_HANDS, "board.districts": {}, "board.revealed": "coach_walden", "board.threat": 5}
FULL = {
    "seats.0.hand": ["ark_construction", "puff_piece"],
    "seats.1.hand": ["clean_slate", "media_circus"],
    "seats.2.hand": ["riot_control", "arrest_orders", "liquidation"],
    "seats.3.hand": ["spin_doctors"],
    "seats.4.hand": ["spin_doctors"],
    "seats.5.hand": ["puff_piece", "puff_piece"],
}
MAIN_OFFER = {"step": "main_offer"}
COUNTEROFFER = {"step": "counteroffer", "main": "ark_construction"}
SUPPORT = {"step": "support", "main": "ark_construction"}
END_OF_TURN = {"step": "end_of_turn"}
TIED = {"step": "resolution", "main": "ark_construction", "counter": "clean_slate", "counter_by": 1}
PASSED = tuple(f"{seat} pass" for seat in range(1, 6))


NOTHING: Mapping[str, Any] = {}


class Case(NamedTuple):
    """A move that is refused: by which rule, with which sentence, in which position after which moves."""

    move: str
    rule: str
    key: str
    at: Mapping[str, Any]
    given: Mapping[str, Any] = NOTHING
    played: tuple[str, ...] = ()

    @property
    def verb(self) -> str:
        return self.move.split()[1]


def resolving(card: str) -> dict[str, Any]:
    return {"step": "resolve", "card": card}


def declared(move: str, card: str, *answers: str, then: tuple[str, ...] = (), given: Mapping[str, Any] = NOTHING) -> Case:
    """Caprice Nisei makes the proposer declare; when his card is resolved another answer is refused (NA-R.35)."""
    emergency = card in ("ruthless_tactics", "underpaid_overclocked")
    position: dict[str, Any] = {"seats.0.hand": [] if emergency else [card], "seats.2.assets": ["caprice_nisei"]}
    if emergency:
        position["seats.0.emergencies." + card] = "up"
    played = (f"0 offer {card}", "2 use caprice_nisei", *answers, *PASSED, *then)
    return Case(move, "NA-R.35", "declared", MAIN_OFFER, {**position, **given}, played)


def declaring(move: str, card: str = "ark_construction") -> Case:
    """While a card is declared for, only its own choice is asked."""
    given = {"seats.0.hand": [card], "seats.2.assets": ["caprice_nisei"]}
    return Case(move, "NA-R.35", "not_declared_now", MAIN_OFFER, given, (f"0 offer {card}", "2 use caprice_nisei"))


def closed(move: str) -> Case:
    """Nobody trades or promises while the cost of a counteroffer is being chosen."""
    played = ("0 offer ark_construction", "1 counter clean_slate", "2 counter riot_control")
    return Case(move, "NA-R.24", "no_window", MAIN_OFFER, FULL, played)


def trading(move: str, rule: str, key: str, *played: str, given: Mapping[str, Any] = NOTHING) -> Case:
    return Case(move, rule, key, MAIN_OFFER, {**FULL, **given}, played)


def barred(move: str) -> Case:
    """The draft was begun before Mark Yale barred its owner."""
    played = ("0 trade 1", "0 give capital 1", "0 offer ark_construction", "2 use mark_yale")
    return Case(move, "NA-AST.mark_yale", "barred", MAIN_OFFER, {**FULL, "seats.2.assets": ["mark_yale"]}, played)


def asset(slug: str, seat: int = 0) -> dict[str, Any]:
    return {f"seats.{seat}.assets": [slug]}


UNREST = {"board.districts.4.unrest": "strike", "board.districts.5.unrest": "protest"}
OUTAGES = {"board.districts.4.outage": True, "board.districts.5.outage": True}
GANGS = {f"board.districts.{district}.orgcrime": True for district in (2, 4, 9)}
ANDROIDS = {"board.districts.1.android": True, "board.districts.2.android": True}
EVENTS = ["activist_cells_awaken", "gang_wars_at_all_time_high", "earthquake_rocks_city"]
IN_TURN = {"seats.5.assets": ["eiko"], "seats.1.hand": ["puff_piece"]}
PROPOSED = ("3 trade 2", "3 give capital 8", "3 propose")

LABOR = {f"seats.{seat}.hand": [card] * 5 for seat, card in enumerate(("efficiency_experts", "high_risk_investments"))}
LABOR |= {f"seats.{seat}.hand": [card] * 5 for seat, card in ((2, "labor_solutions"), (4, "liquidation"))}

SETUP = [
    Case("1 corporation nbn", "NA-S.6", "corporation_taken", {}, played=("0 corporation nbn",)),
    Case("3 type labor", "NA-R.21", "none_to_draw", {"step": "refresh", "active": 3}, LABOR),
    Case("3 type labor", "NA-5.1", "type_drawn", {"step": "refresh", "active": 3}, played=("3 type labor",)),
]
DECLARED = [
    declared(
        "0 drop mr_white",
        "vanity_project",
        "0 name 1",
        "0 drop susan_chen",
        given={"seats.1.assets": ["susan_chen", "mr_white"]},
    ),
    declared("0 spend 3", "information_procurement", "0 spend 2"),
]
OFFERS = [
    Case("0 pass", "NA-1.2a", "must_offer", MAIN_OFFER, FULL),
    Case("0 offer sweeps_week", "NA-38.2", "emergency_not_ready", MAIN_OFFER, FULL),
    Case("0 offer clean_slate", "NA-1.2", "not_in_hand", MAIN_OFFER, FULL),
    Case("1 counter sweeps_week", "NA-38.2", "emergency_not_ready", COUNTEROFFER, FULL),
    Case("1 counter puff_piece", "NA-24.1", "not_in_hand", COUNTEROFFER, FULL),
    Case("3 counter spin_doctors", "NA-1.3a", "cannot_pay_counter", COUNTEROFFER, FULL, ("1 counter clean_slate", "2 pass")),
    Case("1 support counter", "NA-R.18", "no_counteroffer", SUPPORT, FULL),
    Case(
        "0 discard liquidation", "NA-2.5", "not_in_hand", END_OF_TURN, {"seats.0.hand": ["puff_piece"] * 5 + ["clean_slate"] * 5}
    ),
    Case("1 add puff_piece", "NA-60.1", "not_in_hand", SUPPORT, FULL, ("1 support main",)),
    Case("1 done", "NA-60.1", "one_card_at_least", SUPPORT, FULL, ("1 support main",)),
]
CARDS = [
    Case("0 done", "NA-R.55", "must_remove", resolving("gentrification"), OUTAGES),
    Case("0 remove outage 6", "NA-R.55", "not_there", resolving("gentrification"), OUTAGES),
    Case(
        "0 remove illness 4", "NA-17.0", "wrong_piece", resolving("gentrification"),
        {**OUTAGES, "board.districts.4.illness": True},
    ),
    Case("0 place prisec 6", "NA-R.12", "prisec_there", resolving("arrest_orders"), {"board.districts.6.prisec": True}),
    Case("0 place outage 1", "NA-34.0", "wrong_piece", resolving("ark_construction")),
    Case("0 lower 1", "NA-52.1", "already_stable", resolving("media_circus"), UNREST),
    Case("0 lower 4", "NA-ACT.spin_doctors", "lowered_already", resolving("spin_doctors"), UNREST, ("0 lower 4",)),
    Case("0 raise 4", "NA-R.39", "cannot_rise", resolving("riot_control"), UNREST),
    Case(
        "0 raise 1", "NA-R.39", "raised_already", resolving("ruthless_tactics"),
        {"seats.0.emergencies.ruthless_tactics": "up"}, ("0 raise 1",),
    ),
    Case("0 district 4", "NA-ACT.liquidation", "cannot_rise", resolving("liquidation"), UNREST),
    Case("0 move 1 2", "NA-7.2", "android_there", resolving("labor_solutions"), ANDROIDS),
    Case("0 move 3 4", "NA-R.37", "android_moved", resolving("labor_solutions"), ANDROIDS, ("0 move 1 3",)),
    Case("0 move 5 6", "NA-7.1", "no_android", resolving("labor_solutions"), ANDROIDS),
    Case(
        "0 resource tech", "NA-EMG.underpaid_overclocked", "resource_chosen", resolving("underpaid_overclocked"),
        {"seats.0.emergencies.underpaid_overclocked": "up"}, ("0 resource tech",),
    ),
    Case("0 name 0", "NA-66.4", "not_yourself", resolving("full_deployment")),
    Case("0 name 2", "NA-ACT.high_risk_investments", "named_already", resolving("high_risk_investments"), {}, ("0 name 2",)),
    Case(
        "0 drop tanaka", "NA-ACT.vanity_project", "not_partners_asset", resolving("vanity_project"),
        asset("eiko", 1), ("0 name 1",),
    ),
    Case("0 spend 11", "NA-R.8", "cannot_pay", resolving("information_procurement")),
    Case(
        "0 bury social_apps_spark_revolution", "NA-ACT.unorthodox_knowledge", "not_looked_at",
        resolving("unorthodox_knowledge"), {"board.decks.events.top": EVENTS},
    ),
    Case(
        f"0 top {EVENTS[0]}", "NA-ACT.unorthodox_knowledge", "not_looked_at",
        resolving("unorthodox_knowledge"), {"board.decks.events.top": EVENTS}, (f"0 bury {EVENTS[0]}",),
    ),
    Case("0 pass", "NA-EMG.energy_for_all", "must_draw", resolving("energy_for_all")),
    Case("0 done", "NA-ACT.efficiency_experts", "must_move", resolving("efficiency_experts"), ANDROIDS),
    Case("0 place outage 4", "NA-R.10", "piece_there", resolving("scorched_earth"), OUTAGES),
    Case(
        "0 place outage 6", "NA-ACT.clean_slate", "not_removed_from", resolving("clean_slate"),
        {"board.districts.4.illness": True, "board.districts.5.illness": True}, ("0 remove illness 4", "0 remove illness 5"),
    ),
    Case("0 district 9", "NA-ACT.scorched_earth", "other_tier", resolving("scorched_earth"), GANGS, ("0 place outage 1",)),
    Case("0 district 3", "NA-R.55", "no_enemy", resolving("scorched_earth"), GANGS, ("0 place outage 1",)),
    *(declaring(f"0 {move}") for move in ("flip", "type labor", "spend 1", "pass", "done", "name 1", "remove outage 1")),
    *(declaring(f"0 {move}") for move in ("lower 1", "raise 1", "district 1", "move 1 2", "resource tech", "drop eiko")),
    declaring("0 place development 1", "puff_piece"),
]  # fmt: skip
ASSETS = [
    Case("5 use tanaka", "NA-66.1", "not_your_asset", SUPPORT, IN_TURN, ("1 abstain",)),
    Case(
        "0 use susan_chen", "NA-21.0", "asset_exhausted", END_OF_TURN,
        {"seats.0.assets": ["susan_chen", "mr_li"], "seats.0.exhausted": ["susan_chen"]},
    ),
    Case(
        "0 use mr_li", "NA-6.1", "ability_used", END_OF_TURN, {"seats.0.assets": ["mr_li", "marco_cubrero"]},
        ("0 use mr_li", "0 name 0", "0 type labor", "0 type labor"),
    ),
    Case("5 use tanaka", "NA-66.4", "wrong_moment", SUPPORT, {**IN_TURN, "seats.5.assets": ["eiko", "tanaka"]}, ("1 abstain",)),
    Case(
        "0 seize sweeps_week", "NA-R.42", "in_offer_box",
        {"step": "resolution", "main": "ark_construction", "counter": "sweeps_week", "counter_by": 4},
        {"board.revealed": "bryan_stinson"}, ("0 place development 1",),
    ),
    Case("0 seize ruthless_tactics", "NA-38.6", "not_anothers_card", {"step": "claim", "asset": "bryan_stinson"}),
    Case(
        "1 pay", "NA-R.19", "cannot_pay", COUNTEROFFER,
        {**asset("chief_gorman", 5), "seats.1.hand": ["puff_piece"], "seats.1.capital": 1},
        ("1 counter puff_piece", "5 use chief_gorman"),
    ),
    Case("1 lose", "NA-R.45", "must_play_card", SUPPORT, {**IN_TURN, "seats.1.capital": 0}, ("1 abstain", "5 use eiko")),
    Case(
        "2 support counter", "NA-AST.locust_company", "kept_from_counter",
        {**SUPPORT, "counter": "clean_slate", "counter_by": 1},
        {**asset("locust_company", 5), "seats.2.hand": ["puff_piece"]}, ("5 use locust_company", "5 name 2"),
    ),
    Case(
        "2 side counter", "NA-AST.isabel_mcguire", "deck_first", {**SUPPORT, "counter": "clean_slate", "counter_by": 1},
        asset("isabel_mcguire", 2), ("2 use isabel_mcguire",),
    ),
    Case(
        "2 type labor", "NA-AST.isabel_mcguire", "deck_named", {**SUPPORT, "counter": "clean_slate", "counter_by": 1},
        asset("isabel_mcguire", 2), ("2 use isabel_mcguire", "2 type labor"),
    ),
    Case(
        "0 use monica_singh", "NA-R.23", "ability_done", TIED,
        {"seats.0.assets": ["monica_singh", "saul_eustecio"], "seats.2.assets": ["midori"]},
        ("2 use midori", "2 win counter", "0 use monica_singh"),
    ),
    Case("0 take tanaka", "NA-56.2", "not_anothers_asset", {"step": "claim", "asset": "hernando_cortez"}, asset("eiko", 2)),
    Case(
        "0 take eiko", "NA-AST.alex_westlund", "same_holder", END_OF_TURN,
        {**asset("alex_westlund"), "seats.2.assets": ["eiko", "midori"], **asset("tanaka", 3)},
        ("0 use alex_westlund", "0 take midori"),
    ),
    Case(
        "0 resource tech", "NA-8.3", "resource_empty", END_OF_TURN,
        {**asset("fumiko_yamamori"), "board.supply.energy": 1, "board.supply.credits": 1, "board.supply.tech": 0},
        ("0 use fumiko_yamamori",),
    ),
    Case(
        "0 done", "NA-AST.bernice_mai", "must_give", END_OF_TURN,
        {**asset("bernice_mai"), "seats.0.hand": ["puff_piece", "arrest_orders"]}, ("0 use bernice_mai", "0 name 3"),
    ),
    Case(
        "0 steal liquidation", "NA-AST.mr_white", "not_in_that_hand", END_OF_TURN,
        {**asset("mr_white"), "seats.4.hand": ["puff_piece"]}, ("0 use mr_white", "0 name 4"),
    ),
    Case(
        "0 hand clean_slate", "NA-AST.bernice_mai", "not_in_hand", END_OF_TURN,
        {**asset("bernice_mai"), "seats.0.hand": ["puff_piece", "arrest_orders"]}, ("0 use bernice_mai", "0 name 3"),
    ),
    Case(
        "1 done", "NA-R.25", "exact_support", SUPPORT, FULL,
        ("0 trade 1", "0 give capital 2", "0 ask support main 2", "0 propose", "1 accept 0", "1 add media_circus"),
    ),
]  # fmt: skip
TRADES = [
    *(closed(move) for move in ("3 trade 4", "3 give capital 1", "3 ask capital 1", "3 propose", "3 withdraw")),
    *(closed(move) for move in ("3 accept 4", "3 decline 4", "3 promise 4 pay 1 now")),
    trading("3 trade 3", "NA-R.24", "no_partner"),
    trading("3 accept 3", "NA-26.0", "no_partner"),
    trading("3 decline 3", "NA-R.24", "no_partner"),
    trading("3 promise 3 pay 1 now", "NA-R.26", "no_partner"),
    *(barred(move) for move in ("0 trade 1", "0 give capital 2", "0 ask capital 2", "0 propose", "1 accept 0")),
    trading("3 give capital 1", "NA-R.24", "no_draft"),
    trading("3 ask capital 1", "NA-R.24", "no_draft"),
    trading("3 propose", "NA-R.24", "no_draft"),
    trading("3 give capital 11", "NA-R.8", "cannot_pay", "3 trade 2"),
    trading("3 give asset eiko", "NA-66.8", "not_your_asset", "3 trade 2", given=asset("eiko", 2)),
    trading("3 give asset eiko", "NA-R.24", "in_draft_already", "3 trade 2", "3 give asset eiko", given=asset("eiko", 3)),
    trading("3 ask capital 11", "NA-R.8", "partner_cannot_pay", "3 trade 2"),
    trading("3 ask asset eiko", "NA-66.8", "not_partners_asset", "3 trade 2", given=asset("eiko", 3)),
    trading("3 ask asset eiko", "NA-R.24", "in_draft_already", "3 trade 2", "3 ask asset eiko", given=asset("eiko", 2)),
    trading("3 ask abstain", "NA-R.25", "not_owed", "3 trade 2"),
    trading("3 propose", "NA-26.0", "cannot_be_fulfilled", "3 trade 2"),
    trading("3 withdraw", "NA-R.24", "nothing_to_withdraw"),
    trading("2 accept 3", "NA-R.24", "nothing_proposed", "3 trade 2", "3 give capital 1"),
    trading("2 decline 3", "NA-R.24", "nothing_proposed", "3 trade 2", "3 give capital 1"),
    trading("4 accept 3", "NA-R.24", "nothing_proposed", *PROPOSED),
    Case(
        "0 accept 3", "NA-26.0", "cannot_be_fulfilled", MAIN_OFFER, FULL,
        ("3 trade 0", "3 give capital 2", "3 ask offer liquidation", "3 propose"),
    ),
    trading("3 give abstain", "NA-R.25", "not_owed_by_you", "3 trade 2"),
    trading("3 promise 4 support 3 now", "NA-R.26", "cannot_promise"),
    trading("3 promise 4 give eiko now", "NA-R.26", "cannot_promise"),
]  # fmt: skip
CASES = [*SETUP, *DECLARED, *OFFERS, *CARDS, *ASSETS, *TRADES]


def position(case: Case) -> Table:
    if not case.at:
        return Table(GAME, 6, corporations="choose")
    return Table(GAME, 6, at={"active": 0, **case.at}, corporations="fixed").given({**QUIET, **case.given})


def refused(table: Table, line: str) -> tuple[str, str]:
    seat, _, move = line.partition(" ")
    before = table.state.to_json()
    with pytest.raises(IllegalMove) as refusal:
        table.state.play(int(seat), move)
    assert table.state.to_json() == before
    return refusal.value.rule, refusal.value.key


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.move}: {case.key}".replace(" ", "_"))
def test_refused(case: Case) -> None:
    table = position(case).play(*case.played)
    assert refused(table, case.move) == (case.rule, case.key)


def test_only_a_dealt_investment_can_be_kept() -> None:
    state = GAME.new(6, 1, {"corporations": "fixed"})
    while state.decision(state.to_act[0]).kind != "keep":
        state.act(state.to_act[0], state.actions(state.to_act[0])[0])
    seat = state.to_act[0]
    dealt = {str(move) for move in state.legal(seat)}
    other = next(move for move in GAME.vocabulary if move.verb == "keep" and str(move) not in dealt)
    for move, key in ((other, "not_dealt"), (GAME.move("pass"), "must_keep")):
        refusal = state.explain(seat, move)
        assert refusal is not None
        assert (refusal.rule, refusal.key) == ("NA-29.0", key)


def test_only_players_at_the_table_can_be_named() -> None:
    table = Table(GAME, 4, at={**END_OF_TURN, "active": 0}, corporations="fixed").given(asset("susan_chen"))
    table.play("0 use susan_chen")
    assert refused(table, "0 name 4") == ("NA-66.4", "no_partner")


OWN_TESTS = {("keep", "NA-29.0", "not_dealt"), ("pass", "NA-29.0", "must_keep"), ("name", "NA-66.4", "no_partner")}


def test_every_guard_has_a_case() -> None:
    shown = {(case.verb, case.rule, case.key) for case in CASES} | OWN_TESTS
    guards = {(verb, guard.rule, guard.key) for verb, known in GAME.guards.verbs.items() for guard in known.guards}
    assert guards <= shown
