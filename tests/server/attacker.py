"""One scripted attacker, from one address: ``python -m tests.server.attacker URL TABLE SECONDS``.

Everything is tried at once and without pause, whatever is refused. ``TABLE`` is somebody else's table that can be watched.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import websockets

import tafelrunde

ADDRESS = "127.66.0.1"
NICENESS = 19
"""Its own computing would happen on another machine; here it gets what the others leave."""
MB = 1024 * 1024
Attack = Callable[["Attacker"], Coroutine[Any, Any, None]]


class Attacker:
    """The attacker's means: connections from one address, guests, and a count of what was answered."""

    def __init__(self, url: str, table: str, seconds: float) -> None:
        self.url, self.table = url, table
        self.port = urlsplit(url).port or 80
        self.until = time.monotonic() + seconds
        self.answers: Counter[str] = Counter()

    @property
    def going(self) -> bool:
        return time.monotonic() < self.until

    def client(self, token: str = "") -> httpx.AsyncClient:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        limits = httpx.Limits(max_connections=20)
        transport = httpx.AsyncHTTPTransport(local_address=ADDRESS, limits=limits)
        return httpx.AsyncClient(base_url=self.url, transport=transport, headers=headers, timeout=20)

    async def send(self, what: str, client: httpx.AsyncClient, method: str, path: str, body: Any = None) -> httpx.Response | None:
        try:
            answer = await client.request(method, path, json=body)
        except (httpx.HTTPError, OSError):
            self.answers[f"{what} cut off"] += 1
            return None
        self.answers[f"{what} {answer.status_code}"] += 1
        return answer

    async def guest(self) -> httpx.AsyncClient:
        """A new guest; waits where there are too many."""
        async with self.client() as nobody:
            while True:
                answer = await self.send("session", nobody, "POST", "/api/session", {"name": "Mallory"})
                if answer is not None and answer.status_code == 200:
                    return self.client(answer.json()["token"])
                await asyncio.sleep(0.5)

    async def own_table(self, client: httpx.AsyncClient, **more: Any) -> str:
        body = {"game": "new_angeles", "players": 4, "seats": ["me"] * 4, "hints": True, **more}
        answer = await self.send("table", client, "POST", "/api/tables", body)
        return answer.json().get("id", "none") if answer is not None else "none"

    async def raw(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ADDRESS, 0))

    def live(self, table: str) -> Any:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        return websockets.connect(address, local_addr=(ADDRESS, 0), max_size=None, open_timeout=20)


# --- sockets and chat ----------------------------------------------------------------------------


async def spectators(attacker: Attacker) -> None:
    """A hundred sockets at one table; some read, some do not, some ask for the whole view again and again."""

    async def one(n: int) -> None:
        while attacker.going:
            try:
                async with attacker.live(attacker.table) as socket:
                    attacker.answers["socket open"] += 1
                    while attacker.going:
                        if n % 3 == 0:
                            await socket.send('{"type":"hello","version":0}')
                        elif n % 3 == 1:
                            await asyncio.wait_for(socket.recv(), 1)
                        await asyncio.sleep(0.05)
            except (OSError, TimeoutError, websockets.WebSocketException):
                attacker.answers["socket refused"] += 1
                await asyncio.sleep(0.2)

    await asyncio.gather(*(one(n) for n in range(100)))


async def control_frames(attacker: Attacker) -> None:
    """Pings whose answers are not read, and messages in endless fragments."""
    head = (
        f"GET /api/tables/{attacker.table}/live HTTP/1.1\r\nhost: t\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    ping, fragments = b"\x89\xfd\0\0\0\0" + b"x" * 125, b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 20_000
    while attacker.going:
        for flood in (ping * 2000, fragments):
            await _pour(attacker, head, flood)
        await asyncio.sleep(0.1)


async def chat(attacker: Attacker) -> None:
    client = await attacker.guest()
    own = await attacker.own_table(client)
    while attacker.going:
        for table in (attacker.table, own):
            await attacker.send("chat", client, "POST", f"/api/tables/{table}/chat", {"text": "spam " * 99})


# --- connections ---------------------------------------------------------------------------------


async def _pour(attacker: Attacker, *parts: bytes, seconds: float = 5.0) -> None:
    try:
        _, writer = await attacker.raw()
    except OSError:
        attacker.answers["connection refused"] += 1
        return
    try:
        async with asyncio.timeout(seconds):
            for part in parts:
                writer.write(part)
                await writer.drain()
        attacker.answers["poured"] += 1
    except (OSError, TimeoutError):
        attacker.answers["poured and cut off"] += 1
    finally:
        writer.transport.abort()


async def heads(attacker: Attacker) -> None:
    """Heads of many megabytes, one megabyte at a time."""

    async def one() -> None:
        while attacker.going:
            await _pour(attacker, b"GET / HTTP/1.1\r\nx: ", *[b"a" * MB] * 25)

    await asyncio.gather(*(one() for _ in range(8)))


async def pipelines(attacker: Attacker) -> None:
    while attacker.going:
        await _pour(attacker, b"GET /api/health HTTP/1.1\r\nhost: t\r\n\r\n" * 5000)
        await asyncio.sleep(0.1)


async def slow_bodies(attacker: Attacker) -> None:
    """Bodies that come a byte at a time, a quarter of a megabyte of it at once where that is allowed."""

    async def one() -> None:
        while attacker.going:
            try:
                _, writer = await attacker.raw()
                writer.write(b"POST /api/session HTTP/1.1\r\nhost: t\r\ncontent-type: application/json\r\n")
                writer.write(b"content-length: 60000\r\n\r\n" + b" " * 59_000)
                while attacker.going and not writer.is_closing():
                    writer.write(b" ")
                    await writer.drain()
                    await asyncio.sleep(0.5)
                writer.close()
            except OSError:
                attacker.answers["slow body cut off"] += 1
                await asyncio.sleep(0.2)

    await asyncio.gather(*(one() for _ in range(150)))


async def tokens(attacker: Attacker) -> None:
    """A new made-up token of several kilobytes with every request."""
    async with attacker.client() as client:
        while attacker.going:
            client.headers["authorization"] = f"Bearer {secrets.token_hex(4000)}"
            await attacker.send("token", client, "GET", "/api/session")


# --- work ----------------------------------------------------------------------------------------


async def bot_tables(attacker: Attacker) -> None:
    """Sixty tables of hard bots, of one guest as far as that is allowed, then of others."""
    made = 0
    while attacker.going and made < 60:
        client = await attacker.guest()
        refused = 0
        while attacker.going and made < 60 and refused < 3:
            body = {"game": "rise", "players": 4, "seats": ["bot:hard"] * 4}
            answer = await attacker.send("bot table", client, "POST", "/api/tables", body)
            ok = answer is not None and answer.status_code == 200
            made, refused = made + ok, refused + (not ok)


async def files(attacker: Attacker) -> None:
    """TOML of dotted keys, anonymously and as a guest; component sets and records that are right."""
    client = await attacker.guest()
    dotted = {"text": ".".join(["a"] * 120_000) + " = 1"}
    deep = {"text": "a = " + "[" * 200_000}
    own = tafelrunde.load("rise").components.text
    record = sorted((Path(__file__).parent.parent / "games/rise/golden").glob("*.tafel"))[0].read_text()
    async with attacker.client() as nobody:
        while attacker.going:
            await attacker.send("dotted anonymous", nobody, "POST", "/api/study/rise/scenario/step", dotted)
            for body in (dotted, deep):
                await attacker.send("dotted", client, "POST", "/api/study/rise/components/check", body)
            table = {"game": "rise", "players": 2, "seats": ["me", "me"], "components": f"{own}# {random.random()}\n"}
            await attacker.send("own set", client, "POST", "/api/tables", table)
            await attacker.send("verify", client, "POST", "/api/verify", {"record": record})
            upload = {"record": f"{record}# {random.random()}\n"}
            await attacker.send("upload", client, "POST", "/api/study/replays", upload)


async def accounts(attacker: Attacker) -> None:
    """Ninety accounts at once, then guesses of a password."""
    guests = await asyncio.gather(*(attacker.guest() for _ in range(90)))

    async def keep(client: httpx.AsyncClient) -> None:
        body = {"account": f"m{secrets.token_hex(8)}", "password": secrets.token_hex(8)}
        await attacker.send("account", client, "POST", "/api/account", body)

    await asyncio.gather(*map(keep, guests))
    while attacker.going:
        body = {"account": "honest", "password": secrets.token_hex(8)}
        await attacker.send("login", guests[0], "POST", "/api/login", body)


async def plans(attacker: Attacker) -> None:
    client = await attacker.guest()
    table = await attacker.own_table(client)

    async def one(what: str, body: Any) -> None:
        while attacker.going:
            await attacker.send(what, client, "POST", f"/api/tables/{table}/{what}", body)

    later = {"later": True, "seat": 1}
    await asyncio.gather(one("plan", {"moves": [], "seat": 1}), one("words", later), one("preview", {"moves": ["x"] * 64}))


async def reads(attacker: Attacker) -> None:
    """The largest answers there are, with and without a session."""
    client = await attacker.guest()
    paths = (f"/api/tables/{attacker.table}?since=0", "/api/study/rise/rules/en", "/api/games", "/api/my/tables")
    async with attacker.client() as nobody:
        while attacker.going:
            for path in paths:
                await asyncio.gather(*(attacker.send("read", one, "GET", path) for one in (client, nobody)))


async def practice(attacker: Attacker) -> None:
    client = await attacker.guest()
    table = await attacker.own_table(client, pace={"mode": "live", "seconds": 5})
    while attacker.going:
        await attacker.send("practice", client, "POST", f"/api/study/tables/{table}/practice", {"seat": 0, "level": "hard"})
        await attacker.send("hint", client, "POST", f"/api/tables/{table}/hint", {})


ATTACKS: tuple[Attack, ...] = (
    spectators, control_frames, chat, heads, pipelines, slow_bodies, tokens, bot_tables, files, accounts, plans, reads, practice,
)  # fmt: skip


async def main(url: str, table: str, seconds: float) -> None:
    attacker = Attacker(url, table, seconds)
    tasks = [asyncio.create_task(attack(attacker)) for attack in ATTACKS]
    _, late = await asyncio.wait(tasks, timeout=seconds + 5)
    for task in late:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps(dict(sorted(attacker.answers.items()))), flush=True)
    os._exit(0)


if __name__ == "__main__":
    os.nice(NICENESS)
    asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3])))
