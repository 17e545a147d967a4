"""Whether two clients received the same bytes, and how much was compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.leaks.servers import Heard, World

AROUND = 120
"""Characters shown on either side of the first difference."""


class Leak(AssertionError):
    """A client received something that depends on what it must not know."""

    def __init__(self, channel: str, what: str) -> None:
        super().__init__(f"{channel}: {what}")
        self.channel = channel


class Crash(AssertionError):
    """The server failed, which is no leak: nothing can be concluded from the run."""


@dataclass
class Report:
    """What one or several runs have compared."""

    runs: int = 0
    turns: int = 0
    plies: int = 0
    worlds: int = 0
    bytes: Counter[str] = field(default_factory=Counter)
    """By channel."""
    answers: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)
    """How often worlds went on with another move, with the same move, after a new deal, or could not go on."""
    hidden: Counter[int] = field(default_factory=Counter)
    """By seat: in how many worlds it was looked at while a new deal would give it something else, and ..."""
    varied: Counter[int] = field(default_factory=Counter)
    """... in how many of them it had something else than in truth."""
    routes: set[str] = field(default_factory=set)

    def add(self, other: Report) -> None:
        self.runs += other.runs
        self.turns += other.turns
        self.plies += other.plies
        self.worlds += other.worlds
        for mine, theirs in ((self.bytes, other.bytes), (self.answers, other.answers), (self.moves, other.moves)):
            mine.update(theirs)
        self.hidden.update(other.hidden)
        self.varied.update(other.varied)
        self.routes |= other.routes


_VALUES = re.compile(rb"(?im)^(content-length:|[a-z_]+(?:\{[^}]*\})?) .*$")


def told(heard: Heard, world: World) -> bytes:
    """What is compared of some bytes.

    Two things may differ between worlds and tell nothing: the commitment to a seed, which is a hash of 128 random bits, and
    the values of metrics, among which are times. Names and labels of metrics are compared.
    """
    content = heard.content.replace(world.commitment, b"sha256:COMMITMENT")
    return _VALUES.sub(rb"\1 VALUE", content) if "/metrics" in heard.asked else content


def compare(truth: World, copy: World, report: Report, skip: Sequence[str] = ()) -> None:
    """Raise :class:`Leak` at the first difference; ``skip`` names channels that could not be recomputed this time."""
    for heard in (*truth.heard, *copy.heard):
        if heard.content.startswith(b"HTTP/1.1 500 "):
            raise Crash(f"{heard.channel}: {heard.asked} {heard.content!r}")
    mine = [heard for heard in truth.heard if heard.channel not in skip]
    for ours, theirs in zip(mine, copy.heard, strict=False):
        one, other = told(ours, truth), told(theirs, copy)
        if ours.channel != theirs.channel or one != other:
            raise Leak(ours.channel, f"{ours.asked}\n{difference(one, other)}")
        report.bytes[ours.channel] += len(one)
        report.answers[ours.channel] += 1
    if len(mine) != len(copy.heard):
        extra = [*mine[len(copy.heard) :], *copy.heard[len(mine) :]][0]
        where = "truth" if len(mine) > len(copy.heard) else copy.name
        raise Leak(extra.channel, f"only in {where}: {extra.asked} {extra.content[:300]!r}")


def difference(one: bytes, other: bytes) -> str:
    """Where two texts begin to differ; in answers rather the bodies, because other bodies also have another length."""
    bodies = one.partition(b"\r\n\r\n")[2], other.partition(b"\r\n\r\n")[2]
    one, other = bodies if bodies[0] != bodies[1] else (one, other)
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    first, last = max(0, at - AROUND), at + AROUND
    return f"  truth: {one[first:last].decode(errors='replace')}\n  other: {other[first:last].decode(errors='replace')}"
