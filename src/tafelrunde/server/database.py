"""Database connections: SQLite without set-up, or PostgreSQL, configured so that commits are durable.

Readers use an engine with a pool. The one writer has a :class:`Pen`, a connection of its own.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, TextIO, TypeVar

import asyncpg  # type: ignore[import-untyped]
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from tafelrunde.core.errors import BadInput

BUSY_MS = 3_000
"""The time limit for waiting for a lock that another program holds."""
CONNECT_SECONDS = 4.0
COMMAND_SECONDS = 6.0
"""The time limit for a statement: the other end of the connection may have failed silently."""
PRIVATE = 0o600

T = TypeVar("T")


def address(db: str) -> str:
    """The SQLAlchemy URL for a ``--db`` value."""
    if db.startswith("sqlite:///"):
        return "sqlite+aiosqlite" + db[len("sqlite") :]
    for prefix in ("postgresql://", "postgres://"):
        if db.startswith(prefix):
            return "postgresql+asyncpg://" + db[len(prefix) :]
    raise BadInput("--db", "A database is 'sqlite:///FILE' or 'postgresql://USER:PASSWORD@HOST/NAME'.")


def open_engine(db: str, connections: int = 5, name: str = "tafelrunde") -> AsyncEngine:
    """A pool of connections for reading; its errors do not quote the values of a statement."""
    url = address(db)
    if url.startswith("sqlite"):
        _make_private(file_of(db))
        engine = create_async_engine(  # each connection has a thread, which the event loop waits for: none is started in a hurry
            url, connect_args={"timeout": BUSY_MS / 1000}, pool_size=connections, max_overflow=0, pool_timeout=CONNECT_SECONDS,
            hide_parameters=True,
        )  # fmt: skip
        event.listen(engine.sync_engine, "connect", _durable)
        return engine
    engine = create_async_engine(
        url, pool_size=connections, max_overflow=connections, pool_pre_ping=True, pool_timeout=CONNECT_SECONDS,
        hide_parameters=True, connect_args=server_options(name),
    )  # fmt: skip
    event.listen(engine.sync_engine, "connect", _begin_session)
    return engine


def migrate(connection: Connection, revision: str = "head") -> None:
    """Migrate a database to the newest schema, or to an earlier one for restoring a backup."""
    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def head() -> str:
    """The newest version of the schema."""
    return str(ScriptDirectory.from_config(_migrations()).get_current_head())


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


# --- SQLite ----------------------------------------------------------------------------------------


def file_of(db: str) -> Path | None:
    """The resolved file of an SQLite database: two paths to one file are one database."""
    if not db.startswith("sqlite:///"):
        return None
    name = make_url(db).database
    return Path(os.path.realpath(name)) if name and name != ":memory:" else None


def _make_private(file: Path | None) -> None:
    """Only the host's own account may read the database. SQLite gives its other files the same mode."""
    if file is None:
        return
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
    except FileExistsError:
        for path in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
            with suppress(OSError):  # it belongs to another account, is on a read-only disk or does not exist
                if path.stat().st_mode & 0o077:
                    path.chmod(PRIVATE)


def lock_file(db: str) -> TextIO | None:
    """Lock an SQLite file for this process: two processes would not see each other's moves. Closing the file releases the
    lock."""
    file = file_of(db)
    if file is None:
        return None
    if not file.parent.is_dir():
        raise BadInput("--db", f"There is no folder {file.parent}.")
    lock = open(f"{file}.lock", "w", opener=lambda name, flags: os.open(name, flags, PRIVATE))  # noqa: SIM115
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise BadInput("--db", f"Another server has {file} open; several processes need PostgreSQL.") from None
    return lock


def sync_folder(folder: Path) -> None:
    """Flush a folder, because a new file name survives a power loss only after that."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _durable(connection: Any, _: object) -> None:
    """Make commits durable across power loss: FULL also flushes the write-ahead log at each commit."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# --- PostgreSQL ------------------------------------------------------------------------------------


_SESSION = (
    f"SELECT set_config('lock_timeout', '{BUSY_MS}', false), set_config('tcp_user_timeout', '20000', false),"
    " set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),"
    " set_config('tcp_keepalives_count', '3', false), set_config('synchronous_commit',"
    " CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)"
)
"""A commit waits for the disk, whatever the settings of the database or the role say. A dead connection is noticed in seconds at
both ends, so that its locks are free again. These are no options of the connection itself because proxies refuse them."""


def server_options(name: str) -> dict[str, Any]:
    return {"timeout": CONNECT_SECONDS, "command_timeout": COMMAND_SECONDS, "server_settings": {"application_name": name}}


def _begin_session(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute(_SESSION)
    cursor.close()
    connection.commit()


async def connect(db: str, name: str) -> asyncpg.Connection:
    """A connection outside any pool, for advisory locks and notifications, which belong to a connection."""
    connection = await asyncpg.connect(db.replace("postgres://", "postgresql://", 1), **server_options(name))
    await connection.execute(_SESSION)
    return connection


# --- the writing connection ------------------------------------------------------------------------


class Pen(Protocol):
    """The only connection that writes; it offers work a synchronous interface."""

    committing: bool
    """Whether the last transaction failed during its commit, so that it may have been committed."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do work in a transaction and commit it; returns when it is durable."""
        ...

    async def rollback(self) -> None:
        """Roll back after an error of one statement; the connection is kept if it still works."""
        ...

    async def drop(self) -> None:
        """Drop the connection after any other error; the next work opens a new one."""
        ...

    async def close(self) -> None: ...


class FilePen:
    """The writing connection to SQLite, in its own thread: crossing threads at every statement would be slow."""

    def __init__(self, db: str) -> None:
        self._thread = ThreadPoolExecutor(1, "writer")
        self._engine = create_engine(db, connect_args={"timeout": BUSY_MS / 1000}, poolclass=NullPool, hide_parameters=True)
        event.listen(self._engine, "connect", _durable)
        self._connection: Connection | None = None
        self.committing = False

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await self._aside(self._do, work)

    async def _aside(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def _do(self, work: Callable[[Connection], T]) -> T:
        self.committing = False
        if self._connection is None:
            self._connection = self._engine.connect()
        done = work(self._connection)
        self.committing = True
        self._connection.commit()
        return done

    async def rollback(self) -> None:
        if self._connection is not None:
            await self._aside(self._connection.rollback)

    async def drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await self._aside(connection.invalidate)
            with suppress(Exception):
                await self._aside(connection.close)

    async def close(self) -> None:
        await self.drop()
        self._thread.shutdown()


class ServerPen:
    """The writing connection to PostgreSQL. ``name`` identifies this connection among all connections of the database."""

    def __init__(self, db: str, name: str) -> None:
        self._name = name
        self._engine = create_async_engine(
            address(db), poolclass=NullPool, hide_parameters=True, connect_args=server_options(name)
        )
        event.listen(self._engine.sync_engine, "connect", _begin_session)
        self._connection: AsyncConnection | None = None
        self._lost = False
        self.committing = False

    async def run(self, work: Callable[[Connection], T]) -> T:
        try:
            if self._connection is None:
                self._connection = await self._engine.connect()
            if self._lost:
                await self._end_lost(self._connection)
            self.committing = False
            return await self._connection.run_sync(self._do, work)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise ConnectionAbortedError from None  # raised by the driver itself; this task was not cancelled

    def _do(self, connection: Connection, work: Callable[[Connection], T]) -> T:
        done = work(connection)
        self.committing = True
        connection.commit()
        return done

    async def _end_lost(self, connection: AsyncConnection) -> None:
        """Terminate the backend of a broken connection, which may still be executing a commit whose result was lost.

        Whether the commit succeeded can only be determined after the backend has ended, so this is done first.
        """
        ended = text(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE application_name = :name AND datname = current_database() AND pid <> pg_backend_pid()"
        )
        async with asyncio.timeout(COMMAND_SECONDS):
            while (await connection.execute(ended, {"name": self._name})).scalar():
                await connection.rollback()  # otherwise the next query would see the same snapshot of the activity
                await asyncio.sleep(0.05)
        await connection.rollback()
        self._lost = False

    async def rollback(self) -> None:
        if self._connection is not None:
            await self._connection.rollback()

    async def drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._lost = True
            with suppress(Exception):
                await connection.invalidate()
            with suppress(Exception):
                await connection.close()

    async def close(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                await self._connection.close()
        await self._engine.dispose()
