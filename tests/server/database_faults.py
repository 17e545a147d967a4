"""Faults that a server might have, put in by hand: the guarantee that is named beside each must notice.

``TAFELRUNDE_TEST_FAULT=name python -m tests.server.serve`` starts a server with one of them.
:mod:`tests.server.test_faults` tries the guarantee of each on such a server and expects it to fail.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from tafelrunde.server import app, care, claims, database, driver, loading, logs, outage, store, table, tables, writer
from tafelrunde.server.errors import Refused
from tests.server.faults import FAULTS

Fault = Callable[[], None]
CAUGHT_BY: dict[str, tuple[str, str]] = {}
"""The guarantee that fails in the presence of each fault, and words of what it says then."""


def caught_by(guarantee: str, sign: str) -> Callable[[Fault], Fault]:
    def add(fault: Fault) -> Fault:
        FAULTS[fault.__name__] = fault
        CAUGHT_BY[fault.__name__] = guarantee, sign
        return fault

    return add


def put(owner: Any, name: str, value: Any) -> None:
    """Replace something that must be there."""
    assert hasattr(owner, name), f"{owner} has no {name}"
    setattr(owner, name, value)


class Died(BaseException):
    """What no handler of exceptions catches."""


# --- the writer --------------------------------------------------------------------------------------


@caught_by("locked_file", "a move was answered with 200")
def acknowledgement_before_commit() -> None:
    real = writer.Writer.write

    async def write(self: writer.Writer, wanted: writer.Write) -> None:
        if any(row["kind"] == "move" for row in wanted.rows):
            self._queue.put_nowait((wanted, asyncio.get_running_loop().create_future()))
        else:
            await real(self, wanted)

    put(writer.Writer, "write", write)


@caught_by("postgres_restarts", "no answer")
def writer_dies_of_an_error() -> None:
    async def works(*_: Any) -> bool:
        raise Died

    put(writer.Writer, "_works", works)


@caught_by("postgres_restarts", "still 503")
def writer_never_recovers() -> None:
    async def recover(*_: Any) -> None: ...

    put(writer.Writer, "_recover", recover)


@caught_by("commit_without_answer", "answer_lost")
def unknown_commit_is_made_again() -> None:
    async def stored(*_: Any) -> bool:
        return False

    put(writer.Writer, "_stored", stored)


@caught_by("commit_without_answer", "commit_late")
def lost_connection_goes_on_committing() -> None:
    async def end_lost(self: database.ServerPen, _: Any) -> None:
        self._lost = False

    put(database.ServerPen, "_end_lost", end_lost)


@caught_by("silent_network", "no answer")
def no_time_limits() -> None:
    put(database, "server_options", lambda name: {"server_settings": {"application_name": name}})
    put(writer, "LIMIT", 3600.0)
    put(store, "COMMAND_SECONDS", 3600.0)


# --- memory and reads --------------------------------------------------------------------------------


@caught_by("full_disk", "409|422")
def memory_keeps_what_was_not_stored() -> None:
    put(table.Table, "restore", lambda *_: None)


@caught_by("postgres_restarts", "500|410")
def reads_fail_with_500() -> None:
    @asynccontextmanager
    async def look(self: store.Store) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield connection

    put(store.Store, "look", look)


@caught_by("postgres_restarts", "422")
def outage_looks_like_a_refusal() -> None:
    put(outage.Unavailable, "refusal", property(lambda self: Refused(422, "bad_input", "This cannot be done.")))


# --- health ------------------------------------------------------------------------------------------


@caught_by("full_disk", "/api/health: still 200")
def health_only_reads() -> None:
    async def probe(self: store.Store) -> bool:
        with suppress(Exception):
            await self.rows(text("SELECT 1"))
            return True
        return False

    put(store.Store, "probe", probe)


# --- what goes on by itself --------------------------------------------------------------------------


@caught_by("takeover_after_outage", "did not go on")
def claims_do_not_reconnect() -> None:
    real = claims.Claims._ask
    gone: set[claims.Claims] = set()

    async def ask(self: claims.Claims, what: str, table_id: str) -> bool:
        if self in gone:
            return False
        try:
            return await real(self, what, table_id)
        except outage.Unavailable:
            gone.add(self)
            return False

    put(claims.Claims, "_ask", ask)


@caught_by("takeover_after_outage", "did not go on")
def looking_for_tables_stops() -> None:
    async def resume(self: app.Host) -> None:
        while True:
            await self._resume_all()
            await asyncio.sleep(app.RESUME_SECONDS)

    put(app.Host, "_resume", resume)


@caught_by("news_after_outage", "was not heard of")
def listening_stops() -> None:
    put(app, "backoff", lambda *_: iter(()))


@caught_by("full_disk", "bots did not go on")
def driver_stops_after_an_error() -> None:
    async def recover(self: tables.Tables) -> None: ...

    put(driver.Driver, "_pause_after", lambda *_: 1e6)
    put(driver.Driver, "go_on", lambda self: None)
    put(tables.Tables, "recover", recover)


@caught_by("full_disk", "lines of log")
def driver_does_not_wait() -> None:
    def pause_after(_: Any, tried: Any, error: Exception) -> float:
        logging.getLogger("tafelrunde").error("the driver of a table failed", exc_info=error)
        return 0.0

    put(driver.Driver, "_pause_after", pause_after)


# --- tables ------------------------------------------------------------------------------------------


@caught_by("damaged_tables_are_set_apart", "did not go")
def no_quarantine() -> None:
    async def read(self: tables.Tables, table_id: str) -> table.Table:
        return await loading.load_table(self.store, self.uptime, table_id)

    put(tables.Tables, "_open", read)


# --- files, logs, power ------------------------------------------------------------------------------


def _with_synchronous(value: str) -> None:
    real = database._durable

    def durable(connection: Any, record: object) -> None:
        real(connection, record)
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA synchronous={value}")
        cursor.close()

    put(database, "_durable", durable)


@caught_by("power_cut", "acknowledged")
def synchronous_off() -> None:
    _with_synchronous("OFF")


@caught_by("power_cut", "acknowledged")
def synchronous_normal() -> None:
    _with_synchronous("NORMAL")


@caught_by("backup_survives_power_cut", "the backup is gone")
def backup_is_not_flushed() -> None:
    put(care, "sync_folder", lambda folder: None)


@caught_by("postgres_crash", "acknowledged")
def commit_does_not_wait_for_the_disk() -> None:
    put(database, "_SESSION", "SELECT 1")


@caught_by("files_are_private", "t.db")
def files_for_everybody() -> None:
    put(database, "PRIVATE", 0o644)
    put(care, "PRIVATE", 0o644)


@caught_by("one_server_for_one_file", "DID NOT RAISE")
def lock_by_name() -> None:
    put(database, "file_of", lambda db: Path(db.removeprefix("sqlite:///")))


@caught_by("no_values_in_logs", "in the log")
def errors_are_logged_as_they_are() -> None:
    from sqlalchemy import create_engine as real
    from sqlalchemy.ext.asyncio import create_async_engine as real_async

    put(database, "create_async_engine", lambda *args, **more: real_async(*args, **{**more, "hide_parameters": False}))
    put(database, "create_engine", lambda *args, **more: real(*args, **{**more, "hide_parameters": False}))
    put(logs, "JsonLines", logging.Formatter)
