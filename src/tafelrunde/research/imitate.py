"""A small agent that learns to play by watching a bot: PyTorch, a few minutes, no other machine needed.

``collect`` notes what a teacher saw and did, ``train`` fits a network to it, ``NetBot`` plays the move the network thinks
likeliest, like any other bot: from its view alone. ``examples/train_rise.py`` puts them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from tafelrunde.arena.figures import share
from tafelrunde.arena.plan import Row
from tafelrunde.bots.base import Bot, Sampler, View, make
from tafelrunde.bots.runner import make_bots, play_game
from tafelrunde.core import rng
from tafelrunde.core.game import Game
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision, State
from tafelrunde.library import load
from tafelrunde.research.observe import Array, Observer, mask

HIDDEN = 256
FORBIDDEN = -1e9


class Lessons(NamedTuple):
    """Every decision of the teacher: what it saw, what it might have done, what it did."""

    seen: Array
    masks: Array
    moves: Array


class _Watcher:
    """Plays the moves and notes those that were a choice."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.seen: list[Array] = []
        self.masks: list[Array] = []
        self.moves: list[int] = []

    def play(self, state: State, seat: int, move: Move) -> None:
        moves = state.actions(seat)
        if len(moves) > 1 and move.index in moves:
            self.seen.append(self.observer.tensor(state, seat))
            self.masks.append(mask(state, seat, np.bool_))
            self.moves.append(move.index)
        state.apply(seat, move.index)


def collect(game: str, games: int, players: int = 2, teacher: str = "greedy", seed: int = 10_000) -> Lessons:
    """Games of the teacher against itself."""
    table = load(game)
    watcher = _Watcher(Observer.of(table, players))
    for number in range(seed, seed + games):
        play_game(table, make_bots([teacher] * players, number), players, number, player=watcher)
    return Lessons(np.stack(watcher.seen), np.stack(watcher.masks), np.array(watcher.moves))


def network(inputs: int, actions: int) -> Any:
    return nn.Sequential(
        nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, actions)
    )  # fmt: skip


def train(lessons: Lessons, epochs: int = 20, rate: float = 1e-3, batch: int = 256, seed: int = 1) -> tuple[Any, list[float]]:
    """A network that gives the teacher's moves high marks, and the mean loss of every epoch."""
    torch.manual_seed(seed)
    seen, masks, moves = torch.from_numpy(lessons.seen), torch.from_numpy(lessons.masks), torch.from_numpy(lessons.moves)
    model = network(seen.shape[1], masks.shape[1])
    steps = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-3)
    losses = []
    for _ in range(epochs):
        total = 0.0
        for part in torch.randperm(len(moves)).split(batch):
            marks = model(seen[part]).masked_fill(~masks[part], FORBIDDEN)
            loss = nn.functional.cross_entropy(marks, moves[part])
            steps.zero_grad()
            loss.backward()
            steps.step()
            total += float(loss.detach()) * len(part)
        losses.append(total / len(moves))
    return model, losses


class NetBot(Bot):
    """Plays what the network marks highest."""

    def __init__(self, model: Any, game: Game[Any], players: int) -> None:
        super().__init__("net", 0)
        self._model, self._observer = model, Observer.of(game, players)

    def decide(self, view: View, decision: Decision, sampler: Sampler) -> Move:
        with torch.no_grad():
            marks = self._model(torch.from_numpy(self._observer.of_view(view, view["you"])))
        return max(decision.moves, key=lambda move: float(marks[move.index]))


def evaluate(model: Any, game: str, games: int, opponent: str = "random", players: int = 2, seed: int = 1) -> float:
    """The network's part of the victories, everybody at every seat in turn."""
    table = load(game)
    won = 0.0
    for number in range(games):
        own = number % players
        bots: Sequence[Bot] = [
            NetBot(model, table, players) if seat == own else make(opponent, rng.derive(number, seat)) for seat in range(players)
        ]
        state, *_ = play_game(table, bots, players, seed + number // players)
        won += share(Row(seed, tuple(state.scores), state.winners, 0, 0), own)
    return won / games
