"""The base class for describing a position in sentences, for screen readers and the terminal. Each game derives its own reader in
``present/text_view.py``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tafelrunde.core.game import Game

View = Mapping[str, Any]


class Reader:
    """Describes one position in one language; a game adds methods for its own zones."""

    def __init__(self, game: Game[Any], view: View, lang: str, names: Sequence[str]) -> None:
        self.game, self.view, self.lang, self.names = game, view, lang, names
        self.board: View = view["board"]
        self.data = game.components.data
        self.words = game.prose(lang)

    def say(self, key: str, **facts: Any) -> str:
        return self.words.say("aloud", key, facts, self.names)

    def seat_name(self, seat: int) -> str:
        return self.words.seat(seat, self.names)
