"""Computes what a seat could gain with its next moves, when a screen asks for it: places for tiles, lands on display,
sentences."""

from __future__ import annotations

from typing import Any

from tafelrunde.games.twentieth_century.present.advice import Advice
from tafelrunde.games.twentieth_century.present.track import track
from tafelrunde.games.twentieth_century.rules.country import Goods, Region
from tafelrunde.games.twentieth_century.rules.layout import Layout
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, GOODS
from tafelrunde.games.twentieth_century.state import CenturyState

Prospect = dict[str, Any]


def prospects(state: CenturyState, seat: int) -> dict[str, Any]:
    """``lands``: the best place of each land on display. ``cells``: the tile in hand on each cell in its four rotations.
    ``advice``: sentences of the section ``terminal`` with their facts."""
    layout, view = state.layout, state.view(seat)
    places = Places(layout, state.regions[seat], state.citizens)
    advice = Advice(layout, view, lambda key, **facts: {"key": key, "facts": facts})
    found: dict[str, Any] = {"lands": {}, "cells": {}, "advice": [*advice.auction(), *advice.disaster()]}
    if state.phase in ("build_up", "land_auction"):
        found["lands"] = {layout.slugs[land]: places.best(land) for land in state.lands}
    data = (view["decision"] or {"data": {}})["data"]
    if view["decision"] is not None and view["decision"]["kind"] in ("cell", "turn"):
        tile = layout.numbers[data["tile"]]
        cells = [(data["x"], data["y"])] if "x" in data else [layout.cell_at(cell) for cell in places.region.frontier]
        found["cells"] = {f"{x},{y}": [places.laid(tile, x, y, turn) for turn in range(4)] for x, y in cells}
    return found


class Places:
    """The possible places of a tile in a region and its gain in each."""

    def __init__(self, layout: Layout, region: Region, citizens: int) -> None:
        self.layout, self.region, self.citizens = layout, region, citizens
        self.before = region.yields(citizens)

    def cities(self, tile: int, after: Region) -> list[Prospect]:
        """The gain with the tile placed, for each city that its citizen can take, or once for a facility."""
        here = self.layout.tiles[tile]
        reach = {city: lands for city, _, lands in after.plants}
        found = []
        for i in range(len(here.cities)):
            city = tile * CITY_BITS + i
            gain = self._gain(after.yields(self.citizens | 1 << city))
            found.append({"city": here.city_name(i), "gain": gain, "cleans": len(reach.get(city, ()))})
        return found or [{"city": None, "gain": self._gain(after.yields(self.citizens)), "cleans": 0}]

    def cleaners(self, tile: int, after: Region) -> int:
        """The number of cities with working plants that reach the tile."""
        return sum(tile in lands for city, _, lands in after.plants if self.citizens >> city & 1)

    def laid(self, tile: int, x: int, y: int, turn: int) -> Prospect:
        """The tile on a cell, with the connections of service and reach that begin or end there."""
        after, slug = self.region.lay(self.layout.plan(tile), x, y, turn), self.layout.slugs[tile]
        drawn = track(self.layout, after)
        ways = [(s["way"], s["good"], s["city"]) for s in drawn["services"] if slug in (s["facility"], s["city"].split()[0])]
        for plant, lands in drawn["reach"].items():
            own = plant.split()[0]
            ways += [(way, "plants", plant) for land, way in lands.items() if way and slug in (own, land)]
        cities = self.cities(tile, after)
        return {
            "cities": cities,
            "best": max(cities, key=lambda one: sum(one["gain"].values())),
            "cleaners": self.cleaners(tile, after),
            "worth": {city: goods for city, goods in drawn["worth"].items() if city.startswith(f"{slug} ")},
            "ways": [{"way": way, "kind": kind, "idle": self._idle(slug, city)} for way, kind, city in ways],
        }

    def best(self, tile: int) -> Prospect:
        """The city with the greatest gain in any place; ties are decided by goods, then by plants that clean it and lands
        that it cleans."""
        found: list[tuple[int, Prospect]] = []
        for cell in self.region.frontier:
            for turn in range(4):
                after = self.region.lay(self.layout.plan(tile), *self.layout.cell_at(cell), turn)
                cleaners = self.cleaners(tile, after)
                for one in self.cities(tile, after):
                    found.append((sum(one["gain"].values()) * 10 + cleaners * 3 + one["cleans"], one))
        return max(found, key=lambda pair: pair[0])[1]

    def _gain(self, after: Goods) -> dict[str, int]:
        return {good: new - old for good, new, old in zip(GOODS, after, self.before, strict=True)}

    def _idle(self, slug: str, city: str) -> bool:
        """Whether the city is empty; the new tile's own citizen is still to be placed."""
        tile, name = city.split()
        return tile != slug and not self.citizens >> self.layout.city(tile, name) & 1
