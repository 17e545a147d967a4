"""A counter-based random generator whose whole state is one integer.

The integer is ``seed << COUNTER_BITS | draws so far``; each draw hashes it, so the generator costs nothing
to clone and cannot be run backwards: seeing one's own cards reveals nothing about the seed. A negative integer stands for
outcomes that the caller supplies (:mod:`tafelrunde.core.chance`).

>>> generator = seeded(7)
>>> generator, roll = draw(generator, 6)
>>> roll in range(6)
True
"""

from __future__ import annotations

from hashlib import blake2b

from tafelrunde.core import chance

COUNTER_BITS = 32
_COUNTER_MASK = (1 << COUNTER_BITS) - 1
_HASH = blake2b(digest_size=16, person=b"tafelrunde")
"""Copied for every draw, which is cheaper than creating a new one."""


def seeded(seed: int) -> int:
    """The generator at its first draw."""
    return seed << COUNTER_BITS


def seed_of(generator: int) -> int:
    return generator >> COUNTER_BITS


def draws(generator: int) -> int:
    """How many numbers have been drawn so far."""
    return generator & _COUNTER_MASK


def draw(generator: int, n: int) -> tuple[int, int]:
    """The next generator and a number from ``range(n)``; 128 bits make the bias of the remainder negligible."""
    digest = _HASH.copy()
    try:
        digest.update(generator.to_bytes((generator.bit_length() + 7) // 8 or 1, "big"))
    except OverflowError:  # it is negative, and asking first would cost every draw
        return chance.answer(generator, n)
    return generator + 1, int.from_bytes(digest.digest(), "big") % n


def derive(*parts: int) -> int:
    """Derive a new 128-bit seed from several numbers, for worlds that must not share the true seed."""
    text = ",".join(map(str, parts)).encode()
    return int.from_bytes(blake2b(text, digest_size=16, person=b"tafelrunde.world").digest(), "big")
