"""The registry of the frames and verbs of RISE; every rules module registers its functions here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tafelrunde.core.frames import Frames
from tafelrunde.core.guards import Guards
from tafelrunde.games.rise.frames import END, Exchange, Leave, SeatFrame
from tafelrunde.games.rise.state import SATISFACTION, TRACK_COUNT, RiseState
from tafelrunde.games.rise.verbs import EXCHANGE, PASS, VERBS

FRAMES = Frames()
GUARDS = Guards(VERBS)

F = TypeVar("F", bound=SeatFrame)
Answer = Callable[[RiseState, F, int], None]


def resolves(kind: type[F]) -> Callable[[Answer[F]], Answer[F]]:
    """Register the answer to a question beside which a player may leave a track or exchange (RISE-R.1).

    Such an interrupt does not answer the question: it is asked again with new options.
    """

    def register(resolve: Answer[F]) -> Answer[F]:
        def resolve_or_interrupt(state: RiseState, frame: F, move: int) -> None:
            seat = frame.seat
            if EXCHANGE != move != PASS:
                state.changes += 1
            layout, pos, base = state.layout, state.pos, seat * TRACK_COUNT
            if layout.only_left:  # the usual board; a call would take as long again
                state.offered[seat] = state.changes, layout.rate_class[pos[base]], pos[base + layout.only_left], END
            else:
                state.offered[seat] = offer(state, seat, END)
            if EXCHANGE <= move < layout.interrupts_end:
                state.stack.append(frame)
                interrupt(state, seat, move, "RISE-R.1")
            else:
                resolve(state, frame, move)

        def resolve_unasked(state: RiseState, frame: F, move: int) -> None:
            state.changes += 1
            resolve(state, frame, move)

        FRAMES.forces(kind)(resolve_unasked)
        return FRAMES.resolves(kind)(resolve_or_interrupt)

    return register


def offer(state: RiseState, seat: int, occasion: int) -> tuple[int, ...]:
    """A seat's possible tracks to leave and exchanges, with the number of changes so far; while they are equal, no window needs
    to ask again (RISE-R.43).

    The occasion of the offer is the last element.
    """
    pos, base, layout = state.pos, seat * TRACK_COUNT, state.layout
    return (state.changes, layout.rate_class[pos[base]], *[pos[base + track] for track in layout.left], occasion)


def interrupts(state: RiseState, seat: int) -> int:
    """A bit mask: 1 for exchange, higher bits for tracks that can be left now."""
    layout = state.layout
    pos = state.pos
    base = seat * TRACK_COUNT
    mask = 1 if state.vp[seat] >= layout.rate_vp[pos[base + SATISFACTION]] else 0
    for track, start, bit in layout.leave_bits:
        if pos[base + track] != start:
            mask |= bit
    return mask


def interrupt(state: RiseState, seat: int, move: int, rule: str) -> None:
    """Leave a track (RISE-T.23) or exchange one unit of victory points for coins (RISE-SAT.2, R.1)."""
    if move == EXCHANGE:
        state.stack.append(Exchange(seat, 1, rule))
    else:
        state.stack.append(Leave(seat, state.layout.leave_moves[move]))
