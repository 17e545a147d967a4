"""The culture tile for the last field compares with the side in play (RISE-CT.2, R.33)."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

import tafelrunde
from tests.games.rise.ledger import DATA, fields, on_side_b
from tests.games.rise.oracle import ends
from tests.support import Table, game_of, proves

LAST = {tile["track"]: tile["id"] for tile in DATA["culture_tiles"] if tile["condition"] == "last_field"}
PLACES = [
    (track, side, field) for track in LAST for side in "AB" for field in fields(track, side) if (track, side) != ("culture", "A")
]
FINAL = {"step": "final", "round": 12, "active": 0}


def _without_tile(track: str, side: str, field: str) -> int:
    """Points that final scoring gives for the position itself."""
    return int(field) if track == "politics" else 0


@pytest.mark.rules("RISE-CT.1", "RISE-CT.2", "RISE-R.33")
@pytest.mark.parametrize(("track", "side", "field"), PLACES)
def test_last_field(track: str, side: str, field: str) -> None:
    sides = on_side_b("culture", *([track] if side == "B" else []))
    given = {f"seats.0.tracks.{track}": field, "seats.0.culture_tiles": [LAST[track]], "seats.0.points": 10, "seats.0.coins": 0}
    table = Table(game_of("rise"), 2, at=FINAL, sides=sides).given(given)
    (last,) = ends(DATA["tracks"][track][side])
    table.expect({"seats.0.points": 10 + (5 if field == last else 0) + _without_tile(track, side, field)})
    proves("RISE-R.33", because="the last field of the side in play counts, and no other")


@pytest.mark.rules("RISE-R.33", "RISE-CT.1", "RISE-CT.2")
@pytest.mark.parametrize("field", [*fields("industry", "B")])
def test_both_rows_of_industry_end_in_a_last_field(field: str, tmp_path: Path) -> None:
    """With a component set whose tile shows industry."""
    text = (files("tafelrunde.games.rise") / "data" / "components.toml").read_text("utf-8")
    shown = 'condition = "last_field"\ntrack = "science"'
    assert text.count(shown) == 1
    path = tmp_path / "industry_tile.toml"
    path.write_text(text.replace(shown, shown.replace("science", "industry")), encoding="utf-8")
    game = tafelrunde.load("rise", path)
    given = {"seats.0.tracks.industry": field, "seats.0.culture_tiles": [LAST["science"]], "seats.0.points": 10}
    table = Table(game, 2, at=FINAL, sides=on_side_b("culture", "industry")).given(given)
    table.expect({"seats.0.points": 15 if field in ("u8", "l8") else 10})
    proves("RISE-R.33", because="the last field of either row counts")
