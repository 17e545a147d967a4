"""Setting single values of a position by the keys of the view (scenarios); what cannot be is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.errors import BadInput
from tafelrunde.games.twentieth_century.patch_region import patch_region
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, GOODS
from tafelrunde.games.twentieth_century.shelf import give_back, take
from tafelrunde.games.twentieth_century.state import NOBODY, CenturyState
from tafelrunde.games.twentieth_century.zones import decks

DERIVED = ("prospect", "plants", "lines", "track", "garbage", "clean_lands")
MOST = 999


def patch(state: CenturyState, path: tuple[str, ...], value: Any) -> None:
    """``("seats", "0", "coins"), 5`` and the like."""
    where = ".".join(path)
    match path:
        case ("seats", seat, *rest) if seat.isdigit() and int(seat) < state.players and rest:
            _patch_seat(state, where, int(seat), tuple(rest), value)
        case ("board", *rest) if rest:
            _patch_board(state, where, tuple(rest), value)
        case _:
            raise BadInput(where, "a position is set under seats.N and board; round and step are set by 'at'.")


def integer(where: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadInput(where, f"expected a number from {low} to {high}, found {value!r:.40}.")
    return value


def names(where: str, value: Any, known: tuple[str, ...]) -> list[int]:
    """A list of different names as numbers."""
    if not isinstance(value, list) or len(set(map(str, value))) != len(value):
        raise BadInput(where, f"expected a list of different names, found {value!r:.60}.")
    for name in value:
        if name not in known:
            raise BadInput(where, f"there is no {name!r:.40} here.")
    return [known.index(name) for name in value]


# --- seats -----------------------------------------------------------------------------------------


def _patch_seat(state: CenturyState, where: str, seat: int, path: tuple[str, ...], value: Any) -> None:
    layout = state.layout
    match path:
        case ("points",):
            state.score[seat] = integer(where, value, -MOST, MOST)
        case ("coins",):
            state.coins[seat] = integer(where, value, 0, layout.land_max)
        case ("science",):
            state.science[seat] = integer(where, value, 0, MOST)
        case ("pollution",):
            if value not in layout.pollution:
                raise BadInput(where, f"the fields are worth {', '.join(map(str, layout.pollution))}.")
            state.pollution[seat] = layout.pollution.index(value)
        case ("yields",):
            _check_keys(where, value, GOODS)
            coins, science, prosperity = (integer(f"{where}.{good}", value.get(good, 0), 0, MOST) for good in GOODS)
            state.yields[seat] = (coins, science, prosperity)
        case ("waiting_garbage",):
            state.waiting[seat] = integer(where, value, 0, MOST)
        case ("bought",):
            _patch_bought(state, where, seat, value)
        case ("unlaid",):
            _patch_unlaid(state, where, seat, value)
        case ("technologies",):
            _patch_technologies(state, where, seat, value)
        case ("auction",):
            _patch_standing(state, where, seat, value)
        case ("disaster",):
            _patch_column(state, where, seat, value)
        case ("region",):
            patch_region(state, where, seat, value)
        case ("region", tile, "garbage"):
            _laid_land(state, where, seat, tile)
            state.garbage[layout.numbers[tile]] = integer(where, value, 0, MOST)
        case ("region", tile, "citizens"):
            _patch_citizens(state, where, seat, tile, value)
        case (name, *_) if name in DERIVED:
            raise BadInput(where, "this number follows from others and cannot be set.")
        case _:
            raise BadInput(where, "a seat has no such value that could be set.")


def _check_keys(where: str, value: Any, known: tuple[str, ...]) -> None:
    if not isinstance(value, Mapping) or set(value) - set(known):
        raise BadInput(where, f"expected a table with {', '.join(known)}, found {value!r:.60}.")


def _laid_land(state: CenturyState, where: str, seat: int, tile: str) -> None:
    if state.layout.numbers.get(tile) not in state.regions[seat].lands:
        raise BadInput(where, f"{tile!r} is no land of this region.")


def _patch_citizens(state: CenturyState, where: str, seat: int, tile: str, value: Any) -> None:
    _laid_land(state, where, seat, tile)
    here = state.layout.tiles[state.layout.numbers[tile]]
    cities = names(where, value, tuple(here.city_name(i) for i in range(len(here.cities))))
    base = here.number * CITY_BITS
    state.citizens &= ~(((1 << CITY_BITS) - 1) << base)
    for city in cities:
        state.citizens |= 1 << (base + city)
    state.loose[seat] = tuple(other for other in state.loose[seat] if other != here.number)
    state.yields[seat] = state.regions[seat].yields(state.citizens)


def _patch_bought(state: CenturyState, where: str, seat: int, value: Any) -> None:
    lands = names(where, value, state.layout.slugs[: state.layout.lands])
    own = {*state.unlaid[seat], *state.regions[seat].lands}
    for land in lands:
        if land not in own:
            raise BadInput(where, f"the land {state.layout.slugs[land]} is not this seat's.")
    state.bought[seat] = tuple(lands)


def _patch_unlaid(state: CenturyState, where: str, seat: int, value: Any) -> None:
    """Lands and facilities beside the region; lands among them count as bought in this round."""
    if not isinstance(value, Mapping):
        raise BadInput(where, f"expected a table of tiles, found {value!r:.60}.")
    layout = state.layout
    tiles = names(where, list(value), layout.slugs)
    for tile in tiles:
        if tile not in layout.tiles or layout.tiles[tile].stack == "start":
            raise BadInput(where, f"{layout.slugs[tile]} is not laid beside a region.")
        _check_keys(f"{where}.{layout.slugs[tile]}", value[layout.slugs[tile]], ("garbage",) if tile < layout.lands else ())
    for tile in state.unlaid[seat]:
        give_back(state, tile)
    for tile in tiles:
        take(state, where, tile)
        if tile < layout.lands:
            state.garbage[tile] = integer(where, value[layout.slugs[tile]].get("garbage", 1), 0, MOST)
        else:
            state.workshop[seat] = (*state.workshop[seat], tile - layout.lands)
    state.unlaid[seat] = tuple(tiles)
    state.bought[seat] = tuple(tile for tile in tiles if tile < layout.lands)


def _patch_technologies(state: CenturyState, where: str, seat: int, value: Any) -> None:
    if not isinstance(value, Mapping):
        raise BadInput(where, f"expected a table of technologies, found {value!r:.60}.")
    layout = state.layout
    wanted = names(where, list(value), layout.slugs[layout.lands :])
    laid = [t for t in state.workshop[seat] if layout.technologies[t].facility is not None]
    for technology in state.workshop[seat]:
        if technology not in laid:
            give_back(state, layout.lands + technology)
    state.workshop[seat] = tuple(laid)
    state.spent[seat] = state.worked[seat] = 0
    for technology in wanted:
        facts = layout.technologies[technology]
        if facts.facility is not None:
            if technology not in laid:
                raise BadInput(where, f"{facts.slug} is a facility; it is set under unlaid or region.")
            continue
        take(state, where, layout.lands + technology)
        state.workshop[seat] = (*state.workshop[seat], technology)
        uses = value[facts.slug]
        _check_keys(f"{where}.{facts.slug}", uses, ("spent", "used"))
        state.spent[seat] |= bool(uses.get("spent")) << technology
        state.worked[seat] |= bool(uses.get("used")) << technology
        bridges = facts.one_time.bridges if facts.one_time is not None and not uses.get("spent") else 0
        if state.bridges_left < bridges:
            raise BadInput(where, "no bridge is left.")
        state.bridges_left -= bridges


def _patch_standing(state: CenturyState, where: str, seat: int, value: Any) -> None:
    if value not in ("in", "passed", "quit"):
        raise BadInput(where, "a seat is in, has passed or has quit.")
    bit = 1 << seat
    state.in_auction = state.in_auction & ~bit if value == "quit" else state.in_auction | bit
    state.passed = state.passed | bit if value == "passed" else state.passed & ~bit


def _patch_column(state: CenturyState, where: str, seat: int, value: Any) -> None:
    _check_keys(where, value, ("column", "bid"))
    column = integer(f"{where}.column", value.get("column"), 1, 5) - 1
    if column not in state.layout.columns[state.players]:
        raise BadInput(where, f"column {column + 1} is not used with {state.players} players.")
    state.column[seat] = column
    state.stake[seat] = integer(f"{where}.bid", value.get("bid", 0), 0, state.layout.disaster_max)


# --- the board -------------------------------------------------------------------------------------


def _patch_board(state: CenturyState, where: str, path: tuple[str, ...], value: Any) -> None:
    layout = state.layout
    match path:
        case ("start_player",):
            state.start = integer(where, value, 0, state.players - 1)
        case ("lands",):
            wanted = names(where, value, layout.slugs[: layout.lands])
            for tile in state.lands:
                give_back(state, tile)
            state.lands = ()
            for tile in wanted:
                take(state, where, tile)
            state.lands = tuple(wanted)
        case ("technologies",):
            wanted = names(where, value, layout.slugs[layout.lands :])
            for technology in state.technologies:
                give_back(state, layout.lands + technology)
            state.technologies = ()
            for technology in wanted:
                take(state, where, layout.lands + technology)
            state.technologies = tuple(wanted)
        case ("marker",):
            prices = layout.rounds[state.round - 1].prices
            state.marker = integer(where, value, 1, len(prices)) - 1
        case ("bridges",):
            state.bridges_left = integer(where, value, 0, MOST)
        case ("disaster", "card"):
            _patch_card(state, where, value)
        case ("scoring_cards",):
            cards = names(where, value, layout.scoring_slugs)
            rounds = [layout.scoring[card].round for card in cards]
            if len(set(rounds)) != len(rounds):
                raise BadInput(where, "there is one card for each scoring round.")
            state.scoring = tuple(cards)
        case ("decks", name, end) if end in ("top", "bottom"):
            _patch_deck(state, where, name, end, value)
        case _:
            raise BadInput(where, "the board has no such value that could be set.")


def _patch_card(state: CenturyState, where: str, value: Any) -> None:
    (card,) = names(where, [value], state.layout.card_slugs)
    if card == state.card:
        return
    stack = next(i for i, cards in enumerate(state.layout.card_stacks) if card in cards)
    found = list(state.card_decks)
    if card in state.gone_cards:
        state.gone_cards = tuple(other for other in state.gone_cards if other != card)
    elif card in found[stack].pool:
        found[stack] = found[stack].take_from_pool(card).replace(hidden=found[stack].hidden)
    else:
        raise BadInput(where, f"{value} lies in a known place of its stack.")
    if state.card != NOBODY:
        old = next(i for i, cards in enumerate(state.layout.card_stacks) if state.card in cards)
        pool = tuple(sorted((*found[old].pool, state.card)))
        found[old] = found[old].replace(pool=pool)
    state.card_decks = tuple(deck.replace(hidden=min(deck.hidden, len(deck.pool))) for deck in found)
    state.card = card


def _patch_deck(state: CenturyState, where: str, name: str, end: str, value: Any) -> None:
    """Known cards on top of a stack or under it."""
    known = decks(state)
    if name not in known:
        raise BadInput(where, f"the stacks are: {', '.join(known)}.")
    deck, ids = known[name]
    for place in deck.top if end == "top" else deck.bottom:
        deck = deck.give_to_pool(place.card)
    deck = deck.replace(top=()) if end == "top" else deck.replace(bottom=())
    cards = names(where, value, ids)
    for card in cards:
        if card not in deck.pool or not deck.hidden:
            raise BadInput(where, f"{ids[card]} is not in this stack.")
        deck = deck.take_from_pool(card)
    deck = deck.put_on_top(cards, 0) if end == "top" else deck.put_under(cards, 0)
    kind, _, stack = name.partition("_")
    field = {"lands": "land_decks", "technologies": "technology_decks", "disasters": "card_decks"}[kind]
    all_decks = list(getattr(state, field))
    all_decks[[other.partition("_")[2] for other in known if other.startswith(kind)].index(stack)] = deck
    setattr(state, field, tuple(all_decks))
