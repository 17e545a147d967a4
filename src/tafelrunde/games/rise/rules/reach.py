"""Checks whether leaving tracks or exchanging first could make an effect possible; otherwise the effect is cancelled without
a question (RISE-R.40)."""

from __future__ import annotations

from tafelrunde.games.rise.effects import Gains
from tafelrunde.games.rise.state import ENVIRONMENT, SATISFACTION, TRACK_COUNT, RiseState


def leaving(state: RiseState, seat: int) -> Gains:
    """The gains from leaving all tracks now."""
    found = state.layout.no_gains
    base = seat * TRACK_COUNT
    for track, start, _ in state.layout.leave_bits:
        field = state.pos[base + track]
        if field != start:
            found = found.plus(state.layout.gains[track][field])
    return found


def gives_steps(state: RiseState, seat: int) -> bool:
    """Whether leaving a track would give steps."""
    pos, base = state.pos, seat * TRACK_COUNT
    for track, gives in state.layout.leaving_steps:  # noqa: SIM110 (asked at every window; a generator takes longer)
        if gives[pos[base + track]]:
            return True
    return False


def can_pay_after_leaving(state: RiseState, seat: int, cost: int) -> bool:
    """Whether leaving tracks could give enough coins for a price that cannot be paid yet."""
    gains = leaving(state, seat)
    if gains.steps:
        return True
    layout, field = state.layout, state.pos[seat * TRACK_COUNT + SATISFACTION]
    units = max(0, state.vp[seat] + gains.points) // layout.rate_vp[field]
    coins: int = state.coins[seat] + gains.coins + units * layout.rate_coins[field]
    return coins >= cost


def can_run_after_leaving(state: RiseState, seat: int) -> bool:
    """Whether leaving tracks could make a school tile usable, by a refresh or by steps that end a penalty."""
    gains = leaving(state, seat)
    blocked = state.layout.no_school_run[state.pos[seat * TRACK_COUNT + ENVIRONMENT]]
    return bool(gains.steps or (gains.refresh and not blocked and state.used[seat]))


def can_trade_after_all(state: RiseState, seat: int, price: int, gain: int, cap: int) -> bool:
    """Whether a coin trade without coins could still give points, because leaving gives coins or the exchange rate is
    favourable."""
    gains = leaving(state, seat)
    if gains.steps or gains.coins >= price:
        return True
    layout, field = state.layout, state.pos[seat * TRACK_COUNT + SATISFACTION]
    points, coins = layout.rate_vp[field], layout.rate_coins[field]
    units = range(1, max(0, state.vp[seat]) // points + 1)
    return any(gain * min(cap, n * coins // price) > n * points for n in units)
