"""What everybody may see of a game of 20th Century: all but the stacks and the others' coins and science."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.audience import NOBODY as NOBODYS
from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.decks import Deck
from tafelrunde.core.views import BoardZone, SeatZone
from tafelrunde.games.twentieth_century.components import STACKS
from tafelrunde.games.twentieth_century.present.track import track
from tafelrunde.games.twentieth_century.rules.auction import minimum, price
from tafelrunde.games.twentieth_century.rules.country import LaidBridge, Placed, Region, bits
from tafelrunde.games.twentieth_century.rules.counts import all_garbage, clean_lands
from tafelrunde.games.twentieth_century.rules.disaster import lowest_bids
from tafelrunde.games.twentieth_century.rules.layout import Layout
from tafelrunde.games.twentieth_century.rules.registry import open_money
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, GOODS
from tafelrunde.games.twentieth_century.state import NOBODY, CenturyState


def _hidden(good: str) -> Any:
    """Coins and science are shown to others with open money, and to all at the final scoring (20C-S.16, 6.18)."""

    def hide(state: CenturyState, seat: int) -> int | None:
        shown = open_money(state) or state.phase == "over"
        amount: int = getattr(state, good)[seat]
        return amount if shown else None

    return hide


def citizens_on(state: CenturyState, tile: int) -> list[str]:
    """The staffed cities of a land."""
    here = state.layout.tiles[tile]
    staffed = state.citizens >> (tile * CITY_BITS)
    return [here.city_name(i) for i in range(len(here.cities)) if staffed >> i & 1]


def _region(state: CenturyState, seat: int) -> dict[str, Any]:
    """The laid tiles by their slug."""
    found: dict[str, Any] = {}
    for tile, x, y, turn in state.placed[seat]:
        here = state.layout.tiles[tile]
        names = here.names_by_turn[turn]
        bridges = [[names[p], names[q]] for number, p, q in state.bridges[seat] if number == tile]
        found[here.slug] = {"cell": [x, y], "turn": turn, "bridges": bridges}
        if here.is_land:
            found[here.slug] |= {"citizens": citizens_on(state, tile), "garbage": state.garbage[tile]}
    return found


def region_of(layout: Layout, seat: Mapping[str, Any]) -> tuple[Region, int]:
    """A seat's region and the bits of its citizens, from what the view shows of it."""
    placed: list[Placed] = []
    bridges: list[LaidBridge] = []
    citizens = 0
    for name, facts in seat["region"].items():
        tile = layout.tiles[layout.numbers[name]]
        placed.append((tile.number, facts["cell"][0], facts["cell"][1], facts["turn"]))
        for ends in facts["bridges"]:
            p, q = sorted(tile.names_by_turn[facts["turn"]].index(end) for end in ends)
            bridges.append((tile.number, p, q))
        for city in facts.get("citizens", []):
            citizens |= 1 << layout.city(name, city)
    return Region.build(placed, tuple(bridges), layout.plan), citizens


def _unlaid(state: CenturyState, seat: int) -> dict[str, Any]:
    slugs, lands = state.layout.slugs, state.layout.lands
    return {slugs[tile]: {"garbage": state.garbage[tile]} if tile < lands else {} for tile in state.unlaid[seat]}


def _workshop(state: CenturyState, seat: int) -> dict[str, Any]:
    """The technologies beside the region, with what is still to be used."""
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
    """Cities between which a locomotive can go."""
    return sorted(line["cities"] for line in _track(state, seat)["lines"])


def _standing(state: CenturyState, seat: int) -> str:
    """Whether a seat is in the land auction, has passed on the land on offer, or has quit."""
    if not state.in_auction >> seat & 1:
        return "quit"
    return "passed" if state.passed >> seat & 1 else "in"


def _column(state: CenturyState, seat: int) -> dict[str, int] | None:
    if state.column[seat] == NOBODY:
        return None
    return {"column": state.column[seat] + 1, "bid": state.stake[seat]}


def _goods(goods: tuple[int, int, int]) -> dict[str, int]:
    return dict(zip(GOODS, goods, strict=True))


SEAT_ZONES = (
    SeatZone("points", PUBLIC, lambda state, seat: state.score[seat]),
    SeatZone("coins", SEAT, lambda state, seat: state.coins[seat], _hidden("coins")),
    SeatZone("science", SEAT, lambda state, seat: state.science[seat], _hidden("science")),
    SeatZone("pollution", PUBLIC, lambda state, seat: state.layout.pollution[state.pollution[seat]]),
    SeatZone("yields", PUBLIC, lambda state, seat: _goods(state.yields[seat])),
    SeatZone("prospect", PUBLIC, lambda state, seat: _goods(state.regions[seat].yields(state.citizens))),
    SeatZone("region", PUBLIC, _region),
    SeatZone("unlaid", PUBLIC, _unlaid),
    SeatZone("loose_citizens", PUBLIC, lambda state, seat: [state.layout.slugs[tile] for tile in state.loose[seat]]),
    SeatZone("waiting_garbage", PUBLIC, lambda state, seat: state.waiting[seat]),
    SeatZone("bought", PUBLIC, lambda state, seat: [state.layout.slugs[tile] for tile in state.bought[seat]]),
    SeatZone("technologies", PUBLIC, _workshop),
    SeatZone("plants", PUBLIC, _plants),
    SeatZone("lines", PUBLIC, _lines),
    SeatZone("track", PUBLIC, _track),
    SeatZone("auction", PUBLIC, _standing),
    SeatZone("disaster", PUBLIC, _column),
    SeatZone("garbage", PUBLIC, all_garbage),
    SeatZone("clean_lands", PUBLIC, clean_lands),
)


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


def decks(state: CenturyState) -> dict[str, tuple[Deck, tuple[str, ...]]]:
    """All stacks by name, with the names of what lies in them."""
    layout = state.layout
    names = {"lands": layout.slugs[: layout.lands], "technologies": layout.slugs[layout.lands :], "disasters": layout.card_slugs}
    stacks = {"lands": state.land_decks, "technologies": state.technology_decks, "disasters": state.card_decks}
    return {
        f"{kind}_{stack.lower()}": (deck, names[kind]) for kind in names for stack, deck in zip(STACKS, stacks[kind], strict=True)
    }


def _show_decks(state: CenturyState) -> dict[str, Any]:
    """The table's own view: what can still come, as a heap, because no order exists."""
    return {
        name: {
            "size": deck.size,
            "pool": [ids[card] for card in deck.pool],
            "top": [ids[known.card] for known in deck.top],
            "bottom": [ids[known.card] for known in deck.bottom],
        }
        for name, (deck, ids) in decks(state).items()
    }


def _hide_decks(state: CenturyState) -> dict[str, Any]:
    return {name: {"size": deck.size} for name, (deck, _) in decks(state).items()}


BOARD_ZONES = (
    BoardZone("start_player", PUBLIC, lambda state: state.start),
    BoardZone("lands", PUBLIC, lambda state: [state.layout.slugs[tile] for tile in state.lands]),
    BoardZone("technologies", PUBLIC, lambda state: [state.layout.technologies[t].slug for t in state.technologies]),
    BoardZone("minimum_bid", PUBLIC, lambda state: minimum(state) if state.full_round else None),
    BoardZone("price", PUBLIC, lambda state: price(state) if state.full_round else None),
    BoardZone("marker", PUBLIC, lambda state: state.marker + 1 if state.full_round else None),
    BoardZone("on_offer", PUBLIC, _on_offer),
    BoardZone("disaster", PUBLIC, _disaster),
    BoardZone("scoring_cards", PUBLIC, lambda state: [state.layout.scoring_slugs[card] for card in state.scoring]),
    BoardZone("bridges", PUBLIC, lambda state: state.bridges_left),
    BoardZone("ordered", PUBLIC, lambda state: state.ordered),
    BoardZone("working", PUBLIC, lambda state: bits(state.working)),
    BoardZone("removed", PUBLIC, lambda state: [state.layout.slugs[tile] for tile in state.gone]),
    BoardZone("past_disasters", PUBLIC, lambda state: [state.layout.card_slugs[card] for card in state.gone_cards]),
    BoardZone("decks", NOBODYS, _show_decks, _hide_decks),
)
