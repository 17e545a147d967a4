"""Supplied chance: a caller can supply the outcomes of draws instead of drawing them at random.

Everything random in a game comes from one number, ``state.rng`` (:mod:`tafelrunde.core.rng`). A negative number there stands for
supplied outcomes: ``told([3, 0])`` answers the next two draws. Every later draw raises :class:`Undecided`, which contains the
number of possible outcomes and, for a deck, the possible cards. Explicit chance nodes (``tafelrunde/research/openspiel.py``) need
nothing else: they try the move on a copy and try it again with one more outcome.

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
    """A draw among ``n`` outcomes for which no outcome was supplied."""

    def __init__(self, n: int) -> None:
        super().__init__(f"chance has to decide between {n} outcomes")
        self.n = n
        self.cards: tuple[int, ...] | None = None
        """The cards among which a deck draws; copies of the same card are adjacent."""


def told(outcomes: Sequence[int]) -> int:
    """A generator that answers the next draws with these outcomes."""
    code = 1
    for outcome in reversed(outcomes):
        code = code * BASE + outcome
    return -code


def answer(generator: int, n: int) -> tuple[int, int]:
    """The result of :func:`tafelrunde.core.rng.draw` for a generator of supplied outcomes; a draw among one outcome needs
    none."""
    if n == 1:
        return generator, 0
    if generator == -1:
        raise Undecided(n)
    code, outcome = divmod(-generator, BASE)
    if outcome >= n:
        raise ValueError(f"outcome {outcome} was told where there are only {n}")
    return -code, outcome


def begin(game: Game[Any], players: int, outcomes: Sequence[int], options: Mapping[str, str] | None = None) -> Any:
    """Begin a new game with supplied outcomes; raises :class:`Undecided` if one is missing."""
    state = game.empty(players, 0, game.checked_options(options))
    state.rng = told(outcomes)
    game.setup(state)
    state.settle()
    return state


def play(state: State, seat: int, move: int, outcomes: Sequence[int]) -> State:
    """Return the state after a move with supplied outcomes; raises :class:`Undecided` if one is missing."""
    after = state.clone()
    after.rng = told(outcomes)
    after.apply(seat, move)
    return after
