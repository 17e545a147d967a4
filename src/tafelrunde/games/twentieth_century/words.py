"""The vocabulary of 20th Century: which moves there are, and the numbers of those with a fixed place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.moves import NUMBER_RANGE, Word
from tafelrunde.games.twentieth_century.schema import PORTS

PASS, QUIT, DECLINE, DONE, DEMAND = range(5)
BID = 5
"""``bid 0``; the other bids follow."""

REACH = 45
"""No cell in use lies farther from the start tile, in either direction (20C-9.26)."""
SPAN = 2 * REACH + 1

_ORDER = "neswabcfjkl"


def slug(tile_id: str) -> str:
    return tile_id.lower()


def coordinate(n: int, less: str, more: str) -> Word:
    """A coordinate as a number, or by its direction (``w31``) where numbers of moves do not reach.

    >>> coordinate(-2, "w", "e"), coordinate(-31, "w", "e"), coordinate(45, "w", "e")
    (-2, 'w31', 'e45')
    """
    if abs(n) <= -NUMBER_RANGE.start:
        return n
    return f"{less if n < 0 else more}{abs(n)}"


def cell_words(x: int, y: int) -> tuple[Word, ...]:
    return ("cell", coordinate(x, "w", "e"), coordinate(y, "n", "s"))


def point_names(tile: Mapping[str, Any], turn: int) -> tuple[str, ...]:
    """The defined points of a tile as it lies after some quarter turns: ports, nodes, midpoints of segments (20C-9.20).

    A port is called by the direction in which it points on the table, not by its place in the component file.
    """
    ports = {port: PORTS[(i + turn) % len(PORTS)].lower() for i, port in enumerate(PORTS)}

    def name(node: str) -> str:
        return ports.get(node) or node.lower()

    segments = ("-".join(sorted(map(name, rail.split("-")), key=_ORDER.index)) for rail in tile["rails"])
    return (*map(name, PORTS), *map(name, tile["at"]), *segments)


def _with_track(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """All tiles that are laid into a region: lands and facilities."""
    return [*data["tiles"]["land"], *(tile for tile in data["tiles"]["technology"] if "facility" in tile)]


def words(data: Mapping[str, Any]) -> list[tuple[Word, ...]]:
    """Every move of the game in its fixed order."""
    land, technology, laid = data["tiles"]["land"], data["tiles"]["technology"], _with_track(data)
    for_sale = [slug(tile["id"]) for tile in land if tile["stack"] != "start"]
    lands = [slug(tile["id"]) for tile in land]
    cities = [(slug(tile["id"]), city) for tile in land for city in tile["city"]]
    plants = [(slug(tile["id"]), city) for tile in land for city, gives in tile["city"].items() if gives.get("recycling")]
    not_start = [slug(tile["id"]) for tile in laid if tile.get("stack") != "start"]
    highest = max(data["land_bid"]["max"], data["disaster_bid"]["max"])

    def repeating(kind: str) -> list[str]:
        return [slug(tile["id"]) for tile in technology if tile.get("repeat") == kind]

    found: list[tuple[Word, ...]] = [("pass",), ("quit",), ("decline",), ("done",), ("demand",)]
    found += [("bid", n) for n in range(highest + 1)]
    found += [("column", n) for n in range(1, len(data["disaster_columns"]["min_players"]) + 1)]
    found += [("turn", n) for n in range(4)]
    found += [("pick", tile) for tile in for_sale]
    found += [("buy", tile) for tile in for_sale]
    found += [("take", slug(tile["id"])) for tile in technology]
    found += [("garbage", tile) for tile in lands]
    found += [("lay", tile) for tile in not_start]
    found += [("citizen", tile, city) for tile, city in cities if tile in for_sale]
    found += [("worker", tile, city) for tile, city in cities]
    found += [("locomotive", tile, city) for tile, city in cities]
    found += [("to", tile, city) for tile, city in cities]
    found += [("sort", tile) for tile in lands]
    found += [("truck", tile) for tile in lands]
    found += [("unload", tile) for tile in lands]
    found += [("recycle", tech, tile) for tech in repeating("recycling") for tile in lands]
    found += [("remediate", tech) for tech in repeating("remediation")]
    found += [("improve", tech) for tech in repeating("quality_of_life")]
    found += [("bridge", slug(tile["id"])) for tile in laid]
    found += [("end", point) for point in dict.fromkeys(n for turn in range(4) for tile in laid for n in point_names(tile, turn))]
    found += [("plant", tile, city) for tile, city in plants]
    found += [("clean", tile) for tile in lands]
    found += [cell_words(x, y) for x in range(-REACH, REACH + 1) for y in range(-REACH, REACH + 1)]
    return found
