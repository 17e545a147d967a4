"""The rail graph by brute force: every node of every tile, every edge, and plain searches straight from the rules' words.

It shares nothing with the engine but the component file: names, coordinates and rotations are worked out anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Node = tuple[str, str]
"""(tile, name of a node, port or midpoint)."""
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
ORDER = "neswabcfjkl"


def turned(port: str, turn: int) -> str:
    """Where a port points after some quarter turns clockwise."""
    return "nesw"[("nesw".index(port) + turn) % 4]


class Graph:
    """A region given as ``{tile: (column, row, turn, bridges)}``."""

    def __init__(self, data: Mapping[str, Any], region: Mapping[str, tuple[int, int, int, list[tuple[str, str]]]]) -> None:
        records = {t["id"].lower(): t for t in (*data["tiles"]["land"], *data["tiles"]["technology"])}
        self.region = region
        self.records = {name: records[name] for name in region}
        self.inside: dict[Node, set[Node]] = {}
        for name, (_, _, _, bridges) in region.items():
            self._tile(name, bridges)
        self.cells = {(x, y): name for name, (x, y, _, _) in region.items()}

    def _join(self, a: Node, b: Node) -> None:
        self.inside.setdefault(a, set()).add(b)
        self.inside.setdefault(b, set()).add(a)

    def _tile(self, name: str, bridges: Iterable[tuple[str, str]]) -> None:
        used = {end for bridge in bridges for end in bridge}
        for rail in self.records[name]["rails"]:
            u, v = rail.lower().split("-")
            middle = "-".join(sorted((u, v), key=ORDER.index))
            if middle in used:
                self._join((name, u), (name, middle))
                self._join((name, middle), (name, v))
            else:
                self._join((name, u), (name, v))
        for u, v in bridges:
            self._join((name, u), (name, v))

    def is_city(self, node: Node) -> bool:
        return node[1] in ("a", "b", "c")

    def live(self, tile: str, direction: str) -> Node | None:
        """The live port of a tile that points in a direction."""
        for port in "nesw":
            if turned(port, self.region[tile][2]) == direction and (tile, port) in self.inside:
                return tile, port
        return None

    def neighbours(self, tile: str) -> Iterable[tuple[str, str]]:
        x, y, _, _ = self.region[tile]
        for direction, (dx, dy) in STEPS.items():
            if (x + dx, y + dy) in self.cells:
                yield direction, self.cells[x + dx, y + dy]

    def search(self, start: Node, near: Callable[[Node], Iterable[Node]], passes: Callable[[Node], bool]) -> set[Node]:
        found, todo = {start}, [start]
        while todo:
            for node in near(todo.pop()):
                if node not in found:
                    found.add(node)
                    if passes(node):
                        todo.append(node)
        return found

    def recycling(self, city: Node) -> set[str]:
        """The lands in reach of a plant (20C-9.14)."""
        tile = city[0]
        reached = self.search(city, lambda n: self.inside.get(n, ()), lambda n: n[1] not in tuple("nesw"))
        lands = {tile}
        for direction, other in self.neighbours(tile):
            here, there = self.live(tile, direction), self.live(other, OPPOSITE[direction])
            if here in reached and there is not None and "facility" not in self.records[other]:
                lands.add(other)
        return lands

    def facility(self, tile: str) -> set[Node]:
        """The cities a facility serves, whatever they yield (20C-9.15)."""

        def passes(node: Node) -> bool:
            return not self.is_city(node) and node[1] != "f"

        def near(node: Node) -> Iterable[Node]:
            return self.inside.get(node, ())

        served = set()
        out = self.search((tile, "f"), near, passes)
        for direction, other in self.neighbours(tile):
            here, there = self.live(tile, direction), self.live(other, OPPOSITE[direction])
            if here in out and there is not None:
                served |= {node for node in self.search(there, near, passes) if self.is_city(node)}
        return served

    def locomotive(self, city: Node) -> set[Node]:
        """The cities to which a citizen could go if they were empty (20C-9.16)."""

        def near(node: Node) -> Iterable[Node]:
            yield from self.inside.get(node, ())
            tile, name = node
            if name in STEPS and node in self.inside:
                direction = turned(name, self.region[tile][2])
                for way, other in self.neighbours(tile):
                    there = self.live(other, OPPOSITE[way])
                    if way == direction and there is not None:
                        yield there

        reached = self.search(city, near, lambda node: not self.is_city(node))
        return {node for node in reached if self.is_city(node)} - {city}
