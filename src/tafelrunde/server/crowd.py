"""Limits on open sockets per person, address and table. Spectators never take the place of seated people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tafelrunde.server.limits import Limited, Quotas

if TYPE_CHECKING:
    from tafelrunde.server.live import Socket

HELLO_SECONDS = 5.0
"""The time limit for a socket without a spectator's place to identify itself as belonging to a seat."""
HELLOS = 10
"""The maximum number of such sockets per address."""
RETRY = 10.0
"""Seconds after which a refused socket may try again."""


class Crowd:
    """All sockets of this process, counted by person, and as spectators by address and table."""

    def __init__(self, limits: Quotas) -> None:
        self._limits = limits
        self._sockets: dict[Socket, None] = {}
        self._by_person: dict[str, dict[Socket, None]] = {}
        self._spectators: Counter[str] = Counter()
        self._at_tables: Counter[str] = Counter()
        self._silent: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Socket]:
        return iter(list(self._sockets))

    def __len__(self) -> int:
        return len(self._sockets)

    def watch(self, socket: Socket) -> None:
        """Take a spectator's place, or raise :class:`Limited`."""
        person, own = socket.asker.person, int(socket.spectates)
        self._limits.allow("spectators", self._at_tables[socket.table_id] - own, RETRY)
        self._limits.allow("sockets_per_address", self._spectators[socket.asker.address] - own, RETRY)
        if person is not None:
            others = self._by_person.get(person, {}).keys() - {socket}
            self._limits.allow("sockets_per_person", len(others), RETRY)
        self._enter(socket)
        socket.spectates = True
        self._spectators[socket.asker.address] += 1
        self._at_tables[socket.table_id] += 1

    def sit(self, socket: Socket) -> None:
        """Take the place of a seat, which is always granted: the person's oldest socket is closed if there are too many."""
        person, most = socket.asker.person or "", self._limits.values.sockets_per_person
        there = self._by_person.get(person, {})
        if most and len(there) >= most and socket not in there:
            next(iter(there)).replace()
        self._enter(socket)

    def wait(self, socket: Socket, refusal: Limited) -> None:
        """Wait for a hello that names a seat; raises ``refusal`` if too many sockets of this address wait already."""
        if self._silent[socket.asker.address] >= HELLOS:
            raise refusal
        self._enter(socket)
        socket.silent = True
        self._silent[socket.asker.address] += 1

    def leave(self, socket: Socket) -> None:
        """Give up the place of a socket, if it has one."""
        if socket not in self._sockets:
            return
        del self._sockets[socket]
        person = socket.counted_for
        if person is not None:
            del self._by_person[person][socket]
            if not self._by_person[person]:
                del self._by_person[person]
        if socket.spectates:
            _less(self._spectators, socket.asker.address)
            _less(self._at_tables, socket.table_id)
        if socket.silent:
            _less(self._silent, socket.asker.address)
        socket.spectates = socket.silent = False

    def _enter(self, socket: Socket) -> None:
        self.leave(socket)
        self._sockets[socket] = None
        socket.counted_for = socket.asker.person
        if socket.counted_for is not None:
            self._by_person.setdefault(socket.counted_for, {})[socket] = None


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
