"""Servers that run side by side in this process, and the people who talk to them."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

from tafelrunde.server.app import create_app
from tafelrunde.server.doors import protocols
from tafelrunde.server.settings import Limits, Mail, Settings
from tafelrunde.server.table import Table
from tafelrunde.server.thinking import Bargained
from tests.server.patching import Pushed

Row = Mapping[str, Any]
METRICS_TOKEN = "for the host alone"
PATIENCE = 60.0
"""Seconds within which a server must have done what it was asked."""


PASSER_BY, OPERATOR = "passer-by", "operator"
"""Somebody without a session, and somebody who may read the metrics."""


class Heard(NamedTuple):
    """Bytes that a client received, and what it had asked for."""

    channel: str
    asked: str
    content: bytes

    @property
    def ok(self) -> bool:
        return self.content.startswith(b"HTTP/1.1 200 ")

    def json(self) -> Any:
        return orjson.loads(self.content.split(b"\r\n\r\n", 1)[1])


class Asked(NamedTuple):
    """A request; ``body`` is sent as JSON unless it is bytes, ``who`` is the viewer if nobody is named."""

    channel: str
    method: str
    path: str
    body: Any = None
    who: str = ""


class Person:
    """Somebody with a program that talks to one server, and that keeps the bytes as they come."""

    def __init__(self, port: int, name: str, token: str = "") -> None:
        self.port, self.name, self.token = port, name, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.socket: ClientConnection | None = None
        self.messages: list[str] = []
        """What came by the socket since it was last looked at."""
        self.pushed = Pushed()
        self._came = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None

    def _session(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    async def send(self, asked: Asked) -> Heard:
        """A request; a connection that the server has closed after an earlier one is opened again."""
        try:
            content = await self._exchange(asked)
        except (ConnectionError, asyncio.IncompleteReadError):
            await self._let_go()
            content = await self._exchange(asked)
        return Heard(asked.channel, f"{asked.method} {asked.path} {asked.body!r}", content)

    async def _exchange(self, asked: Asked) -> bytes:
        """Send a request, and read its whole answer: head and body."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        body = asked.body if isinstance(asked.body, bytes) else b"" if asked.body is None else orjson.dumps(asked.body)
        headers = {
            "host": "tafelrunde.example",
            "content-type": "application/json",
            "content-length": len(body),
            **self._session(),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"{asked.method} {asked.path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        async with asyncio.timeout(PATIENCE):
            found = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)\r\ncontent-length: *([0-9]+)", found)
            return found + await reader.readexactly(int(length[1]) if length else 0)

    async def call(self, method: str, path: str, **body: Any) -> Any:
        """A request of the story itself, which must succeed."""
        heard = await self.send(Asked("", method, path, body))
        assert heard.ok, heard
        return heard.json()

    async def listen(self, table: str, version: int | None = None) -> None:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live" + (f"?version={version}" if version else "")
        self.socket = await websockets.connect(
            address, additional_headers=self._session(), max_size=None, max_queue=None, ping_interval=None, compression=None
        )
        self._reader = asyncio.create_task(self._read(self.socket))
        self.pushed = Pushed()
        await self.caught_up()

    async def _read(self, connection: ClientConnection) -> None:
        with suppress(websockets.ConnectionClosed):
            async for message in connection:
                self.messages.append(str(message))
                self._came.set()

    async def caught_up(self) -> None:
        """Everything that was sent before this is in ``messages``."""
        if self.socket is None:
            return
        await self.socket.send('{"type":"ping"}')
        async with asyncio.timeout(PATIENCE):
            while '{"type":"pong"}' not in self.messages:
                self._came.clear()
                await self._came.wait()
        self.messages.remove('{"type":"pong"}')

    def take_messages(self) -> list[str]:
        taken, self.messages = self.messages, []
        return taken

    async def hang_up(self) -> None:
        if self.socket is not None and self._reader is not None:
            await self.socket.close()
            await self._reader
            self.socket = None

    async def close(self) -> None:
        await self.hang_up()
        await self._let_go()

    async def _let_go(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # the tests' own process is interrupted as usual


@cache
def application(database: Path) -> Any:
    """The application for a database; it is used again for the next run, because making one takes long."""
    settings = Settings(
        db=f"sqlite:///{database}", origin="http://tafelrunde.example", patience=0.0, metrics_token=METRICS_TOKEN,
        limits=Limits(**{limit.name: 10**9 for limit in fields(Limits) if not limit.metadata["least"]}),
        mail=Mail("post.example", sender="table@example.org", tls="none"), push_key="a key",
    )  # fmt: skip
    return create_app(settings)


class World:
    """One running server with its people."""

    def __init__(self, name: str, database: Path) -> None:
        self.name, self.database = name, database
        self.people: dict[str, Person] = {}
        self.table_id = ""
        self.commitment = b""
        self.neighbours = ""
        """A table of other people, of which the viewer knows nothing."""
        self.heard: list[Heard] = []
        """What the viewer received and was not yet compared."""
        self.bots_said: list[tuple[int, int]] = []
        """The seats of bots that answered or volunteered, and how many moves they made at once."""
        self.bots_may_answer = asyncio.Event()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[World]:
        door = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sets TCP_NODELAY for this protocol
        door.bind(("127.0.0.1", 0))
        self.app = application(self.database)
        config = uvicorn.Config(
            self.app, log_config=None, access_log=False, server_header=False, date_header=False,
            ws_per_message_deflate=False, timeout_graceful_shutdown=1, timeout_keep_alive=3600, **protocols(),
        )  # fmt: skip
        server = _Server(config)
        running = asyncio.create_task(server.serve(sockets=[door]))
        self.port = door.getsockname()[1]
        try:
            await eventually(lambda: server.started or running.done())
            yield self
        finally:
            for person in self.people.values():
                await person.close()
            server.should_exit = True
            await running
            door.close()
            vars(self.app.state)["_state"].pop("shelf", None)
            for file in self.database.parent.glob(f"{self.database.name}*"):
                file.unlink()

    def enter(self, who: str, token: str = "") -> Person:
        self.people[who] = Person(self.port, who, token)
        return self.people[who]

    @property
    def host(self) -> Any:
        return self.app.state.host

    @property
    def table(self) -> Table:
        found: Table = self.host.tables._tables[self.table_id]
        return found

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table_id}"

    def change(self, statement: str, *values: Any) -> None:
        """Change the database behind the server's back."""
        with closing(sqlite3.connect(self.database, timeout=PATIENCE)) as connection, connection:
            connection.execute(statement, values)

    def rows(self, after: int) -> list[Row]:
        """The rows of the table's log after a version."""
        with closing(sqlite3.connect(self.database)) as connection:
            connection.row_factory = sqlite3.Row
            found = connection.execute(
                'SELECT * FROM log WHERE "table" = ? AND version > ? ORDER BY version', (self.table_id, after)
            )
            return [dict(row) for row in found]

    def note_bots(self) -> None:
        """Let bots wait for the beginning, and keep what they say: it tells which moves were made together."""
        thinkers = self.host.thinkers
        answer, volunteer = thinkers.answer, thinkers.volunteer

        async def noted(table: Table, seat: int, level: str) -> str:
            await self.bots_may_answer.wait()
            move = str(await answer(table, seat, level))
            if table.info.id == self.table_id:
                self.bots_said.append((seat, 1))
            return move

        async def unasked(table: Table, seat: int, level: str) -> Bargained:
            await self.bots_may_answer.wait()
            moves = (await volunteer(table, seat, level)).moves
            if table.info.id == self.table_id and moves:
                self.bots_said.append((seat, len(moves)))
            return Bargained(moves)  # copies repeat moves, not what was said about them

        thinkers.answer, thinkers.volunteer = noted, unasked

    async def settled(self) -> None:
        """Bots have answered, letters are sent."""
        quiet = 0

        def rests() -> bool:
            nonlocal quiet
            busy = any(table.driver is not None or table.lock.locked() for table in self.resting())
            quiet = 0 if busy or self.host.notifier._tasks else quiet + 1
            return quiet > 3

        await eventually(rests, self.name)

    def resting(self) -> list[Table]:
        """The tables at which nobody is at work once the server has settled."""
        free = self.bots_may_answer.is_set()
        return [table for table in self.host.tables.loaded() if free or table.info.id != self.table_id]

    def back_to(self, seat: int) -> int | None:
        """The ply to which a seat could take its moves back."""
        line = self.table.line
        own = line.history.own_moves(seat)
        return line.base + own[-1] if own else None

    async def gone(self, viewer: int | None) -> None:
        """The table has noticed that the viewer does not listen any more."""
        await eventually(lambda: all(listener != viewer for listener, _ in self.table.listeners.values()))

    async def hear(self, person: Person) -> None:
        """Keep what the person's socket has brought."""
        await person.caught_up()
        for text in person.take_messages():
            message = json.loads(text)
            self.heard.append(Heard(f"socket {message['type']}", "", text.encode()))
            person.pushed.take(message)


async def eventually(done: Callable[[], bool], name: str = "") -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            for i in range(10**9):
                if done():
                    return
                await asyncio.sleep(0 if i % 8 else 0.0005)
    except TimeoutError:
        raise TimeoutError(f"{name} is still at work after {PATIENCE:.0f} seconds") from None
