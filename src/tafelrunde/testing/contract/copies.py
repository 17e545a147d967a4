"""Copies: JSON without loss, independent clones, the same game on every machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde import BadInput
from tafelrunde.core.state import State
from tafelrunde.testing import random_play, random_position
from tafelrunde.testing.contract.play import examples, seeds
from tafelrunde.testing.games import every_table, game


def through_json(state: State) -> State:
    loaded: State = state.game.from_json(json.loads(json.dumps(state.to_json())))
    return loaded


@every_table
@examples
@given(seed=seeds)
def test_json_and_clone_are_equal_at_every_ply(name: str, players: int, seed: int) -> None:
    """Also in the middle of a chain: the copies are not only equal, they play on alike."""
    random = Random(seed)
    state = random_position(game(name), players, random, random.randrange(200))
    for _ in range(40):
        if state.over:
            break
        seat = random.choice(state.to_act)
        move = random.choice(state.legal(seat))
        copies = [through_json(state), state.clone()]
        for copy in copies:
            assert copy.to_json() == state.to_json()
            assert copy.asked == state.asked
        events = state.play(seat, move)
        for copy in copies:
            assert copy.play(seat, move) == events
            assert copy.to_json() == state.to_json()
    assert through_json(state).to_json() == state.to_json()


@every_table
@examples
@given(seed=seeds, plies=st.integers(0, 200))
def test_what_happens_to_a_clone_leaves_the_original_alone(name: str, players: int, seed: int, plies: int) -> None:
    random = Random(seed)
    state = random_position(game(name), players, random, plies)
    before, asked = json.dumps(state.to_json()), dict(state.asked)
    clone = state.clone()
    for _ in random_play(clone, random, 60):
        pass
    for field in clone.FIELDS:
        value = getattr(clone, field.name)
        if isinstance(value, list):
            value.clear()
    clone.stack.append(("garbage",))
    assert json.dumps(state.to_json()) == before
    assert dict(state.asked) == asked


@every_table
def test_a_saved_state_is_checked(name: str, players: int) -> None:
    state = random_position(game(name), players, Random(3), 3)
    whole = state.to_json()
    field = next(iter(whole["fields"]))
    broken = [
        {**whole, "game": "chess"},
        {**whole, "components": "000000000000"},
        {**whole, "players": 99},
        {**whole, "ply": -1},
        {**whole, "rng": "1"},
        {**whole, "stack": [["no such frame", 0]]},
        {**whole, "stack": "x"},
        {**whole, "asked": {}},
        {**whole, "fields": {}},
        {**whole, "fields": {**whole["fields"], "extra": 1}},
        {**whole, "fields": {**whole["fields"], field: {"a": 1.5}}},
        {key: value for key, value in whole.items() if key != "options"},
    ]
    for data in broken:
        with pytest.raises(BadInput):
            state.game.from_json(data)


def digest(name: str, players: int) -> str:
    """A fingerprint of a random game with all its views and events."""
    random = Random(11)
    state = random_position(game(name), players, random, 0)
    found = sha256()
    for _ in range(120):
        if state.over:
            break
        seat = state.to_act[random.randrange(len(state.to_act))]
        moves = state.legal(seat)
        events = state.play(seat, moves[random.randrange(len(moves))])
        text = json.dumps([state.to_json(), state.view(0), state.view("all"), [list(e) for e in events]])
        found.update(text.encode())
    found.update(json.dumps(state.sample(0, 5).to_json()).encode())
    return found.hexdigest()


@every_table
@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_the_same_game_in_another_process(name: str, players: int, hash_seed: str) -> None:
    code = f"from tafelrunde.testing.contract.copies import digest; print(digest({name!r}, {players}))"
    environment = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path), "PATH": ""}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == digest(name, players)
