"""Records, undo and previews: the suite for every game."""

from tafelrunde.testing.contract.records import *  # noqa: F403
from tests.contract.games import GAMES  # noqa: F401
