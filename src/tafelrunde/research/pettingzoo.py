"""PettingZoo: every game as an agent-environment-cycle environment.

``env("rise", players=3)`` observes a dict: ``observation`` (the flat tensor of :mod:`tafelrunde.research.observe`) and
``action_mask``; ``infos[agent]["legal"]`` is the list of legal indices, which is much shorter than the mask. The reward is
a seat's part of the victory, given when the game is over. Where several seats may answer at once, the lowest is asked.

>>> table = env("rise", players=2)
>>> table.reset(seed=7)
>>> table.agents
['seat_0', 'seat_1']
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tafelrunde.core.state import State
from tafelrunde.library import load
from tafelrunde.research.observe import Observer, mask

SEED_BITS = 62


def env(game: str, **settings: Any) -> Any:
    """The environment with PettingZoo's own checks around it: steps in order, moves within bounds."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(TafelrundeEnv(game, **settings)))


class TafelrundeEnv(AECEnv):
    """One table. Copies and pickles hold the saved state, so that they are small and independent."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        components: str | PathLike[str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._settings = (game, players, options, components, render_mode)
        self.game = load(game, components)
        self.players = players if players is not None else min(self.game.players)
        self.game.new(self.players, 0, options)  # refuses what cannot be played, before the first reset
        self.metadata = {"name": f"tafelrunde_{game}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.options = options
        self.observer = Observer.of(self.game, self.players)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = len(self.game.vocabulary)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space(actions) for agent in self.possible_agents}
        self.np_random, _ = seeding.np_random(None)
        self._state: State | None = None

    def _observation_space(self, actions: int) -> Any:
        seen = spaces.Box(-1.0, 1.0, (self.observer.size,), np.float32)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def table(self) -> State:
        """The game in progress."""
        if self._state is None:
            raise AttributeError("reset() has to be called before the table can be used")
        return self._state

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game; the same seed gives the same games again, also those after the first."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self._state = self.game.new(self.players, int(self.np_random.integers(1 << SEED_BITS)), self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat[agent]
        return {"observation": self.observer.tensor(self.table, seat), "action_mask": mask(self.table, seat)}

    def parts(self, agent: str) -> dict[str, Any]:
        """The observation by what its numbers are about."""
        return self.observer.parts(self.table, self._seat[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.act(self._seat[agent], int(action))
        self._turn()
        self._accumulate_rewards()

    def _turn(self) -> None:
        state = self.table
        if state.over:
            winners = state.winners
            for agent, seat in self._seat.items():
                self.rewards[agent] = 1 / len(winners) if seat in winners else 0.0
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[min(state.asked)]
        self.infos = {agent: {"legal": list(state.actions(self._seat[agent]))} for agent in self.agents}

    def render(self) -> str | None:
        return repr(self.table) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def __getstate__(self) -> dict[str, Any]:
        kept = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "agent_selection")
        return {
            "settings": self._settings,
            "table": self._state.to_json() if self._state is not None else None,
            "random": self.np_random,
            "kept": {name: getattr(self, name) for name in kept if name in self.__dict__},
            "spaces": (self.action_spaces, self.observation_spaces),
        }

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__init__(*saved["settings"])  # type: ignore[misc]
        self._state = self.game.from_json(saved["table"]) if saved["table"] is not None else None
        self.np_random = saved["random"]
        self.action_spaces, self.observation_spaces = saved["spaces"]
        self.__dict__.update(saved["kept"])
