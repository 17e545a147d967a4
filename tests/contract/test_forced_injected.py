"""Wrong declarations, injected one at a time: each must be noticed by the survey on which ``test_forced`` relies."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Any

import pytest

from tafelrunde.core.frames import Frame, Frames, Known
from tafelrunde.core.game import Game
from tafelrunde.core.state import State
from tafelrunde.testing.forced import Found, asking, random_game, survey
from tests.contract.games import game

PLIES, SLOW_PLIES, SEEDS = 600, 100, 2
"""Positions of each game; fewer of 20th Century, whose worlds take longer to sample."""


def declared(name: str, kind: str, moves: Known | None) -> Game[Any]:
    """A game in which one kind of question is declared differently."""
    whole = game(name)
    wrong = copy(whole.frames.kinds[kind])
    wrong.public = moves
    other = copy(whole)
    other.frames = Frames()  # type: ignore[misc]
    other.frames.kinds = {**whole.frames.kinds, kind: wrong}
    other.frames.by_type = {**whole.frames.by_type, wrong.type: wrong}
    other.dispatch = {**whole.dispatch, wrong.type: wrong.dispatch()}
    return other


def found_in(wrong: Game[Any]) -> Found:
    slow = wrong.id == "twentieth_century"
    players = wrong.players[:1] if slow else wrong.players[:2]
    return survey((random_game(wrong, n, seed) for n in players for seed in range(SEEDS)), SLOW_PLIES if slow else PLIES)


@cache
def found_in_whole(name: str) -> Found:
    return found_in(asking(game(name)))


def always(state: State, frame: Frame) -> bool:
    return True


def without_coins(state: Any, frame: Frame) -> bool:
    """A predicate that looks at the secret coins of the seat."""
    return not state.coins[frame.seat]


def with_one_move(kind: str) -> Callable[[Any, Frame], bool]:
    """A predicate that looks at the moves themselves, which follow from a hidden hand or from secret money."""

    def public(state: Any, frame: Frame) -> bool:
        ask = state.game.frames.kinds[kind].ask
        return len(ask(state, frame)) == 1

    return public


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("rise", "option"), ("rise", "advance"), ("twentieth_century", "waste"), ("twentieth_century", "tiles"),
        ("twentieth_century", "clean"), ("twentieth_century", "technologies"), ("fifty_first_state", "turn"),
        ("fifty_first_state", "draft"),
    ],
)  # fmt: skip
def test_a_forced_question_that_is_asked_is_noticed(name: str, kind: str) -> None:
    """The declaration is missing: the seat is asked although everybody knows the answer."""
    found = found_in(declared(name, kind, None))
    assert found.forced[kind]
    assert found.undeclared[kind]


@pytest.mark.parametrize(
    ("name", "kind", "moves"),
    [
        ("twentieth_century", "opening", always), ("twentieth_century", "raise", always), ("twentieth_century", "stake", always),
        ("twentieth_century", "technology", always), ("twentieth_century", "technologies", always),
        ("fifty_first_state", "keep", always), ("fifty_first_state", "turn", always),
        ("twentieth_century", "technology", without_coins), ("twentieth_century", "stake", without_coins),
        ("fifty_first_state", "turn", with_one_move("turn")),
    ],
)  # fmt: skip
def test_an_answer_that_gives_a_secret_away_is_noticed(name: str, kind: str, moves: Known) -> None:
    """The question is declared public: the engine would answer it, and everybody could tell why."""
    assert found_in(asking(declared(name, kind, moves))).misdeclared[kind]
    assert not found_in_whole(name).misdeclared[kind], "rightly declared, there is nothing to notice"
