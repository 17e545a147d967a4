"""Gymnasium: one seat of a game as an ordinary environment; bots play the others.

>>> table = SingleSeat("rise", opponents="random")
>>> seen, info = table.reset(seed=7)
>>> seen, reward, terminated, truncated, info = table.step(info["legal"][0])

``info["legal"]`` has the legal actions, ``table.action_masks()`` the mask that libraries with masked policies expect. Actions
count seats from the learning seat (:mod:`tafelrunde.research.actions`), as observations do. An action that is not legal raises
``IllegalMove`` and changes nothing. The opponents answer until the learning seat is asked again. They are any bots that the arena
takes, also classes of your own.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from tafelrunde.bots.base import Bot, specs
from tafelrunde.bots.runner import choose, make_bots, seated, volunteers
from tafelrunde.core.errors import BadInput
from tafelrunde.core.state import State
from tafelrunde.library import load
from tafelrunde.research import rewards
from tafelrunde.research.actions import Actions
from tafelrunde.research.observe import Observer
from tafelrunde.research.pettingzoo import RENDER_MODES, SEED_BITS
from tafelrunde.research.rendering import as_picture, as_text


class SingleSeat(gymnasium.Env):
    """One learning agent at ``seat``; ``opponents`` is a list of bots as on the command line, repeated for the other seats."""

    def __init__(
        self,
        game: str,
        opponents: str = "greedy",
        players: int | None = None,
        seat: int = 0,
        options: Mapping[str, str] | None = None,
        components: str | PathLike[str] | None = None,
        render_mode: str | None = None,
        reward: str = "share",
    ) -> None:
        self.game = load(game, components)
        self.players = players if players is not None else min(self.game.players)
        self.game.check_seat(self.game.new(self.players, 0, options), seat)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadInput("render_mode", f"{render_mode!r:.40} is not one of: {', '.join(RENDER_MODES)}.")
        self.seat, self.options, self.render_mode = seat, options, render_mode
        self.metadata = {"render_modes": list(RENDER_MODES)}
        self.reward = rewards.check(reward)
        self._opponents = specs(opponents)
        self._observer, self.actions = Observer.of(self.game, self.players), Actions.of(self.game, self.players)
        self.observation_space = spaces.Box(-1.0, 1.0, (self._observer.size,), np.float32)
        self.action_space = spaces.Discrete(len(self.game.vocabulary))
        self._bots: dict[int, Bot] = {}
        self.state: State | None = None

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game with new bots; ``options={"game_options": {...}}`` sets options of the game for this episode."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(1 << SEED_BITS))
        self.state = self.game.new(self.players, deal, {**(self.options or {}), **(options or {}).get("game_options", {})})
        others = [seat for seat in range(self.players) if seat != self.seat]
        bots = make_bots(seated(self._opponents, len(others)), deal)
        self._bots = dict(zip(others, bots, strict=True))
        self._play_on()
        return self._seen()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        state = self._table()
        state.act(self.seat, self.actions.absolute(self.seat, int(action)))
        self._play_on()
        seen, info = self._seen()
        reward = rewards.rewards(state, self.reward)[self.seat] if state.over else 0.0
        return seen, reward, state.over, False, info

    def _play_on(self) -> None:
        """Let the bots answer until the learning seat is asked or the game is over."""
        state = self._table()
        while state.asked and self.seat not in state.asked:
            for other, move in volunteers(state, {seat: bot for seat, bot in self._bots.items() if bot.looks}):
                state.apply(other, move.index)
            if not state.asked or self.seat in state.asked:
                return
            seat = min(state.asked)
            state.act(seat, choose(state, seat, self._bots[seat]).index)

    def _table(self) -> State:
        if self.state is None:
            raise AttributeError("reset() has to be called before the table can be used")
        return self.state

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        state = self._table()
        legal = self.actions.legal(self.seat, state.actions(self.seat))
        return self._observer.tensor(state, self.seat), {"legal": legal, "scores": state.scores}

    def action_masks(self) -> Any:
        """True for every legal action."""
        found: Any = np.zeros(len(self.game.vocabulary), np.bool_)
        found[self.actions.legal(self.seat, self._table().actions(self.seat))] = True
        return found

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return as_picture(self._table(), self.seat)
        if self.render_mode == "ansi":
            return as_text(self._table(), self.seat)
        if self.render_mode == "human":
            print(as_text(self._table(), self.seat))
        return None
