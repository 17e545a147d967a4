"""Tracks as graphs: fields joined by arrows, with forks, fields for one marker only, and starting fields."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple


class Track(NamedTuple):
    """The layout of one track; fields are small integers in board order.

    ``ways`` are the fields that one step leads to; ``single`` fields have room for one marker and are jumped over when
    occupied, unless the track forbids jumping; ``distance`` counts the steps from the start.
    """

    fields: tuple[str, ...]
    start: int
    ways: tuple[tuple[int, ...], ...]
    before: tuple[int, ...]
    single: frozenset[int]
    jumps: bool
    distance: tuple[int, ...]
    last: frozenset[int]

    def reachable(self, field: int, occupied: Container[int]) -> list[int]:
        """The fields that one step can lead to; an occupied single field is skipped at no cost, or blocked where skipping is
        forbidden.

        >>> line = Track(("0", "1", "2"), 0, ((1,), (2,), ()), (-1, 0, 1), frozenset({1}), True, (0, 1, 2), frozenset({2}))
        >>> line.reachable(0, {1})
        [2]
        """
        targets: list[int] = []
        for way in self.ways[field]:
            if way in self.single and way in occupied:
                if self.jumps:
                    targets += [t for t in self.reachable(way, occupied) if t not in targets]
            elif way not in targets:
                targets.append(way)
        return targets
