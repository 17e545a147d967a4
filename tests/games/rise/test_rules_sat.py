"""Satisfaction: rates, round end and end of the game, field by field."""

from __future__ import annotations

import pytest

from tests.games.rise.ledger import DATA, fields, laid
from tests.support import Table, game_of, proves

FIELDS = [(side, field) for side in "AB" for field in fields("satisfaction", side)]


def _at(step: str, side: str, field: str) -> Table:
    """Seat 0 stands on the field, seat 1 on the start field."""
    at = {"step": step, "round": 12 if step == "final" else 2, "active": 0}
    given = {"seats.0.tracks.satisfaction": field, "seats.0.points": 30, "seats.0.coins": 0}
    return Table(game_of("rise"), 2, at=at, sides=laid("satisfaction", side)).given(given)


@pytest.mark.rules("RISE-R.1")
@pytest.mark.parametrize(("side", "field"), FIELDS)
def test_rate_of_each_field(side: str, field: str) -> None:
    rate = fields("satisfaction", side)[field]["exchange"]
    table = _at("place", side, field).play("0 exchange", "0 exchange")
    table.expect({"seats.0.points": 30 - 2 * rate["vp"], "seats.0.coins": 2 * rate["coins"]})


@pytest.mark.rules("RISE-SAT.4", "RISE-SAT.5", "RISE-E.2", "RISE-E.3")
@pytest.mark.parametrize(("side", "field"), FIELDS)
def test_round_end(side: str, field: str) -> None:
    """Side A pays the happiest only, side B by position; the round goes on to the next income, which gives no points."""
    data = DATA["tracks"]["satisfaction"][side]
    happiest = data.get("happiest_round_end_vp", 0) if int(field) > 0 else 0
    by_position = fields("satisfaction", side)[field].get("round_end", 0)
    assert (by_position == 0) or side == "B"
    assert (happiest == 0) or side == "A"
    _at("round_end", side, field).expect({"seats.0.points": 30 + happiest + by_position})
    proves(f"RISE-SAT.{4 if side == 'A' else 5}", because="the points of phase E are those of this side")


@pytest.mark.rules("RISE-SAT.4", "RISE-SAT.5", "RISE-F.2")
@pytest.mark.parametrize(("side", "field"), FIELDS)
def test_end_of_the_game(side: str, field: str) -> None:
    value = fields("satisfaction", side)[field].get("game_end", 0)
    assert (value == 0) or side == "A"
    _at("final", side, field).expect({"seats.0.points": 30 + value, "over": True})
    proves(f"RISE-SAT.{4 if side == 'A' else 5}", because="the points of final scoring are those of this side")
