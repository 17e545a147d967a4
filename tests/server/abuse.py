"""One attacker next to fifty honest tables: ``python -m tests.server.abuse`` (``make abuse``).

Honest people play at fifty tables, half of them against bots, each table from an address of its own. Undisturbed and attacked
phases alternate within one run; the medians over its rounds are compared, because other machines' work on the same hardware
disturbs single rounds. A move is timed from the moment it is sent until every socket of its table has the new view.
The figures go to ``build/abuse.json``; the exit code is 1 if a bound is broken.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
import websockets

import tafelrunde
from tests.server.harness import ROOT, Server
from tests.server.load import descendants, stolen
from tests.server.patching import Pushed

OUT = Path("build")
MB = 1024 * 1024
TABLES = 50
PEOPLE_SECONDS, BOTS_SECONDS = 0.7, 3.0
"""Seconds between two moves at a table of people, and at one against bots."""
RATIO, GROWTH, LEFT, BOT_SECONDS, SEAT_SECONDS, LOGIN_SECONDS = 2.0, 100 * MB, 50 * MB, 6.0, 3.0, 5.0
"""What must hold: p99 under attack to undisturbed, growth of memory, what stays of it; how long a bot, a socket of a seated
person and a sign-in may take under attack."""
LOGIN_EVERY = 5
PASSWORD = "correct horse"


@dataclass
class Figures:
    """What honest people met in one phase."""

    moves: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    seats: list[float] = field(default_factory=list)
    logins: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = {"moves": len(self.moves), "errors": self.errors[:5]}
        for name in ("moves", "bots", "seats", "logins"):
            times = sorted(getattr(self, name))
            if times:
                found |= {f"{name}_p{p}_ms": round(1000 * quantile(times, p), 1) for p in (50, 99)}
                found[f"{name}_max_ms"] = round(1000 * times[-1], 1)
        return found


def quantile(ordered: list[float], percent: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


# --- honest people -------------------------------------------------------------------------------


class HonestTable:
    """A table with a socket for each person; all of them come from one address."""

    def __init__(self, url: str, number: int, bots: bool) -> None:
        self.address = f"127.1.{number // 200}.{number % 200 + 1}"
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        self.http = httpx.AsyncClient(base_url=url, transport=transport, timeout=30)
        self.port = httpx.URL(url).port
        self.bots, self.number, self.random = bots, number, Random(number)
        self.id = ""
        self.tokens: list[str] = []
        self.sockets: list[Any] = []
        self.versions: list[int] = []
        self.asked: dict[int, tuple[str, list[str]]] = {}
        self.bot_asked: float | None = None
        self.over = False
        self.changed = asyncio.Event()
        self.figures = Figures()
        self._tasks: list[asyncio.Task[None]] = []

    async def post(self, path: str, token: str = "", **body: Any) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.post(path, json=body, headers=headers)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code} {answer.text[:200]}")
        return answer.json()

    async def open(self) -> None:
        games = tafelrunde.games()
        game = tafelrunde.load(games[self.number % len(games)])
        players = min(p for p in game.players if p >= 2)
        people = 1 if self.bots else players
        self.tokens = [(await self.post("/api/session", name=f"Person {n}"))["token"] for n in range(people)]
        await self.begin(game.id, players)

    async def begin(self, game: str, players: int) -> None:
        seats = ["me", *("bot:easy" if self.bots else "open" for _ in range(players - 1))]
        made = await self.post("/api/tables", self.tokens[0], game=game, players=players, seats=seats)
        self.id, self.game, self.players = made["id"], game, players
        for token, invite in zip(self.tokens[1:], made["invites"], strict=True):
            await self.post(f"/api/tables/{self.id}/join", token, invite=invite)
        self.asked, self.over, self.bot_asked = {}, False, None
        self.versions = [0] * len(self.tokens)
        self.sockets = [await self.live(token) for token in self.tokens]
        self._tasks = [asyncio.create_task(self.listen(place)) for place in range(len(self.sockets))]

    async def live(self, token: str) -> Any:
        return await websockets.connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{self.id}/live", local_addr=(self.address, 0), max_size=None, open_timeout=30,
            additional_headers={"authorization": f"Bearer {token}"},
        )  # fmt: skip

    async def listen(self, place: int) -> None:
        pushed = Pushed()
        try:
            async for text in self.sockets[place]:
                self.hear(place, pushed.take(json.loads(text)))
        except websockets.ConnectionClosed as error:
            self.figures.errors.append(f"closed: {error}")

    def hear(self, place: int, message: dict[str, Any]) -> None:
        if message["type"] == "error":
            self.figures.errors.append(str(message))
        if message["type"] == "ack":
            self.acked = message["version"]
        if message["type"] == "view":
            view, seat = message["view"], message["seat"]
            self.versions[place] = message["version"]
            self.asked.pop(seat, None)
            if view["decision"]:
                self.asked[seat] = (view["decision"]["id"], view["decision"]["moves"])
            self.over = view["over"]
            if self.bots:
                now = time.perf_counter()
                if self.bot_asked is not None:
                    self.figures.bots.append(now - self.bot_asked)
                self.bot_asked = now if any(s != seat for s in view["to_act"]) else None
        self.changed.set()

    async def move(self) -> None:
        seat = self.random.choice(list(self.asked))
        question, moves = self.asked.pop(seat)
        place = 0 if self.bots else seat
        body = {"type": "moves", "decision": question, "moves": [self.random.choice(moves)], "key": f"{time.time_ns()}"}
        self.acked = 0
        began = time.perf_counter()
        await self.sockets[place].send(json.dumps(body))
        async with asyncio.timeout(30):
            while not self.acked or min(self.versions) < self.acked:
                self.changed.clear()
                await self.changed.wait()
        self.figures.moves.append(time.perf_counter() - began)

    async def play(self) -> None:
        """Play on for ever; a finished game is followed by another."""
        pause = BOTS_SECONDS if self.bots else PEOPLE_SECONDS
        await asyncio.sleep(pause * self.random.random())
        due = time.perf_counter()
        while True:
            due = max(time.perf_counter(), due + pause * self.random.uniform(0.7, 1.3))
            await asyncio.sleep(due - time.perf_counter())
            try:
                if self.over:
                    await self.close()
                    await self.begin(self.game, self.players)
                if self.asked:
                    await self.move()
            except Exception as error:
                self.figures.errors.append(f"{type(error).__name__}: {error}"[:200])
                await asyncio.sleep(1)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for socket in self.sockets:
            with suppress(Exception):
                await asyncio.wait_for(socket.close(), 2)


async def come_and_go(table: HonestTable) -> None:
    """A seated person of the watched table opens a new socket every second; an account holder signs in from elsewhere.

    That is done less often: more than 60 times an hour would be refused.
    """
    http = httpx.AsyncClient(
        base_url=table.http.base_url, transport=httpx.AsyncHTTPTransport(local_address="127.2.0.1"), timeout=60
    )
    for second in count():
        await asyncio.sleep(1)
        try:
            began = time.perf_counter()
            socket = await table.live(table.tokens[0])
            await asyncio.wait_for(socket.recv(), 30)
            table.figures.seats.append(time.perf_counter() - began)
            await socket.close()
            if second % LOGIN_EVERY:
                continue
            began = time.perf_counter()
            answer = await http.post("/api/login", json={"account": "honest", "password": PASSWORD})
            table.figures.logins.append(time.perf_counter() - began)
            if answer.status_code != 200:
                table.figures.errors.append(f"login: {answer.status_code} {answer.text[:100]}")
        except Exception as error:
            table.figures.errors.append(f"seat: {type(error).__name__}: {error}"[:200])


# --- memory --------------------------------------------------------------------------------------


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def tree(pid: int) -> int:
    """The memory of a process and of those it started, shared pages counted once (PSS)."""
    found = 0
    for one in [pid, *descendants(pid)]:
        with suppress(OSError, IndexError, ValueError):
            rollup = Path(f"/proc/{one}/smaps_rollup").read_text()
            found += int(rollup.split("Pss:")[1].split()[0]) * 1024
    return found


@dataclass
class Memory:
    pid: int
    peak: int = 0
    peak_tree: int = 0

    async def watch(self) -> None:
        while True:
            self.peak = max(self.peak, resident(self.pid))
            self.peak_tree = max(self.peak_tree, tree(self.pid))
            await asyncio.sleep(0.25)


# --- the run -------------------------------------------------------------------------------------


class Run:
    def __init__(self, server: Server, seconds: float, rounds: int) -> None:
        assert server.process is not None
        self.server, self.pid, self.seconds, self.rounds = server, server.process.pid, seconds, rounds
        self.tables = [HonestTable(server.url, n, bots=n % 2 == 1) for n in range(TABLES)]
        self.calm, self.attacked = Figures(), Figures()
        self.p99s: list[tuple[float, float]] = []
        """Of each round: undisturbed, under attack."""
        self.answers: dict[str, int] = {}

    async def phase(self, seconds: float, into: Figures) -> float:
        """Returns the 99th percentile of the moves' times."""
        figures = Figures()
        for table in self.tables:
            table.figures = figures
        await asyncio.sleep(seconds)
        for name in ("moves", "bots", "seats", "logins", "errors"):
            getattr(into, name).extend(getattr(figures, name))
        return quantile(sorted(figures.moves), 99)

    async def attack(self, seconds: float) -> None:
        command = [sys.executable, "-m", "tests.server.attacker", self.server.url, self.tables[0].id, str(seconds)]
        process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, cwd=ROOT)
        out, _ = await process.communicate()
        for name, n in json.loads(out or b"{}").items():
            self.answers[name] = self.answers.get(name, 0) + n

    async def warm_up(self) -> None:
        """Everything that is started once has been started before memory is measured: workers, the bots' process, a hash."""
        for table in self.tables:
            await table.open()
        first = self.tables[0]
        await first.post("/api/account", first.tokens[0], account="honest", password=PASSWORD)
        first.tokens[0] = (await first.post("/api/login", account="honest", password=PASSWORD))["token"]
        for _ in range(3):
            for place, token in enumerate(first.tokens):
                await first.post(f"/api/tables/{first.id}/words", token, seat=place)
            await asyncio.sleep(2)
        own = tafelrunde.load("rise").components.text
        await first.post("/api/study/rise/components/check", first.tokens[0], text=own)

    async def go(self) -> dict[str, Any]:
        await self.warm_up()
        playing = [asyncio.create_task(table.play()) for table in self.tables]
        playing.append(asyncio.create_task(come_and_go(self.tables[0])))
        await self.phase(4, Figures())
        before, before_tree = resident(self.pid), tree(self.pid)
        memory = Memory(self.pid)
        watching = asyncio.create_task(memory.watch())
        lost = stolen()
        for _ in range(self.rounds):
            calm = await self.phase(self.seconds, self.calm)
            attack = asyncio.create_task(self.attack(self.seconds + 3))
            await asyncio.sleep(2)  # it has begun
            self.p99s.append((calm, await self.phase(self.seconds, self.attacked)))
            await attack
            await asyncio.sleep(3)
        watching.cancel()
        after, after_tree = await self.settled(before)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for table in self.tables:
            await table.close()
        return {
            "undisturbed": self.calm.told(), "attacked": self.attacked.told(), "attacker": self.answers,
            "p99_ms": [[round(1000 * value, 1) for value in pair] for pair in self.p99s],
            "p99_ratio": round(median(attacked for _, attacked in self.p99s) / median(calm for calm, _ in self.p99s), 2),
            "memory_mb": {
                "before": before // MB, "grown": (memory.peak - before) // MB, "left": (after - before) // MB,
                "all_before": before_tree // MB, "all_grown": (memory.peak_tree - before_tree) // MB,
                "all_left": (after_tree - before_tree) // MB,
            },
            "stolen_s": round(stolen() - lost, 1),
        }  # fmt: skip

    async def settled(self, before: int) -> tuple[int, int]:
        """The memory after the attack, when what it left behind has expired."""
        until = time.monotonic() + 40
        while time.monotonic() < until and resident(self.pid) - before > LEFT // 2:
            await asyncio.sleep(1)
        return resident(self.pid), tree(self.pid)


def broken(found: dict[str, Any]) -> list[str]:
    """The bounds that do not hold, in words."""
    attacked, memory = found["attacked"], found["memory_mb"]
    wrong = []
    if found["p99_ratio"] >= RATIO:
        wrong.append(f"p99 is {found['p99_ratio']} times its undisturbed value")
    for name in ("grown", "all_grown"):
        if memory[name] * MB >= GROWTH:
            wrong.append(f"memory has {name} by {memory[name]} MB")
    if memory["left"] * MB >= LEFT:
        wrong.append(f"{memory['left']} MB of memory did not come back")
    for name, most in (("bots", BOT_SECONDS), ("seats", SEAT_SECONDS), ("logins", LOGIN_SECONDS)):
        if attacked.get(f"{name}_max_ms", 1e9) > most * 1000:
            wrong.append(f"{name} waited {attacked.get(f'{name}_max_ms')} ms")
    if attacked["errors"] or found["undisturbed"]["errors"]:
        wrong.append(f"honest people met errors: {attacked['errors'] or found['undisturbed']['errors']}")
    return wrong


def measure(seconds: float, rounds: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/abuse.db", env={"TAFELRUNDE_IDLE_SECONDS": "5"})
        server.start()
        try:
            return asyncio.run(Run(server, seconds, rounds).go())
        finally:
            server.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="of each phase")
    parser.add_argument("--rounds", type=int, default=5, help="of an undisturbed and an attacked phase")
    args = parser.parse_args()
    found = measure(args.seconds, args.rounds)
    OUT.mkdir(exist_ok=True)
    (OUT / "abuse.json").write_text(json.dumps(found, indent=1))
    print(json.dumps(found, indent=1))
    wrong = broken(found)
    for line in wrong:
        print(f"BROKEN: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
