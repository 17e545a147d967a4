"""The description of New Angeles that is available without loading its rules and components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tafelrunde.core.game import Option


class About:
    """The numbers of players and the options of the game."""

    id = "new_angeles"
    title = "New Angeles"
    players: ClassVar[tuple[int, ...]] = (4, 5, 6)
    usual_players: ClassVar[int | None] = 4
    options: ClassVar[Mapping[str, Option]] = {
        "corporations": Option(
            "choose",
            ("choose", "random", "fixed"),
            "How corporations are found: choose (in seat order), random, or fixed (in the order of the file) [NA-R.28].",
        )
    }
    changes: ClassVar[Mapping[str, Sequence[str]]] = {
        "2026.2": (
            "NA-6.4", "NA-S.3", "NA-63.0", "NA-ACT.gentrification", "NA-R.23", "NA-R.24", "NA-R.25", "NA-R.26",
            "NA-R.35", "NA-R.46", "NA-R.47", "NA-R.53", "NA-R.59",
        ),
    }  # fmt: skip
    folder = "tafelrunde.games.new_angeles"
