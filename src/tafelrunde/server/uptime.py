"""Server time: wall time minus downtime. Clocks use it, so that downtime costs nobody time.

Every process writes a heartbeat to one row of the database. If heartbeats are missing (a restart, a crash, a database that could
not be written, a suspended machine), the first process to write again adds the gap to ``lost``. Processes that share a
database therefore agree; their machines' wall clocks must agree too. A player may gain up to one heartbeat from a crash of the
server, and never loses time by it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import insert, select, update

from tafelrunde.server import schema
from tafelrunde.server.clocks import ServerTime
from tafelrunde.server.store import Conflict, Step, Store, Write

BEAT = 3.0
"""The interval of heartbeats in seconds."""
GAP = 3 * BEAT
"""The seconds without a heartbeat, while this process runs, that count as downtime."""


class Uptime(ServerTime):
    """The server time of this process, synchronised with the others through the database."""

    def __init__(self, store: Store, wall: Callable[[], float] = time.time) -> None:
        super().__init__(wall)
        self._store = store
        self._written = float("-inf")
        self.every = BEAT
        """The seconds until the next heartbeat. During an outage none is written, and clocks stop."""

    @property
    def known(self) -> bool:
        """Whether a heartbeat was written recently. Otherwise the downtime is unknown, and no clock runs out."""
        return self.wall() - self._written < GAP

    async def open(self) -> None:
        """Start: count the time since the last heartbeat as downtime."""
        try:
            await self._store.write(Write([Step(insert(schema.uptime), {"id": 1, "beat": self.wall(), "lost": 0.0})]))
        except Conflict:
            await self.beat(restarted=True)
        else:
            self._written = self.wall()

    async def beat(self, restarted: bool = False) -> None:
        """Write a heartbeat, and add missed time to ``lost``; of several processes only the first adds it."""
        uptime = schema.uptime
        while True:
            row = await self._store.row(select(uptime))
            assert row is not None
            now = self.wall()
            gap = now - row["beat"]
            lost = row["lost"] + (max(0.0, gap) if restarted or gap > GAP else 0.0)
            here = update(uptime).where(uptime.c.beat == row["beat"], uptime.c.lost == row["lost"])
            try:
                await self._store.write(Write([Step(here.values(beat=max(now, row["beat"]), lost=lost), None, 1)]))
            except Conflict:
                continue
            self.lost, self._written = lost, now
            return
