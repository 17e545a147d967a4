"""Sampled worlds for bots: weighted by how well they explain the others' moves, and independent of the order of answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tafelrunde.bots.base import Sampler
from tafelrunde.core.state import State

TRIES = 8
"""The number of worlds sampled before one is accepted regardless of its probability."""
_ONE = 1 << 32


def believed(sampler: Sampler, seat: int, below: Callable[[int], int]) -> State:
    """A sampled world for the seat, drawn with a probability that reflects how well it explains the others' moves."""
    for _ in range(TRIES):
        world = sampler(below(1 << 64))
        credence = world.game.credence(world, seat)
        if credence >= 1.0 or below(_ONE) < credence * _ONE:
            break
    return world


def keep_lanes_open(world: State, seat: int) -> None:
    """Keep the lanes open in a sampled world, so that the last seat to answer judges its moves as the others did.

    Its last answer would close the lanes, so that it alone would judge positions of the next phase. An open question of another
    seat that has finished keeps the lanes open; nobody answers it in this world.
    """
    lanes = world.lanes
    if lanes is None or len(world.asked) > 1:
        return
    finished = [other for other, lane in enumerate(lanes) if other != seat and not lane]
    if len(finished) == len(lanes) - 1:
        ply, frame, _ = world.asked[seat]
        lanes[finished[0]] = [frame]
        world.asked = {**world.asked, finished[0]: (ply, frame, ())}


def drawn(weights: Sequence[float], below: Callable[[int], int]) -> int:
    """An index, drawn with a probability proportional to its weight."""
    mark = below(_ONE) / _ONE * sum(weights)
    for place, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return place
    return max(range(len(weights)), key=weights.__getitem__)
