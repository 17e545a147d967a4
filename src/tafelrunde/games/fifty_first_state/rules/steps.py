"""The named steps of a round at which a scenario can begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.errors import BadInput
from tafelrunde.core.frames import Frame
from tafelrunde.core.game import Step
from tafelrunde.games.fifty_first_state.frames import Actions, Cards, Cleanup, Production
from tafelrunde.games.fifty_first_state.state import NOBODY, FiftyFirstState

ROUND: tuple[Frame, ...] = (Cards(), Production(), Actions(), Cleanup())


def _number(at: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    value = at.get(key, default)
    if type(value) is not int or not low <= value <= high:
        raise BadInput(f"at.{key}", f"expected a number from {low} to {high}, found {value!r}.")
    return value


def _prepare(state: FiftyFirstState, at: Mapping[str, Any], offer: bool) -> None:
    """Go to the round with ``active`` as its first player. The cards of the row go back into the deck; nothing is played."""
    for key in at:
        if key not in ("round", "active"):
            raise BadInput(f"at.{key}", "unknown key; steps know: round, active.")
    state.round = _number(at, "round", 1, 1, 99)
    state.first = _number(at, "active", state.first, 0, state.players - 1)
    for card in state.row:
        state.deck = state.deck.give_to_pool(card)
    state.row = ()
    if not offer:
        decks = list(state.connection_decks)
        for colour, card in enumerate(state.offer):
            if card != NOBODY:
                decks[colour] = decks[colour].give_to_pool(card)
        state.connection_decks = tuple(decks)
        state.offer[:] = [NOBODY] * len(state.offer)


def _begin_cards(state: FiftyFirstState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, offer=False)
    state.push(*ROUND)


def _begin_production(state: FiftyFirstState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, offer=True)
    state.push(*ROUND[1:])


def _begin_action(state: FiftyFirstState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, offer=True)
    state.push(*ROUND[2:])


def _begin_cleanup(state: FiftyFirstState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, offer=True)
    state.push(*ROUND[3:])


def _begin_final(state: FiftyFirstState, at: Mapping[str, Any]) -> None:
    _prepare(state, at, offer=True)
    state.triggered = True
    state.push(Actions(), Cleanup())


STEPS = (
    Step("cards", "the cards phase of a round, before anything is turned up; `active` is the first player", _begin_cards),
    Step("production", "the production phase; `active` produces first", _begin_production),
    Step("action", "the action phase; `active` is on turn", _begin_action),
    Step("cleanup", "the clean-up phase", _begin_cleanup),
    Step("final", "the action phase of the last round: the end is triggered", _begin_final),
)
