"""Bank: what placing costs on every field of both sides."""

from __future__ import annotations

import pytest

from tests.games.rise.ledger import fields, laid
from tests.support import Table, game_of, proves

COSTS = {"0": [0, 1, 2, 3], "1": [0, 0, 2, 3], "2": [0, 0, 2, 3], "3": [0, 0, 0, 3], "4": [0, 0, 0, 3], "5": [0, 0, 0, 0]}
"""Side A by RISE-C.4 and BNK.1; side B never remits anything (RISE-BNK.7)."""


@pytest.mark.rules("RISE-BNK.1", "RISE-BNK.7", "RISE-C.4")
@pytest.mark.parametrize("card", [1, 2, 3, 4])
@pytest.mark.parametrize(("side", "field"), [(side, field) for side in "AB" for field in fields("bank", side)])
def test_cost_of_placing(side: str, field: str, card: int) -> None:
    cost = COSTS[field if side == "A" else "0"][card - 1]
    table = Table(game_of("rise"), 2, at={"step": "place", "round": 1, "active": 0}, sides=laid("bank", side))
    table.given({"seats.0.tracks.bank": field, "seats.0.coins": 3, "seats.0.points": 0})
    table.play(f"0 place {card}").expect({"seats.0.coins": 3 - cost})
    if side == "B":
        proves("RISE-BNK.7", because="the full price was paid on every field of side B")
