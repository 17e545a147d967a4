"""Claims: which of several processes on one database runs a table's bots and clocks.

A claim is an advisory lock of PostgreSQL. It belongs to a connection, so it is released when the process ends.
A single process holds every claim.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from hashlib import sha256

import asyncpg  # type: ignore[import-untyped]

from tafelrunde.server.database import connect
from tafelrunde.server.outage import Outage, Unavailable, backoff

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds between two attempts to connect during an outage."""


class Claims:
    """Claims on tables, over one connection that is reopened whenever it is lost."""

    def __init__(self, db: str, shared: bool) -> None:
        self._db, self._shared = db, shared
        self._connection: asyncpg.Connection | None = None
        self._turn = asyncio.Lock()
        self._outage = Outage("claiming tables")
        self._pauses = backoff(FIRST_PAUSE, LONGEST_PAUSE)
        self._not_before = 0.0

    async def take(self, table_id: str) -> bool:
        """Claim a table for this process until the claim is dropped; raises :class:`Unavailable` in an outage."""
        return not self._shared or await self._ask("pg_try_advisory_lock", table_id)

    async def drop(self, table_id: str) -> None:
        """Drop a claim; a lost connection has already dropped all of its claims."""
        if self._shared and self._connection is not None:
            with suppress(Unavailable):
                await self._ask("pg_advisory_unlock", table_id)

    async def _ask(self, what: str, table_id: str) -> bool:
        number = int.from_bytes(sha256(table_id.encode()).digest()[:8], "big", signed=True)
        async with self._turn:
            if self._connection is not None and self._connection.is_closed():
                self._forget()
            if self._connection is None and time.monotonic() < self._not_before:
                raise Unavailable
            try:
                if self._connection is None:
                    self._connection = await connect(self._db, "tafelrunde claims")
                held = bool(await self._connection.fetchval(f"SELECT {what}($1)", number))
            except Exception as error:
                self._outage.failed(error)
                self._not_before = time.monotonic() + next(self._pauses)
                self._forget()
                raise Unavailable from None
            if self._outage.since is not None:
                self._outage.worked()
                self._pauses = backoff(FIRST_PAUSE, LONGEST_PAUSE)
            return held

    def _forget(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        self._forget()
