"""Points and standings of a league.

A game is worth 120 points to who is ahead of everybody else: the points are divided by the number of opponents, so that
tables of all sizes count the same, and each opponent that one is ahead of is worth a share, a level one half of it. Winners are
ahead of everybody who did not win; among those a higher score is ahead.

>>> points([30, 20, 20], winners=[0])
[120, 30, 30]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

GAME = 120


def points(scores: Sequence[float | None] | None, winners: Collection[int], players: int | None = None) -> list[int]:
    """The points of each seat for one game."""
    n = len(scores) if scores is not None else players or 0
    keys = [(seat in winners, 0.0 if scores is None or seat in winners else scores[seat] or 0.0) for seat in range(n)]
    share = GAME // (n - 1)
    ahead = [sum(own > other for other in keys) for own in keys]
    level = [keys.count(own) - 1 for own in keys]
    return [share * above + share // 2 * same for above, same in zip(ahead, level, strict=True)]


class Played(NamedTuple):
    """One seat of one finished game."""

    member: str
    points: int
    won: bool


class Standing(NamedTuple):
    """A line of the table; members with the same points, victories and games share a rank."""

    rank: int
    member: str
    points: int
    won: int
    played: int


def standings(members: Iterable[str], games: Iterable[Played]) -> list[Standing]:
    """By points, then by victories; who has played less for the same stands ahead."""
    total = dict.fromkeys(members, (0, 0, 0))
    for game in games:
        if game.member in total:
            before = total[game.member]
            total[game.member] = (before[0] + game.points, before[1] + game.won, before[2] + 1)
    order = sorted(total, key=lambda member: (-total[member][0], -total[member][1], total[member][2], member))
    found: list[Standing] = []
    for place, member in enumerate(order, 1):
        same = found and total[found[-1].member] == total[member]
        found.append(Standing(found[-1].rank if same else place, member, *total[member]))
    return found
