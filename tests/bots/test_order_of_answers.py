"""Where all seats answer at the same time, greedy chooses alike whether it answers first or last."""

from __future__ import annotations

from functools import cache
from typing import Any

import tafelrunde
from tafelrunde.bots import make
from tafelrunde.bots.runner import choose, make_bots
from tafelrunde.bots.worlds import keep_lanes_open
from tafelrunde.core.state import State

CENTURY = tafelrunde.load("twentieth_century")


@cache
def administrations() -> list[Any]:
    """The beginning of each administration of a greedy game, where nobody has answered yet."""
    bots = make_bots(["greedy"] * 3, 1)
    state: Any = CENTURY.new(3, 1)
    found: list[Any] = []
    while state.asked:
        if state.phase == "administration" and len(found) < state.round:
            found.append(state.clone())
        seat = min(state.asked)
        state.act(seat, choose(state, seat, bots[seat]).index)
    return found


def answers(state: State, seat: int) -> list[str]:
    """What greedy answers at a seat until its lane is empty; other seats are asked nothing in between."""
    given = []
    bot = make("greedy", 7)
    lanes = state.lanes
    while state.lanes is lanes and seat in state.asked:
        move = choose(state, seat, bot)
        given.append(move.text)
        state.act(seat, move.index)
    return given


def test_greedy_answers_alike_first_and_last() -> None:
    for start in administrations():
        for seat in start.asked:
            first, last = start.clone(), start.clone()
            for other in start.asked:
                if other != seat:
                    answers(last, other)
            assert answers(first, seat) == answers(last, seat), (start.round, seat)


def test_the_last_answer_of_all_leaves_the_lanes_open() -> None:
    state = administrations()[2].clone()
    *others, last = state.asked
    for other in others:
        answers(state, other)
    assert list(state.asked) == [last]
    world = state.clone()
    keep_lanes_open(world, last)
    answers(state, last)
    while last in world.asked:
        assert world.actions(others[0]) == ()
        world.act(last, world.actions(last)[-1])
    assert state.phase != "administration"
    assert world.phase == "administration"


def test_lanes_that_others_keep_open_are_left_alone() -> None:
    state = administrations()[2].clone()
    before = state.clone()
    keep_lanes_open(state, min(state.asked))
    assert state.to_json() == before.to_json()
    assert state.to_act == before.to_act
