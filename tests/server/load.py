"""Load: ``python -m tests.server.load`` (``make load``). Real sockets, real commits, the registered games mixed.

Server and generator are pinned to one core each. A move is timed from the moment it is sent until every socket of its
table has the new view. ``server_ms_a_move`` is the processor time of the server, which can be compared on a busy machine,
``client_ms_a_move`` that of the generator: where it is the larger one, the generator bounds the moves a second.
``bytes_a_move`` are all messages that came over the sockets, ``stolen_s`` the core-seconds that the host took away meanwhile.
The figures go to ``build/load.json``, the plot to ``build/load.png``.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import orjson
import websockets

import tafelrunde
from tests.server.harness import ENV, Client, Server, metrics, people
from tests.server.patching import Pushed
from tests.server.postgres import fresh_database, postgres

OUT = Path("build")
LIMITS = ("TABLES_PER_PERSON", "TABLES_AN_HOUR", "SOCKETS_PER_PERSON", "SOCKETS_PER_ADDRESS")
UNLIMITED = {f"TAFELRUNDE_{name}": "0" for name in LIMITS}
"""Four people open all tables and sockets; the limits stay in the path of every request."""
SOCKETS = 4
"""Sockets at each table: its seats, and spectators up to this number."""


class Table:
    """A table with all its sockets."""

    received = 0
    """Characters of all messages of all tables."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.sockets: list[Any] = []
        self.questions: dict[int, tuple[str, list[str]]] = {}
        self.over = False
        self.version = 0
        self.waiting = 0
        self.done: asyncio.Event = asyncio.Event()

    async def listen(self, place: int) -> None:
        pushed = Pushed()
        async for text in self.sockets[place]:
            Table.received += len(text)
            message = pushed.take(orjson.loads(text))
            if message["type"] == "error":
                raise RuntimeError(text)
            if message["type"] != "view":
                continue
            view, seat = message["view"], message["seat"]
            if seat is not None:
                asked = view["decision"]
                self.questions.pop(seat, None)
                if asked:
                    self.questions[seat] = (asked["id"], asked["moves"])
            self.over = view["over"]
            self.version = max(self.version, message["version"])
            self.waiting -= 1
            if self.waiting == 0:
                self.done.set()

    async def move(self, random: Random) -> float:
        """One move; the time until the last socket has it."""
        seat = random.choice(list(self.questions))
        question, moves = self.questions[seat]
        self.done.clear()
        self.waiting = len(self.sockets)
        body = orjson.dumps({"type": "moves", "decision": question, "moves": [random.choice(moves)], "key": f"{self.version}"})
        began = time.perf_counter()
        await self.sockets[seat].send(body.decode())
        async with asyncio.timeout(30):
            await self.done.wait()
        return time.perf_counter() - began


async def open_tables(server: Server, count: int, listeners: list[asyncio.Task[None]]) -> list[Table]:
    guests = await people(server.url, SOCKETS)
    watcher = Client(server.url)
    games = [tafelrunde.load(name) for name in tafelrunde.games()]
    tables = []
    for n in range(count):
        game = games[n % len(games)]
        players = max(p for p in game.players if p <= SOCKETS)
        made = await guests[0].post("/api/tables", game=game.id, players=players)
        for guest, invite in zip(guests[1:players], made["invites"], strict=True):
            await guest.post(f"/api/tables/{made['id']}/join", invite=invite)
        table = Table(made["id"])
        table.waiting = SOCKETS
        for client in [*guests[:players], *[watcher] * (SOCKETS - players)]:
            headers = {"Authorization": f"Bearer {client.token}"} if client.token else {}
            address = f"{server.url.replace('http', 'ws')}/api/tables/{table.id}/live?patch=seats"
            table.sockets.append(await websockets.connect(address, additional_headers=headers, compression=None, max_size=None))
        listeners += [asyncio.create_task(table.listen(place)) for place in range(SOCKETS)]
        tables.append(table)
    await asyncio.gather(*(table.done.wait() for table in tables))
    return tables


async def steady(tables: list[Table], rate: float, seconds: float) -> tuple[list[float], float]:
    """Moves at a fixed rate, whether the server keeps up or not; a late start counts as waiting."""
    random = Random(1)
    times: list[float] = []
    tasks: set[asyncio.Task[None]] = set()
    order = [table for table in tables if not table.over]
    began = time.perf_counter()

    async def one(table: Table, due: float) -> None:
        late = time.perf_counter() - due
        times.append(late + await table.move(random))

    for n in range(int(rate * seconds)):
        due = began + n / rate
        delay = due - time.perf_counter()
        if delay > 0:
            await asyncio.sleep(delay)
        table = next(t for t in (order[(n + k) % len(order)] for k in range(len(order))) if t.waiting == 0 and not t.over)
        table.waiting = SOCKETS
        task = asyncio.create_task(one(table, due))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    return times, len(times) / (time.perf_counter() - began)


async def saturate(tables: list[Table], seconds: float) -> tuple[list[float], float]:
    """Every table moves as soon as its last move has been pushed."""
    times: list[float] = []
    stop = time.perf_counter() + seconds

    async def run(table: Table, random: Random) -> None:
        while time.perf_counter() < stop and not table.over:
            times.append(await table.move(random))

    began = time.perf_counter()
    await asyncio.gather(*(run(table, Random(i)) for i, table in enumerate(tables)))
    return times, len(times) / (time.perf_counter() - began)


def stolen() -> float:
    """Seconds that a virtual machine's cores were given to somebody else; no program on it can answer meanwhile."""
    times = Path("/proc/stat").read_text().splitlines()[0].split()
    return float(times[8]) / os.sysconf("SC_CLK_TCK")


def descendants(pid: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            children += map(int, (task / "children").read_text().split())
    return [*children, *(below for child in children for below in descendants(child))]


def worked(server: Server) -> float:
    """Seconds of processor time of a server and its processes: what a move costs, however busy the machine is."""
    assert server.process is not None
    found = 0.0
    for pid in (server.process.pid, *descendants(server.process.pid)):
        with suppress(OSError):
            times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            found += float(times[11]) + float(times[12])
    return found / os.sysconf("SC_CLK_TCK")


def spent(server: Server) -> dict[str, float]:
    """What was used so far: processor seconds of the server and of this generator, bytes received, seconds stolen."""
    return {"server": worked(server), "client": time.process_time(), "received": Table.received, "stolen": stolen()}


def figures(name: str, times: list[float], rate: float, **spent: float) -> dict[str, Any]:
    """``spent`` are seconds (``_s``), or seconds and bytes that are divided by the number of moves."""
    ordered = sorted(times)
    at = {f"p{p}_ms": round(ordered[min(len(ordered) - 1, int(len(ordered) * p / 100))] * 1000, 1) for p in (50, 95, 99)}
    found = {"name": name, "moves": len(times), "moves_a_second": round(rate), **at, "max_ms": round(ordered[-1] * 1000, 1)}
    found |= {f"{who}_ms_a_move": round(spent[who] / len(times) * 1000, 3) for who in ("server", "client")}
    found |= {"bytes_a_move": round(spent["received"] / len(times)), "stolen_s": round(spent["stolen"], 1)}
    print("  ".join(f"{key} {value}" for key, value in found.items()), flush=True)
    return found


async def measure(db: str, args: argparse.Namespace, label: str, server: Server) -> list[tuple[dict[str, Any], list[float]]]:
    listeners: list[asyncio.Task[None]] = []
    began = time.perf_counter()
    tables = await open_tables(server, args.tables, listeners)
    print(f"{label}: {len(tables)} tables, {len(listeners)} sockets after {time.perf_counter() - began:.0f} s", flush=True)
    gc.freeze()
    gc.disable()  # what the generator does in between is not the server's time
    await steady(tables, args.rate / 2, 3)
    phases: list[tuple[str, Callable[[], Awaitable[tuple[list[float], float]]]]] = [
        (f"{args.rate} moves a second asked for", lambda: steady(tables, args.rate, args.seconds)),
        (f"{args.busy} tables as fast as they can", lambda: saturate(tables[: args.busy], args.seconds / 2)),
    ]
    found = []
    for name, phase in phases:
        before = spent(server)
        times, rate = await phase()
        used = {what: now - before[what] for what, now in spent(server).items()}
        found.append((figures(f"{label}, {name}", times, rate, **used), times))
    await health(server)
    failed = [task for task in listeners if task.done() and not task.cancelled() and task.exception()]
    assert not failed, failed[0].exception()
    for task in listeners:
        task.cancel()
    return found


async def health(server: Server) -> None:
    """What the server says about itself: the longest transaction, the longest time its loop was late."""
    said = await metrics(server.url)
    print("  ".join(f"{name} {value}" for name, value in said.items() if "_max" in name), flush=True)


def plot(results: list[tuple[dict[str, Any], list[float]]]) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(9, 5))
    for found, times in results:
        ordered = sorted(1000 * t for t in times)
        label = f"{found['name']}: {found['moves_a_second']}/s, p99 {found['p99_ms']} ms"
        axis.plot(ordered, [(i + 1) / len(ordered) for i in range(len(ordered))], label=label)
    axis.set(xscale="log", xlabel="ms from sending a move until every socket has the new view", ylabel="share of moves")
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    figure.savefig(OUT / "load.png", dpi=120, bbox_inches="tight")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--busy", type=int, default=100)
    parser.add_argument("--db", choices=("sqlite", "postgresql", "both"), default="both")
    args = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    results = []
    OUT.mkdir(exist_ok=True)
    with ExitStack() as stack:
        for name in ("sqlite", "postgresql") if args.db == "both" else (args.db,):
            several = name == "postgresql"
            os.sched_setaffinity(0, cores)
            db = fresh_database(stack.enter_context(postgres())) if several else f"sqlite:///{tempfile.mkdtemp()}/load.db"
            server = Server(db, arguments=("--workers", "2") if several else (), env=ENV | UNLIMITED)
            server.start()
            assert server.process is not None
            if not several:
                subprocess.run(["taskset", "-a", "-cp", str(cores[0]), str(server.process.pid)], check=True, capture_output=True)
            os.sched_setaffinity(0, cores[-1:])
            label = "PostgreSQL, two processes" if several else "SQLite, one process"
            results += asyncio.run(measure(db, args, label, server))
            server.stop()
    (OUT / "load.json").write_text(json.dumps([found for found, _ in results], indent=1))
    plot(results)
    print(f"{sys.argv[0]}: {OUT / 'load.png'}")


if __name__ == "__main__":
    main()
