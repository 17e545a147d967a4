"""The application: creates the parts of the server, starts and stops them, and runs the periodic tasks."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TextIO, TypeVar

import asyncpg  # type: ignore[import-untyped]
from fastapi import FastAPI, Request, Response, WebSocket
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import func, select
from starlette.responses import RedirectResponse

import tafelrunde
from tafelrunde.server import schema
from tafelrunde.server.accounts import Accounts
from tafelrunde.server.admin import router as admin
from tafelrunde.server.administration import Administration
from tafelrunde.server.api import router
from tafelrunde.server.claims import Claims
from tafelrunde.server.clubs import router as clubs
from tafelrunde.server.crowd import Crowd
from tafelrunde.server.database import connect, lock_file
from tafelrunde.server.doors import Connections
from tafelrunde.server.driver import Driver
from tafelrunde.server.errors import Refused, unknown
from tafelrunde.server.facts import MISSES
from tafelrunde.server.guard import Guard, token_of
from tafelrunde.server.home import router as home
from tafelrunde.server.janitor import Janitor
from tafelrunde.server.league_calls import router as leagues
from tafelrunde.server.leagues import Leagues
from tafelrunde.server.limits import Quotas
from tafelrunde.server.live import live
from tafelrunde.server.mail import Mailer
from tafelrunde.server.me import router as me
from tafelrunde.server.memory import MANY, give_back
from tafelrunde.server.metrics import Board, registry_of
from tafelrunde.server.moderation import router as moderation
from tafelrunde.server.notify import Notifier
from tafelrunde.server.openapi import describe
from tafelrunde.server.outage import Outage, Unavailable, backoff, keep_doing, reason_of
from tafelrunde.server.pages import DOCS, Pages
from tafelrunde.server.people import EVERY, People
from tafelrunde.server.personal import Personal
from tafelrunde.server.play import Play
from tafelrunde.server.players import router as players
from tafelrunde.server.prepared import prepare
from tafelrunde.server.proxies import Proxies
from tafelrunde.server.refusals import handle_refusals
from tafelrunde.server.results import Reckoner
from tafelrunde.server.settings import Settings
from tafelrunde.server.store import CHANNEL, ENDED, GONE, Row, Store
from tafelrunde.server.store import heard as read_news
from tafelrunde.server.study import router as study_router
from tafelrunde.server.table import Table
from tafelrunde.server.tables import Tables
from tafelrunde.server.thinking import Thinkers
from tafelrunde.server.uploads import Uploads
from tafelrunde.server.uptime import Uptime
from tafelrunde.server.workers import Workers

logger = logging.getLogger("tafelrunde")
RESUME_SECONDS = 60.0
MEND_SECONDS = 5.0
KEEP_SECONDS = 30.0
"""The seconds of inactivity after which the position of a table is stored."""
SILENCE_SECONDS = 5.0
UNLOAD_SECONDS = 10.0
BEAT = 0.1
NUMBERS_SECONDS = 1.0
"""The interval at which this process publishes its metrics."""
ERASE_SECONDS = 3600.0
"""The interval at which interrupted deletions are completed."""
TIDY_SECONDS = 3600.0

T = TypeVar("T")


class Host:
    """All parts of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = Quotas(settings.limits)
        self.store = Store(settings.db, origin=secrets.token_hex(6))
        self.uptime = Uptime(self.store)
        self.tables = Tables(self.store, self.limits, self.uptime)
        self.people = People(self.store, settings.limits)
        self.people.ended = self.sessions_ended
        self.accounts = Accounts(self.store, self.people, Mailer(settings), self.limits)
        self.personal = Personal(self.store, self.tables, self.people)
        self.uploads = Uploads(self.store, self.limits)
        self.thinkers = Thinkers(settings, self.limits)
        self.workers = Workers(self.limits)
        self.notifier = Notifier(self.store, settings, self.accounts)
        self.claims = Claims(settings.db, self.store.shared)
        self.driver = Driver(self.tables, self.thinkers, self.notifier, self.claims, settings.limits.answer_seconds)
        self.reckoner = Reckoner(self.store, self.tables)
        self.leagues = Leagues(self.store, self.tables)
        self.tables.woken = self._woken
        self.play = Play(self.tables, self.thinkers, self.workers, self.limits)
        self.administration = Administration(
            self.store, self.people, self.accounts, self.personal, self.tables, self.play
        )  # fmt: skip
        self.sockets = Crowd(self.limits)
        self.janitor = Janitor(self.store, settings.limits)
        self.closing = False
        self.lag = 0.0
        self._background: list[asyncio.Task[None]] = []
        self._hearing: set[asyncio.Task[None]] = set()
        self._lock: TextIO | None = None
        self._recovered = asyncio.Event()
        self.store.writer.recovered = self._recovered.set
        self.tables.closed = self._close_table

    async def open(self) -> None:
        self._lock = lock_file(self.settings.db)
        await self.store.open()
        await self.uptime.open()
        prepare()
        if self.store.shared:
            self._background.append(asyncio.create_task(self._listen()))
        self._background.append(asyncio.create_task(self._resume()))
        self._background.append(asyncio.create_task(self._mend()))
        self._background.append(asyncio.create_task(keep_doing("writing the time", self.uptime.beat, self.uptime.every)))
        self._background.append(asyncio.create_task(keep_doing("keeping positions", self._keep_positions, KEEP_SECONDS)))
        self._background.append(asyncio.create_task(self._watch()))
        self._background.append(asyncio.create_task(self._erase()))
        self._background.append(asyncio.create_task(self._tidy()))
        self._background.append(asyncio.create_task(self.janitor.run()))
        self._background.append(asyncio.create_task(self.reckoner.run()))
        self._background.append(asyncio.create_task(self.leagues.run()))
        sys.setswitchinterval(0.0005)  # a writer that has flushed the disk should not wait long for its turn
        gc.disable()  # :meth:`_watch` collects garbage in small steps
        gc.freeze()

    async def close(self) -> None:
        """Shut down gracefully: finish the accepted work and take no new work."""
        self.closing = True
        await self.driver.close()
        await self.notifier.close()
        await self.accounts.close()
        for task in (*self._background, *self._hearing):
            task.cancel()
        await asyncio.gather(*self._background, *self._hearing, return_exceptions=True)
        try:
            await self.tables.keep_positions()
        except Exception as error:
            logger.warning("positions were not kept", extra={"reason": reason_of(error)})
        await self.store.close()
        self.thinkers.close()
        self.workers.close()
        if self._lock is not None:
            self._lock.close()
        gc.unfreeze()
        gc.enable()

    def _woken(self, table: Table) -> None:
        """Called after every change of a table: wake its driver."""
        self.driver.wake(table)
        self.reckoner.noticed(table)
        self.leagues.noticed(table)

    async def _resume(self) -> None:
        """Periodically resume bots and clocks after a stop or crash, also those of another process that has ended.

        No error ends this task: neither a table that cannot be opened nor a long outage.
        """
        pauses = backoff(1.0, RESUME_SECONDS / 4)
        while True:
            try:
                await self._resume_all()
                if not self.store.shared:
                    return
                pauses = backoff(1.0, RESUME_SECONDS / 4)
                await asyncio.sleep(RESUME_SECONDS)
            except Unavailable:
                await asyncio.sleep(next(pauses))
            except Exception as error:
                logger.error("unfinished tables could not be looked for", exc_info=error)
                await asyncio.sleep(next(pauses))

    async def _resume_all(self) -> None:
        tables, seats, log = schema.tables, schema.seats, schema.log
        at_work = (seats.c.kind != "person") | (seats.c.missed >= MISSES) | seats.c.standing | seats.c.prepared.is_not(None)
        newest = select(func.max(log.c.version)).where(log.c.table == tables.c.id).scalar_subquery()
        waiting = (
            select(tables.c.id, newest.label("version")).join(seats, seats.c.table == tables.c.id)
            .where(~tables.c.over, at_work | tables.c.pace.like('%"seconds"%')).distinct()
        )  # fmt: skip
        rows = await self.store.rows(waiting)
        resting = self.driver.resting = {row["id"]: v for row in rows if (v := self.driver.resting.get(row["id"])) is not None}
        for row in rows:
            if resting.get(row["id"]) == row["version"]:
                continue
            with suppress(Refused):  # the table is quarantined and the reason is logged
                await self.tables.get(row["id"])
            await asyncio.sleep(0)

    async def _mend(self) -> None:
        """Periodically reload tables whose last change was not confirmed, immediately after an outage of the database."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._recovered.wait(), MEND_SECONDS)
            after_outage = self._recovered.is_set()
            self._recovered.clear()
            try:
                await self.tables.recover()
            except Exception as error:
                logger.error("a table could not be read again", exc_info=error)
            if after_outage:
                self.driver.go_on()

    async def _keep_positions(self) -> None:
        await self.tables.keep_positions(KEEP_SECONDS)

    async def _tidy(self) -> None:
        """Periodically unload unused tables from memory."""
        while True:
            await asyncio.sleep(min(UNLOAD_SECONDS, self.settings.limits.idle_seconds))
            if self.tables.unload() >= MANY:
                await self.aside(give_back)

    async def _watch(self) -> None:
        """Measure the maximum event-loop lag, and collect garbage in small steps that do not block the loop.

        Young objects are collected at each beat, a few milliseconds at most; the survivors are frozen,
        because traversing hundreds of tables again takes long. A full collection runs once an hour.
        """
        tidied = time.perf_counter()
        while True:
            began = time.perf_counter()
            await asyncio.sleep(BEAT)
            self.lag = max(self.lag, time.perf_counter() - began - BEAT)
            if began - tidied > TIDY_SECONDS:
                tidied = began
                gc.unfreeze()
                gc.collect()
            else:
                gc.collect(0)
            gc.freeze()

    async def _erase(self) -> None:
        """Complete deletions that were interrupted: at the start, after an error, and periodically."""
        while True:
            self.personal.unfinished.clear()
            try:
                await self.personal.finish()
            except Unavailable:
                await asyncio.sleep(MEND_SECONDS)
                continue
            except Exception:
                logger.exception("deletions were not completed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self.personal.unfinished.wait(), ERASE_SECONDS)

    async def write_numbers(self, board: Board, worker: int) -> None:
        """Publish the numbers of this process to the shared metrics."""
        while True:
            board.write(worker, self)
            await asyncio.sleep(NUMBERS_SECONDS)

    async def _listen(self) -> None:
        """Listen for the writes of other processes; a lost connection is reopened after any error."""
        outage, pauses = Outage("hearing of other processes"), backoff(0.1, 2.0)
        while not self.closing:
            connection: asyncpg.Connection | None = None
            try:
                connection = await connect(self.settings.db, "tafelrunde news")
                heard: asyncio.Queue[str | None] = asyncio.Queue()
                connection.add_termination_listener(lambda *_: heard.put_nowait(None))  # noqa: B023
                await connection.add_listener(CHANNEL, _into(heard))
                await self._check_sessions()
                for table in self.tables.loaded():  # changes made while nobody listened
                    await self.tables.heard(table.info.id, 0)
                outage.worked()
                pauses = backoff(0.1, 2.0)
                await self._hear_all(connection, heard)
            except Exception as error:
                outage.failed(error)
                await asyncio.sleep(next(pauses))
            finally:
                if connection is not None:
                    connection.terminate()

    async def _hear_all(self, connection: asyncpg.Connection, heard: asyncio.Queue[str | None]) -> None:
        """Handle notifications until the connection is lost; a silent connection is tested."""
        while not connection.is_closed():
            try:
                news = await asyncio.wait_for(heard.get(), SILENCE_SECONDS)
            except TimeoutError:
                await connection.execute("SELECT 1")
                continue
            if news is not None:
                self._hear(*read_news(news))
        raise ConnectionResetError

    def _hear(self, origin: str, name: str, version: int, rows: list[Row] | None) -> None:
        """Handle a notification. Tables do not wait for each other; the lock of a table keeps its notifications in order."""
        if version == GONE:
            self.signed_out(name)
        elif version == ENDED:
            self.sessions_ended(*name.split("/"))
        elif origin != self.store.origin and self.tables.has(name):
            task = asyncio.create_task(self.tables.heard(name, version, rows))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    def signed_out(self, word: str) -> None:
        """End a session: close its sockets, here and in every other process."""
        self.people.forget(word)
        for socket in [socket for socket in self.sockets if socket.session == word]:
            socket.dismiss()

    def sessions_ended(self, person: str, remaining: str) -> None:
        """End all sessions of a person but one, here and in every other process."""
        self.people.forget_person(person)
        if remaining != EVERY:
            for socket in [socket for socket in self.sockets if socket.person == person and socket.session != remaining]:
                socket.dismiss()

    async def _check_sessions(self) -> None:
        """Close the sockets of sessions that ended while notifications of other processes were missed."""
        self.people.forget_all()
        words = {socket.session for socket in self.sockets if socket.session}
        valid = await self.people.valid(sorted(words))
        for word in words - valid:
            self.signed_out(word)

    def _close_table(self, table: Table) -> None:
        """Close the sockets of a quarantined table, with the reason as the close code."""
        for socket in self.sockets:
            if socket.table_id == table.info.id:
                socket.set_apart()

    async def health(self) -> dict[str, Any]:
        """Whether this process works. ``ok`` means that a write has just succeeded."""
        writes = await self.store.probe()
        writer, partly, reader = self.store.writer.outage, self.store.writer.partly, self.store.reading
        return {
            "ok": writes and not self.closing, "version": tafelrunde.__version__, "writes": writes, "reads": reader.since is None,
            "since": writer.since or partly.since, "reason": writer.reason or partly.reason or reader.reason,
            "durable": self.store.durable, "quarantined": len(self.tables.quarantine), "closing": self.closing,
        }  # fmt: skip

    async def aside(self, work: Callable[..., T], *args: Any) -> T:
        """Run a blocking function in a thread."""
        return await asyncio.to_thread(work, *args)


def _into(heard: asyncio.Queue[str | None]) -> Callable[..., None]:
    return lambda *news: heard.put_nowait(str(news[3]))


def create_app(settings: Settings | None = None, board: Board | None = None, worker: int = 0) -> FastAPI:
    """The application of one process; several processes of one ``serve`` share a board for their metrics."""
    settings, board = settings or Settings(), board or Board()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.host = host = Host(settings)
        try:
            await host.open()
        except Exception as error:
            logger.error("the server could not start", exc_info=error)
            raise
        writing = asyncio.create_task(host.write_numbers(board, worker))
        yield
        writing.cancel()
        await host.close()

    app = FastAPI(
        title="Tafelrunde",
        version=tafelrunde.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.board = board
    app.state.connections = Connections(settings.limits, settings.proxies)
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(Proxies, trusted=settings.proxies)  # the middleware added last handles a request first
    app.include_router(me)
    app.include_router(home)
    app.include_router(router)
    app.include_router(study_router)
    app.include_router(moderation)
    app.include_router(players)
    app.include_router(clubs)
    app.include_router(leagues)
    app.include_router(admin)
    handle_refusals(app)
    describe(app)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        wanted, given = settings.metrics_token, token_of(request.scope) or ""
        if not wanted or not secrets.compare_digest(given.encode(), wanted.encode()):
            raise unknown("page")
        board.write(worker, request.app.state.host)
        return Response(generate_latest(registry_of(board)), media_type=CONTENT_TYPE_LATEST)

    @app.websocket("/api/tables/{table_id}/live")
    async def live_table(websocket: WebSocket, table_id: str) -> None:
        await live(websocket.app.state.host, websocket, table_id)

    pages, documentation = Pages(), Pages(DOCS)

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return RedirectResponse("/docs/")

    @app.api_route("/docs/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def document(request: Request) -> Response:
        return await documentation.document(request)

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:
        return await pages.answer(request)

    return app
