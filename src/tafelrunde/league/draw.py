"""The draw of one round: everybody plays, with people they have met least, from seats they have had least.

The draw is a local search from a random start: two players change tables as long as that makes the round better. It depends
only on its arguments, so that it can be repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random

LEAST, MOST = 3, 6
"""Seats of a league's tables."""
BOT = ""
"""Holds a seat where the number of members fits no tables."""
MEETING, SEAT, BOTS = 10, 4, 6
"""What it costs to meet again, to have a seat again, and to play with a bot again, multiplied by how often it has been."""
STARTS = 6
SWAPS = 1200

Table = tuple[str, ...]
"""The players by seat."""


@dataclass
class History:
    """What has been drawn before."""

    meetings: Counter[frozenset[str]] = field(default_factory=Counter)
    seats: Counter[tuple[str, int]] = field(default_factory=Counter)
    bots: Counter[str] = field(default_factory=Counter)

    def add(self, table: Sequence[str]) -> None:
        for pair in combinations([one for one in table if one], 2):
            self.meetings[frozenset(pair)] += 1
        for seat, one in enumerate(table):
            if one:
                self.seats[one, seat] += 1
                self.bots[one] += table.count(BOT)


def sizes(members: int, allowed: Sequence[int], wanted: int) -> tuple[int, ...]:
    """The tables for so many members, most of them of the wanted size; bots fill up what cannot be divided.

    >>> sizes(23, (3, 4), 4), sizes(5, (3, 4), 4), sizes(2, (3, 4), 3)
    ((4, 4, 4, 4, 4, 3), (3, 3), (3,))
    """
    possible = sorted(size for size in allowed if LEAST <= size <= MOST)
    if not possible or members < 1:
        return ()

    @cache
    def best(left: int) -> tuple[int, tuple[int, ...]] | None:
        if left == 0:
            return 0, ()
        found = [(abs(size - wanted), size, best(left - size)) for size in possible if size <= left]
        whole = [(cost + rest[0], (size, *rest[1])) for cost, size, rest in found if rest is not None]
        return min(whole, default=None)

    for bots in range(MOST + 1):
        divided = best(members + bots)
        if divided is not None:
            return tuple(sorted(divided[1], reverse=True))
    raise AssertionError("any number of members can be filled up to one table")


def draw(members: Sequence[str], history: History, allowed: Sequence[int], wanted: int, seed: int) -> list[Table]:
    """The tables of a round, by seat."""
    parts = sizes(len(members), allowed, wanted)
    players = [*sorted(members), *[BOT] * (sum(parts) - len(members))]
    random = Random(seed)
    found = min((_search(players, parts, history, random) for _ in range(STARTS)), key=lambda one: one[0], default=(0, []))
    return [_seated(table, history)[1] for table in found[1]]


def _search(players: list[str], parts: Sequence[int], history: History, random: Random) -> tuple[int, list[list[str]]]:
    order = players[:]
    random.shuffle(order)
    # bots are spread: no table gets a second one before every other has one
    order.sort(key=lambda one: one == BOT)
    tables: list[list[str]] = [[] for _ in parts]
    for i, one in enumerate(order):
        open_tables = [k for k, size in enumerate(parts) if len(tables[k]) < size]
        k = max(open_tables, key=lambda k: (parts[k] - len(tables[k]), -k)) if one == BOT else open_tables[i % len(open_tables)]
        tables[k].append(one)
    costs = [_cost(table, history) for table in tables]
    for _ in range(SWAPS if len(tables) > 1 else 0):
        a, b = random.sample(range(len(tables)), 2)
        i, j = random.randrange(len(tables[a])), random.randrange(len(tables[b]))
        first, second = tables[a][:], tables[b][:]
        first[i], second[j] = second[j], first[i]
        new = _cost(first, history), _cost(second, history)
        if sum(new) <= costs[a] + costs[b]:
            tables[a], tables[b], costs[a], costs[b] = first, second, *new
    return sum(costs), tables


def _cost(table: Sequence[str], history: History) -> int:
    people = [one for one in table if one]
    bots = len(table) - len(people)
    again = sum(history.meetings[frozenset(pair)] for pair in combinations(people, 2))
    with_bots = sum(bots * (history.bots[one] + 1) for one in people) + 20 * max(0, bots - 1)
    return MEETING * again + BOTS * with_bots + SEAT * _seated(table, history)[0]


def _seated(table: Sequence[str], history: History) -> tuple[int, Table]:
    """The seating in which people get seats they have had least, and what it costs."""
    best: Mapping[int, tuple[int, Table]] = {0: (0, ())}
    for seat in range(len(table)):
        following: dict[int, tuple[int, Table]] = {}
        for taken, (cost, seated) in best.items():
            for i, one in enumerate(table):
                if taken >> i & 1:
                    continue
                had = history.seats[one, seat] if one else 0
                new = (cost + had * had * 2 + had, (*seated, one))
                mask = taken | 1 << i
                if mask not in following or new < following[mask]:
                    following[mask] = new
        best = following
    return best[(1 << len(table)) - 1]
