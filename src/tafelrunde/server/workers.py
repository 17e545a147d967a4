"""Runs expensive work in processes: off the event loop, scheduled fairly, charged by the second.

Python threads would share the interpreter's lock with the event loop, so processes are used. Callers
take turns by address and person, and the number of waiting callers is limited.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from tafelrunde.core.errors import BadInput
from tafelrunde.server import sandbox
from tafelrunde.server.errors import Refused
from tafelrunde.server.fair import RETRY, FairQueue
from tafelrunde.server.limits import Asker, Limited, Quotas, asker
from tafelrunde.server.processes import Pool

T = TypeVar("T")
NICENESS = 5
SECONDS = 30.0
"""The wall-time limit of one job."""


def _timed(work: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, Exception | None, float]:
    """Call a function in the worker: returns its result or refusal, and the seconds of processor time used."""
    began = time.process_time()
    try:
        return work(*args), None, time.process_time() - began
    except BadInput as error:
        return None, BadInput(error.where, error.reason), time.process_time() - began
    except Refused as refusal:
        return None, refusal, time.process_time() - began


class Workers:
    """The worker processes for expensive requests of people."""

    def __init__(self, limits: Quotas) -> None:
        self._limits = limits
        values = limits.values
        self._pool = Pool(values.work_workers, NICENESS)
        self._queue = FairQueue(self._pool.workers, values.work_queue)
        self._files = FairQueue(values.file_workers, values.work_queue)
        self._ready = False
        self._starting: asyncio.Future[int] | None = None

    def ready(self) -> bool:
        """Whether the processes have started; if not, their start is triggered, which takes a second or two."""
        if not self._ready and self._starting is None:
            self._starting = asyncio.get_running_loop().run_in_executor(self._pool.open(), os.getpid)
            self._starting.add_done_callback(self._started)
        return self._ready

    def _started(self, starting: asyncio.Future[int]) -> None:
        self._starting = None
        self._ready = not starting.cancelled() and starting.exception() is None

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Call a function of a module in a worker process; the caller is charged for the seconds it took."""
        who = asker()
        self._check(who)
        async with self._queue.slot(who.path):
            future = asyncio.get_running_loop().run_in_executor(self._pool.open(), _timed, work, args)
            try:
                result, error, seconds = await asyncio.wait_for(future, SECONDS)
            except (BrokenProcessPool, TimeoutError):
                self.close()
                self._limits.spend("work", who, SECONDS)
                raise Limited(503, "work_queue", self._limits.values.work_queue, RETRY) from None
        self._limits.spend("work", who, seconds)
        if error is not None:
            raise error
        found: T = result
        return found

    async def read_file(self, job: dict[str, Any]) -> dict[str, Any]:
        """Read an untrusted file in its own limited process, which ends afterwards."""
        who = asker()
        self._check(who)
        async with self._files.slot(who.path):
            answer, seconds = await sandbox.run(job)
        self._limits.spend("work", who, seconds)
        return answer

    @asynccontextmanager
    async def charged(self) -> AsyncIterator[None]:
        """Charge the caller for the duration of work that runs elsewhere."""
        who, began = asker(), time.monotonic()
        self._check(who)
        try:
            yield
        finally:
            self._limits.spend("work", who, time.monotonic() - began)

    def _check(self, who: Asker) -> None:
        wait = self._limits.wait("work", who)
        if wait:
            raise self._limits.refusal("work", wait)

    def close(self) -> None:
        self._ready = False
        self._pool.close()
