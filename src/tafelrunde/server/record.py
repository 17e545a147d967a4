"""The record of a table as one viewer may read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tafelrunde.core.audience import may_see, readable_moves
from tafelrunde.core.errors import TafelrundeError
from tafelrunde.core.record import VEIL, Result, compose
from tafelrunde.core.state import State
from tafelrunde.server.positions import beginning
from tafelrunde.server.table import Table

Rows = Sequence[Mapping[str, Any]]


def record_of(table: Table, rows: Rows, end: State, over: bool, viewer: int | None) -> str:
    """The record from the moves of ``rows``, which led to ``end``. A running game is replayed, so do not call this on the event
    loop."""
    info = table.info
    start = beginning(table.game, info)
    readable = [True] * len(rows) if over else _readable(start, rows, viewer)
    moves = [(row["seat"], row["move"] if shown else VEIL) for row, shown in zip(rows, readable, strict=True)]
    result = Result(**table.result) if table.result is not None else Result(end.scores, end.winners) if end.over else None
    base = None if info.base is None else start
    return compose(end, moves, [seat.name for seat in table.seats], not over, base, info.rules, result)


def _readable(start: State, rows: Rows, viewer: int | None) -> list[bool]:
    """Whether a viewer may read each move: what the rules' declarations allow, except moves stored as hidden when they were
    played.

    If the installed rules cannot replay the moves, only the viewer's own moves are readable.
    """
    try:
        declared = readable_moves(start, [(row["seat"], start.game.index(row["move"])) for row in rows], viewer)
    except TafelrundeError:
        declared = [may_see(viewer, (row["seat"],)) for row in rows]
    stored = [may_see(viewer, (row["seat"],) if row["hidden"] else None) for row in rows]
    return [a and b for a, b in zip(declared, stored, strict=True)]
