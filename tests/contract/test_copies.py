"""Copies: the suite for every game."""

from tafelrunde.testing.contract.copies import *  # noqa: F403
from tests.contract.games import GAMES  # noqa: F401
