"""The named steps of a round at which a scenario can begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.errors import BadInput
from tafelrunde.core.frames import Frame
from tafelrunde.core.game import Step
from tafelrunde.core.patches import At
from tafelrunde.games.new_angeles.frames import (
    Asset,
    Claim,
    ClaimRevealed,
    CleanUp,
    DealOver,
    Effect,
    EffectEnd,
    Event,
    Production,
    Refresh,
)
from tafelrunde.games.new_angeles.rules.registry import moment
from tafelrunde.games.new_angeles.rules.rounds import DEMAND, show_next_back
from tafelrunde.games.new_angeles.rules.setup import clear_deal, clear_effect
from tafelrunde.games.new_angeles.rules.turn import AFTER, DEAL
from tafelrunde.games.new_angeles.state import COUNTER, MAIN, AngelesState
from tafelrunde.games.new_angeles.zones import ASSETS, CARDS


def _number(at: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    return At(f"at.{key}").number(at.get(key, default), low, high)


def _prepare(state: AngelesState, at: Mapping[str, Any], known: tuple[str, ...] = (), revealed: bool = False) -> None:
    """Go to a space of the round track with a seat as active player; nothing in between is played."""
    for key in at:
        if key not in ("round", "active", *known):
            raise BadInput(f"at.{key}", f"unknown key; this step knows: {', '.join(('round', 'active', *known))}.")
    state.round = _number(at, "round", 1, 1, len(state.layout.spaces))
    state.active = _number(at, "active", 0, 0, state.players - 1)
    state.deal += 1
    ASSETS.give_back(state, (state.revealed,))
    clear_deal(state)
    clear_effect(state)
    if revealed and state.track:
        state.revealed, state.track = state.track[-1], state.track[:-1]
    show_next_back(state)


def _offer(state: AngelesState, at: Mapping[str, Any]) -> None:
    """``main`` names the main offer, ``counter`` a counteroffer by ``counter_by``."""
    if "main" in at:
        state.main = _card(state, "at.main", at["main"])
    if "counter" in at:
        card = _card(state, "at.counter", at["counter"])
        seat = _number(at, "counter_by", (state.active + 1) % state.players, 0, state.players - 1)
        state.box = ((seat, card),)
        state.forced = 1 << seat


def _card(state: AngelesState, where: str, name: Any) -> int:
    at = At(where)
    card = at.name(name, state.layout.cards)
    if card < state.verbs.cards:
        CARDS.fetch(state, at, card)
    return card


def _begin(phase: str, *frames: Frame, offers: bool = False, revealed: bool = False) -> Any:
    def begin(state: AngelesState, at: Mapping[str, Any]) -> None:
        _prepare(state, at, ("main", "counter", "counter_by") if offers else (), revealed)
        if offers:
            _offer(state, at)
        state.phase = phase
        state.push(*frames)

    return begin


def _resolve(state: AngelesState, at: Mapping[str, Any]) -> None:
    """Resolve a card as the main offer of the active player, or as a counteroffer of ``resolver``."""
    _prepare(state, at, ("card", "resolver"), revealed=True)
    card = _card(state, "at.card", at.get("card"))
    seat = _number(at, "resolver", state.active, 0, state.players - 1)
    if seat == state.active:
        state.main, state.winner, place = card, MAIN, 0
    else:
        state.main = _card(state, "at.card", state.layout.cards[0])
        state.box, state.winner, place = ((seat, card),), COUNTER, 1
        state.forced = 1 << seat
    state.phase = "resolution"
    state.push(
        Effect(seat, card, place), EffectEnd(), ClaimRevealed(seat), CleanUp(), DealOver(), *AFTER,
    )  # fmt: skip


def _claim(state: AngelesState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, ("asset", "seat"))
    place = At("at.asset")
    asset = place.name(at.get("asset"), state.layout.assets)
    ASSETS.fetch(state, place, asset)
    state.phase = "resolution"
    state.push(Claim(_number(at, "seat", state.active, 0, state.players - 1), asset), DealOver(), *AFTER)


def _event(state: AngelesState, at: Mapping[str, Any]) -> None:
    _prepare(state, at)
    state.track = ()
    state.phase = "event"
    state.push(Event())


def _production(state: AngelesState, at: Mapping[str, Any]) -> None:
    _prepare(state, at)
    state.phase = "production"
    state.push(Production())


def _demand(state: AngelesState, at: Mapping[str, Any]) -> None:
    _prepare(state, {"round": 3, **at})
    if state.layout.spaces[state.round - 1] != "demand":
        raise BadInput("at.round", "this space of the round track is no demand round; those are 3, 6 and 9.")
    state.phase = "demand"
    state.push(*DEMAND)


STEPS = (
    Step(
        "turn", "the start of the active player's turn",
        _begin("turn", moment("start"), Refresh(), Asset(), *DEAL, *AFTER)),
    Step("refresh", "the Refresh step", _begin("refresh", Refresh(), Asset(), *DEAL, *AFTER)),
    Step("asset", "the asset is revealed", _begin("asset", Asset(), *DEAL, *AFTER)),
    Step("main_offer", "the main offer is due", _begin("main_offer", *DEAL, *AFTER, revealed=True)),
    Step(
        "counteroffer", "counteroffers to the main offer",
        _begin("counteroffer", *DEAL[1:], *AFTER, offers=True, revealed=True)),
    Step("support", "the Support step", _begin("support", *DEAL[2:], *AFTER, offers=True, revealed=True)),
    Step("resolution", "the Resolution step", _begin("resolution", *DEAL[3:], *AFTER, offers=True, revealed=True)),
    Step("resolve", "a card is resolved", _resolve),
    Step("claim", "an asset is claimed", _claim),
    Step("end_of_turn", "End of Turn abilities and the hand limit", _begin("end_of_turn", *AFTER)),
    Step("production", "the Production Phase", _production),
    Step("event", "the Event Phase", _event),
    Step("demand", "a demand round", _demand),
)  # fmt: skip
