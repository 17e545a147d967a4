"""The rail graph against a second model of it, on random regions with random bridges."""

from __future__ import annotations

import os
from random import Random
from time import perf_counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tafelrunde
from tafelrunde.games.twentieth_century.effects import FACILITIES
from tafelrunde.games.twentieth_century.rules.country import Region, bits
from tafelrunde.games.twentieth_century.rules.layout import Layout
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS, lies_over, meets_badly
from tests.games.twentieth_century.rail_model import RailModel

LAYOUT: Layout = tafelrunde.load("twentieth_century").layout  # type: ignore[attr-defined]
DATA = tafelrunde.load("twentieth_century").components.data
REGIONS = int(os.environ.get("TAFELRUNDE_RAIL_REGIONS", "2000"))
random_regions = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def random_region(random: Random, size: int, bridges: int) -> Region:
    """Tiles laid at random, crowded rather than stretched, then some bridges."""
    start = random.choice(LAYOUT.start_tiles)
    region = Region.empty().lay(LAYOUT.plan(start), 0, 0, 0)
    tiles = [tile for tile in LAYOUT.tiles if LAYOUT.tiles[tile].stack != "start"]
    for tile in random.sample(tiles, size):
        cells = sorted(region.frontier, key=lambda cell: sum(map(abs, LAYOUT.cell_at(cell))))
        x, y = LAYOUT.cell_at(random.choice(cells[:6]))
        region = region.lay(LAYOUT.plan(tile), x, y, random.randrange(4))
    for _ in range(bridges):
        tile = random.choice(region.placed)[0]
        laid = tuple(bridge[1:] for bridge in region.bridges if bridge[0] == tile)
        possible = LAYOUT.bridges_on(tile, laid)
        if possible:
            p = random.choice(sorted(possible))
            q = random.choice(possible[p])
            region = region.bridged((tile, min(p, q), max(p, q)), LAYOUT.plan)
    return region


def shown(region: Region) -> dict[str, Any]:
    """A region as the view shows it."""
    found = {}
    for tile, x, y, turn in region.placed:
        names = LAYOUT.tiles[tile].names_by_turn[turn]
        bridges = [[names[p], names[q]] for number, p, q in region.bridges if number == tile]
        found[LAYOUT.slugs[tile]] = {"cell": [x, y], "turn": turn, "bridges": bridges}
    return found


def differences(region: Region) -> list[str]:
    """Where the engine and the second model disagree on what track joins."""
    model = RailModel(DATA, shown(region))
    found = []

    def compare(what: str, of: object, engine: object, second: object) -> None:
        if engine != second:
            found.append(f"{what} of {of}: engine {engine}, model {second}, in {shown(region)}")

    for city, _, lands in region.plants:
        plant = LAYOUT.city_name(city)
        compare("recycling", plant, sorted(LAYOUT.slugs[land] for land in lands), sorted(model.recycling(plant)))
    served = {tile: model.facility(tile) for tile in model.buildings}
    for city in bits(region.cities):
        name = LAYOUT.city_name(city)
        goods = list(LAYOUT.tiles[city // CITY_BITS].goods[city % CITY_BITS])
        for facility, cities in served.items():
            kind = FACILITIES.index(model.records[facility]["op"])
            if name in cities and goods[kind]:  # only what the city yields by itself (20C-8.A.8)
                goods[kind] += model.records[facility]["bonus"]
        compare("facilities", name, list(region.worth[city]), goods)
        targets = {LAYOUT.city_name(other) for other in bits(region.targets(city, 1 << city))}
        compare("locomotive", name, sorted(targets), sorted(model.locomotive(name)))
    return found


def test_the_three_walks_agree_with_the_second_model() -> None:
    """With a fixed seed; ``make rails`` looks at ten times as many regions."""
    random = Random(20)
    crossed = 0
    for _ in range(REGIONS):
        region = random_region(random, random.randrange(21), random.randrange(1, 5))
        found = differences(region)
        assert not found, found[0]
        crossed += any(end < 4 for bridge in region.bridges for end in bridge[1:])
    assert crossed > REGIONS // 4, "the sample has too few bridges that end at an edge"


@random_regions
@given(seed=st.integers(0, 2**32), size=st.integers(0, 20), bridges=st.integers(0, 4))
def test_laying_one_by_one_equals_building_at_once(seed: int, size: int, bridges: int) -> None:
    region = random_region(Random(seed), size, bridges)
    again = Region.build(region.placed, region.bridges, LAYOUT.plan)
    for name in ("placed", "bridges", "cells", "lands", "cities", "frontier", "plants", "worth"):
        assert getattr(region, name) == getattr(again, name)
    assert sorted(region.lines) == sorted(again.lines)
    occupied = {(x, y) for _, x, y, _ in region.placed}
    around = {(x + dx, y + dy) for x, y in occupied for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    assert {LAYOUT.cell_at(cell) for cell in region.frontier} == around - occupied


@pytest.mark.rules("20C-9.1")
def test_placing_in_a_large_region_is_fast() -> None:
    """Under 200 microseconds for the twenty-first tile, best of several."""
    region = random_region(Random(7), 20, 0)
    tile = next(t for t in LAYOUT.tiles if region.cell_of(t) is None and LAYOUT.tiles[t].stack == "V")
    x, y = LAYOUT.cell_at(region.frontier[len(region.frontier) // 2])
    plan = LAYOUT.plan(tile)
    best = 1.0
    for _ in range(200):
        begin = perf_counter()
        region.lay(plan, x, y, 1)
        best = min(best, perf_counter() - begin)
    assert best < 200e-6


def crosses(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    """Whether two segments share a point other than an end of the first, by stepping along exact fractions."""
    shared = []
    for n in range(841):  # 840 has all small divisors: every crossing of segments on the half grid is met
        p = (a[0] * (840 - n) + b[0] * n, a[1] * (840 - n) + b[1] * n)
        u, v = (c[0] * 840, c[1] * 840), (d[0] * 840, d[1] * 840)
        cross = (v[0] - u[0]) * (p[1] - u[1]) - (v[1] - u[1]) * (p[0] - u[0])
        inside = (u[0] - p[0]) * (v[0] - p[0]) + (u[1] - p[1]) * (v[1] - p[1]) <= 0
        if cross == 0 and inside:
            shared.append(n)
    return len(shared) > 1 or (len(shared) == 1 and shared[0] not in (0, 840))


def test_crossings_agree_with_stepping_along_the_bridge() -> None:
    random = Random(3)
    points = [(x, y) for x in range(0, 9, 2) for y in range(0, 9, 2)]
    for _ in range(400):
        a, b = random.sample(points, 2)
        c, d = random.sample(points, 2)
        denominator = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
        if denominator and 840 % (abs(denominator) // 4):
            continue  # this crossing could fall between two steps
        assert meets_badly(a, b, c, d) == crosses(a, b, c, d), (a, b, c, d)


def test_distance_from_a_bridge_is_exact() -> None:
    assert lies_over((4, 0), (4, 8), (4, 4))  # on the line
    assert not lies_over((4, 0), (4, 8), (2, 4))  # two units beside it
    assert lies_over((0, 4), (6, 6), (2, 4))  # 0.63 units beside it
    assert not lies_over((4, 4), (4, 8), (4, 2))  # beyond its end
