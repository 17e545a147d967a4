"""What everybody may see of a game of RISE: almost everything lies open, only the decks are hidden."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.decks import Deck
from tafelrunde.core.views import EVERYBODY, BoardZone, SeatZone
from tafelrunde.core.views import NOBODY as NOBODYS
from tafelrunde.games.rise.money import coin_limit, rate
from tafelrunde.games.rise.schema import TRACKS
from tafelrunde.games.rise.state import CULTURE, ENVIRONMENT, INDUSTRY, NOBODY, POLITICS, SCHOOL, TRACK_COUNT, RiseState


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


def _penalty(state: RiseState, seat: int) -> str | None:
    return state.layout.penalty[state.pos[seat * TRACK_COUNT + ENVIRONMENT]] or None


SEAT_ZONES = (
    SeatZone("points", EVERYBODY, lambda state, seat: state.vp[seat]),
    SeatZone("coins", EVERYBODY, lambda state, seat: state.coins[seat]),
    SeatZone("coin_limit", EVERYBODY, coin_limit),
    SeatZone("vault_turned", EVERYBODY, lambda state, seat: bool(state.vault[seat])),
    SeatZone("tracks", EVERYBODY, _tracks),
    SeatZone("exchange", EVERYBODY, _exchange),
    SeatZone("income", EVERYBODY, _income),
    SeatZone("penalty", EVERYBODY, _penalty),
    SeatZone("active_tiles", EVERYBODY, lambda state, seat: _tiles(state, state.ready[seat])),
    SeatZone("inactive_tiles", EVERYBODY, lambda state, seat: _tiles(state, state.used[seat])),
    SeatZone("culture_tiles", EVERYBODY, lambda state, seat: [state.layout.culture_ids[t] for t in state.culture_taken[seat]]),
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
    BoardZone("sides", EVERYBODY, lambda state: state.layout.sides),
    BoardZone("actions", EVERYBODY, lambda state: _names(state.actions_row, state.layout.action_ids)),
    BoardZone("events", EVERYBODY, lambda state: _names(state.events_row, state.layout.event_ids)),
    BoardZone("factories", EVERYBODY, lambda state: [list(below) for below in state.factories]),
    BoardZone("order", EVERYBODY, lambda state: [None if seat == NOBODY else seat for seat in state.order]),
    BoardZone("turn_order", EVERYBODY, lambda state: list(state.turn_order)),
    BoardZone("school", EVERYBODY, lambda state: _slots(state, SCHOOL, state.school_slots, state.layout.school_ids)),
    BoardZone("culture", EVERYBODY, lambda state: _slots(state, CULTURE, state.culture_slots, state.layout.culture_ids)),
    BoardZone("arrivals", EVERYBODY, _arrivals),
    BoardZone("ranks", EVERYBODY, lambda state: [rank for rank in range(1, 6) if state.ranks >> rank & 1]),
    BoardZone("discards", EVERYBODY, lambda state: _discards(state)),
    BoardZone("decks", NOBODYS, _show_decks, _hide_decks),
)


def _discards(state: RiseState) -> dict[str, list[str | None]]:
    layout = state.layout
    return {
        "actions": _names(state.action_discard, layout.action_ids),
        "events": _names(state.event_discard, layout.event_ids),
    }
