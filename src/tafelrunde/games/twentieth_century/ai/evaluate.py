"""How well each seat stands: points now, and points that its region, goods and marker are as good as making."""

from __future__ import annotations

from tafelrunde.core.seats import leads
from tafelrunde.games.twentieth_century.rules.auction import minimum
from tafelrunde.games.twentieth_century.rules.disaster import holds
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS
from tafelrunde.games.twentieth_century.state import NOBODY, CenturyState

SPREAD = 14.0
"""A lead of this many points is worth about 73 %."""
COIN, SCIENCE = 0.75, 0.65
"""What a good is worth in points while there is still something to buy."""
LEFTOVER = 0.12
"""What a good in hand is worth for the final ranking."""
CUBE = 2.2
PLANT = 1.6
EMPTY_CITY = 0.15
CONNECTION = 0.12


def _land_worth(state: CenturyState, land: int, rounds: int) -> float:
    """A land not laid yet: its best city, a clean field at the end, its garbage."""
    tile = state.layout.tiles[land]
    best = 0.0
    for goods, plants in zip(tile.goods, tile.plants, strict=True):
        best = max(best, _goods(goods, rounds) + PLANT * plants * (rounds + 1))
    return best + 3 - CUBE * state.garbage[land]


def _goods(goods: tuple[int, ...], rounds: int) -> float:
    """A yield for all rounds to come; goods of the last full round only count in hand."""
    useful = max(rounds - 1, 0)
    coins = goods[0] * (COIN * useful + LEFTOVER * (rounds > 0))
    science = goods[1] * (SCIENCE * useful + LEFTOVER * (rounds > 0))
    return coins + science + goods[2] * (rounds + 1)


def _garbage(cubes: int, section: int) -> float:
    return section if not cubes else -CUBE * cubes + 1


def _technologies(state: CenturyState, seat: int, rounds: int, administrations: int) -> float:
    total = 0.0
    for technology in state.workshop[seat]:
        facts = state.layout.technologies[technology]
        if facts.one_time is not None and not state.spent[seat] >> technology & 1:
            total += facts.one_time.worth * (administrations > 0)
        if facts.repeat is not None:
            uses = administrations - (state.worked[seat] >> technology & 1 if state.phase == "administration" else 0)
            total += facts.repeat.worth * max(uses, 0)
    return total


def _auction(state: CenturyState, seat: int, rounds: int, coin: float) -> float:
    """The land on offer belongs to its bidder for now; a seat still in may hope for a cheap one."""
    total = 0.0
    if state.bidder == seat:
        state_worth = _land_worth(state, state.on_offer, rounds) - CUBE * (len(state.bought[seat]) + 1)
        total += state_worth - coin * state.bid
    if state.in_auction >> seat & 1 and state.phase == "land_auction":
        free = state.coins[seat] - (state.bid if state.bidder == seat else 0)
        others = [land for land in state.lands if land != state.on_offer]
        if others and free >= minimum(state) and not state.bought[seat]:
            total += 1.5
        total += 0.8  # the choice of a technology is still to come
    return total


def _disaster(state: CenturyState, seat: int, step: float) -> float:
    """What a pawn will pay and suffer; one that is outbid fears the average."""
    if state.card == NOBODY or state.phase not in ("build_up", "land_auction", "disaster"):
        return 0.0
    damage = state.layout.damage[state.card]
    if holds(state, seat):
        own = damage[state.column[seat]]
        return -CUBE * own.garbage - step * own.pollution - SCIENCE * state.stake[seat]
    used = state.layout.columns[state.players]
    taken = {state.column[other] for other in range(state.players) if state.column[other] != NOBODY}
    open_columns = [damage[i] for i in used if i not in taken] or [damage[i] for i in used]
    return sum(-CUBE * column.garbage - step * column.pollution for column in open_columns) / len(open_columns)


def worth(state: CenturyState, seat: int) -> float:
    """The points a seat has and may expect."""
    layout, region = state.layout, state.regions[seat]
    early = state.phase in ("build_up", "land_auction", "disaster", "administration")
    rounds = max(5 - state.round + early, 0)
    administrations = max(6 - state.round + early, 0)
    section = layout.section[state.pollution[seat]]
    field = state.pollution[seat]
    total: float = float(state.score[seat] + layout.pollution[field])
    step = max(layout.pollution[field] - layout.pollution[max(field - 1, 0)], 3)
    prosperity = max(6 - state.round + early, 0) - 1
    goods = region.yields(state.citizens)
    total += _goods(goods, rounds) + goods[2] * (prosperity - rounds)
    for land in region.lands:
        total += _garbage(state.garbage[land], section)
    for city, n, lands in region.plants:
        if state.citizens >> city & 1:
            dirt = sum(state.garbage[land] for land in lands)
            total += n * (min(dirt, administrations) * CUBE * 0.6 + CONNECTION * len(lands) * rounds)
    for land in state.unlaid[seat]:
        if land in layout.tiles and layout.tiles[land].is_land:
            total += _land_worth(state, land, rounds)
        else:
            total += 1.5 * rounds
    for land in state.loose[seat]:
        tile = layout.tiles[land]
        total += max(_goods(region.worth[land * CITY_BITS + i], rounds) for i in range(len(tile.cities)))
    total -= CUBE * state.waiting[seat]
    auction_ahead = state.round < 5 or state.phase in ("build_up", "land_auction")
    coin, science = (COIN, SCIENCE) if auction_ahead else (LEFTOVER, LEFTOVER)
    total += coin * state.coins[seat] + science * state.science[seat]
    total += _technologies(state, seat, rounds, administrations)
    total += EMPTY_CITY * (region.cities & ~state.citizens).bit_count() * (rounds > 0)
    total += _auction(state, seat, rounds, coin) + _disaster(state, seat, step)
    return total


def evaluate(state: CenturyState) -> list[float]:
    """Per seat, 0 to 1; exact when the game is over."""
    if state.over:
        winners = state.winners
        return [1.0 if seat in winners else 0.0 for seat in range(state.players)]
    return leads([worth(state, seat) for seat in range(state.players)], SPREAD)
