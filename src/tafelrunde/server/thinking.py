"""Bots in processes of their own: they get a sampled world as JSON, so that the truth never leaves the server's process."""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, TypeVar

from tafelrunde.bots.base import make
from tafelrunde.bots.review import hint
from tafelrunde.bots.runner import fair_sampler
from tafelrunde.games import REGISTRY
from tafelrunde.server.loading import dump_state, game_of, restore_state
from tafelrunde.server.settings import Settings
from tafelrunde.server.table import Table

T = TypeVar("T")


class Thought(NamedTuple):
    """A bot's answer; ``key`` and ``facts`` are a sentence of the catalogue's section ``bots`` that says why."""

    move: str
    key: str = ""
    facts: Mapping[str, Any] = {}


def _enter(registry: Mapping[str, str]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is over
    REGISTRY.update(registry)


def think(game: str, component_text: str | None, world: str, seat: int, level: str, seed: int) -> Thought:
    """One answer, worked out from a sampled world."""
    state = restore_state(game_of(game, component_text), world, 0)
    move, reason = hint(state, seat, level, seed)
    return Thought(move.text) if reason is None else Thought(move.text, reason.key, dict(reason.facts))


def bargain(game: str, component_text: str | None, world: str, seat: int, level: str, seed: int) -> list[str]:
    """Free moves of the bot's own accord, worked out from a sampled world."""
    state = restore_state(game_of(game, component_text), world, 0)
    return [move.text for move in make(level, seed).volunteer(seat, fair_sampler(state, seat))]


class Thinkers:
    """The pool of bot processes."""

    def __init__(self, settings: Settings) -> None:
        self._workers, self._seconds = max(1, settings.bot_workers), settings.bot_seconds
        self._free = asyncio.Semaphore(self._workers)
        self._pool: ProcessPoolExecutor | None = None
        self.thoughts = 0

    async def answer(self, table: Table, seat: int, level: str) -> str:
        """A bot's answer to the question the seat owes."""
        return (await self.think(table, seat, level)).move

    async def think(self, table: Table, seat: int, level: str) -> Thought:
        """The answer with its reason; where a bot takes too long, any legal answer."""
        state = table.shown
        moves = state.actions(seat)
        if len(moves) == 1:
            return Thought(state.game.vocabulary[moves[0]].text)
        self.thoughts += 1
        try:
            return await self._think(think, table, seat, level)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            return Thought(state.game.vocabulary[moves[secrets.randbelow(len(moves))]].text)

    async def volunteer(self, table: Table, seat: int, level: str) -> list[str]:
        """Free moves that a bot makes of its own accord; none if that takes it too long."""
        try:
            return await self._think(bargain, table, seat, level)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            return []

    async def _think(self, work: Callable[..., T], table: Table, seat: int, level: str) -> T:
        world = dump_state(table.shown.sample(seat, secrets.randbits(64)))
        info = table.info
        job = (info.game, info.component_text, world, seat, level, secrets.randbits(64))
        loop = asyncio.get_running_loop()
        async with self._free:  # waiting for a free worker is not thinking
            return await asyncio.wait_for(loop.run_in_executor(self._open(), work, *job), self._seconds)

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, context, initializer=_enter, initargs=(dict(REGISTRY),))
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
