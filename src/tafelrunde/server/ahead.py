"""Previews, plans, sentences and reasons at a table, computed in a worker process if they take long.

A worker gets the world sampled for the asking seat, as JSON: what is hidden from the seat never leaves the server process.
"""

from __future__ import annotations

from typing import Any, Literal

import orjson

from tafelrunde.server.line import WORLD, Line
from tafelrunde.server.positions import dump_state, game_of, restore_state
from tafelrunde.server.table import Table
from tafelrunde.server.workers import Workers

SHORT = 4
"""Up to this many moves are tried on the event loop: passing them to a worker would take longer."""

What = Literal["preview", "words", "prospects", "why_not"]


def look(game: tuple[str, str | None, str], world: str, seat: int, what: What, args: dict[str, Any]) -> bytes:
    """Compute an answer in a worker; ``game`` are the arguments of ``game_of``. The world is sampled again there with the
    same seed, so it does not change."""
    state = restore_state(game_of(*game), world, 0)
    return orjson.dumps(getattr(Line(state), what)(state, seat, **args))


async def look_ahead(workers: Workers, table: Table, seat: int, what: What, **args: Any) -> bytes:
    """The result of a method of :class:`Line` as JSON."""
    tried = args.get("moves") or args.get("after") or ()
    short = what not in ("words", "prospects") and len(tried) <= SHORT and not args.get("later")
    if short or not workers.ready():  # the first caller after a start need not wait for the workers
        return orjson.dumps(getattr(table.line, what)(table.shown, seat, **args))
    world = dump_state(table.shown.sample(seat, WORLD))
    return await workers.run(look, table.info.played_with, world, seat, what, args)
