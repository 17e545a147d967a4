"""Practice from here: a position to play on from, in which nothing true that the seat could not know is left."""

from __future__ import annotations

from tafelrunde.core.errors import BadInput
from tafelrunde.core.state import State


def base(state: State, seat: int, seed: int) -> State:
    """The position as ``seat`` knows it, everything else dealt anew; it depends on nothing that is hidden from the seat."""
    if state.over:
        raise BadInput("ply", "The game is over here: there is nothing to play on.")
    return state.sample(seat, seed)
