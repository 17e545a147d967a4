"""Tables that cannot be opened: isolated, so that nothing else fails because of them, and reported to their players and the host.

Opening is retried after a while and after a restart. A table is quarantined only in this process, because another one may be able
to open it. A host finds the damage with ``tafelrunde verify-tables``.
"""

from __future__ import annotations

import logging
import time
from typing import NamedTuple

from tafelrunde.core.errors import IllegalMove
from tafelrunde.server.errors import Refused
from tafelrunde.server.outage import reason_of

logger = logging.getLogger("tafelrunde")
AGAIN_SECONDS = 300.0
"""The seconds after which opening a quarantined table is retried on request."""
STATUS = 410


class Damaged(Exception):
    """The rows of a table are inconsistent; ``word`` is one of :data:`REASONS`, ``place`` tells the host's log where."""

    def __init__(self, word: str, place: str = "") -> None:
        super().__init__(word, place)
        self.word, self.place = word, place


REASONS = {
    "damaged": "The stored data of this table is damaged.",
    "illegal_move": "A stored move of this table is not legal under the installed rules.",
    "failed": "The installed program cannot open this table.",
}


class Held(NamedTuple):
    why: str
    reason: str
    until: float

    def refusal(self) -> Refused:
        return Refused(STATUS, "quarantined", self.reason, why=self.why)


class Quarantine:
    """The tables that this process could not open."""

    def __init__(self) -> None:
        self._held: dict[str, Held] = {}
        self._logged: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._held)

    def check(self, table_id: str) -> None:
        """Raise the refusal of a quarantined table."""
        held = self._held.get(table_id)
        if held is not None and time.monotonic() < held.until:
            raise held.refusal()

    def put(self, table_id: str, error: Exception) -> Refused:
        """Quarantine a table; returns the refusal for all requests to it."""
        if isinstance(error, Refused):  # its game or components are not installed
            why, reason = error.kind, str(error.body["reason"])
        else:
            why = _why(error)
            reason = REASONS[why]
        held = self._held[table_id] = Held(why, reason, time.monotonic() + AGAIN_SECONDS)
        place = getattr(error, "place", "") or reason_of(error)
        if self._logged.get(table_id) != place:
            self._logged[table_id] = place
            told = {"table": table_id, "reason": f"{why}: {place}"}
            logger.error("a table cannot be opened; it is set apart", exc_info=error, extra=told)
        return held.refusal()

    def release(self, table_id: str) -> None:
        """Release a table that was opened successfully."""
        if self._held.pop(table_id, None) is not None:
            self._logged.pop(table_id, None)
            logger.warning("a table that was set apart can be opened again", extra={"table": table_id})


def _why(error: Exception) -> str:
    if isinstance(error, Damaged):
        return error.word
    if isinstance(error, IllegalMove):
        return "illegal_move"
    return "failed"
