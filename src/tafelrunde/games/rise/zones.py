"""The zones of RISE: almost everything is open, only the decks are hidden. Views, scenarios and the census derive from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tafelrunde.core.families import Family, Pile
from tafelrunde.core.patches import At
from tafelrunde.core.shapes import Letters
from tafelrunde.core.zone_kinds import board, seat
from tafelrunde.core.zones import shown
from tafelrunde.games.rise.rules.money import coin_limit, points_for, rate
from tafelrunde.games.rise.rules.round import placement_costs
from tafelrunde.games.rise.state import CULTURE, ENVIRONMENT, INDUSTRY, NOBODY, POLITICS, SCHOOL, TRACK_COUNT, TRACKS, RiseState

ACTIONS = Family(
    lambda state: state.layout.action_ids,
    home=lambda state, card: ("action_decks", state.layout.epochs[card] - 1),
    lends=(lambda state, card: DISCARDS["actions"].take(state, card),),
)
EVENTS = Family(
    lambda state: state.layout.event_ids,
    home=lambda state, card: ("event_deck", None),
    lends=(lambda state, card: DISCARDS["events"].take(state, card),),
)
SCHOOL_TILES = Family(
    lambda state: state.layout.school_ids, lends=("school", "active_tiles", "inactive_tiles"), prefix="school:", distinct=True
)
CULTURE_TILES = Family(
    lambda state: state.layout.culture_ids, lends=("culture", "culture_tiles"), prefix="culture:", distinct=True
)
DISCARDS: dict[str, Pile] = {"actions": Pile(ACTIONS, "action_discard"), "events": Pile(EVENTS, "event_discard")}
DECKS = {
    "actions_1": Pile(ACTIONS, "action_decks", 0),
    "actions_2": Pile(ACTIONS, "action_decks", 1),
    "actions_3": Pile(ACTIONS, "action_decks", 2),
    "events": Pile(EVENTS, "event_deck"),
}


def _epoch(state: RiseState, card: int) -> str | None:
    """Reject action cards of another epoch in the row."""
    own, now = state.layout.epochs[card], (state.round - 1) // state.layout.setup.rounds_per_epoch + 1
    return f"{state.layout.action_ids[card]} belongs to epoch {own}, this is epoch {now} [RISE-B.3]." if own != now else None


def _culture_in_play(state: RiseState, tile: int) -> str | None:
    return None if state.layout.slot_fields(CULTURE, "culture") else "culture tiles are used on side B only [RISE-S.18]."


# --- seats ---------------------------------------------------------------------------------------


def _tracks(state: RiseState, seat: int) -> dict[str, str]:
    base = seat * TRACK_COUNT
    return {name: state.layout.tracks[t].track.fields[state.pos[base + t]] for t, name in enumerate(TRACKS)}


def _put_marker(state: RiseState, seat: int, at: At, value: Any) -> None:
    name, at = at.below()
    at.end()
    track = at.name(name, TRACKS)
    side = state.layout.tracks[track]
    place = at.name(value, side.track.fields)
    others = [state.pos[other * TRACK_COUNT + track] for other in range(state.players) if other != seat]
    if place in others and place in side.track.single:
        raise at.refuse(f"the field {value} has room for one marker only [RISE-T.19].")
    state.pos[seat * TRACK_COUNT + track] = place


def _exchange(state: RiseState, seat: int) -> dict[str, int]:
    points, coins = rate(state, seat)
    return {"points": points, "coins": coins}


def _income(state: RiseState, seat: int) -> dict[str, int]:
    coins, points = state.layout.income[state.pos[seat * TRACK_COUNT + INDUSTRY]]
    return {"coins": coins, "points": points}


def _placement(state: RiseState, seat: int) -> list[dict[str, int]]:
    """The present cost of placing below each action card for the seat, with the points that would be exchanged (RISE-C.4,
    R.17)."""
    return [{"coins": cost, "points": points_for(state, seat, cost)} for cost in placement_costs(state, seat)]


SEAT_ZONES = (
    shown(seat.number("points", "vp", -99, 999), "track", high=50),
    seat.number("coins", "coins", 0, 99),
    seat.zone("coin_limit", coin_limit),
    seat.flag("vault_turned", "vault"),
    seat.zone("tracks", _tracks, set=_put_marker),
    seat.zone("exchange", _exchange),
    seat.zone("income", _income),
    seat.zone("placement", _placement),
    seat.zone("penalty", lambda state, seat: state.layout.penalty[state.pos[seat * TRACK_COUNT + ENVIRONMENT]] or None),
    seat.cards("active_tiles", "ready", SCHOOL_TILES),
    seat.cards("inactive_tiles", "used", SCHOOL_TILES),
    seat.cards("culture_tiles", "culture_taken", CULTURE_TILES, check=_culture_in_play),
)


# --- board ---------------------------------------------------------------------------------------


def _tiles(key: str, track: int, slots: Callable[[RiseState], list[int]], family: Family) -> Any:
    """The remaining tiles of a track by field; an empty text removes one."""

    def show(state: RiseState) -> dict[str, str]:
        fields, names = state.layout.tracks[track].track.fields, family.names(state)
        return {fields[i]: names[tile] for i, tile in enumerate(slots(state)) if tile != NOBODY}

    def lay(state: RiseState, at: At, value: Any) -> None:
        name, at = at.below()
        at.end()
        field = at.name(name, state.layout.tracks[track].track.fields)
        if field not in state.layout.slot_fields(track, key):
            raise at.refuse("this field holds no tiles.")
        tile = NOBODY if value == "" else at.name(value, family.names(state))
        if tile != NOBODY:
            family.fetch(state, at, tile)
        slots(state)[field] = tile

    def take(state: RiseState, tile: int) -> bool:
        found = tile in slots(state)
        slots(state)[:] = [NOBODY if other == tile else other for other in slots(state)]
        return found

    return board.zone(key, show, set=lay, holds=lambda state: family.counted(state, slots(state)), take=take)


def _set_factories(state: RiseState, at: At, value: Any) -> None:
    """Set the factories below each card, from left to right; all others go to order fields."""
    rows = value if isinstance(value, list) and all(isinstance(row, list) for row in value) else []
    placed = [seat for row in rows for seat in row]
    if len(rows) != len(state.factories) or len(set(placed)) < len(placed) or not set(placed) <= set(range(state.players)):
        raise at.refuse(f"expected {len(state.factories)} lists of seats, each seat at most once.")
    waiting = [seat for seat in state.turn_order if seat not in placed]
    state.factories[:] = [tuple(row) for row in rows]
    state.order = waiting + [NOBODY] * len(placed)


def _set_order(state: RiseState, at: At, value: Any) -> None:
    placed = {seat for below in state.factories for seat in below}
    free = [seat for seat in range(state.players) if seat not in placed]
    seats = [seat for seat in value if seat is not NOBODY] if isinstance(value, list) else []
    if not isinstance(value, list) or len(value) != state.players or sorted(seats) != free:
        raise at.refuse("every factory that is not below a card stands on one order field; -1 is a free field.")
    state.order = list(value)
    if not placed:
        state.turn_order = tuple(value)


def _factories(state: RiseState) -> Iterator[str]:
    for owner in (*state.order, *(owner for below in state.factories for owner in below)):
        if owner != NOBODY:
            yield f"factory:{owner}"


def _arrival_fields(state: RiseState) -> list[str]:
    return [state.layout.tracks[POLITICS].track.fields[key] for key in state.layout.first_come_keys]


def _set_arrivals(state: RiseState, at: At, value: Any) -> None:
    name, at = at.below()
    at.end()
    state.arrivals[at.name(name, _arrival_fields(state))] = at.number(value, 0, state.players)


BOARD_ZONES = (
    board.zone("sides", lambda state: state.layout.sides, shape=lambda state: Letters("AB", TRACK_COUNT)),
    board.slots("actions", "actions_row", ACTIONS, check=_epoch),
    board.slots("events", "events_row", EVENTS),
    board.zone(
        "factories",
        lambda state: [list(below) for below in state.factories],
        set=_set_factories,
        holds=_factories,
        seats=("factories",),
    ),
    board.zone(
        "order", lambda state: [None if seat == NOBODY else seat for seat in state.order], set=_set_order, seats=("order",)
    ),
    board.seats("turn_order", "turn_order"),
    _tiles("school", SCHOOL, lambda state: state.school_slots, SCHOOL_TILES),
    _tiles("culture", CULTURE, lambda state: state.culture_slots, CULTURE_TILES),
    board.zone("arrivals", lambda state: dict(zip(_arrival_fields(state), state.arrivals, strict=True)), set=_set_arrivals),
    board.mask("ranks", "ranks", 1, 5),
    board.piles("discards", DISCARDS),
    board.decks("decks", DECKS, removed=True),
)
