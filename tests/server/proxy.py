"""A TCP proxy between a server under test and PostgreSQL that can fail in every way a network does."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from urllib.parse import urlsplit

from tests.server.postgres import free_port

COMMIT = b"COMMIT;"


class Proxy:
    """Runs in a thread of its own, so that a test may block. ``mode`` is what happens to traffic from now on.

    pass; refuse: new connections are closed at once; freeze: nothing is carried any more, nothing is closed;
    answer_lost: the next COMMIT is carried out, and its answer is lost with the connection;
    commit_lost: the next COMMIT is lost with the connection;
    commit_late: the next COMMIT comes ``delay`` seconds after the other end has lost the connection.
    """

    def __init__(self, db: str) -> None:
        parts = urlsplit(db)
        self._target = parts.hostname or "127.0.0.1", parts.port or 5432
        self.port = free_port()
        self.url = db.replace(f"{self._target[0]}:{self._target[1]}", f"127.0.0.1:{self.port}")
        self.mode = "pass"
        self.then = "pass"
        """The mode after a COMMIT that was interfered with."""
        self.delay = 1.0
        self.commits_lost = 0
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()
        self._ready.wait(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(asyncio.start_server(self._carry, "127.0.0.1", self.port))
        self._ready.set()
        self._loop.run_forever()

    def cut(self) -> None:
        """Reset every connection."""
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.mode == "refuse":
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection(*self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, back}
        both = [asyncio.create_task(self._forth(reader, back, writer)), asyncio.create_task(self._pump(there, writer))]
        with suppress(Exception):
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)
        for end in (writer, back):
            end.transport.abort()
            self._writers.discard(end)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._thaw()
            writer.write(data)
            await writer.drain()

    async def _forth(self, reader: asyncio.StreamReader, back: asyncio.StreamWriter, client: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._thaw()
            mode = self.mode
            if COMMIT in data and mode in ("answer_lost", "commit_lost", "commit_late"):
                self.mode = self.then
                self.commits_lost += 1
                client.transport.abort()
                if mode == "commit_late":
                    await asyncio.sleep(self.delay)
                if mode != "commit_lost":
                    back.write(data)
                    await back.drain()
                    await asyncio.sleep(0.2)
                return
            back.write(data)
            await back.drain()

    async def _thaw(self) -> None:
        while self.mode == "freeze":
            await asyncio.sleep(0.05)
