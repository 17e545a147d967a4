"""The draw of leagues: everybody plays, nobody meets twice where that can be, and seats are balanced."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from random import Random

import pytest

from tafelrunde.league.draw import BOT, History, draw, sizes
from tafelrunde.league.standings import Played, points, standings


def rounds(members: list[str], allowed: tuple[int, ...], wanted: int, n: int = 4) -> list[list[tuple[str, ...]]]:
    history, found = History(), []
    for number in range(n):
        tables = draw(members, history, allowed, wanted, seed=number)
        found.append(tables)
        for table in tables:
            history.add(table)
    return found


def named(n: int) -> list[str]:
    return [f"member {i:02}" for i in range(n)]


def test_a_league_of_23_over_4_rounds() -> None:
    members = named(23)
    drawn = rounds(members, (2, 3, 4), 4)
    for tables in drawn:
        assert sorted(one for table in tables for one in table) == members, "everybody plays every round, and no bot"
        assert sorted(map(len, tables)) == [3, 4, 4, 4, 4, 4]
    met = Counter(frozenset(pair) for tables in drawn for table in tables for pair in combinations(table, 2))
    assert max(met.values()) == 1, "nobody meets anybody twice"
    seats = Counter((one, seat) for tables in drawn for table in tables for seat, one in enumerate(table))
    assert max(seats.values()) <= 2
    assert sum(n - 1 for n in seats.values()) <= 6, "nearly everybody has every seat once"
    for number in range(3):
        first = Counter(one for tables in drawn for table in tables for one in table[number : number + 1])
        assert max(first.values()) - min(first[one] for one in members) <= 2


@pytest.mark.parametrize(
    ("members", "allowed", "wanted"), [(5, (3, 4), 4), (7, (4, 5, 6), 5), (3, (4, 5, 6), 4), (61, (3, 4), 3)]
)
def test_everybody_plays_whatever_their_number(members: int, allowed: tuple[int, ...], wanted: int) -> None:
    for tables in rounds(named(members), allowed, wanted, 3):
        people = [one for table in tables for one in table if one != BOT]
        assert sorted(people) == named(members)
        assert all(len(table) in allowed for table in tables)
        assert max(table.count(BOT) for table in tables) <= max(1, sum(t.count(BOT) for t in tables) - len(tables) + 1)


def test_the_draw_can_be_repeated_and_bots_are_as_few_as_can_be() -> None:
    assert rounds(named(11), (3, 4), 4, 2) == rounds(named(11), (3, 4), 4, 2)
    for n in range(1, 60):
        for allowed in ((3, 4), (4, 5, 6), (3,)):
            parts = sizes(n, allowed, allowed[-1])
            fewest = next(k for k in range(7) if _divides(n + k, allowed))
            assert sum(parts) == n + fewest


@cache
def _divides(n: int, allowed: tuple[int, ...]) -> bool:
    return n == 0 or any(size <= n and _divides(n - size, allowed) for size in allowed)


def test_points_are_the_same_by_another_count() -> None:
    """Each game shares out the same points; compared pair by pair instead of by places."""
    random = Random(1)
    for _ in range(300):
        n = random.randint(3, 6)
        scores = [random.randint(0, 5) for _ in range(n)]
        winners = random.sample(range(n), random.randint(0, 2))
        found = points(scores, winners)
        assert sum(found) == 120 * n // 2
        for seat in range(n):
            other = 0.0
            for rival in range(n):
                if rival != seat:
                    better = (seat in winners) - (rival in winners)
                    if better == 0 and seat not in winners:
                        better = (scores[seat] > scores[rival]) - (scores[seat] < scores[rival])
                    other += 0.5 + 0.5 * better
            assert found[seat] == round(120 * other / (n - 1))
    assert points(None, [], 3) == [60, 60, 60], "a game without a winner and without scores"


def test_standings_share_ranks() -> None:
    games = [
        Played("a", 120, True),
        Played("b", 60, False),
        Played("c", 60, False),
        Played("b", 60, False),
        Played("gone", 9, True),
    ]
    table = standings(["d", "c", "b", "a"], games)
    assert [(one.rank, one.member) for one in table] == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]
    assert [one.rank for one in standings("xyz", [])] == [1, 1, 1]
