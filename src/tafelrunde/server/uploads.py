"""Uploaded records, stored temporarily in the database, so that a link to one works in every process."""

from __future__ import annotations

import time
from contextlib import suppress

from sqlalchemy import delete, func, insert, select

from tafelrunde.server.limits import Quotas
from tafelrunde.server.schema import uploads
from tafelrunde.server.store import Conflict, Step, Store, Write

LIFETIME = 30 * 86_400


class Uploads:
    """Each person's newest records. A person's uploads do not displace another's, unless the total limit is reached."""

    def __init__(self, store: Store, limits: Quotas) -> None:
        self._store, self._limits = store, limits.values

    async def keep(self, name: str, record: str, components: str | None, person: str) -> None:
        """Store a verified record; uploading it again extends its time."""
        now = time.time()
        old = (uploads.c.expires < now) | (uploads.c.id == name)
        values = {
            "id": name, "record": record, "components": components, "expires": now + LIFETIME, "person": person,
            "size": len(record) + len(components or ""),
        }  # fmt: skip
        steps = [Step(delete(uploads).where(old)), Step(insert(uploads), values)]
        if self._limits.uploads_per_person:
            own = uploads.c.person == person
            newest = select(uploads.c.id).where(own).order_by(uploads.c.expires.desc()).limit(self._limits.uploads_per_person)
            steps.append(Step(delete(uploads).where(own, uploads.c.id.not_in(newest))))
        with suppress(Conflict):  # another process is storing the same record
            await self._store.write(Write(steps))
        await self._make_room(name)

    async def _make_room(self, name: str) -> None:
        """If there are too many in total, delete the oldest record of the person with the most."""
        if not self._limits.uploads:
            return
        count = func.count()
        owners = await self._store.rows(
            select(uploads.c.person, count.label("n")).group_by(uploads.c.person).order_by(count.desc())
        )
        if sum(row["n"] for row in owners) > self._limits.uploads:
            most = uploads.c.person.is_(None) if owners[0]["person"] is None else uploads.c.person == owners[0]["person"]
            oldest = select(uploads.c.id).where(most, uploads.c.id != name).order_by(uploads.c.expires).limit(1)
            await self._store.write(Write([Step(delete(uploads).where(uploads.c.id.in_(oldest)))]))

    async def find(self, name: str) -> tuple[str, str | None] | None:
        wanted = select(uploads.c.record, uploads.c.components).where(uploads.c.id == name, uploads.c.expires > time.time())
        rows = await self._store.rows(wanted)
        return (rows[0]["record"], rows[0]["components"]) if rows else None
