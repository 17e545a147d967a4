"""Questions with a single answer, declared choices, and what a seat does not want to be asked (NA-R.59, NA-R.35)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import pytest

from tafelrunde.games.new_angeles.rules.knowledge import hand_is_open
from tafelrunde.games.new_angeles.rules.orders import STANDING_ORDERS, latest_turn
from tafelrunde.games.new_angeles.state import AngelesState
from tests.support import Table, game_of

GAME = game_of("new_angeles")
MAIN_OFFER = {"step": "main_offer", "active": 0}
QUIET: dict[str, Any] = {f"seats.{seat}.hand": [] for seat in range(6)}
QUIET |= {f"seats.{seat}.capital": 10 for seat in range(6)}
QUIET |= {"board.districts": {}, "board.revealed": "coach_walden", "board.threat": 5}
UNREST = {"board.districts.4.unrest": "strike", "board.districts.5.unrest": "protest"}
OUTAGES = {"board.districts.4.outage": True, "board.districts.5.outage": True}
ANDROIDS = {"board.districts.1.android": True, "board.districts.2.android": True}
PASSED = tuple(f"{seat} pass" for seat in range(1, 6))
NOTHING: Mapping[str, Any] = {}


class Declared(NamedTuple):
    """A card, what its proposer declares for it, and what stands there when it has been carried out."""

    card: str
    answers: tuple[str, ...]
    expect: Mapping[str, Any]
    given: Mapping[str, Any] = NOTHING


DECLARED = [
    Declared("puff_piece", ("type labor",), {}),
    Declared("spin_doctors", ("lower 4", "lower 5"), {"board.districts.5.unrest": "stable"}, UNREST),
    Declared("full_deployment", ("name 2", "type labor"), {"seats.2.hand_size": 5}),
    Declared("full_deployment", ("name 2", "flip"), {"seats.2.hand_size": 0}),
    Declared(
        "gentrification", ("remove outage 4",), {"board.districts.4.prisec": True, "board.districts.5.outage": True}, OUTAGES
    ),
    Declared("ark_construction", ("place development 1",), {"board.districts.1.development": True}),
    Declared(
        "media_circus",
        ("lower 4", "place human_first 1"),
        {"board.districts.4.unrest": "stable", "board.districts.1.human_first": True},
        UNREST,
    ),
    Declared("riot_control", ("raise 1",), {"board.districts.1.unrest": "protest"}),
    Declared("liquidation", ("district 1",), {"board.districts.1.unrest": "strike"}),
    Declared("efficiency_experts", ("move 1 3",), {"board.districts.3.android": True}, ANDROIDS),
    Declared(
        "underpaid_overclocked",
        ("resource energy", "done", "place human_first 1", "place human_first 2"),
        {"board.districts.1.human_first": True, "board.districts.2.human_first": True},
    ),
]


@pytest.mark.parametrize("case", DECLARED, ids=lambda case: " ".join((case.card, *case.answers)))
def test_a_declared_choice_is_carried_out_without_a_question(case: Declared) -> None:
    """NA-R.35, NA-R.59: the proposer is asked nothing more, and what he declared happens."""
    emergency = case.card == "underpaid_overclocked"
    given = {"seats.0.emergencies.underpaid_overclocked": "up"} if emergency else {"seats.0.hand": [case.card]}
    table = Table(GAME, 6, at=MAIN_OFFER, corporations="fixed")
    table.given({**QUIET, **given, "seats.2.assets": ["caprice_nisei"], **case.given})
    passed = PASSED[1:] if emergency else PASSED  # without his emergency card seat 1 has nothing to counter with
    table.play(f"0 offer {case.card}", "2 use caprice_nisei", *(f"0 {answer}" for answer in case.answers), *passed)
    assert [event.kind for event in table.events].count("as_declared") == len(case.answers)
    assert not [question for seat, question in table.state.asked.items() if seat == 0 and question[1].kind != "hand_limit"]
    table.expect(case.expect)


def test_a_single_answer_is_declared_with_the_others() -> None:
    """NA-R.35: what is the only answer now may be one of several when the card is carried out."""
    table = Table(GAME, 6, at=MAIN_OFFER, corporations="fixed")
    table.given(
        {**QUIET, "seats.0.hand": ["media_circus"], "seats.2.assets": ["caprice_nisei"], "board.districts.4.unrest": "strike"}
    )
    table.play("0 offer media_circus", "2 use caprice_nisei")
    assert "place human_first 1" in table.moves(0)
    table.play("0 place human_first 1")
    table.expect({"board.offer.declared": [{"offer": "main", "moves": ["lower 4", "place human_first 1"]}]})


def a_game(players: int, seed: int) -> AngelesState:
    state: AngelesState = GAME.new(players, seed)
    return state


def test_an_open_hand_is_one_that_nobody_is_mistaken_about() -> None:
    """NA-R.59: every seat's sampled worlds have the same hand, as far as the engine calls it open."""
    random, found = Random(7), 0
    for seed in range(1, 61):
        players = GAME.players[seed % 3]
        state = a_game(players, seed)
        while not state.over:
            for seat in range(players):
                if state.hands[seat] and hand_is_open(state, seat):
                    found += 1
                    others = [other for other in range(players) if other != seat]
                    assert {state.sample(other, found).hands[seat] for other in others} == {state.hands[seat]}
            seat = random.choice(state.to_act)
            state.act(seat, random.choice(state.actions(seat)))
        if found >= 10:
            break
    assert found >= 10


def test_the_order_about_assets_passes_and_ends_with_the_next_own_turn() -> None:
    """No question about using an asset until the seat's next turn begins; everything else is asked as ever."""
    order = STANDING_ORDERS["assets"]
    random = Random(5)
    for players in GAME.players:
        state = a_game(players, players)
        marks = [latest_turn(state, seat) for seat in range(players)]
        passed = asked = 0
        while not state.over:
            now = [order.mark(state, seat) for seat in range(players)]
            assert [seat for seat in range(players) if now[seat] != marks[seat]] in ([], [state.active])
            if now != marks:
                assert now[state.active] == state.deal
            marks = now
            seat = random.choice(state.to_act)
            answer = order.answers(state, seat)
            if answer is None:
                asked += 1
                assert state.asked[seat][1].kind != "ability"
            else:
                passed += 1
                assert GAME.vocabulary[answer].text == "pass"
            state.act(seat, random.choice(state.actions(seat)) if answer is None else answer)
        assert passed
        assert asked
