"""Which rule ids really arose: switched on by the tests to measure rule coverage, otherwise almost free of cost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_arisen: ContextVar[set[str] | None] = ContextVar("arisen", default=None)
"""One set for each context: threads and tasks that are not started inside the block do not write into it."""


@contextmanager
def collecting() -> Iterator[set[str]]:
    """Collect the ids of all rules cited by events, decisions and refusals inside the block."""
    found: set[str] = set()
    token = _arisen.set(found)
    try:
        yield found
    finally:
        _arisen.reset(token)
        before = _arisen.get()
        if before is not None:
            before |= found


def note(rule: str) -> None:
    arisen = _arisen.get()
    if arisen is not None:
        arisen.add(rule)
