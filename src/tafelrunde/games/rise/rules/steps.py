"""The named steps of a round at which a scenario can begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import Step
from tafelrunde.core.seats import from_seat
from tafelrunde.games.rise import frames
from tafelrunde.games.rise.effects import EFFECTS, compile_effects
from tafelrunde.games.rise.frames import END, EVENT
from tafelrunde.games.rise.rules.cards import discard_rest
from tafelrunde.games.rise.rules.round import PHASES, display
from tafelrunde.games.rise.state import NOBODY, RiseState


def _number(at: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    value = at.get(key, default)
    if type(value) is not int or not low <= value <= high:
        raise BadInput(f"at.{key}", f"expected a number from {low} to {high}, found {value!r}.")
    return value


def _prepare(state: RiseState, at: Mapping[str, Any], known: tuple[str, ...], dealt: bool = True) -> int:
    """Go to the round and give the active seat the first place in the order; returns the active seat.

    The cards of the skipped rounds are discarded as if used; their effects are not carried out.
    """
    for key in at:
        if key not in ("round", "active", *known):
            raise BadInput(f"at.{key}", f"unknown key; this step knows: {', '.join(('round', 'active', *known))}.")
    wanted = _number(at, "round", 1, 1, state.layout.rounds)
    active = _number(at, "active", state.order[0], 0, state.players - 1)
    for state.round in range(2, wanted + 1 if dealt else wanted):
        discard_rest(state, frames.DiscardRest())
        display(state, frames.Display())
    state.round = wanted
    if not dealt:
        _empty_row(state, wanted)
    state.order = list(from_seat(state.order, active))
    state.turn_order = tuple(state.order)
    return active


def _empty_row(state: RiseState, wanted: int) -> None:
    """Prepare the display of a round: discard the row of the round before, or in round 1 return it to its decks."""
    if wanted > 1:
        discard_rest(state, frames.DiscardRest())
        return
    decks = list(state.action_decks)
    for card in state.actions_row:
        decks[0] = decks[0].give_to_pool(card)
    for card in state.events_row:
        state.event_deck = state.event_deck.give_to_pool(card)
    state.action_decks = tuple(decks)
    state.actions_row[:] = [NOBODY] * len(state.actions_row)
    state.events_row[:] = [NOBODY] * len(state.events_row)


def _begin_income(state: RiseState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, (), dealt=False)
    state.push(*PHASES)


def _begin_display(state: RiseState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, (), dealt=False)
    state.push(*PHASES[1:])


def _begin_place(state: RiseState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, ())
    state.push(*PHASES[2:])


def _all_below(state: RiseState, card: int) -> None:
    """Put all factories below one card, in the turn order of the round from left to right."""
    state.factories[card - 1] = tuple(state.order)
    state.order = [NOBODY] * state.players


def _begin_action(state: RiseState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, ("card",))
    card = _number(at, "card", 1, 1, len(state.actions_row))
    _all_below(state, card)
    state.phase = "action"
    state.push(frames.Action(card - 1), *PHASES[4:])


def _begin_event(state: RiseState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, ("card",))
    card = _number(at, "card", 1, 1, len(state.events_row))
    _all_below(state, card + 1)
    state.phase = "action"
    state.push(
        frames.Windows(EVENT + card - 1),
        frames.EventCard(card - 1),
        frames.DiscardEvent(card - 1),
        frames.Action(card),
        *PHASES[4:],
    )


def _begin_effect(state: RiseState, at: Mapping[str, Any]) -> None:
    active = _prepare(state, at, ("effects",))
    effects = EFFECTS.read("at.effects", at.get("effects", []))
    state.phase = "action"
    state.push(frames.Window(active, END), frames.DiscardRest(), *PHASES[4:])
    state.stack.extend(compile_effects(active, effects))


def _begin_round_end(state: RiseState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, ())
    discard_rest(state, frames.DiscardRest())
    state.push(frames.RoundEnd())


def _begin_final(state: RiseState, at: Mapping[str, Any]) -> None:
    _prepare(state, {"round": state.layout.rounds, **at}, ())
    discard_rest(state, frames.DiscardRest())
    state.push(frames.Final())


STEPS = (
    Step("income", "phase A of a round, before its cards are dealt", _begin_income),
    Step("display", "phase B of a round", _begin_display),
    Step("place", "phase C; `active` places first", _begin_place),
    Step("action", "phase D; all factories stand below `card`, that of `active` on the left", _begin_action),
    Step("event", "before event `card`; all factories stand below the next action card", _begin_event),
    Step("effect", "`active` resolves the list `effects`, written as in the component file", _begin_effect),
    Step("round_end", "phase E", _begin_round_end),
    Step("final", "final scoring", _begin_final),
)
