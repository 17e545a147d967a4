"""Actions are moves with seats counted from the acting seat: ``raid 0 pub`` of seat 2 of 4 is the action ``raid 2 pub``.

Observations count seats from the viewer, so actions do too: the same number means the same thing for every seat. The sentence
of a move in the English catalogue tells which words of the move are seats: the facts ``seat``, ``other``, ``owner`` and
``leader`` are seats. Moves without seats keep their number.

>>> from tafelrunde import load
>>> game = load("new_angeles")
>>> actions = Actions.of(game, 4)
>>> actions.relative(3, game.index("trade 1")) == game.index("trade 2")
True
>>> actions.absolute(3, game.index("trade 2")) == game.index("trade 1")
True
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from tafelrunde.core.game import Game
from tafelrunde.core.messages import SEAT_FACTS
from tafelrunde.core.moves import Move, Word

Array = Any


class Actions:
    """The mapping of one game at one number of players, in both directions."""

    def __init__(self, game: Game[Any], players: int) -> None:
        self.game, self.players = game, players
        places = {verb: _seat_places(game, verb) for verb in {move.verb for move in game.vocabulary}}
        known = {move.words: move.index for move in game.vocabulary}
        self.trivial = not any(places.values())
        """Whether no move of the game has a seat, so that nothing is mapped."""
        self.to_relative: Array = np.empty((players, len(game.vocabulary)), np.int32)
        """The action for each seat and move."""
        self.to_absolute: Array = np.empty_like(self.to_relative)
        for seat in range(players):
            for move in game.vocabulary:
                words = _turned(move, places[move.verb], seat, players)
                self.to_relative[seat, move.index] = known.get(words, move.index)
            self.to_absolute[seat, self.to_relative[seat]] = np.arange(len(game.vocabulary), dtype=np.int32)
        self._relative: list[list[int]] = self.to_relative.tolist()
        self._absolute: list[list[int]] = self.to_absolute.tolist()

    @staticmethod
    def of(game: Game[Any], players: int) -> Actions:
        """The mapping for a game, cached."""
        return _actions(game, players)

    def relative(self, seat: int, move: int) -> int:
        """The action for a move of the given seat."""
        return self._relative[seat][move]

    def absolute(self, seat: int, action: int) -> int:
        """The move for an action of the given seat."""
        return self._absolute[seat][action]

    def legal(self, seat: int, moves: Iterable[int]) -> list[int]:
        """The actions for several moves."""
        if self.trivial:
            return list(moves)
        table = self._relative[seat]
        return [table[move] for move in moves]


@lru_cache(maxsize=32)
def _actions(game: Game[Any], players: int) -> Actions:
    return Actions(game, players)


def _seat_places(game: Game[Any], verb: str) -> tuple[int, ...]:
    """The positions of the words of a verb's moves that are seats."""
    words = game.messages("en")
    facts = words.facts("moves", verb) if words.has("moves", verb) else []
    return tuple(place for place, fact in enumerate(facts, 1) if fact in SEAT_FACTS)


def _turned(move: Move, places: tuple[int, ...], seat: int, players: int) -> tuple[Word, ...]:
    words = list(move.words)
    for place in places:
        if place < len(words) and isinstance(other := words[place], int) and other < players:
            words[place] = (other - seat) % players
    return tuple(words)
