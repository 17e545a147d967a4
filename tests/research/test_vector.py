"""Batches of games are the same on any number of processes, and the same as games played one by one."""

from __future__ import annotations

from random import Random

import pytest

import tafelrunde
from tafelrunde.research.actions import Actions
from tafelrunde.research.observe import Observer
from tafelrunde.research.vector import VectorRunner

pytestmark = pytest.mark.usefixtures("kontor")


@pytest.mark.parametrize("name", ["rise", "new_angeles", "kontor"])
def test_workers_change_nothing(name: str) -> None:
    lines = []
    for workers in (1, 2):
        with VectorRunner(name, games=3, seed=2, workers=workers) as runner:
            batch, line = runner.batch, []
            for _ in range(20):
                line.append((batch.seats.tolist(), batch.legal, batch.observations.tobytes(), batch.rewards.tolist()))
                batch = runner.step([legal[len(legal) // 2] for legal in batch.legal])
            lines.append(line)
    assert lines[0] == lines[1]


@pytest.mark.parametrize("name", [*tafelrunde.games(), "kontor"])
def test_a_batch_is_games_played_one_by_one(name: str) -> None:
    game = tafelrunde.load(name)
    players = min(game.players)
    observer, actions = Observer.of(game, players), Actions.of(game, players)
    seeds = [7, 8]
    states = [game.new(players, seed) for seed in seeds]
    with VectorRunner(name, games=2, seed=7, workers=1) as runner:
        for _ in range(40):
            batch, chosen = runner.batch, []
            for i, state in enumerate(states):
                seat = min(state.asked)
                assert batch.seats[i] == seat
                assert batch.legal[i] == sorted(actions.legal(seat, state.actions(seat)))
                assert (batch.observations[i] == observer.tensor(state, seat)).all()
                chosen.append(batch.legal[i][-1])
                state.act(seat, actions.absolute(seat, chosen[i]))
                if state.over:
                    seeds[i] += 2
                    states[i] = game.new(players, seeds[i])
            runner.step(chosen)


def test_games_end_and_begin_anew() -> None:
    random = Random(3)
    with VectorRunner("rise", games=2, players=2, seed=5, workers=1, observations=False) as runner:
        batch = runner.batch
        assert batch.observations.shape == (2, 0)
        for _ in range(600):
            batch = runner.step([random.choice(legal) for legal in batch.legal])
            if batch.ended.any():
                break
        assert batch.ended.any()
        assert batch.rewards[batch.ended].sum() == pytest.approx(batch.ended.sum())
        assert not batch.rewards[~batch.ended].any()
        batch = runner.step([legal[0] for legal in batch.legal])
        assert not batch.ended.any()
        assert not batch.rewards.any()
        with pytest.raises(ValueError, match="2 games"):
            runner.step([0])
