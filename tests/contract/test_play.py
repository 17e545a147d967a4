"""Playing: the suite for every game."""

from tafelrunde.testing.contract.play import *  # noqa: F403
from tests.contract.games import GAMES  # noqa: F401
