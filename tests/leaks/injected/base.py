"""What every injected leak needs: its place in the list, the run that finds it, and ways to what is secret."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tafelrunde.core.state import State
from tests.leaks.compare import Leak
from tests.leaks.guards import Vacuous, check
from tests.leaks.stage import Run
from tests.leaks.story import told

Patch = pytest.MonkeyPatch

BY_SEAT = Run("kontor", 0, seed=1)
BY_OTHER_SEAT = Run("kontor", 1, seed=2)
BY_SPECTATOR = Run("kontor", None, seed=3)
FIFTY_FIRST_STATE = Run("fifty_first_state", 0, seed=1)
TENTATIVE = Run("fifty_first_state", None, seed=2, moves=3)
NEW_ANGELES = Run("new_angeles", 1, seed=4)
DISCARDS = Run("new_angeles", 0, seed=2, turns=10, moves=4)
"""Several moves a turn: cards are discarded late in a round."""
VACUOUS = "no channel"
"""In the place of a channel: the leak is found because no world differs from the truth."""


class Injected(NamedTuple):
    """A leak, the channel that it opens, and the run that finds it there."""

    channel: str
    run: Run
    build_in: Callable[[Patch], None]

    def __str__(self) -> str:
        return self.build_in.__name__


LEAKS: list[Injected] = []


def leak(channel: str, run: Run) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    """Add a leak to the list."""

    def register(build_in: Callable[[Patch], None]) -> Callable[[Patch], None]:
        LEAKS.append(Injected(channel, run, build_in))
        return build_in

    return register


async def found_in(injected: Injected, patch: Patch) -> str:
    """The channel in which a leak is found; empty if it is missed."""
    injected.build_in(patch)
    try:
        check(await told(injected.run), injected.run)
    except Leak as difference:
        return difference.channel
    except Vacuous:
        return VACUOUS
    return ""


def hands(state: State) -> list[Any]:
    """Everything that the seats hide."""
    seats: list[Any] = state.view("all")["seats"]
    return seats


def local(name: str) -> Any:
    """A variable of the function that called the function that calls this."""
    return sys._getframe(2).f_locals[name]
