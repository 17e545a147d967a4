"""Setting single values of a position by the keys of the view (scenarios); what cannot be is refused."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.decks import Deck
from tafelrunde.core.errors import BadInput
from tafelrunde.core.patches import integer
from tafelrunde.games.new_angeles.layout import without
from tafelrunde.games.new_angeles.state import COUNTER, MAIN, NOBODY, OUTAGE, PRISEC, PROTEST, STRIKE, AngelesState
from tafelrunde.games.new_angeles.terms import PIECES, RESOURCES, TYPES


def patch(state: AngelesState, path: tuple[str, ...], value: Any) -> None:
    """``("seats", "0", "capital"), 5`` and the like."""
    where = ".".join(path)
    match path:
        case ("seats", seat, *rest) if seat.isdigit() and int(seat) < state.players:
            _patch_seat(state, where, int(seat), tuple(rest), value)
        case ("board", *rest):
            _patch_board(state, where, tuple(rest), value)
        case _:
            raise BadInput(where, "a position is set under seats.N and board; round and step are set by 'at'.")


def number_of(where: str, name: Any, known: tuple[str, ...]) -> int:
    if name not in known:
        raise BadInput(where, f"{name!r:.40} is not one of: {', '.join(known)}.")
    return known.index(name)


def _numbers(where: str, value: Any, known: tuple[str, ...]) -> list[int]:
    if not isinstance(value, list):
        raise BadInput(where, f"expected a list, found {value!r:.40}.")
    return [number_of(where, name, known) for name in value]


def card_from(state: AngelesState, where: str, name: Any) -> int:
    return number_of(where, name, state.layout.cards)


# --- taking cards from where they are ------------------------------------------------------------


def take_action_card(state: AngelesState, where: str, card: int) -> None:
    """One copy leaves its deck, or else the discard pile, or else a hand."""
    kind = state.layout.card_type[card]
    deck = state.decks[kind]
    if card in deck.pool:
        decks = list(state.decks)
        decks[kind] = deck.take_from_pool(card)
        state.decks = tuple(decks)
        return
    for piles in (state.discards, state.hands):
        for i in reversed(range(len(piles))):
            if card in piles[i]:
                piles[i] = without(piles[i], card)
                return
    raise BadInput(where, f"there is no further copy of {state.layout.cards[card]!r}.")


def give_back(state: AngelesState, cards: tuple[int, ...]) -> None:
    decks = list(state.decks)
    for card in cards:
        kind = state.layout.card_type[card]
        decks[kind] = decks[kind].give_to_pool(card)
    state.decks = tuple(decks)


def _deck_without(deck: Deck, card: int) -> Deck:
    if card in deck.pool:
        return deck.take_from_pool(card)
    top = tuple(k for k in deck.top if k.card != card)
    return deck.replace(top=top, bottom=tuple(k for k in deck.bottom if k.card != card))


def take_asset(state: AngelesState, asset: int) -> None:
    """An asset leaves its holder, the track, the table or the deck; the track takes another one from the deck."""
    state.exhausted &= ~(1 << asset)
    if state.holder[asset] != NOBODY:
        state.holder[asset] = NOBODY
    elif asset in state.track or asset == state.revealed:
        other, state.asset_deck = state.asset_deck.draw(state)
        if asset == state.revealed:
            state.revealed = other
        else:
            state.track = tuple(other if a == asset else a for a in state.track)
    else:
        state.asset_deck = _deck_without(state.asset_deck, asset)


# --- seats ---------------------------------------------------------------------------------------


def _patch_seat(state: AngelesState, where: str, seat: int, path: tuple[str, ...], value: Any) -> None:
    layout = state.layout
    match path:
        case ("capital",):
            state.capital[seat] = integer(where, value, 0, 999)
        case ("hand",):
            cards = _numbers(where, value, layout.cards[: state.verbs.cards])
            give_back(state, state.hands[seat])
            state.hands[seat] = ()
            for card in cards:
                take_action_card(state, where, card)
            state.hands[seat] = tuple(sorted(cards))
        case ("support",):
            _support(state, where, seat, value)
        case ("supports",):
            state.side[seat] = (0, MAIN, COUNTER)[("none", "main", "counter").index(value)]
        case ("assets",):
            _assets(state, where, seat, _numbers(where, value, layout.assets))
        case ("exhausted",):
            for asset in _numbers(where, value, layout.assets):
                if state.holder[asset] != seat:
                    raise BadInput(where, f"seat {seat} does not hold {layout.assets[asset]!r}.")
                state.exhausted |= 1 << asset
        case ("emergencies", name):
            _emergency(state, where, seat, name, value)
        case ("corporation",):
            _corporation(state, where, seat, number_of(where, value, layout.corporations))
        case ("rival",):
            _rival(state, where, seat, number_of(where, value, layout.rivals))
        case ("investment",):
            _investment(state, where, seat, number_of(where, value, layout.investments))
        case _:
            raise BadInput(where, "a seat has no such key that can be set.")


def _support(state: AngelesState, where: str, seat: int, value: Any) -> None:
    cards = _numbers(where, value, state.layout.cards[: state.verbs.cards])
    for card in cards:
        take_action_card(state, where, card)
    state.support[seat] = tuple(sorted(cards))
    state.side[seat] = state.side[seat] or MAIN
    state.refused |= 1 << seat


def _assets(state: AngelesState, where: str, seat: int, assets: list[int]) -> None:
    for asset, holder in enumerate(state.holder):
        if holder == seat:
            state.holder[asset] = NOBODY
            state.asset_deck = state.asset_deck.give_to_pool(asset)
    for asset in assets:
        take_asset(state, asset)
        state.holder[asset] = seat


def _emergency(state: AngelesState, where: str, seat: int, name: str, value: Any) -> None:
    number = number_of(where, name, state.layout.cards[state.verbs.cards :])
    if number not in state.corporations:
        raise BadInput(where, "this corporation does not play.")
    if value not in ("up", "down"):
        raise BadInput(where, "expected 'up' or 'down'.")
    state.emergency_at[number] = seat
    state.emergency_up = state.emergency_up & ~(1 << number) | (value == "up") << number


def _corporation(state: AngelesState, where: str, seat: int, corporation: int) -> None:
    """Another corporation; its present player takes the old one, rivals follow."""
    old = state.corporations[seat]
    if corporation in state.corporations:
        other = state.corporations.index(corporation)
        state.corporations[other] = old
        state.emergency_at[old] = other
    else:
        state.emergency_at[old] = NOBODY
        state.emergency_up &= ~(1 << old)
        out, into = (state.layout.rival_corporation.index(c) for c in (old, corporation))
        state.rivals = tuple(into if rival == out else rival for rival in state.rivals)
        state.spare = into if state.spare == out else state.spare
    state.corporations[seat] = corporation
    state.emergency_at[corporation] = seat
    state.emergency_up |= 1 << corporation


def _rival(state: AngelesState, where: str, seat: int, rival: int) -> None:
    """The rival changes places with whoever has it."""
    places = [*state.rivals, state.spare]
    if rival not in places:
        raise BadInput(where, "this corporation does not play, so its rival card is out of the game [NA-S.10].")
    other = places.index(rival)
    places[seat], places[other] = places[other], places[seat]
    state.rivals, state.spare = tuple(places[:-1]), places[-1]


def _investment(state: AngelesState, where: str, seat: int, card: int) -> None:
    kept = list(state.investments)
    if card in kept:
        other = kept.index(card)
        kept[seat], kept[other] = kept[other], kept[seat]
    else:
        state.investment_deck = _deck_without(state.investment_deck, card).give_to_pool(kept[seat])
        kept[seat] = card
    state.investments = tuple(kept)


# --- board ---------------------------------------------------------------------------------------


def _patch_board(state: AngelesState, where: str, path: tuple[str, ...], value: Any) -> None:
    layout = state.layout
    match path:
        case ("threat",):
            state.threat = integer(where, value, 0, layout.threat_end - 1)
        case ("districts", number, key) if number.isdigit() and 1 <= int(number) <= 10:
            _district(state, where, int(number) - 1, key, value)
        case ("districts",) if value == {}:
            state.city = [0] * len(state.city)
        case ("supply", name):
            resource = number_of(where, name, RESOURCES)
            state.supply[resource] = integer(where, value, 0, layout.track_last[resource])
        case ("demand",):
            demand = number_of(where, value, layout.demands)
            if demand != state.demand:
                state.demand_deck = _deck_without(state.demand_deck, demand).give_to_pool(state.demand)
                state.demand = demand
        case ("revealed",):
            asset = number_of(where, value, layout.assets)
            old = state.revealed
            take_asset(state, asset)
            if old not in (asset, NOBODY):
                state.asset_deck = state.asset_deck.give_to_pool(old)
            elif old == asset:
                state.asset_deck = state.asset_deck.give_to_pool(state.revealed)
            state.revealed = asset
        case ("turn_track",):
            _track(state, where, _numbers(where, value, layout.assets))
        case ("decks", name, ("top" | "bottom") as end):
            _deck(state, where, name, end, value)
        case ("decks", name, "size") if name in TYPES and value == 0:
            _empty_deck(state, TYPES.index(name))
        case _:
            raise BadInput(where, "the board has no such key that can be set.")


def _district(state: AngelesState, where: str, district: int, key: str, value: Any) -> None:
    city, bit = state.city, 1 << district
    if key == "unrest":
        stage = number_of(where, value, ("stable", "protest", "strike"))
        city[PROTEST] = city[PROTEST] & ~bit | (stage == 1) << district
        city[STRIKE] = city[STRIKE] & ~bit | (stage == 2) << district
    else:
        piece = number_of(where, key, PIECES)
        if type(value) is not bool:
            raise BadInput(where, "expected true or false.")
        city[piece] = city[piece] & ~bit | value << district
        if city[piece].bit_count() > state.layout.limits[piece]:
            raise BadInput(where, f"there are only {state.layout.limits[piece]} of these pieces [NA-15.0].")
    if city[OUTAGE] & (city[PROTEST] | city[STRIKE]):
        raise BadInput(where, "a district in outage is stable [NA-11.1].")
    if city[PRISEC] & (city[PIECES.index("human_first")] | city[PIECES.index("orgcrime")]):
        raise BadInput(where, "an enemy unit cannot stand beside prisec [NA-41.1].")


def _track(state: AngelesState, where: str, assets: list[int]) -> None:
    for asset in state.track:
        state.asset_deck = state.asset_deck.give_to_pool(asset)
    state.track = ()
    for asset in assets:
        take_asset(state, asset)
    state.track = tuple(assets)


def _empty_deck(state: AngelesState, kind: int) -> None:
    """All cards of the deck lie in the discard pile, open."""
    decks = list(state.decks)
    place = state.players + 1
    state.discards[place] = tuple(sorted((*state.discards[place], *decks[kind].pool)))
    decks[kind] = Deck.of(())
    state.decks = tuple(decks)


def _deck(state: AngelesState, where: str, name: str, end: str, value: Any) -> None:
    from tafelrunde.games.new_angeles.view import decks

    found = decks(state)
    if name not in found:
        raise BadInput(where, f"there is no deck {name!r}; the decks are: {', '.join(found)}.")
    cards = _numbers(where, value, found[name][1])
    for card in cards:
        if name == "assets":
            take_asset(state, card)
        elif name in TYPES:
            take_action_card(state, where, card)
    deck = decks(state)[name][0]
    if name in ("events", "demands", "investments"):
        if end == "top" and name == "events":
            deck = deck.shuffle()
        for card in cards:
            deck = _deck_without(deck, card)
    seats = 0 if name == "events" else -1
    deck = deck.put_on_top(cards, seats) if end == "top" else deck.put_under(cards, -1)
    if name in TYPES:
        state.decks = tuple(deck if kind == name else state.decks[i] for i, kind in enumerate(TYPES))
    else:
        setattr(
            state, {"assets": "asset_deck", "events": "event_deck", "demands": "demand_deck"}.get(name, "investment_deck"), deck
        )
    if name == "events":
        state.backs_seen = len(deck.top)
