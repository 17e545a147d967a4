"""Leaving office and bank B: every field, with the order of the effects and the refresh at the end."""

from __future__ import annotations

import pytest

from tests.games.rise.ledger import DATA, Ledger, fields, laid
from tests.support import Table, game_of, proves

LEAVINGS = [
    (track, side, field)
    for track, side in (("office", "A"), ("office", "B"), ("bank", "B"))
    for field in fields(track, side)
    if field != "0"
]


def _leaving(track: str, side: str, field: str) -> Table:
    table = Table(game_of("rise"), 2, at={"step": "place", "round": 1, "active": 0}, sides=laid(track, side))
    tiles = {"seats.0.active_tiles": ["start-press"], "seats.0.inactive_tiles": ["tile-bank", "tile-office"]}
    return table.given({f"seats.0.tracks.{track}": field, **tiles})


@pytest.mark.rules("RISE-OFF.2", "RISE-OFF.3", "RISE-OFF.4", "RISE-BNK.4", "RISE-BNK.6", "RISE-R.10", "RISE-C.16")
@pytest.mark.parametrize(("track", "side", "field"), LEAVINGS)
def test_leaving(track: str, side: str, field: str) -> None:
    """Office B gives all fields from the one left down to field 1, the others only the field left."""
    table = _leaving(track, side, field)
    ledger = Ledger(table)
    table.play(f"0 leave {track}").expect({f"seats.0.tracks.{track}": "0"})
    collected = range(int(field), 0, -1) if (track, side) == ("office", "B") else [int(field)]
    for number in collected:
        ledger.receive(fields(track, side)[str(number)]["leave"])
    if track == "office":
        ledger.receive([{"op": "school_refresh"}])
        proves("RISE-OFF.2", because="every leaving of the office refreshed all tiles")
        proves("RISE-R.10", because="at each joker the marker stood on the start and the tiles were still inactive")
    ledger.asked("place")
    assert DATA["tracks"][track][side]["leave_track"]


@pytest.mark.rules("RISE-R.10")
def test_marker_is_on_the_start_before_the_effects() -> None:
    """The joker of leaving may be used on the office itself, from its start field."""
    table = _leaving("office", "A", "4").play("0 leave office", "0 joker office")
    table.expect({"seats.0.tracks.office": "1", "seats.0.inactive_tiles": []})
    proves("RISE-R.10", because="the joker step started from the start field")
