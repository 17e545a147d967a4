"""The verbs of 20th Century in the order of the vocabulary. The order must not change, because records and bots store the
numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.moves import NUMBER_RANGE, Word
from tafelrunde.core.verbs import Args, Verbs
from tafelrunde.games.twentieth_century import frames

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.components import ComponentSet

PORTS = "NESW"
"""The edge midpoints of a tile, clockwise."""
PASS, QUIT, DECLINE, DONE, DEMAND = range(5)
BID = 5
"""``bid 0``; the other bids follow."""

REACH = 45
"""The greatest distance of a cell from the start tile, in either direction (20C-9.26)."""
SPAN = 2 * REACH + 1

_ORDER = "neswabcfjkl"


def coordinate(n: int, less: str, more: str) -> Word:
    """A coordinate as a number, or with its direction (``w31``) if it is outside the range of numbers in moves.

    >>> coordinate(-2, "w", "e"), coordinate(-31, "w", "e"), coordinate(45, "w", "e")
    (-2, 'w31', 'e45')
    """
    if abs(n) <= -NUMBER_RANGE.start:
        return n
    return f"{less if n < 0 else more}{abs(n)}"


def cell_words(x: int, y: int) -> Args:
    return (coordinate(x, "w", "e"), coordinate(y, "n", "s"))


def point_names(at: Mapping[str, str], rails: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """The defined points of a tile after some quarter turns: ports, nodes, midpoints of segments (20C-9.20).

    The name of a port is its direction on the table, not its place in the component file.
    """
    ports = {port: PORTS[(i + turn) % len(PORTS)].lower() for i, port in enumerate(PORTS)}

    def name(node: str) -> str:
        return ports.get(node) or node.lower()

    segments = ("-".join(sorted(map(name, rail.split("-")), key=_ORDER.index)) for rail in rails)
    return (*map(name, PORTS), *map(name, at), *segments)


def _lands(parts: ComponentSet) -> list[Word]:
    return [tile.id.lower() for tile in parts.tiles.land]


def _for_sale(parts: ComponentSet) -> list[Word]:
    return [tile.id.lower() for tile in parts.tiles.land if tile.stack != "start"]


def _technologies(parts: ComponentSet) -> list[Word]:
    return [tile.id.lower() for tile in parts.tiles.technology]


def _facilities(parts: ComponentSet) -> list[Word]:
    return [tile.id.lower() for tile in parts.tiles.technology if tile.facility is not None]


def _repeating(verb: str) -> Callable[[ComponentSet], list[Word]]:
    """The technologies with this repeat use."""
    return lambda parts: [t.id.lower() for t in parts.tiles.technology if t.repeat is not None and t.repeat.verb == verb]


def _cities(parts: ComponentSet) -> list[Args]:
    return [(tile.id.lower(), city) for tile in parts.tiles.land for city in tile.city]


def _new_cities(parts: ComponentSet) -> list[Args]:
    return [(tile.id.lower(), city) for tile in parts.tiles.land if tile.stack != "start" for city in tile.city]


def _plants(parts: ComponentSet) -> list[Args]:
    return [(tile.id.lower(), city) for tile in parts.tiles.land for city, gives in tile.city.items() if gives.recycling]


def _columns(parts: ComponentSet) -> range:
    return range(1, len(parts.disaster_columns.min_players) + 1)


def _points(parts: ComponentSet) -> Iterable[Word]:
    facilities = [tile.facility for tile in parts.tiles.technology if tile.facility is not None]
    tracks = [*((tile.at, tile.rails) for tile in parts.tiles.land), *((facility.at, facility.rails) for facility in facilities)]
    return dict.fromkeys(point for turn in range(4) for at, rails in tracks for point in point_names(at, rails, turn))


STAGES = (frames.Waste, frames.Tiles, frames.Technologies)
"""The questions of an administration, in their order (20C-4.3)."""
CELLS = [cell_words(x, y) for x in range(-REACH, REACH + 1) for y in range(-REACH, REACH + 1)]

VERBS = Verbs()
VERBS.verb("pass", "20C-2.5", frames.Raise, frames.StartPlayer, frames.Opening, frames.Column, frames.Stake, audience=PUBLIC)
VERBS.verb("quit", "20C-2.22", frames.StartPlayer, frames.Raise, frames.Opening, audience=PUBLIC)
VERBS.verb("decline", "20C-2.24", frames.Purchase, audience=PUBLIC)
VERBS.verb("done", "20C-4.16", *STAGES, frames.Plants, audience=PUBLIC)
VERBS.verb("demand", "20C-4.2", audience=PUBLIC)
VERBS.verb(
    "bid", "20C-2.5", frames.StartPlayer, frames.Opening, frames.Raise, frames.Column, frames.Stake,
    audience=PUBLIC, args=lambda parts: range(max(parts.land_bid.max, parts.disaster_bid.max) + 1),
)  # fmt: skip
VERBS.verb(
    "column", "20C-3.3", frames.Column, audience=PUBLIC, args=lambda parts: range(1, len(parts.disaster_columns.min_players) + 1)
)
VERBS.verb("turn", "20C-9.2", frames.Turn, audience=PUBLIC, args=range(4))
VERBS.verb("pick", "20C-2.2", frames.StartPlayer, audience=PUBLIC, args=_for_sale)
VERBS.verb("buy", "20C-2.19", frames.StartPlayer, audience=PUBLIC, args=_for_sale)
VERBS.verb("take", "20C-2.25", frames.Purchase, audience=PUBLIC, args=_technologies)
VERBS.verb("garbage", "20C-4.4", frames.Waste, audience=PUBLIC, args=_lands)
VERBS.verb("lay", "20C-4.10", *STAGES, audience=PUBLIC, args=lambda parts: _for_sale(parts) + _facilities(parts))
VERBS.verb("citizen", "20C-4.11", *STAGES, audience=PUBLIC, args=_new_cities)
VERBS.verb("worker", "20C-8.B.2", *STAGES, audience=PUBLIC, args=_cities)
VERBS.verb("locomotive", "20C-8.C.2", *STAGES, audience=PUBLIC, args=_cities)
VERBS.verb("to", "20C-9.16", frames.Ride, audience=PUBLIC, args=_cities)
VERBS.verb("sort", "20C-8.B.5", *STAGES, audience=PUBLIC, args=_lands)
VERBS.verb("truck", "20C-8.C.5", *STAGES, audience=PUBLIC, args=_lands)
VERBS.verb("unload", "20C-8.C.5", frames.Unload, audience=PUBLIC, args=_lands)
VERBS.verb(
    "recycle", "20C-8.C.7", *STAGES,
    audience=PUBLIC, args=lambda parts: [(name, land) for name in _repeating("recycle")(parts) for land in _lands(parts)],
)  # fmt: skip
VERBS.verb("remediate", "20C-8.C.8", *STAGES, audience=PUBLIC, args=_repeating("remediate"))
VERBS.verb("improve", "20C-8.C.9", *STAGES, audience=PUBLIC, args=_repeating("improve"))
VERBS.verb("bridge", "20C-8.B.4", *STAGES, audience=PUBLIC, args=lambda parts: _lands(parts) + _facilities(parts))
VERBS.verb("end", "20C-9.19", frames.BridgeBegin, frames.BridgeEnd, audience=PUBLIC, args=_points)
VERBS.verb("plant", "20C-5.4", frames.Plants, audience=PUBLIC, args=_plants)
VERBS.verb("clean", "20C-9.14", frames.Clean, audience=PUBLIC, args=_lands)
VERBS.verb("cell", "20C-9.3", frames.Cell, audience=PUBLIC, args=CELLS)
