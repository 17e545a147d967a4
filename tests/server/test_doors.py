"""Sockets at the door: opened in turns, parsed in slices, refused without a word in the log."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
import websockets

from tafelrunde.server import doors
from tafelrunde.server.settings import Limits

KEY = "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


class Slow:
    """An application that takes a moment to open a socket, and counts how many it opens at once; ``/no`` is refused."""

    def __init__(self) -> None:
        self.state = SimpleNamespace(connections=doors.Connections(Limits()))
        self.opening = self.most = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        if scope["path"] == "/no":
            await send({"type": "websocket.http.response.start", "status": 429, "headers": []})
            await send({"type": "websocket.http.response.body", "body": b"too many"})
            return
        self.opening += 1
        self.most = max(self.most, self.opening)
        await asyncio.sleep(0.02)
        self.opening -= 1
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass


@asynccontextmanager
async def serving(app: Slow) -> AsyncIterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = uvicorn.Config(app, lifespan="off", log_config=None, **doors.protocols())
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve([listening]))
        yield listening.getsockname()[1]
        server.should_exit = True
        await task


async def test_sockets_of_one_address_are_opened_in_turns() -> None:
    app = Slow()
    async with serving(app) as port:

        async def join(address: str) -> None:
            async with websockets.connect(f"ws://127.0.0.1:{port}/", local_addr=(address, 0)):
                pass

        await asyncio.gather(*(join("127.0.0.1") for _ in range(12)))
        assert app.most == doors.HANDSHAKES
        await asyncio.gather(*(join(f"127.0.0.{n % 3 + 1}") for n in range(12)))
        assert app.most == 3 * doors.HANDSHAKES, "other addresses do not wait"


async def test_frames_after_the_one_that_is_cut_off_are_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = 0
    handle = doors.Sockets.handle_cont

    def counted(self: doors.Sockets, event: Any) -> None:
        nonlocal seen
        seen += 1
        handle(self, event)

    monkeypatch.setattr(doors.Sockets, "handle_cont", counted)
    async with serving(Slow()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET / HTTP/1.1\r\nhost: t\r\n{KEY}\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 20_000)
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await asyncio.wait_for(reader.readexactly(1), 10)
        writer.close()
    assert doors.FRAGMENTS < seen < 5000


async def test_a_refused_socket_is_no_error_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async with serving(Slow()) as port:
        with caplog.at_level(logging.INFO), pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(f"ws://127.0.0.1:{port}/no")
    assert refused.value.response.status_code == 429
    assert refused.value.response.body == b"too many"
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
