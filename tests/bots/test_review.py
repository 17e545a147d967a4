"""Looking back: chances by what seats know, luck that evens out, turning points in words."""

from __future__ import annotations

from functools import cache

import pytest

import tafelrunde
from tafelrunde.bots.review import Moment, chances, curve, hint, mistake, suspicion, turning_points
from tafelrunde.bots.review import _after as after_move
from tafelrunde.bots.runner import make_bots, play_game
from tafelrunde.core.moves import Move
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.state import State
from tests.contract.games import every_game, game


class Line:
    """Plays on and notes the moves."""

    def __init__(self) -> None:
        self.moves: list[tuple[int, Move | str]] = []

    def play(self, state: State, seat: int, move: Move) -> None:
        self.moves.append((seat, move))
        state.act(seat, move.index)


def played(name: str, seed: int) -> tuple[State, list[tuple[int, Move | str]], State]:
    this = game(name)
    players = min(this.players)
    line = Line()
    end = play_game(this, make_bots(["random"] * players, seed), players, seed, player=line).state
    return this.new(players, seed), line.moves, end


@every_game
def test_the_curve_to_the_end_of_a_game(name: str) -> None:
    start, moves, end = played(name, 4)
    while len(moves) > 40:  # the last moves tell as much as all
        seat, move = moves.pop(0)
        start.play(seat, move)
    moments = curve(start, moves)
    assert len(moments) == len(moves) + 1
    assert all(0 <= chance <= 1 for moment in moments for chance in moment.chances)
    winners = end.winners
    assert moments[-1].chances == tuple(1.0 if seat in winners else 0.0 for seat in range(end.players))
    turns = turning_points(moments, 3)
    assert [turn.moment.ply for turn in turns] == sorted(turn.moment.ply for turn in turns)
    for turn in turns:
        texts = {turn.text(lang) for lang in LANGUAGES}
        assert len(texts) == 3
        assert not any("{" in text or "?" in text for text in texts)


def test_a_move_that_draws_nothing_has_no_luck() -> None:
    start, moves, _ = played("rise", 2)
    moves = moves[:30]
    moments = curve(start, moves)
    state = start.clone()
    lucky = 0
    for (seat, move), moment in zip(moves, moments[1:], strict=True):
        before = state.rng
        state.play(seat, move)
        if state.rng == before:
            assert not any(moment.luck)
        else:
            lucky += any(moment.luck)
    assert lucky


def test_chances_are_those_of_what_a_seat_knows() -> None:
    state = game("kontor").new(3, 8)
    assert chances(state)[1] == chances(state.sample(1, 5))[1]


def test_turning_points_are_the_largest_changes() -> None:
    level = [0.5, 0.52, 0.8, 0.79, 0.3, 0.0]
    moments = [Moment(i, 0, "x", (chance, 1 - chance), (0.0, 0.0)) for i, chance in enumerate(level)]
    assert [turn.moment.ply for turn in turning_points(moments, 2)] == [2, 4]


def test_a_hint_comes_with_its_reason() -> None:
    state = tafelrunde.load("rise").new(2, 5)
    seat = state.to_act[0]
    advice = hint(state, seat, "mcts:20sims")
    assert advice.move in state.legal(seat)
    assert advice.reason is not None
    assert "%" in advice.reason.text("ru")
    assert advice.move == hint(state.sample(seat, 4), seat, "mcts:20sims").move
    with pytest.raises(tafelrunde.BadInput):
        hint(state, seat, "oracle")


@cache
def blunder() -> tuple[State, int, int, int]:
    """A question of RISE, its seat, a move that is a mistake, and the better one."""
    state = tafelrunde.load("rise").new(2, 3)
    found: list[tuple[float, State, int, int, int]] = []
    for _ in range(12):
        seat = state.to_act[0]
        moves = state.actions(seat)
        _, better = suspicion(state, seat, moves[-1])
        named = mistake(state, seat, moves[-1], better) if len(moves) > 1 else None
        if named is not None:
            found.append((named.loss, state.clone(), seat, moves[-1], better))
        state.act(seat, better)
    return max(found, key=lambda one: one[0])[1:]


def test_a_bad_move_is_named_with_the_better_one() -> None:
    state, seat, bad, good = blunder()
    named = mistake(state, seat, bad, good)
    assert named is not None
    assert named.loss > 0.03
    assert (named.move, named.better) == (bad, good)
    assert mistake(state, seat, good, bad) is None, "the better move is no mistake"
    assert mistake(state, seat, good, good) is None


def test_a_mistake_is_judged_by_what_the_seat_knew() -> None:
    state, seat, bad, _ = blunder()
    for k in range(3):
        world = state.sample(seat, k)
        better = suspicion(state, seat, bad)
        assert suspicion(world, seat, bad) == better
        assert mistake(world, seat, bad, better[1]) == mistake(state, seat, bad, better[1])


def test_what_a_move_draws_is_not_known_when_it_is_judged() -> None:
    """At moves that draw: the draw that came is no part of the judgement."""
    state = tafelrunde.load("rise").new(2, 5)
    judged = 0
    while judged < 2 and not state.over:
        seat = state.to_act[0]
        moves = state.actions(seat)
        reached = state.clone()
        reached.act(seat, moves[0])
        if reached.rng != state.rng:
            judged += 1
            worths = {after_move(world, seat, moves[0], 1) for world in (state, *(state.sample(seat, k) for k in range(6)))}
            assert len(worths) == 1
        state = reached
    assert judged
