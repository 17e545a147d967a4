"""Playing: games end, moves apply, refusals change nothing, components are conserved."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tafelrunde import BadInput, IllegalMove
from tafelrunde.core.state import State
from tafelrunde.testing import random_play, random_position
from tafelrunde.testing.games import every_table, game

examples = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
seeds = st.integers(min_value=0, max_value=2**32)


@every_table
@examples
@given(seed=seeds)
def test_random_games_end_and_conserve_their_components(name: str, players: int, seed: int) -> None:
    random = Random(seed)
    state = random_position(game(name), players, random, 0)
    before = state.game.census(state)
    for plies, seat in enumerate(random_play(state, random)):
        assert plies < 20_000
        assert state.actions(seat), "a seat that is to act has a move"
        assert state.game.census(state) == before
    assert state.over
    assert state.to_act == ()
    assert all(0 <= seat < players for seat in state.winners)
    assert len(state.scores) == players


@every_table
@examples
@given(seed=seeds, plies=st.integers(0, 250))
def test_every_legal_move_applies(name: str, players: int, seed: int, plies: int) -> None:
    state = random_position(game(name), players, Random(seed), plies)
    for seat in range(players):
        for move in (*state.legal(seat), *state.free(seat)):
            after = state.clone()
            after.play(seat, move)
            assert after.ply == state.ply + 1


@every_table
@examples
@given(seed=seeds, plies=st.integers(0, 250))
def test_act_does_what_play_does(name: str, players: int, seed: int, plies: int) -> None:
    state = random_position(game(name), players, Random(seed), plies)
    for seat in state.to_act:
        assert [move.index for move in state.legal(seat)] == list(state.actions(seat))
        for move in state.legal(seat):
            played, acted = state.clone(), state.clone()
            played.play(seat, str(move))
            acted.act(seat, move.index)
            assert played.to_json() == acted.to_json()


def offered(state: State, seat: int) -> set[int]:
    return {move.index for move in (*state.legal(seat), *state.free(seat))}


@every_table
@settings(examples, max_examples=120)
@given(seed=seeds, plies=st.integers(0, 300))
def test_explain_is_none_exactly_for_legal_moves(name: str, players: int, seed: int, plies: int) -> None:
    random = Random(seed)
    state = random_position(game(name), players, random, plies)
    vocabulary = state.game.vocabulary
    for seat in range(players):
        legal = offered(state, seat)
        tried = random.sample(vocabulary, min(40, len(vocabulary)))
        for move in {*tried, *(vocabulary[i] for i in legal)}:
            refusal = state.explain(seat, move)
            assert (refusal is None) == (move.index in legal), f"{move}: {refusal}"
            if refusal is not None:
                assert refusal.rule in state.game.rules
                assert refusal.reason.endswith((".", "!"))


@every_table
@examples
@given(seed=seeds, plies=st.integers(0, 250))
def test_a_refusal_changes_nothing(name: str, players: int, seed: int, plies: int) -> None:
    random = Random(seed)
    state = random_position(game(name), players, random, plies)
    before, asked = state.to_json(), dict(state.asked)
    for seat in range(players):
        legal = offered(state, seat)
        for move in random.sample(state.game.vocabulary, min(10, len(state.game.vocabulary))):
            if move.index not in legal:
                with pytest.raises(IllegalMove) as refusal:
                    state.play(seat, move)
                assert str(refusal.value) == str(state.explain(seat, move))
                with pytest.raises(IllegalMove):
                    state.act(seat, move.index)
    for text in ("", "no such move", "pass " * 40, "place -1", "\x00", "Pass"):
        with pytest.raises(IllegalMove):
            state.play(0, text)
    nobody: list[Any] = [-1, players, "0", None, True]
    for seat in nobody:
        with pytest.raises(BadInput):
            state.play(seat, "x")
    assert state.to_json() == before
    assert dict(state.asked) == asked


@every_table
@settings(examples, max_examples=8)
@given(seed=seeds)
def test_lanes_may_be_answered_in_any_order(name: str, players: int, seed: int) -> None:
    """Each seat's choices depend on its own questions only; two interleavings must end in the same state."""

    def play(order: Random) -> dict[str, object]:
        state = random_position(game(name), players, Random(seed), 0)
        choosers = [Random(f"{seed}-{seat}") for seat in range(players)]
        for _ in range(600):
            if state.over:
                break
            seat = order.choice(state.to_act)
            state.act(seat, choosers[seat].choice(state.actions(seat)))
            if state.lanes is None and len(state.to_act) == 1:
                order = Random(order.random())
        while state.lanes is not None:
            seat = order.choice(state.to_act)
            state.act(seat, choosers[seat].choice(state.actions(seat)))
        return state.to_json()

    assert play(Random(1)) == play(Random(2))


@every_table
def test_wrong_beginnings_are_refused_with_their_place(name: str, players: int) -> None:
    this = game(name)
    for wrong in (0, 1, 99, -2, "3", None, 2.0, True):
        if wrong not in this.players or type(wrong) is not int:
            with pytest.raises(BadInput, match="players"):
                this.new(wrong, 1)  # type: ignore[arg-type]
    for wrong in (-1, "7", None, 1.5, True):
        with pytest.raises(BadInput, match="seed"):
            this.new(players, wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="nonsense"):
        this.new(players, 1, {"nonsense": "1"})
    for option in this.options:
        with pytest.raises(BadInput, match=option):
            this.new(players, 1, {option: "no such value"})
