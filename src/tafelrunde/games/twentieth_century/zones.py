"""The zones of 20th Century: all are open except the stacks and the other seats' coins and science.

Views, scenarios and the census derive from them.
"""

from __future__ import annotations

from typing import Any

from tafelrunde.core.audience import SEAT
from tafelrunde.core.decks import without
from tafelrunde.core.families import Pile, put_at
from tafelrunde.core.patches import At
from tafelrunde.core.shapes import derived
from tafelrunde.core.zone_kinds import board, seat
from tafelrunde.core.zones import shown
from tafelrunde.games.twentieth_century.components import STACKS
from tafelrunde.games.twentieth_century.present.track import track
from tafelrunde.games.twentieth_century.rules.auction import minimum, price
from tafelrunde.games.twentieth_century.rules.country import bits
from tafelrunde.games.twentieth_century.rules.counts import all_garbage, clean_lands
from tafelrunde.games.twentieth_century.rules.disaster import lowest_bids
from tafelrunde.games.twentieth_century.rules.registry import open_money
from tafelrunde.games.twentieth_century.rules.tiles import GOODS
from tafelrunde.games.twentieth_century.shelf import CARDS, LANDS, TECHNOLOGIES, fetch, give_back
from tafelrunde.games.twentieth_century.state import NOBODY, CenturyState
from tafelrunde.games.twentieth_century.zones_region import MOST_GARBAGE, put_region, region_pieces, show_region

MOST = 999


def _hidden(good: str) -> Any:
    """Others see coins and science with the option open money, and everybody sees them at the final scoring (20C-S.16, 6.18)."""

    def hide(state: CenturyState, seat: int) -> int | None:
        is_open = open_money(state) or state.phase == "over"
        amount: int = getattr(state, good)[seat]
        return amount if is_open else None

    return hide


def _unlaid(state: CenturyState, seat: int) -> dict[str, Any]:
    slugs, lands = state.layout.slugs, state.layout.lands
    return {slugs[tile]: {"garbage": state.garbage[tile]} if tile < lands else {} for tile in state.unlaid[seat]}


def _set_unlaid(state: CenturyState, seat: int, at: At, value: Any) -> None:
    """Set the lands and facilities beside the region; such lands count as bought in this round."""
    at.end()
    layout = state.layout
    at.names(list(at.mapping(value)), [tile.slug for tile in layout.tiles.values()])
    tiles = [layout.numbers[name] for name in value]
    for tile in state.unlaid[seat]:
        give_back(state, seat, tile)
    state.unlaid[seat] = ()
    for tile in tiles:
        inner = at.inner(layout.slugs[tile])
        facts = inner.table(value[layout.slugs[tile]], ("garbage",) if tile < layout.lands else ())
        fetch(state, inner, tile)
        if tile < layout.lands:
            state.garbage[tile] = inner.number(facts.get("garbage", 1), 0, MOST_GARBAGE)
        else:
            state.workshop[seat] = (*state.workshop[seat], tile - layout.lands)
    state.unlaid[seat] = tuple(tiles)
    state.bought[seat] = tuple(tile for tile in tiles if tile < layout.lands)


def _unlaid_lands(state: CenturyState, seat: int) -> list[str]:
    """The lands beside the region, for the census, which counts facilities among the technologies."""
    return LANDS.counted(state, (tile for tile in state.unlaid[seat] if tile < state.layout.lands))


def _set_bought(state: CenturyState, seat: int, at: At, value: Any) -> None:
    at.end()
    lands = LANDS.read(state, at, value)
    for land in lands:
        if land not in state.unlaid[seat] and land not in state.regions[seat].lands:
            raise at.refuse(f"the land {state.layout.slugs[land]} is not this seat's.")
    state.bought[seat] = tuple(lands)


def _workshop(state: CenturyState, seat: int) -> dict[str, Any]:
    """The technologies beside the region, with their remaining uses."""
    found: dict[str, Any] = {}
    for technology in state.workshop[seat]:
        facts = state.layout.technologies[technology]
        uses: dict[str, Any] = {}
        if facts.one_time is not None:
            uses["spent"] = bool(state.spent[seat] >> technology & 1)
        if facts.repeat is not None:
            uses["used"] = bool(state.worked[seat] >> technology & 1)
        found[facts.slug] = uses
    return found


def _bridges_kept(state: CenturyState, seat: int) -> int:
    """The bridges that lie on technologies until they are used."""
    uses = [(t, state.layout.technologies[t].one_time) for t in state.workshop[seat]]
    return sum(use.bridges for t, use in uses if use is not None and not state.spent[seat] >> t & 1)


def _workshop_pieces(state: CenturyState, seat: int) -> list[str]:
    return TECHNOLOGIES.counted(state, state.workshop[seat]) + ["bridge"] * _bridges_kept(state, seat)


def _set_technologies(state: CenturyState, seat: int, at: At, value: Any) -> None:
    """Set all technologies except facilities, which are set in their own places."""
    at.end()
    layout = state.layout
    wanted = TECHNOLOGIES.read(state, at, list(at.mapping(value)))
    facilities = tuple(t for t in state.workshop[seat] if layout.technologies[t].facility is not None)
    state.bridges_left += _bridges_kept(state, seat)
    TECHNOLOGIES.give_back(state, (t for t in state.workshop[seat] if t not in facilities))
    state.workshop[seat], state.spent[seat], state.worked[seat] = facilities, 0, 0
    for technology in wanted:
        facts = layout.technologies[technology]
        inner = at.inner(facts.slug)
        if facts.facility is not None:
            if technology not in facilities:
                raise inner.refuse("this is a facility; it is set under unlaid or region.")
            continue
        TECHNOLOGIES.fetch(state, inner, technology)
        uses = inner.table(value[facts.slug], ("spent", "used"))
        state.workshop[seat] = (*state.workshop[seat], technology)
        state.spent[seat] |= inner.truth(uses.get("spent", False)) << technology
        state.worked[seat] |= inner.truth(uses.get("used", False)) << technology
    state.bridges_left -= _bridges_kept(state, seat)
    if state.bridges_left < 0:
        raise at.refuse("no bridge is left.")


def _plants(state: CenturyState, seat: int) -> dict[str, list[str]]:
    """The operational plants and the lands in their reach."""
    layout, staffed = state.layout, state.citizens
    found = {}
    for city, _, lands in state.regions[seat].plants:
        if staffed >> city & 1:
            found[" ".join(layout.city_name(city))] = sorted(layout.slugs[land] for land in lands)
    return found


def _track(state: CenturyState, seat: int) -> dict[str, Any]:
    return track(state.layout, state.regions[seat])


def _lines(state: CenturyState, seat: int) -> list[list[str]]:
    """Groups of cities between which a locomotive can travel."""
    return sorted(line["cities"] for line in _track(state, seat)["lines"])


def _standing(state: CenturyState, seat: int) -> str:
    """Whether a seat takes part in the land auction, has passed on the land on offer, or has quit."""
    if not state.in_auction >> seat & 1:
        return "quit"
    return "passed" if state.passed >> seat & 1 else "in"


def _set_standing(state: CenturyState, seat: int, at: At, value: Any) -> None:
    at.end()
    passed, quit = (at.name(value, ("in", "passed", "quit")) == standing for standing in (1, 2))
    state.in_auction = state.in_auction & ~(1 << seat) | (not quit) << seat
    state.passed = state.passed & ~(1 << seat) | passed << seat


def _column(state: CenturyState, seat: int) -> dict[str, int] | None:
    if state.column[seat] == NOBODY:
        return None
    return {"column": state.column[seat] + 1, "bid": state.stake[seat]}


def _set_column(state: CenturyState, seat: int, at: At, value: Any) -> None:
    at.end()
    used = state.layout.columns[state.players]
    column = at.inner("column").number(at.table(value, ("column", "bid")).get("column"), 1, used[-1] + 1) - 1
    if column not in used:
        raise at.inner("column").refuse(f"column {column + 1} is not used with {state.players} players.")
    state.column[seat] = column
    state.stake[seat] = at.inner("bid").number(value.get("bid", 0), 0, state.layout.disaster_max)


def _goods(goods: tuple[int, int, int]) -> dict[str, int]:
    return dict(zip(GOODS, goods, strict=True))


def _set_yields(state: CenturyState, seat: int, at: At, value: Any) -> None:
    at.end()
    coins, science, prosperity = (at.inner(good).number(at.table(value, GOODS).get(good, 0), 0, MOST) for good in GOODS)
    state.yields[seat] = coins, science, prosperity


def _set_pollution(state: CenturyState, seat: int, at: At, value: Any) -> None:
    """Set the field of the marker by its value."""
    at.end()
    values = state.layout.pollution
    if type(value) is not int or value not in values:
        raise at.refuse(f"the fields are worth {', '.join(map(str, values))}.")
    state.pollution[seat] = values.index(value)


SEAT_ZONES = (
    seat.number("points", "score", -MOST, MOST),
    seat.number("coins", "coins", 0, lambda state, seat: state.layout.land_max, SEAT, _hidden("coins")),
    seat.number("science", "science", 0, MOST, SEAT, _hidden("science")),
    seat.zone("pollution", lambda state, seat: state.layout.pollution[state.pollution[seat]], set=_set_pollution),
    seat.zone("yields", lambda state, seat: _goods(state.yields[seat]), set=_set_yields),
    seat.zone("prospect", lambda state, seat: _goods(state.regions[seat].yields(state.citizens))),
    shown(seat.zone("region", show_region, set=put_region, holds=region_pieces), "grid", at="cell"),
    seat.zone("unlaid", _unlaid, set=_set_unlaid, holds=_unlaid_lands),
    seat.zone("loose_citizens", lambda state, seat: LANDS.named(state, state.loose[seat])),
    seat.number("waiting_garbage", "waiting", 0, MOST),
    seat.zone("bought", lambda state, seat: LANDS.named(state, state.bought[seat]), set=_set_bought),
    seat.zone("technologies", _workshop, set=_set_technologies, holds=_workshop_pieces),
    seat.zone("plants", _plants),
    seat.zone("lines", _lines),
    seat.zone("track", _track, shape=derived),  # from the region
    seat.zone("auction", _standing, set=_set_standing),
    seat.zone("disaster", _column, set=_set_column),
    seat.zone("garbage", all_garbage),
    seat.zone("clean_lands", clean_lands),
)


# --- board -----------------------------------------------------------------------------------------


def _removed(state: CenturyState) -> list[str]:
    return [state.layout.slugs[tile] for tile in state.gone]


def _past_cards(state: CenturyState) -> list[str]:
    return CARDS.named(state, state.gone_cards)


def _on_offer(state: CenturyState) -> dict[str, Any] | None:
    if state.on_offer == NOBODY:
        return None
    return {"land": state.layout.slugs[state.on_offer], "bid": state.bid, "bidder": state.bidder}


def _disaster(state: CenturyState) -> dict[str, Any] | None:
    if state.card == NOBODY:
        return None
    damage, used = state.layout.damage[state.card], state.layout.columns[state.players]
    lowest = lowest_bids(state)
    columns = {
        str(i + 1): {"garbage": damage[i].garbage, "pollution": damage[i].pollution, "lowest_bid": lowest[i]} for i in used
    }
    return {"card": state.layout.card_slugs[state.card], "columns": columns}


def _set_card(state: CenturyState, at: At, value: Any) -> None:
    """Replace the open disaster card; each stack keeps its number of cards."""
    name, at = at.below()
    at.end()
    if name != "card":
        raise at.refuse("this follows from the card.")
    card = at.name(value, state.layout.card_slugs)
    if card == state.card:
        return
    pools = [deck.pool for deck in state.card_decks]
    if card in state.gone_cards:
        state.gone_cards = without(state.gone_cards, card)
    elif any(card in pool for pool in pools):
        pools = [tuple(other for other in pool if other != card) for pool in pools]
    else:
        raise at.refuse(f"{value} lies in a known place of its stack.")
    for i, cards in enumerate(state.layout.card_stacks):
        pool = tuple(sorted((*pools[i], state.card))) if state.card in cards else pools[i]
        deck = state.card_decks[i]
        put_at(state, ("card_decks", i), deck.replace(pool=pool, hidden=min(deck.hidden, len(pool))))
    state.card = card


def _set_marker(state: CenturyState, at: At, value: Any) -> None:
    at.end()
    state.marker = at.number(value, 1, len(state.layout.rounds[state.round - 1].prices)) - 1


def _set_scoring_cards(state: CenturyState, at: At, value: Any) -> None:
    at.end()
    cards = at.names(value, state.layout.scoring_slugs)
    if len({state.layout.scoring[card].round for card in cards}) < len(cards):
        raise at.refuse("there is one card for each scoring round.")
    state.scoring = tuple(cards)


DECKS = {
    f"{kind}_{stack.lower()}": Pile(family, field, i)
    for kind, family, field in (
        ("lands", LANDS, "land_decks"),
        ("technologies", TECHNOLOGIES, "technology_decks"),
        ("disasters", CARDS, "card_decks"),
    )
    for i, stack in enumerate(STACKS)
}
BOARD_ZONES = (
    board.seat("start_player", "start"),
    board.cards("lands", "lands", LANDS, ordered=True),
    board.cards("technologies", "technologies", TECHNOLOGIES, ordered=True),
    board.zone("minimum_bid", lambda state: minimum(state) if state.full_round else None),
    board.zone("price", lambda state: price(state) if state.full_round else None),
    board.zone("marker", lambda state: state.marker + 1 if state.full_round else None, set=_set_marker),
    board.zone("on_offer", _on_offer, seats=("bidder",)),
    board.zone("disaster", _disaster, set=_set_card, holds=lambda state: CARDS.counted(state, (state.card,))),
    board.zone(
        "scoring_cards", lambda state: [state.layout.scoring_slugs[card] for card in state.scoring], set=_set_scoring_cards
    ),
    board.number("bridges", "bridges_left", 0, MOST, pieces="bridge"),
    board.zone("ordered", lambda state: state.ordered),
    board.zone("working", lambda state: bits(state.working), seats=("working",)),
    board.zone("removed", _removed, holds=_removed),
    board.zone("past_disasters", _past_cards, holds=_past_cards),
    board.decks("decks", DECKS),
)
