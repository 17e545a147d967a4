"""Records, undo and previews."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde import BadInput
from tafelrunde.core import record
from tafelrunde.core.game import RULES_VERSION, Game
from tafelrunde.core.history import History, preview
from tafelrunde.testing import random_position
from tafelrunde.testing.contract.play import examples, seeds
from tafelrunde.testing.games import every_table, game


def finder(name: str) -> Callable[[str, str], Game[Any]]:
    """What a record is read with: the game that is tested, installed or not."""
    return lambda *_: game(name)


def random_history(name: str, players: int, seed: int, plies: int | None = None) -> History:
    random = Random(seed)
    history = History(random_position(game(name), players, random, 0))
    while not history.state.over and (plies is None or len(history.line) < plies):
        seat = random.choice(history.state.to_act)
        free = history.state.free(seat)
        moves = free if free and random.random() < 0.1 else history.state.legal(seat)
        history.play(seat, random.choice(moves))
    return history


@every_table
@examples
@given(seed=seeds)
def test_a_record_replays_to_the_same_game(name: str, players: int, seed: int) -> None:
    history = random_history(name, players, seed, None if seed % 2 else 60)
    names = tuple(f"Player {i}" for i in range(players))
    text = record.write(history, names)
    again = record.read(text, finder(name))
    assert again.state.to_json() == history.state.to_json()
    assert again.names == names
    assert record.write(again.history, names) == text
    commented = text.replace("moves\n", "# a comment\nmoves\n\n", 1)
    assert record.read(commented, finder(name)).state.to_json() == history.state.to_json()


@every_table
def test_a_wrong_line_is_refused_by_its_number(name: str, players: int) -> None:
    history = random_history(name, players, 5)
    lines = record.write(history, ["A"] * players).splitlines()
    for number, line in enumerate(lines, 1):
        if number % 7 and line.split()[0] in "0123456789":
            continue  # not every move, for speed
        spoilt = "9 nonsense" if line[0].isdigit() else "nonsense"
        wrong = "\n".join([*lines[: number - 1], spoilt, *lines[number:]])
        with pytest.raises(BadInput) as error:
            record.read(wrong, finder(name))
        assert error.value.where == f"line {number}", line
    with pytest.raises(BadInput):
        record.read("", finder(name))


@every_table
def test_a_running_game_can_be_shown_but_not_loaded(name: str, players: int) -> None:
    history = random_history(name, players, 6, 3)
    veiled = record.write(history, reveal=False)
    assert f"seed {history.state.seed}\n" not in veiled
    assert "seed sha256:" in veiled
    with pytest.raises(BadInput):
        record.read(veiled, finder(name))
    for line, move in zip(veiled.split("moves\n")[1].splitlines(), history.line, strict=True):
        assert line.endswith(" ?") == move.hidden


@every_table
def test_another_rules_version_is_replayed_if_it_can_be(name: str, players: int) -> None:
    history = random_history(name, players, 8, 3)
    text = record.write(history).replace(f"rules {RULES_VERSION}", "rules 2025.9")
    assert record.read(text, finder(name)).state.to_json() == history.state.to_json()
    last = text.splitlines()[-1]
    with pytest.raises(BadInput, match=rf"2025\.9.*{RULES_VERSION}"):
        record.read(text + f"{last.split()[0]} no such move\n", finder(name))


@every_table
@examples
@given(seed=seeds, plies=st.integers(1, 200))
def test_undo_goes_back_to_the_safe_point_and_no_further(name: str, players: int, seed: int, plies: int) -> None:
    history = random_history(name, players, seed, plies)
    for seat in range(players):
        line = list(history.line)
        own = history.own_moves(seat)
        for ply in own:
            assert line[ply].seat == seat
            assert not any(later.crossed for later in line[ply:])
        taken = History(history.at(0))
        for move in line:
            taken.play(move.seat, taken.state.game.vocabulary[move.move])
        assert taken.undo(seat) == len(own)
        kept = [move for ply, move in enumerate(line) if ply not in own]
        assert [(m.seat, m.move) for m in taken.line] == [(m.seat, m.move) for m in kept]
        if own:
            assert taken.state.lanes is not None or taken.state.to_json() == history.at(own[-1]).to_json()


@every_table
def test_a_finished_game_is_final(name: str, players: int) -> None:
    history = random_history(name, players, 5, 10_000)
    assert history.state.over
    assert history.line[-1].crossed
    end, line = history.state.to_json(), list(history.line)
    for seat in range(players):
        assert history.own_moves(seat) == []
        assert history.safe_point(seat) == len(line)
        assert history.undo(seat) == 0
    with pytest.raises(BadInput, match="over"):
        history.rewind(len(line) - 1)
    assert (history.state.to_json(), history.line) == (end, line)


@every_table
@examples
@given(seed=seeds, plies=st.integers(0, 200))
def test_a_preview_knows_no_more_than_the_seat(name: str, players: int, seed: int, plies: int) -> None:
    state = random_position(game(name), players, Random(seed), plies)
    for seat in state.to_act:
        for move in state.legal(seat):
            before = state.to_json()
            one, two = preview(state, seat, [move], seed=1), preview(state, seat, [move], seed=2)
            assert state.to_json() == before
            told = [[e for e in events if e.visible_to(seat)] for _, events, _ in (one, two)]
            assert told[0] == told[1]
            assert one[2] == two[2]
