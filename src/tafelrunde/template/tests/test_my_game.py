"""The tests of My Game: what every game must pass, its scenarios and its golden games."""

from tafelrunde.testing.suite import *  # noqa: F403

GAMES = ["my_game"]
