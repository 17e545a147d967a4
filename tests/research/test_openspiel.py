"""OpenSpiel's own tests and bots on every game."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import tafelrunde
from tafelrunde.research import openspiel

EVERY_GAME = pytest.mark.parametrize("name", tafelrunde.games())


@EVERY_GAME
def test_openspiels_random_simulation_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(openspiel.name(name)), num_sims=1, serialize=False, verbose=False)


@EVERY_GAME
def test_openspiels_search_plays(name: str) -> None:
    game = pyspiel.load_game(openspiel.name(name))
    state = game.new_initial_state()
    state.apply_action(7)
    bot = mcts.MCTSBot(
        game, 2.0, 4, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1)
    )
    for _ in range(2):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[5][0])
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@EVERY_GAME
def test_a_line_is_played_as_by_the_engine(name: str) -> None:
    """Where nothing is drawn, the same moves lead to the same position; copies are independent."""
    game = pyspiel.load_game(openspiel.name(name))
    state = game.new_initial_state()
    state.apply_action(3)
    ours = tafelrunde.load(name).new(state.table.players, 3)
    for _ in range(6):
        action = state.legal_actions()[0]
        copy = state.clone()
        copy.apply_action(copy.legal_actions()[-1])
        assert state.table.to_json() == ours.to_json()
        state.apply_action(action)
        if state.is_chance_node():
            break
        ours.act(min(ours.asked), action)


def test_chance_is_not_known_before_it_falls() -> None:
    """Different outcomes of a chance node lead to different draws; the same outcome to the same one."""
    game = pyspiel.load_game("tafelrunde_rise", {"players": 2})
    state = game.new_initial_state()
    state.apply_action(0)
    nodes = 0
    while not state.is_terminal() and nodes < 2:
        if state.is_chance_node():
            ends = []
            for outcome in (1, 2, 3, 1):
                child = state.child(outcome)
                ends.append(str(child.table.view("all")["board"]))
            assert ends[0] == ends[3]
            assert len(set(ends)) > 1
            nodes += 1
            state.apply_action(0)
        else:
            state.apply_action(state.legal_actions()[0])
    assert nodes


def test_parameters_and_observations() -> None:
    game = pyspiel.load_game("tafelrunde_rise", {"players": 4, "options": "sides=BBBBBAAAAA"})
    state = game.new_initial_state()
    state.apply_action(1)
    assert game.num_players() == 4
    assert state.table.options["sides"] == "BBBBBAAAAA"
    observer = game.make_py_observer()
    observer.set_from(state, 2)
    assert observer.tensor.any()
    assert '"you": 2' in observer.string_from(state, 2)
