"""What can be said of New Angeles before its rules and components are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tafelrunde.core.game import Option


class About:
    """Who can play, and what is chosen before the game begins."""

    id = "new_angeles"
    title = "New Angeles"
    players: ClassVar[tuple[int, ...]] = (4, 5, 6)
    options: ClassVar[Mapping[str, Option]] = {
        "corporations": Option(
            "choose",
            ("choose", "random", "fixed"),
            "How corporations are found: choose (in seat order), random, or fixed (in the order of the file) [NA-R.28].",
        )
    }
    folder = "tafelrunde.games.new_angeles"
