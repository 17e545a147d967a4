"""A seat's region as a zone: how views show it, how it is rebuilt from a view, and how a scenario sets it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tafelrunde.core.patches import At
from tafelrunde.games.twentieth_century.rules.administration import set_region
from tafelrunde.games.twentieth_century.rules.country import AROUND, LaidBridge, Placed, Region
from tafelrunde.games.twentieth_century.rules.layout import Layout
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, Tile, bridge_fault
from tafelrunde.games.twentieth_century.shelf import fetch, give_back
from tafelrunde.games.twentieth_century.state import CenturyState

KEYS = ("cell", "turn", "bridges", "citizens", "garbage")
MOST_GARBAGE = 99
_CITIES = (1 << CITY_BITS) - 1


def _cities(tile: Tile) -> list[str]:
    return [tile.city_name(i) for i in range(len(tile.cities))]


def _citizens(state: CenturyState, tile: Tile) -> list[str]:
    """The cities of a land that have a citizen."""
    staffed = state.citizens >> (tile.number * CITY_BITS)
    return [name for i, name in enumerate(_cities(tile)) if staffed >> i & 1]


def show_region(state: CenturyState, seat: int) -> dict[str, Any]:
    """The placed tiles by their slug."""
    found: dict[str, Any] = {}
    for tile, x, y, turn in state.placed[seat]:
        here = state.layout.tiles[tile]
        names = here.names_by_turn[turn]
        bridges = [[names[p], names[q]] for number, p, q in state.bridges[seat] if number == tile]
        found[here.slug] = {"cell": [x, y], "turn": turn, "bridges": bridges}
        if here.is_land:
            found[here.slug] |= {"citizens": _citizens(state, here), "garbage": state.garbage[tile]}
    return found


def region_of(layout: Layout, seat: Mapping[str, Any]) -> tuple[Region, int]:
    """A seat's region and the bits of its citizens, reconstructed from a view."""
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


def region_pieces(state: CenturyState, seat: int) -> Iterator[str]:
    """Lands and bridges, for the census, which counts facilities among the technologies."""
    layout = state.layout
    yield from (layout.slugs[tile] for tile, *_ in state.placed[seat] if tile < layout.lands)
    yield from ["bridge"] * len(state.bridges[seat])


# --- setting ---------------------------------------------------------------------------------------


def put_region(state: CenturyState, seat: int, at: At, value: Any) -> None:
    """``{"s1": {}, "a07": {"cell": [1, 0], "citizens": ["a"]}}``: the start tile first, then tiles that touch earlier ones.

    Under a tile, its citizens or its garbage can be set separately.
    """
    if at.path:
        _put_people(state, seat, at, value)
        return
    layout = state.layout
    at.names(list(at.mapping(value)), [tile.slug for tile in layout.tiles.values()])
    for name, facts in value.items():
        at.inner(name).table(facts, KEYS)
    tiles = [layout.numbers[name] for name in value]
    _empty(state, seat)
    _start_tile(state, at, seat, tiles)
    placed: list[Placed] = []
    for tile, facts in zip(tiles, value.values(), strict=True):
        inner = at.inner(layout.slugs[tile])
        placed.append(_place(inner, placed, tile, facts))
        if placed[1:]:
            fetch(state, inner, tile)
            if tile >= layout.lands:
                state.workshop[seat] = (*state.workshop[seat], tile - layout.lands)
    region = Region.build(placed, _bridges(state, at, value), layout.plan)
    set_region(state, seat, region)
    for tile, facts in zip(tiles, value.values(), strict=True):
        first = {"citizens": list(layout.set.start.citizens) if tile == tiles[0] else [], "garbage": 0}
        _people(state, at.inner(layout.slugs[tile]), layout.tiles[tile], first | facts if tile < layout.lands else facts)
    state.yields[seat] = region.yields(state.citizens)


def _put_people(state: CenturyState, seat: int, at: At, value: Any) -> None:
    """The citizens or the garbage of one land."""
    name, at = at.below()
    key, at = at.below()
    at.end()
    tile = state.layout.numbers.get(name)
    if tile is None or tile not in state.regions[seat].lands:
        raise at.refuse(f"{name!r:.40} is no land of this region.")
    land = At(at.where.removesuffix(f".{key}"))
    _people(state, land, state.layout.tiles[tile], at.table({key: value}, ("citizens", "garbage")))
    if key == "citizens":
        state.loose[seat] = tuple(other for other in state.loose[seat] if other != tile)
        state.yields[seat] = state.regions[seat].yields(state.citizens)


def _empty(state: CenturyState, seat: int) -> None:
    """Return everything except the start tile to its stack."""
    start, *laid = state.placed[seat]
    for tile, *_ in laid:
        give_back(state, seat, tile)
        state.bought[seat] = tuple(land for land in state.bought[seat] if land != tile)
    for tile, *_ in state.placed[seat]:
        if tile < state.layout.lands:
            state.citizens &= ~(_CITIES << (tile * CITY_BITS))
            state.garbage[tile] = 0
    state.bridges_left += len(state.bridges[seat])
    state.loose[seat] = ()
    state.placed[seat] = (start,)


def _start_tile(state: CenturyState, at: At, seat: int, tiles: list[int]) -> None:
    """Set the first tile, which must be a start tile; if another seat has it, the two seats exchange their start tiles."""
    layout = state.layout
    if not tiles or tiles[0] not in layout.start_tiles:
        raise at.refuse("the first tile of a region is its start tile.")
    tile = tiles[0]
    mine = state.placed[seat][0][0]
    for other in range(state.players):
        if other != seat and state.placed[other][0][0] == tile:
            citizens = state.citizens >> (tile * CITY_BITS) & _CITIES
            state.citizens &= ~(citizens << (tile * CITY_BITS))
            state.citizens |= citizens << (mine * CITY_BITS)
            state.garbage[mine] = state.garbage[tile]
            placed = ((mine, 0, 0, 0), *state.placed[other][1:])
            set_region(state, other, Region.build(placed, state.bridges[other], layout.plan))


def _place(at: At, placed: list[Placed], tile: int, facts: Mapping[str, Any]) -> Placed:
    cell, turn = facts.get("cell", [0, 0] if not placed else None), at.number(facts.get("turn", 0), 0, 3)
    if not (isinstance(cell, list) and len(cell) == 2 and all(type(n) is int for n in cell)):
        raise at.refuse("a laid tile has a cell [column, row].")
    x, y = cell
    cells = {(u, v) for _, u, v, _ in placed}
    touches = any((x + dx, y + dy) in cells for dx, dy in AROUND)
    if (x, y) in cells or (placed and not touches) or (not placed and (x, y, turn) != (0, 0, 0)):
        raise at.refuse("no tile can be laid there.")
    return tile, x, y, turn


def _bridges(state: CenturyState, at: At, value: Mapping[str, Any]) -> tuple[LaidBridge, ...]:
    layout = state.layout
    found: list[LaidBridge] = []
    for name, facts in value.items():
        inner, bridges = at.inner(f"{name}.bridges"), facts.get("bridges", [])
        if not isinstance(bridges, list):
            raise inner.refuse("expected a list of bridges.")
        tile = layout.tiles[layout.numbers[name]]
        for ends in bridges:
            points = inner.names(ends, tile.names_by_turn[facts.get("turn", 0)])
            if len(points) != 2:
                raise inner.refuse("a bridge joins two points.")
            p, q = sorted(points)
            plan = layout.plan(tile.number, tuple(bridge[1:] for bridge in found if bridge[0] == tile.number))
            if p == q or bridge_fault(plan, p, q):
                raise inner.refuse(f"no bridge can lie between {ends[0]} and {ends[1]}.")
            found.append((tile.number, p, q))
    if len(found) > state.bridges_left:
        raise at.refuse(f"only {state.bridges_left} bridges are left.")
    state.bridges_left -= len(found)
    return tuple(found)


def _people(state: CenturyState, at: At, tile: Tile, facts: Mapping[str, Any]) -> None:
    """Citizens and garbage of one tile."""
    if not tile.is_land and ("citizens" in facts or "garbage" in facts):
        raise at.refuse("neither citizens nor garbage lie on a facility.")
    if "citizens" in facts:
        first = tile.number * CITY_BITS
        staffed = sum(1 << city for city in at.inner("citizens").names(facts["citizens"], _cities(tile), distinct=True))
        state.citizens = state.citizens & ~(_CITIES << first) | staffed << first
    if "garbage" in facts:
        state.garbage[tile.number] = at.inner("garbage").number(facts["garbage"], 0, MOST_GARBAGE)
