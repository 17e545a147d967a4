"""Every scenario file of every game is run."""

import tafelrunde
from tafelrunde.testing.contract.scenarios import *  # noqa: F403

GAMES = tafelrunde.games()
