"""Records that were sent up: kept for a while where every process finds them, so that their address can be shared."""

from __future__ import annotations

import time
from contextlib import suppress

from sqlalchemy import delete, insert, select

from tafelrunde.server.schema import uploads
from tafelrunde.server.store import Conflict, Step, Store, Write

LIFETIME = 30 * 86_400
MOST = 200
"""Records kept at once; a new one takes the place of the oldest. One has half a megabyte at most."""


class Uploads:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, name: str, record: str, components: str | None) -> None:
        """Keep a record that was checked; sent up once more it is kept longer."""
        now = time.time()
        newest = select(uploads.c.id).order_by(uploads.c.expires.desc()).limit(MOST)
        values = {"id": name, "record": record, "components": components, "expires": now + LIFETIME}
        steps = [
            Step(delete(uploads).where((uploads.c.expires < now) | (uploads.c.id == name))),
            Step(insert(uploads), values),
            Step(delete(uploads).where(uploads.c.id.not_in(newest))),
        ]
        with suppress(Conflict):  # the same record reached another process at the same moment
            await self._store.write(Write(steps))

    async def find(self, name: str) -> tuple[str, str | None] | None:
        wanted = select(uploads.c.record, uploads.c.components).where(uploads.c.id == name, uploads.c.expires > time.time())
        rows = await self._store.rows(wanted)
        return (rows[0]["record"], rows[0]["components"]) if rows else None
