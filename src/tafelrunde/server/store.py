"""The database: SQLite with no set-up, or PostgreSQL; one writer that commits in groups, readers beside it.

A write is acknowledged only after its transaction has been committed. Writes that arrive while the disk is busy share
the next transaction, so that a thousand moves a second do not need a thousand flushes. If one of a group cannot be
made, the group is rolled back and each is tried alone. SQLite is written in a thread of its own, a whole group in one go:
the loop and the thread would otherwise wait for each other at every statement.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import orjson
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Executable, create_engine, event, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tafelrunde.core.errors import BadInput
from tafelrunde.server import schema

CHANNEL = "tafelrunde"
GROUP = 256
"""Writes in one transaction at most."""
BUSY_MS = 10_000
MOST_NEWS = 7900
"""Bytes that PostgreSQL carries in one message between processes, and a little less."""
GONE = -1
"""In the news among processes, in the place of a version: what is named is a session, and it is over."""

Row = Mapping[str, Any]
T = TypeVar("T")


class Conflict(Exception):
    """Somebody else was first: the version, ply, key or invitation is taken."""


class Step(NamedTuple):
    """One statement of a write; where ``expect`` is given, so many rows must have been touched."""

    statement: Executable
    values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None
    expect: int | None = None


class Write(NamedTuple):
    """What must happen together: some statements, then rows of the log."""

    steps: Sequence[Step] = ()
    rows: Sequence[Row] = ()
    poke: str | None = None
    """A table whose seats changed without a row in its log (secret answers): other processes look again."""
    gone: str | None = None
    """A session that is over: every process closes its sockets."""


def address(db: str) -> str:
    """The driver's address of a ``--db`` value."""
    if db.startswith("sqlite:///"):
        return "sqlite+aiosqlite" + db[len("sqlite") :]
    for prefix in ("postgresql://", "postgres://"):
        if db.startswith(prefix):
            return "postgresql+asyncpg://" + db[len(prefix) :]
    raise BadInput("--db", "A database is 'sqlite:///FILE' or 'postgresql://USER:PASSWORD@HOST/NAME'.")


def open_engine(db: str, connections: int = 5) -> AsyncEngine:
    url = address(db)
    if url.startswith("sqlite"):
        engine = create_async_engine(url, connect_args={"timeout": BUSY_MS / 1000})
        event.listen(engine.sync_engine, "connect", _durable)
        return engine
    return create_async_engine(url, pool_size=connections, max_overflow=connections, pool_pre_ping=True)


def _durable(connection: Any, _: object) -> None:
    """What is committed survives the power cord: FULL also flushes the log of WAL at each commit."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(connection: Connection) -> None:
    """Bring a database to the shape this program expects."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


# --- the writing connection ----------------------------------------------------------------------


class Pen(Protocol):
    """The one connection that writes; work gets it as if nothing were asynchronous."""

    async def run(self, work: Callable[[Connection], T]) -> T: ...

    async def close(self) -> None: ...


class FilePen:
    """SQLite, in a thread of its own."""

    def __init__(self, db: str) -> None:
        self._thread = ThreadPoolExecutor(1, "writer")
        engine = create_engine(db, connect_args={"timeout": BUSY_MS / 1000})
        event.listen(engine, "connect", _durable)
        self._engine = engine
        self._connection: Connection | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)

    def _do(self, work: Callable[[Connection], T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect()
        return work(self._connection)

    async def close(self) -> None:
        if self._connection is not None:
            await self.run(Connection.close)
        self._engine.dispose()
        self._thread.shutdown()


class ServerPen:
    """PostgreSQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        if self._connection is None:
            self._connection = await self._engine.connect()
        return await self._connection.run_sync(work)

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()


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
    """Reads and writes; ``origin`` marks this process among those that share a database."""

    def __init__(self, db: str, origin: str = "") -> None:
        self.db, self.origin = db, origin
        self.engine = open_engine(db)
        self.shared = self.engine.dialect.name == "postgresql"
        self._pen: Pen = ServerPen(self.engine) if self.shared else FilePen(db)
        self._queue: asyncio.Queue[tuple[Write, asyncio.Future[None]] | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self.groups = 0
        self.written = 0
        self.busy = self.slowest = 0.0
        """Seconds spent in transactions, and the longest of them."""

    async def open(self) -> None:
        async with self.engine.begin() as connection:
            if self.shared:  # several processes may start at once
                await connection.execute(text("SELECT pg_advisory_xact_lock(7461666)"))
            await connection.run_sync(migrate)
        self._writer = asyncio.create_task(self._write_groups())

    async def close(self) -> None:
        """Finish what was accepted, then let go."""
        if self._writer is not None:
            self._queue.put_nowait(None)
            await self._writer
        await self._pen.close()
        await self.engine.dispose()

    # --- writing ---------------------------------------------------------------------------------

    async def write(self, write: Write) -> None:
        """Returns when the write is durable; raises :class:`Conflict` if it cannot be made."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((write, done))
        await asyncio.shield(done)

    async def _write_groups(self) -> None:
        while True:
            first = await self._queue.get()
            if first is None:
                return
            group, last = [first], False
            while len(group) < GROUP and not self._queue.empty():
                item = self._queue.get_nowait()
                if item is None:
                    last = True
                    break
                group.append(item)
            await self._commit(group)
            if last:
                return

    async def _commit(self, group: list[tuple[Write, asyncio.Future[None]]]) -> None:
        began = time.perf_counter()
        work = self._work([write for write, _ in group])
        try:
            await self._pen.run(work)
        except (Conflict, DBAPIError, OSError) as error:
            await self._pen.run(_forget)
            if len(group) > 1:
                for item in group:
                    await self._commit([item])
                return
            outcome = Conflict(str(error)) if isinstance(error, IntegrityError) else error
            if not group[0][1].done():
                group[0][1].set_exception(outcome)
            return
        took = time.perf_counter() - began
        self.groups += 1
        self.busy += took
        self.slowest = max(self.slowest, took)
        self.written += len(group)
        for _, done in group:
            if not done.done():
                done.set_result(None)

    def _work(self, writes: Sequence[Write]) -> Callable[[Connection], None]:
        """One transaction; what can be made ready before is made ready here."""
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
            connection.commit()

        return work

    def _news(self, writes: Sequence[Write]) -> list[str]:
        """What other processes are told: the rows themselves where they fit, so that nobody has to ask for them."""
        lines = [(write.poke, 0, None) for write in writes if write.poke]
        lines += [(write.gone, GONE, None) for write in writes if write.gone]
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

    async def rows(self, statement: Executable) -> list[Row]:
        async with self.engine.connect() as connection:
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
        """The moves that stand, from ply ``after`` on."""
        log = schema.log
        query = select(log).where(log.c.table == table, log.c.stands, log.c.ply > after).order_by(log.c.ply)
        return await self.rows(query if to is None else query.where(log.c.ply <= to))

    async def by_key(self, table: str, seat: int, key: str) -> Row | None:
        log = schema.log
        return await self.row(select(log).where(log.c.table == table, log.c.seat == seat, log.c.key == key))


def _forget(connection: Connection) -> None:
    try:
        connection.rollback()
    except DBAPIError:  # the connection is gone; the next statement opens another
        connection.invalidate()


def heard(news: str) -> tuple[str, str, int, list[Row] | None]:
    """Who wrote, to which table, the version, and the rows where they came along."""
    origin, table, version, rows = orjson.loads(news)
    return origin, table, version, rows and [dict(zip(_COLUMNS, row, strict=True)) for row in rows]


def seat_step(table: str, seat: int, **values: Any) -> Step:
    seats = schema.seats
    return Step(update(seats).where(seats.c.table == table, seats.c.seat == seat).values(**values))


def undo_step(table: str, ply: int) -> list[Step]:
    """Take back every standing row after ``ply``; snapshots behind it are of no use any more."""
    log, snapshots = schema.log, schema.snapshots
    return [
        Step(update(log).where(log.c.table == table, log.c.stands, log.c.ply > ply).values(stands=False)),
        Step(snapshots.delete().where(snapshots.c.table == table, snapshots.c.ply > ply)),
    ]
