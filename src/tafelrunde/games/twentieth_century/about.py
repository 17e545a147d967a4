"""The description of 20th Century that is available without loading its rules and components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tafelrunde.core.game import Option


class About:
    """The numbers of players and the options of the game."""

    id = "twentieth_century"
    title = "20th Century"
    players: ClassVar[tuple[int, ...]] = (3, 4, 5)
    usual_players: ClassVar[int | None] = 3
    options: ClassVar[Mapping[str, Option]] = {
        "scoring_cards": Option("yes", ("yes", "no"), "yes, or no for the introductory game [20C-S.3]."),
        "open_money": Option("no", ("no", "yes"), "yes shows everybody's coins and science [20C-S.16, S.21]."),
    }
    changes: ClassVar[Mapping[str, Sequence[str]]] = {
        "2026.2": ("20C-7.1", "20C-9.12", "20C-9.14", "20C-9.20", "20C-R.1", "20C-R.9"),
    }
    folder = "tafelrunde.games.twentieth_century"
