"""What a search plays for in New Angeles: the lead over the rival in a city that stands, or its fall."""

from __future__ import annotations

import pytest

from tafelrunde.games.new_angeles.ai.prices import AT_ONCE, WORTH, plain_prices, prices
from tafelrunde.games.new_angeles.state import AngelesState
from tests.support import Table, game_of

GAME = game_of("new_angeles")
START: AngelesState = GAME.new(4, 1, {"corporations": "fixed"})
LAYOUT = START.layout
CORPORATIONS = [seat["corporation"] for seat in START.view(None)["seats"]]


def chance(rival: str = CORPORATIONS[2], active: int = 1, **given: int) -> float:
    """The chance of seat 0; everybody has 25 capital unless told otherwise."""
    table = Table(GAME, 4, at={"step": "main_offer", "active": active}, corporations="fixed")
    capital = {f"seats.{seat}.capital": 25 for seat in range(4)} | {"board.threat": given.pop("threat", 8)}
    rivals = {"seats.0.rival": rival}
    capital |= {f"seats.{key.removeprefix('capital_')}.capital": n for key, n in given.items()}
    state = table.given({**capital, **rivals}).state
    assert isinstance(state, AngelesState)
    values = GAME.chances(state)
    assert all(0 <= value <= 1 for value in values)
    return values[0]


def test_a_lead_over_the_rival_counts_more_than_one_over_anybody_else() -> None:
    even = chance()
    assert chance(capital_2=20) > chance(capital_3=20) > even > chance(capital_2=30)


def test_a_lead_is_worth_nothing_in_a_city_that_falls() -> None:
    gain = {threat: chance(capital_0=35, threat=threat) - chance(threat=threat) for threat in (5, 24)}
    assert gain[5] > 2 * gain[24] > 0


def test_the_federalist_needs_both_the_fall_and_the_money() -> None:
    assert chance("federalist", threat=20) > chance("federalist", threat=5)
    assert chance("federalist", threat=20) > chance("federalist", threat=20, capital_0=15) + 0.05


@pytest.mark.parametrize("slug", ["marco_cubrero", "mr_white"])
def test_what_lasts_is_worth_less_towards_the_end(slug: str) -> None:
    number = LAYOUT.asset_number[slug]
    worth = [prices(LAYOUT, left).assets[number] for left in (9, 5, 1)]
    assert worth == sorted(worth, reverse=True)
    assert worth[0] != plain_prices(LAYOUT).assets[number]


def test_every_price_is_for_an_asset_that_exists() -> None:
    assert set(WORTH) | set(AT_ONCE) <= set(LAYOUT.assets)
    assert not set(WORTH) & set(AT_ONCE)
