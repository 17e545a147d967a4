"""Secrets: the suite for every game."""

from tafelrunde.testing.contract.secrets import *  # noqa: F403
from tests.contract.games import GAMES  # noqa: F401
