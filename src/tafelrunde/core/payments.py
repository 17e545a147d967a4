"""Payments: which pieces pay a cost, where some pieces may stand in for others.

A cost and a purse are counts by kind. ``jokers`` says which kinds may be paid with which stand-ins (ammunition for
fuel, a multi-contact for any colour). The engine asks only where ways of paying really differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Counts = Mapping[str, int]
Way = tuple[tuple[str, int], ...]
"""One way of paying: (piece, how many), sorted by piece."""


def ways(cost: Counts, purse: Counts, jokers: Mapping[str, Sequence[str]]) -> list[Way]:
    """All different ways to pay, those with fewer stand-ins first; empty where the cost cannot be paid.

    >>> ways({"fuel": 2}, {"fuel": 1, "ammo": 2}, {"fuel": ["ammo"]})
    [(('ammo', 1), ('fuel', 1)), (('ammo', 2),)]
    """
    found: dict[Way, int] = {}
    kinds = sorted(kind for kind, n in cost.items() if n)

    def pay(i: int, left: dict[str, int], spent: dict[str, int], stand_ins: int) -> None:
        if i == len(kinds):
            way = tuple(sorted((piece, n) for piece, n in spent.items() if n))
            found[way] = min(stand_ins, found.get(way, stand_ins))
            return
        kind = kinds[i]
        _split(kind, cost[kind], [kind, *jokers.get(kind, ())], 0, i, left, spent, stand_ins)

    def _split(
        kind: str,
        due: int,
        pieces: list[str],
        j: int,
        i: int,
        left: dict[str, int],
        spent: dict[str, int],
        stand_ins: int,
    ) -> None:
        if due == 0:
            pay(i + 1, left, spent, stand_ins)
            return
        if j == len(pieces):
            return
        piece = pieces[j]
        for n in range(min(due, left.get(piece, 0)), -1, -1):
            now = {**left, piece: left.get(piece, 0) - n}
            paid = {**spent, piece: spent.get(piece, 0) + n}
            _split(kind, due - n, pieces, j + 1, i, now, paid, stand_ins + (n if piece != kind else 0))

    pay(0, dict(purse), {}, 0)
    return sorted(found, key=lambda way: (found[way], way))


def units_for(short: int, gives: int) -> int:
    """How many whole exchanges, each giving ``gives``, cover a shortfall.

    >>> units_for(3, 2)
    2
    """
    return -(-short // gives) if short > 0 else 0
