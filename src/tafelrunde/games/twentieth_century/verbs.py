"""The vocabulary of 20th Century: which moves there are, and the numbers of those with a fixed place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tafelrunde.core.moves import NUMBER_RANGE, Word

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.components import ComponentSet

PORTS = "NESW"
"""The edge midpoints of a tile, clockwise."""
PASS, QUIT, DECLINE, DONE, DEMAND = range(5)
BID = 5
"""``bid 0``; the other bids follow."""

REACH = 45
"""No cell in use lies farther from the start tile, in either direction (20C-9.26)."""
SPAN = 2 * REACH + 1

_ORDER = "neswabcfjkl"


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


def point_names(at: Mapping[str, str], rails: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """The defined points of a tile as it lies after some quarter turns: ports, nodes, midpoints of segments (20C-9.20).

    A port is called by the direction in which it points on the table, not by its place in the component file.
    """
    ports = {port: PORTS[(i + turn) % len(PORTS)].lower() for i, port in enumerate(PORTS)}

    def name(node: str) -> str:
        return ports.get(node) or node.lower()

    segments = ("-".join(sorted(map(name, rail.split("-")), key=_ORDER.index)) for rail in rails)
    return (*map(name, PORTS), *map(name, at), *segments)


def words(found: ComponentSet) -> list[tuple[Word, ...]]:
    """Every move of the game in its fixed order."""
    land, technology = found.tiles.land, found.tiles.technology
    facilities = [(tile.id.lower(), tile.facility) for tile in technology if tile.facility is not None]
    lands = [tile.id.lower() for tile in land]
    for_sale = [tile.id.lower() for tile in land if tile.stack != "start"]
    laid = [*lands, *(name for name, _ in facilities)]
    tracks = [*((tile.at, tile.rails) for tile in land), *((facility.at, facility.rails) for _, facility in facilities)]
    points = dict.fromkeys(point for turn in range(4) for at, rails in tracks for point in point_names(at, rails, turn))
    cities = [(tile.id.lower(), city) for tile in land for city in tile.city]
    plants = [(tile.id.lower(), city) for tile in land for city, gives in tile.city.items() if gives.recycling]
    highest = max(found.land_bid.max, found.disaster_bid.max)

    def repeating(verb: str) -> list[str]:
        return [tile.id.lower() for tile in technology if tile.repeat is not None and tile.repeat.verb == verb]

    moves: list[tuple[Word, ...]] = [("pass",), ("quit",), ("decline",), ("done",), ("demand",)]
    moves += [("bid", n) for n in range(highest + 1)]
    moves += [("column", n) for n in range(1, len(found.disaster_columns.min_players) + 1)]
    moves += [("turn", n) for n in range(4)]
    moves += [(verb, tile) for verb in ("pick", "buy") for tile in for_sale]
    moves += [("take", tile.id.lower()) for tile in technology]
    moves += [("garbage", tile) for tile in lands]
    moves += [("lay", tile) for tile in laid if tile in for_sale or tile not in lands]
    moves += [("citizen", tile, city) for tile, city in cities if tile in for_sale]
    moves += [(verb, tile, city) for verb in ("worker", "locomotive", "to") for tile, city in cities]
    moves += [(verb, tile) for verb in ("sort", "truck", "unload") for tile in lands]
    moves += [("recycle", name, tile) for name in repeating("recycle") for tile in lands]
    moves += [(verb, name) for verb in ("remediate", "improve") for name in repeating(verb)]
    moves += [("bridge", tile) for tile in laid]
    moves += [("end", point) for point in points]
    moves += [("plant", tile, city) for tile, city in plants]
    moves += [("clean", tile) for tile in lands]
    moves += [cell_words(x, y) for x in range(-REACH, REACH + 1) for y in range(-REACH, REACH + 1)]
    return moves
