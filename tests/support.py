"""What tests say: verbs of the game instead of calls."""

from __future__ import annotations

from functools import cache
from typing import Any

import tafelrunde
from tafelrunde.core.game import Game
from tafelrunde.testing import Table, proves, random_play, random_position

__all__ = ["Table", "game_of", "proves", "random_play", "random_position"]


@cache
def game_of(name: str) -> Game[Any]:
    return tafelrunde.load(name)
