"""Who may see what: one vocabulary and one check for zones, events, moves and records.

Each zone, question, verb and kind of event declares its audience where it is defined. Without a declaration only its own seat
sees it, so a forgotten declaration hides too much rather than too little.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tafelrunde.core.state import State

Viewer = int | str | None
"""A seat, a spectator (``None``) or the complete state (``"all"``)."""

Seats = tuple[int, ...] | None
"""The seats that may see something; ``None`` means everybody, spectators included."""

PUBLIC: Final = "public"
"""Everybody."""
WHEN_DONE: Final = "when done"
"""Moves only: the acting seat, then everybody once the seat has no further question about the same choice."""
SEAT: Final = "seat"
"""The acting seat or the owner of a zone."""
NAMED: Final = "named"
"""Events only: the seats that are named when the event is emitted."""
NOBODY: Final = "nobody"
"""Zones only: no seat."""

MOVES: Final = (PUBLIC, WHEN_DONE, SEAT)
"""The audiences that a question or a verb can declare, the most open one first."""
ZONES: Final = (PUBLIC, SEAT, NOBODY)
EVENTS: Final = (PUBLIC, SEAT, NAMED)


def may_see(viewer: Viewer, seats: Seats) -> bool:
    """Whether a viewer is among these seats. Every other function asks this one."""
    return seats is None or viewer == "all" or viewer in seats


def seats_of(audience: str | None, seat: int | None, named: Seats = None) -> Seats:
    """The seats of a declared audience; without a declaration the seat itself.

    ``named`` can narrow a public audience and fills in a named one; it never opens what is a seat's own.

    >>> seats_of(PUBLIC, 2), seats_of(SEAT, 2), seats_of(NAMED, 2, (0, 1)), seats_of(NAMED, 2), seats_of(None, None)
    (None, (2,), (0, 1), (2,), ())
    """
    if audience == PUBLIC:
        return named
    if audience == NAMED and named is not None:
        return named
    return () if seat is None or audience == NOBODY else (seat,)


def strictest(question: str | None, verb: str | None) -> str:
    """The audience of a move: open only as far as both its question and its verb are.

    >>> strictest(PUBLIC, WHEN_DONE), strictest(PUBLIC, None)
    ('when done', 'seat')
    """
    return max(question or SEAT, verb or SEAT, key=MOVES.index)


def declare_events(public: str = "", seat: str = "", named: str = "") -> Mapping[str, str]:
    """The audience of each kind of event, from the kinds of each audience, separated by blanks.

    >>> dict(declare_events(public="won", seat="saw"))
    {'won': 'public', 'saw': 'seat'}
    """
    declared: dict[str, str] = {}
    for audience, kinds in ((PUBLIC, public), (SEAT, seat), (NAMED, named)):
        for kind in kinds.split():
            if kind in declared:
                raise ValueError(f"event kind {kind!r} is declared twice")
            declared[kind] = audience
    return declared


def readable_moves(start: State, moves: Iterable[tuple[int, int]], viewer: Viewer) -> list[bool]:
    """For each move of a running game, played from ``start``, whether a viewer may read it.

    The moves are replayed, because their audience depends on the question they answered; an illegal one is refused.
    """
    state = start.clone()
    game = state.game
    readable: list[bool] = []
    unfinished: dict[int, list[int]] = {}
    for seat, index in moves:
        audience = game.audience_of(state.asked.get(seat), index)
        if index in state.actions(seat):
            state.act(seat, index)
        else:
            state.play(seat, game.vocabulary[index])
        if audience == WHEN_DONE:
            unfinished.setdefault(seat, []).append(len(readable))
        readable.append(may_see(viewer, None if audience == PUBLIC else (seat,)))
        for other in [other for other in unfinished if not in_choice(state, other)]:
            for place in unfinished.pop(other):
                readable[place] = True
    return readable


def in_choice(state: State, seat: int) -> bool:
    """Whether the seat is in the middle of a choice that others do not see yet."""
    question = state.asked.get(seat)
    return question is not None and state.game.frames.kind_of(question[1]).answer != PUBLIC
