"""Setting single values of a position by the keys of the view (scenarios); what cannot be is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tafelrunde.core.decks import Deck
from tafelrunde.core.errors import BadInput
from tafelrunde.core.patches import integer, slug
from tafelrunde.games.fifty_first_state.names import COLOURS, GOODS, TOKENS
from tafelrunde.games.fifty_first_state.rules.goods import without
from tafelrunde.games.fifty_first_state.state import (
    GOOD_COUNT,
    NOBODY,
    REF,
    RUIN,
    TOKEN_COUNT,
    USES,
    FiftyFirstState,
    Place,
)


def patch(state: FiftyFirstState, path: tuple[str, ...], value: Any) -> None:
    """``("seats", "0", "supply", "iron"), 5`` and the like."""
    where = ".".join(path)
    match path:
        case ("seats", seat, *rest) if seat.isdigit() and int(seat) < state.players:
            _patch_seat(state, where, int(seat), tuple(rest), value)
        case ("board", *rest):
            _patch_board(state, where, tuple(rest), value)
        case _:
            raise BadInput(where, "a position is set under seats.N and board; round and step are set by 'at'.")


def _truth(where: str, value: Any) -> bool:
    if type(value) is not bool:
        raise BadInput(where, "expected true or false.")
    return value


def _cards(state: FiftyFirstState, where: str, value: Any, locations_only: bool = True) -> list[int]:
    if not isinstance(value, list):
        raise BadInput(where, f"expected a list of cards, found {value!r:.40}.")
    cards = [slug(where, name, state.layout.ids) for name in value]
    if locations_only and any(not state.layout.is_location(card) for card in cards):
        raise BadInput(where, "only location cards lie here.")
    return cards


def _goods(where: str, value: Any, known: tuple[str, ...] = TOKENS) -> dict[int, int]:
    if not isinstance(value, Mapping):
        raise BadInput(where, f"expected a table of goods, found {value!r:.40}.")
    return {slug(f"{where}.{good}", good, known): integer(f"{where}.{good}", n, 0, 99) for good, n in value.items()}


def _pieces(where: str, value: Any) -> tuple[int, ...]:
    return tuple(good for good, n in sorted(_goods(where, value).items()) for _ in range(n))


# --- where cards come from -----------------------------------------------------------------------


def _give_back(state: FiftyFirstState, cards: Iterable[int]) -> None:
    """Cards that made room for others go back into their decks."""
    layout = state.layout
    for card in cards:
        if layout.is_location(card):
            state.deck = state.deck.give_to_pool(card)
        else:
            _store_pile(state, card, _pile(state, card).give_to_pool(card))


def _pile(state: FiftyFirstState, card: int) -> Deck:
    return state.connection_decks[state.layout.colour[card - state.layout.location_count]]


def _store_pile(state: FiftyFirstState, card: int, deck: Deck) -> None:
    decks = list(state.connection_decks)
    decks[state.layout.colour[card - state.layout.location_count]] = deck
    state.connection_decks = tuple(decks)


def _fetch(state: FiftyFirstState, where: str, card: int) -> None:
    """Take a card from where it was: its deck, its discard pile, a hand that nobody has set, the offer."""
    layout = state.layout
    deck = state.deck if layout.is_location(card) else _pile(state, card)
    if card in deck.pool:
        deck = deck.take_from_pool(card)
        if layout.is_location(card):
            state.deck = deck
        else:
            _store_pile(state, card, deck)
        return
    if card in state.discard:
        state.discard = without(state.discard, card)
        return
    for zone in (state.connection_discards, state.hands):
        for i, pile in enumerate(zone):
            if card in pile:
                zone[i] = without(pile, card)
                if zone is state.hands and card in state.known[i]:
                    state.known[i] = without(state.known[i], card)
                return
    if card in state.offer:
        state.offer[state.offer.index(card)] = NOBODY
        return
    raise BadInput(where, f"there is no further card {layout.ids[card]}.")


# --- seats ---------------------------------------------------------------------------------------


def _patch_seat(state: FiftyFirstState, where: str, seat: int, path: tuple[str, ...], value: Any) -> None:
    layout = state.layout
    base = seat * TOKEN_COUNT
    match path:
        case ("points",):
            state.vp[seat] = integer(where, value, 0, 999)
        case ("supply",):
            given = _goods(where, value)
            state.supply[base : base + TOKEN_COUNT] = [given.get(good, 0) for good in range(TOKEN_COUNT)]
        case ("supply", good):
            state.supply[base + slug(where, good, TOKENS)] = integer(where, value, 0, 99)
        case ("produced",):
            made = _goods(where, value, GOODS)
            state.produced[seat * GOOD_COUNT : (seat + 1) * GOOD_COUNT] = [made.get(good, 0) for good in range(GOOD_COUNT)]
        case ("faction",):
            _set_faction(state, where, seat, slug(where, value, layout.faction_ids))
        case ("passed",):
            state.passed = state.passed & ~(1 << seat) | int(_truth(where, value)) << seat
        case ("rows_used",):
            rows = [integer(where, row, 1, 3) for row in value] if isinstance(value, list) else []
            state.rows_used[seat] = sum(1 << row for row in set(rows))
        case ("hand",):
            cards = _cards(state, where, value, locations_only=False)
            _give_back(state, state.hands[seat])
            state.hands[seat] = state.known[seat] = ()
            for card in cards:
                _fetch(state, where, card)
            state.hands[seat] = tuple(sorted(cards))
            state.known[seat] = tuple(card for card in state.hands[seat] if not layout.is_location(card))  # all were on offer
        case ("deals",):
            cards = _cards(state, where, value)
            _give_back(state, state.deals[seat])
            state.deals[seat] = ()
            for card in cards:
                _fetch(state, where, card)
            state.deals[seat] = tuple(sorted(cards))
        case ("state",):
            _set_state(state, where, seat, value)
        case ("state", key, *rest) if rest:
            _change_place(state, where, seat, key, tuple(rest), value)
        case ("ruins",):
            _set_ruins(state, where, seat, _cards(state, where, value))
        case ("hand_size" | "given_back", *_):
            raise BadInput(where, "this follows from the rest of the position and cannot be set.")
        case _:
            raise BadInput(where, "a seat has no such key that can be set.")


def _set_faction(state: FiftyFirstState, where: str, seat: int, faction: int) -> None:
    """Two seats swap where another one has the faction (51S-S.3)."""
    factions = list(state.factions)
    if faction in factions:
        factions[factions.index(faction)] = factions[seat]
    factions[seat] = faction
    state.factions = tuple(factions)


def _set_state(state: FiftyFirstState, where: str, seat: int, value: Any) -> None:
    """A table of locations, each with what differs from a new one, or just a list of them, further copies by their name."""
    if isinstance(value, list):
        value = {_numbered(name, value[:i].count(name)): {} for i, name in enumerate(value)}
    if not isinstance(value, Mapping):
        raise BadInput(where, "expected a list or table of locations.")
    layout = state.layout
    old = [place for place in state.states[seat] if place[USES] != RUIN]
    _give_back(state, (layout.card_of[place[REF]] for place in old))
    kept = tuple(place for place in state.states[seat] if place[USES] == RUIN)
    placed: list[Place] = []
    state.states[seat] = kept
    for key, data in value.items():
        ref = layout.ref_of_key.get(key)
        if ref is None:
            raise BadInput(f"{where}.{key}", "there is no such location.")
        _fetch(state, where, layout.card_of[ref])
        placed.append(_place(f"{where}.{key}", ref, data))
    state.states[seat] = (*placed, *kept)


def _numbered(name: Any, copies_before: int) -> str:
    """The key of a location among its copies: ``school``, ``school 2``."""
    return f"{name} {copies_before + 1}" if copies_before else str(name)


def _place(where: str, ref: int, data: Any) -> Place:
    known = ("uses", "marks", "stock", "stored", "defence")
    if not isinstance(data, Mapping) or set(data) - set(known):
        raise BadInput(where, f"a location is a table with some of: {', '.join(known)}.")
    return (
        ref,
        integer(f"{where}.uses", data.get("uses", 0), 0, 9),
        _pieces(f"{where}.marks", data.get("marks", {})),
        _pieces(f"{where}.stock", data.get("stock", {})),
        _pieces(f"{where}.stored", data.get("stored", {})),
        int(_truth(f"{where}.defence", data.get("defence", False))),
    )


def _change_place(state: FiftyFirstState, where: str, seat: int, key: str, path: tuple[str, ...], value: Any) -> None:
    ref = state.layout.ref_of_key.get(key)
    for i, place in enumerate(state.states[seat]):
        if place[REF] == ref and place[USES] != RUIN and len(path) == 1:
            new = _place(where, place[REF], {path[0]: value})
            field = {"uses": 1, "marks": 2, "stock": 3, "stored": 4, "defence": 5}[path[0]]
            row = state.states[seat]
            changed: Any = (*place[:field], new[field], *place[field + 1 :])
            state.states[seat] = (*row[:i], changed, *row[i + 1 :])
            return
    raise BadInput(where, "there is no such location in this state.")


def _set_ruins(state: FiftyFirstState, where: str, seat: int, cards: list[int]) -> None:
    layout = state.layout
    _give_back(state, (layout.card_of[p[REF]] for p in state.states[seat] if p[USES] == RUIN))
    state.states[seat] = tuple(p for p in state.states[seat] if p[USES] != RUIN)
    for card in cards:
        _fetch(state, where, card)
        state.states[seat] += ((layout.first_ref[card], RUIN, (), (), (), 0),)


# --- board ---------------------------------------------------------------------------------------


def _patch_board(state: FiftyFirstState, where: str, path: tuple[str, ...], value: Any) -> None:
    match path:
        case ("first",):
            state.first = integer(where, value, 0, state.players - 1)
        case ("end_triggered",):
            state.triggered = _truth(where, value)
        case ("row",):
            cards = _cards(state, where, value)
            _give_back(state, state.row)
            state.row = ()
            for card in cards:
                _fetch(state, where, card)
            state.row = tuple(sorted(cards))
        case ("offer", colour) if colour in COLOURS:
            _set_offer(state, where, COLOURS.index(colour), value)
        case ("discards", "locations"):
            cards = _cards(state, where, value)
            _give_back(state, state.discard)
            state.discard = ()
            for card in cards:
                _fetch(state, where, card)
            state.discard = tuple(cards)
        case ("decks", name, ("top" | "bottom" | "only") as end):
            _set_deck(state, where, name, end, value)
        case _:
            raise BadInput(where, "the board has no such key that can be set.")


def _set_offer(state: FiftyFirstState, where: str, colour: int, name: Any) -> None:
    """An empty text takes the card away."""
    layout = state.layout
    if state.offer[colour] != NOBODY:
        _give_back(state, [state.offer[colour]])
        state.offer[colour] = NOBODY
    if name != "":
        card = slug(where, name, layout.ids)
        if layout.is_location(card) or layout.colour[card - layout.location_count] != colour:
            raise BadInput(where, f"{name} is no {COLOURS[colour]} connection card.")
        _fetch(state, where, card)
        state.offer[colour] = card


def _set_deck(state: FiftyFirstState, where: str, name: str, end: str, value: Any) -> None:
    """Known cards on top or under a deck; ``only`` leaves no others, the rest is out on the discard pile."""
    if name not in ("locations", *COLOURS):
        raise BadInput(where, f"the decks are: locations, {', '.join(COLOURS)}.")
    layout = state.layout
    cards = _cards(state, where, value, locations_only=False)
    for card in cards:
        if name != ("locations" if layout.is_location(card) else COLOURS[layout.colour[card - layout.location_count]]):
            raise BadInput(where, f"{layout.ids[card]} does not belong to this deck.")
    deck = _deck(state, name)
    for known in deck.top if end == "top" else deck.bottom if end == "bottom" else ():
        deck = deck.give_to_pool(known.card)
    if end != "only":
        deck = deck.replace(top=()) if end == "top" else deck.replace(bottom=())
    _store_deck(state, name, deck)
    for card in cards:
        _fetch(state, where, card)
    deck = _deck(state, name)
    if end == "only":
        rest = tuple(sorted((*deck.pool, *(known.card for known in deck.top + deck.bottom))))
        deck = Deck.of(cards)
        if name == "locations":
            state.discard += rest
        else:
            state.connection_discards[COLOURS.index(name)] += rest
    else:
        deck = deck.put_on_top(cards, 0) if end == "top" else deck.put_under(cards, 0)
    _store_deck(state, name, deck)


def _deck(state: FiftyFirstState, name: str) -> Deck:
    return state.deck if name == "locations" else state.connection_decks[COLOURS.index(name)]


def _store_deck(state: FiftyFirstState, name: str, deck: Deck) -> None:
    if name == "locations":
        state.deck = deck
    else:
        decks = list(state.connection_decks)
        decks[COLOURS.index(name)] = deck
        state.connection_decks = tuple(decks)
