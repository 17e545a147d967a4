"""Handling of database failures for all parts of the server: tell the caller, back off, and log little.

The text of a database error never reaches a log or a response, because drivers quote the values of a statement in it:
seeds, hashes of passwords and tokens. :func:`reason_of` gives its type and its code instead; :mod:`logs` does the same.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from random import Random

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError, SQLAlchemyError, StatementError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tafelrunde.server.errors import Refused

logger = logging.getLogger("tafelrunde")

RETRY_SECONDS = 2.0
"""The seconds after which callers are told to try again."""
REPEAT_SECONDS = 60.0
"""The interval at which a persistent outage is logged."""
QUIET_SECONDS = 5.0
"""An outage that begins this soon after the last entry is not logged, so that an unstable connection does not fill the log."""
_CLIENT_ERRORS = (asyncpg.InterfaceError, asyncpg.InternalClientError)
DATABASE_ERRORS = (SQLAlchemyError, sqlite3.Error, asyncpg.PostgresError, *_CLIENT_ERRORS)
_STATEMENT = ("0A", "21", "22", "23", "42")
"""Classes of SQLSTATE that are about one statement or its values."""
_DAMAGED = ("XX001", "XX002")
"""Errors of a damaged page of a table or index."""
_random = Random()


class Unavailable(Exception):
    """The database does not respond, or refuses every write. The caller should try again.

    ``unknown`` is true if the connection broke during the commit, so that the write may have succeeded. A move that is
    sent again with the same key is played once in both cases.
    """

    def __init__(self, unknown: bool = False) -> None:
        super().__init__()
        self.unknown = unknown

    @property
    def refusal(self) -> Refused:
        reason = "The database is not available at the moment. Try again in a few seconds."
        if self.unknown:
            reason = "The database did not confirm this. Try again in a few seconds; what has the same key is done once."
        return Refused(503, "unavailable", reason, retry=RETRY_SECONDS, unknown=self.unknown)


def database_error(error: BaseException) -> bool:
    return isinstance(error, (*DATABASE_ERRORS, OSError))  # TimeoutError is an OSError


def unreachable(error: BaseException) -> bool:
    """Whether an error concerns the database as a whole: it is unreachable, full, locked or read-only.

    The others are about one statement, its values or one damaged row.
    """
    original = error.orig if isinstance(error, StatementError) and error.orig is not None else error
    state = getattr(original, "sqlstate", None)
    if state is not None:
        return state[:2] not in _STATEMENT and state not in _DAMAGED
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or isinstance(error, OperationalError | InterfaceError | InternalError)
    return isinstance(
        error, (OSError, PoolTimeout, sqlite3.OperationalError, asyncpg.InterfaceError, asyncpg.InternalClientError)
    )


def reason_of(error: BaseException) -> str:
    """A short description of an error for a log: its type and code, and for a database error nothing else."""
    original = error.orig if isinstance(error, StatementError) and error.orig is not None else error
    for name in ("sqlite_errorname", "sqlstate"):
        code = getattr(original, name, None) or getattr(getattr(original, "__cause__", None), name, None)
        if code:
            return f"{type(original).__name__} {code}"
    if isinstance(original, OSError) and original.strerror:
        return f"{type(original).__name__} {original.strerror}"
    return type(original).__name__


def backoff(first: float, longest: float) -> Iterator[float]:
    """The seconds to wait before each attempt: exponential backoff with jitter, which shortens a wait by up to a half."""
    wait = first
    while True:
        yield wait * _random.uniform(0.5, 1.0)
        wait = min(longest, wait * 2)


class Outage:
    """The availability of one database connection, and its log: the beginning of an outage, periodic reminders, the end."""

    def __init__(self, what: str) -> None:
        self._what = what
        self.since: float | None = None
        """The beginning of the outage, in seconds since 1970; ``None`` without an outage."""
        self.reason = ""
        self.count = 0
        self._logged = 0.0
        self._told = False

    def failed(self, error: BaseException) -> None:
        now = time.time()
        self.reason = reason_of(error)
        if self.since is None:
            self.since = now
            self.count += 1
            self._told = now - self._logged > QUIET_SECONDS
            if self._told:
                self._logged = now
                logger.error("%s failed", self._what, exc_info=error, extra={"reason": self.reason})
        elif now - self._logged > REPEAT_SECONDS:
            self._told, self._logged = True, now
            logger.error("%s still fails after %d seconds", self._what, now - self.since, extra={"reason": self.reason})

    def worked(self) -> None:
        if self.since is None:
            return
        if self._told:
            logger.warning("%s works again after %.1f seconds", self._what, time.time() - self.since)
        self.since, self.reason = None, ""


async def keep_doing(what: str, work: Callable[[], Awaitable[object]], seconds: float) -> None:
    """Repeat a task for ever: no error ends it, and a persistent error is logged like an outage."""
    outage = Outage(what)
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Unavailable:
            continue  # logged by the connection
        except Exception as error:
            outage.failed(error)
        else:
            outage.worked()
