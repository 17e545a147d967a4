"""Chance from outside: the outcomes of draws can be told to a state instead of being drawn.

Everything random in a game comes from one number, ``state.rng`` (:mod:`tafelrunde.core.rng`). A negative number there stands for
outcomes that are told: ``told([3, 0])`` answers the next two draws, after which a draw raises :class:`Undecided`, which says
between how many outcomes chance has to decide, and for a deck which cards they are. That is all that explicit chance nodes need
(``tafelrunde/research/openspiel.py``): the move is tried on a copy, and tried again with one outcome more.

>>> from tafelrunde import load
>>> rise = load("rise")
>>> try:
...     begin(rise, 2, [])
... except Undecided as draw:
...     len(draw.cards or ()) == draw.n
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tafelrunde.core.game import Game
    from tafelrunde.core.state import State

BASE = 1 << 16
"""More outcomes than any draw has."""


class Undecided(Exception):
    """A draw among ``n`` whose outcome has not been told."""

    def __init__(self, n: int) -> None:
        super().__init__(f"chance has to decide between {n} outcomes")
        self.n = n
        self.cards: tuple[int, ...] | None = None
        """The cards among which a deck draws; several copies of a card stand next to each other."""


def told(outcomes: Sequence[int]) -> int:
    """The generator that answers the next draws with these outcomes."""
    code = 1
    for outcome in reversed(outcomes):
        code = code * BASE + outcome
    return -code


def answer(generator: int, n: int) -> tuple[int, int]:
    """What :func:`tafelrunde.core.rng.draw` gives for a generator of told outcomes; one among one is not asked."""
    if n == 1:
        return generator, 0
    if generator == -1:
        raise Undecided(n)
    code, outcome = divmod(-generator, BASE)
    if outcome >= n:
        raise ValueError(f"outcome {outcome} was told where there are only {n}")
    return -code, outcome


def begin(game: Game[Any], players: int, outcomes: Sequence[int], options: Mapping[str, str] | None = None) -> Any:
    """A new game whose set-up is told; raises :class:`Undecided` where an outcome is missing."""
    state = game.empty(players, 0, game.checked_options(options))
    state.rng = told(outcomes)
    game.setup(state)
    state.settle()
    return state


def play(state: State, seat: int, move: int, outcomes: Sequence[int]) -> State:
    """The state after a move whose draws are told; raises :class:`Undecided` where an outcome is missing."""
    after = state.clone()
    after.rng = told(outcomes)
    after.apply(seat, move)
    return after
