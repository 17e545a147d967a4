"""RISE, phases A and B over whole games and over every industry field."""

from __future__ import annotations

from random import Random

import pytest

from tafelrunde.core.events import Event
from tests.games.rise.oracle import DATA, begin, fields, run_scenario, sides
from tests.support import game_of, proves

FIELDS = [(side, field["id"], field["income"]) for side in "AB" for field in fields("industry", side)]


@pytest.mark.rules("RISE-A.2", "RISE-A.3")
@pytest.mark.parametrize(("side", "field", "income"), FIELDS, ids=[f"{side}-{field}" for side, field, _ in FIELDS])
def test_income_of_every_industry_field(side: str, field: str, income: dict[str, int]) -> None:
    given = {"seats.1.tracks.industry": field, "seats.1.coins": 0}
    for number in (1, 2, 12):
        state = begin(2, {"sides": sides("industry", side)}, {"round": number, "step": "income"}, given)
        seat = state.view("all")["seats"][1]
        assert (seat["coins"], seat["points"] - 15) == ((0, 0) if number == 1 else (income["coins"], income["vp"]))


def _whole_game(players: int, seed: int) -> list[Event]:
    """All events of a game of random moves."""
    random = Random(seed)
    state, log = game_of("rise").begin(players, seed)
    events = list(log)
    while not state.over:
        seat = state.to_act[0]
        moves = [move for move in state.legal(seat) if move.verb != "exchange"] or state.legal(seat)
        events += state.play(seat, random.choice(moves))
    return events


@pytest.mark.rules("RISE-A.1", "RISE-B.1", "RISE-B.3", "RISE-C.17", "RISE-D.1", "RISE-E.1", "RISE-E.6", "RISE-F.7")
@pytest.mark.parametrize("players", [2, 4])
def test_twelve_rounds_through_five_phases(players: int) -> None:
    events = _whole_game(players, seed=11)
    phases = [(event.data["round"], event.data["phase"]) for event in events if event.kind == "phase"]
    wanted = [(n, phase) for n in range(1, 13) for phase in ("income", "display", "place", "action", "round_end")]
    assert [entry for entry in phases if entry[1] != "event"] == [*wanted, (12, "final"), (12, "over")]
    epochs = {card["id"]: card["epoch"] for card in DATA["action_cards"]}
    rows = [event.data for event in events if event.kind == "display"]
    assert [{epochs[card] for card in row["actions"]} for row in rows] == [{1}] * 4 + [{2}] * 4 + [{3}] * 4
    assert all((len(row["actions"]), len(row["events"])) == (4, 3) for row in rows)


@pytest.mark.rules("RISE-B.4")
def test_the_row_lies_open_before_the_first_placement() -> None:
    run_scenario("b/b4_everybody_sees_the_row_before_placing")
    proves("RISE-B.4", because="what a player sees is no event; the scenario looks through the eyes of two seats")
