"""Previews go on to the next choice or the first hidden fact, and what they promise comes true."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import tafelrunde
from tafelrunde.core.differences import differences
from tafelrunde.core.messages import Catalogue
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.state import State
from tafelrunde.server.line import Line

STEPS = 240
UNTIL = {"choice", "others", "hidden", "over"}


def sentence(catalogue: Catalogue, change: dict[str, Any]) -> str:
    return catalogue.say("changes", change["key"], change["data"])


def played(state: State, seat: int, moves: list[str]) -> State:
    """The true position after the moves."""
    after = state.clone()
    for move in moves:
        after.play(seat, move)
    return after


@pytest.mark.parametrize("name", tafelrunde.games())
def test_what_a_preview_tells_comes_true(name: str) -> None:
    """Random games: as far as a preview goes, the true table goes the same way, with the same view and differences."""
    game, random = tafelrunde.load(name), Random(7)
    state, catalogues = game.new(players=min(game.players), seed=3), [game.messages(lang) for lang in LANGUAGES]
    told, ends, forced = 0, set(), 0
    for _ in range(STEPS):
        if state.over:
            state = game.new(players=min(game.players), seed=random.randrange(1000))
        seat = random.choice(state.to_act)
        move = random.choice(state.legal(seat)).text
        seen = Line(state).preview(state, seat, [move])
        sure = seen["moves"][:-1] if seen["stopped"] else seen["moves"]
        after = played(state, seat, sure)
        assert seen["view"] == after.view(seat)
        assert seen["changes"] == differences(game.told_changes, state.view(seat), after.view(seat))
        for change in seen["changes"]:
            for catalogue in catalogues:
                text = sentence(catalogue, change)
                assert "{" not in text
                assert "?" not in text
        if not seen["stopped"]:
            assert after.only_answer(seat) is None, "it goes on to the next choice"
            assert seen["until"] == ("over" if after.over else "choice" if seat in after.asked else "others")
        told += len(seen["changes"])
        ends.add(seen["until"])
        forced += len(seen["moves"]) > 1
        state.play(seat, move)
    assert told > STEPS / 4
    assert {"choice", "others"} <= ends <= UNTIL
    assert forced or name in ("rise", "fifty_first_state"), "a step without a choice was followed"


def test_the_total_is_counted_from_the_moves_that_are_named() -> None:
    game = tafelrunde.load("rise")
    state = game.new(players=2, seed=1)
    [seat] = state.to_act
    costs = state.view(seat)["seats"][seat]["placement"]
    dearest = max(range(len(costs)), key=lambda i: costs[i]["coins"])
    place = f"place {dearest + 1}"
    seen = Line(state).preview(state, seat, [place])
    [cost] = [sentence(game.messages("en"), change) for change in seen["changes"] if change["seat"] == seat]
    assert cost == f"\N{MINUS SIGN}{costs[dearest]['coins']} coins"
    assert not Line(state).preview(state, seat, [place], since=1)["changes"]


def test_the_end_of_a_game_with_secrets_is_not_foretold() -> None:
    """20th Century ends with a count of everybody's hidden money: a sampled world would show invented sums."""
    game, random = tafelrunde.load("twentieth_century"), Random(2)
    state = game.new(players=3, seed=5)
    while not state.over:
        seat = random.choice(state.to_act)
        move = random.choice(state.legal(seat)).text
        seen, before = Line(state).preview(state, seat, [move]), state.view(seat)
        state.play(seat, move)
    assert (seen["until"], seen["stopped"]) == ("over", True)
    assert (seen["events"], seen["changes"]) == ([], [])
    assert seen["view"] == before


@pytest.mark.parametrize("name", tafelrunde.games())
def test_declared_changes_name_what_a_view_has(name: str) -> None:
    """A key of the section ``changes`` that no view has would never be told."""
    game = tafelrunde.load(name)
    types = import_module(f"tafelrunde.games.{name}.view_types")
    for key in game.told_changes:
        assert ends(types.Board if key.board else types.Seat, key.path), key.text


def ends(shape: Any, path: tuple[str, ...]) -> bool:
    """Whether a path leads through the typed dictionaries of a view."""
    if not path:
        return True
    step, rest = path[0], path[1:]
    if is_typeddict(shape):
        fields = get_type_hints(shape)
        return any(ends(field, rest) for name, field in fields.items() if step[0] == "{" or name == step)
    if get_origin(shape) is dict:
        return step[0] == "{" and ends(get_args(shape)[1], rest)
    return any(ends(option, path) for option in get_args(shape))  # a union
