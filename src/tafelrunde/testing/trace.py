"""Which rule ids really arose, to measure the rule coverage of tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tafelrunde.core.rules import cited


@contextmanager
def collecting() -> Iterator[set[str]]:
    """Collect the ids of all rules cited by events, decisions and refusals inside the block."""
    found: set[str] = set()
    token = cited.set(found)
    try:
        yield found
    finally:
        cited.reset(token)
        before = cited.get()
        if before is not None:
            before |= found
