"""The levels of computer players, from the easiest to the strongest. They are declared only here.

A level has foresight (its number of simulations) and care (the smallest difference it notices). A careless level chooses
among the moves that improve its position; it never plays a move that it judges worse than declining.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Budget(NamedTuple):
    """The limits of a search; the first one reached ends it. A budget of simulations alone is reproducible on any machine."""

    simulations: int | None = None
    seconds: float | None = None
    looks: bool = True
    """Whether every move is evaluated once before the first simulation."""


class Level(NamedTuple):
    """How far a level looks ahead, and how carefully it chooses."""

    budget: Budget
    """A budget without simulations evaluates each move and does not search."""
    noise: float = 0.0
    """The difference in winning chance that makes a move e times as likely; 0 always plays the best move."""
    depth: int = 2
    """The number of the seat's own follow-up decisions that a look searches."""


LADDER: Mapping[str, Level] = {
    "beginner": Level(Budget(0), 0.2, 1),
    "easy": Level(Budget(0), 0.03),
    "normal": Level(Budget(60, 0.6), 0.004),
    "hard": Level(Budget(400, 1.0)),
    "expert": Level(Budget(6000, 1.3)),
}
"""The levels unless a game says otherwise (``Game.ladder``)."""
LEVELS = tuple(LADDER)


UNTIMED = "untimed"
"""``LEVEL:untimed`` is a level without its time limit: the simulations alone end a search, so that games are repeatable."""


def level(spec: str, own: Mapping[str, Level]) -> Level:
    """The level of a spec: one of the names, ``NAME:untimed``, ``mcts:SECONDS`` or ``mcts:Nsims``.

    >>> level("mcts:800sims", {}).budget
    Budget(simulations=800, seconds=None, looks=True)
    >>> level("hard:untimed", {}).budget
    Budget(simulations=400, seconds=None, looks=True)
    """
    name, _, amount = spec.partition(":")
    if name in LADDER:
        found = own.get(name, LADDER[name])
        return found._replace(budget=found.budget._replace(seconds=None)) if amount == UNTIMED else found
    return Level(Budget(simulations=int(amount[:-4])) if amount.endswith("sims") else Budget(seconds=float(amount)))
