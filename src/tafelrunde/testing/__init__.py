"""Tools for tests of games, and a plugin of pytest that comes with the package.

A game of any package is tested like those of Tafelrunde by a file of a few lines::

    # The tests of Harbour.
    from tafelrunde.testing.suite import *

    GAMES = ["harbour"]

``docs/testing.md`` describes the suite, rule coverage, golden games and mutants.
"""

from tafelrunde.testing.positions import Table, random_play, random_position
from tafelrunde.testing.trace import proves

__all__ = ["Table", "proves", "random_play", "random_position"]
