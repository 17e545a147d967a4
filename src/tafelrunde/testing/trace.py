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


claims: dict[str, str] = {}
"""Rules that the running test calls proved, with the reason."""


def proves(rule: str, because: str) -> None:
    """Say that this test shows a rule although no event, decision or refusal carries its id."""
    claims[rule] = because
