"""Moves without a request: bots, expired clocks, prepared turns, standing orders and forced questions.

Each table has at most one driver task, woken after every change; it never holds a lock while a bot thinks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from random import uniform

import orjson

from tafelrunde.bots.base import Reason
from tafelrunde.core.errors import TafelrundeError
from tafelrunde.server.answering import lapsed, ordered_answer
from tafelrunde.server.claims import Claims
from tafelrunde.server.errors import Refused
from tafelrunde.server.facts import MISSES
from tafelrunde.server.line import own_turn
from tafelrunde.server.notify import Notifier
from tafelrunde.server.outage import Unavailable, reason_of
from tafelrunde.server.store import seat_step
from tafelrunde.server.table import Table
from tafelrunde.server.tables import Tables
from tafelrunde.server.thinking import Bargained, Thinkers
from tafelrunde.server.uptime import BEAT

logger = logging.getLogger("tafelrunde")
Work = Callable[[], Awaitable[None]]
Answers = dict[int, tuple[int, float]]
"""By seat: the automatic answer for a person, and the time at which it is given."""
CLOCK_LEVEL = "normal"
RETRY = 2.0
"""The interval at which a table that another process runs is checked, because that process may have ended."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0
"""The seconds before a table is retried after an error, doubled each time."""


class Driver:
    """Makes the moves that no request asked for."""

    def __init__(self, tables: Tables, thinkers: Thinkers, notifier: Notifier, claims: Claims, answer_seconds: float) -> None:
        self._tables, self._thinkers, self._notifier = tables, thinkers, notifier
        self._claims, self._seconds = claims, answer_seconds
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._failures: dict[str, tuple[int, str]] = {}
        """The number of consecutive failures of each table, and the logged reason."""
        self._loading: set[asyncio.Task[None]] = set()
        self.resting: dict[str, int] = {}
        """The version at which each table waits for a person or a clock, so that it need not be loaded to find out."""
        self._closing = False

    def wake(self, table: Table) -> None:
        """Start the work at a table. Its errors are handled here and never reach the caller."""
        if self._closing or table.driver is not None or not self._tables.holds(table):
            return
        try:
            answers = self._answers(table)
            if self._next(table, answers) is not None:
                self.resting.pop(table.info.id, None)
                table.driver = asyncio.create_task(self._run(table))
            else:
                self.resting[table.info.id] = table.version
                self._set_timer(table, answers)
            self._notifier.consider(table)
        except Exception as error:
            self._wake_in(table, self._pause_after(table, error))

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
        """Do the pending work of a table. After an error it is retried later, and the error is logged once."""
        pause: float | None = None
        wake = self._due
        try:
            if await self._claims.take(table.info.id):
                await self._work(table)
                self._failures.pop(table.info.id, None)
            else:
                table.weighed = {(table.shown.ply, seat) for seat in range(table.info.players)}  # the other process does this
                pause, wake = RETRY, self._again
        except Exception as error:
            pause = self._pause_after(table, error)
        finally:
            await self._claims.drop(table.info.id)
            table.driver = None
        if self._closing:
            return
        if pause is None:
            self.wake(table)
        else:
            self._wake_in(table, pause, wake)

    async def _work(self, table: Table) -> None:
        await self._tables.look(table)
        failures = 0
        while not self._closing and (work := self._next(table, self._answers(table))) is not None:
            try:
                await work()
                failures = 0
            except Refused as refusal:  # stale: another move was faster, look again
                failures += refusal.status != 409
                if failures >= 5:
                    raise
                await asyncio.sleep(0.01)

    def _pause_after(self, table: Table, error: Exception) -> float:
        """The seconds to wait after an error; an outage of the database is logged by its connection, not by every table."""
        count, logged = self._failures.get(table.info.id, (0, ""))
        reason = error.kind if isinstance(error, Refused) else reason_of(error)
        if not isinstance(error, Unavailable) and reason != logged:
            told = {"table": table.info.id, "reason": reason}
            logger.error("the driver of a table failed; it is tried again", exc_info=error, extra=told)
            logged = reason
        self._failures[table.info.id] = (count + 1, logged)
        return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(count, 20)) * uniform(0.5, 1.0)

    def go_on(self) -> None:
        """Wake every table after an outage of the database, spread over time."""
        for table in self._tables.loaded():
            if table.driver is None and not self._closing:
                self._wake_in(table, uniform(0.0, 1.0))

    def _next(self, table: Table, answers: Answers) -> Work | None:
        """The next piece of work that does not need a person."""
        if table.change is not None:
            return None
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
            if chair.orders and lapsed(table.shown, seat, chair.orders):
                return lambda s=seat: self._cancel_orders(table, s)  # type: ignore[misc]
        for seat, (move, due) in answers.items():
            if due <= self._tables.uptime.wall():
                text = table.game.vocabulary[move].text
                return lambda s=seat, m=text: self._play(table, s, m, table.questions[s])  # type: ignore[misc]
        late = self._late_seat(table)
        return None if late is None else lambda: self._late(table, late, table.questions[late])

    def _answers(self, table: Table) -> Answers:
        """The automatic answers with their times. Not at a shared screen, where everybody would notice them."""
        if table.change is not None:
            return {}
        table.pace.look(table.questions, now := self._tables.uptime.wall())
        found = {}
        for seat, question in table.questions.items():
            chair = table.seats[seat]
            if chair.bot is not None or chair.person is None or len(table.seats_of(chair.person)) > 1:
                continue
            move = table.shown.only_answer(seat) if chair.auto else None
            if move is None and chair.orders:
                move = ordered_answer(table.shown, seat, chair.orders)
            if move is not None:
                found[seat] = (move, table.pace.due(seat, question, now, self._seconds))
        return found

    def _late_seat(self, table: Table) -> int | None:
        """A seat whose clock has run out. No clock expires while the downtime of the server is unknown."""
        if not self._tables.uptime.known:
            return None
        now = self._tables.uptime.wall()
        return next((int(seat) for seat, deadline in table.deadlines().items() if deadline <= now), None)

    def _bargainers(self, table: Table) -> Iterator[int]:
        """Bots that should consider free moves now, each once at a position: they may answer proposals even out of turn."""
        state = table.shown
        for seat, chair in enumerate(table.seats):
            if chair.bot is not None and (state.ply, seat) not in table.weighed and state.game.may_bargain(state, seat):
                yield seat

    def _set_timer(self, table: Table, answers: Answers) -> None:
        deadlines, uptime = table.deadlines().values(), self._tables.uptime
        wait = max(0.0, min(deadlines) - uptime.wall()) + 0.01 if deadlines else None
        wait = wait if wait is None or uptime.known else max(wait, BEAT)
        soon = [max(0.0, due - uptime.wall()) + 0.01 for _, due in answers.values()]
        wait = min(soon if wait is None else [wait, *soon], default=None)
        self._wake_in(table, wait)

    def _wake_in(self, table: Table, delay: float | None, wake: Callable[[str], None] | None = None) -> None:
        """Set the timer of a table. It holds only the id, so that the table can be unloaded meanwhile."""
        old = self._timers.pop(table.info.id, None)
        if old is not None:
            old.cancel()
        if delay is not None:
            self._timers[table.info.id] = asyncio.get_running_loop().call_later(delay, wake or self._due, table.info.id)

    def _again(self, table_id: str) -> None:
        """Check again whether the process that runs the table has ended; tables that are not in memory wait for the next
        round of :meth:`Host._resume`."""
        self._timers.pop(table_id, None)
        table = self._tables.open_one(table_id)
        if table is not None:
            self.wake(table)

    def _due(self, table_id: str) -> None:
        """Called when a clock or the pause after an error has expired; loads the table if necessary, which wakes it."""
        self._timers.pop(table_id, None)
        table = self._tables.open_one(table_id)
        if table is not None:
            self.wake(table)
        elif not self._closing:
            task = asyncio.create_task(self._load(table_id))
            self._loading.add(task)
            task.add_done_callback(self._loading.discard)

    async def _load(self, table_id: str) -> None:
        try:
            await self._tables.get(table_id)
        except Unavailable:
            self._timers[table_id] = asyncio.get_running_loop().call_later(LONGEST_PAUSE, self._due, table_id)
        except Refused:
            pass  # the table is quarantined and the reason is logged

    # --- the kinds of work ------------------------------------------------------------------

    async def _bot(self, table: Table, seat: int, question: str, level: str) -> None:
        move = await self._thinkers.answer(table, seat, level)
        await self._play(table, seat, move, question)

    async def _bargain(self, table: Table, seat: int, level: str) -> None:
        """Let a bot propose or answer something; it thinks again if the position has changed meanwhile."""
        ply = table.shown.ply
        bargained = await self._thinkers.volunteer(table, seat, level)

        async def work(t: Table) -> None:
            if t.shown.ply == ply:
                t.weighed = {(at, other) for at, other in t.weighed if at == ply} | {(ply, seat)}
                if bargained.moves:
                    await self._tables.move(t, seat, bargained.moves, None, by_person=False)
                if bargained.key and t.seats[bargained.facts["to"]].kind == "person":  # bots need no words among themselves
                    await self._say(t, seat, bargained)

        await self._tables.change(table.info.id, work)

    async def _say(self, table: Table, seat: int, refused: Bargained) -> None:
        """A line of the chat with which a bot declines; every reader gets it in their own language."""
        said = {"key": refused.key, "facts": dict(refused.facts)}
        text = Reason(refused.key, refused.facts).text("en")  # for clients that do not know the sentence
        await self._tables.note(table, "chat", seat, {"name": table.seats[seat].name, "text": text, "said": said})
        if table.chats is not None:
            table.chats = (table.chats[0] + 1, table.chats[1])

    async def _play(self, table: Table, seat: int, move: str, question: str, missed: int | None = None) -> None:
        also = [] if missed is None else [seat_step(table.info.id, seat, missed=missed)]

        async def work(t: Table) -> None:
            t.pace.forget(question)
            await self._tables.move(t, seat, [move], question, by_person=False, also=also)
            if missed is not None:
                t.seats[seat].missed = missed

        await self._tables.change(table.info.id, work)

    async def _prepared(self, table: Table, seat: int, question: str) -> None:
        """Play the next prepared move; if it is no longer legal in the seat's own turn, drop the rest with a notice."""

        async def work(t: Table) -> None:
            chair = t.seats[seat]
            if not chair.prepared:
                return
            move, *rest = chair.prepared
            t.pace.forget(question)
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
        """Decline an optional window; in the seat's own turn, or if declining is impossible, the person is asked."""
        state = table.shown
        decline = state.game.declines(state.actions(seat))
        if decline is not None and state.view(None)["active"] != seat:
            await self._play(table, seat, state.game.vocabulary[decline].text, question)
            return

        async def work(t: Table) -> None:
            await self._set(t, seat, standing=False)
            t.seats[seat].standing = False

        await self._tables.change(table.info.id, work)

    async def _cancel_orders(self, table: Table, seat: int) -> None:
        """Cancel the standing orders that no longer apply."""

        async def work(t: Table) -> None:
            orders = t.seats[seat].orders or {}
            gone = lapsed(t.shown, seat, orders)
            left = {name: mark for name, mark in orders.items() if name not in gone} or None
            await self._set(t, seat, orders=None if left is None else orjson.dumps(left).decode())
            t.seats[seat].orders = left

        await self._tables.change(table.info.id, work)

    async def _set(self, table: Table, seat: int, **values: object) -> None:
        await self._tables.set_seat(table, seat, **values)

    async def _late(self, table: Table, seat: int, question: str) -> None:
        """After a timeout a bot plays this one decision; after the third, a bot holds the seat. This applies to vacated seats as
        well."""
        move = await self._thinkers.answer(table, seat, CLOCK_LEVEL)
        missed = min(table.seats[seat].missed + 1, MISSES)
        await self._play(table, seat, move, question, missed)
        if missed >= MISSES:
            table.tell_presence()


def _offered(table: Table, seat: int, move: str) -> bool:
    return table.game.move(move).index in table.shown.actions(seat)
