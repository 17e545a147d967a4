"""What goes on by itself: bots answer, clocks run out, prepared turns and standing answers are played.

Each table has at most one driver at work, woken after every change; it never holds a lock while a bot thinks.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator

import orjson

from tafelrunde.core.errors import TafelrundeError
from tafelrunde.server.claims import Claims
from tafelrunde.server.errors import Refused
from tafelrunde.server.line import own_turn
from tafelrunde.server.notify import Notifier
from tafelrunde.server.people import People
from tafelrunde.server.store import seat_step
from tafelrunde.server.table import MISSES, Table
from tafelrunde.server.tables import Tables
from tafelrunde.server.thinking import Thinkers

logger = logging.getLogger("tafelrunde")
Work = Callable[[], Awaitable[None]]
CLOCK_LEVEL = "normal"
RETRY = 2.0
"""Seconds after which a table that another process goes on with is looked at again: that process may be gone."""


class Driver:
    """Moves that no request asked for."""

    def __init__(self, tables: Tables, thinkers: Thinkers, people: People, notifier: Notifier, claims: Claims) -> None:
        self._tables, self._thinkers, self._people, self._notifier = tables, thinkers, people, notifier
        self._claims = claims
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._closing = False

    def wake(self, table: Table) -> None:
        if self._closing or table.driver is not None or not self._tables.holds(table):
            return
        if self._next(table) is not None:
            table.driver = asyncio.create_task(self._run(table))
        else:
            self._set_timer(table)
        self._notifier.consider(table)

    async def close(self) -> None:
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        running = [table.driver for table in self._tables.loaded() if table.driver is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._claims.close()

    async def _run(self, table: Table) -> None:
        if not await self._claims.take(table.info.id):
            table.driver = None
            table.weighed |= {(table.shown.ply, seat) for seat in range(table.info.players)}  # the other process weighs
            if not self._closing:
                self._wake_in(table, RETRY)
            return
        failures = 0
        try:
            await self._tables.look(table)
            while not self._closing and failures < 5:
                work = self._next(table)
                if work is None:
                    break
                try:
                    await work()
                    failures = 0
                except Refused as refusal:  # stale: somebody was quicker, look again
                    failures += refusal.status != 409
                    await asyncio.sleep(0.01)
        except Exception:
            logger.exception("the driver of a table stopped", extra={"table": table.info.id})
        finally:
            await self._claims.drop(table.info.id)
            table.driver = None
        if not self._closing and failures < 5:
            self.wake(table)

    def _next(self, table: Table) -> Work | None:
        """The first thing to do without waiting for a person."""
        for seat in self._bargainers(table):
            return lambda s=seat, level=table.seats[seat].bot: self._bargain(table, s, level)  # type: ignore[misc]
        for seat, question in table.questions.items():
            chair = table.seats[seat]
            if chair.bot is not None:
                return lambda s=seat, q=question, level=chair.bot: self._bot(table, s, q, level)  # type: ignore[misc]
            if chair.prepared and (_offered(table, seat, chair.prepared[0]) or own_turn(table.shown, seat)):
                return lambda s=seat, q=question: self._prepared(table, s, q)  # type: ignore[misc]
            if chair.standing:
                return lambda s=seat, q=question: self._standing(table, s, q)  # type: ignore[misc]
        late = [int(seat) for seat, deadline in table.deadlines().items() if deadline <= time.time()]
        if late:
            return lambda: self._late(table, late[0], table.questions[late[0]])
        return None

    def _bargainers(self, table: Table) -> Iterator[int]:
        """Bots that should weigh free moves now, each once at a position: proposals are answered even out of turn."""
        state = table.shown
        for seat, chair in enumerate(table.seats):
            if chair.bot is not None and (state.ply, seat) not in table.weighed and state.game.may_bargain(state, seat):
                yield seat

    def _set_timer(self, table: Table) -> None:
        deadlines = table.deadlines().values()
        self._wake_in(table, max(0.0, min(deadlines) - time.time()) + 0.01 if deadlines else None)

    def _wake_in(self, table: Table, delay: float | None) -> None:
        old = self._timers.pop(table.info.id, None)
        if old is not None:
            old.cancel()
        if delay is not None:
            self._timers[table.info.id] = asyncio.get_running_loop().call_later(delay, self.wake, table)

    # --- the five kinds of work ------------------------------------------------------------------

    async def _bot(self, table: Table, seat: int, question: str, level: str) -> None:
        move = await self._thinkers.answer(table, seat, level)
        await self._play(table, seat, move, question)

    async def _bargain(self, table: Table, seat: int, level: str) -> None:
        """A bot proposes or answers something; if the position has changed meanwhile, it thinks again."""
        ply = table.shown.ply
        moves = await self._thinkers.volunteer(table, seat, level)

        async def work(t: Table) -> None:
            if t.shown.ply == ply:
                t.weighed = {(at, other) for at, other in t.weighed if at == ply} | {(ply, seat)}
                if moves:
                    await self._tables.move(t, seat, moves, None, by_person=False)

        await self._tables.change(table.info.id, work)

    async def _play(self, table: Table, seat: int, move: str, question: str, missed: int | None = None) -> None:
        also = [] if missed is None else [seat_step(table.info.id, seat, missed=missed)]

        async def work(t: Table) -> None:
            await self._tables.move(t, seat, [move], question, by_person=False, also=also)
            if missed is not None:
                t.seats[seat].missed = missed

        await self._tables.change(table.info.id, work)

    async def _prepared(self, table: Table, seat: int, question: str) -> None:
        """Play the next prepared move; drop the rest with a notice when it is no longer legal in the own turn."""

        async def work(t: Table) -> None:
            chair = t.seats[seat]
            if not chair.prepared:
                return
            move, *rest = chair.prepared
            left = orjson.dumps(rest).decode() if rest else None
            try:
                await self._tables.move(t, seat, [move], question, also=[seat_step(t.info.id, seat, prepared=left)])
                chair.prepared = rest or None
            except (Refused, TafelrundeError) as error:
                if isinstance(error, Refused) and error.status == 409:
                    raise
                await self._set(t, seat, prepared=None, dropped=move)
                chair.prepared, chair.dropped = None, move
                body = {"type": "notice", "notice": "prepared_dropped", "seat": seat, "move": move}
                for listener, (viewer, _) in list(t.listeners.items()):
                    if viewer == seat:
                        listener(orjson.dumps(body))

        await self._tables.change(table.info.id, work)

    async def _standing(self, table: Table, seat: int, question: str) -> None:
        """Decline an optional window; at the seat's own turn, or where nothing can be declined, the person is asked."""
        state = table.shown
        decline = state.game.declines(state.actions(seat))
        if decline is not None and state.view(None)["active"] != seat:
            await self._play(table, seat, state.game.vocabulary[decline].text, question)
            return

        async def work(t: Table) -> None:
            await self._set(t, seat, standing=False)
            t.seats[seat].standing = False

        await self._tables.change(table.info.id, work)

    async def _set(self, table: Table, seat: int, **values: object) -> None:
        await self._tables.set_seat(table, seat, **values)

    async def _late(self, table: Table, seat: int, question: str) -> None:
        """The clock ran out: a bot plays this one decision, and holds the seat after the third."""
        person = table.seats[seat].person
        away = await self._people.away_until(person) if person is not None and table.info.pace.get("vacation", True) else 0.0
        if away > time.time():
            table.asked_at[question] = away
            return
        move = await self._thinkers.answer(table, seat, CLOCK_LEVEL)
        missed = min(table.seats[seat].missed + 1, MISSES)
        await self._play(table, seat, move, question, missed)
        if missed >= MISSES:
            table.tell_presence()


def _offered(table: Table, seat: int, move: str) -> bool:
    return table.game.move(move).index in table.shown.actions(seat)
