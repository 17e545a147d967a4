"""A fair queue: a caller with many requests delays only the caller's own."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from tafelrunde.server.limits import Limited

T = TypeVar("T")
RETRY = 2.0
"""The seconds after which a refused caller may try again."""


class Ring(Generic[T]):
    """Items under paths such as (address, person, table), served round-robin over the branches at every level."""

    def __init__(self) -> None:
        self._branches: OrderedDict[str, Ring[T]] = OrderedDict()
        self._items: deque[T] = deque()
        self._served = ""
        self.size = 0

    def add(self, path: Sequence[str], item: T) -> None:
        self.size += 1
        if not path:
            self._items.append(item)
            return
        if path[0] not in self._branches:
            self._branches[path[0]] = Ring()
            if self._served in self._branches:  # a new branch comes before the one that has just been served
                self._branches.move_to_end(self._served)
        self._branches[path[0]].add(path[1:], item)

    def pop(self) -> T:
        """Remove the first item of the branch whose turn it is; that branch moves to the end."""
        self.size -= 1
        if self._items:
            return self._items.popleft()
        name, branch = self._branches.popitem(last=False)
        item = branch.pop()
        self._served = name
        if branch.size:
            self._branches[name] = branch
        return item

    def remove(self, path: Sequence[str], item: T) -> None:
        """Remove one item wherever it is; nothing happens if it is not there."""
        if not path and item in self._items:
            self._items.remove(item)
            self.size -= 1
        elif path and path[0] in self._branches:
            branch = self._branches[path[0]]
            self.size -= branch.size
            branch.remove(path[1:], item)
            self.size += branch.size
            self._tidy(path[0])

    def drop(self, path: Sequence[str]) -> T | None:
        """Remove the newest item of a branch that is longer than the one of ``path``; ``None`` if there is none."""
        if not path or not self._branches:
            return None
        longest = max(self._branches, key=lambda name: self._branches[name].size)
        branch, own = self._branches[longest], self._branches.get(path[0])
        item: T | None = None
        if branch is own:
            item = branch.drop(path[1:])
        elif branch.size > (own.size if own else 0) + 1:
            item = branch.newest()
        self.size -= item is not None
        self._tidy(longest)
        return item

    def newest(self) -> T:
        """Remove the newest item of the longest branch."""
        self.size -= 1
        if self._items:
            return self._items.pop()
        longest = max(self._branches, key=lambda name: self._branches[name].size)
        item = self._branches[longest].newest()
        self._tidy(longest)
        return item

    def _tidy(self, name: str) -> None:
        if not self._branches[name].size:
            del self._branches[name]


class FairQueue:
    """Lets at most ``slots`` callers work at once; the others wait, served round-robin by address, person and table.

    At most ``most`` callers wait. Beyond that, the newest of the longest branch is refused with 503.
    """

    def __init__(self, slots: int, most: int | None = None) -> None:
        self._free, self._most = slots, most
        self._waiting: Ring[asyncio.Future[None]] = Ring()

    @property
    def waiting(self) -> int:
        return self._waiting.size

    @asynccontextmanager
    async def slot(self, path: Sequence[str]) -> AsyncIterator[None]:
        await self._acquire(path)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, path: Sequence[str]) -> None:
        if self._free and not self._waiting.size:
            self._free -= 1
            return
        if self._most is not None and self._waiting.size >= self._most:
            self._make_room(path, self._most)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(path, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._waiting.remove(path, turn)
            else:  # its slot had just been granted
                self._release()
            raise

    def _make_room(self, path: Sequence[str], most: int) -> None:
        busy = Limited(503, "work_queue", most, RETRY)
        dropped = self._waiting.drop(path)
        if dropped is None:
            raise busy
        if not dropped.done():
            dropped.set_exception(busy)

    def _release(self) -> None:
        while self._waiting.size:
            turn = self._waiting.pop()
            if not turn.done():  # otherwise it was cancelled a moment ago
                turn.set_result(None)
                return
        self._free += 1
