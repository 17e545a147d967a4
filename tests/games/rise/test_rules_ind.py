"""Industry: the income of every field."""

from __future__ import annotations

import pytest

from tests.games.rise.ledger import fields, laid
from tests.support import Table, game_of

FIELDS = [(side, field) for side in "AB" for field in fields("industry", side)]


@pytest.mark.rules("RISE-IND.1", "RISE-A.3")
@pytest.mark.parametrize(("side", "field"), FIELDS)
def test_income(side: str, field: str) -> None:
    income = fields("industry", side)[field]["income"]
    assert income["coins"] <= 3
    assert income["vp"] <= 3
    assert field != "0" or income == {"coins": 1, "vp": 0}
    table = Table(game_of("rise"), 2, at={"step": "income", "round": 2, "active": 0}, sides=laid("industry", side))
    table.given({"seats.0.tracks.industry": field, "seats.0.coins": 0, "seats.0.points": 10})
    table.expect({"seats.0.coins": income["coins"], "seats.0.points": 10 + income["vp"]})


@pytest.mark.rules("RISE-IND.4")
@pytest.mark.parametrize("level", range(2, 9))
def test_lower_row_has_the_smaller_income(level: int) -> None:
    """The switch from the upper row, compared with staying there."""
    upper, lower = (fields("industry", "B")[f"{row}{level}"]["income"] for row in "ul")
    assert lower["coins"] <= upper["coins"]
    assert lower["vp"] <= upper["vp"]
    assert lower != upper
    left = fields("industry", "B")[f"u{level - 1}"]["income"]
    assert lower["coins"] <= left["coins"], "in the lower row the income falls at once"
    assert lower["vp"] <= left["vp"]
    assert lower != left
    effects = [{"op": "advance", "track": "industry", "n": 1}]
    at = {"step": "effect", "round": 1, "active": 0, "effects": effects}
    table = Table(game_of("rise"), 2, at=at, sides=laid("industry", "B")).given({"seats.0.tracks.industry": f"u{level - 1}"})
    assert f"step industry u{level}" in table.moves(0)
    table.play(f"0 step industry l{level}")
    table.expect({"seats.0.income": {"coins": lower["coins"], "points": lower["vp"]}, "seats.0.tracks.environment": "0"})
