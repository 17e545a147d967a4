"""Standing orders: questions that a seat does not want to be asked for some time."""

from __future__ import annotations

from tafelrunde.core.game import StandingOrder
from tafelrunde.games.new_angeles.frames import Ability
from tafelrunde.games.new_angeles.numbers import PASS
from tafelrunde.games.new_angeles.state import AngelesState

BETWEEN_TURNS = ("production", "event", "demand")
"""Phases in which the next turn's player already has the token (NA-R.23)."""


def _no_asset(state: AngelesState, seat: int) -> int | None:
    """Use no asset at a moment that another player chooses."""
    return PASS if isinstance(state.asked[seat][1], Ability) else None


def latest_turn(state: AngelesState, seat: int) -> int:
    """The number of the seat's latest turn, 0 before its first; the token moves once per turn (NA-4.2)."""
    active = state.active - (state.phase in BETWEEN_TURNS)
    return max(0, state.deal - (active - seat) % state.players)


STANDING_ORDERS = {"assets": StandingOrder(_no_asset, latest_turn)}
"""Ask no question about using an asset until the seat's next turn begins."""
