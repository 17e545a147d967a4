"""The connections by track in a region, for screens: increased yields, dead ends, and the routes of facilities, plants and
locomotives.

They depend only on the placed tiles and bridges, so they are computed once for each region and cached with it. Points have
the names of their tile's sheet, which shows the tile unrotated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tafelrunde.games.twentieth_century.rules.country import BY_EDGE, Cell, Region, bits
from tafelrunde.games.twentieth_century.rules.layout import Layout
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, GOODS, Plan

Way = list[str]
"""Consecutive points, each as ``tile point``."""


def track(layout: Layout, region: Region) -> dict[str, Any]:
    """The drawing of a region; the same object as long as the region does not change."""
    if region.track is None:
        region.track = _Track(layout, region).all()
    return region.track


class _Track:
    def __init__(self, layout: Layout, region: Region) -> None:
        self.layout, self.region = layout, region
        self.turns = {(x, y): turn for _, x, y, turn in region.placed}
        self.cells: dict[int, Cell] = {tile: (x, y) for tile, x, y, _ in region.placed}

    def all(self) -> dict[str, Any]:
        return {
            "worth": self.worth(),
            "dead_ends": self.dead_ends(),
            "services": list(self.services()),
            "reach": {" ".join(self.layout.city_name(city)): self.reach(city, lands) for city, _, lands in self.region.plants},
            "lines": self.lines(),
        }

    def worth(self) -> dict[str, dict[str, int]]:
        """The yields of cities that a facility increases."""
        layout, found = self.layout, {}
        for city, goods in self.region.worth.items():
            if goods != layout.tiles[city // CITY_BITS].goods[city % CITY_BITS]:
                found[" ".join(layout.city_name(city))] = dict(zip(GOODS, goods, strict=True))
        return found

    def dead_ends(self) -> dict[str, list[int]]:
        """For each tile the directions (0 north, then clockwise) in which its track ends at a neighbour (20C-9.9)."""
        cells, found = self.region.cells, {}
        for (x, y), here in cells.items():
            ends = []
            for direction, (dx, dy) in enumerate(BY_EDGE):
                other = cells.get((x + dx, y + dy))
                if other is not None and here.live >> direction & 1 and not other.live >> (direction ^ 2) & 1:
                    ends.append(direction)
            if ends:
                found[here.tile.slug] = ends
        return found

    def services(self) -> Iterator[dict[str, Any]]:
        """Each city whose yield a facility increases, with the route from the building (20C-9.15)."""
        for (x, y), here in self.region.cells.items():
            good = here.tile.facility
            if good < 0:
                continue
            for direction, (dx, dy) in enumerate(BY_EDGE):
                cell = (x + dx, y + dy)
                other = self.region.cells.get(cell)
                if other is None or not here.serves >> direction & 1 or not other.live >> (direction ^ 2) & 1:
                    continue
                for city in other.joined[direction ^ 2]:
                    if other.tile.goods[city % CITY_BITS][good]:
                        out = self.way((x, y), here.tile.building, self.port((x, y), direction), False)
                        into = self.way(cell, self.port(cell, direction ^ 2), other.tile.cities[city % CITY_BITS], False)
                        name = " ".join(self.layout.city_name(city))
                        yield {"facility": here.tile.slug, "city": name, "good": GOODS[good], "way": out + into}

    def reach(self, city: int, lands: tuple[int, ...]) -> dict[str, Way]:
        """The lands in reach of a plant, with the route to the edge of its own land (20C-9.14)."""
        own = city // CITY_BITS
        x, y = self.cells[own]
        found: dict[str, Way] = {}
        for land in lands:
            way: Way = []
            if land != own:
                u, v = self.cells[land]
                port = self.port((x, y), BY_EDGE.index((u - x, v - y)))
                way = self.way((x, y), self.layout.tiles[own].cities[city % CITY_BITS], port, True)
            found[self.layout.slugs[land]] = way
        return found

    def lines(self) -> list[dict[str, Any]]:
        """Groups of cities between which a locomotive can travel, with the track from the first to the others (20C-9.16)."""
        found = []
        for line in self.region.lines:
            cities = bits(line)
            came = self._ride(*self._at(cities[0]))
            steps = dict.fromkeys(step for city in cities[1:] for step in self._steps(came, self._at(city)))
            found.append({"cities": [" ".join(self.layout.city_name(city)) for city in cities], "track": list(steps)})
        return found

    def _at(self, city: int) -> tuple[Cell, int]:
        tile = self.layout.tiles[city // CITY_BITS]
        return self.cells[tile.number], tile.cities[city % CITY_BITS]

    def _ride(self, cell: Cell, city: int) -> dict[tuple[Cell, int], tuple[Cell, int]]:
        """All points that a locomotive reaches from a city, each with the point before it."""
        came, todo = {(cell, city): (cell, city)}, [(cell, city)]
        for here in todo:
            (x, y), point = cell, _ = here
            tile = self.region.cells[cell].tile
            if point in tile.cities and len(came) > 1:
                continue
            around = [(cell, other) for other in self.plan(tile.number).near[point]]
            if point < len(BY_EDGE) and around:
                direction = (point + self.turns[cell]) % 4
                beside = (x + BY_EDGE[direction][0], y + BY_EDGE[direction][1])
                other = self.region.cells.get(beside)
                if other is not None and other.live >> (direction ^ 2) & 1:
                    around.append((beside, self.port(beside, direction ^ 2)))
            for there in around:
                if there not in came:
                    came[there] = here
                    todo.append(there)
        return came

    def _steps(self, came: dict[tuple[Cell, int], tuple[Cell, int]], there: tuple[Cell, int]) -> Iterator[str]:
        """The segments of track on the route to a point, each as ``tile point point``."""
        while came[there] != there:
            before = came[there]
            if before[0] == there[0]:
                tile = self.region.cells[there[0]].tile
                u, v = sorted((before[1], there[1]))
                yield f"{tile.slug} {tile.names_by_turn[0][u]} {tile.names_by_turn[0][v]}"
            there = before

    def plan(self, tile: int) -> Plan:
        return self.layout.plan(tile, tuple(bridge[1:] for bridge in self.region.bridges if bridge[0] == tile))

    def port(self, cell: Cell, direction: int) -> int:
        """The port of a tile that points in a direction."""
        return (direction - self.turns[cell]) % 4

    def way(self, cell: Cell, start: int, end: int, through_cities: bool) -> Way:
        tile = self.region.cells[cell].tile
        names = tile.names_by_turn[0]
        return [f"{tile.slug} {names[point]}" for point in self.plan(tile.number).way(start, end, through_cities)]
