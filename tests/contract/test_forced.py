"""Questions with only one answer: the suite for every game."""

from tafelrunde.testing.contract.forced import *  # noqa: F403
from tests.contract.games import GAMES  # noqa: F401
