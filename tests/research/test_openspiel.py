"""OpenSpiel's own tests, bots and a learning algorithm on every game and on one of another package."""

from __future__ import annotations

import copy
import os
import pickle
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts

import tafelrunde
from tafelrunde.core import chance
from tafelrunde.research import openspiel
from tests.kontor.game import load as load_kontor

if "tafelrunde_kontor" not in pyspiel.registered_names():
    openspiel.register(load_kontor())

EVERY_GAME = pytest.mark.parametrize("name", [*tafelrunde.games(), "kontor"])
GAMES = int(os.environ.get("TAFELRUNDE_OPENSPIEL_GAMES", "1"))
"""Whole games of each title in ``random_sim_test``."""


def dealt(name: str, seed: int = 1, **params: Any) -> Any:
    """A game that is set up by true chance."""
    state = pyspiel.load_game(openspiel.name(name), params).new_initial_state()
    decide(state, Random(seed))
    return state


def decide(state: Any, random: Random) -> None:
    """Let chance decide until a player is asked."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, weights)[0])


@EVERY_GAME
def test_openspiels_random_simulation_test_with_serialization(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(openspiel.name(name)), num_sims=GAMES, serialize=True, verbose=False)


@EVERY_GAME
def test_information_set_search_plays(name: str) -> None:
    state = dealt(name)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 6, random_state=np.random.RandomState(1))
    for _ in range(2):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        decide(state, Random(2))


@EVERY_GAME
def test_chance_nodes_are_draws_with_true_probabilities(name: str) -> None:
    """The set-up is a sequence of draws; along the way every outcome is a card that is still there, as often as it is there."""
    state = pyspiel.load_game(openspiel.name(name)).new_initial_state()
    assert state.is_chance_node()
    random, draws = Random(3), 0
    most = state.get_game().max_chance_outcomes()
    while not state.is_terminal() and draws < 60:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            draws += 1
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            assert len({outcome for outcome, _ in outcomes}) == len(outcomes) > 0
            assert all(0 <= outcome < most and p > 0 for outcome, p in outcomes)
            decide_one(state, random)
        else:
            state.apply_action(random.choice(state.legal_actions()))
    assert draws > 5


def decide_one(state: Any, random: Random) -> None:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(outcomes, weights)[0])


def test_the_deal_is_that_of_the_engine() -> None:
    """The first card of Kontor: 3 copies of each of 6 values; then one of them has a copy less."""
    state = pyspiel.load_game("tafelrunde_kontor").new_initial_state()
    assert [p for _, p in state.chance_outcomes()] == pytest.approx([3 / 18] * 6)
    state.apply_action(4)
    assert dict(state.chance_outcomes())[4] == pytest.approx(2 / 17)
    assert dict(state.chance_outcomes())[0] == pytest.approx(3 / 17)
    for card in (4, 4, 0, 1, 2):
        state.apply_action(card)
    assert state.table.hands == [(4, 4, 4), (0, 1, 2)]


def test_first_draws_are_as_frequent_as_their_probabilities_say() -> None:
    """The normal generator and the chance nodes deal alike: the first card of RISE's row over 3,000 games."""
    rise = tafelrunde.load("rise")
    drawn = Counter(rise.new(2, seed).actions_row[0] for seed in range(3000))
    random, told = Random(1), Counter()  # type: tuple[Random, Counter[int]]
    for _ in range(300):
        state = pyspiel.load_game("tafelrunde_rise").new_initial_state()
        decide(state, random)
        told[state.table.actions_row[0]] += 1
    assert set(told) <= set(drawn)
    assert max(drawn.values()) < 3000 * 2.5 / len(drawn)
    assert max(told.values()) < 300 * 5 / len(drawn)


@EVERY_GAME
def test_resampled_states_have_the_same_information_state(name: str) -> None:
    """What OpenSpiel's own test of resampling checks, for every player, and that others' secrets really are dealt anew."""
    state, random, others = dealt(name), Random(5), 0
    for step in range(40):
        if state.is_terminal():
            break
        for player in range(state.num_players()) if step % 8 == 0 else ():
            sample = state.resample_from_infostate(player, random.random)
            assert sample.information_state_string(player) == state.information_state_string(player)
            assert sample.observation_tensor(player) == state.observation_tensor(player)
            assert sample.current_player() == state.current_player()
            others += str(sample) != str(state)
            again = sample.resample_from_infostate(player, random.random)
            assert again.information_state_string(player) == state.information_state_string(player)
        state.apply_action(random.choice(state.legal_actions()))
        decide(state, random)
    assert others or name in ("rise", "twentieth_century"), "everything but the decks is open there"


@EVERY_GAME
def test_information_states_remember_everything(name: str) -> None:
    """Perfect recall: along two different lines that lead to one observation the information states differ, prefixes stay."""
    state, random = dealt(name), Random(6)
    seen: dict[int, list[str]] = {player: [] for player in range(state.num_players())}
    for _ in range(25):
        if state.is_terminal():
            break
        player = state.current_player()
        action = random.choice(state.legal_actions())
        own = [state.action_to_string(player, action)]
        before = state.recall_moves(player)
        state.apply_action(action)
        decide(state, random)
        assert state.recall_moves(player) == before + own
        for other, known in seen.items():
            known.append(state.information_state_string(other))
    for known in seen.values():
        assert len(set(known)) == len(known)


def test_what_was_seen_before_is_part_of_the_information_state() -> None:
    """In Kontor two deals of the others' cards that are never seen give one state; two of the own cards give two."""

    def line(first: list[int]) -> Any:
        state = pyspiel.load_game("tafelrunde_kontor").new_initial_state()
        for card in first:
            state.apply_action(card)
        return state

    one, hidden, own = line([0, 1, 2, 3, 4, 5]), line([0, 1, 2, 3, 4, 4]), line([0, 1, 1, 3, 4, 5])
    assert one.information_state_string(0) == hidden.information_state_string(0)
    assert one.information_state_string(1) != hidden.information_state_string(1)
    assert one.information_state_string(0) != own.information_state_string(0)


@EVERY_GAME
@pytest.mark.parametrize("again", [copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s)), lambda s: s.clone()])
def test_copies_go_the_same_way(name: str, again: Any) -> None:
    state, random = dealt(name), Random(8)
    for _ in range(12):
        state.apply_action(random.choice(state.legal_actions()))
        if random.random() < 0.7:
            decide(state, random)
        other = again(state)
        assert str(other) == str(state)
        assert other.current_player() == state.current_player()
        decide(state, random)


def test_a_learning_algorithm_learns_a_small_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counterfactual regret minimization by external sampling on Kontor with two rounds and three values: better than random."""
    monkeypatch.setattr("tests.kontor.game.ROUNDS", 2)
    monkeypatch.setattr("tests.kontor.game.VALUES", 3)
    game = pyspiel.load_game("tafelrunde_kontor")
    np.random.seed(3)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(300):
        solver.iteration()
    policy, random, won, games, known = solver.average_policy(), Random(4), 0.0, 300, 0
    for number in range(games):
        state = game.new_initial_state()
        decide(state, random)
        own = number % 2
        while not state.is_terminal():
            chosen = dict.fromkeys(state.legal_actions(), 1.0)
            if state.current_player() == own:
                chosen = policy.action_probabilities(state)
                known += len(set(chosen.values())) > 1
            state.apply_action(random.choices(list(chosen), list(chosen.values()))[0])
            decide(state, random)
        won += state.returns()[own]
    assert known > games, "it has been in most of the information states"
    assert won / games > 0.54


def test_parameters_and_observers() -> None:
    state = dealt("rise", players=4, options="sides=BBBBBAAAAA")
    game = state.get_game()
    assert game.num_players() == 4
    assert state.table.options["sides"] == "BBBBBAAAAA"
    observer = game.make_py_observer()
    observer.set_from(state, 2)
    assert observer.tensor.any()
    assert '"you": 2' in observer.string_from(state, 2)
    assert set(observer.dict) == {"table", "own", "seat 1", "seat 2", "seat 3", "board", "decision", "rest"}
    public = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE))
    assert '"you": null' in public.string_from(state, 2)
    recall = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert recall.string_from(state, 2) == state.information_state_string(2) != state.observation_string(2)


def test_free_moves_and_other_rewards() -> None:
    closed, opened = dealt("new_angeles"), dealt("new_angeles", free_moves=True)
    random, more = Random(1), set()  # type: tuple[Random, set[int]]
    while not more:
        more = set(opened.legal_actions()) - set(closed.legal_actions())
        action = random.choice(closed.legal_actions())
        for state in (closed, opened) if not more else ():
            state.apply_action(action)
            decide(state, Random(7))
    opened.apply_action(min(more))
    assert opened.table.ply == closed.table.ply + 1
    state = dealt("kontor", reward="margin")
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        decide(state, random)
    assert sum(state.returns()) == 0
    with pytest.raises(tafelrunde.BadInput):
        pyspiel.load_game("tafelrunde_rise", {"reward": "luck"})


def test_told_outcomes() -> None:
    """The generator of told outcomes answers in order, refuses what cannot be, and does not ask where there is no choice."""
    generator = chance.told([2, 0, 65_000])
    for n, expected in ((3, 2), (1, 0), (5, 0), (65_535, 65_000)):
        generator, outcome = chance.answer(generator, n)
        assert outcome == expected
    with pytest.raises(chance.Undecided) as draw:
        chance.answer(generator, 7)
    assert draw.value.n == 7
    with pytest.raises(ValueError, match="only 2"):
        chance.answer(chance.told([2]), 2)


def test_a_trail_remembers_what_was_seen_earlier() -> None:
    """The same position after different earlier ones is another information state, for those who saw the difference."""
    kontor = load_kontor()
    first, second = kontor.new(2, 1), kontor.new(2, 1)
    second.hands[0] = tuple((card + 1) % 6 for card in second.hands[0])
    now = first.clone()
    lines = [openspiel.Trail(now, openspiel.Trail(before), 1, 0) for before in (first, second, first.clone())]
    assert lines[0].digest(0) == lines[2].digest(0) != lines[1].digest(0)
    assert lines[0].digest(1) == lines[1].digest(1), "the other player has not seen these cards"
