"""Windows: extra moments at which a player may leave a track or exchange (RISE-R.2, R.43)."""

from __future__ import annotations

from tafelrunde.core.frames import Frame
from tafelrunde.games.rise.registry import FRAMES, interrupt, interrupts
from tafelrunde.games.rise.state import RiseState
from tafelrunde.games.rise.words import PASS

IF_OFF_START, ALWAYS, OPEN = 0, 1, 2
"""Whether a window opens only for a marker off the start, for everybody, or is open already."""


def changes(state: RiseState) -> int:
    """Counts everything that makes a fresh window worth asking: moves other than passing a window, and events."""
    return state.ply - state.window_passes + state.carried_out


def window_rule(state: RiseState, frame: Frame) -> str:
    """The window at the end of an own action comes before the factory goes back (RISE-R.39)."""
    before = state.stack[-2][0] if len(state.stack) > 1 else ""
    return "RISE-R.39" if before == "factory_back" else "RISE-R.2"


@FRAMES.asks("window", window_rule)
def ask_window(state: RiseState, frame: Frame) -> tuple[int, ...]:
    """Leave, exchange or pass; left out if nothing has changed since the player last passed one (RISE-R.43)."""
    _, seat, when = frame
    mask = interrupts(state, seat)
    if not mask or (when == IF_OFF_START and mask == 1):
        return ()
    if when != OPEN and state.window_seen[seat] == changes(state):
        return ()
    return state.layout.tails_with_pass[mask]


@FRAMES.resolves("window")
def resolve_window(state: RiseState, frame: Frame, move: int) -> None:
    seat = frame[1]
    if move == PASS:
        state.window_passes += 1
        state.window_seen[seat] = changes(state)
    else:
        state.stack.append(("window", seat, OPEN))
        interrupt(state, seat, move, "RISE-SAT.3")


@FRAMES.auto("windows", "RISE-R.2")
def windows_for_all(state: RiseState, frame: Frame) -> None:
    """A window for every player in the turn order of the round."""
    state.push(*(("window", seat, frame[1]) for seat in state.turn_order))
