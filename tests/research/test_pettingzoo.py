"""PettingZoo's own tests on every game, and what they do not ask: copies, pickles, masks, rewards."""

from __future__ import annotations

import copy
import pickle
import warnings
from random import Random
from typing import Any

import pytest
from pettingzoo.test import api_test, seed_test

import tafelrunde
from tafelrunde.research.pettingzoo import env

EVERY_GAME = pytest.mark.parametrize("name", [*tafelrunde.games(), "kontor"])
pytestmark = pytest.mark.usefixtures("kontor")


def play_on(table: Any, steps: int) -> list[tuple[str, int, bytes]]:
    """The last legal index each time: who was asked, what was done, what was seen."""
    line = []
    for agent in table.agent_iter(steps):
        seen, _, ended, cut, info = table.last()
        action = None if ended or cut else info["legal"][-1]
        line.append((agent, -1 if action is None else action, seen["observation"].tobytes()))
        table.step(action)
    return line


@EVERY_GAME
def test_pettingzoos_api_test(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises against dict observations, which masks need
        api_test(env(name), num_cycles=120)


@EVERY_GAME
def test_pettingzoos_seed_test(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=40)


@EVERY_GAME
@pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))], ids=["deepcopy", "pickle"]
)
def test_copies_go_the_same_way_and_leave_the_original_alone(name: str, duplicate: Any) -> None:
    table = env(name)
    table.reset(seed=3)
    play_on(table, 25)
    other = duplicate(table)
    before = table.unwrapped.table.to_json()
    theirs = play_on(other, 30)
    assert table.unwrapped.table.to_json() == before
    assert play_on(table, 30) == theirs
    fresh = duplicate(env(name))
    fresh.reset(seed=1)


@EVERY_GAME
def test_masks_rewards_and_parts(name: str) -> None:
    table = env(name)
    table.reset(seed=5)
    state = table.unwrapped.table
    total: dict[str, float] = dict.fromkeys(table.possible_agents, 0.0)
    random = Random(1)
    for agent in table.agent_iter():
        seen, reward, ended, _, info = table.last()
        total[agent] += reward
        if ended:
            table.step(None)
            continue
        assert table.observation_space(agent).contains(seen)
        assert seen["action_mask"].nonzero()[0].tolist() == sorted(info["legal"])
        table.step(random.choice(info["legal"]))
    parts = table.unwrapped.parts("seat_0")
    assert sum(map(len, parts.values())) == table.observation_space("seat_0")["observation"].shape[0]
    winners = state.winners
    assert total == {f"seat_{i}": 1 / len(winners) if i in winners else 0.0 for i in range(state.players)}


def test_bad_settings_are_refused_at_once() -> None:
    with pytest.raises(tafelrunde.BadInput):
        env("rise", players=9)
    with pytest.raises(tafelrunde.BadInput):
        env("rise", options={"sides": "Z"})


def test_free_moves_are_actions_where_they_are_switched_on() -> None:
    closed, opened = env("new_angeles"), env("new_angeles", free_moves=True, max_steps=300)
    seen: set[str] = set()
    for table in (closed, opened):
        table.reset(seed=4)
        random = Random(2)
        for agent in table.agent_iter(200):
            observed, _, ended, cut, info = table.last()
            if ended or cut:
                break
            state = table.unwrapped.table
            seat = int(agent.removeprefix("seat_"))
            answers = {table.unwrapped.action(agent, state.game.vocabulary[move]) for move in state.actions(seat)}
            free = set(info["legal"]) - answers
            assert observed["action_mask"].nonzero()[0].tolist() == sorted(info["legal"])
            assert not free or table is opened
            action = random.choice(sorted(free) or info["legal"])
            seen |= {table.unwrapped.move(agent, action).verb} if free else set()
            table.step(action)
    assert seen, "free moves were made"


def test_a_long_game_is_truncated() -> None:
    table = env("rise", max_steps=10)
    table.reset(seed=1)
    steps = 0
    for _ in table.agent_iter():
        _, reward, ended, cut, info = table.last()
        assert not ended
        assert reward == 0
        table.step(None if cut else info["legal"][0])
        steps += not cut
    assert steps == 10


def test_the_state_holds_what_all_seats_see() -> None:
    table = env("fifty_first_state")
    table.reset(seed=1, options={})
    found = table.state()
    assert table.unwrapped.state_space.contains(found)
    size = table.unwrapped.observer.size
    for seat in range(2):
        assert (found[seat * size : (seat + 1) * size] == table.observe(f"seat_{seat}")["observation"]).all()


def test_options_and_rewards_can_be_chosen() -> None:
    table = env("rise", reward="margin")
    table.reset(seed=1, options={"game_options": {"sides": "B" * 10}})
    assert table.unwrapped.table.options["sides"] == "B" * 10
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        _, reward, ended, _, info = table.last()
        total[agent] += reward
        table.step(None if ended else info["legal"][0])
    scores = table.unwrapped.table.scores
    assert total == {"seat_0": scores[0] - scores[1], "seat_1": scores[1] - scores[0]}
    for wrong in ({"reward": "luck"}, {"render_mode": "smell"}, {"max_steps": 0}):
        with pytest.raises(tafelrunde.BadInput):
            env("rise", **wrong)
