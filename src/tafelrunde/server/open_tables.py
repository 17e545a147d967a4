"""The tables in the memory of this process: loading, correcting, quarantining and unloading."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import insert, select, update

from tafelrunde.core.game import RULES_VERSION
from tafelrunde.server import schema
from tafelrunde.server.errors import Refused, unknown
from tafelrunde.server.limits import Quotas, asker
from tafelrunde.server.loading import load_table
from tafelrunde.server.log_rows import entry_of, log_row
from tafelrunde.server.memory import to_unload
from tafelrunde.server.outage import Unavailable
from tafelrunde.server.positions import dump_state
from tafelrunde.server.quarantine import Quarantine
from tafelrunde.server.store import Conflict, Step, Store, Write, move_step
from tafelrunde.server.table import Table
from tafelrunde.server.upgrade import fits
from tafelrunde.server.uptime import Uptime

TRIES = 8
"""The maximum number of attempts while other processes are first."""
NOT_FOUND = 404
LOAD = 10.0
"""The weight of loading a table, in requests."""

logger = logging.getLogger("tafelrunde")
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}\Z")


def forget_positions(table_id: str) -> list[Step]:
    """The steps that delete stored positions of a table that were made under other rules."""
    return [Step(stored.delete().where(stored.c.table == table_id)) for stored in (schema.snapshots, schema.positions)]


def table_step(table_id: str, **values: Any) -> Step:
    tables = schema.tables
    return Step(update(tables).where(tables.c.id == table_id).values(**values))


class OpenTables:
    """The tables in memory, by id.

    ``woken`` is called with a table that was loaded or changed, so that bots and clocks continue; ``closed`` with one that
    was quarantined.
    """

    def __init__(self, store: Store, limits: Quotas, uptime: Uptime) -> None:
        self.store, self._limits, self.uptime = store, limits, uptime
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self.quarantine = Quarantine()
        self.woken: Callable[[Table], None] = lambda table: None
        self.closed: Callable[[Table], None] = lambda table: None

    async def get(self, table_id: str) -> Table:
        """Get a table, loading it if necessary; refused if it does not exist or cannot be opened."""
        table = self._tables.get(table_id)
        if table is None:
            if not _ID.match(table_id):
                raise unknown("table")
            self.quarantine.check(table_id)
            if table_id not in self._loading:
                self._limits.weigh(asker(), LOAD)
                self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            table = await asyncio.shield(self._loading[table_id])
        table.used = time.monotonic()
        return table

    async def _load(self, table_id: str) -> Table:
        try:
            table = await self._open_corrected(table_id)
            if len(self._tables) >= self._limits.values.loaded_tables:
                self.unload()
            self._tables[table_id] = table
        finally:
            del self._loading[table_id]
        self.woken(table)
        return table

    async def _open(self, table_id: str) -> Table:
        """Load a table; if that fails for any reason, the table is quarantined and the request refused."""
        try:
            table = await load_table(self.store, self.uptime, table_id)
        except Unavailable:
            raise
        except Exception as error:
            if isinstance(error, Refused) and error.status == NOT_FOUND:
                removed = self._tables.pop(table_id, None)
                if removed is not None:
                    self.closed(removed)
                raise
            raise self.set_apart(table_id, error) from None
        self.quarantine.release(table_id)
        return table

    def set_apart(self, table_id: str, error: Exception) -> Refused:
        """Quarantine a table, so that it affects nobody else; its sockets are closed."""
        refusal = self.quarantine.put(table_id, error)
        table = self._tables.pop(table_id, None)
        if table is not None:
            self.closed(table)
        return refusal

    async def _open_corrected(self, table_id: str) -> Table:
        for _ in range(TRIES):
            table = await self._open(table_id)
            try:
                await self.correct(table)
                return table
            except Conflict:  # another process was first
                continue
        raise Refused(503, "busy", "This table is very busy; try again.", retry=1)

    async def correct(self, table: Table) -> None:
        """Start the clocks of a new table, and correct what an earlier version stored or omitted: that version let a
        finished game be taken back and still marked it as finished."""
        if table.change is None and not table.over and not fits(table.game, table.info):
            await self._move_on(table)
        if table.change is None:
            table.note_end()
        if table.stored["over"] != table.over:
            logger.warning("a table was noted as over against its moves, or not over; corrected", extra={"table": table.info.id})
        if table.clocks is not None and table.stored["clocks"] is None:
            table.clocks_start(self.uptime.wall(), await self._left(table))
        row = table.row()
        if row != table.stored:
            with suppress(Unavailable):  # the next load corrects it
                await self.store.write(Write([table_step(table.info.id, **row)]))
                table.stored = row

    async def _move_on(self, table: Table) -> None:
        """Change a table to the installed rules, which make no difference for its moves."""
        info, state = table.info, table.line.history.at(0)
        change = {"from": info.rules, "to": RULES_VERSION, "ply": table.line.state.ply, "lost": 0, "rules": [], "stale": []}
        row = log_row(info.id, table.version + 1, "rules", table.line.state.ply, None, change, self.uptime.wall())
        snapshot = {"table": info.id, "ply": state.ply, "version": table.version, "state": dump_state(state)}
        info.rules, info.components = RULES_VERSION, table.game.components.hash
        pinned = table_step(info.id, rules=info.rules, components=info.components)
        moved = [move_step(info.id, version, ply) for version, ply in table.other_plies.items()]
        steps = [*forget_positions(info.id), *moved, Step(insert(schema.snapshots), snapshot), pinned]
        await self.store.write(Write(steps, [row]))
        table.version += 1
        table.other_plies = {}
        table.kept_ply = 0
        table.recent.append(entry_of(row))
        logger.info("a table moved on to other rules", extra={"table": info.id, "reason": f"{change['from']} to {change['to']}"})

    async def _left(self, table: Table) -> bool:
        """Whether somebody has left a seat: then the game had begun, although a seat is open."""
        log = schema.log
        seats = select(log.c.data).where(log.c.table == table.info.id, log.c.kind == "seat", log.c.data.like('%"left"%'))
        return await self.store.row(seats.limit(1)) is not None

    def unload(self) -> int:
        """Unload tables that nobody uses (:mod:`memory`); a timer remains for their clocks."""
        leaving = to_unload(self._tables.values(), self._limits.values, time.monotonic())
        for table in leaving:
            del self._tables[table.info.id]
        return len(leaving)

    def has(self, table_id: str) -> bool:
        return table_id in self._tables

    def open_one(self, table_id: str) -> Table | None:
        """A table if it is in memory."""
        return self._tables.get(table_id)

    def holds(self, table: Table) -> bool:
        """Whether this object is still the current one for its table, not one that was unloaded and loaded again."""
        return self._tables.get(table.info.id) is table

    def loaded(self) -> Sequence[Table]:
        return list(self._tables.values())
