"""The database interface for the rest of the server: one writer that commits in groups, and concurrent readers.

Read on in :mod:`writer` for writes, :mod:`database` for connections, and :mod:`outage` for errors.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import orjson
from sqlalchemy import Connection, Executable, delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tafelrunde.server import schema
from tafelrunde.server.database import COMMAND_SECONDS, FilePen, Pen, ServerPen, migrate, open_engine
from tafelrunde.server.outage import Outage, Unavailable, database_error, unreachable
from tafelrunde.server.writer import Conflict, Row, Step, Write, Writer

logger = logging.getLogger("tafelrunde")

__all__ = ["CHANNEL", "ENDED", "GONE", "Conflict", "Row", "Step", "Store", "Write", "heard", "seat_step", "undo_step"]

CHANNEL = "tafelrunde"
MOST_NEWS = 7900
"""The maximum bytes of a PostgreSQL notification, with some reserve."""
GONE = -1
"""In a notification in place of a version: the named session has ended."""
ENDED = -2
"""The same for all sessions of a person but one: the name is ``PERSON/REMAINING SESSION``."""
PROOF_SECONDS = 1.0
"""The seconds for which a commit proves that the database is writable."""
PROBE_SECONDS = 3.0
REFUSED_SECONDS = 10.0
"""The seconds after a refused write during which the database counts as unhealthy, unless a later write succeeds."""
PULSE_KEPT = 86_400.0


_COLUMNS = [column.name for column in schema.log.columns]
_KINDS = ("text", "int", "text", "int", "int", "text", "text", "boolean", "boolean", "text", "float")
_INTO = "INSERT INTO log (" + ", ".join(f'"{name}"' for name in _COLUMNS) + ") SELECT "
_FILE_ROWS = text(_INTO + ", ".join(f"json_extract(value, '$[{i}]')" for i in range(len(_COLUMNS))) + " FROM json_each(:rows)")
_SERVER_ROWS = text(
    _INTO
    + ", ".join(f"CAST(value ->> {i} AS {kind})" for i, kind in enumerate(_KINDS))
    + " FROM json_array_elements(CAST(:rows AS json)) AS value"
)
"""All rows of a group as one value: one statement, however many there are."""
_NOTIFY = text("SELECT pg_notify(:c, p) FROM unnest(CAST(:p AS text[])) AS p")


class Store:
    """Reads and writes; ``origin`` identifies this process among those that share a database."""

    def __init__(self, db: str, origin: str = "") -> None:
        self.db, self.origin = db, origin
        self.engine = open_engine(db)
        self.shared = self.engine.dialect.name == "postgresql"
        self._process = origin or secrets.token_hex(6)
        pen: Pen = ServerPen(db, f"tafelrunde writer {self._process}") if self.shared else FilePen(db)
        self.writer = Writer(pen, self._work, self._pulse)
        self.reading = Outage("reading from the database")
        self.durable = True
        """Whether commits are durable across power loss, according to the settings of the database."""
        self._probing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        async with self.engine.begin() as connection:
            if self.shared:  # several processes may start at once
                await connection.execute(text("SELECT pg_advisory_xact_lock(7461666)"))
                self.durable = (await connection.execute(text("SHOW fsync"))).scalar() == "on"
            await connection.run_sync(migrate)
        if not self.durable:
            logger.warning("fsync is off in PostgreSQL: what is acknowledged may be lost when the machine stops")
        self.writer.start()

    async def close(self) -> None:
        """Finish the accepted writes, then close the connections."""
        await self.writer.close()
        await self.engine.dispose()

    # --- writing ---------------------------------------------------------------------------------

    async def write(self, write: Write) -> None:
        """Returns when the write is durable; raises :class:`Conflict` if it is impossible, :class:`Unavailable` in an outage."""
        await self.writer.write(write)

    async def probe(self) -> bool:
        """Test whether writes succeed. If no recent commit has proved it, a row is written; concurrent callers share one row."""
        writer, now = self.writer, time.monotonic()
        if writer.outage.since is not None or (writer.refused > writer.logged and now - writer.refused < REFUSED_SECONDS):
            return False
        if now - writer.proved < PROOF_SECONDS:
            return True
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(writer.write(self._pulse()))
        done, _ = await asyncio.wait({self._probing}, timeout=PROBE_SECONDS)
        return bool(done) and self._probing.exception() is None

    def _pulse(self) -> Write:
        """The row that each process writes to prove that the database is writable."""
        pulse, now = schema.pulse, time.time()
        old = delete(pulse).where((pulse.c.process == self._process) | (pulse.c.at < now - PULSE_KEPT))
        return Write([Step(old), Step(insert(pulse), {"process": self._process, "at": now})])

    def _work(self, writes: Sequence[Write]) -> Callable[[Connection], None]:
        """One transaction; everything that can be prepared in advance is prepared here."""
        steps = [step for write in writes for step in write.steps]
        rows = [row for write in writes for row in write.rows]
        packed = {"rows": orjson.dumps([[row[name] for name in _COLUMNS] for row in rows]).decode()}
        news = self._news(writes) if self.shared else []
        payload = {"c": CHANNEL, "p": news}

        def work(connection: Connection) -> None:
            for step in steps:
                result = connection.execute(step.statement, step.values)
                if step.expect is not None and result.rowcount != step.expect:
                    raise Conflict("This was changed in the meantime.")
            if rows:
                connection.execute(_SERVER_ROWS if self.shared else _FILE_ROWS, packed)
            if news:
                connection.execute(_NOTIFY, payload)

        return work

    def _news(self, writes: Sequence[Write]) -> list[str]:
        """The notification to other processes: the rows themselves if they fit, so that nobody has to read them."""
        lines = [(table, 0, None) for write in writes for table in write.pokes]
        lines += [(write.gone, GONE, None) for write in writes if write.gone]
        lines += [("/".join(write.ended), ENDED, None) for write in writes if write.ended]
        news = [orjson.dumps([self.origin, *line]).decode() for line in lines]
        for write in writes:
            if write.rows:
                last = write.rows[-1]
                rows = [[row[name] for name in _COLUMNS] for row in write.rows]
                line = orjson.dumps([self.origin, last["table"], last["version"], rows])
                if len(line) > MOST_NEWS:
                    line = orjson.dumps([self.origin, last["table"], last["version"], None])
                news.append(line.decode())
        return news

    # --- reading ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def look(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading; raises :class:`Unavailable` if the database does not respond."""
        try:
            async with asyncio.timeout(COMMAND_SECONDS), self.engine.connect() as connection:
                yield connection
        except Exception as error:
            if not (database_error(error) and unreachable(error)):
                raise
            self.reading.failed(error)
            raise Unavailable from None
        self.reading.worked()

    async def rows(self, statement: Executable) -> list[Row]:
        async with self.look() as connection:
            result = await connection.execute(statement)
            names = [str(key) for key in result.keys()]  # noqa: SIM118
            return [dict(zip(names, row, strict=True)) for row in result.all()]

    async def row(self, statement: Executable) -> Row | None:
        found = await self.rows(statement)
        return found[0] if found else None

    async def log_after(self, table: str, version: int) -> list[Row]:
        log = schema.log
        return await self.rows(select(log).where(log.c.table == table, log.c.version > version).order_by(log.c.version))

    async def standing_line(self, table: str, after: int = 0, to: int | None = None) -> list[Row]:
        """The moves of the current line, from ply ``after`` on."""
        log = schema.log
        query = select(log).where(log.c.table == table, log.c.stands, log.c.ply > after).order_by(log.c.ply)
        return await self.rows(query if to is None else query.where(log.c.ply <= to))

    async def by_key(self, table: str, seat: int, key: str) -> Row | None:
        log = schema.log
        return await self.row(select(log).where(log.c.table == table, log.c.seat == seat, log.c.key == key))


def heard(news: str) -> tuple[str, str, int, list[Row] | None]:
    """Parse a notification: the origin, the table, the version, and the rows if they were included."""
    origin, table, version, rows = orjson.loads(news)
    return origin, table, version, rows and [dict(zip(_COLUMNS, row, strict=True)) for row in rows]


def seat_step(table: str, seat: int, **values: Any) -> Step:
    seats = schema.seats
    return Step(update(seats).where(seats.c.table == table, seats.c.seat == seat).values(**values))


def move_step(table: str, version: int, ply: int | None) -> Step:
    """Change the ply of a row of the log; ``None`` if its move is no longer part of the line."""
    log = schema.log
    values = {"stands": False} if ply is None else {"ply": ply}
    return Step(update(log).where(log.c.table == table, log.c.version == version).values(**values))


def undo_step(table: str, ply: int) -> list[Step]:
    """Take back all rows of the line after ``ply``; later snapshots become obsolete."""
    log, snapshots, positions = schema.log, schema.snapshots, schema.positions
    return [
        Step(update(log).where(log.c.table == table, log.c.stands, log.c.ply > ply).values(stands=False)),
        Step(snapshots.delete().where(snapshots.c.table == table, snapshots.c.ply > ply)),
        Step(positions.delete().where(positions.c.table == table, positions.c.ply > ply)),
    ]
