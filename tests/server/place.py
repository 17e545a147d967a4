"""Where a guarantee is tried: folders, databases and servers, all of them with the same fault or with none."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.server.disk import Disk
from tests.server.harness import ENV, Client, Server, seated
from tests.server.postgres import Cluster, fresh_database

UNLIMITED = ENV | {
    f"TAFELRUNDE_{name}": "0"
    for name in ("CHAT_A_MINUTE", "TABLES_PER_PERSON", "TABLES_AN_HOUR", "BOT_SECONDS_AN_HOUR", "CHAT_LINES")
}
SOON = 15.0
"""Seconds within which everything must go on after a fault, also on a slow machine."""


class Place:
    def __init__(self, folder: Path, cluster: Callable[[], Cluster], fault: str | None = None) -> None:
        self.folder, self._cluster, self.fault = folder, cluster, fault
        self._numbers = itertools.count()

    def new_folder(self) -> Path:
        made = self.folder / f"place{next(self._numbers)}"
        made.mkdir()
        return made

    def sqlite(self) -> str:
        return f"sqlite:///{self.new_folder()}/t.db"

    @property
    def cluster(self) -> Cluster:
        return self._cluster()

    def postgres(self) -> str:
        return fresh_database(self.cluster.url)

    def disk(self) -> Disk:
        return Disk(self.new_folder(), self.new_folder())

    @asynccontextmanager
    async def server(self, db: str, disk: Disk | None = None, constants: str = "") -> AsyncIterator[Server]:
        """A server process with the fault; ``constants`` as in :mod:`tests.server.serve`."""
        env = (
            UNLIMITED
            | {"TAFELRUNDE_TEST_FAULT": self.fault or "", "TAFELRUNDE_TEST_SET": constants}
            | (disk.env if disk is not None else {})
        )
        server = Server(db, env=env, errors=self.new_folder() / "errors")
        await asyncio.to_thread(server.start)
        try:
            yield server
        finally:
            assert server.process is not None
            if server.process.poll() is None:
                server.kill()


async def status(client: Client, method: str, path: str, body: Any = None) -> int:
    """The status of an answer; one of 503 must say when to come back. 0 if there was none."""
    try:
        answer = await client.http.request(method, path, json=body, timeout=20)
    except httpx.TransportError:
        return 0
    if answer.status_code == 503:
        assert int(answer.headers["retry-after"]) >= 1, "503 without Retry-After"
        assert answer.json().get("type", "unavailable") in ("unavailable", "busy"), answer.text
    return answer.status_code


async def until(
    client: Client, method: str, path: str, body: Any = None, wanted: int = 200, seconds: float = SOON
) -> httpx.Response:
    """Ask until the answer has a status; every other answer meanwhile must be an honest 503."""
    deadline = time.monotonic() + seconds
    while True:
        answer = await client.http.request(method, path, json=body, timeout=20)
        if answer.status_code == wanted:
            return answer
        assert answer.status_code in (200, 503), f"{path}: {answer.status_code} {answer.text}"
        assert time.monotonic() < deadline, f"{path}: still {answer.status_code} after {seconds} seconds, not {wanted}"
        await asyncio.sleep(0.1)


async def health(client: Client, wanted: int, seconds: float = SOON) -> dict[str, Any]:
    found: dict[str, Any] = (await until(client, "GET", "/api/health", wanted=wanted, seconds=seconds)).json()
    assert found["ok"] == (wanted == 200)
    return found


class Pair:
    """Two people at a table of Kontor, who move one after the other."""

    def __init__(self, table: str, clients: list[Client]) -> None:
        self.table, self.clients = table, clients
        self._keys = itertools.count()

    @classmethod
    async def sit(cls, url: str, game: str = "kontor") -> Pair:
        return cls(*await seated(url, game, 2))

    @property
    def moves(self) -> str:
        return f"/api/tables/{self.table}/moves"

    async def asked(self) -> tuple[Client, dict[str, Any]]:
        """Who is asked, and a request that answers; the same request may be sent again."""
        for client in self.clients:
            shown = (await until(client, "GET", f"/api/tables/{self.table}")).json()
            decision = shown["view"]["decision"]
            if decision:
                return client, {"decision": decision["id"], "moves": decision["moves"][:1], "key": f"key{next(self._keys)}"}
        raise AssertionError("nobody is asked")

    async def move(self) -> dict[str, Any]:
        client, body = await self.asked()
        made: dict[str, Any] = (await until(client, "POST", self.moves, body)).json()
        return made
