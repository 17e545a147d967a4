"""A cache of recently opened replays, and the computation of their winning chances.

A worker process holds each replay; chances are computed in a separate process, one game at a time. This module does not
depend on HTTP or on tables.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import OrderedDict
from typing import Any

from tafelrunde.core.game import Game
from tafelrunde.server import replays
from tafelrunde.server.errors import Refused
from tafelrunde.server.fair import FairQueue
from tafelrunde.server.limits import asker
from tafelrunde.server.positions import game_of
from tafelrunde.server.replays import Source
from tafelrunde.server.workers import Workers
from tafelrunde.study import chances

KEPT = 24
"""Replays held in memory."""
REVIEWS = 20
"""The maximum number of games that wait for their chances to be computed."""


class Opened:
    """A replay held by a worker process, with the data that the server keeps about it."""

    def __init__(self, source: Source, about: dict[str, Any]) -> None:
        self.source, self.about = source, about
        self.review: dict[str, Any] | None = None
        self.reviewing: asyncio.Task[None] | None = None
        self.digests: dict[str, bytes] = {}
        self.results: dict[str, bytes] = {}

    @property
    def game(self) -> Game[Any]:
        return game_of(self.about["game"], self.source.component_text, self.about["components"])


class Shelf:
    """The recently opened replays, and one process at a time that computes chances."""

    def __init__(self) -> None:
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._one_at_a_time = FairQueue(1, REVIEWS)

    def get(self, source: str) -> Opened | None:
        found = self._opened.get(source)
        if found is not None:
            self._opened.move_to_end(source)
        return found

    def put(self, source: str, opened: Opened) -> Opened:
        self._opened[source] = opened
        while len(self._opened) > KEPT:
            self._opened.popitem(last=False)
        return opened

    def chances(self, opened: Opened, workers: Workers) -> dict[str, Any]:
        """The chances computed so far; the first call starts the computation."""
        if opened.review is None:
            wanted = len(chances.places(opened.about["last"]))
            opened.review = {
                "ready": False, "failed": False, "of": wanted, "judged": 0,
                "points": [], "draws": [], "turns": [], "mistakes": [],
            }  # fmt: skip
            opened.reviewing = asyncio.create_task(self._review(opened, opened.review, workers))
        return opened.review

    async def _review(self, opened: Opened, review: dict[str, Any], workers: Workers) -> None:
        """Compute a review; the reviews of one address wait for each other, but not for those of other addresses."""
        try:
            record = await workers.run(replays.record, opened.source)
            async with self._one_at_a_time.slot(asker().path), workers.charged():
                await _work_out(review, {"record": record, "components": opened.source.component_text})
        except Refused:
            opened.review = None  # the next request starts again


async def _work_out(review: dict[str, Any], job: dict[str, Any]) -> None:
    """Collect a review while its process computes it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", chances.__name__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(job).encode())
        process.stdin.close()
        async for line in process.stdout:
            told = json.loads(line)
            if "turns" in told:
                review |= {"ready": "done" in told, "turns": told["turns"]}
            elif "judged" in told or "mistakes" in told:
                review |= told
            elif "draw" in told:
                review["draws"].append(told["draw"])
            else:
                review["points"].append({"place": told["place"], "chances": told["chances"]})
        review["failed"] = not review["ready"]
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
