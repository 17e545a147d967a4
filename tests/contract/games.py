"""The games the contract suite runs on: all that are registered, and Kontor, which uses what they may not."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import tafelrunde
from tafelrunde.core.game import Game
from tests.kontor.game import load as load_kontor


@cache
def game(name: str) -> Game[Any]:
    return load_kontor() if name == "kontor" else tafelrunde.load(name)


GAMES = (*tafelrunde.games(), "tests.kontor.game:load")
"""The same for the suite of `tafelrunde.testing`."""
NAMES = (*tafelrunde.games(), "kontor")
TABLES = [pytest.param(name, players, id=f"{name}-{players}") for name in NAMES for players in game(name).players]
every_game = pytest.mark.parametrize("name", NAMES)
every_table = pytest.mark.parametrize(("name", "players"), TABLES)
