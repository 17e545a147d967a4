"""Lanes that wait for each other, and what a seat hears that is asked nothing; on a game whose lanes can be put in order."""

from __future__ import annotations

import tafelrunde
from tafelrunde.core.history import History
from tafelrunde.core.scenario import Scenario
from tafelrunde.core.state import State
from tafelrunde.testing.forced import asking

GAME = tafelrunde.load("twentieth_century")


def administration() -> State:
    """Three lanes, each with a land to lay and a bridge that keeps it open; the order, once demanded, is 0, 1, 2."""
    given: dict[str, object] = {f"seats.{seat}.unlaid": {tile: {}} for seat, tile in enumerate(["a08", "a15", "b13"])}
    given |= {f"seats.{seat}.technologies": {bridge: {}} for seat, bridge in enumerate(["t07", "t18", "t28"])}
    at = {"step": "administration", "active": 0}
    return Scenario("", GAME, 3, 1, {}, (), at, given, ()).begin()


def test_what_the_others_are_asked_stands_while_a_lane_is_answered() -> None:
    state = administration()
    others = {seat: state.asked[seat] for seat in (1, 2)}
    state.play(0, "cell 1 0")
    assert all(state.asked[seat] is others[seat] for seat in others)


def test_waiting_lanes_are_asked_again_when_their_turn_comes() -> None:
    state = administration()
    state.play(2, "demand")
    assert state.to_act == (0,)
    for move in ("cell 1 0", "turn 0", "done"):
        state.play(0, move)
    assert list(state.to_act) == [1]
    again = GAME.from_json(state.to_json())
    assert again.to_json() == state.to_json()


def test_nobody_takes_back_what_made_others_wait_or_go_on() -> None:
    history = History(administration())
    history.play(0, "cell 1 0")
    history.play(2, "demand")
    assert history.own_moves(0) == []
    assert history.own_moves(2) == []
    history.play(0, "turn 0")
    assert history.own_moves(0) == [2]
    history.play(0, "done")
    history.play(1, "cell 1 0")
    assert history.own_moves(0) == []
    assert history.undo(1) == 1


def test_nobody_takes_back_an_end_on_which_a_demand_rests() -> None:
    """Nobody has to wait at once for that demand; without the end of seat 0 the moves after it could not stand."""
    history = History(administration())
    for move in ("cell 1 0", "turn 0", "done"):
        history.play(0, move)
    history.play(2, "demand")
    history.play(1, "cell 1 0")
    assert history.undo(0) == 0
    assert history.undo(1) == 1
    assert history.state.to_act == (1,)


def test_a_game_may_say_why_nothing_is_asked() -> None:
    state = administration()
    state.play(2, "demand")
    refusal = state.explain(1, "cell 1 0")
    assert refusal is not None
    assert (refusal.rule, refusal.key) == ("20C-4.2", "wait_for_order")
    rise = tafelrunde.load("rise").new(2, 1)
    idle = rise.explain(1 - rise.to_act[0], "place 1")
    assert idle is not None
    assert (idle.rule, idle.key) == ("RISE-C.1", "not_your_decision")


def test_a_lane_that_ends_by_itself_lets_an_earlier_seat_go_on() -> None:
    """A saved position in which a lane waits with a question that is now answered by the engine: the order is 1, 2, 0."""
    given: dict[str, object] = {"seats.0.technologies": {"t07": {}}, "seats.1.technologies": {"t18": {}}}
    at = {"step": "administration", "active": 1}
    before = Scenario("", asking(GAME), 3, 1, {}, (), at, given, ()).begin()
    before.play(0, "demand")
    state = GAME.from_json(before.to_json())
    state.play(1, "done")
    assert state.to_act == (0,)
