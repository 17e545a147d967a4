"""The features by which a position of 20th Century is evaluated: one number for each seat and name.

Every feature is a public fact of the position, or one of a world that was sampled for a seat: others' coins and science are
those of that world. The weights (``weights/N.toml``) say what each is worth early and late in the game.
"""

from __future__ import annotations

from tafelrunde.games.twentieth_century.rules.auction import minimum
from tafelrunde.games.twentieth_century.rules.disaster import holds
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS
from tafelrunde.games.twentieth_century.state import NOBODY, CenturyState

FEATURES: dict[str, str] = {
    "points": "points scored, in tens",
    "pollution": "points of the pollution marker's field, in tens",
    "coins": "coins while lands are still sold, in fives",
    "science": "science while technologies are still sold, in fives",
    "left_over": "coins and science when nothing is sold any more, in fives",
    "coin_yield": "coins that the cities yield in the rounds to come, in tens",
    "science_yield": "science that they yield, in tens",
    "prosperity": "points that they yield in the production and scoring phases to come, in tens",
    "garbage": "garbage on the lands, in fives of cubes",
    "clean": "points for lands without garbage, in tens",
    "recycling": "cubes that the recycling plants can remove, in fives",
    "reach": "lands that plants reach, times the rounds to come, in tens",
    "lands": "lands, in fives",
    "unlaid": "lands bought and not laid yet: what their best city would bring, in tens of points",
    "facilities": "facilities not laid yet, times the rounds to come",
    "loose": "laid lands whose citizen has no city yet: what the best city would bring, in tens of points",
    "waiting": "garbage to be placed, in fives of cubes",
    "technologies": "uses of technologies to come, in tens of points",
    "empty_cities": "cities without a citizen",
    "offer": "what the land on which the seat has the highest bid would bring, less the bid, in tens of points",
    "in_auction": "1 while the seat may still buy a land",
    "affords": "1 if it can also pay for another one on display",
    "quit_late": "1 while the choice of a technology is still to come",
    "damage_garbage": "garbage to be expected of the disaster, in fives of cubes",
    "damage_pollution": "points of pollution to be expected of it, in tens",
    "stake": "science bid against it, in fives",
    "estimate": "a weighted sum of the others, as a person would estimate the seat's final score, in tens of points",
}
COIN, SCIENCE = 0.75, 0.65
"""The approximate value of a good in points while there is still something to buy, for adding up different goods."""
LEFTOVER = 0.12
CUBE = 2.2
PLANT = 1.6
EMPTY_CITY = 0.15
CONNECTION = 0.12
_ROUNDS = 6
_PHASES = ("build_up", "land_auction", "disaster", "administration")


def progress(state: CenturyState) -> float:
    """The fraction of the game that is over, from 0 to 1."""
    early = state.phase in _PHASES
    return (state.round - 0.5 * early) / _ROUNDS


def features(state: CenturyState) -> list[list[float]]:
    """The features of each seat, in the order of :data:`FEATURES`."""
    return [_seat(state, seat) for seat in range(state.players)]


def _seat(state: CenturyState, seat: int) -> list[float]:
    layout, region = state.layout, state.regions[seat]
    early = state.phase in _PHASES
    rounds, administrations = max(5 - state.round + early, 0), max(6 - state.round + early, 0)
    field = state.pollution[seat]
    step = max(layout.pollution[field] - layout.pollution[max(field - 1, 0)], 3)
    goods = region.yields(state.citizens)
    sells = state.round < 5 or state.phase in ("build_up", "land_auction")
    coins, science = 0.2 * state.coins[seat], 0.2 * state.science[seat]
    cubes = sum(state.garbage[land] for land in region.lands)
    clean = layout.section[field] * sum(not state.garbage[land] for land in region.lands)
    removed, reach = _plants(state, seat, administrations)
    unlaid = [_land_worth(state, land, rounds) for land in state.unlaid[seat] if _is_land(state, land)]
    loose = [
        max(_goods(region.worth[land * CITY_BITS + i], rounds) for i in range(len(layout.tiles[land].cities)))
        for land in state.loose[seat]
    ]
    damage = _disaster(state, seat)
    row = [
        0.1 * state.score[seat],
        0.1 * layout.pollution[field],
        coins if sells else 0.0,
        science if sells else 0.0,
        0.0 if sells else coins + science,
        0.1 * goods[0] * rounds,
        0.1 * goods[1] * rounds,
        0.1 * goods[2] * administrations,
        0.2 * cubes,
        0.1 * clean,
        0.2 * removed,
        0.1 * reach * rounds,
        0.2 * len(region.lands),
        0.1 * sum(unlaid),
        float((len(state.unlaid[seat]) - len(unlaid)) * rounds),
        0.1 * sum(loose),
        0.2 * state.waiting[seat],
        0.1 * _technologies(state, seat, administrations),
        float((region.cities & ~state.citizens).bit_count()) if rounds else 0.0,
        *_auction(state, seat, rounds),
        0.2 * damage[0],
        0.1 * damage[1] * step,
        0.2 * damage[2],
    ]
    row.append(_estimate(row, rounds))
    return row


def _estimate(row: list[float], rounds: int) -> float:
    """The estimated final score in units of ten points."""
    useful = max(rounds - 1, 0) / max(rounds, 1)
    total = row[0] + row[1] + 5 * 0.1 * (COIN * row[2] + SCIENCE * row[3] + LEFTOVER * row[4])
    total += COIN * useful * row[5] + SCIENCE * useful * row[6] + row[7]
    total += 0.5 * CUBE * (0.6 * row[10] - row[8] - row[16] - row[23]) + row[9] + CONNECTION * row[11]
    return total + row[13] + 0.15 * row[14] + row[15] + row[17] + 0.1 * EMPTY_CITY * row[18] + row[19] - row[24]


def _is_land(state: CenturyState, tile: int) -> bool:
    return tile in state.layout.tiles and state.layout.tiles[tile].is_land


def _plants(state: CenturyState, seat: int, administrations: int) -> tuple[float, int]:
    """The number of cubes that the staffed plants can remove, and of lands they reach."""
    removed, reach = 0.0, 0
    for city, n, lands in state.regions[seat].plants:
        if state.citizens >> city & 1:
            removed += n * min(sum(state.garbage[land] for land in lands), administrations)
            reach += n * len(lands)
    return removed, reach


def _land_worth(state: CenturyState, land: int, rounds: int) -> float:
    """The value of a land not laid yet: its best city, a clean field at the end, its garbage."""
    tile = state.layout.tiles[land]
    best = 0.0
    for goods, plants in zip(tile.goods, tile.plants, strict=True):
        best = max(best, _goods(goods, rounds) + PLANT * plants * (rounds + 1))
    return best + 3 - CUBE * state.garbage[land]


def _goods(goods: tuple[int, ...], rounds: int) -> float:
    """The value of a yield for all rounds to come; goods of the last full round only count in hand."""
    useful = max(rounds - 1, 0)
    coins = goods[0] * (COIN * useful + LEFTOVER * (rounds > 0))
    science = goods[1] * (SCIENCE * useful + LEFTOVER * (rounds > 0))
    return coins + science + goods[2] * (rounds + 1)


def _technologies(state: CenturyState, seat: int, administrations: int) -> float:
    total = 0.0
    for technology in state.workshop[seat]:
        facts = state.layout.technologies[technology]
        if facts.one_time is not None and not state.spent[seat] >> technology & 1:
            total += facts.one_time.worth * (administrations > 0)
        if facts.repeat is not None:
            uses = administrations - (state.worked[seat] >> technology & 1 if state.phase == "administration" else 0)
            total += facts.repeat.worth * max(uses, 0)
    return total


def _auction(state: CenturyState, seat: int, rounds: int) -> list[float]:
    """Credit the land on offer to its highest bidder; a seat still in the auction may hope for a cheap one."""
    offer = 0.0
    if state.bidder == seat:
        offer = _land_worth(state, state.on_offer, rounds) - CUBE * (len(state.bought[seat]) + 1) - COIN * state.bid
    if not state.in_auction >> seat & 1 or state.phase != "land_auction":
        return [0.1 * offer, 0.0, 0.0, 0.0]
    free = state.coins[seat] - (state.bid if state.bidder == seat else 0)
    others = any(land != state.on_offer for land in state.lands)
    may = others and not state.bought[seat]
    return [0.1 * offer, float(may), float(may and free >= minimum(state)), 1.0]


def _disaster(state: CenturyState, seat: int) -> tuple[float, float, float]:
    """The expected cost of the disaster in garbage, pollution and science; a seat whose pawn is outbid expects the average."""
    if state.card == NOBODY or state.phase not in ("build_up", "land_auction", "disaster"):
        return 0.0, 0.0, 0.0
    damage = state.layout.damage[state.card]
    if holds(state, seat):
        own = damage[state.column[seat]]
        return own.garbage, own.pollution, state.stake[seat]
    used = state.layout.columns[state.players]
    taken = {state.column[other] for other in range(state.players) if state.column[other] != NOBODY}
    feared = [damage[i] for i in used if i not in taken] or [damage[i] for i in used]
    n = len(feared)
    return sum(column.garbage for column in feared) / n, sum(column.pollution for column in feared) / n, 0.0
