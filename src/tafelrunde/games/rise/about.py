"""The description of RISE that is available without loading its rules and components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import ClassVar

from tafelrunde.core.game import Option


class About:
    """The numbers of players and the options of the game."""

    id = "rise"
    title = "RISE"
    players: ClassVar[tuple[int, ...]] = (2, 3, 4)
    usual_players: ClassVar[int | None] = 3
    options: ClassVar[Mapping[str, Option]] = {
        "sides": Option(
            "A" * 10,
            tuple(map("".join, product("AB", repeat=10))),
            "Ten letters A or B, one for each track in the order satisfaction, science, culture, politics, environment, "
            "school, bank, press, industry, office [RISE-S.26].",
        )
    }
    changes: ClassVar[Mapping[str, Sequence[str]]] = {
        "2026.2": ("RISE-R.2", "RISE-R.4", "RISE-R.5", "RISE-R.40", "RISE-R.43", "RISE-T.11"),
    }
    folder = "tafelrunde.games.rise"
