"""Setting a whole region in a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.errors import BadInput
from tafelrunde.games.twentieth_century.rules.administration import set_region
from tafelrunde.games.twentieth_century.rules.country import AROUND, LaidBridge, Placed, Region
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, bridge_fault
from tafelrunde.games.twentieth_century.shelf import give_back, take
from tafelrunde.games.twentieth_century.state import CenturyState

KEYS = {"cell", "turn", "bridges", "citizens", "garbage"}


def patch_region(state: CenturyState, where: str, seat: int, value: Any) -> None:
    """``{"s1": {}, "a07": {"cell": [1, 0], "citizens": ["a"]}}``: the start tile first, then tiles that touch earlier ones."""
    if not isinstance(value, Mapping) or not value:
        raise BadInput(where, f"expected a table of tiles, found {value!r:.60}.")
    layout = state.layout
    for name, facts in value.items():
        if layout.numbers.get(name) not in layout.tiles:
            raise BadInput(where, f"{name!r} is not a tile that is laid.")
        if not isinstance(facts, Mapping) or set(facts) - KEYS:
            raise BadInput(f"{where}.{name}", f"expected a table with {', '.join(sorted(KEYS))}.")
    tiles = [layout.numbers[name] for name in value]
    _empty(state, seat)
    _start_tile(state, where, seat, tiles[0])
    placed: list[Placed] = []
    for tile, facts in zip(tiles, value.values(), strict=True):
        placed.append(_place(state, f"{where}.{layout.slugs[tile]}", placed, tile, facts))
        if placed[1:]:
            take(state, where, tile)
            if tile >= state.layout.lands:
                state.workshop[seat] = (*state.workshop[seat], tile - state.layout.lands)
    region = Region.build(placed, _bridges(state, where, value), layout.plan)
    set_region(state, seat, region)
    for tile, facts in zip(tiles, value.values(), strict=True):
        _people(state, f"{where}.{layout.slugs[tile]}", tile, facts)
    state.yields[seat] = region.yields(state.citizens)


def _empty(state: CenturyState, seat: int) -> None:
    """Everything but the start tile goes back to its stack."""
    for tile, *_ in state.placed[seat][1:]:
        give_back(state, tile)
    state.bridges_left += len(state.bridges[seat])
    gone = {tile for tile, *_ in state.placed[seat][1:]}
    state.workshop[seat] = tuple(t for t in state.workshop[seat] if state.layout.lands + t not in gone)
    state.bought[seat] = tuple(tile for tile in state.bought[seat] if tile not in gone)
    state.loose[seat] = ()
    for tile, *_ in state.placed[seat]:
        if tile < state.layout.lands:
            state.citizens &= ~(((1 << CITY_BITS) - 1) << (tile * CITY_BITS))
            state.garbage[tile] = 0
    state.placed[seat] = state.placed[seat][:1]


def _start_tile(state: CenturyState, where: str, seat: int, tile: int) -> None:
    """The first tile must be a start tile; one that lies with another seat is exchanged for the own one."""
    layout = state.layout
    if tile not in layout.start_tiles:
        raise BadInput(where, "the first tile of a region is its start tile.")
    mine = state.placed[seat][0][0]
    for other in range(state.players):
        if other != seat and state.placed[other][0][0] == tile:
            citizens = state.citizens >> (tile * CITY_BITS) & ((1 << CITY_BITS) - 1)
            state.citizens &= ~(citizens << (tile * CITY_BITS))
            state.citizens |= citizens << (mine * CITY_BITS)
            state.garbage[mine] = state.garbage[tile]
            placed = ((mine, 0, 0, 0), *state.placed[other][1:])
            set_region(state, other, Region.build(placed, state.bridges[other], layout.plan))


def _place(state: CenturyState, where: str, placed: list[Placed], tile: int, facts: Mapping[str, Any]) -> Placed:
    cell, turn = facts.get("cell", [0, 0] if not placed else None), facts.get("turn", 0)
    if not (isinstance(cell, list) and len(cell) == 2 and all(type(n) is int for n in cell)) or turn not in (0, 1, 2, 3):
        raise BadInput(where, "a laid tile has a cell [column, row] and a turn from 0 to 3.")
    x, y = cell
    cells = {(u, v) for _, u, v, _ in placed}
    touches = any((x + dx, y + dy) in cells for dx, dy in AROUND)
    if (x, y) in cells or (placed and not touches) or (not placed and (x, y, turn) != (0, 0, 0)):
        raise BadInput(where, "no tile can be laid there.")
    return tile, x, y, turn


def _bridges(state: CenturyState, where: str, value: Mapping[str, Any]) -> tuple[LaidBridge, ...]:
    layout = state.layout
    found: list[LaidBridge] = []
    for name, facts in value.items():
        tile = layout.tiles[layout.numbers[name]]
        names = tile.names_by_turn[facts.get("turn", 0)]
        for ends in facts.get("bridges", []):
            if not isinstance(ends, list) or len(ends) != 2 or any(end not in names for end in ends):
                raise BadInput(f"{where}.{name}.bridges", f"a bridge joins two of: {', '.join(names)}.")
            p, q = sorted(names.index(end) for end in ends)
            plan = layout.plan(tile.number, tuple(bridge[1:] for bridge in found if bridge[0] == tile.number))
            if p == q or bridge_fault(plan, p, q):
                raise BadInput(f"{where}.{name}.bridges", f"no bridge can lie between {ends[0]} and {ends[1]}.")
            found.append((tile.number, p, q))
    if len(found) > state.bridges_left:
        raise BadInput(where, f"only {state.bridges_left} bridges are left.")
    state.bridges_left -= len(found)
    return tuple(found)


def _people(state: CenturyState, where: str, tile: int, facts: Mapping[str, Any]) -> None:
    """Citizens and garbage of one tile."""
    here = state.layout.tiles[tile]
    if not here.is_land:
        if "citizens" in facts or "garbage" in facts:
            raise BadInput(where, "neither citizens nor garbage lie on a facility.")
        return
    start = state.layout.set.start.citizens if here.stack == "start" else ()
    cities = [here.city_name(i) for i in range(len(here.cities))]
    for name in facts.get("citizens", start):
        if name not in cities:
            raise BadInput(f"{where}.citizens", f"there is no city {name!r}.")
        state.citizens |= 1 << (tile * CITY_BITS + cities.index(name))
    garbage = facts.get("garbage", 0)
    if type(garbage) is not int or not 0 <= garbage <= 99:
        raise BadInput(f"{where}.garbage", f"expected a number from 0 to 99, found {garbage!r:.40}.")
    state.garbage[tile] = garbage
