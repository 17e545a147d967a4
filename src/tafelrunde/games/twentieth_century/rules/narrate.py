"""Log events about regions; called only if somebody reads the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelrunde.games.twentieth_century.rules.country import BY_EDGE
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, GOODS, Turned

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.state import CenturyState

SHOWN = 10
"""A yield track has fields up to 10; several chips show greater numbers (20C-4.18)."""


def city_works(state: CenturyState, seat: int, city: int) -> None:
    """Log the yields of a city that has just received a citizen (20C-4.13)."""
    tile, name = state.layout.city_name(city)
    coins, science, prosperity = state.regions[seat].worth[city]
    plants = state.layout.tiles[city // CITY_BITS].plants[city % CITY_BITS]
    facts: dict[str, Any] = {"coins": coins, "science": science, "prosperity": prosperity, "plants": plants}
    state.emit("city_works", seat, "20C-4.13", tile=tile, city=name, **facts)


def tile_laid(state: CenturyState, seat: int, tile: int, x: int, y: int, turn: int) -> None:
    """Log a tile and its connections to its neighbours."""
    cells, slugs = state.regions[seat].cells, state.layout.slugs
    here = cells[x, y]
    by_edge = [(d, cells[x + dx, y + dy]) for d, (dx, dy) in enumerate(BY_EDGE) if (x + dx, y + dy) in cells]
    rule = "20C-9.1" if here.tile.is_land else "20C-8.A.2"
    state.emit("tile_laid", seat, rule, tile=slugs[tile], x=x, y=y, turn=turn)
    if not by_edge:
        state.emit("corner_only", seat, "20C-9.11", tile=slugs[tile])
    for direction, other in by_edge:
        _edge(state, seat, here, other, direction)


def _edge(state: CenturyState, seat: int, here: Turned, other: Turned, direction: int) -> None:
    """Log how the track of two edge-adjacent tiles meets (20C-9.9, 9.10)."""
    names: dict[str, Any] = {"tile": here.tile.slug, "target": other.tile.slug}
    ours, theirs = here.live >> direction & 1, other.live >> (direction ^ 2) & 1
    if ours and theirs:
        state.emit("joined", seat, "20C-9.10", **names)
        _service(state, seat, here, other, direction)
        _service(state, seat, other, here, direction ^ 2)
    elif ours or theirs:
        state.emit("dead_end", seat, "20C-9.4" if ours else "20C-9.9", **names)


def _service(state: CenturyState, seat: int, facility: Turned, land: Turned, direction: int) -> None:
    """Log which cities of a neighbour a facility serves, and why it does not serve the others (20C-8.A.8 to
    8.A.11)."""
    if facility.tile.is_land or not land.tile.is_land:
        return
    kind = facility.tile.facility
    served = land.joined[direction ^ 2] if facility.serves >> direction & 1 else ()
    able = [city for city in served if land.tile.goods[city % CITY_BITS][kind]]
    for i in range(len(land.tile.cities)):
        city = land.tile.number * CITY_BITS + i
        facts: dict[str, Any] = {
            "technology": facility.tile.slug,
            "tile": land.tile.slug,
            "city": land.tile.city_name(i),
            "good": GOODS[kind],
        }
        if city in able:
            state.emit("served", seat, "20C-8.A.10" if len(able) > 1 else "20C-9.15", **facts)
        elif city not in served:
            behind = bool(served) and _through_cities(state, seat, land, i, direction ^ 2)
            state.emit("not_served", seat, "20C-8.A.11" if behind else "20C-8.A.9", **facts)
        elif not any(land.tile.goods[i]):
            state.emit("not_served", seat, "20C-R.43", **facts)
        else:
            state.emit("not_served", seat, "20C-8.A.8", **facts)


def _through_cities(state: CenturyState, seat: int, land: Turned, city: int, direction: int) -> bool:
    """Whether track would connect the edge and the city if other cities did not interrupt it."""
    region = state.regions[seat]
    turn = region.turn_of(land.tile.number)
    bridges = tuple(bridge[1:] for bridge in region.bridges if bridge[0] == land.tile.number)
    plan = state.layout.plan(land.tile.number, bridges)
    return land.tile.cities[city] in plan.walk((direction - turn) % 4, through_cities=True)


def bridge_laid(state: CenturyState, seat: int, tile: int, begin: int, end: int) -> None:
    here, region = state.layout.tiles[tile], state.regions[seat]
    names = here.names_by_turn[region.turn_of(tile)]
    state.emit("bridge_laid", seat, "20C-8.B.4", tile=here.slug, begin=names[begin], end=names[end])
    for point in (begin, end):
        on_track = here.middle(point) >= 0
        kind = "segment_split" if on_track else "node_joined"
        state.emit(kind, seat, "20C-R.39" if on_track else "20C-9.24", tile=here.slug, point=names[point])
    x, y = region.cell_of(tile) or (0, 0)
    state.emit("bridge_counts", seat, "20C-9.25", tile=here.slug)
    for direction, (dx, dy) in enumerate(BY_EDGE):
        other = region.cells.get((x + dx, y + dy))
        if other is not None:
            _edge(state, seat, region.cells[x, y], other, direction)


def rode(state: CenturyState, seat: int, city: int, target: int, again: bool) -> None:
    """Log a citizen's journey by locomotive (``again``: by a further one); its old city stops, the new one starts (20C-R.48)."""
    layout, region = state.layout, state.regions[seat]
    tile, name = layout.city_name(city)
    there, new_name = layout.city_name(target)
    (x, y), (u, v) = (region.cell_of(c // CITY_BITS) or (0, 0) for c in (city, target))
    rule = "20C-8.C.4" if again else "20C-8.C.3" if abs(x - u) + abs(y - v) > 1 else "20C-8.C.2"
    state.emit("rode", seat, rule, tile=tile, city=name, target=there, new_city=new_name)
    for number, kind in ((city, "plant_stopped"), (target, "plant_started")):
        if layout.tiles[number // CITY_BITS].plants[number % CITY_BITS]:
            where, called = layout.city_name(number)
            state.emit(kind, seat, "20C-R.48", tile=where, city=called)
    city_works(state, seat, target)


def cleaned(state: CenturyState, seat: int, city: int, land: int) -> None:
    """Log that a plant removes garbage: from its own land, across an edge, or past other cities of its tile (20C-R.26)."""
    layout = state.layout
    tile, name = layout.city_name(city)
    own = city // CITY_BITS
    rule = "20C-5.5" if land == own else "20C-R.26" if _past_cities(state, seat, city, land) else "20C-5.6"
    state.emit("cleaned", seat, rule, tile=tile, city=name, target=layout.slugs[land], n=state.garbage[land])
    state.emit("garbage_returned", seat, "20C-5.10", n=1)


def _past_cities(state: CenturyState, seat: int, city: int, land: int) -> bool:
    region = state.regions[seat]
    own = city // CITY_BITS
    (x, y), (u, v) = (region.cell_of(tile) or (0, 0) for tile in (own, land))
    return city not in region.cells[x, y].joined[BY_EDGE.index((u - x, v - y))]


def yields_set(state: CenturyState, seat: int) -> None:
    """Log the yield tracks and the facility bonuses in them (20C-4.17, 8.A.6, R.25)."""
    region = state.regions[seat]
    coins, science, prosperity = goods = state.yields[seat]
    rule = "20C-4.18" if max(goods) > SHOWN else "20C-4.17"
    for city, worth in region.worth.items():
        printed = state.layout.tiles[city // CITY_BITS].goods[city % CITY_BITS]
        for kind, good in enumerate(GOODS):
            bonus = worth[kind] - printed[kind]
            if not bonus:
                continue
            tile, name = state.layout.city_name(city)
            facts: dict[str, Any] = {"tile": tile, "city": name, "good": good, "n": bonus}
            facts["facility"] = state.layout.facilities[kind]
            if not state.citizens >> city & 1:
                state.emit("no_bonus", seat, "20C-8.A.7", **facts)
            else:
                state.emit("bonus", seat, "20C-R.25" if bonus > 1 else "20C-8.A.6", **facts)
    state.emit("yields", seat, rule, coins=coins, science=science, prosperity=prosperity)
