"""Who is slow: heads and bodies of requests that dribble, sockets that do not read; over raw connections."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.server.harness import ENV, Client, Server, play_on, seated, serving

SLOW = 1.0
"""Seconds the server of these tests gives a request."""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("slow")
    with serving(f"sqlite:///{path}/t.db", env=ENV | {"TAFELRUNDE_SLOW_SECONDS": str(SLOW)}) as server:
        yield server


async def dribble(server: Server, at_once: bytes, then: bytes, every: float = 0.1) -> tuple[bytes, float]:
    """Send something at once and the rest a byte at a time; what was answered, and after how long the end came."""
    began = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(at_once)

    async def go_on() -> None:
        for byte in then:
            await asyncio.sleep(every)
            writer.write(bytes([byte]))

    going = asyncio.create_task(go_on())
    try:
        async with asyncio.timeout(15):
            answer = await reader.read()
    finally:
        going.cancel()
        writer.close()
    return answer, time.monotonic() - began


async def test_a_head_that_dribbles_is_408(impatient: Server) -> None:
    answer, after = await dribble(impatient, b"GET / HTTP/1.1\r\n", b"x-slow: " + b"a" * 300)
    assert answer.startswith(b"HTTP/1.1 408")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["type"] == "too_slow"
    assert SLOW <= after < SLOW + 5


async def test_a_connection_that_says_nothing_is_closed(impatient: Server) -> None:
    answer, after = await dribble(impatient, b"", b"")
    assert answer.startswith(b"HTTP/1.1 408")
    assert after < SLOW + 5


async def test_a_second_request_on_a_connection_is_as_impatient(impatient: Server) -> None:
    first = b"GET /api/health HTTP/1.1\r\nhost: t\r\n\r\n"
    answer, after = await dribble(impatient, first, b"GET /api/health HTTP/1.1\r\n" + b"x" * 300, 0.05)
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1 408" in answer
    assert after < SLOW + 5


async def test_a_body_that_dribbles_is_408_however_steadily(impatient: Server) -> None:
    head = b"POST /api/session HTTP/1.1\r\nhost: t\r\ncontent-type: application/json\r\ncontent-length: 300\r\n\r\n{"
    answer, after = await dribble(impatient, head, b" " * 299)
    assert answer.startswith(b"HTTP/1.1 408"), answer
    assert SLOW <= after < SLOW + 5


async def test_who_is_only_idle_between_requests_is_served(impatient: Server) -> None:
    async with httpx.AsyncClient(base_url=impatient.url) as client:
        for _ in range(2):
            assert (await client.get("/api/health")).status_code == 200
            await asyncio.sleep(SLOW * 1.5)


async def test_a_socket_that_does_not_read_is_cut_off(impatient: Server) -> None:
    """The others go on; the one that does not read loses its connection, whatever its end of the line does."""
    table, clients = await seated(impatient.url, "new_angeles", 4)
    await here(clients[0], table, 1)
    before = open_files(impatient)
    deaf = socket.create_connection(("127.0.0.1", impatient.port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    deaf.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nhost: t\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\nauthorization: Bearer {clients[1].token}\r\n\r\n".encode()
    )
    while not await here(clients[0], table, 1):
        await asyncio.sleep(0.02)
    hello = b'{"type":"hello"}'
    frame = bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello  # each is answered with the whole view
    async with asyncio.timeout(60):
        while await here(clients[0], table, 1):
            await asyncio.to_thread(send_some, deaf, frame * 100)
    assert await play_on(table, clients, Random(3), 5) == 5
    async with asyncio.timeout(12):
        while open_files(impatient) > before:
            await asyncio.sleep(0.1)
    deaf.close()


def open_files(server: Server) -> int:
    """What the server's process holds: a connection it only waits for would still be among it."""
    assert server.process is not None
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


async def here(client: Client, table: str, seat: int) -> bool:
    found: bool = (await client.get(f"/api/tables/{table}"))["table"]["seats"][seat]["here"]
    return found


def send_some(connection: socket.socket, what: bytes) -> None:
    connection.settimeout(0.2)
    with suppress(TimeoutError, ConnectionError):
        connection.sendall(what)
