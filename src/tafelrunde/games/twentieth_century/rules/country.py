"""A player's region and its rail graph (20C-9.1 to 9.17).

A :class:`Region` is an immutable value: placing a tile creates a new one from the old one and the new tile's neighbours, so
that clones of a state can share it. Its tables answer the three graph walks of the rules: ``plants`` the recycling walk,
``worth`` the facility walk, ``lines`` the locomotive walk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, Bridge, Plan, Turned
from tafelrunde.games.twentieth_century.verbs import REACH, SPAN

Cell = tuple[int, int]
Placed = tuple[int, int, int, int]
"""A placed tile: number, column, row, quarter turns."""
LaidBridge = tuple[int, int, int]
"""A bridge in a region: tile, point, point."""
PlanOf = Callable[[int, tuple[Bridge, ...]], Plan]
Goods = tuple[int, int, int]

BY_EDGE: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The neighbours in the directions N, E, S, W; the opposite of direction ``d`` is ``d ^ 2``."""
STEPS = (-1, SPAN, 1, -SPAN)
"""The same for the numbers of cells."""
BY_CORNER: tuple[Cell, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
AROUND = BY_EDGE + BY_CORNER

Plant = tuple[int, int, tuple[int, ...]]
"""A city number, how many plants work there, and the lands in their reach."""


def cell_number(x: int, y: int) -> int:
    """The index of a cell among the ``cell`` moves."""
    return (x + REACH) * SPAN + y + REACH


class Region:
    """All tiles that a player has placed, with everything that track connects."""

    __slots__ = (
        "_ends", "_groups", "bridges", "cells", "cities", "frontier", "lands", "lines", "placed", "plants", "track", "worth",
    )  # fmt: skip

    placed: tuple[Placed, ...]
    bridges: tuple[LaidBridge, ...]
    cells: dict[Cell, Turned]
    lands: tuple[int, ...]
    """The land tiles in the order of placing."""
    cities: int
    """A bit mask of all cities."""
    frontier: tuple[int, ...]
    """The numbers of the cells on which a tile may be placed, sorted (20C-9.3)."""
    plants: tuple[Plant, ...]
    worth: dict[int, Goods]
    """The yield of each city while a citizen is on it, including facility bonuses."""
    lines: tuple[int, ...]
    """Sets of two or more cities (as bits); a locomotive can travel between any two cities of a set (20C-9.16)."""
    track: dict[str, Any] | None
    """The cached drawing data, computed on first use (``present/track.py``)."""
    _ends: dict[int, int]
    """Open live ports (four times the cell's number, and the direction) and the group of track that ends there."""
    _groups: tuple[int, ...]
    """The cities (as bits) at the ends of each group; merged groups are left empty."""

    @classmethod
    def empty(cls) -> Region:
        region = cls()
        region.placed = region.bridges = region.lands = region.frontier = region.plants = region.lines = region._groups = ()
        region.cells, region.worth, region._ends = {}, {}, {}
        region.cities = 0
        region.track = None
        return region

    @classmethod
    def build(cls, placed: Iterable[Placed], bridges: tuple[LaidBridge, ...], plan_of: PlanOf) -> Region:
        """Build the region of these tiles and bridges, placed one after another."""
        region = cls._joined(placed, bridges, plan_of)
        free = {cell_number(x + dx, y + dy) for x, y in region.cells for dx, dy in AROUND if (x + dx, y + dy) not in region.cells}
        region.frontier = tuple(sorted(free))
        return region

    @classmethod
    def _joined(cls, placed: Iterable[Placed], bridges: tuple[LaidBridge, ...], plan_of: PlanOf) -> Region:
        """The region without its frontier."""
        region = cls.empty()
        for tile, x, y, turn in placed:
            plan = plan_of(tile, tuple(bridge[1:] for bridge in bridges if bridge[0] == tile))
            region = region._with(plan.turned[turn], x, y, turn)
        region.bridges = bridges
        return region

    def bridged(self, bridge: LaidBridge, plan_of: PlanOf) -> Region:
        """Return the region with one more bridge. It is rebuilt from scratch, because there are only four bridges in the
        game."""
        region = Region._joined(self.placed, (*self.bridges, bridge), plan_of)
        region.frontier = self.frontier
        return region

    def lay(self, plan: Plan, x: int, y: int, turn: int) -> Region:
        """Return the region with one more tile."""
        new = self._with(plan.turned[turn], x, y, turn)
        new.frontier = self._frontier(x, y, new.cells)
        return new

    def _with(self, turned: Turned, x: int, y: int, turn: int) -> Region:
        """Return the region with one more tile, but without its frontier."""
        tile = turned.tile
        new = Region()
        new.bridges = self.bridges
        new.track = None
        new.placed = (*self.placed, (tile.number, x, y, turn))
        new.lands = (*self.lands, tile.number) if tile.is_land else self.lands
        new.cells = cells = self.cells.copy()
        cells[x, y] = turned
        new.worth, new.plants, new.cities = self.worth, self.plants, self.cities
        if tile.cities:
            base = tile.number * CITY_BITS
            new.worth = {**self.worth, **{base + i: goods for i, goods in enumerate(tile.goods)}}
            new.cities |= ((1 << len(tile.cities)) - 1) << base
        joined = [
            (direction, other)
            for direction, (dx, dy) in enumerate(BY_EDGE)
            if turned.live >> direction & 1
            and (other := cells.get((x + dx, y + dy))) is not None
            and other.live >> (direction ^ 2) & 1
        ]
        new._serve(turned, joined)
        new._recycle(turned, joined)
        new._ends, new._groups = self._ends.copy(), self._groups
        new._connect(turned, cell_number(x, y))
        return new

    def _frontier(self, x: int, y: int, cells: dict[Cell, Turned]) -> tuple[int, ...]:
        around = set(self.frontier)
        around.discard(cell_number(x, y))
        for dx, dy in AROUND:
            cell = x + dx, y + dy
            if cell not in cells:
                around.add(cell_number(x + dx, y + dy))
        return tuple(sorted(around))

    def _serve(self, turned: Turned, joined: Sequence[tuple[int, Turned]]) -> None:
        """Facility bonuses between the new tile and its neighbours (20C-9.15)."""
        for direction, other in joined:
            if turned.serves >> direction & 1:
                self._raise(turned, other.joined[direction ^ 2])
            elif other.serves >> (direction ^ 2) & 1:
                self._raise(other, turned.joined[direction])

    def _raise(self, facility: Turned, cities: tuple[int, ...]) -> None:
        kind, bonus = facility.tile.facility, facility.tile.bonus
        for city in cities:
            goods = self.worth[city]
            if goods[kind]:  # a bonus increases only goods that the city itself yields (20C-8.A.8)
                self.worth = {**self.worth, city: (*goods[:kind], goods[kind] + bonus, *goods[kind + 1 :])}  # type: ignore[dict-item]

    def _recycle(self, turned: Turned, joined: Sequence[tuple[int, Turned]]) -> None:
        """Compute the reach of the plants: their own land, and edge-adjacent lands across a joined edge (20C-9.14)."""
        tile = turned.tile
        if tile.is_land:
            for direction, other in joined:
                reaching = [city for city, _, ports in other.plants if ports >> (direction ^ 2) & 1]
                if reaching:
                    self.plants = tuple(
                        (city, n, (*lands, tile.number)) if city in reaching else (city, n, lands)
                        for city, n, lands in self.plants
                    )
        for city, n, ports in turned.plants:
            lands = [other.tile.number for direction, other in joined if ports >> direction & 1 and other.tile.is_land]
            self.plants = (*self.plants, (city, n, (tile.number, *lands)))

    def _connect(self, turned: Turned, cell: int) -> None:
        """Join the new tile's strands to the track around it (20C-9.10); cities separate strands (20C-9.17)."""
        ends, groups = self._ends, list(self._groups)
        for directions, cities in turned.strands:
            group = len(groups)
            groups.append(cities)
            for direction in directions:
                other = ends.pop(4 * (cell + STEPS[direction]) + (direction ^ 2), -1)
                if other < 0:
                    ends[4 * cell + direction] = group
                elif other != group:
                    groups[group] |= groups[other]
                    groups[other] = 0
                    for end, owner in ends.items():
                        if owner == other:
                            ends[end] = group
        self._groups = tuple(groups)
        self.lines = tuple(cities for cities in groups if cities & (cities - 1))

    # --- questions ---------------------------------------------------------------------------------

    def movable(self, citizens: int) -> int:
        """The cities with a citizen from which a locomotive can travel somewhere."""
        found = 0
        for line in self.lines:
            staffed = line & citizens
            if staffed and staffed != line:
                found |= staffed
        return found

    def targets(self, city: int, citizens: int) -> int:
        """The empty cities to which a locomotive can take the citizen of a city."""
        found = 0
        for line in self.lines:
            if line >> city & 1:
                found |= line & ~citizens
        return found

    def yields(self, citizens: int) -> Goods:
        """Coins, science and prosperity of all staffed cities (20C-4.17)."""
        coins = science = prosperity = 0
        for city, goods in self.worth.items():
            if citizens >> city & 1:
                coins += goods[0]
                science += goods[1]
                prosperity += goods[2]
        return coins, science, prosperity

    def turn_of(self, tile: int) -> int:
        """The rotation of a tile in the region, in quarter turns."""
        return next(turn for number, _, _, turn in self.placed if number == tile)

    def cell_of(self, tile: int) -> Cell | None:
        return next(((x, y) for number, x, y, _ in self.placed if number == tile), None)


def bits(mask: int) -> list[int]:
    """The numbers of the bits set, in order.

    >>> bits(0b1010)
    [1, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
