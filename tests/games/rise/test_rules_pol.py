"""Politics: arrival bonuses for every player count, ranks, and a point for each field at the end."""

from __future__ import annotations

import pytest

from tests.games.rise.ledger import DATA, fields, laid, on_side_b
from tests.support import Table, game_of, proves

FIRST_COME = DATA["tracks"]["politics"]["A"]["first_come"]
ROW = ["e1-05", "e1-01", "e1-02", "e1-03"]
"""The upper option of the first card is one politics step."""


@pytest.mark.rules("RISE-POL.1", "RISE-F.1", "RISE-R.32")
@pytest.mark.parametrize(("side", "field"), [(side, field) for side in "AB" for field in fields("politics", side)])
def test_a_point_for_each_field_at_the_end(side: str, field: str) -> None:
    at = {"step": "final", "round": 12, "active": 0}
    table = Table(game_of("rise"), 2, at=at, sides=laid("politics", side))
    table.given({"seats.0.tracks.politics": field, "seats.0.points": 10}).expect({"seats.0.points": 10 + int(field)})
    proves("RISE-POL.1", because="the points of final scoring are the number of the field")


@pytest.mark.rules("RISE-POL.2")
@pytest.mark.parametrize("field", ["6", "10", "14"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_arrivals_one_after_the_other(players: int, field: str) -> None:
    bonuses = FIRST_COME[f"players_{players}"][field]
    given: dict[str, object] = {"board.actions": ROW, "board.factories": [list(range(players)), [], [], []]}
    for seat in range(players):
        given |= {f"seats.{seat}.tracks.politics": str(int(field) - 1), f"seats.{seat}.points": 10}
    table = Table(game_of("rise"), players, at={"step": "action", "round": 1, "active": 0}).given(given)
    for seat in range(players):
        table.play(f"{seat} upper", f"{seat} step politics {field}")
        table.expect({f"seats.{seat}.points": 10 + bonuses[seat], f"board.arrivals.{field}": seat + 1})
    assert len(bonuses) == players


@pytest.mark.rules("RISE-R.27", "RISE-POL.2")
def test_arrival_inside_another_players_placement_comes_first() -> None:
    """Seat 0 is overtaken by seat 1 and arrives by a school tile before either of them acts."""
    given = {
        "board.order": [0, 1],
        "board.actions": ROW,
        "seats.0.active_tiles": ["start-politics"],
        "seats.0.tracks.politics": "5",
        "seats.0.points": 10,
        "seats.1.tracks.politics": "5",
        "seats.1.points": 10,
    }
    table = Table(game_of("rise"), 2, at={"step": "place", "round": 1, "active": 0}).given(given)
    table.play("0 place 1", "1 place 1", "0 run start-politics")
    table.expect({"seats.0.points": 10 + FIRST_COME["players_2"]["6"][0], "board.arrivals.6": 1})
    table.play("1 upper", "1 step politics 6")
    table.expect({"seats.1.points": 10 + FIRST_COME["players_2"]["6"][1], "board.arrivals.6": 2})
    proves("RISE-R.27", because="the tile run in phase C entered the field before the action of phase D")


RANKS = {field["rank"]: name for name, field in fields("politics", "B").items() if "rank" in field}


@pytest.mark.rules("RISE-POL.5", "RISE-POL.6", "RISE-POL.7", "RISE-POL.9", "RISE-R.26")
@pytest.mark.parametrize("rank", RANKS)
def test_rank_income_gives_everybody_the_own_rank(rank: int) -> None:
    """Seat 0 is the first on this rank; seats 1 and 2 stand on the ranks below and take coins, like seat 0."""
    field = RANKS[rank]
    others = {seat: max(rank - seat, 0) for seat in (1, 2)}
    given: dict[str, object] = {"seats.0.tracks.politics": str(int(field) - 1), "seats.0.coins": 0}
    given["board.ranks"] = list(range(1, rank))
    given["board.turn_order"] = [0, 1, 2]
    for seat, own in others.items():
        given |= {f"seats.{seat}.tracks.politics": RANKS[own] if own else "0", f"seats.{seat}.coins": 0}
    at = {
        "step": "effect",
        "round": 1,
        "active": 0,
        "effects": [{"op": "advance", "track": "politics", "n": 1}, {"op": "joker", "n": 1}],
    }
    table = Table(game_of("rise"), 3, at=at, sides=on_side_b("politics")).given(given)
    table.play(f"0 step politics {field}")
    for seat in (0, 0, *others):
        if table.state.to_act == (seat,) and table.state.decision(seat).kind == "choose":
            table.play(f"{seat} choose 1")
    expected = {f"seats.{seat}.coins": _coins(own) for seat, own in others.items()}
    table.expect({"seats.0.coins": 2 * _coins(rank), **expected, "board.ranks": list(range(1, rank + 1))})
    assert table.state.decision(0).kind == "joker"


def _coins(rank: int) -> int:
    """The coins of a rank, taken as the first alternative where there are two."""
    if not rank:
        return 0
    effect = fields("politics", "B")[RANKS[rank]]["effects"][0]
    return int((effect["options"][0][0] if effect["op"] == "choice" else effect)["n"])


def test_the_two_ranks_of_the_worked_example() -> None:
    """RISE-POL.9 fixes them."""
    two, four = (fields("politics", "B")[RANKS[rank]]["effects"] for rank in (2, 4))
    assert two == [{"op": "choice", "options": [[{"op": "coins", "n": 1}], [{"op": "vp", "n": 1}]]}]
    assert four == [{"op": "choice", "options": [[{"op": "coins", "n": 3}], [{"op": "vp", "n": 2}]]}]
