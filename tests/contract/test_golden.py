"""Golden games: the suite for every game of this package."""

import tafelrunde
from tafelrunde.testing.contract.golden import *  # noqa: F403

GAMES = tafelrunde.games()
GOLDEN = "../games/{game}/golden"
