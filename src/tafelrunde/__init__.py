"""Tafelrunde: play, host and study big board games, exactly by their rulebooks.

>>> import tafelrunde
>>> state = tafelrunde.load("rise").new(players=3, seed=7)
>>> state.to_act
(1,)
"""

from __future__ import annotations

from tafelrunde.core.errors import BadInput, EngineError, IllegalMove, TafelrundeError, UnknownMove
from tafelrunde.core.events import Event
from tafelrunde.core.game import Game, Option
from tafelrunde.core.history import History
from tafelrunde.core.moves import Move
from tafelrunde.core.rules import Rule
from tafelrunde.core.state import Decision, State
from tafelrunde.library import games, load, load_record, load_scenario

__version__ = "0.1.0"

__all__ = [
    "BadInput", "Decision", "EngineError", "Event", "Game", "History", "IllegalMove", "Move", "Option", "Rule", "State",
    "TafelrundeError", "UnknownMove", "games", "load", "load_record", "load_scenario",
]  # fmt: skip
