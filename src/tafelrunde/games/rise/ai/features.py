"""The features by which a position of RISE is evaluated: one number for each seat and name.

Every feature is a public fact of the position, or one of a world that was sampled for a seat; none asks for the true
order of a deck. The weights (``weights/N.toml``) say what each is worth early and late in the game.
"""

from __future__ import annotations

from functools import lru_cache

from tafelrunde.games.rise.frames import EVENT, Advance, Joker, Windows
from tafelrunde.games.rise.rules.compare import affected
from tafelrunde.games.rise.rules.culture import tile_points
from tafelrunde.games.rise.rules.layout import Layout
from tafelrunde.games.rise.rules.money import coin_limit
from tafelrunde.games.rise.state import (
    BANK,
    ENVIRONMENT,
    INDUSTRY,
    OFFICE,
    SATISFACTION,
    TRACK_COUNT,
    TRACKS,
    RiseState,
)

FEATURES: dict[str, str] = {
    "points": "victory points, in tens",
    "coins": "coins up to the limit, in fives",
    "coins_over": "coins above the limit, in fives",
    **{f"{track}_a": f"how far the marker has come on side A of {track}, in fives" for track in TRACKS},
    **{f"{track}_b": f"how far the marker has come on side B of {track}, in fives" for track in TRACKS},
    "end_satisfaction": "points that the satisfaction field gives at the end, in tens",
    "round_satisfaction": "points that it gives at the ends of the rounds to come, in tens",
    "happiest": "points for the happiest player at the ends of the rounds to come, if that is the seat now, in tens",
    "exchange_rate": "coins for one victory point",
    "income_coins": "coins from industry in the rounds to come, in tens",
    "income_points": "points from industry in the rounds to come, in tens",
    "penalty": "1 with a penalty tile of the environment track",
    "ready_tiles": "active school tiles",
    "used_tiles": "inactive school tiles",
    "vault": "1 with the greater vault",
    "free_placement": "1 where the bank pays for placements",
    "leaving": "what leaving the office and the bank would bring, in fives",
    "culture_tiles": "points that culture tiles would give now, in tens",
    "card_value": "what the own factory's action card offers at best, in fives of points",
    "card_value_late": "the same in the last third of the game, where points count more than steps",
    **{f"card_{track}": f"steps on {track} that the own factory's card offers" for track in TRACKS},
    "card_joker": "steps on any track that it offers",
    "due_steps": "steps that the seat is about to make",
    "due_jokers": "the same on any track",
    "to_place": "1 while the seat has a factory to place",
    "order": "1 for the first place in the order, 0 for the last",
    "estimate": "the final score as a person would estimate it from the others, in tens",
}
_ESTIMATE: dict[str, tuple[float, float]] = {
    "points": (10.0, 10.0), "coins": (3.75, 0.25), "coins_over": (1.3, 0.25), "politics_a": (5.0, 5.0), "politics_b": (5.0, 5.0),
    "environment_a": (2.5, 2.5), "environment_b": (2.5, 2.5), "school_a": (4.0, 0.0), "school_b": (4.0, 0.0),
    "press_a": (0.8, 0.0), "press_b": (0.8, 0.0), "end_satisfaction": (10.0, 10.0), "round_satisfaction": (8.0, 8.0),
    "happiest": (5.0, 5.0), "income_coins": (7.0, 0.0), "income_points": (10.0, 10.0), "penalty": (-4.5, -1.5),
    "ready_tiles": (1.6, 0.0), "used_tiles": (1.0, 0.0), "vault": (1.5, 0.0), "free_placement": (1.2, 0.0), "leaving": (4.5, 4.5),
    "culture_tiles": (8.0, 8.0), "card_value": (4.0, 3.0), "due_steps": (1.4, 1.0), "due_jokers": (1.8, 1.2),
}  # fmt: skip
"""What a person would give for each, in points, early and late."""
_PLAIN = tuple((list(FEATURES).index(name), early, late) for name, (early, late) in _ESTIMATE.items())
_STEP, _JOKER, _OTHER = 1.6, 2.0, 1.0
"""Rough values in points of a step, a joker's step and anything but coins and points on an action card."""


def progress(state: RiseState) -> float:
    """The fraction of the game that is over, from 0 to 1."""
    return state.round / state.layout.rounds


@lru_cache(maxsize=1 << 12)
def card_offers(layout: Layout, card: int) -> tuple[float, tuple[float, ...]]:
    """The best value of an action card, and the steps it offers on each track and on any track."""
    best, steps = 0.0, [0.0] * (TRACK_COUNT + 1)
    for option in layout.options[card]:
        worth = 0.0
        for effect in option.effects:
            offered = effect.offered_steps
            if offered is not None:
                track, n = offered
                place = TRACK_COUNT if track is None else TRACKS.index(track)
                worth += (_JOKER if track is None else _STEP) * n
                steps[place] = max(steps[place], n)
            else:
                worth += effect.worth if effect.pure else _OTHER
        best = max(best, worth)
    return best, tuple(steps)


@lru_cache(maxsize=1 << 12)
def _side_b(layout: Layout) -> tuple[bool, ...]:
    return tuple(side == "B" for side in layout.sides)


def features(state: RiseState) -> list[list[float]]:
    """The features of each seat, in the order of :data:`FEATURES`."""
    satisfaction = state.pos[SATISFACTION::TRACK_COUNT]
    for seat in _coming_revolts(state):
        satisfaction[seat] = max(0, satisfaction[seat] - 1)
    rows = [_standing(state, seat, satisfaction) for seat in range(state.players)]
    _add_cards(state, rows)
    _add_due(state, rows)
    late = progress(state)
    for row in rows:
        row.append(0.1 * sum(row[i] * (a + late * (b - a)) for i, a, b in _PLAIN))
    return rows


def _standing(state: RiseState, seat: int, satisfaction: list[int]) -> list[float]:
    """A seat's possessions, and the expected income of its markers at their positions."""
    layout = state.layout
    base = seat * TRACK_COUNT
    left = layout.rounds - state.round
    coins = state.coins[seat]
    kept = min(coins, coin_limit(state, seat))
    row = [0.1 * state.vp[seat], 0.2 * kept, 0.2 * (coins - kept)]
    ways = [0.2 * layout.tracks[track].track.distance[state.pos[base + track]] for track in range(TRACK_COUNT)]
    sides = _side_b(layout)
    row += [0.0 if b else way for way, b in zip(ways, sides, strict=True)]
    row += [way if b else 0.0 for way, b in zip(ways, sides, strict=True)]
    field = satisfaction[seat]
    others = satisfaction[:seat] + satisfaction[seat + 1 :]
    leads = field > layout.starts[SATISFACTION] and field >= max(others)
    income, points = layout.income[state.pos[base + INDUSTRY]]
    office, bank = state.pos[base + OFFICE], state.pos[base + BANK]
    tiles = sum(tile_points(state, seat, layout.culture_tiles[tile], coins) for tile in state.culture_taken[seat])
    row += [
        0.1 * layout.game_end_vp[field],
        0.1 * left * layout.round_end_vp[field],
        0.1 * left * layout.happiest_vp * leads,
        layout.rate_coins[field] / layout.rate_vp[field],
        0.1 * left * income,
        0.1 * left * points,
        1.0 if layout.penalty[state.pos[base + ENVIRONMENT]] else 0.0,
        float(len(state.ready[seat])),
        float(len(state.used[seat])),
        float(state.vault[seat]),
        float(layout.placement_cost[0] != layout.placement_cost[bank]),
        0.2 * (layout.tracks[OFFICE].leave_worth[office] + layout.tracks[BANK].leave_worth[bank]),
        0.1 * tiles,
    ]
    return row


def _add_cards(state: RiseState, rows: list[list[float]]) -> None:
    """Add the value of the action cards above factories that are still to be carried out."""
    late = 3 * state.round > 2 * state.layout.rounds
    found = [[0.0] * (TRACK_COUNT + 3) for _ in rows]
    for place, below in enumerate(state.factories):
        for seat in below:
            value, steps = card_offers(state.layout, state.actions_row[place])
            found[seat] = [0.2 * value, 0.2 * value if late else 0.0, *steps]
    for row, offer in zip(rows, found, strict=True):
        row += offer


def _add_due(state: RiseState, rows: list[list[float]]) -> None:
    """Add the value of steps pending on the stack and of the turn order."""
    steps, jokers = [0.0] * len(rows), [0.0] * len(rows)
    for frame in state.stack:
        if isinstance(frame, Advance):
            steps[frame.seat] += frame.n
        elif isinstance(frame, Joker):
            jokers[frame.seat] += frame.n
    last = max(1, len(rows) - 1)
    for seat, row in enumerate(rows):
        waits = seat in state.order
        place = state.order.index(seat) if waits else len(rows)
        row += [steps[seat], jokers[seat], float(waits), max(0.0, 1 - place / last)]


def _coming_revolts(state: RiseState) -> tuple[int, ...]:
    """The seats that an event is about to hit with a revolt: their moves in the windows before it do not avert it."""
    for frame in state.stack:
        if isinstance(frame, Windows) and frame.occasion >= EVENT:
            return affected(state) if state.layout.events[state.events_row[frame.occasion - EVENT]].revolt else ()
    return ()
