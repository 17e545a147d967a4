"""Server time: wall time without the time in which no server was at work. Clocks run on it, so downtime costs nobody time.

Every process writes a beat to one row of the database. Where beats are missing (a restart, a crash, a database that could not
be written, a suspended machine) the gap is added to ``lost``, by whichever process writes first again. Processes that share a
database therefore agree; their machines' wall clocks must agree too. A player may gain up to one beat by a crash of the
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
"""Seconds between two beats."""
GAP = 3 * BEAT
"""Seconds without a beat, while this process is at work, from which on the server counts as having been down."""


class Uptime(ServerTime):
    """The server time of this process, kept in step with the others by the database."""

    def __init__(self, store: Store, wall: Callable[[], float] = time.time) -> None:
        super().__init__(wall)
        self._store = store
        self._written = float("-inf")
        self.every = BEAT
        """Seconds after which the next beat is due. During an outage no beat is written, and clocks wait."""

    @property
    def known(self) -> bool:
        """Whether a beat was written lately. While it was not, nobody can tell how much time was lost: no clock runs out."""
        return self.wall() - self._written < GAP

    async def open(self) -> None:
        """Begin: the time since the last beat was downtime."""
        try:
            await self._store.write(Write([Step(insert(schema.uptime), {"id": 1, "beat": self.wall(), "lost": 0.0})]))
        except Conflict:
            await self.beat(restarted=True)
        else:
            self._written = self.wall()

    async def beat(self, restarted: bool = False) -> None:
        """Say that the server is at work, and add to ``lost`` what was missed. Of several processes one is first."""
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
