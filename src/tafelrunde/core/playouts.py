"""Play random games as fast as possible, for benchmarks and tests."""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.core.state import State


def play_out(state: State, random: Callable[[], float]) -> int:
    """Play random moves to the end and return the number of decisions with two or more options."""
    decisions = 0
    while state.asked:
        for seat, question in state.asked.items():
            moves = question[2]
            if len(moves) > 1:
                decisions += 1
                state.act(seat, moves[int(random() * len(moves))])
            else:
                state.act(seat, moves[0])
            break  # only the first seat that is asked
    return decisions
