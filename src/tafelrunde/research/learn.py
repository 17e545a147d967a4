"""A policy-gradient agent in PyTorch that learns a game against the packaged bots with proximal policy optimization (PPO).

``examples/train_rise.py`` puts the parts together: :func:`imitate` begins with the moves of a teacher, :class:`Trainer` improves
on them by playing, :func:`evaluate` plays deals that were never trained on, :func:`save` keeps the policy. :class:`TrainedBot`
plays it wherever bots play, as ``tafelrunde.research.learn:TrainedBot``; ``TAFELRUNDE_MODEL`` names the file.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import torch
from torch import nn

from tafelrunde.arena.figures import wilson
from tafelrunde.bots.base import Bot, Sampler, View, make
from tafelrunde.bots.runner import choose, volunteers
from tafelrunde.core import rng
from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import Game
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision, State
from tafelrunde.library import load
from tafelrunde.research.actions import Actions
from tafelrunde.research.observe import Array, Observer
from tafelrunde.research.rewards import rewards

HIDDEN = 256
FORBIDDEN = -1e9
HELD_OUT = 1_000_000_000
"""Seeds from here on are for evaluation; training uses smaller ones."""
MARGIN = 30.0
"""A margin of this many points counts as much as the victory."""


class Policy(nn.Module):
    """A policy and value network for one game and number of players."""

    def __init__(self, game: str, players: int) -> None:
        super().__init__()
        table = load(game)
        self.game, self.players, self.layout = game, players, Observer.of(table, players).version
        inputs, actions = Observer.of(table, players).size, len(table.vocabulary)
        self.body = nn.Sequential(nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.act, self.value = nn.Linear(HIDDEN, actions), nn.Linear(HIDDEN, 1)

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """The logits of the actions, with illegal ones masked, and the value."""
        inner = self.body(seen)
        return self.act(inner).masked_fill(~masks, FORBIDDEN), self.value(inner).squeeze(-1)


class Steps(NamedTuple):
    """The decisions of consecutive games: observations, masks, actions, their log-probabilities, advantages and returns."""

    seen: Array
    masks: Array
    actions: Array
    chances: Array
    returns: Array
    advantages: Array

    @staticmethod
    def joined(several: Sequence[Steps]) -> Steps:
        return Steps(*(np.concatenate(parts) for parts in zip(*several, strict=True)))


class Table:
    """A game in which one seat learns and bots play the others."""

    def __init__(self, game: Game[Any], players: int, seed: int, opponents: Sequence[str]) -> None:
        self.own = seed % players
        self.state: State = game.new(players, seed // players)
        others = [seat for seat in range(players) if seat != self.own]
        self.bots = {seat: make(opponents[i % len(opponents)], rng.derive(seed, seat)) for i, seat in enumerate(others)}
        self.seen: list[Array] = []
        self.masks: list[Array] = []
        self.actions: list[int] = []
        self.chances: list[float] = []
        self.values: list[float] = []

    def advance(self) -> bool:
        """Play until the learning seat has a choice; ``False`` when the game is over."""
        state, own = self.state, self.own
        while state.asked:
            for other, move in volunteers(state, {seat: bot for seat, bot in self.bots.items() if bot.looks}):
                state.apply(other, move.index)
            if not state.asked:
                break
            seat = min(state.asked)
            moves = state.actions(seat)
            if len(moves) == 1:
                state.act(seat, moves[0])
            elif seat == own:
                return True
            else:
                state.act(seat, choose(state, seat, self.bots[seat]).index)
        return False

    def steps(self, decay: float = 0.95) -> Steps:
        """The steps of the finished game with generalized advantages; the reward combines victory and, for a finer signal, the
        margin."""
        share, margin = rewards(self.state, "share")[self.own], rewards(self.state, "margin")[self.own]
        reward = 2 * share - 1 + max(-1.0, min(1.0, margin / MARGIN))
        advantages: Array = np.zeros(len(self.values), np.float32)
        ahead, following = 0.0, reward
        for i in range(len(self.values) - 1, -1, -1):
            ahead = following - self.values[i] + decay * ahead
            advantages[i], following = ahead, self.values[i]
        returns = advantages + np.array(self.values, np.float32)
        chances = np.array(self.chances, np.float32)
        return Steps(np.stack(self.seen), np.stack(self.masks), np.array(self.actions), chances, returns, advantages)


def play(policy: Policy, seeds: Sequence[int], opponents: Sequence[str], explore: bool = True) -> list[Table]:
    """Play games with the policy in parallel; ``explore`` samples its actions, otherwise it takes the most likely ones."""
    game, players = load(policy.game), policy.players
    observer, actions = Observer.of(game, players), Actions.of(game, players)
    tables = [Table(game, players, seed, opponents) for seed in seeds]
    running = [table for table in tables if table.advance()]
    while running:
        seen = np.stack([observer.tensor(table.state, table.own) for table in running])
        masks: Array = np.zeros((len(running), len(game.vocabulary)), np.bool_)
        for i, table in enumerate(running):
            masks[i, actions.legal(table.own, table.state.actions(table.own))] = True
        with torch.no_grad():
            logits, values = policy(torch.from_numpy(seen), torch.from_numpy(masks))
            known = torch.distributions.Categorical(logits=logits)
            chosen = known.sample() if explore else logits.argmax(-1)
            chances = known.log_prob(chosen)
        for i, table in enumerate(running):
            action = int(chosen[i])
            if explore:
                table.seen.append(seen[i])
                table.masks.append(masks[i])
                table.actions.append(action)
                table.chances.append(float(chances[i]))
                table.values.append(float(values[i]))
            table.state.act(table.own, actions.absolute(table.own, action))
        running = [table for table in running if table.advance()]
    return tables


class Result(NamedTuple):
    """The result of games: the share of victories with its 95 % interval, and the mean margin."""

    games: int
    won: float
    low: float
    high: float
    margin: float


def result(tables: Sequence[Table]) -> Result:
    won = sum(rewards(table.state, "share")[table.own] for table in tables)
    margin = sum(rewards(table.state, "margin")[table.own] for table in tables)
    return Result(len(tables), won / len(tables), *wilson(won, len(tables)), margin / len(tables))


def evaluate(policy: Policy, games: int, opponents: Sequence[str] = ("greedy",), first: int = HELD_OUT) -> Result:
    """Play games that were not used for training, every deal from every seat."""
    return result(play(policy, range(first * policy.players, first * policy.players + games), opponents, explore=False))


def imitate(policy: Policy, teacher: str, games: int, epochs: int = 12, seed: int = 1) -> list[float]:
    """Train the policy on the moves of a teacher; returns the mean loss of every epoch."""
    game, players = load(policy.game), policy.players
    observer, actions = Observer.of(game, players), Actions.of(game, players)
    seen: list[Array] = []
    masks: list[Array] = []
    moves: list[int] = []
    for number in range(games):
        state: State = game.new(players, HELD_OUT - 1 - number)
        bots = [make(teacher, rng.derive(number, seat)) for seat in range(players)]
        while state.asked:
            seat = min(state.asked)
            move = choose(state, seat, bots[seat]).index
            if len(state.actions(seat)) > 1:
                seen.append(observer.tensor(state, seat))
                masks.append(np.zeros(len(game.vocabulary), np.bool_))
                masks[-1][actions.legal(seat, state.actions(seat))] = True
                moves.append(actions.relative(seat, move))
            state.act(seat, move)
    torch.manual_seed(seed)
    data = [torch.from_numpy(np.stack(each)) for each in (seen, masks)] + [torch.tensor(moves)]
    steps, losses = torch.optim.AdamW(policy.parameters(), lr=1e-3, weight_decay=1e-3), []
    for _ in range(epochs):
        total = 0.0
        for part in torch.randperm(len(moves)).split(256):
            loss = nn.functional.cross_entropy(policy(data[0][part], data[1][part])[0], data[2][part])
            steps.zero_grad()
            loss.backward()
            steps.step()
            total += float(loss.detach()) * len(part)
        losses.append(total / len(moves))
    return losses


class Trainer:
    """Plays games with a policy and improves it, in one process or several."""

    def __init__(self, policy: Policy, opponents: Sequence[str] = ("greedy",), seed: int = 1, workers: int = 1) -> None:
        self.policy, self.opponents, self.workers = policy, tuple(opponents), workers
        self._steps = torch.optim.Adam(policy.parameters(), lr=2.5e-4, eps=1e-5)
        self._next = seed * 1_000_000
        torch.manual_seed(seed)
        self._pool = multiprocessing.get_context("spawn").Pool(workers) if workers > 1 else None

    def step(self, games: int = 32, epochs: int = 4, part: int = 512, clip: float = 0.2, entropy: float = 0.005) -> Result:
        """Play some games and learn from them; returns their results."""
        seeds = range(self._next, self._next + games)
        self._next += games
        played = self._played(seeds)
        steps = Steps.joined([one for one, _ in played])
        seen, masks, actions, chances, returns, advantages = (torch.from_numpy(each) for each in steps)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        for _ in range(epochs):
            for some in torch.randperm(len(actions)).split(part):
                logits, values = self.policy(seen[some], masks[some])
                known = torch.distributions.Categorical(logits=logits)
                ratio = (known.log_prob(actions[some]) - chances[some]).exp()
                gain = torch.minimum(ratio * advantages[some], ratio.clamp(1 - clip, 1 + clip) * advantages[some]).mean()
                loss = 0.5 * (values - returns[some]).pow(2).mean() - gain - entropy * known.entropy().mean()
                self._steps.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
                self._steps.step()
        won, margin = (sum(each) / games for each in zip(*(pair for _, pairs in played for pair in pairs), strict=True))
        return Result(games, won, *wilson(won * games, games), margin)

    def _played(self, seeds: Sequence[int]) -> list[tuple[Steps, list[tuple[float, float]]]]:
        if self._pool is None:
            return [_collect(self.policy, seeds, self.opponents, self._next)]
        shares = [seeds[i :: self.workers] for i in range(self.workers)]
        return self._pool.starmap(_collect, [(self.policy, share, self.opponents, share[0]) for share in shares if share])

    def close(self) -> None:
        if self._pool is not None:
            self._pool.terminate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _collect(policy: Policy, seeds: Sequence[int], opponents: Sequence[str], seed: int) -> Any:
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    tables = play(policy, seeds, opponents)
    ends = [(rewards(table.state, "share")[table.own], rewards(table.state, "margin")[table.own]) for table in tables]
    return Steps.joined([table.steps() for table in tables]), ends


def save(policy: Policy, path: str | Path) -> None:
    """Save the policy with its game and its observation layout."""
    about = {"game": policy.game, "players": policy.players, "layout": policy.layout}
    torch.save({**about, "weights": policy.state_dict()}, path)


def read(path: str | Path) -> Policy:
    """Read a policy that :func:`save` wrote; a policy with another observation layout is refused."""
    try:
        kept = torch.load(path, weights_only=True)
        policy = Policy(kept["game"], kept["players"])
        if kept["layout"] != policy.layout:
            raise BadInput(str(path), f"this policy was trained for observations {kept['layout']}, these are {policy.layout}.")
        policy.load_state_dict(kept["weights"])
    except (OSError, KeyError, RuntimeError) as error:
        raise BadInput(str(path), f"this is no trained policy ({error}).") from error
    policy.eval()
    return policy


class TrainedBot(Bot):
    """Plays the most likely move of the policy in ``TAFELRUNDE_MODEL`` (``rise_policy.pt`` by default), from its view alone."""

    def __init__(self, spec: str, seed: int) -> None:
        super().__init__(spec, seed)
        self._policy = read(os.environ.get("TAFELRUNDE_MODEL", "rise_policy.pt"))
        game = load(self._policy.game)
        self._observer, self._actions = Observer.of(game, self._policy.players), Actions.of(game, self._policy.players)

    def decide(self, view: View, decision: Decision, sampler: Sampler) -> Move:
        if (view["game"], view["players"]) != (self._policy.game, self._policy.players):
            raise BadInput("bots", f"the policy plays {self._policy.game} with {self._policy.players} players.")
        seat = view["you"]
        by_action = {self._actions.relative(seat, move.index): move for move in decision.moves}
        masks = torch.zeros(1, len(self._actions.to_relative[0]), dtype=torch.bool)
        masks[0, list(by_action)] = True
        with torch.no_grad():
            logits, _ = self._policy(torch.from_numpy(self._observer.of_view(view, seat))[None], masks)
        return by_action[int(logits.argmax())]
