"""The only database writer: commits in groups, recovers from database errors and reports the result to each caller.

A write is acknowledged only after its transaction has been committed. Writes that arrive while the disk is busy share
the next transaction, so that a thousand moves a second do not need a thousand flushes. If one write of a group
fails, the group is rolled back and each write is tried alone.

After an error of the database itself the connection is replaced, a test row is written, and the group is tried once
more. If the error came during the commit, the group may have been stored, so its rows are looked up first. If the test
fails, the outage begins: every write is refused immediately, and the test is repeated with backoff until it succeeds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, select
from sqlalchemy.exc import IntegrityError

from tafelrunde.server import schema
from tafelrunde.server.database import Pen
from tafelrunde.server.outage import Outage, Unavailable, backoff, database_error, unreachable

GROUP = 256
"""The maximum number of writes in one transaction."""
LIMIT = 8.0
"""The seconds after which callers are told that their write is not confirmed."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""The shortest and longest pause between two tests during an outage."""

Row = Mapping[str, Any]


class Conflict(Exception):
    """A concurrent change was first: the version, ply, key or invitation is taken."""


class Step(NamedTuple):
    """One statement of a write; ``expect`` is the number of rows that it must affect."""

    statement: Executable
    values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None
    expect: int | None = None


class Write(NamedTuple):
    """Statements and rows of the log that are written in one transaction."""

    steps: Sequence[Step] = ()
    rows: Sequence[Row] = ()
    pokes: Sequence[str] = ()
    """Tables that changed without a row in their log (secret answers, names), which other processes must reload."""
    gone: str | None = None
    """A session that has ended: every process closes its sockets."""
    ended: tuple[str, str] | None = None
    """A person whose sessions have ended, and the one that remains (or none): every process closes their sockets."""


Work = Callable[[Connection], None]
Item = tuple[Write, "asyncio.Future[None]"]


class Writer:
    """The queue of writes; ``compose`` makes one transaction of several, ``pulse`` is the test, ``recovered`` is called after an
    outage."""

    def __init__(self, pen: Pen, compose: Callable[[Sequence[Write]], Work], pulse: Callable[[], Write]) -> None:
        self._pen, self._compose, self._pulse = pen, compose, pulse
        self._queue: asyncio.Queue[Item | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self.recovered: Callable[[], None] = lambda: None
        self.outage = Outage("writing to the database")
        self.partly = Outage("storing some of the writes")
        """Single writes that fail although the test succeeds, as on a nearly full disk."""
        self.proved = self.logged = self.refused = 0.0
        """Monotonic times: of the last commit, of the last one with a row of the log, and of the last write that was refused
        although a test worked."""
        self.groups = 0
        self.written = 0
        self.busy = self.slowest = 0.0
        """Seconds spent in transactions, and the longest of them."""

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Finish the accepted writes, then close the connection."""
        self._closing.set()
        if self._task is not None:
            self._queue.put_nowait(None)
            await self._task
        await self._pen.close()

    async def write(self, write: Write) -> None:
        """Returns when the write is durable; raises :class:`Conflict` if it is impossible, :class:`Unavailable` in an outage."""
        if self.outage.since is not None or self._closing.is_set():
            raise Unavailable
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((write, done))
        await asyncio.shield(done)

    # --- the task --------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            first = await self._queue.get()
            if first is None:
                return
            group, last = [first], False
            while len(group) < GROUP and not self._queue.empty():
                item = self._queue.get_nowait()
                if item is None:
                    last = True
                    break
                group.append(item)
            limit = asyncio.get_running_loop().call_later(LIMIT, self._give_up, group)
            try:
                await self._commit(group)
            except Exception as error:  # after any error the task must go on for the next writes
                self._fail(group, error)
            finally:
                limit.cancel()
            if last:
                return
            if self.outage.since is not None:
                await self._recover()

    async def _commit(self, group: list[Item]) -> None:
        """Commit a group and report to all of its callers; if one write fails, commit them one by one."""
        error = await self._attempt(group)
        if error is None:
            self.written += len(group)
            if any(write.rows for write, _ in group):
                self.logged = self.proved
                self.partly.worked()
            for _, done in group:
                if not done.done():
                    done.set_result(None)
        elif isinstance(error, Unavailable) or len(group) == 1:
            self._answer(group, error)
        else:
            for item in group:
                if not item[1].done():  # otherwise the outage handling has reported to it
                    await self._commit([item])

    async def _attempt(self, group: list[Item]) -> Exception | None:
        """Try a group, twice if the database fails; returns the exception for its callers, or ``None``."""
        work = self._compose([write for write, _ in group])
        for again in (True, False):
            try:
                await self._transaction(work)
                return None
            except (Conflict, IntegrityError):
                await self._clear()
                return Conflict("This was changed in the meantime.")
            except Exception as failure:
                error = failure
            committing = self._pen.committing
            if not await self._works(error):
                return Unavailable(unknown=committing)
            if committing and (stored := await self._stored(group)) is not False:
                return None if stored else Unavailable(unknown=True)
            if not again:
                break
        if unreachable(error):
            self.refused = time.monotonic()
            self.partly.failed(error)
            return Unavailable()
        return error

    async def _transaction(self, work: Work) -> None:
        began = time.perf_counter()
        await self._pen.run(work)
        took = time.perf_counter() - began
        self.proved = time.monotonic()
        self.groups += 1
        self.busy += took
        self.slowest = max(self.slowest, took)

    async def _clear(self) -> None:
        try:
            await self._pen.rollback()
        except Exception:
            await self._pen.drop()

    async def _works(self, error: Exception) -> bool:
        """Whether another transaction succeeds after an error. If not, the outage begins."""
        await (self._pen.drop() if unreachable(error) else self._clear())
        try:
            await self._pen.run(self._compose([self._pulse()]))
        except Exception as failure:
            await self._pen.drop()
            self.outage.failed(failure if database_error(failure) else error)
            return False
        return True

    async def _stored(self, group: list[Item]) -> bool | None:
        """Whether a group is in the database; a group is atomic. ``None`` (unknown) if it wrote no log."""
        row = next((row for write, _ in group for row in write.rows), None)
        if row is None:
            return None
        log = schema.log
        query = select(*log.c).where(log.c.table == row["table"], log.c.version == row["version"])
        found = await self._pen.run(lambda connection: connection.execute(query).first())
        same = ("kind", "seat", "ply", "move", "key", "data", "at")
        return found is not None and all(found._mapping[name] == row[name] for name in same)

    # --- outages ---------------------------------------------------------------------------------

    async def _recover(self) -> None:
        """Refuse waiting writes, and test until the database is writable again."""
        for pause in backoff(FIRST_PAUSE, LONGEST_PAUSE):
            self._refuse_waiting()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), pause)
            if self._closing.is_set():
                return
            try:
                await self._transaction(self._compose([self._pulse()]))
            except Exception as error:
                await self._pen.drop()
                self.outage.failed(error)
                continue
            self._refuse_waiting()
            self.outage.worked()
            self.recovered()
            return

    def _give_up(self, group: list[Item]) -> None:
        """Report a timeout to the callers of a group, and begin the outage."""
        self._fail(group, TimeoutError())
        self._refuse_waiting()

    def _fail(self, group: list[Item], error: Exception) -> None:
        self.outage.failed(error)
        self._answer(group, Unavailable(unknown=True))

    def _refuse_waiting(self) -> None:
        last = False
        while not self._queue.empty():
            item = self._queue.get_nowait()
            if item is None:
                last = True
            else:
                self._answer([item], Unavailable())
        if last:
            self._queue.put_nowait(None)

    def _answer(self, group: list[Item], error: Exception) -> None:
        for _, done in group:
            if not done.done():
                done.set_exception(Unavailable(error.unknown) if isinstance(error, Unavailable) else error)
