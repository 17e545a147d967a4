"""Asks for ``/api/health`` all the time and compares the answers with what the test did to the database."""

from __future__ import annotations

import asyncio
import time
from typing import NamedTuple

import httpx

GRACE = 6.0
"""Seconds after which an outage must be told: a commit proves for one second, a test may take three, and a slow machine."""
RECOVERY = 10.0
"""Seconds after which the end of an outage must be told."""


class Sample(NamedTuple):
    asked: float
    answered: float
    status: int
    """0 where the server itself did not answer."""


class Health:
    def __init__(self, url: str) -> None:
        self._url = url
        self.samples: list[Sample] = []
        self._changes: list[tuple[float, bool]] = [(time.monotonic(), True)]
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Health:
        self._task = asyncio.create_task(self._ask())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _ask(self) -> None:
        async with httpx.AsyncClient(base_url=self._url, timeout=10) as http:
            while True:
                asked = time.monotonic()
                try:
                    status = (await http.get("/api/health")).status_code
                except httpx.TransportError:
                    status = 0
                self.samples.append(Sample(asked, time.monotonic(), status))
                await asyncio.sleep(0.2)

    def down(self) -> None:
        """From now on no write can be made."""
        self._changes.append((time.monotonic(), False))

    def up(self) -> None:
        self._changes.append((time.monotonic(), True))

    def check(self) -> tuple[int, int]:
        """Every answer must be true; returns how many said that all is well, and how many that it is not.

        A slow write is no lie: while the database works, health may be doubted for a moment, but not for long.
        """
        well = failing = 0
        ends = [at for at, _ in self._changes[1:]] + [time.monotonic()]
        for (begin, works), end in zip(self._changes, ends, strict=True):
            settled = begin + (RECOVERY if works else GRACE)
            told = [sample for sample in self.samples if sample.asked > settled and sample.answered < end and sample.status]
            if works:
                well += sum(sample.status == 200 for sample in told)
                doubted = [sample for sample in told if sample.status != 200]
                for sample in doubted:
                    better = any(other.status == 200 for other in told if 0 < other.asked - sample.asked < RECOVERY)
                    assert better or end - sample.asked < RECOVERY, f"health says {sample.status} while the database works"
            else:
                failing += len(told)
                lies = [sample.asked - begin for sample in told if sample.status == 200]
                assert not lies, f"health says 200 {lies[0]:.1f} seconds after the database failed"
        return well, failing
