"""Deletes what has expired: unused sessions, inactive guests, and abandoned tables.

Runs once an hour, in small transactions, in one process at a time. Unfinished tables of account holders are kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from sqlalchemy import ColumnElement, Table, delete, exists, or_, select, text, update

from tafelrunde.server.schema import IN_ORDER, people, practice, seats, tables, tokens, uploads
from tafelrunde.server.settings import Limits
from tafelrunde.server.store import Conflict, Step, Store, Write

logger = logging.getLogger("tafelrunde")
EVERY = 3600.0
FIRST = 300.0
"""The seconds from the start to the first round."""
BATCH = 5
"""The tables or people deleted in one transaction, which blocks other writes for a moment."""
PAUSE = 0.2
"""The seconds between transactions, so that moves are not delayed."""
DAY = 86_400.0
LOCK = 7461667
"""The advisory lock of PostgreSQL that the running janitor holds."""


@asynccontextmanager
async def alone(store: Store, lock: int) -> AsyncIterator[bool]:
    """Whether no other process does some work, tested with an advisory lock; SQLite has only one process."""
    if not store.shared:
        yield True
        return
    async with store.engine.connect() as connection:
        free = bool((await connection.execute(text(f"SELECT pg_try_advisory_lock({lock})"))).scalar())
        try:
            yield free
        finally:
            if free:
                await connection.execute(text(f"SELECT pg_advisory_unlock({lock})"))


class Janitor:
    """Deletes expired sessions, guests and tables."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store, self._limits = store, limits

    async def run(self) -> None:
        """Run one round every hour, for ever; after an error the next round tries again."""
        await asyncio.sleep(FIRST)
        while True:
            try:
                await self.round()
            except Exception as error:
                logger.warning("expired data could not be removed", extra={"reason": type(error).__name__})
            await asyncio.sleep(EVERY)

    async def round(self, now: float | None = None) -> dict[str, int]:
        """Delete everything that has expired; returns the number of tables and people deleted."""
        now = time.time() if now is None else now
        async with alone(self._store, LOCK) as free:
            if not free:
                return {}
            await self._adopt(now)
            await self._remove_sessions(now)
            gone = {"tables": await self._remove_tables(now), "people": await self._remove_people(now)}
        if any(gone.values()):
            logger.warning("expired data was removed", extra={"reason": f"{gone['tables']} tables, {gone['people']} guests"})
        return gone

    async def _adopt(self, now: float) -> None:
        """Set the activity of rows from before these columns, or from an older backup, to the present time."""
        steps = [
            Step(update(people).where(people.c.seen.is_(None)).values(seen=now)),
            Step(update(tables).where(tables.c.touched.is_(None)).values(touched=now)),
        ]
        await self._store.write(Write(steps))

    async def _remove_sessions(self, now: float) -> None:
        steps = [Step(delete(tokens).where(tokens.c.expires < now)), Step(delete(uploads).where(uploads.c.expires < now))]
        await self._store.write(Write(steps))

    # --- tables and people -----------------------------------------------------------------------

    async def _remove_tables(self, now: float) -> int:
        """Delete tables without activity for a long time, by kind; a limit of 0 days keeps all tables of a kind."""
        limits = self._limits
        somebody = or_(people.c.id == seats.c.person, people.c.id == tables.c.host)
        accounts = exists().where(seats.c.table == tables.c.id, somebody, people.c.account.is_not(None))
        kinds = [
            (limits.finished_days, tables.c.over & ~practice & ~accounts),
            (limits.account_tables_days, tables.c.over & ~practice & accounts),
            (limits.abandoned_days, ~tables.c.over & ~practice & ~accounts),
            (limits.practice_days, practice),
        ]
        expired = [kind & (tables.c.touched < now - days * DAY) for days, kind in kinds if days]
        return await self._remove_all(tables, or_(*expired)) if expired else 0

    async def _remove_people(self, now: float) -> int:
        """Delete guests who have been inactive for a long time and have no table."""
        if not self._limits.guest_days:
            return 0
        seated = exists().where(or_(seats.c.person == people.c.id, seats.c.reserved == people.c.id))
        hosting = exists().where(tables.c.host == people.c.id)
        unseen = people.c.seen < now - self._limits.guest_days * DAY
        return await self._remove_all(people, people.c.account.is_(None) & unseen & ~seated & ~hosting)

    async def _remove_all(self, kind: Table, expired: ColumnElement[bool]) -> int:
        removed = 0
        found = [row["id"] for row in await self._store.rows(select(kind.c.id).where(expired))]
        for first in range(0, len(found), BATCH):
            removed += await self._remove(kind, found[first : first + BATCH], expired)
            await asyncio.sleep(PAUSE)
        return removed

    async def _remove(self, kind: Table, ids: Sequence[str], expired: ColumnElement[bool]) -> int:
        """Delete rows with everything that belongs to them, unless one of them was active just now."""
        still = Step(update(kind).where(kind.c.id.in_(ids), expired).values(id=kind.c.id), None, len(ids))
        parts = [Step(delete(part).where(column.in_(ids))) for part, column in belonging(kind)]
        try:
            await self._store.write(Write([still, *parts, Step(delete(kind).where(kind.c.id.in_(ids)))]))
        except Conflict:
            return 0 if len(ids) == 1 else sum([await self._remove(kind, [one], expired) for one in ids])
        return len(ids)


def belonging(kind: Table) -> list[tuple[Table, ColumnElement[str]]]:
    """The tables of the database that refer to a kind, ordered so that rows can be deleted without violating foreign keys."""
    columns = [column for part in reversed(IN_ORDER) for column in part.c if part is not tables]
    return [(column.table, column) for column in columns if any(key.column.table is kind for key in column.foreign_keys)]
