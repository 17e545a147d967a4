"""What everybody may see of a game of RISE: almost everything lies open, only the decks are hidden."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.audience import NOBODY as NOBODYS
from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.decks import Deck
from tafelrunde.core.views import BoardZone, SeatZone
from tafelrunde.games.rise.rules.money import coin_limit, points_for, rate
from tafelrunde.games.rise.rules.round import placement_costs
from tafelrunde.games.rise.state import CULTURE, ENVIRONMENT, INDUSTRY, NOBODY, POLITICS, SCHOOL, TRACK_COUNT, TRACKS, RiseState


def _tracks(state: RiseState, seat: int) -> dict[str, str]:
    base = seat * TRACK_COUNT
    return {name: state.layout.tracks[t].track.fields[state.pos[base + t]] for t, name in enumerate(TRACKS)}


def _tiles(state: RiseState, tiles: tuple[int, ...]) -> list[str]:
    return [state.layout.school_ids[tile] for tile in tiles]


def _exchange(state: RiseState, seat: int) -> dict[str, int]:
    points, coins = rate(state, seat)
    return {"points": points, "coins": coins}


def _income(state: RiseState, seat: int) -> dict[str, int]:
    coins, points = state.layout.income[state.pos[seat * TRACK_COUNT + INDUSTRY]]
    return {"coins": coins, "points": points}


def _placement(state: RiseState, seat: int) -> list[dict[str, int]]:
    """What placing below each action card costs the seat now, with the points that would be exchanged (RISE-C.4, R.17)."""
    return [{"coins": cost, "points": points_for(state, seat, cost)} for cost in placement_costs(state, seat)]


def _penalty(state: RiseState, seat: int) -> str | None:
    return state.layout.penalty[state.pos[seat * TRACK_COUNT + ENVIRONMENT]] or None


SEAT_ZONES = (
    SeatZone("points", PUBLIC, lambda state, seat: state.vp[seat]),
    SeatZone("coins", PUBLIC, lambda state, seat: state.coins[seat]),
    SeatZone("coin_limit", PUBLIC, coin_limit),
    SeatZone("vault_turned", PUBLIC, lambda state, seat: bool(state.vault[seat])),
    SeatZone("tracks", PUBLIC, _tracks),
    SeatZone("exchange", PUBLIC, _exchange),
    SeatZone("income", PUBLIC, _income),
    SeatZone("placement", PUBLIC, _placement),
    SeatZone("penalty", PUBLIC, _penalty),
    SeatZone("active_tiles", PUBLIC, lambda state, seat: _tiles(state, state.ready[seat])),
    SeatZone("inactive_tiles", PUBLIC, lambda state, seat: _tiles(state, state.used[seat])),
    SeatZone("culture_tiles", PUBLIC, lambda state, seat: [state.layout.culture_ids[t] for t in state.culture_taken[seat]]),
)


def _slots(state: RiseState, track: int, slots: list[int], ids: tuple[str, ...]) -> dict[str, str]:
    """The tiles still lying on a track, by field."""
    fields = state.layout.tracks[track].track.fields
    return {fields[i]: ids[tile] for i, tile in enumerate(slots) if tile != NOBODY}


def _names(cards: Any, ids: tuple[str, ...]) -> list[str | None]:
    return [ids[card] if card != NOBODY else None for card in cards]


def _arrivals(state: RiseState) -> dict[str, int]:
    fields = state.layout.tracks[POLITICS].track.fields
    return {fields[key]: n for key, n in zip(state.layout.first_come_keys, state.arrivals, strict=True)}


def _decks(state: RiseState) -> dict[str, tuple[Deck, tuple[str, ...]]]:
    layout = state.layout
    decks = {f"actions_{epoch}": (deck, layout.action_ids) for epoch, deck in enumerate(state.action_decks, 1)}
    return {**decks, "events": (state.event_deck, layout.event_ids)}


def _show_decks(state: RiseState) -> dict[str, Any]:
    """The table's own view: what can still come, as a heap, because no order exists."""
    return {
        name: {
            "size": deck.size,
            "removed": len(deck.pool) - deck.hidden,
            "pool": [ids[card] for card in deck.pool],
            "top": [ids[known.card] for known in deck.top],
            "bottom": [ids[known.card] for known in deck.bottom],
        }
        for name, (deck, ids) in _decks(state).items()
    }


def _hide_decks(state: RiseState) -> dict[str, Any]:
    return {name: {"size": deck.size, "removed": len(deck.pool) - deck.hidden} for name, (deck, _) in _decks(state).items()}


BOARD_ZONES = (
    BoardZone("sides", PUBLIC, lambda state: state.layout.sides),
    BoardZone("actions", PUBLIC, lambda state: _names(state.actions_row, state.layout.action_ids)),
    BoardZone("events", PUBLIC, lambda state: _names(state.events_row, state.layout.event_ids)),
    BoardZone("factories", PUBLIC, lambda state: [list(below) for below in state.factories]),
    BoardZone("order", PUBLIC, lambda state: [None if seat == NOBODY else seat for seat in state.order]),
    BoardZone("turn_order", PUBLIC, lambda state: list(state.turn_order)),
    BoardZone("school", PUBLIC, lambda state: _slots(state, SCHOOL, state.school_slots, state.layout.school_ids)),
    BoardZone("culture", PUBLIC, lambda state: _slots(state, CULTURE, state.culture_slots, state.layout.culture_ids)),
    BoardZone("arrivals", PUBLIC, _arrivals),
    BoardZone("ranks", PUBLIC, lambda state: [rank for rank in range(1, 6) if state.ranks >> rank & 1]),
    BoardZone("discards", PUBLIC, lambda state: _discards(state)),
    BoardZone("decks", NOBODYS, _show_decks, _hide_decks),
)


def _discards(state: RiseState) -> dict[str, list[str | None]]:
    layout = state.layout
    return {
        "actions": _names(state.action_discard, layout.action_ids),
        "events": _names(state.event_discard, layout.event_ids),
    }
