"""Which process lets a table's bots and clocks go on, where several share a database.

A claim is an advisory lock of PostgreSQL: it belongs to a connection, so that it dies with the process that holds it.
A single process has every claim.
"""

from __future__ import annotations

import asyncio
import logging
from hashlib import sha256

import asyncpg  # type: ignore[import-untyped]

logger = logging.getLogger("tafelrunde")


class Claims:
    """Claims on tables, over one connection."""

    def __init__(self, db: str, shared: bool) -> None:
        self._db, self._shared = db.replace("postgres://", "postgresql://"), shared
        self._connection: asyncpg.Connection | None = None
        self._turn = asyncio.Lock()

    async def take(self, table_id: str) -> bool:
        """Whether this process may go on with the table until it drops the claim."""
        return not self._shared or await self._ask("pg_try_advisory_lock", table_id)

    async def drop(self, table_id: str) -> None:
        if self._shared:
            await self._ask("pg_advisory_unlock", table_id)

    async def _ask(self, what: str, table_id: str) -> bool:
        number = int.from_bytes(sha256(table_id.encode()).digest()[:8], "big", signed=True)
        async with self._turn:
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await asyncpg.connect(self._db)
                return bool(await self._connection.fetchval(f"SELECT {what}($1)", number))
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                logger.warning("a table could not be claimed", extra={"table": table_id, "reason": type(error).__name__})
                return False

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
