"""Batches of games in worker processes: one call plays one move in every game.

>>> with VectorRunner("rise", games=4, players=2, seed=1, workers=1) as runner:
...     batch = runner.batch
...     batch = runner.step([legal[0] for legal in batch.legal])
>>> batch.observations.shape[0]
4
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Self

import numpy as np

from tafelrunde.core.state import State
from tafelrunde.library import load
from tafelrunde.research.observe import Array, Observer


class Batch(NamedTuple):
    """One position of every game: who is asked, what that seat sees and may do, and how a game that just ended ended."""

    seats: Array
    observations: Array
    legal: list[list[int]]
    rewards: Array
    """Each seat's part of a victory, in the games that the last step ended; 0 elsewhere."""
    ended: Array
    """Which games the last step ended; they have begun anew already."""


class Tables:
    """The games of one process. Game ``i`` has the seeds ``seed + i``, ``seed + i + games``, ... one after the other."""

    def __init__(
        self, game: str, numbers: Sequence[int], total: int, players: int, seed: int, options: Mapping[str, str]
    ) -> None:
        self.game = load(game)
        self.players, self.total, self.options = players, total, options
        self.observer = Observer.of(self.game, players)
        self.seeds = [seed + number for number in numbers]
        self.states: list[State] = [self.game.new(players, each, options) for each in self.seeds]

    def step(self, actions: Sequence[int] | None) -> Batch:
        n = len(self.states)
        rewards: Array = np.zeros((n, self.players), np.float32)
        ended: Array = np.zeros(n, bool)
        for i, action in enumerate(actions if actions is not None else ()):
            state = self.states[i]
            state.act(min(state.asked), int(action))
            if state.over:
                winners = state.winners
                rewards[i, list(winners)] = 1 / max(1, len(winners))
                ended[i] = True
                self.seeds[i] += self.total
                self.states[i] = self.game.new(self.players, self.seeds[i], self.options)
        seats = [min(state.asked) for state in self.states]
        seen = np.stack([self.observer.tensor(state, seat) for state, seat in zip(self.states, seats, strict=True)])
        legal = [list(state.actions(seat)) for state, seat in zip(self.states, seats, strict=True)]
        return Batch(np.array(seats), seen, legal, rewards, ended)


def _serve(pipe: Connection, *settings: Any) -> None:
    tables = Tables(*settings)
    try:
        while True:
            message = pipe.recv()
            if message == "close":
                return
            pipe.send(tables.step(message))
    except (EOFError, KeyboardInterrupt):
        return


class VectorRunner:
    """Many games at once; the number of workers changes nothing but the time."""

    def __init__(
        self,
        game: str,
        games: int,
        players: int | None = None,
        seed: int = 1,
        workers: int = 2,
        options: Mapping[str, str] | None = None,
    ) -> None:
        known = load(game)
        self.players = players if players is not None else min(known.players)
        self.actions = len(known.vocabulary)
        workers = max(1, min(workers, games))
        bounds = [games * i // workers for i in range(workers + 1)]
        shares = [range(bounds[i], bounds[i + 1]) for i in range(workers)]
        settings = [(game, list(share), games, self.players, seed, dict(options or {})) for share in shares]
        self._sizes = [len(share) for share in shares]
        self._pipes: list[Connection] = []
        self._processes: list[Any] = []
        self._here = Tables(*settings[0]) if workers == 1 else None
        if self._here is None:
            self._start(settings)
        self.batch = self._step(None)

    def _start(self, settings: Sequence[tuple[Any, ...]]) -> None:
        context = multiprocessing.get_context("spawn")
        for each in settings:
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, *each), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def step(self, actions: Sequence[int]) -> Batch:
        """Play one legal index in every game; a game that ends begins anew."""
        if len(actions) != sum(self._sizes):
            raise ValueError(f"{sum(self._sizes)} games need as many actions, not {len(actions)}")
        self.batch = self._step(actions)
        return self.batch

    def _step(self, actions: Sequence[int] | None) -> Batch:
        if self._here is not None:
            return self._here.step(actions)
        start = 0
        for pipe, size in zip(self._pipes, self._sizes, strict=True):
            pipe.send(None if actions is None else [int(action) for action in actions[start : start + size]])
            start += size
        parts: list[Batch] = [pipe.recv() for pipe in self._pipes]
        seats, seen, rewards, ended = (np.concatenate([part[k] for part in parts]) for k in (0, 1, 3, 4))
        return Batch(seats, seen, [legal for part in parts for legal in part.legal], rewards, ended)

    def close(self) -> None:
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            if process.is_alive():
                pipe.send("close")
            process.join(5)
            pipe.close()
        self._pipes, self._processes = [], []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
