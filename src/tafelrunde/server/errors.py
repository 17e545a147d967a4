"""The errors that the server returns, with the HTTP status that a client can act on.

Every refusal has one shape, over HTTP and in sockets (problem details, RFC 9457): ``type`` is a word for programs, ``reason`` a
sentence for people, ``rule`` the id of the rule that forbids it, ``place`` the part of the request that is wrong; both are
``null`` where there is none. :class:`~tafelrunde.server.models.problem.Problem` describes it with its further members.
"""

from __future__ import annotations

import math
from typing import Any

from tafelrunde.core.errors import IllegalMove

MEDIA_TYPE = "application/problem+json"


class Refused(Exception):
    """A refused request: its HTTP status and the problem details; ``retry`` is the number of seconds after which it may
    succeed."""

    def __init__(
        self, status: int, kind: str, reason: str, *, rule: str | None = None, place: str | None = None,
        retry: float | None = None, **more: Any,
    ) -> None:  # fmt: skip
        super().__init__(status, kind, reason)
        self.status = status
        self.body: dict[str, Any] = {"type": kind, "rule": rule, "reason": reason, "place": place, **more}
        self.headers: dict[str, str] = {}
        if retry is not None:
            self.body["retry"] = math.ceil(max(1.0, retry))
            self.headers["retry-after"] = str(self.body["retry"])

    @property
    def kind(self) -> str:
        return str(self.body["type"])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle all members, because workers raise refusals too; by default only an exception's arguments survive."""
        return _refused, (self.status, self.body, self.headers)


def _refused(status: int, body: dict[str, Any], headers: dict[str, str]) -> Refused:
    found = Refused(status, body["type"], body["reason"])
    found.body, found.headers = body, headers
    return found


def not_yours(reason: str = "This seat is not yours.") -> Refused:
    return Refused(403, "not_yours", reason)


def stale() -> Refused:
    return Refused(409, "stale", "This question is no longer asked.")


def finished() -> Refused:
    return Refused(409, "finished", "This game is over, and a finished game is final.")


def unknown(what: str) -> Refused:
    return Refused(404, "unknown", f"There is no such {what}.")


def wrong(place: str | None, reason: str) -> Refused:
    return Refused(422, "bad_input", reason, place=place)


def illegal(refusal: IllegalMove, index: int) -> Refused:
    """The refusal of an illegal move; ``index`` is the position of the move in the request's list."""
    return Refused(
        422, "illegal", refusal.reason, rule=refusal.rule, place=move_place(index), move=refusal.move, key=refusal.key,
        params={name: value for name, value in refusal.params.items() if name != "move"},
    )  # fmt: skip


def move_place(index: int) -> str:
    return f"moves[{index}]"
