"""The registry of the frames and verbs of New Angeles; every rules module registers its functions here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tafelrunde.core.frames import Frame, Frames
from tafelrunde.core.guards import Guards
from tafelrunde.games.new_angeles.frames import Window
from tafelrunde.games.new_angeles.state import NOBODY, AngelesState

FRAMES = Frames()
GUARDS = Guards()

CLOSED: set[type] = set()
"""Frame kinds within one choice of several picks, during which no trade is possible (NA-R.24)."""
BEGUN: dict[type, Callable[[Frame], bool]] = {}
"""Frame kinds that belong to one choice as soon as the first pick is made, with the test for this."""
CARD_KINDS: set[type] = set()
"""Frame kinds that ask for a choice of an action card and that Caprice Nisei can bind (NA-R.35)."""


def in_one_choice(frame: Frame) -> bool:
    """Whether a question belongs to a choice that has begun (NA-R.24)."""
    kind = type(frame)
    return kind in CLOSED or (kind in BEGUN and BEGUN[kind](frame))


def moment(row: str, fact: Any = 0) -> Frame:
    """The frame that asks all seats in turn for the abilities of a row of the Decisions table (NA-66.4a)."""
    return Window(row, 0, fact, ())


def open_moment(state: AngelesState, row: str, fact: Any = 0) -> None:
    """Put a moment on the stack, unless nobody holds an asset of its row, which is the usual case."""
    holder = state.holder
    for asset, _ in state.layout.windows[row]:
        if holder[asset] != NOBODY:
            state.stack.append(Window(row, 0, fact, ()))
            return
