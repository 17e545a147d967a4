"""The frames and verbs of New Angeles; every rules module registers its own here."""

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
"""Frame kinds in the middle of one choice of several picks: no trade there (NA-R.24)."""
BEGUN: dict[type, Callable[[Frame], bool]] = {}
"""Frame kinds that are in the middle of one choice as soon as the first pick is made, and how that can be told."""
CARD_KINDS: set[type] = set()
"""Frame kinds that ask a choice of an action card: what Caprice Nisei can bind (NA-R.35)."""


def in_one_choice(frame: Frame) -> bool:
    """Whether a question is in the middle of one choice (NA-R.24)."""
    kind = type(frame)
    return kind in CLOSED or (kind in BEGUN and BEGUN[kind](frame))


def moment(row: str, fact: Any = 0) -> Frame:
    """The frame that goes round the table for the abilities of a row of the Decisions table (NA-66.4a)."""
    return Window(row, 0, fact, ())


def open_moment(state: AngelesState, row: str, fact: Any = 0) -> None:
    """Put a moment on the stack, unless nobody holds any asset of its row: most moments are such."""
    holder = state.holder
    for asset, _ in state.layout.windows[row]:
        if holder[asset] != NOBODY:
            state.stack.append(Window(row, 0, fact, ()))
            return
