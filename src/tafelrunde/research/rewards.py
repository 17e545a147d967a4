"""The value of a finished game for each seat: the same three rewards, under the same names, for all adapters.

==========  ======================================================================================
``share``   1 divided among the winners; the rewards of a game with a winner add up to 1
``win``     1 for every winner, 0 for the others; several seats can have won, or none
``margin``  the own score minus the best score of the others; what counts at the end is the score
==========  ======================================================================================
"""

from __future__ import annotations

from tafelrunde.core.errors import BadInput
from tafelrunde.core.state import State

REWARDS = ("share", "win", "margin")


def check(reward: str) -> str:
    if reward not in REWARDS:
        raise BadInput("reward", f"{reward!r:.40} is not one of: {', '.join(REWARDS)}.")
    return reward


def rewards(state: State, reward: str) -> list[float]:
    """The reward of every seat at the end of a game.

    >>> from tafelrunde import load
    >>> rewards(load("rise").new(2, seed=1), "margin")
    [0.0, 0.0]
    """
    if reward == "margin":
        scores = state.scores
        return [float(own - max(scores[:seat] + scores[seat + 1 :])) for seat, own in enumerate(scores)]
    winners = state.winners
    worth = 1.0 if reward == "win" else 1 / max(1, len(winners))
    return [worth if seat in winners else 0.0 for seat in range(state.players)]
