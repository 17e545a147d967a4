"""Tensors say what the seat sees and nothing else; batches of games are the same on any number of processes."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import tafelrunde
from tafelrunde.research.observe import Observer, mask, part_names
from tafelrunde.research.vector import VectorRunner
from tests.contract.games import every_table, game


@every_table
def test_a_seat_sees_no_more_than_its_view(name: str, players: int) -> None:
    this = game(name)
    observer = Observer.of(this, players)
    state = this.new(players, 77)
    random = Random(1)
    seen = set()
    for _ in range(12):
        for seat in range(players):
            tensor = observer.tensor(state, seat)
            assert tensor.shape == (observer.size,)
            assert abs(tensor).max() <= 1
            assert (tensor == observer.tensor(state.sample(seat, 5), seat)).all()
            seen.add(tensor.tobytes())
        if state.over:
            break
        seat = state.to_act[0]
        assert mask(state, seat).sum() == len(state.actions(seat))
        state.act(seat, random.choice(state.actions(seat)))
    assert len(seen) > 5


def test_parts_are_the_tensor_in_pieces() -> None:
    rise = tafelrunde.load("rise")
    observer = Observer.of(rise, 3)
    state = rise.new(3, 1)
    parts = observer.parts(state, 1)
    assert tuple(parts) == part_names(3)
    assert (np.concatenate(list(parts.values())) == observer.tensor(state, 1)).all()
    assert len(observer.names) == observer.size == len(set(observer.names))


def test_the_own_seat_comes_first() -> None:
    """Seats are turned: what one seat sees of itself, another sees of it in its place."""
    rise = tafelrunde.load("rise")
    observer = Observer.of(rise, 2)
    state = rise.new(2, 4)
    state.coins = [3, 9]
    own = {key: i for i, (part, key) in enumerate(observer.names) if part == "own"}
    other = {key: i for i, (part, key) in enumerate(observer.names) if part == "seat 1"}
    first, second = observer.tensor(state, 0), observer.tensor(state, 1)
    assert first[own["coins"]] == second[other["coins"]] != first[other["coins"]]


def test_most_of_a_game_has_a_name() -> None:
    """What the probing games never showed is rare."""
    rise = tafelrunde.load("rise")
    observer = Observer.of(rise, 2)
    others = [i for i, (_, key) in enumerate(observer.names) if key == "other"]
    random, unnamed, looked = Random(9), 0, 0
    state = rise.new(2, 1234)
    while not state.over:
        seat = state.to_act[0]
        unnamed += sum(observer.tensor(state, seat)[others] > 0)
        looked += len(others)
        state.act(seat, random.choice(state.actions(seat)))
    assert unnamed < looked / 20


@pytest.mark.parametrize("name", tafelrunde.games())
def test_workers_change_nothing(name: str) -> None:
    lines = []
    for workers in (1, 2):
        with VectorRunner(name, games=3, seed=2, workers=workers) as runner:
            batch, line = runner.batch, []
            for _ in range(20):
                line.append((batch.seats.tolist(), batch.legal, batch.observations.tobytes()))
                batch = runner.step([legal[len(legal) // 2] for legal in batch.legal])
            lines.append(line)
    assert lines[0] == lines[1]


def test_games_end_and_begin_anew() -> None:
    random = Random(3)
    with VectorRunner("rise", games=2, players=2, seed=5, workers=1) as runner:
        batch = runner.batch
        for _ in range(600):
            batch = runner.step([random.choice(legal) for legal in batch.legal])
            if batch.ended.any():
                break
        assert batch.ended.any()
        assert batch.rewards[batch.ended].sum() == pytest.approx(batch.ended.sum())
        assert not batch.rewards[~batch.ended].any()
        with pytest.raises(ValueError, match="2 games"):
            runner.step([0])
