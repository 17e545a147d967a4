"""A second model of the rail graph, written from the rules 20C-9.x alone, to check the engine against.

It knows neither ports nor rotations of names: every tile is drawn on one large plane with 8 units to a tile, and track is a list
of straight lines on that plane. Lines that end at the same spot are joined there, and nowhere else. Two tiles that lie edge to
edge share the middle of their edge as a spot, so a connection across an edge needs no rule of its own (20C-9.10, 9.11).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

Spot = tuple[int, int]
City = tuple[str, str]
"""(tile, city)"""

ANCHORS = {
    "NW": (2, 2), "NC": (4, 2), "NE": (6, 2), "CW": (2, 4), "C": (4, 4), "CE": (6, 4), "SW": (2, 6), "SC": (4, 6), "SE": (6, 6),
}  # fmt: skip
EDGES = {"n": (4, 0), "e": (8, 4), "s": (4, 8), "w": (0, 4)}


class Line(NamedTuple):
    """A straight piece of track, printed or a bridge, on one tile (20C-9.8)."""

    tile: str
    begin: Spot
    end: Spot


def middle(a: Spot, b: Spot) -> Spot:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


class RailModel:
    """A region as the view shows it: ``{tile: {"cell": [x, y], "turn": n, "bridges": [[point, point], ...]}}``."""

    def __init__(self, data: Mapping[str, Any], region: Mapping[str, Mapping[str, Any]]) -> None:
        facilities = [{**record, **record["facility"]} for record in data["tiles"]["technology"] if "facility" in record]
        printed = {record["id"].lower(): record for record in (*data["tiles"]["land"], *facilities)}
        self.records = {tile: printed[tile] for tile in region}
        self.cells = {tile: tuple(laid["cell"]) for tile, laid in region.items()}
        self.cities: dict[City, Spot] = {}
        self.buildings: dict[str, Spot] = {}
        self.lines: list[Line] = []
        for tile, laid in region.items():
            self._draw(tile, laid["turn"], laid["bridges"])

    def _draw(self, tile: str, turn: int, bridges: Collection[Collection[str]]) -> None:
        """Put the buildings and the track of a tile on the plane."""
        left, top = (8 * n for n in self.cells[tile])

        def put(spot: Spot, turns: int) -> Spot:
            x, y = spot
            for _ in range(turns):
                x, y = 8 - y, x
            return left + x, top + y

        nodes = {name: put(ANCHORS[anchor], turn) for name, anchor in self.records[tile]["at"].items()}
        self.cities |= {(tile, name): spot for name, spot in nodes.items() if name in ("a", "b", "c")}
        if "F" in nodes:
            self.buildings[tile] = nodes["F"]
        ends = [rail.split("-") for rail in self.records[tile]["rails"]]
        printed = [[nodes[end] if end in nodes else put(EDGES[end.lower()], turn) for end in pair] for pair in ends]
        spans = [[self._named(put, nodes, point) for point in bridge] for bridge in bridges]
        touched = {spot for span in spans for spot in span}
        for a, b in printed:  # a bridge that ends in the middle of a line cuts it in two (20C-9.24)
            cut = middle(a, b)
            self.lines += [Line(tile, a, cut), Line(tile, cut, b)] if cut in touched else [Line(tile, a, b)]
        self.lines += [Line(tile, a, b) for a, b in spans]

    @staticmethod
    def _named(put: Any, nodes: Mapping[str, Spot], point: str) -> Spot:
        """The spot of a point by its name on the tile as it lies: an edge, a node, or the middle between two of these."""
        inner = {name.lower(): spot for name, spot in nodes.items()}
        spots = [inner[part] if part in inner else put(EDGES[part], 0) for part in point.split("-")]
        return spots[0] if len(spots) == 1 else middle(*spots)

    def edge(self, tile: str, other: str) -> Spot | None:
        """The middle of the edge that two tiles share."""
        (x, y), (u, v) = self.cells[tile], self.cells[other]
        return (4 * (x + u) + 4, 4 * (y + v) + 4) if abs(x - u) + abs(y - v) == 1 else None

    def reached(self, start: Spot, tiles: Collection[str], stops: Collection[Spot]) -> set[Spot]:
        """Where walks over the track of some tiles lead from a spot, if they may not go on from ``stops`` (20C-9.13)."""
        lines = [line for line in self.lines if line.tile in tiles]
        found = {start}
        while True:
            passed = {spot for spot in found if spot == start or spot not in stops}
            new = {line.end for line in lines if line.begin in passed} | {line.begin for line in lines if line.end in passed}
            if new <= found:
                return found
            found |= new

    def recycling(self, plant: City) -> set[str]:
        """The lands in reach of a plant (20C-9.14)."""
        home = plant[0]
        walked = self.reached(self.cities[plant], [home], stops=())
        found = {home}
        for land in self.records:
            edge = self.edge(home, land)
            track_there = any(line.tile == land and edge in (line.begin, line.end) for line in self.lines)
            if edge in walked and track_there and "facility" not in self.records[land]:
                found.add(land)
        return found

    def facility(self, tile: str) -> set[City]:
        """The cities a facility serves, whatever they yield (20C-9.15)."""
        stops = {*self.cities.values(), *self.buildings.values()}
        out = self.reached(self.buildings[tile], [tile], stops)
        found = set()
        for land in self.records:
            edge = self.edge(tile, land)
            if edge in out:
                walked = self.reached(edge, [land], stops)
                found |= {city for city, spot in self.cities.items() if city[0] == land and spot in walked}
        return found

    def locomotive(self, city: City) -> set[City]:
        """The cities to which a citizen could go if they were empty (20C-9.16, 9.17)."""
        walked = self.reached(self.cities[city], self.records, stops=set(self.cities.values()))
        return {other for other, spot in self.cities.items() if spot in walked and other != city}
