"""Lanes, free moves, hidden moves and undo, on Kontor."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest

from tafelrunde import IllegalMove
from tafelrunde.core import record
from tafelrunde.core.decks import Deck
from tafelrunde.core.errors import EngineError
from tafelrunde.core.history import History
from tests.kontor.game import load
from tests.kontor.state import KontorState


def begun(players: int = 3, seed: int = 4, coins: str = "2") -> KontorState:
    return load().new(players, seed, {"coins": coins})


def bid(state: KontorState, seat: int) -> None:
    state.act(seat, state.actions(seat)[0])


def test_all_seats_are_asked_at_once_and_answer_at_their_own_pace() -> None:
    state = begun()
    assert state.to_act == (0, 1, 2)
    questions = {seat: state.decision(seat).id for seat in state.to_act}
    bid(state, 1)
    assert state.to_act == (0, 1, 2)
    assert state.decision(1).kind == "raise"
    assert state.decision(0).id == questions[0]
    state.play(1, "hold")
    assert list(state.to_act) == [0, 2]
    with pytest.raises(IllegalMove):
        state.play(1, "hold")


def test_a_lane_without_questions_is_finished() -> None:
    state = begun(coins="0")
    bid(state, 0)
    assert state.to_act == (1, 2)


def test_answers_in_lanes_are_hidden_from_the_others() -> None:
    state = begun()
    before = state.view(2)["seats"]
    hidden = state.view(None)["seats"]
    bid(state, 0)
    assert state.view(2)["seats"] == before
    assert state.view(None)["seats"] == hidden
    assert state.view(0)["seats"][0]["bid"] > 0
    events = begun().play(0, f"bid {begun().hands[0][0] + 1}")
    assert [event.kind for event in events if event.visible_to(1)] == []
    assert [event.kind for event in events if event.visible_to(0)] == ["bid"]


def test_lanes_are_saved_and_loaded() -> None:
    state = begun()
    bid(state, 1)
    again = state.game.from_json(json.loads(json.dumps(state.to_json())))
    assert again.to_json() == state.to_json()
    assert again.asked == state.asked


def test_nothing_is_drawn_in_lanes_and_lanes_do_not_nest() -> None:
    state = begun()
    with pytest.raises(EngineError):
        state.below(6)
    with pytest.raises(EngineError):
        state.open_lanes([[], [], []])


def through_bids(state: KontorState) -> KontorState:
    while state.lanes is not None:
        seat = state.to_act[0]
        state.act(seat, state.actions(seat)[0])
    return state


def test_a_free_move_leaves_the_question_standing() -> None:
    state = through_bids(begun())
    seat = state.to_act[0]
    other = (seat + 1) % 3
    question = state.decision(seat).id
    assert {str(move) for move in state.free(other)} == {f"gift {s}" for s in range(3) if s != other}
    state.play(other, f"gift {seat}")
    assert state.decision(seat).id == question
    assert (state.coins[seat], state.coins[other]) == (3, 1)
    assert not set(state.free(other)) & set(state.legal(other))


def test_free_moves_are_refused_with_their_rule() -> None:
    state = begun()
    assert state.explain(0, "gift 1") is not None
    assert state.explain(0, "gift 1").rule == "K-8"  # type: ignore[union-attr]
    state = through_bids(state)
    assert state.explain(0, "gift 0").rule == "K-7"  # type: ignore[union-attr]
    with pytest.raises(IllegalMove):
        state.act(0, state.game.index("gift 1"))


def test_undo_takes_back_only_the_own_answer_in_lanes() -> None:
    history = History(begun())
    for seat in (0, 1):
        history.play(seat, str(history.state.legal(seat)[0]))
    assert history.undo(0) == 1
    assert [played.seat for played in history.line] == [1]
    assert history.state.decision(0).kind == "bid"
    assert history.state.decision(1).kind == "raise"


def test_undo_stops_where_a_hidden_fact_was_shown() -> None:
    history = History(begun())
    while history.state.lanes is not None:
        seat = history.state.to_act[0]
        history.play(seat, str(history.state.legal(seat)[0]))
    assert history.line[-1].crossed
    assert all(history.undo(seat) == 0 for seat in range(3))
    winner = history.state.to_act[0]
    other = (winner + 1) % 3
    history.play(other, f"gift {winner}")
    assert history.undo(winner) == 0
    assert history.undo(other) == 1


def test_a_running_record_hides_hidden_moves() -> None:
    history = History(begun())
    history.play(0, str(history.state.legal(0)[0]))
    assert record.write(history, reveal=False).splitlines()[-1] == "0 ?"
    assert record.write(history).splitlines()[-1].startswith("0 bid ")


def test_a_sample_is_uniform_over_what_the_seat_cannot_know() -> None:
    """Against brute force: the other seat's hand, given the own hand, over all ways to deal it."""
    state = load().new(2, 3, {"coins": "0"})
    state.deck = Deck.of([0, 1, 2])
    state.hands[0], state.hands[1] = (5, 5, 5), (2, 3, 4)
    found = Counter(state.sample(0, seed).hands[1] for seed in range(3000))
    hidden = [0, 1, 2, 2, 3, 4]
    expected = Counter(tuple(sorted(hand)) for hand in combinations(hidden, 3))
    total = sum(expected.values())
    assert set(found) == set(expected)
    for hand, n in expected.items():
        mean = 3000 * n / total
        assert abs(found[hand] - mean) < 5 * mean**0.5, (hand, found[hand], mean)


def test_a_peeked_card_stays_where_the_seat_saw_it() -> None:
    state = through_bids(begun())
    winner = state.to_act[0]
    card = state.deck.top[0].card
    for seed in range(30):
        assert state.sample(winner, seed).deck.top[0].card == card
    others = {state.sample((winner + 1) % 3, seed).deck.top[0].card for seed in range(30)}
    assert len(others) > 2


def test_what_others_answered_to_cannot_be_taken_back() -> None:
    """A move before the lanes opened stands once another seat has answered in them."""
    history = History(begun())
    while history.state.lanes is not None:
        seat = history.state.to_act[0]
        history.play(seat, str(history.state.legal(seat)[0]))
    winner = history.state.to_act[0]
    other = (winner + 1) % 3
    history.play(winner, "keep")
    assert history.own_moves(winner) == [len(history.line) - 1]
    history.play(other, str(history.state.legal(other)[0]))
    assert history.own_moves(winner) == []
    history.play(winner, str(history.state.legal(winner)[0]))
    assert history.undo(winner) == 1
    assert history.state.decision(winner).kind == "bid"
