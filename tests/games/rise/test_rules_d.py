"""RISE, phase D: both options of every action card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tafelrunde.core.state import State
from tests.games.rise import oracle
from tests.games.rise.oracle import DATA, Stand, begin

CARDS = DATA["action_cards"]
EASY = {1: ["e1-01", "e1-03", "e1-05", "e1-07"], 2: ["e2-01", "e2-03", "e2-05", "e2-07"], 3: ["e3-01", "e3-03", "e3-05", "e3-07"]}


def _before(card: dict[str, Any], **given: Any) -> State:
    """Seat 0 and then seat 1 act on the card; seat 0 alone has the happiest population."""
    row = [card["id"], *(name for name in EASY[card["epoch"]] if name != card["id"])][:4]
    basic = {
        "board.actions": row,
        "board.factories": [[0, 1], [], [], []],
        "seats.0.coins": 9,
        "seats.0.tracks.satisfaction": "1",
        "seats.0.active_tiles": ["start-science"],
        "seats.0.inactive_tiles": ["tile-bank"],
    }
    at = {"round": card["epoch"] * 4 - 3, "step": "action", "active": 0, "card": 1}
    return begin(2, {}, at, {**basic, **given})


def _carry_out(state: State, stand: Stand, effects: list[Any]) -> None:
    """Decline everything; gains and losses must be those of the option, then the factory goes back."""
    for entry in effects:
        after = stand.after(entry)
        if after is not None:
            stand = after
            continue
        assert entry["op"] in ("advance", "joker", "school_run", "school_run_or_refresh")
        assert Stand.of(state) == stand
        asked = state.decision(0)
        assert asked.kind == entry["op"].removeprefix("school_")
        if entry["op"] in ("advance", "joker"):
            assert asked.data["n"] == entry["n"]
        if entry["op"] == "advance":
            assert oracle.options(state) == oracle._steps(state, entry["track"])
        state.play(0, "pass")
    assert Stand.of(state) == stand
    view = state.view("all")
    assert state.to_act == (1,)
    assert view["board"]["order"] == [0, None]
    assert view["board"]["factories"][0] == [1]


@pytest.mark.rules("RISE-D.2", "RISE-D.3", "RISE-D.4", "RISE-D.8")
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["id"])
def test_upper_option_of_every_card(card: dict[str, Any]) -> None:
    state = _before(card)
    assert oracle.options(state) == {"upper", "lower"}
    stand = Stand.of(state)
    state.play(0, "upper")
    _carry_out(state, stand, card["upper"]["effects"])


@pytest.mark.rules("RISE-D.3", "RISE-D.5", "RISE-D.8")
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card["id"])
def test_lower_option_of_every_card(card: dict[str, Any]) -> None:
    """The cost, coins or revolt, is gone before the first effect of the option."""
    state = _before(card)
    stand = Stand.of(state)
    lower = card["lower"]
    state.play(0, "lower")
    paid = replace(
        stand,
        coins=stand.coins - lower.get("cost_coins", 0),
        satisfaction=stand.satisfaction - lower.get("cost_revolt", 0),
    )
    _carry_out(state, paid, lower["effects"])


@pytest.mark.rules("RISE-D.5", "RISE-D.6", "RISE-D.7")
@pytest.mark.parametrize("card", [card for card in CARDS if card["lower"].get("cost_coins")], ids=lambda card: card["id"])
def test_lower_options_need_their_whole_cost(card: dict[str, Any]) -> None:
    """One coin short is not enough, the exact sum is, and no remission of the bank helps."""
    cost = card["lower"]["cost_coins"]
    poor = {"seats.0.points": 0, "seats.0.tracks.bank": "5", "seats.0.tracks.office": "1"}  # leaving keeps it a choice
    short = _before(card, **poor, **{"seats.0.coins": cost - 1})
    assert oracle.options(short) == {"upper"}
    refusal = short.explain(0, "lower")
    assert refusal is not None
    assert refusal.rule == "RISE-D.6"
    state = _before(card, **poor, **{"seats.0.coins": cost})
    state.play(0, "lower")
    assert Stand.of(state).coins == sum(entry["n"] for entry in _leading_gains(card["lower"]["effects"]))


def _leading_gains(effects: list[Any]) -> list[Any]:
    """The coins an option gives before its first question; steps beyond the end of the bank are none (RISE-R.4)."""
    found = []
    for entry in effects:
        if entry.get("track") == "bank":
            continue
        if entry["op"] not in ("coins", "vp", "school_refresh"):
            break
        found += [entry] if entry["op"] == "coins" else []
    return found


@pytest.mark.rules("RISE-D.13")
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_the_rest_of_the_row_is_discarded_at_once(place: int) -> None:
    """Both factories below one card: when they are back no event and no card to the right is handled any more."""
    row, events = ["e1-21", "e1-05", "e1-20", "e1-22"], ["export_surplus", "festival", "anniversary"]
    row[0], row[place] = row[place], row[0]
    below: list[list[int]] = [[], [], [], []]
    below[place] = [0, 1]
    given = {"board.actions": row, "board.events": events, "board.factories": below}
    state = begin(2, {}, {"round": 1, "step": "action", "active": 0, "card": place + 1}, given)
    for seat in (0, 1):
        state.play(seat, "upper")
        log = state.play(seat, "pass")
    kinds = [event.kind for event in log]
    assert kinds.count("action_discarded") == 1
    assert "event" not in kinds
    assert "event_discarded" not in kinds
    rest = next(event.data for event in log if event.kind == "rest_discarded")
    skipped = [name for i, name in enumerate(row) if i != place]
    assert (rest["actions"], rest["events"]) == (skipped, events)
    assert kinds.index("action_discarded") < kinds.index("rest_discarded")
