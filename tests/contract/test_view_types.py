"""Views of played games are as their games describe them."""

from __future__ import annotations

from random import Random
from typing import Any

import jsonschema_rs
import orjson
import pytest

import tafelrunde
from tafelrunde.core.audience import Viewer
from tafelrunde.server.app import create_app
from tafelrunde.server.view_schemas import prefix

EVERY = 5
"""Plies between two looks."""


@pytest.fixture(scope="module")
def components() -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(orjson.dumps(create_app().openapi()))["components"]
    return found


@pytest.mark.parametrize("game_id", tafelrunde.games())
def test_views_are_as_described(game_id: str, components: dict[str, Any]) -> None:
    game, random = tafelrunde.load(game_id), Random(17)
    schema = {"$ref": f"#/components/schemas/{prefix(game_id)}View", "components": components}
    validator = jsonschema_rs.validator_for(schema)
    assert f"{prefix(game_id)}Board" in components["schemas"], "the game declares its own keys"
    for number, players in enumerate(game.players):
        options = {name: random.choice(list(option.choices)) for name, option in game.options.items()} if number else {}
        try:
            state = game.new(players, number, options)
        except tafelrunde.BadInput:
            state = game.new(players, number)
        while not state.over:
            if state.ply % EVERY == 0:
                viewers: tuple[Viewer, ...] = (state.to_act[0], None, "all")
                for viewer in viewers:
                    view = orjson.loads(orjson.dumps(state.view(viewer)))
                    error = next(iter(validator.iter_errors(view)), None)
                    assert error is None, f"ply {state.ply}, {viewer}, {list(error.instance_path)}: {error.message[:300]}"
            seat = random.choice(state.to_act)
            free = state.free(seat)
            move = random.choice(free) if free and random.random() < 0.1 else random.choice(state.legal(seat))
            state.play(seat, move)
