"""PettingZoo's parallel API: at every step all seats that owe a decision answer at once.

``parallel_env("fifty_first_state", players=3)`` observes what :mod:`tafelrunde.research.pettingzoo` observes. The rules
decide who owes a decision: several seats where they decide simultaneously, one seat elsewhere. A seat that owes none has one
legal action, :attr:`ParallelTable.wait`, the number after the last action of the game; ``infos[agent]["asked"]`` says who is
asked. All agents live until the game is over.

The answers of one step do not know of each other, and their order changes nothing: simultaneous decisions are lanes
(:meth:`tafelrunde.core.state.State.open_lanes`). A wrong answer of one seat raises ``IllegalMove`` and no answer is played. Free
moves are not offered: they concern two seats, so that their order would matter.

>>> table = parallel_env("fifty_first_state", players=2)
>>> seen, infos = table.reset(seed=7)
>>> [info["asked"] for info in infos.values()]
[True, True]
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from tafelrunde.core.errors import BadInput
from tafelrunde.research import rewards
from tafelrunde.research.pettingzoo import TafelrundeEnv


def parallel_env(game: str, **settings: Any) -> ParallelTable:
    return ParallelTable(game, **settings)


class ParallelTable(ParallelEnv):
    """One table; ``turns`` is the same table with one answer at a step."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        components: str | PathLike[str] | None = None,
        render_mode: str | None = None,
        reward: str = "share",
        max_steps: int | None = None,
    ) -> None:
        self.turns = TafelrundeEnv(game, players, options, components, render_mode, reward, max_steps)
        self.metadata = {**self.turns.metadata, "name": f"tafelrunde_{game}_parallel", "is_parallelizable": True}
        self.render_mode = render_mode
        self.possible_agents = self.turns.possible_agents
        self.agents: list[str] = []
        self.wait = len(self.turns.game.vocabulary)
        """The action of a seat that owes no decision."""
        self.action_spaces = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.state_space = self.turns.state_space
        self._steps = 0

    def _observation_space(self) -> Any:
        seen = spaces.Box(-1.0, 1.0, (self.turns.observer.size,), np.float32)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.wait + 1,), np.int8)})

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """A new game; the options are those of :mod:`tafelrunde.research.pettingzoo`."""
        self.turns.reset(seed, options)
        self.agents = self.possible_agents[:]
        self._steps = 0
        return self._seen(), self._infos()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Play the answers of all seats that are asked: observations, rewards, terminations, truncations and infos."""
        table, live = self.turns.table, self.agents
        answers = self._answers(actions)  # all are checked before the first one is played
        for seat, move in answers.items():
            table.act(seat, move)
        self._steps += 1
        cut = not table.over and self._steps == self.turns.max_steps
        worth = rewards.rewards(table, self.turns.reward) if table.over else [0.0] * self.turns.players
        found = (
            self._seen(),
            dict(zip(live, worth, strict=True)),
            dict.fromkeys(live, table.over),
            dict.fromkeys(live, cut),
            self._infos(),
        )
        if table.over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return found

    def _answers(self, actions: Mapping[str, int]) -> dict[int, int]:
        """The move of every seat that is asked."""
        answers = {}
        for seat, agent in enumerate(self.possible_agents):
            asked = seat in self.turns.table.asked
            action = int(actions.get(agent, self.wait))
            if asked and action == self.wait:
                raise BadInput("actions", f"{agent} owes a decision and cannot wait.")
            if not 0 <= action <= self.wait:
                raise BadInput("actions", f"{agent}: {action} is not a number from 0 to {self.wait}.")
            if action != self.wait:
                answers[seat] = self.turns.checked(seat, action)
        return answers

    def _seen(self) -> dict[str, Any]:
        return {agent: self._observation(agent) for agent in self.agents}

    def _observation(self, agent: str) -> dict[str, Any]:
        seen = self.turns.observe(agent)
        waits = np.array([not seen["action_mask"].any()], np.int8)
        return {"observation": seen["observation"], "action_mask": np.concatenate([seen["action_mask"], waits])}

    def _infos(self) -> dict[str, dict[str, Any]]:
        asked = self.turns.table.asked
        return {
            agent: {"asked": seat in asked, "legal": self.turns.legal(seat) or [self.wait]}
            for seat, agent in enumerate(self.possible_agents)
        }

    def state(self) -> Any:
        return self.turns.state()

    def render(self) -> Any:
        return self.turns.render()

    def close(self) -> None:
        """Nothing is open."""
