"""PettingZoo's parallel API: its own test, and that the answers of one step are independent of each other."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

import tafelrunde
from tafelrunde.core.errors import BadInput, IllegalMove
from tafelrunde.core.state import State
from tafelrunde.research.parallel import ParallelTable, parallel_env

EVERY_GAME = pytest.mark.parametrize("name", [*tafelrunde.games(), "kontor"])
SIMULTANEOUS = ("fifty_first_state", "new_angeles", "twentieth_century", "kontor")
"""The games in which several seats decide at once; in RISE one seat at a time does."""
pytestmark = pytest.mark.usefixtures("kontor")


def answers(infos: dict[str, dict[str, Any]], random: Random) -> dict[str, int]:
    return {agent: random.choice(info["legal"]) for agent, info in infos.items()}


class LegalOnly(ParallelTable):
    """PettingZoo's test of seeds samples actions of the whole space; this takes a legal one instead."""

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        legal = {agent: self.turns.legal(seat) or [self.wait] for seat, agent in enumerate(self.possible_agents)}
        return super().step({agent: legal[agent][action % len(legal[agent])] for agent, action in actions.items()})


def standing(state: State) -> dict[str, Any]:
    """The saved state; of the questions what they ask, not after how many moves they were asked, which depends on the order."""
    return {**state.to_json(), "asked": {seat: sorted(state.actions(seat)) for seat in sorted(state.to_act)}}


@EVERY_GAME
def test_pettingzoos_own_tests(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel_env(name), num_cycles=60)
        parallel_seed_test(lambda: LegalOnly(name), num_cycles=20)


@EVERY_GAME
def test_a_step_is_its_answers_one_by_one_in_any_order(name: str) -> None:
    """A whole game; beside it the same answers are played one by one, the highest seat first."""
    table, random, several = parallel_env(name), Random(4), 0
    seen, infos = table.reset(seed=6)
    total = dict.fromkeys(table.agents, 0.0)
    while table.agents:
        chosen, other = answers(infos, random), table.turns.table.clone()
        asked = [seat for seat, agent in enumerate(table.agents) if infos[agent]["asked"]]
        several += len(asked) > 1
        for agent, info in infos.items():
            assert seen[agent]["action_mask"].nonzero()[0].tolist() == sorted(info["legal"])
            assert (info["legal"] == [table.wait]) == (not info["asked"])
        for seat in reversed(asked):
            other.act(seat, table.turns.actions.absolute(seat, chosen[f"seat_{seat}"]))
        seen, worth, ended, cut, infos = table.step(chosen)
        assert standing(table.turns.table) == standing(other)
        total = {agent: total[agent] + worth[agent] for agent in total}
        assert set(ended.values()) == {other.over}
        assert not any(cut.values())
    winners = other.winners
    assert total == {f"seat_{seat}": 1 / len(winners) if seat in winners else 0.0 for seat in range(other.players)}
    assert (several > 0) == (name in SIMULTANEOUS)


@EVERY_GAME
@pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))], ids=["deepcopy", "pickle"]
)
def test_copies_are_independent(name: str, duplicate: Any) -> None:
    table, random = parallel_env(name), Random(1)
    _, infos = table.reset(seed=2)
    for _ in range(5):
        *_, infos = table.step(answers(infos, random))
    other, before = duplicate(table), table.turns.table.to_json()
    chosen = answers(infos, random)
    other.step(chosen)
    assert table.turns.table.to_json() == before
    table.step(chosen)
    assert table.turns.table.to_json() == other.turns.table.to_json()


def at_once() -> tuple[ParallelTable, dict[str, int]]:
    """A position in which both seats are asked, and legal answers."""
    table = parallel_env("kontor", players=2)
    _, infos = table.reset(seed=1)
    random = Random(1)
    while not all(info["asked"] for info in infos.values()):
        *_, infos = table.step(answers(infos, random))
    return table, answers(infos, random)


@pytest.mark.parametrize("wrong", ["illegal", "wait", "missing", "outside"])
def test_one_wrong_answer_and_none_is_played(wrong: str) -> None:
    table, chosen = at_once()
    before = table.turns.table.to_json()
    legal = table.turns.legal(1)
    chosen["seat_1"] = {
        "illegal": next(i for i in range(table.wait) if i not in legal), "wait": table.wait, "missing": 0, "outside": -1,
    }[wrong]  # fmt: skip
    if wrong == "missing":
        del chosen["seat_1"]
    with pytest.raises(IllegalMove if wrong == "illegal" else BadInput):
        table.step(chosen)
    assert table.turns.table.to_json() == before


def test_who_is_not_asked_cannot_answer() -> None:
    table = parallel_env("rise")
    _, infos = table.reset(seed=1)
    idle = next(agent for agent, info in infos.items() if not info["asked"])
    chosen = {**answers(infos, Random(1)), idle: 0}
    before = table.turns.table.to_json()
    with pytest.raises(IllegalMove):
        table.step(chosen)
    assert table.turns.table.to_json() == before


def test_a_long_game_is_truncated() -> None:
    table, random = parallel_env("rise", max_steps=3), Random(1)
    _, infos = table.reset(seed=1)
    for step in range(1, 4):
        *_, ended, cut, infos = table.step(answers(infos, random))
        assert not any(ended.values())
        assert set(cut.values()) == {step == 3}
    assert table.agents == []
