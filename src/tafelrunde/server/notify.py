"""Notifies people whose turn it is by web push and e-mail, if the host has configured them. No hidden information is sent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import orjson
from sqlalchemy import delete, select, update

from tafelrunde.server import schema
from tafelrunde.server.accounts import Accounts
from tafelrunde.server.errors import Refused
from tafelrunde.server.outage import Unavailable
from tafelrunde.server.push import Pusher, PushFailed
from tafelrunde.server.settings import Settings
from tafelrunde.server.store import Conflict, Step, Store, Write
from tafelrunde.server.table import Table

logger = logging.getLogger("tafelrunde")
REMEMBERED = 20_000
"""The number of seats whose last question is cached; the database knows the rest."""


class Notifier:
    """Notifies absent people once for each question."""

    def __init__(self, store: Store, settings: Settings, accounts: Accounts, pusher: Pusher | None = None) -> None:
        self._store, self._settings, self._accounts = store, settings, accounts
        self.pusher = pusher or Pusher(settings)
        self._told: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def on(self) -> bool:
        return self.pusher.on or self._accounts.mailer.on

    def consider(self, table: Table) -> None:
        if not self.on:
            return
        for seat, question in table.questions.items():
            person = table.seats[seat].person
            place = f"{table.info.id}:{seat}"
            if person is not None and self._told.get(place) != question:
                if len(self._told) > REMEMBERED:
                    self._told.clear()
                self._told[place] = question
                task = asyncio.create_task(self._later(table, seat, question, person))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _later(self, table: Table, seat: int, question: str, person: str) -> None:
        await asyncio.sleep(self._settings.patience)
        here = any(viewer == seat for viewer, _ in table.listeners.values())
        try:
            if here or table.questions.get(seat) != question or not await self._first(table.info.id, seat, question):
                return
        except Unavailable:
            self._told.pop(f"{table.info.id}:{seat}", None)  # the next change of the table tries again
            return
        decision = table.shown.decision(seat)
        text = {"table": table.info.id, "game": table.game.title, "rule": decision.rule, "kind": decision.kind}
        try:
            if self.pusher.on:
                await self._push(person, text)
            if self._accounts.mailer.on:
                await self._accounts.tell_turn(person, table.info.id, table.game.title, decision.rule)
        except (Refused, Unavailable):  # a failed e-mail or an outage; both were logged already
            pass
        except Exception:  # a mail or push failure must not stop play
            logger.exception("a notification failed")

    async def _first(self, table_id: str, seat: int, question: str) -> bool:
        """Whether nobody was notified of this question yet, neither by another process nor before a restart."""
        seats = schema.seats
        untold = update(seats).where(
            seats.c.table == table_id, seats.c.seat == seat, seats.c.told.is_(None) | (seats.c.told != question)
        )
        try:
            await self._store.write(Write([Step(untold.values(told=question), None, 1)]))
        except Conflict:
            return False
        return True

    async def _push(self, person: str, text: Mapping[str, Any]) -> None:
        pushes = schema.pushes
        for row in await self._store.rows(select(pushes).where(pushes.c.person == person)):
            try:
                there = await self.pusher.send(row["endpoint"], orjson.loads(row["keys"]), text)
            except PushFailed as error:
                logger.warning("a push failed", extra={"reason": str(error)})
                continue
            if not there:
                await self._store.write(Write([Step(delete(pushes).where(pushes.c.endpoint == row["endpoint"]))]))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
