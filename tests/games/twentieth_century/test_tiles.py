"""The house tiles: every tile has a shape of its own, its cities offer a choice, and printed facts stay as they are."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import tafelrunde
from tafelrunde.games.twentieth_century.former import updated
from tests.games.twentieth_century.helpers import NAME
from tests.games.twentieth_century.rail_model import ANCHORS, EDGES, RailModel, Spot
from tests.support import game_of

DATA = game_of(NAME).components.data
FORMER = sorted((Path(tafelrunde.__file__).parent / "games" / NAME / "data" / "former").glob("*.toml"))
LANDS: list[Mapping[str, Any]] = DATA["tiles"]["land"]
FACILITIES: list[Mapping[str, Any]] = [{**tile, **tile["facility"]} for tile in DATA["tiles"]["technology"] if "facility" in tile]
TILES = [*LANDS, *FACILITIES]
Line = tuple[Spot, Spot]
WORTH = {
    "I-II": {"coins": 3.5, "science": 3.2, "prosperity": 5.5, "recycling": 6},
    "III-IV": {"coins": 1.8, "science": 1.7, "prosperity": 3.5, "recycling": 6},
    "V": {"coins": 0.5, "science": 0.5, "prosperity": 2, "recycling": 5},
}
"""Roughly what one good a round is worth until the end, in points, by the stack of its land: coins and science by the rounds in
which they can still be spent, prosperity by the rounds in which it still scores, a plant by the garbage it still removes."""


def spots(tile: Mapping[str, Any]) -> dict[str, Spot]:
    """The nodes and ports of a tile on its square of 8 x 8."""
    return {node: ANCHORS[anchor] for node, anchor in tile["at"].items()} | {port.upper(): at for port, at in EDGES.items()}


def track(tile: Mapping[str, Any]) -> list[Line]:
    at = spots(tile)
    return [(at[u], at[v]) for u, v in (rail.split("-") for rail in tile["rails"])]


def symmetries(spot: Spot) -> Iterator[Spot]:
    """The places to which the four turns of a square and its reflection take a spot."""
    x, y = spot
    for u, v in ((x, y), (8 - x, y)):
        for _ in range(4):
            u, v = 8 - v, u
            yield u, v


def shape(tile: Mapping[str, Any], cities: bool) -> Any:
    """The drawing of a tile, the same for all its turns and reflections; with or without the places of its cities."""
    lines = [list(zip(symmetries(a), symmetries(b), strict=True)) for a, b in track(tile)]
    marks = [list(symmetries(spots(tile)[node])) for node in tile["at"] if node in "abcF"] if cities else []
    drawings = []
    for n in range(8):
        drawings.append((sorted(sorted(line[n]) for line in lines), sorted(mark[n] for mark in marks)))
    return repr(min(drawings))


@pytest.mark.parametrize("cities", [True, False], ids=["with cities", "track only"])
def test_every_land_has_a_shape_of_its_own(cities: bool) -> None:
    shapes: dict[str, list[str]] = {}
    for tile in LANDS:
        shapes.setdefault(shape(tile, cities), []).append(tile["id"])
    assert [ids for ids in shapes.values() if len(ids) > 1] == []


def test_every_facility_has_a_shape_of_its_own() -> None:
    assert len({shape(tile, cities=True) for tile in FACILITIES}) == len(FACILITIES)


def test_a_copied_shape_is_noticed() -> None:
    """Turned and reflected copies have the same shape, a moved city has another one."""
    tile = {"at": {"a": "NW", "b": "SE"}, "rails": ["N-a", "a-b"]}
    assert shape(tile, True) == shape({"at": {"a": "NE", "b": "SW"}, "rails": ["E-a", "a-b"]}, True)
    assert shape(tile, True) == shape({"at": {"a": "SE", "b": "NW"}, "rails": ["b-N", "a-b"]}, True)
    assert shape(tile, True) != shape({"at": {"a": "NW", "b": "C"}, "rails": ["N-a", "a-b"]}, True)
    assert shape(tile, True) != shape({"at": {"a": "NW", "j": "SE"}, "rails": ["N-a", "a-j"]}, True)


def cross(o: Spot, a: Spot, b: Spot) -> int:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def inside(spot: Spot, line: Line) -> bool:
    """Whether a spot lies on a line, but not at its end."""
    a, b = line
    between = min(a[0], b[0]) <= spot[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= spot[1] <= max(a[1], b[1])
    return spot not in line and between and cross(a, b, spot) == 0


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile["id"])
def test_track_meets_only_at_its_ends(tile: Mapping[str, Any]) -> None:
    lines = track(tile)
    for node in tile["at"]:
        assert not any(inside(spots(tile)[node], line) for line in lines), node
    for (a, b), (c, d) in combinations(lines, 2):
        assert not (cross(a, b, c) * cross(a, b, d) < 0 and cross(c, d, a) * cross(c, d, b) < 0), (a, b, c, d)
    ends = [end for rail in tile["rails"] for end in rail.split("-")]
    assert all(ends.count(node) > 1 for node in tile["at"] if node in "jkl"), "a junction joins at least two pieces of track"


@pytest.mark.parametrize("tile", [tile for tile in LANDS if tile["stack"] != "start"], ids=lambda tile: tile["id"])
def test_two_cities_are_a_choice(tile: Mapping[str, Any]) -> None:
    """Each city has more of something than the other, and the weaker one is worth at least three fifths of the stronger."""
    worth = WORTH[tile["stack"]]
    for one, other in combinations(tile["city"].values(), 2):
        ahead = [kind for kind in worth if one.get(kind, 0) > other.get(kind, 0)]
        behind = [kind for kind in worth if one.get(kind, 0) < other.get(kind, 0)]
        assert ahead, "the second city is better in everything"
        assert behind, "the first city is better in everything"
        low, high = sorted(sum(worth[kind] * city.get(kind, 0) for kind in worth) for city in (one, other))
        assert low >= 0.6 * high, f"{low:.1f} against {high:.1f}"


def test_no_two_lands_yield_the_same_in_one_stack() -> None:
    yields = [(tile["stack"], sorted(map(str, tile["city"].values()))) for tile in LANDS if tile["stack"] != "start"]
    assert [found for found in yields if yields.count(found) > 1] == []


@pytest.mark.parametrize("tile", [tile for tile in LANDS if tile["stack"] == "start"], ids=lambda tile: tile["id"])
def test_track_joins_the_three_cities_of_a_start_tile(tile: Mapping[str, Any]) -> None:
    """The third city has a plant and yields nothing (20C-R.51)."""
    assert tile["city"]["c"] == {"recycling": 1}
    model = RailModel(DATA, {tile["id"].lower(): {"cell": [0, 0], "turn": 0, "bridges": []}})
    start = model.cities[tile["id"].lower(), "a"]
    assert set(model.cities.values()) <= model.reached(start, model.records, stops=())


def printed(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """All tables and rows that a source states, by their place."""
    if isinstance(value, Mapping):
        if value.get("source") in ("seed", "public"):
            yield path, {key: item for key, item in value.items() if not isinstance(item, Mapping) or "source" not in item}
        for key, item in value.items():
            yield from printed(item, f"{path}.{key}")
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from printed(item, f"{path}[{item.get('id', i) if isinstance(item, Mapping) else i}]")


@pytest.mark.parametrize("path", FORMER, ids=lambda path: path.stem)
def test_printed_facts_are_those_of_earlier_sets(path: Path) -> None:
    """Only house designs may change from one set to the next."""
    now = dict(printed(DATA))
    before = dict(printed(updated(tomllib.loads(path.read_text(encoding="utf-8")))))
    assert len(before) > 15
    assert {place: now.get(place) for place in before} == before


@pytest.mark.parametrize("path", FORMER, ids=lambda path: path.stem)
def test_an_earlier_set_is_found_by_its_hash(path: Path) -> None:
    assert tafelrunde.load(NAME, path).components.hash == path.stem
    assert path.stem != game_of(NAME).components.hash
