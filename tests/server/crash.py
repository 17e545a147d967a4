"""Servers and databases are killed again and again while people play: whoever was told "done" finds it done, once.

``make soak`` (:mod:`tests.server.soak`) does it for long, :mod:`tests.server.test_crash` for a short time.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from random import Random

import tafelrunde
from tafelrunde.server.care import verify_tables
from tests.server.harness import Server
from tests.server.health import GRACE, Health
from tests.server.place import UNLIMITED
from tests.server.players import Play, check_ledger
from tests.server.postgres import Cluster, fresh_database
from tests.server.proxy import Proxy

TABLES = 6
SOON = 45.0
"""Seconds within which everybody must be able to go on after a fault, also on a busy machine; how long it took is reported."""


@dataclass
class Figures:
    """What a run did and found."""

    faults: int = 0
    moves: int = 0
    undos: int = 0
    chats: int = 0
    unavailable: int = 0
    tables: int = 0
    healthy: int = 0
    unhealthy: int = 0
    slowest: float = 0.0
    """Seconds until everybody went on, at worst."""
    kinds: dict[str, int] = field(default_factory=dict)

    def add(self, other: Figures) -> None:
        for name, value in vars(other).items():
            if name == "slowest":
                self.slowest = max(self.slowest, value)
            elif name == "kinds":
                self.kinds = {kind: self.kinds.get(kind, 0) + value.get(kind, 0) for kind in {**self.kinds, **value}}
            else:
                setattr(self, name, getattr(self, name) + value)

    def __str__(self) -> str:
        return (
            f"{self.faults} faults; {self.moves} moves, {self.undos} undos and {self.chats} chat lines were acknowledged at "
            f"{self.tables} tables, none lost, none twice; {self.unavailable} answers of 503; health was asked "
            f"{self.healthy + self.unhealthy} times ({self.unhealthy} in outages) and told the truth; everybody went on within "
            f"{self.slowest:.1f} s"
        )


Told = Callable[[int], None]


def silent(_: int) -> None: ...


@asynccontextmanager
async def playing(
    db: str, addresses: list[str], seed: int, figures: Figures
) -> AsyncIterator[tuple[Play, list[Server], list[Health]]]:
    """People at play on some servers; at the end everything they were told is compared with the database ``db``."""
    servers = [Server(address, env=UNLIMITED) for address in addresses]
    try:
        for server in servers:
            await asyncio.to_thread(server.start)
        games = [*tafelrunde.games(), "kontor"] * TABLES
        play = Play(servers, games[:TABLES], seed)
        await play.begin()
        async with AsyncExitStack() as stack:
            samplers = [await stack.enter_async_context(Health(server.url)) for server in servers]
            yield play, servers, samplers
            await play.end()
        for sampler in samplers:
            well, failing = sampler.check()
            figures.healthy += well
            figures.unhealthy += failing
    finally:
        for server in servers:
            if server.process is not None and server.process.poll() is None:
                server.kill()
    await check_ledger(db, play.ledger)
    report = await verify_tables(db)
    assert not report.wrong, report.wrong
    figures.tables += report.checked
    ledger = play.ledger
    figures.moves, figures.undos, figures.chats = len(ledger.moves), len(ledger.undos), len(ledger.chats)
    figures.unavailable = ledger.unavailable


async def go_on(play: Play, figures: Figures, kind: str) -> None:
    began = time.monotonic()
    await play.everybody_goes_on(SOON)
    figures.slowest = max(figures.slowest, time.monotonic() - began)
    figures.faults += 1
    figures.kinds[kind] = figures.kinds.get(kind, 0) + 1


async def play_and_kill(db: str, kills: int, seed: int, told: Told = silent) -> Figures:
    """Kill a server at random moments; on PostgreSQL there are two, and the people of each table are at different ones."""
    random, figures = Random(seed), Figures()
    addresses = [db] * (1 if db.startswith("sqlite") else 2)
    async with playing(db, addresses, seed, figures) as (play, servers, _):
        for n in range(kills):
            await play.some_answers(random.randrange(1, 40))
            await asyncio.sleep(random.uniform(0, 0.02))
            server = random.choice(servers)
            server.kill()
            await asyncio.to_thread(server.start)
            await go_on(play, figures, "SIGKILL of a server")
            told(n + 1)
    return figures


# --- the database fails ------------------------------------------------------------------------------


class Faults:
    """Everything that can happen to PostgreSQL and to the way there. Each lasts until its second half is called."""

    def __init__(self, cluster: Cluster, proxy: Proxy) -> None:
        self._cluster, self._proxy = cluster, proxy
        self.kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "stop -m fast": lambda: self._stop(signal.SIGINT),
            "kill -9 of every process": lambda: self._aside(cluster.kill),
            "connections terminated": lambda: self._aside(cluster.cut_connections),
            "network silent": lambda: self._mode("freeze"),
            "stop -m immediate": lambda: self._stop(signal.SIGQUIT),
            "kill -9 of the postmaster": lambda: self._aside(cluster.kill_first),
            "connections reset": self._reset,
            "connections refused": lambda: self._mode("refuse"),
        }

    async def _aside(self, work: Callable[[], None]) -> None:
        await asyncio.to_thread(work)

    async def _stop(self, how: signal.Signals) -> None:
        await asyncio.to_thread(self._cluster.stop, how)

    async def _mode(self, mode: str) -> None:
        self._proxy.mode = mode
        if mode == "refuse":
            self._proxy.cut()

    async def _reset(self) -> None:
        self._proxy.cut()

    async def mend(self) -> None:
        if self._proxy.mode == "freeze":
            self._proxy.cut()
        self._proxy.mode = "pass"
        if not self._cluster.running:
            await asyncio.to_thread(self._cluster.start)


async def play_and_restart(cluster: Cluster, restarts: int, seed: int, longest: float = 0.0, told: Told = silent) -> Figures:
    """Let PostgreSQL fail in every way, for a moment or longer than health may keep silent; once for ``longest`` seconds."""
    random, figures = Random(seed), Figures()
    db = fresh_database(cluster.url)
    proxy = Proxy(db)
    faults = Faults(cluster, proxy)
    kinds = list(faults.kinds)
    async with playing(db, [proxy.url, proxy.url], seed, figures) as (play, _, samplers):
        for n in range(restarts):
            kind = kinds[(seed + n) % len(kinds)]
            passing = kind in ("connections terminated", "connections reset")
            await play.some_answers(random.randrange(1, 40))
            if not passing:
                for sampler in samplers:
                    sampler.down()
            await faults.kinds[kind]()
            if not passing:
                await asyncio.sleep(longest or (GRACE + 2 if n % 3 == 2 else random.uniform(0, 2)))
                longest = 0.0
            await faults.mend()
            for sampler in samplers:
                sampler.up()
            await go_on(play, figures, kind)
            told(n + 1)
    proxy.close()
    return figures
