"""Random games through the fast path."""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.core.state import State


def play_out(state: State, random: Callable[[], float]) -> int:
    """Play random moves to the end; the number of decisions with two or more options."""
    decisions = 0
    while state.asked:
        seat = next(iter(state.asked))
        moves = state.asked[seat][2]
        n = len(moves)
        if n > 1:
            decisions += 1
            state.act(seat, moves[int(random() * n)])
        else:
            state.act(seat, moves[0])
    return decisions
