"""Seat order and comparisons between seats."""

from __future__ import annotations

from collections.abc import Sequence

MOST = 12
"""More than the number of seats at any table."""
_ORDERS = tuple(tuple(tuple((first + i) % n for i in range(n)) for first in range(n)) for n in range(MOST + 1))


def clockwise(players: int, first: int) -> tuple[int, ...]:
    """All seats clockwise, beginning with ``first``.

    >>> clockwise(4, 2)
    (2, 3, 0, 1)
    """
    return _ORDERS[players][first]


def from_seat(order: Sequence[int], first: int) -> tuple[int, ...]:
    """Rotate a given order so that it begins with ``first``.

    >>> from_seat((3, 0, 2, 1), 2)
    (2, 1, 3, 0)
    """
    i = order.index(first)
    return (*order[i:], *order[:i])


def best(values: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The seats with the greatest value; values are compared criterion by criterion, and several seats are returned for a tie.

    >>> best([(10, 2), (12, 0), (12, 1), (12, 1)])
    (2, 3)
    """
    top = max(values)
    return tuple(seat for seat, value in enumerate(values) if value == top)
