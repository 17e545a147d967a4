"""Batches of games in worker processes: one call plays one move in every game.

Observations, masks, seats and rewards are arrays in memory that all processes share; a step sends one byte to each worker.
Actions count seats from the acting seat (:mod:`tafelrunde.research.actions`). The next step overwrites the arrays of a batch.

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
from multiprocessing.shared_memory import SharedMemory
from typing import Any, Self

import numpy as np

from tafelrunde.core.state import State
from tafelrunde.library import load
from tafelrunde.research.actions import Actions
from tafelrunde.research.observe import Array, Observer

STEP, CLOSE = b"s", b"c"
_KEYS = ("observations", "masks", "seats", "rewards", "ended", "actions")


class Batch:
    """One position of every game: the seat that is asked, its observation and legal actions, and the results of games just
    ended."""

    def __init__(self, memory: Any, games: int, players: int, seen: int, actions: int) -> None:
        shapes: dict[str, tuple[Any, tuple[int, ...]]] = {
            "observations": (np.float32, (games, seen)), "masks": (np.bool_, (games, actions)), "seats": (np.int32, (games,)),
            "rewards": (np.float32, (games, players)), "ended": (np.bool_, (games,)), "actions": (np.int32, (games,)),
        }  # fmt: skip
        self._arrays: dict[str, Array] = {}
        start = 0
        for key in _KEYS:
            kind, shape = shapes[key]
            found: Array = np.ndarray(shape, kind, memory, start)
            self._arrays[key] = found
            start += -(-found.nbytes // 64) * 64

    @staticmethod
    def size(games: int, players: int, seen: int, actions: int) -> int:
        """The number of bytes that the arrays of a batch need."""
        return games * (4 * seen + actions + 4 + 4 * players + 1 + 4) + 64 * len(_KEYS)

    @property
    def observations(self) -> Array:
        """The observation of the asked seat in each game; empty if the runner was made without observations."""
        return self._arrays["observations"]

    @property
    def masks(self) -> Array:
        """True for every legal action."""
        return self._arrays["masks"]

    @property
    def seats(self) -> Array:
        return self._arrays["seats"]

    @property
    def rewards(self) -> Array:
        """Each seat's share of the victory in the games that the last step ended; 0 elsewhere."""
        return self._arrays["rewards"]

    @property
    def ended(self) -> Array:
        """The games that the last step ended; they have already been restarted."""
        return self._arrays["ended"]

    @property
    def chosen(self) -> Array:
        return self._arrays["actions"]

    @property
    def legal(self) -> list[list[int]]:
        """The legal actions of each game, in ascending order."""
        return [np.flatnonzero(row).tolist() for row in self.masks]

    def clear(self) -> None:
        """Release the shared memory."""
        self._arrays = {key: array.copy() for key, array in self._arrays.items()}


class Tables:
    """The games of one process. Game ``i`` uses the seeds ``seed + i``, ``seed + i + games``, ... one after the other."""

    def __init__(
        self, batch: Batch, game: str, numbers: Sequence[int], total: int, players: int, seed: int, options: Mapping[str, str]
    ) -> None:
        self.batch, self.numbers = batch, numbers
        self.game = load(game)
        self.players, self.total, self.options = players, total, options
        self.observer, self.actions = Observer.of(self.game, players), Actions.of(self.game, players)
        self.watched = batch.observations.shape[1] > 0
        self.memory = [memoryview(row) for row in batch.observations]
        self.seeds = {number: seed + number for number in numbers}
        self.states: dict[int, State] = {number: self.game.new(players, self.seeds[number], options) for number in numbers}
        self.shown: dict[int, list[int]] = {number: [] for number in numbers}
        self.show()

    def step(self) -> None:
        """Play the chosen action in every game and write the results."""
        batch = self.batch
        first, last = self.numbers[0], self.numbers[-1] + 1
        if batch.ended[first:last].any():
            batch.rewards[first:last], batch.ended[first:last] = 0.0, False
        chosen, absolute, trivial = batch.chosen[first:last].tolist(), self.actions.absolute, self.actions.trivial
        for number, action in zip(self.numbers, chosen, strict=True):
            state = self.states[number]
            seat = min(state.asked)
            state.act(seat, action if trivial else absolute(seat, action))
            if not state.asked:
                self._end(number, state)
        self.show()

    def _end(self, number: int, state: State) -> None:
        winners = state.winners
        self.batch.rewards[number, list(winners)] = 1 / max(1, len(winners))
        self.batch.ended[number] = True
        self.seeds[number] += self.total
        self.states[number] = self.game.new(self.players, self.seeds[number], self.options)

    def show(self) -> None:
        """Write the present questions into the arrays."""
        masks, observer, watched, trivial = self.batch.masks, self.observer, self.watched, self.actions.trivial
        seats = []
        for number, state in self.states.items():
            seat = min(state.asked)
            seats.append(seat)
            legal = state.asked[seat][2] if trivial else self.actions.legal(seat, state.asked[seat][2])
            row = masks[number]
            row[self.shown[number]] = False
            self.shown[number] = shown = list(legal)
            row[shown] = True
            if watched:
                self.batch.observations[number].fill(0.0)
                observer.write(state, seat, self.memory[number])
        self.batch.seats[self.numbers[0] : self.numbers[-1] + 1] = seats


def _serve(pipe: Connection, name: str, sizes: tuple[int, int, int, int], *settings: Any) -> None:
    memory = SharedMemory(name)
    batch = Batch(memory.buf, *sizes)
    tables = Tables(batch, *settings)
    try:
        pipe.send_bytes(STEP)
        while pipe.recv_bytes() == STEP:
            tables.step()
            pipe.send_bytes(STEP)
    except (EOFError, KeyboardInterrupt):
        pass
    finally:
        tables.memory.clear()
        batch.clear()
        memory.close()


class VectorRunner:
    """Plays many games at once; the number of workers affects speed only. Without ``observations`` only masks are made."""

    def __init__(
        self,
        game: str,
        games: int,
        players: int | None = None,
        seed: int = 1,
        workers: int = 2,
        options: Mapping[str, str] | None = None,
        observations: bool = True,
    ) -> None:
        known = load(game)
        self.players = players if players is not None else min(known.players)
        self.actions, self.games = len(known.vocabulary), games
        seen = Observer.of(known, self.players).size if observations else 0
        sizes = (games, self.players, seen, self.actions)
        workers = max(1, min(workers, games))
        bounds = [games * i // workers for i in range(workers + 1)]
        shares = [range(bounds[i], bounds[i + 1]) for i in range(workers)]
        settings = [(game, share, games, self.players, seed, dict(options or {})) for share in shares]
        self._pipes: list[Connection] = []
        self._processes: list[Any] = []
        self._memory: SharedMemory | None = None
        self._here: Tables | None = None
        if workers == 1:
            self.batch = Batch(memoryview(bytearray(Batch.size(*sizes))), *sizes)
            self._here = Tables(self.batch, *settings[0])
        else:
            self._memory = SharedMemory(create=True, size=Batch.size(*sizes))
            self.batch = Batch(self._memory.buf, *sizes)
            self._start(sizes, settings)

    def _start(self, sizes: tuple[int, int, int, int], settings: Sequence[tuple[Any, ...]]) -> None:
        context = multiprocessing.get_context("spawn")
        assert self._memory is not None
        for each in settings:
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, self._memory.name, sizes, *each), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        for pipe in self._pipes:
            pipe.recv_bytes()

    def step(self, actions: Sequence[int]) -> Batch:
        """Play one legal action in every game; a game that ends is restarted."""
        if len(actions) != self.games:
            raise ValueError(f"{self.games} games need as many actions, not {len(actions)}")
        self.batch.chosen[:] = actions
        if self._here is not None:
            self._here.step()
        for pipe in self._pipes:
            pipe.send_bytes(STEP)
        for pipe in self._pipes:
            pipe.recv_bytes()
        return self.batch

    def close(self) -> None:
        """Stop the workers and release the memory; the last batch can still be read."""
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            if process.is_alive():
                pipe.send_bytes(CLOSE)
            process.join(5)
            pipe.close()
        self._pipes, self._processes = [], []
        self.batch.clear()
        if self._memory is not None:
            self._memory.close()
            self._memory.unlink()
            self._memory = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
