"""Legality from both sides: over the whole vocabulary, a move is offered if and only if no guard objects."""

from __future__ import annotations

from random import Random

import pytest

from tafelrunde.core.state import State
from tests.games.twentieth_century.helpers import NAME, office, plants
from tests.support import game_of, random_play

GAME = game_of(NAME)
USES = [
    ("t06", "worker s1 c"), ("t12", "sort s1"), ("t07", "bridge s1"), ("t08", "locomotive s1 a"), ("t09", "truck s1"),
    ("t10", "recycle t10 s1"), ("t02", "remediate t02"), ("t22", "improve t22"),
]  # fmt: skip


def check(state: State) -> None:
    for seat in range(state.players):
        legal = {*state.legal(seat), *state.free(seat)}
        for move in GAME.vocabulary:
            if move.verb == "cell" and seat not in state.to_act:
                continue  # thousands of the same refusals
            refusal = state.explain(seat, move)
            assert (refusal is None) == (move in legal), f"{seat} {move}: {refusal}"


@pytest.mark.parametrize("seed", range(4))
def test_every_move_at_every_kind_of_question(seed: int) -> None:
    """The first two positions of each kind of question in some games, with everything in the vocabulary."""
    random = Random(seed)
    state = GAME.new(3 + seed % 3, seed)
    seen: dict[str, int] = {}
    for seat in random_play(state, random):
        kind = state.decision(seat).kind
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] in (1, 9):
            check(state)
    assert len(seen) > 10


@pytest.mark.rules("20C-4.16", "20C-4.3")
@pytest.mark.parametrize(("technology", "move"), USES)
def test_no_technology_before_everything_is_placed(technology: str, move: str) -> None:
    region = {"s1": {"garbage": 1}, "a08": {"cell": [1, 1], "citizens": ["a"]}}
    given = {"seats.0.unlaid": {"a01": {}, "a12": {}}, "seats.0.waiting_garbage": 1}
    t = (
        office(region, [technology], more=given)
        .refuse(f"0 {move}", "20C-4.16")
        .play("0 garbage a01")
        .refuse(f"0 {move}", "20C-4.16")
    )
    t.play("0 lay a01", "0 cell 0 1", "0 turn 0").refuse(f"0 {move}", "20C-4.16")
    t.play("0 lay a12", "0 cell 2 2", "0 turn 0", "0 citizen a12 a").refuse(f"0 {move}", "20C-4.16")
    t.play("0 citizen a01 a", f"0 {move}")


@pytest.mark.parametrize(("technology", "move"), USES)
def test_lands_and_cities_of_others_are_out_of_reach(technology: str, move: str) -> None:
    """With all technologies in hand, moves on tiles that lie elsewhere are refused by the rule of their use."""
    region = {"s1": {"garbage": 1}, "a08": {"cell": [1, 1], "garbage": 1, "citizens": ["a"]}, "t05": {"cell": [1, 0]}}
    others = {"seats.1.region": {"s2": {"garbage": 2}, "a07": {"cell": [1, 0], "garbage": 1, "citizens": ["a"]}}}
    t = office(region, [name for name, _ in USES], more=others)
    check(t.state)
    t.play(f"0 {move}")
    check(t.state)


def test_plants() -> None:
    region = {
        "s1": {"garbage": 2, "citizens": ["a", "b", "c"]}, "a07": {"cell": [0, 1], "garbage": 1, "citizens": ["a"]},
        "a05": {"cell": [1, 0], "garbage": 1, "citizens": ["a"]}, "a03": {"cell": [1, 1]}, "t05": {"cell": [-1, 0]},
        "a02": {"cell": [-2, 0], "garbage": 1}, "a10": {"cell": [1, -1], "garbage": 1},
    }  # fmt: skip
    t = plants(region)
    for move in ("plant s1 c", "clean s1", "plant a07 a", "clean a07", "plant a05 a"):
        check(t.state)
        t.play(f"0 {move}")
    check(t.state)
    assert t.state.decision(0).kind == "clean"


REGION = {"s1": {"garbage": 1}, "a08": {"cell": [1, 1], "citizens": ["a"]}, "a12": {"cell": [2, 2], "garbage": 1}}
REFUSED = [
    ("worker a07 a", "20C-8.B.2"), ("worker s1 a", "20C-4.12"), ("sort a07", "20C-8.B.5"), ("sort a08", "20C-R.31"),
    ("truck a07", "20C-8.C.5"), ("truck a08", "20C-R.31"), ("locomotive s2 a", "20C-8.C.2"), ("locomotive a12 a", "20C-8.C.2"),
    ("locomotive a08 a", "20C-9.16"), ("recycle t10 a07", "20C-8.C.7"), ("recycle t10 a08", "20C-R.31"),
    ("recycle t20 s1", "20C-8.C.7"), ("remediate t21", "20C-8.C.8"), ("improve t24", "20C-8.C.9"), ("bridge a07", "20C-9.18"),
    ("citizen a08 a", "20C-4.15"), ("lay a01", "20C-4.10"), ("lay a08", "20C-9.5"),
]  # fmt: skip


@pytest.mark.parametrize(("move", "rule"), REFUSED)
def test_a_refusal_names_the_right_rule(move: str, rule: str) -> None:
    """The seat has every technology, so that only the tile, the city or the garbage can be wrong."""
    others = {"seats.1.region": {"s2": {"garbage": 2}, "a07": {"cell": [1, 0], "garbage": 1}}}
    office(REGION, [name for name, _ in USES], more=others).refuse(f"0 {move}", rule)


@pytest.mark.parametrize(("technology", "move"), USES)
def test_a_use_needs_its_technology(technology: str, move: str) -> None:
    rule = {"t06": "20C-8.B.1", "t12": "20C-8.B.5", "t07": "20C-8.B.3", "t08": "20C-8.C.2", "t09": "20C-8.C.5"}
    rule |= {"t10": "20C-8.C.7", "t02": "20C-8.C.8", "t22": "20C-8.C.9"}
    office(REGION, [name for name, _ in USES if name != technology]).refuse(f"0 {move}", rule[technology])
