"""The registry of the frames and guards of 20th Century; every rules module registers its functions here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelrunde.core.frames import Frames
from tafelrunde.core.guards import Guards
from tafelrunde.games.twentieth_century.verbs import VERBS

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.state import CenturyState

FRAMES = Frames()
GUARDS = Guards(VERBS)


def open_money(state: CenturyState) -> bool:
    """Whether everybody sees all coins and science and therefore knows which costs a seat can pay (20C-S.16)."""
    return state.options["open_money"] == "yes"


def begin_phase(state: CenturyState, phase: str, rule: str) -> None:
    state.phase = phase
    if state.log is not None:
        state.emit("phase", None, rule, phase=phase, round=state.round)


def move_marker(state: CenturyState, seat: int, steps: int, rule: str) -> None:
    """Move a pollution marker, right if positive; surplus steps are lost (20C-2.33)."""
    before = state.pollution[seat]
    after = min(max(before + steps, 0), len(state.layout.pollution) - 1)
    state.pollution[seat] = after
    if state.log is not None:
        state.emit("pollution", seat, rule, steps=after - before, value=state.layout.pollution[after])
        if after - before != steps:
            state.emit("steps_lost", seat, "20C-2.33", n=abs(steps - after + before))


def add_score(state: CenturyState, seat: int, points: int, kind: str, rule: str, **facts: Any) -> None:
    """Score prosperity; a score may fall below zero (20C-R.32)."""
    state.score[seat] += points
    if state.log is not None:
        state.emit(kind, seat, rule, points=points, **facts)
        if points < 0 and state.score[seat] < 0:
            state.emit("below_zero", seat, "20C-R.32", points=state.score[seat])
