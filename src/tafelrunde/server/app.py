"""The application: puts the parts together, starts and stops them, and answers for hosts."""

from __future__ import annotations

import asyncio
import fcntl
import gc
import logging
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TextIO, TypeVar

import asyncpg  # type: ignore[import-untyped]
import orjson
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import select, text
from starlette.exceptions import HTTPException

import tafelrunde
from tafelrunde.core.errors import BadInput
from tafelrunde.server import sandbox, schema
from tafelrunde.server.api import json as answer_json
from tafelrunde.server.api import router
from tafelrunde.server.claims import Claims
from tafelrunde.server.driver import Driver
from tafelrunde.server.errors import Refused
from tafelrunde.server.guard import Buckets, Guard
from tafelrunde.server.home import router as home
from tafelrunde.server.live import Socket, live
from tafelrunde.server.metrics import registry_of
from tafelrunde.server.notify import Notifier
from tafelrunde.server.pages import Pages
from tafelrunde.server.people import People
from tafelrunde.server.play import Play
from tafelrunde.server.settings import Settings
from tafelrunde.server.store import CHANNEL, GONE, Row, Store
from tafelrunde.server.store import heard as read_news
from tafelrunde.server.study import router as study_router
from tafelrunde.server.table import MISSES
from tafelrunde.server.tables import Tables
from tafelrunde.server.thinking import Thinkers
from tafelrunde.server.uploads import Uploads

logger = logging.getLogger("tafelrunde")
RESUMED = 1000
"""Unfinished tables whose bots and clocks go on after a start."""
RESUME_SECONDS = 60.0
BEAT = 0.1
TIDY_SECONDS = 3600.0
UPLOADS = 2
"""Strangers' files read at the same time."""

T = TypeVar("T")


class Host:
    """Everything one server process holds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.db, origin=secrets.token_hex(6))
        self.tables = Tables(self.store)
        self.people = People(self.store)
        self.uploads = Uploads(self.store)
        self.thinkers = Thinkers(settings)
        self.notifier = Notifier(self.store, settings)
        self.claims = Claims(settings.db, self.store.shared)
        self.driver = Driver(self.tables, self.thinkers, self.people, self.notifier, self.claims)
        self.tables.woken = self.driver.wake
        self.play = Play(self.tables, self.thinkers)
        self.sockets: set[Socket] = set()
        self.newcomers = Buckets(settings.sessions_an_hour / 3600, settings.sessions_an_hour)
        self.logins = Buckets(0.2, 20)
        self.guard_sessions = Buckets(settings.rate, settings.burst)
        self.closing = False
        self.lag = 0.0
        self._workers = asyncio.Semaphore(UPLOADS)
        self._background: list[asyncio.Task[None]] = []
        self._hearing: set[asyncio.Task[None]] = set()
        self._lock: TextIO | None = None

    async def open(self) -> None:
        self._claim()
        await self.store.open()
        for name in tafelrunde.games():
            tafelrunde.load(name)
        if self.store.shared:
            self._background.append(asyncio.create_task(self._listen()))
        self._background.append(asyncio.create_task(self._resume()))
        self._background.append(asyncio.create_task(self._watch()))
        sys.setswitchinterval(0.0005)  # a writer that has flushed the disk need not wait long for its turn
        gc.disable()  # :meth:`_watch` does it, in small steps
        gc.freeze()

    async def close(self) -> None:
        """Finish what was accepted, take nothing new."""
        self.closing = True
        await self.driver.close()
        await self.notifier.close()
        for task in (*self._background, *self._hearing):
            task.cancel()
        await asyncio.gather(*self._background, *self._hearing, return_exceptions=True)
        await self.store.close()
        self.thinkers.close()
        if self._lock is not None:
            self._lock.close()
        gc.unfreeze()
        gc.enable()

    def _claim(self) -> None:
        """One process for one SQLite file: two would not hear of each other's moves."""
        path = self.settings.sqlite_file
        if path is None:
            return
        if not path.parent.is_dir():
            raise BadInput("--db", f"There is no folder {path.parent}.")
        self._lock = Path(f"{path}.lock").open("w")  # noqa: SIM115
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput("--db", f"Another server has {path} open; several processes need PostgreSQL.") from None

    async def _resume(self) -> None:
        """Bots and clocks go on where a stop or a crash left them; also those of another process that is gone."""
        while True:
            await self._resume_all()
            if not self.store.shared:
                return
            await asyncio.sleep(RESUME_SECONDS)

    async def _resume_all(self) -> None:
        tables, seats = schema.tables, schema.seats
        at_work = (seats.c.kind != "person") | (seats.c.missed >= MISSES) | seats.c.standing | seats.c.prepared.is_not(None)
        waiting = (
            select(tables.c.id).join(seats, seats.c.table == tables.c.id)
            .where(~tables.c.over, at_work | tables.c.pace.like('%"seconds"%')).distinct().limit(RESUMED)
        )  # fmt: skip
        for row in await self.store.rows(waiting):
            try:
                await self.tables.get(row["id"])
            except Refused:
                logger.warning("a table does not fit what is installed", extra={"table": row["id"]})
            await asyncio.sleep(0)

    async def _watch(self) -> None:
        """How late the loop is at worst, for hosts; and no collection of garbage that holds every table up.

        What is young is looked through at each beat, a few milliseconds at most; what is left of it is set aside,
        because looking through hundreds of tables again takes long. That is done once an hour.
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

    async def _listen(self) -> None:
        """Hear what other processes wrote."""
        while not self.closing:
            try:
                connection = await asyncpg.connect(self.settings.db.replace("postgres://", "postgresql://"))
                heard: asyncio.Queue[str] = asyncio.Queue()
                await connection.add_listener(CHANNEL, _into(heard))
                for table in self.tables.loaded():  # what was said while nobody listened
                    await self.tables.heard(table.info.id, 0)
                while not connection.is_closed():
                    with suppress(TimeoutError):
                        self._hear(*read_news(await asyncio.wait_for(heard.get(), 5)))
            except (OSError, asyncpg.PostgresError) as error:
                logger.warning("the database is not heard", extra={"reason": type(error).__name__})
                await asyncio.sleep(1)

    def _hear(self, origin: str, name: str, version: int, rows: list[Row] | None) -> None:
        """One table's news do not wait for another's; those of one table come in their order, by its lock."""
        if version == GONE:
            self.signed_out(name)
        elif origin != self.store.origin and self.tables.has(name):
            task = asyncio.create_task(self.tables.heard(name, version, rows))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    def signed_out(self, word: str) -> None:
        """A session is over: its sockets are closed, here and in every other process."""
        self.people.forget(word)
        for socket in [socket for socket in self.sockets if socket.session == word]:
            socket.dismiss()

    async def healthy(self) -> bool:
        try:
            await asyncio.wait_for(self.store.rows(text("SELECT 1")), 5)
        except Exception:
            return False
        return not self.closing

    async def aside(self, work: Callable[..., T], *args: Any) -> T:
        """Something that blocks, off the loop."""
        return await asyncio.to_thread(work, *args)

    async def sandboxed(self, job: dict[str, Any]) -> dict[str, Any]:
        async with self._workers:
            return await sandbox.run(job)


def _into(heard: asyncio.Queue[str]) -> Callable[..., None]:
    return lambda *news: heard.put_nowait(str(news[3]))


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.host = host = Host(settings)
        await host.open()
        app.state.metrics = registry_of(host)
        yield
        await host.close()

    app = FastAPI(
        title="Tafelrunde",
        version=tafelrunde.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.head_seconds = settings.slow_seconds
    app.add_middleware(Guard, settings=settings)
    app.include_router(home)
    app.include_router(router)
    app.include_router(study_router)
    _refusals(app)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        return Response(generate_latest(request.app.state.metrics), media_type=CONTENT_TYPE_LATEST)

    @app.websocket("/api/tables/{table_id}/live")
    async def live_table(websocket: WebSocket, table_id: str) -> None:
        await live(websocket.app.state.host, websocket, table_id)

    pages = Pages()

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:
        return await pages.answer(request)

    return app


def _refusals(app: FastAPI) -> None:
    """Every no is JSON with a word and a sentence; nothing of what was sent is sent back."""

    @app.exception_handler(Refused)
    async def refused(_: Request, refusal: Refused) -> Response:
        return answer_json(refusal.body, refusal.status)

    @app.exception_handler(BadInput)
    async def bad_input(_: Request, error: BadInput) -> Response:
        return answer_json({"error": "bad_input", "where": error.where, "reason": error.reason}, 422)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> Response:
        first: Mapping[str, Any] = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])[:100]
        broken = first["type"] == "json_invalid"
        body = {"error": "bad_json" if broken else "bad_input", "where": where, "reason": str(first["msg"])[:200]}
        return answer_json(body, 400 if broken else 422)

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        found = answer_json({"error": "http", "reason": str(error.detail)[:200]}, error.status_code)
        found.headers.update(error.headers or {})
        return found

    @app.exception_handler(Exception)
    async def failed(_: Request, error: Exception) -> Response:
        logger.error("a request failed", exc_info=error)
        return answer_json({"error": "failed", "reason": "The server made a mistake; it was noted."}, 500)


class JsonLines(logging.Formatter):
    """Structured logs: one JSON object a line, without addresses, tokens or bodies."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": record.created, "level": record.levelname.lower(), "message": record.getMessage()}
        line |= {name: getattr(record, name) for name in ("table", "reason") if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return orjson.dumps(line).decode()
