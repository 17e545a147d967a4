"""Which rule ids really arose: switched on by the tests to measure rule coverage, otherwise free of cost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

arisen: set[str] | None = None


@contextmanager
def collecting() -> Iterator[set[str]]:
    """Collect the ids of all rules cited by events, decisions and refusals inside the block."""
    global arisen
    before, arisen = arisen, set()
    found = arisen
    try:
        yield found
    finally:
        arisen = before
        if before is not None:
            before |= found


def note(rule: str) -> None:
    if arisen is not None:
        arisen.add(rule)
