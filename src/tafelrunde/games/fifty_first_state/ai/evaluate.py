"""How well each seat stands: points now, points that are as good as made, and what its state will bring."""

from __future__ import annotations

from math import sqrt

from tafelrunde.core.seats import leads
from tafelrunde.games.fifty_first_state.state import GOOD_COUNT, REF, RUIN, STOCK, TOKEN_COUNT, USES, FiftyFirstState

VALUE = (0.45, 0.45, 0.45, 0.45, 0.6, 0.4, 0.5, 0.45, 0.45, 0.6, 0.6, 0.1, 0.55, 1.0)
"""What one unit of each good is worth in points, roughly."""
SPREAD = 7.0
"""A lead of this many points is worth about 73 %."""


def rounds_left(state: FiftyFirstState) -> float:
    """Production phases still to come, guessed by the leader's points."""
    if state.triggered:
        return 0.0
    limit = state.layout.end_trigger
    return max(0.6, min(5.0, (limit - max(state.vp)) / 6))


def worth(state: FiftyFirstState, seat: int) -> float:
    """Points, locations, goods in hand and supply, and what locations and deals yield in the rounds to come."""
    layout = state.layout
    left = rounds_left(state)
    total: float = float(state.vp[seat])
    spending = 0.0 if state.passed >> seat & 1 and state.triggered else 1.0 if not state.passed >> seat & 1 else 0.02
    base = seat * TOKEN_COUNT
    total += spending * 0.85 * sum(VALUE[good] * state.supply[base + good] for good in range(TOKEN_COUNT))
    total += 0.02 * sum(state.supply[base : base + TOKEN_COUNT])
    for card in state.deals[seat]:
        total += left * VALUE[layout.deal_gain[card][0][0]] * 0.9
    for place in state.states[seat]:
        if place[USES] == RUIN:
            continue
        card = layout.card_of[place[REF]]
        total += 1.0 + left * _per_round(state, seat, card)
        action = layout.actions[card]
        if action is not None and not state.passed >> seat & 1:
            total += 0.25 * (action.limit - place[USES])
        total += 0.9 * sum(VALUE[good] for good in place[STOCK]) * min(1.0, left + 0.2)
    total += min(1.0, left) * 0.3 * min(len(state.hands[seat]), 8)
    return total


def _per_round(state: FiftyFirstState, seat: int, card: int) -> float:
    """Points that a location brings in a round, roughly."""
    layout = state.layout
    production = layout.production[card]
    action = layout.actions[card]
    if action is not None:
        gained = sum(VALUE[good] * n for good, n in action.gain)
        return (
            0.6 * sqrt(action.limit) * max(0.3, gained - 0.35 * sum(n for _, n in action.cost.tokens) - 0.3 * action.cost.any_n)
        )
    if production is None:
        return 0.0 if layout.idle[card] else 0.3
    base = seat * GOOD_COUNT
    return production.worth(VALUE, lambda good: state.produced[base + good])


def evaluate(state: FiftyFirstState) -> list[float]:
    """Per seat, 0 to 1; exact when the game is over."""
    if state.over:
        winners = state.winners
        return [1.0 if seat in winners else 0.0 for seat in range(state.players)]
    return leads([worth(state, seat) for seat in range(state.players)], SPREAD)
