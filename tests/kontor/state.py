"""The state of a game of Kontor."""

from __future__ import annotations

from tafelrunde.core.decks import Deck
from tafelrunde.core.state import State


class KontorState(State):
    __slots__ = ("bids", "coins", "deck", "discard", "hands", "points", "raises", "round")
    round: int
    hands: list[tuple[int, ...]]
    bids: list[int]
    raises: list[int]
    coins: list[int]
    points: list[int]
    deck: Deck
    discard: tuple[int, ...]
