"""Payments: what can be paid can be paid in some way, every way is exact, and the default stands first."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest

from tafelrunde.games.fifty_first_state.names import AMMO
from tafelrunde.games.fifty_first_state.rules.layout import JOKER_OF, Cost
from tafelrunde.games.fifty_first_state.rules.payments import affordable, purse, ways
from tafelrunde.games.fifty_first_state.state import FiftyFirstState
from tests.support import Table, game_of

GAME = game_of("fifty_first_state")


def costs(state: FiftyFirstState) -> list[Cost]:
    found = [action.cost for action in state.layout.actions if action is not None]
    found += [Cost(((good, n),)) for good in (6, 7, 8) for n in (1, 2, 3, 5)]
    return list(dict.fromkeys(found))


def brute_force(state: FiftyFirstState, cost: Cost) -> set[tuple[int, ...]]:
    """All multisets of goods that pay: each unit by its good or joker, any unit by any listed good or ammo."""
    have = purse(state, 0)
    units = [{good, JOKER_OF[good]} for good, n in cost.tokens for _ in range(n)]
    units += [{*cost.any_of, AMMO}] * cost.any_n

    def pays(pieces: list[int], left: list[set[int]]) -> bool:
        if not left:
            return True
        return any(piece in left[0] and pays(pieces[:i] + pieces[i + 1 :], left[1:]) for i, piece in enumerate(pieces))

    allowed = sorted({good for unit in units for good in unit if good >= 0 and have[good]})
    return {
        pieces
        for pieces in combinations_with_replacement(allowed, len(units))
        if all(n <= have[good] for good, n in Counter(pieces).items()) and pays(list(pieces), units)
    }


@pytest.mark.parametrize("seed", range(40))
def test_ways_against_brute_force(seed: int) -> None:
    random = Random(seed)
    goods = ("fuel", "iron", "gun", "brick", "ammo", "worker", "contact_grey", "contact_red", "contact_blue", "contact_multi")
    supply = {good: random.choice((0, 0, 1, 2, 3)) for good in goods}
    stock = {"worker": random.choice((0, 1)), "ammo": random.choice((0, 2)), "contact_red": random.choice((0, 1))}
    at = Table(GAME, 2, at={"step": "action", "active": 0}, deck="base_new_era")
    state = at.given({"seats.0.supply": supply, "seats.0.state": {"radioactive_colony": {"stock": stock}}}).state
    assert isinstance(state, FiftyFirstState)
    for cost in costs(state):
        found = ways(state, 0, cost)
        assert affordable(purse(state, 0), cost) == bool(found)
        assert len(set(found)) == len(found)
        as_goods = {tuple(sorted(state.layout.piece[piece][0] for piece in way)) for way in found}
        assert as_goods == brute_force(state, cost)


@pytest.mark.rules("51S-7.9", "51S-R.46")
def test_the_default_stands_first() -> None:
    """Plain goods of the supply, plain stock, jokers of the supply, jokers lying as stock."""
    at = Table(GAME, 2, at={"step": "action", "active": 0}, deck="base_new_era")
    places = {"radioactive_colony": {"stock": {"ammo": 1}}, "scrap_metal": {"stock": {"iron": 1}}, "scrap_trader": {}}
    at.given({"seats.0.supply": {"iron": 1, "ammo": 1}, "seats.0.state": places, "seats.1.passed": True}).play(
        "0 activate scrap_trader"
    )
    assert at.moves(0) == ["pay iron", "pay stock scrap_metal iron", "pay ammo", "pay stock radioactive_colony ammo"]
    at.refuse("0 pay fuel", "51S-7.8")
    at.play("0 pay stock radioactive_colony ammo")
    at.expect(
        {"seats.0.state.radioactive_colony.stock": {}, "seats.0.state.scrap_trader.marks": {"ammo": 1}, "seats.0.points": 1}
    )
