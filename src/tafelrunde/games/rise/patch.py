"""Setting single values of a position by the keys of the view (scenarios); what cannot be is refused."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.decks import Deck
from tafelrunde.core.errors import BadInput
from tafelrunde.core.patches import integer, slug, slugs
from tafelrunde.games.rise.state import CULTURE, NOBODY, SCHOOL, TRACK_COUNT, TRACKS, RiseState

DERIVED = ("coin_limit", "exchange", "income", "penalty", "placement")


def patch(state: RiseState, path: tuple[str, ...], value: Any) -> None:
    """``("seats", "0", "coins"), 5`` and the like."""
    where = ".".join(path)
    match path:
        case ("seats", seat, *rest) if seat.isdigit() and int(seat) < state.players:
            _patch_seat(state, where, int(seat), tuple(rest), value)
        case ("board", *rest):
            _patch_board(state, where, tuple(rest), value)
        case _:
            raise BadInput(where, "a position is set under seats.N and board; round and step are set by 'at'.")


# --- seats ---------------------------------------------------------------------------------------


def _patch_seat(state: RiseState, where: str, seat: int, path: tuple[str, ...], value: Any) -> None:
    layout = state.layout
    match path:
        case ("points",):
            state.vp[seat] = integer(where, value, -99, 999)
        case ("coins",):
            state.coins[seat] = integer(where, value, 0, 99)
        case ("vault_turned",):
            if type(value) is not bool:
                raise BadInput(where, "expected true or false.")
            state.vault[seat] = int(value)
        case ("tracks", name) if name in TRACKS:
            _put_marker(state, where, seat, TRACKS.index(name), value)
        case (("active_tiles" | "inactive_tiles") as key,):
            tiles = slugs(where, value, layout.school_ids)
            _take_school_tiles(state, where, tiles)
            (state.ready if key == "active_tiles" else state.used)[seat] = tuple(sorted(tiles))
        case ("culture_tiles",):
            _give_culture_tiles(state, where, seat, slugs(where, value, layout.culture_ids))
        case (key, *_) if key in DERIVED:
            raise BadInput(where, "this follows from the rest of the position and cannot be set.")
        case _:
            raise BadInput(where, "a seat has no such key that can be set.")


def _put_marker(state: RiseState, where: str, seat: int, track: int, field: Any) -> None:
    side = state.layout.tracks[track]
    place = slug(where, field, side.track.fields)
    others = [state.pos[other * TRACK_COUNT + track] for other in range(state.players) if other != seat]
    if place in others and place in side.track.single:
        raise BadInput(where, f"the field {field} has room for one marker only [RISE-T.19].")
    state.pos[seat * TRACK_COUNT + track] = place


def _take_school_tiles(state: RiseState, where: str, tiles: list[int]) -> None:
    """Tiles put somewhere are taken from where they were."""
    if len(set(tiles)) < len(tiles):
        raise BadInput(where, "a tile stands there twice.")
    for row in (state.ready, state.used):
        row[:] = [tuple(tile for tile in own if tile not in tiles) for own in row]
    state.school_slots[:] = [NOBODY if tile in tiles else tile for tile in state.school_slots]


def _take_culture_tiles(state: RiseState, where: str, tiles: list[int]) -> None:
    if len(set(tiles)) < len(tiles):
        raise BadInput(where, "a tile stands there twice.")
    if not state.layout.slot_fields(CULTURE, "culture"):
        raise BadInput(where, "culture tiles are used on side B only [RISE-S.18].")
    state.culture_taken[:] = [tuple(t for t in own if t not in tiles) for own in state.culture_taken]
    state.culture_slots[:] = [NOBODY if tile in tiles else tile for tile in state.culture_slots]


def _give_culture_tiles(state: RiseState, where: str, seat: int, tiles: list[int]) -> None:
    _take_culture_tiles(state, where, tiles)
    state.culture_taken[seat] = tuple(sorted(tiles))


# --- board ---------------------------------------------------------------------------------------


def _patch_board(state: RiseState, where: str, path: tuple[str, ...], value: Any) -> None:
    layout = state.layout
    match path:
        case ("actions",):
            _set_row(state, where, value, state.actions_row, layout.action_ids)
        case ("events",):
            _set_row(state, where, value, state.events_row, layout.event_ids)
        case ("factories",):
            _set_factories(state, where, value)
        case ("order",):
            _set_order(state, where, value)
        case ("turn_order",):
            if not isinstance(value, list) or sorted(value) != list(range(state.players)):
                raise BadInput(where, "every seat stands in the turn order once.")
            state.turn_order = tuple(value)
        case ("school", field):
            _lay_tile(state, where, SCHOOL, field, value)
        case ("culture", field):
            _lay_tile(state, where, CULTURE, field, value)
        case ("arrivals", field):
            keys = tuple(layout.tracks[3].track.fields[key] for key in layout.first_come_keys)
            state.arrivals[slug(where, field, keys)] = integer(where, value, 0, state.players)
        case ("ranks",):
            ranks = [integer(where, rank, 1, 5) for rank in value] if isinstance(value, list) else []
            state.ranks = sum(1 << rank for rank in set(ranks))
        case ("decks", name, ("top" | "bottom") as end):
            _set_deck(state, where, name, end, value)
        case _:
            raise BadInput(where, "the board has no such key that can be set.")


def _lay_tile(state: RiseState, where: str, track: int, field: str, value: Any) -> None:
    """A tile on a field of a track; an empty text takes it off."""
    layout = state.layout
    kind, ids, slots = (
        ("school", layout.school_ids, state.school_slots)
        if track == SCHOOL
        else ("culture", layout.culture_ids, state.culture_slots)
    )
    place = slug(where, field, layout.tracks[track].track.fields)
    if place not in layout.slot_fields(track, kind):
        raise BadInput(where, "this field holds no tiles.")
    if value == "":
        slots[place] = NOBODY
        return
    tile = slug(where, value, ids)
    (_take_school_tiles if track == SCHOOL else _take_culture_tiles)(state, where, [tile])
    slots[place] = tile


def _set_factories(state: RiseState, where: str, value: Any) -> None:
    """Which factories stand below which card, from left to right; the others stand on order fields."""
    rows = value if isinstance(value, list) and all(isinstance(row, list) for row in value) else []
    placed = [seat for row in rows for seat in row]
    if len(rows) != len(state.factories) or len(set(placed)) < len(placed) or not set(placed) <= set(range(state.players)):
        raise BadInput(where, f"expected {len(state.factories)} lists of seats, each seat at most once.")
    waiting = [seat for seat in state.turn_order if seat not in placed]
    state.factories[:] = [tuple(row) for row in rows]
    state.order = waiting + [NOBODY] * len(placed)


def _set_order(state: RiseState, where: str, value: Any) -> None:
    placed = {seat for below in state.factories for seat in below}
    free = [seat for seat in range(state.players) if seat not in placed]
    seats = [seat for seat in value if seat is not NOBODY] if isinstance(value, list) else []
    if not isinstance(value, list) or len(value) != state.players or sorted(seats) != free:
        raise BadInput(where, "every factory that is not below a card stands on one order field; -1 is a free field.")
    state.order = list(value)
    if not placed:
        state.turn_order = tuple(value)


# --- cards ---------------------------------------------------------------------------------------


def _set_row(state: RiseState, where: str, value: Any, row: list[int], ids: tuple[str, ...]) -> None:
    """Lay cards into the row; each comes from where it was, and what lay there before takes its place."""
    if not isinstance(value, list) or len(value) != len(row):
        raise BadInput(where, f"expected {len(row)} cards; an empty text is an empty place.")
    wanted = [NOBODY if name == "" else slug(where, name, ids) for name in value]
    actions = row is state.actions_row
    for card in wanted:
        epoch = (state.round - 1) // state.layout.setup.rounds_per_epoch + 1
        if actions and card != NOBODY and state.layout.epochs[card] != epoch:
            raise BadInput(where, f"{ids[card]} belongs to epoch {state.layout.epochs[card]}, this is epoch {epoch} [RISE-B.3].")
    for card in row:
        if card != NOBODY:
            _to_pool(state, card, actions)
    row[:] = [NOBODY] * len(row)
    for place, card in enumerate(wanted):
        if card == NOBODY:
            continue
        if not _from_pool(state, card, actions):
            raise BadInput(where, f"there is no further card {ids[card]}.")
        row[place] = card


def _deck(state: RiseState, card: int, actions: bool) -> Deck:
    return state.action_decks[state.layout.epochs[card] - 1] if actions else state.event_deck


def _store(state: RiseState, card: int, actions: bool, deck: Deck) -> None:
    if actions:
        decks = list(state.action_decks)
        decks[state.layout.epochs[card] - 1] = deck
        state.action_decks = tuple(decks)
    else:
        state.event_deck = deck


def _to_pool(state: RiseState, card: int, actions: bool) -> None:
    _store(state, card, actions, _deck(state, card, actions).give_to_pool(card))


def _from_pool(state: RiseState, card: int, actions: bool) -> bool:
    """Take a card out of its deck, or out of the discards, whose place another card of the deck then fills."""
    deck = _deck(state, card, actions)
    if card in deck.pool:
        _store(state, card, actions, deck.take_from_pool(card))
        return True
    pile = list(state.action_discard if actions else state.event_discard)
    if card not in pile or not deck.hidden:
        return False
    stand_in = deck.pool[0]
    _store(state, card, actions, deck.take_from_pool(stand_in))
    pile[pile.index(card)] = stand_in
    if actions:
        state.action_discard = tuple(pile)
    else:
        state.event_discard = tuple(pile)
    return True


def _set_deck(state: RiseState, where: str, name: str, end: str, value: Any) -> None:
    """Known cards on top of a deck or under it."""
    decks = {f"actions_{epoch}": epoch for epoch in range(1, len(state.action_decks) + 1)}
    if name not in (*decks, "events"):
        raise BadInput(where, f"the decks are: {', '.join(decks)}, events.")
    actions = name in decks
    ids = state.layout.action_ids if actions else state.layout.event_ids
    cards = slugs(where, value, ids)
    if actions and any(state.layout.epochs[card] != decks[name] for card in cards):
        raise BadInput(where, f"only cards of epoch {decks[name]} lie in this deck.")
    deck = state.action_decks[decks[name] - 1] if actions else state.event_deck
    for known in deck.top if end == "top" else deck.bottom:
        deck = deck.give_to_pool(known.card)
    deck = deck.replace(top=()) if end == "top" else deck.replace(bottom=())
    for card in cards:
        if card not in deck.pool:
            raise BadInput(where, f"no card {ids[card]} is left in this deck.")
        deck = deck.take_from_pool(card)
    deck = deck.put_on_top(cards, 0) if end == "top" else deck.put_under(cards, 0)
    if actions:
        all_decks = list(state.action_decks)
        all_decks[decks[name] - 1] = deck
        state.action_decks = tuple(all_decks)
    else:
        state.event_deck = deck
