"""A server without a network and with a clock that stands still until a test moves it: real store, tables, driver, requests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tafelrunde.server import schema
from tafelrunde.server.app import Host
from tafelrunde.server.driver import Driver
from tafelrunde.server.models.tables import MovesBody, UndoBody
from tafelrunde.server.people import Person
from tafelrunde.server.play import Play
from tafelrunde.server.settings import Settings
from tafelrunde.server.store import Step, Write
from tafelrunde.server.table import Table
from tafelrunde.server.thinking import Thinkers


class Wall:
    """A wall clock."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Quick(Thinkers):
    """Bots that take the first legal move: what they play does not matter where only the time does."""

    async def answer(self, table: Table, seat: int, level: str) -> str:
        return table.game.vocabulary[table.shown.actions(seat)[0]].text


class Inside:
    """One server process on a database; nothing goes on by itself."""

    def __init__(self, db: str, wall: Wall) -> None:
        self.wall = wall
        self.host = host = Host(Settings(db=db))
        self.store, self.uptime, self.tables, self.people = host.store, host.uptime, host.tables, host.people
        self.uptime.wall = wall
        thinkers = Quick(host.settings, host.limits)
        self.driver = Driver(self.tables, thinkers, host.notifier, host.claims, host.settings.limits.answer_seconds)
        self.tables.woken = self.driver.wake
        self.play = Play(self.tables, thinkers, host.workers, host.limits)

    async def person(self, name: str) -> Person:
        return (await self.people.guest(name))[0]

    async def wait(self, seconds: float) -> None:
        """Let time pass at a server that is at work, as if all its beats had been written; then do what is due."""
        self.wall.now += seconds
        await self.store.write(Write([Step(schema.uptime.update().values(beat=self.wall.now))]))
        await self.uptime.beat()
        await self.due()

    async def due(self) -> None:
        for table in self.tables.loaded():
            self.driver.wake(table)
            while table.driver is not None:
                await asyncio.sleep(0)

    async def move(self, table_id: str, person: Person, *moves: str, decision: str | None = None, **more: Any) -> Any:
        return await self.play.moves(table_id, person.id, MovesBody(decision=decision, moves=list(moves), **more))

    async def undo(self, table_id: str, person: Person, **body: Any) -> None:
        await self.play.undo(table_id, person.id, UndoBody(**body))

    async def close(self) -> None:
        await self.driver.close()
        await self.store.close()


@asynccontextmanager
async def inside(db: str, wall: Wall) -> AsyncIterator[Inside]:
    server = Inside(db, wall)
    await server.store.open()
    await server.uptime.open()
    try:
        yield server
    finally:
        await server.close()
