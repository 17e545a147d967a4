"""A really started server process, and clients that talk to it as people's programs do."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import websockets

from tests.server.described import check_answer, check_message
from tests.server.nursery import Forked, Nursery, can_fork
from tests.server.patching import Pushed
from tests.server.postgres import free_port

ROOT = Path(__file__).parent.parent.parent
METRICS_TOKEN = "a token for tests"
ENV = {
    "TAFELRUNDE_RATE": "100000", "TAFELRUNDE_SESSIONS_AN_HOUR": "0", "TAFELRUNDE_ADDRESS_FACTOR": "1000",
    "TAFELRUNDE_METRICS_TOKEN": METRICS_TOKEN, "TAFELRUNDE_ANSWER_SECONDS": "500",
}  # fmt: skip
"""All tests come from one address; the limits of each person are the ordinary ones."""


class Server:
    """One server process; ``kill`` is SIGKILL, ``stop`` is polite."""

    nursery: Nursery | None = None
    """Where processes are forked, in test runs; else each one is a program of its own."""

    def __init__(
        self,
        db: str,
        port: int | None = None,
        arguments: tuple[str, ...] = (),
        env: dict[str, str] | None = None,
        errors: Path | None = None,
    ) -> None:
        self.db, self.port = db, port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._arguments = arguments
        self._errors = errors
        """Where the log goes; to that of the tests by default."""
        self._env = ENV if env is None else env
        self.process: subprocess.Popen[str] | Forked | None = None

    def start(self) -> Server:
        arguments = ["serve", "--port", str(self.port), "--db", self.db, *self._arguments]
        env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])} | self._env
        with ExitStack() as stack:
            errors = stack.enter_context(self._errors.open("a")) if self._errors is not None else None
            if Server.nursery is not None and can_fork(self._env):
                self.process = Server.nursery.start(arguments, env, errors)
            else:
                command = [sys.executable, "-m", "tests.server.serve", *arguments]
                self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=env, cwd=ROOT)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert self.url in line, f"the server did not start: {line!r}"
        return self

    def log(self) -> list[str]:
        """The lines of the log so far."""
        assert self._errors is not None
        return self._errors.read_text().splitlines()

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(20)


@contextmanager
def serving(
    db: str, *arguments: str, env: dict[str, str] | None = None, fault: str = "", log: Path | None = None
) -> Iterator[Server]:  # fmt: skip
    """A server; ``fault`` names some of :mod:`tests.server.faults`, ``log`` the file for what it writes to its log."""
    env = (ENV if env is None else env) | ({"TAFELRUNDE_TEST_FAULT": fault} if fault else {})
    server = Server(db, arguments=arguments, env=env, errors=log).start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()


class Client:
    """A person's program."""

    def __init__(self, url: str, name: str = "Anna") -> None:
        self.url, self.name = url, name
        self.http = httpx.AsyncClient(base_url=url, timeout=30)
        self.token = ""
        self.bytes_read: list[bytes] = []
        """Every byte this client was ever sent, for the search after leaks."""

    async def enter(self) -> Client:
        body = await self.post("/api/session", name=self.name)
        self.token = body["token"]
        self.http.cookies.clear()
        self.http.headers["authorization"] = f"Bearer {self.token}"
        return self

    async def send(self, method: str, path: str, body: Any = None) -> httpx.Response:
        answer = await self.http.request(method, path, json=body)
        self.bytes_read.append(answer.content)
        check_answer(method, path, answer.status_code, answer.headers.get("content-type", ""), answer.content)
        return answer

    async def post(self, path: str, /, **body: Any) -> Any:
        answer = await self.send("POST", path, body)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def get(self, path: str) -> Any:
        answer = await self.send("GET", path)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def refused(self, path: str, /, **body: Any) -> tuple[int, dict[str, Any]]:
        answer = await self.send("POST", path, body)
        return answer.status_code, answer.json()

    async def view(self, table: str) -> dict[str, Any]:
        found: dict[str, Any] = (await self.get(f"/api/tables/{table}"))["view"]
        return found

    @asynccontextmanager
    async def live(self, table: str, version: int | None = None) -> AsyncIterator[Live]:
        address = self.url.replace("http", "ws") + f"/api/tables/{table}/live"
        address += "" if version is None else f"?version={version}"
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        async with websockets.connect(address, additional_headers=headers, max_size=None) as socket:
            yield Live(self, socket)

    async def close(self) -> None:
        await self.http.aclose()


class Live:
    """A live connection of a client."""

    def __init__(self, client: Client, socket: Any) -> None:
        self._client, self.socket = client, socket
        self._pushed = Pushed()

    async def next(self, kind: str | None = None, seconds: float = 10) -> dict[str, Any]:
        """The next message, or the next of a kind. A patch comes as the ``view`` that it leads to."""
        async with asyncio.timeout(seconds):
            while True:
                text = await self.socket.recv()
                self._client.bytes_read.append(text.encode())
                told = json.loads(text)
                check_message(told)
                message = self._pushed.take(told)
                if kind is None or message["type"] == kind:
                    return message

    async def send(self, **body: Any) -> None:
        await self.socket.send(json.dumps(body))


async def metrics(url: str) -> dict[str, float]:
    """The numbers of a server, by name."""
    answer = await httpx.AsyncClient().get(f"{url}/metrics", headers={"authorization": f"Bearer {METRICS_TOKEN}"})
    assert answer.status_code == 200
    lines = (line.split() for line in answer.text.splitlines() if line.startswith("tafelrunde_"))
    return {name: float(value) for name, value in lines}


async def people(url: str, n: int) -> list[Client]:
    return [await Client(url, f"Person {i}").enter() for i in range(n)]


async def seated(url: str, game: str, players: int, **more: Any) -> tuple[str, list[Client]]:
    """A table with a person at every seat."""
    clients = await people(url, players)
    made = await clients[0].post("/api/tables", game=game, players=players, seats=["me", *["open"] * (players - 1)], **more)
    for client, invite in zip(clients[1:], made["invites"], strict=True):
        await client.post(f"/api/tables/{made['id']}/join", invite=invite)
    return made["id"], clients


async def play_on(table: str, clients: list[Client], random: Random, plies: int) -> int:
    """Random moves over HTTP; returns how many were made."""
    for made in range(plies):
        for client in clients:
            view = await client.view(table)
            if view["over"]:
                return made
            if view["decision"]:
                move = random.choice(view["decision"]["moves"])
                await client.post(
                    f"/api/tables/{table}/moves", decision=view["decision"]["id"], moves=[move], key=f"k{time.time_ns()}"
                )
                break
    return plies
