"""Practice games: a position from which a player can continue, without any hidden information."""

from __future__ import annotations

from tafelrunde.core.errors import BadInput
from tafelrunde.core.state import State


def base(state: State, seat: int, seed: int) -> State:
    """The position as ``seat`` knows it, with everything else dealt again; the result does not depend on hidden information."""
    if state.over:
        raise BadInput("ply", "The game is over here: there is nothing to play on.")
    return state.sample(seat, seed)
