"""Which games the tests of a module run on: its constant ``GAMES``."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import pytest

import tafelrunde
from tafelrunde.core.game import Game

every_game = pytest.mark.every_game
"""The test has a parameter ``name`` and runs once for each game of its module."""
every_table = pytest.mark.every_table
"""The test has the parameters ``name`` and ``players`` and runs for every number of players of each game."""


@cache
def game(name: str) -> Game[Any]:
    """A game by its id, or by ``module:function`` where it is not installed and the function loads it."""
    if ":" not in name:
        return tafelrunde.load(name)
    module, _, function = name.partition(":")
    found: Game[Any] = getattr(import_module(module), function)()
    return found
