"""``tafelrunde bench``: what is counted, and that the figures have sense."""

from __future__ import annotations

import json
from random import Random

import pytest

import tafelrunde
from tafelrunde.cli import bench
from tafelrunde.cli.main import main


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rise", "--json", "--seconds", "1"]) == 0
    result = json.loads(capsys.readouterr().out)["games"]["rise"]
    assert result["decisions_per_second"] > 100 * result["games_per_second"] > 0
    assert result["clone_ratio"] == pytest.approx(result["clone_last_us"] / result["clone_first_us"], abs=0.02)
    assert 1 < result["held_states_mb"] < 1000


def test_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rise", "--seconds", "1", "--lang", "de"]) == 0
    assert "Entscheidungen je Sekunde" in capsys.readouterr().out


def test_only_real_decisions_count() -> None:
    """The same games played again by hand, with the forced moves left out."""
    game = tafelrunde.load("rise")
    pace = bench.playouts(game, 4, 0.0, seed=3)
    assert pace.games == 1
    random, counted = Random(3).random, 0
    state = game.new(4, 3)
    while not state.over:
        moves = state.actions(state.to_act[0])
        if len(moves) >= 2:
            counted += 1
        state.act(state.to_act[0], moves[int(random() * len(moves))] if len(moves) >= 2 else moves[0])
    assert pace.decisions == counted


def test_positions_are_of_the_first_and_last_round() -> None:
    game = tafelrunde.load("rise")
    first, last = bench.ends(game, 4)
    assert {state.view(None)["round"] for state in first} == {1}
    setup = game.components.data["setup"]
    assert {state.view(None)["round"] for state in last} == {setup["epochs"] * setup["rounds_per_epoch"]}
    assert len(first) == len(last) == bench.SAMPLES
