"""The example of the guide passes the whole contract suite, is short, and fast."""

from __future__ import annotations

from pathlib import Path

from tafelrunde.cli.bench import playouts
from tafelrunde.testing.games import game
from tafelrunde.testing.suite import *  # noqa: F403

GAMES = ["towpath.game:Towpath"]
GOLDEN = "../examples/towpath/tests/golden/{game}"
FOLDER = Path(__file__).parents[1] / "examples" / "towpath"
MOST_LINES = 350
PACE = 50_000
"""Decisions a second."""


def test_it_is_short() -> None:
    lines = [line for path in FOLDER.glob("towpath/**/*.py") for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) <= MOST_LINES


def test_it_is_fast() -> None:
    """By processor time on random games with four seats; the best of five, because the machine may be busy."""
    assert max(pace.decisions / pace.seconds for pace in (playouts(game(GAMES[0]), 4, 0.3) for _ in range(5))) > PACE
