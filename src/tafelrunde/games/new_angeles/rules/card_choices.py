"""The choices of action cards, and how a declaration for Caprice Nisei binds them (NA-R.35)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Ask, Frame, Resolve, TypedFrame, name_of
from tafelrunde.games.new_angeles.numbers import REMOVABLE
from tafelrunde.games.new_angeles.rules.registry import CARD_KINDS, FRAMES
from tafelrunde.games.new_angeles.state import (
    AngelesState,
)
from tafelrunde.games.new_angeles.terms import PIECES

REMOVED = tuple(PIECES.index(piece) for piece in REMOVABLE)


def asks(kind: type[TypedFrame], answer: str) -> Callable[[Ask], Ask]:
    """Register a choice of an action card; a declaration in force leaves only the declared move, if it is still legal."""
    CARD_KINDS.add(kind)
    name = name_of(kind)

    def register(ask: Ask) -> Ask:
        def bound_ask(state: AngelesState, frame: Frame) -> Any:
            moves = ask(state, frame)
            if state.bound and frame.seat == state.resolver:
                declared = _declared(state, name)
                if declared is not None and declared[1] in moves:
                    return (declared[1],)
            return moves

        return FRAMES.asks(kind, lambda state, frame: frame.rule, answer, moves=PUBLIC)(bound_ask)

    return register


def resolves(kind: type[TypedFrame]) -> Callable[[Resolve], Resolve]:
    """Register the answer; a declared answer is removed from the declaration."""
    name = name_of(kind)

    def register(resolve: Resolve) -> Resolve:
        def bound_resolve(state: AngelesState, frame: Frame, move: int) -> None:
            if state.bound and frame.seat == state.resolver:
                declared = _declared(state, name)
                if declared is not None:
                    if state.log is not None:
                        state.emit("as_declared" if declared[1] == move else "not_as_declared", frame.seat, "NA-R.35")
                    state.bound = state.bound[state.bound.index(declared) + 1 :]
            resolve(state, frame, move)

        return FRAMES.resolves(kind)(bound_resolve)

    return register


def _declared(state: AngelesState, kind: str) -> tuple[str, int] | None:
    return next((answer for answer in state.bound if answer[0] == kind), None)
