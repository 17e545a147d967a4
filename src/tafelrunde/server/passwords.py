"""Passwords: the rules for new ones, and argon2 in worker threads."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from tafelrunde.server.errors import Refused
from tafelrunde.server.fair import FairQueue
from tafelrunde.server.limits import asker

T = TypeVar("T")
NICENESS = 10
SHORTEST, LONGEST = 8, 200
FEWEST_CHARACTERS = 3
"""Different characters in a password; ``aaaaaaaa`` has one."""
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""The parameters that OWASP recommends. More memory would cost an attacker little more and the server much: whoever tries
passwords makes it hash, one after another."""


@cache
def _nobody() -> str:
    """A hash to verify against if an account does not exist, so that the response time does not reveal which names exist."""
    return _HASHER.hash(secrets.token_hex(8))


def check_password(password: str, *names: str | None) -> None:
    """Refuse a new password that is too short, too simple, or one of the person's own names."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused(422, "weak_password", f"A password has {SHORTEST} to {LONGEST} characters.", place="password")
    if len(set(password)) < FEWEST_CHARACTERS:
        raise Refused(422, "weak_password", "Use more than two different characters.", place="password")
    if password.casefold() in {name.casefold() for name in names if name}:
        raise Refused(422, "weak_password", "A password cannot be the account name.", place="password")


def _be_nice() -> None:
    """Lower the priority of this thread: argon2 releases the interpreter's lock, so the event loop keeps the processor."""
    if sys.platform == "linux":  # on other systems this would be the priority of the whole process
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)


class Hashing:
    """Runs argon2, which takes some hundredths of a second and 19 MB, one call at a time, off the event loop.

    People take turns by address, so that nobody can delay another's sign-in by many attempts of their own.
    """

    def __init__(self, most: int = 64) -> None:
        self._queue = FairQueue(1, most)
        self._thread = ThreadPoolExecutor(1, "passwords", _be_nice)

    async def hash(self, password: str) -> str:
        return await self._run("", _HASHER.hash, password)

    async def verify(self, hashed: str | None, password: str) -> bool:
        """Whether the password belongs to the hash; takes the same time if there is no hash."""
        return await self._run((hashed or "")[-16:], _verify, hashed, password)

    async def renewed(self, hashed: str, password: str) -> str | None:
        """A new hash of a verified password, if the old one was made with other parameters."""
        return await self.hash(password) if _HASHER.check_needs_rehash(hashed) else None

    async def _run(self, account: str, work: Callable[..., T], *args: str | None) -> T:
        async with self._queue.slot((*asker().path, account)):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)


def _verify(hashed: str | None, password: str) -> bool:
    try:
        return _HASHER.verify(hashed or _nobody(), password) and hashed is not None
    except (Argon2Error, InvalidHashError):
        return False
