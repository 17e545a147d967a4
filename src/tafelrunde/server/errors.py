"""What the server refuses, with the status a client can act on."""

from __future__ import annotations

import math
from typing import Any

from tafelrunde.core.errors import IllegalMove


class Refused(Exception):
    """An answer that is no: a status, a word for programs, a sentence for people; after ``retry`` seconds it may be yes."""

    def __init__(self, status: int, error: str, reason: str, *, retry: float | None = None, **more: Any) -> None:
        super().__init__(status, error, reason)
        self.status = status
        self.body = {"error": error, "reason": reason, **more}
        self.headers: dict[str, str] = {}
        if retry is not None:
            self.body["retry"] = math.ceil(max(1.0, retry))
            self.headers["retry-after"] = str(self.body["retry"])

    def __reduce__(self) -> tuple[Any, ...]:
        """Workers raise refusals too; by default an exception loses what is not among its arguments on the way."""
        return _refused, (self.status, self.body, self.headers)


def _refused(status: int, body: dict[str, Any], headers: dict[str, str]) -> Refused:
    found = Refused(status, body["error"], body["reason"])
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


def wrong(where: str, reason: str) -> Refused:
    return Refused(422, "bad_input", reason, where=where)


def illegal(refusal: IllegalMove, index: int) -> Refused:
    return Refused(
        422, "illegal", refusal.reason, move=refusal.move, rule=refusal.rule, key=refusal.key,
        params={name: value for name, value in refusal.params.items() if name != "move"}, index=index,
    )  # fmt: skip
