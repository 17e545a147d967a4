"""PettingZoo: every game as an agent-environment-cycle environment.

``env("rise", players=3)`` observes a dict: ``observation`` (the flat tensor of :mod:`tafelrunde.research.observe`) and
``action_mask``; ``infos[agent]["legal"]`` is the list of legal indices, which is much shorter than the mask. Rewards come when
the game is over; ``reward`` chooses one of :mod:`tafelrunde.research.rewards`. Where several seats may answer at once, the
lowest answers first; in :mod:`tafelrunde.research.parallel` they answer together.

Actions count seats from the acting seat, as observations do (:mod:`tafelrunde.research.actions`): ``move(agent, action)`` is the
move for an action, ``action(agent, move)`` the action for a move or its text.

======================  ====================================================================================================
``max_steps``           truncates the game after so many steps; the reward of a truncated game is 0
``free_moves``          the seat that is asked may also make free moves (New Angeles: trades and promises). They leave
                        the question open, so an agent could go on for ever: set ``max_steps`` as well
``reset(options=...)``  ``{"game_options": {...}}`` are options of the game for this episode, over those of the constructor
``render_mode``         ``ansi`` returns the terminal screen, ``rgb_array`` the same as a picture, ``human`` prints it
``state()``             the observations of all seats in a row: the hidden cards of all seats, but not the decks
======================  ====================================================================================================

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

from tafelrunde.core.errors import BadInput
from tafelrunde.core.moves import Move
from tafelrunde.core.state import State
from tafelrunde.library import load
from tafelrunde.research import rewards
from tafelrunde.research.actions import Actions
from tafelrunde.research.observe import Observer
from tafelrunde.research.rendering import as_picture, as_text

SEED_BITS = 62
RENDER_MODES = ("ansi", "rgb_array", "human")


def env(game: str, **settings: Any) -> Any:
    """The environment wrapped in PettingZoo's own checks of the order of steps and the bounds of actions."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(TafelrundeEnv(game, **settings)))


class TafelrundeEnv(AECEnv):
    """One game as a PettingZoo environment. Copies and pickles hold the saved state, so they are small and independent."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        components: str | PathLike[str] | None = None,
        render_mode: str | None = None,
        reward: str = "share",
        max_steps: int | None = None,
        free_moves: bool = False,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadInput("render_mode", f"{render_mode!r:.40} is not one of: {', '.join(RENDER_MODES)}.")
        if max_steps is not None and (type(max_steps) is not int or max_steps < 1):
            raise BadInput("max_steps", f"expected a whole number from 1 up, found {max_steps!r:.40}.")
        self._settings = (game, players, options, components, render_mode, reward, max_steps, free_moves)
        self.reward, self.max_steps, self.free_moves = rewards.check(reward), max_steps, free_moves
        self.game = load(game, components)
        self.players = players if players is not None else min(self.game.players)
        self.game.new(self.players, 0, options)  # raises for options that cannot be played, before the first reset
        self.metadata = {"name": f"tafelrunde_{game}", "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.render_mode = render_mode
        self.options = options
        self.observer, self.actions = Observer.of(self.game, self.players), Actions.of(self.game, self.players)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = len(self.game.vocabulary)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space(actions) for agent in self.possible_agents}
        self.np_random, _ = seeding.np_random(None)
        seen = self.observer.size * self.players
        self.state_space = spaces.Box(-1.0, 1.0, (seen,), np.float32)
        self._state: State | None = None
        self._steps = 0

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
        """Start a new game; the same seed gives the same sequence of games."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        chosen = {**(self.options or {}), **(options or {}).get("game_options", {})}
        self._state = self.game.new(self.players, int(self.np_random.integers(1 << SEED_BITS)), chosen)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat[agent]
        return {"observation": self.observer.tensor(self.table, seat), "action_mask": self._mask(seat)}

    def _mask(self, seat: int) -> Any:
        found: Any = np.zeros(len(self.game.vocabulary), np.int8)
        found[self.legal(seat)] = 1
        return found

    def move(self, agent: str, action: int) -> Move:
        """The move for an action."""
        return self.game.vocabulary[self.actions.absolute(self._seat[agent], action)]

    def action(self, agent: str, move: Move | str) -> int:
        """The action for a move or its text."""
        return self.actions.relative(self._seat[agent], self.game.index(move))

    def legal(self, seat: int) -> list[int]:
        """The legal moves of the seat: answers, plus free moves if they are enabled and the seat is the one that is asked."""
        state = self.table
        legal = list(state.actions(seat))
        if self.free_moves and state.asked and seat == min(state.asked):
            legal += state.game.free_moves(state, seat)
        return self.actions.legal(seat, legal)

    def state(self) -> Any:
        """The views of all seats together; for training only, because it contains the secrets of all seats."""
        return np.concatenate([self.observer.tensor(self.table, seat) for seat in range(self.players)])

    def parts(self, agent: str) -> dict[str, Any]:
        """The observation split into named parts."""
        return self.observer.parts(self.table, self._seat[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.apply(self._seat[agent], self.checked(self._seat[agent], int(action)))
        self._steps += 1
        self._turn()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def checked(self, seat: int, action: int) -> int:
        move = self.actions.absolute(seat, action)
        if action not in self.legal(seat):
            raise self.table.explain(seat, self.game.vocabulary[move]) or self.game.not_an_action(self.game.vocabulary[move])
        return move

    def _turn(self) -> None:
        state = self.table
        if state.over:
            for seat, reward in enumerate(rewards.rewards(state, self.reward)):
                self.rewards[self.possible_agents[seat]] = reward
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        elif self.max_steps is not None and self._steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[min(state.asked)]
        self.infos = {agent: {"legal": self.legal(self._seat[agent])} for agent in self.agents}

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return as_picture(self.table)
        if self.render_mode == "ansi":
            return as_text(self.table)
        if self.render_mode == "human":
            print(as_text(self.table))
        return None

    def close(self) -> None:
        """Does nothing; no resources are held."""

    def __getstate__(self) -> dict[str, Any]:
        kept = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "agent_selection", "_steps")
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
