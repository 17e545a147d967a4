"""How well each seat stands: points now and points that are as good as made."""

from __future__ import annotations

from tafelrunde.core.seats import leads
from tafelrunde.games.rise.frames import Windows
from tafelrunde.games.rise.rules.compare import affected
from tafelrunde.games.rise.rules.culture import tile_points
from tafelrunde.games.rise.rules.money import coin_limit
from tafelrunde.games.rise.rules.windows import EVENT
from tafelrunde.games.rise.state import (
    BANK,
    ENVIRONMENT,
    INDUSTRY,
    OFFICE,
    POLITICS,
    PRESS,
    SATISFACTION,
    SCHOOL,
    TRACK_COUNT,
    RiseState,
)

COIN = 0.7
TILE = 1.6
SPREAD = 9.0
"""A lead of this many points is worth about 73 %."""


def worth(state: RiseState, seat: int, satisfaction: list[int]) -> float:
    """The points a seat has and may expect from where its markers stand; ``satisfaction`` holds the fields of all seats."""
    layout = state.layout
    base = seat * TRACK_COUNT
    left = layout.rounds - state.round
    share = left / layout.rounds
    total: float = float(state.vp[seat])
    kept = min(state.coins[seat], coin_limit(state, seat))
    total += COIN * share * (kept + 0.3 * (state.coins[seat] - kept)) + 0.05 * state.coins[seat]
    total += layout.tracks[POLITICS].track.distance[state.pos[base + POLITICS]]
    total += _satisfaction(state, base, left, satisfaction)
    coins, points = layout.income[state.pos[base + INDUSTRY]]
    total += left * (COIN * share * coins + points)
    environment = state.pos[base + ENVIRONMENT] - layout.starts[ENVIRONMENT]
    total += 0.5 * environment - (1.5 + 3 * share if layout.penalty[state.pos[base + ENVIRONMENT]] else 0)
    total += TILE * share * (len(state.ready[seat]) + 0.6 * len(state.used[seat]))
    total += 0.8 * share * layout.tracks[SCHOOL].track.distance[state.pos[base + SCHOOL]]
    total += 0.4 * share * (state.pos[base + PRESS] != layout.starts[PRESS])
    office, bank = state.pos[base + OFFICE], state.pos[base + BANK]
    leaving = layout.tracks[OFFICE].leave_worth[office] + layout.tracks[BANK].leave_worth[bank]
    total += 0.9 * leaving + 0.4 * share * (layout.placement_cost[0] != layout.placement_cost[bank]) * 3
    total += 1.5 * share * state.vault[seat]
    total += 0.8 * sum(
        tile_points(state, seat, layout.culture_tiles[tile], state.coins[seat]) for tile in state.culture_taken[seat]
    )
    return total


def _coming_revolts(state: RiseState) -> tuple[int, ...]:
    """The seats whom an event is about to hit by a revolt: what they do in the windows before it does not put it off."""
    for frame in state.stack:
        if isinstance(frame, Windows) and frame.occasion >= EVENT:
            return affected(state) if state.layout.events[state.events_row[frame.occasion - EVENT]].revolt else ()
    return ()


def _satisfaction(state: RiseState, base: int, left: int, fields: list[int]) -> float:
    """Points at the end on side A, at each round end on side B, and the happiest bonus."""
    layout = state.layout
    seat = base // TRACK_COUNT
    field = fields[seat]
    others = fields[:seat] + fields[seat + 1 :]
    leads = field > layout.starts[SATISFACTION] and field >= max(others)
    points: float = layout.game_end_vp[field] + 0.8 * left * layout.round_end_vp[field]
    points += 0.5 * left * layout.happiest_vp * leads
    return points


def evaluate(state: RiseState) -> list[float]:
    """Per seat, 0 to 1; exact when the game is over."""
    if state.over:
        winners = state.winners
        return [1.0 if seat in winners else 0.0 for seat in range(state.players)]
    satisfaction = state.pos[SATISFACTION::TRACK_COUNT]
    for seat in _coming_revolts(state):
        satisfaction[seat] = max(0, satisfaction[seat] - 1)
    return leads([worth(state, seat, satisfaction) for seat in range(state.players)], SPREAD)
