"""Runs bots in separate processes: they get a sampled world as JSON, so that the true state never leaves the server process."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, TypeVar

from tafelrunde.bots.base import make
from tafelrunde.bots.review import hint
from tafelrunde.bots.runner import fair_sampler
from tafelrunde.server.fair import FairQueue
from tafelrunde.server.limits import Asker, Quotas
from tafelrunde.server.positions import dump_state, game_of, restore_state
from tafelrunde.server.processes import Pool
from tafelrunde.server.settings import Settings
from tafelrunde.server.table import Table

T = TypeVar("T")
NICENESS = 5
"""The priority of bot processes, below the server's."""
LONGEST_PAUSE = 60.0


class Thought(NamedTuple):
    """A bot's answer; ``key`` and ``facts`` are a sentence of the catalogue's section ``bots`` that gives the reason."""

    move: str
    key: str = ""
    facts: Mapping[str, Any] = {}


class Bargained(NamedTuple):
    """Free moves of a bot; ``key`` and ``facts`` are the sentence with which it declines a proposal, if it does."""

    moves: list[str] = []
    key: str = ""
    facts: Mapping[str, Any] = {}


def think(game: tuple[str, str | None, str], world: str, seat: int, level: str, seed: int) -> Thought:
    """One answer, computed from a sampled world; ``game`` are the arguments of ``game_of``."""
    state = restore_state(game_of(*game), world, 0)
    move, reason = hint(state, seat, level, seed)
    return Thought(move.text) if reason is None else Thought(move.text, reason.key, dict(reason.facts))


def bargain(game: tuple[str, str | None, str], world: str, seat: int, level: str, seed: int) -> Bargained:
    """Free moves that the bot makes unasked, computed from a sampled world."""
    state = restore_state(game_of(*game), world, 0)
    bot = make(level, seed)
    moves = [move.text for move in bot.volunteer(seat, fair_sampler(state, seat))]
    return Bargained(moves) if bot.refusal is None else Bargained(moves, bot.refusal.key, dict(bot.refusal.facts))


class Thinkers:
    """The bots' processes. Hosts take turns, and then their tables: many tables of one person delay nobody else's bots.

    A host's bots may use a number of seconds an hour (``bot_seconds_an_hour``); beyond that they are slowed down to this rate.
    """

    def __init__(self, settings: Settings, limits: Quotas) -> None:
        self._limits, self._seconds = limits, settings.limits.bot_seconds
        self._pool = Pool(settings.bot_workers, NICENESS)
        self._queue = FairQueue(self._pool.workers)
        self.thoughts = 0

    async def answer(self, table: Table, seat: int, level: str) -> str:
        """A bot's answer to the question asked of the seat."""
        return (await self.think(table, seat, level)).move

    async def think(self, table: Table, seat: int, level: str) -> Thought:
        """A bot's answer with its reason; a random legal move if the bot takes too long."""
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

    async def volunteer(self, table: Table, seat: int, level: str) -> Bargained:
        """Free moves that a bot makes unasked; none if it takes too long."""
        try:
            return await self._think(bargain, table, seat, level)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            return Bargained()

    async def _think(self, work: Callable[..., T], table: Table, seat: int, level: str) -> T:
        world = dump_state(table.shown.sample(seat, secrets.randbits(64)))
        info = table.info
        job = (info.played_with, world, seat, level, secrets.randbits(64))
        owner = self._limits.owner(info.host)
        await self._pace(owner)
        async with self._queue.slot((*owner.path, info.id)):  # waiting for a free worker does not count as thinking
            began = time.monotonic()
            try:
                return await asyncio.wait_for(
                    asyncio.get_running_loop().run_in_executor(self._pool.open(), work, *job), self._seconds
                )
            finally:
                self._limits.spend("bots", owner, time.monotonic() - began)

    async def _pace(self, owner: Asker) -> None:
        """Wait while the owner's bots have used more than their share."""
        while wait := self._limits.wait("bots", owner):
            await asyncio.sleep(min(wait, LONGEST_PAUSE))

    def close(self) -> None:
        self._pool.close()
