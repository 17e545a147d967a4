"""Worlds worth thinking about: those in which the others had reason to do what they did."""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.bots.base import Sampler
from tafelrunde.core.state import State

TRIES = 8
"""Worlds looked at before one is taken as it comes, however unlikely it is."""
_ONE = 1 << 32


def believed(sampler: Sampler, seat: int, below: Callable[[int], int]) -> State:
    """A world that the seat cannot tell from the true one, drawn by how well it explains what the others did."""
    for _ in range(TRIES):
        world = sampler(below(1 << 64))
        credence = world.game.credence(world, seat)
        if credence >= 1.0 or below(_ONE) < credence * _ONE:
            break
    return world
