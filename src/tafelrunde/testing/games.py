"""Which games the tests of a module run on: its constant ``GAMES``."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import pytest

import tafelrunde
from tafelrunde.core import components
from tafelrunde.core.game import Game
from tafelrunde.library import component_text

every_game = pytest.mark.every_game
"""The test has a parameter ``name`` and runs once for each game of its module."""
every_table = pytest.mark.every_table
"""The test has the parameters ``name`` and ``players`` and runs for every number of players of each game."""


@cache
def game(name: str) -> Game[Any]:
    """A game by its id, or where it is not installed by ``module:Class``, or ``module:function`` if a function loads it."""
    if ":" not in name:
        return tafelrunde.load(name)
    module, _, attribute = name.partition(":")
    loads = getattr(import_module(module), attribute)
    if not isinstance(loads, type):
        found: Game[Any] = loads()
        return found
    kind: type[Game[Any]] = loads
    return kind(components.read(component_text(kind.folder), "components.toml", kind.schema))
