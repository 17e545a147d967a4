"""The geometry of one tile: its points, its track and the bridges on it (20C-9.7 to 9.25).

Points are numbered 0 to 3 for the ports N, E, S, W, then the inner nodes, then the midpoints of the printed segments.
Coordinates are those of the 8 x 8 tile; all arithmetic is in whole numbers (20C-R.41).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tafelrunde.games.twentieth_century.verbs import PORTS, point_names

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.effects import City, Facility

Point = tuple[int, int]
Bridge = tuple[int, int]
"""The numbers of its two end points, the smaller first."""

PORT_AT: tuple[Point, ...] = ((4, 0), (8, 4), (4, 8), (0, 4))
GOODS = ("coins", "science", "prosperity")
CITIES = "abc"
JUNCTIONS = "jkl"
BUILDING = "F"
ANCHORS: dict[str, Point] = {
    "NW": (2, 2), "NC": (4, 2), "NE": (6, 2), "CW": (2, 4), "C": (4, 4), "CE": (6, 4), "SW": (2, 6), "SC": (4, 6), "SE": (6, 6),
}  # fmt: skip
CITY_BITS = 4
"""City ``c`` of tile ``t`` has the number ``t * CITY_BITS + c``: one bit for each city of the game."""


class Tile:
    """The printed facts of a land or a facility."""

    __slots__ = (
        "bonus",
        "building",
        "cities",
        "facility",
        "gives",
        "goods",
        "letter",
        "names_by_turn",
        "number",
        "places",
        "plants",
        "points",
        "segments",
        "slug",
        "stack",
    )

    def __init__(
        self,
        number: int,
        slug: str,
        stack: str,
        at: Mapping[str, str],
        rails: tuple[str, ...],
        city: Mapping[str, City],
        facility: Facility | None,
    ) -> None:
        self.number, self.slug, self.stack = number, slug, stack
        nodes = list(at)
        names = [*PORTS, *nodes]
        self.names_by_turn = tuple(point_names(at, rails, turn) for turn in range(4))
        """The names of the tile's points after this number of quarter turns (20C-9.12)."""
        places = [*PORT_AT, *(ANCHORS[at[node]] for node in nodes)]
        self.segments = tuple((names.index(u), names.index(v)) for u, v in (rail.split("-") for rail in rails))
        middles = [_middle(places[u], places[v]) for u, v in self.segments]
        self.places: tuple[Point, ...] = (*places, *middles)
        self.points = range(len(self.places))
        self.cities = tuple(len(PORTS) + i for i, node in enumerate(nodes) if node in CITIES)
        """The points of the cities; a city's place in this tuple is its number on the tile."""
        self.building = len(PORTS) + nodes.index(BUILDING) if BUILDING in nodes else -1
        self.gives = tuple(city[nodes[point - len(PORTS)]] for point in self.cities)
        """The printed yield of each city."""
        self.goods = tuple(gives.goods for gives in self.gives)
        self.plants = tuple(gives.recycling for gives in self.gives)
        self.facility = facility.good if facility is not None else -1
        """The good that a facility increases."""
        self.bonus = facility.bonus if facility is not None else 0
        self.letter = facility.letter if facility is not None else ""

    @property
    def is_land(self) -> bool:
        return self.facility < 0

    def middle(self, point: int) -> int:
        """The segment with this midpoint, or -1."""
        first = len(self.places) - len(self.segments)
        return point - first if point >= first else -1

    def city_name(self, city: int) -> str:
        return self.names_by_turn[0][self.cities[city]]

    def city_bit(self, point: int) -> int:
        return 1 << (self.number * CITY_BITS + self.cities.index(point))


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


# --- the graph of one tile -------------------------------------------------------------------------


class Turned(NamedTuple):
    """A rotated tile in a region: everything by the present direction (N, E, S, W) of its ports."""

    tile: Tile
    live: int
    """Bit mask of the live ports (20C-9.9)."""
    strands: tuple[tuple[tuple[int, ...], int], ...]
    """Connected track without its cities: (directions of its live ports, bits of the cities at its ends)."""
    plants: tuple[tuple[int, int, int], ...]
    """(city number, plants there, mask of the ports that its recycling walk reaches) (20C-9.14)."""
    serves: int
    """Ports to which the facility walk leads from the building (20C-9.15)."""
    joined: tuple[tuple[int, ...], ...]
    """For each port the city numbers to which the facility walk leads from there."""


class Plan:
    """A tile with its bridges, and the walks inside it in each of the four rotations."""

    __slots__ = ("_ways", "bridges", "near", "tile", "turned")

    def __init__(self, tile: Tile, bridges: tuple[Bridge, ...] = ()) -> None:
        self.tile = tile
        self.bridges = bridges
        self.near = _edges(tile, bridges)
        self._ways: dict[tuple[int, int, bool], tuple[int, ...]] = {}
        self.turned = tuple(self._turn(turn) for turn in range(4))

    def walk(self, start: int, through_cities: bool) -> set[int]:
        """The points that walks from ``start`` reach inside the tile; other cities may stop them.

        A walk passes a port like a junction: a bridge that ends there continues the track that ends there (20C-9.24).
        """
        cities, seen, todo = self.tile.cities, {start}, [start]
        while todo:
            here = todo.pop()
            for point in self.near[here]:
                if point in seen:
                    continue
                seen.add(point)
                if through_cities or point not in cities:
                    todo.append(point)
        return seen - {start}

    def way(self, start: int, end: int, through_cities: bool) -> tuple[int, ...]:
        """The points of a shortest walk to a point that ``walk`` reaches."""
        key = (start, end, through_cities)
        if key not in self._ways:
            ways: dict[int, tuple[int, ...]] = {start: (start,)}
            todo = [start]
            for here in todo:
                if here == start or through_cities or here not in self.tile.cities:
                    new = [point for point in self.near[here] if point not in ways]
                    ways.update({point: (*ways[here], point) for point in new})
                    todo += new
            self._ways[key] = ways[end]
        return self._ways[key]

    def _turn(self, turn: int) -> Turned:
        tile = self.tile
        ports = range(len(PORTS))
        live = sum(1 << (port + turn) % 4 for port in ports if self.near[port])
        plants = []
        for city, point in enumerate(tile.cities):
            if tile.plants[city]:
                reached = self.walk(point, through_cities=True)
                mask = sum(1 << (port + turn) % 4 for port in ports if port in reached)
                plants.append((tile.number * CITY_BITS + city, tile.plants[city], mask))
        serves = 0
        if tile.building >= 0:
            reached = self.walk(tile.building, through_cities=False)
            serves = sum(1 << (port + turn) % 4 for port in ports if port in reached)
        joined = []
        for direction in ports:
            reached = self.walk((direction - turn) % 4, through_cities=False)
            joined.append(tuple(tile.number * CITY_BITS + i for i, point in enumerate(tile.cities) if point in reached))
        return Turned(tile, live, self._strands(turn), tuple(plants), serves, tuple(joined))

    def _strands(self, turn: int) -> tuple[tuple[tuple[int, ...], int], ...]:
        """The track from a locomotive's point of view (20C-9.16): it passes everything except cities."""
        tile, found, seen = self.tile, [], set(self.tile.cities)
        for start in tile.points:
            if start in seen or not self.near[start]:
                continue
            seen.add(start)
            strand, todo = [start], [start]
            while todo:
                for point in self.near[todo.pop()]:
                    if point not in seen:
                        seen.add(point)
                        strand.append(point)
                        todo.append(point)
            ends = {city for point in strand for city in self.near[point] if city in tile.cities}
            directions = tuple(sorted((port + turn) % 4 for port in strand if port < len(PORTS)))
            found.append((directions, sum(tile.city_bit(city) for city in ends)))
        for u in tile.cities:
            found += [((), tile.city_bit(u) | tile.city_bit(v)) for v in self.near[u] if v in tile.cities and u < v]
        return tuple(found)


def _edges(tile: Tile, bridges: tuple[Bridge, ...]) -> tuple[tuple[int, ...], ...]:
    """The adjacency of the points; the end of a bridge splits its segment in two (20C-9.24)."""
    near: list[set[int]] = [set() for _ in tile.points]

    def join(u: int, v: int) -> None:
        near[u].add(v)
        near[v].add(u)

    split = {tile.middle(end): end for bridge in bridges for end in bridge}
    for i, (u, v) in enumerate(tile.segments):
        if i in split:
            join(u, split[i])
            join(split[i], v)
        else:
            join(u, v)
    for u, v in bridges:
        join(u, v)
    return tuple(tuple(sorted(points)) for points in near)


# --- bridges -----------------------------------------------------------------------------------------


def _cross(o: Point, a: Point, b: Point) -> int:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def _dot(o: Point, a: Point, b: Point) -> int:
    return (a[0] - o[0]) * (b[0] - o[0]) + (a[1] - o[1]) * (b[1] - o[1])


def _on(a: Point, b: Point, p: Point) -> bool:
    """Whether ``p`` is on the segment from ``a`` to ``b``, including its ends."""
    return _cross(a, b, p) == 0 and _dot(p, a, b) <= 0


@cache
def meets_badly(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the bridge ``a b`` shares more with the track ``c d`` than one point that is an end of the bridge (20C-9.22)."""
    if _cross(a, b, c) == 0 and _cross(a, b, d) == 0:  # collinear
        shared = {p for p in (a, b) if _on(c, d, p)} | {p for p in (c, d) if _on(a, b, p)}
        return len(shared) > 1 or not shared <= {a, b}
    if _on(c, d, a) or _on(c, d, b):  # lines that cross share one point, and it must be an end of the bridge
        return False
    sides = _cross(a, b, c), _cross(a, b, d)
    others = _cross(c, d, a), _cross(c, d, b)
    return _opposite_or_on(*sides) and _opposite_or_on(*others)


def _opposite_or_on(u: int, v: int) -> bool:
    return (u <= 0 <= v) or (v <= 0 <= u)


def lies_over(a: Point, b: Point, p: Point) -> bool:
    """Whether a building at ``p`` is less than 1 unit from the inside of the bridge ``a b`` (20C-9.23, R.41)."""
    length = _dot(a, b, b)
    return 0 < _dot(a, b, p) < length and _cross(a, b, p) ** 2 < length


def bridge_fault(plan: Plan, p: int, q: int) -> str:
    """The rule that forbids a bridge between two points, or an empty text."""
    tile = plan.tile
    a, b = tile.places[p], tile.places[q]
    if a == b:
        return "20C-9.19"
    for u, v in tile.segments:
        if meets_badly(a, b, tile.places[u], tile.places[v]):
            return "20C-9.22"
    for u, v in plan.bridges:
        if meets_badly(a, b, tile.places[u], tile.places[v]):
            return "20C-R.40"
    for point in (*tile.cities, *((tile.building,) if tile.building >= 0 else ())):
        if point not in (p, q) and lies_over(a, b, tile.places[point]):
            if point == tile.building:
                return "20C-R.40"
            return "20C-9.23" if _cross(a, b, tile.places[point]) == 0 else "20C-R.41"
    return ""


def bridges_on(plan: Plan) -> dict[int, tuple[int, ...]]:
    """The points at which a further bridge may begin, and where it may end."""
    points = plan.tile.points
    ends = {p: tuple(q for q in points if q != p and not bridge_fault(plan, p, q)) for p in points}
    return {p: partners for p, partners in ends.items() if partners}
