"""Records what happens to each component, seat by seat, and the leader after each round, while a game is played."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.events import Log
from tafelrunde.core.game import Game
from tafelrunde.core.moves import Move
from tafelrunde.core.state import State

Names = tuple[str, ...]


class Course(NamedTuple):
    """The course of a game: components by seat, and the scores of all seats after each round."""

    offered: tuple[Names, ...] = ()
    """Components named by a move that the seat could choose, if it had a choice; or open in a row on the board when a round
    began."""
    drawn: tuple[Names, ...] = ()
    """Components in one of the seat's own zones at the end of a round, or of the game."""
    played: tuple[Names, ...] = ()
    """Components named by a move that the seat chose, or by the effects of that move."""
    curve: tuple[tuple[int, ...], ...] = ()
    leads: int = 0
    """The number of rounds after which another seat had the sole lead."""


class Inner(Protocol):
    def play(self, state: State, seat: int, move: Move) -> Log: ...


class Tally:
    """Applies the moves and counts; ``inner`` applies them instead if it is given, to record something else as well."""

    def __init__(self, game: Game[Any], players: int, inner: Inner | None = None) -> None:
        self._inner, self._words = inner, component_words(game)
        self._known = components(game)
        self._choices: list[set[int]] = [set() for _ in range(players)]
        self._offered: list[set[str]] = [set() for _ in range(players)]
        self._played: list[set[str]] = [set() for _ in range(players)]
        self._drawn: list[set[str]] = [set() for _ in range(players)]
        self._curve: list[tuple[int, ...]] = []
        self._begun = False

    def play(self, state: State, seat: int, move: Move) -> None:
        if not self._begun:
            self._begin_round(state)
        moves = state.actions(seat)
        if len(moves) > 1 and move.index in moves:
            self._choices[seat].update(moves)
            self._played[seat].update(self._words[move.index])
        before = state.round  # type: ignore[attr-defined]
        for event in self._inner.play(state, seat, move) if self._inner is not None else _applied(state, seat, move):
            if event.seat == seat:
                self._played[seat].update(word for word in event.data.values() if isinstance(word, str) and word in self._known)
        if state.round != before or state.over:  # type: ignore[attr-defined]
            self._end_round(state)

    def _begin_round(self, state: State) -> None:
        self._begun = True
        for zone in state.game.board_zones:
            if zone.audience == PUBLIC and isinstance(row := zone.show(state), list):
                lying = {name for name in row if isinstance(name, str) and name in self._known}
                for offered in self._offered:
                    offered |= lying

    def _end_round(self, state: State) -> None:
        self._curve.append(tuple(state.scores))
        self._begun = False
        for seat in range(state.players):
            for zone in state.game.seat_zones:
                if zone.holds is not None:
                    names = (name.rpartition(":")[2] for name in zone.holds(state, seat))
                    self._drawn[seat].update(name for name in names if name in self._known)

    def course(self) -> Course:
        """The complete record, when the game is over."""
        for choices, names in zip(self._choices, self._offered, strict=True):
            names.update(name for index in choices for name in self._words[index])
        offered, drawn, played = (
            tuple(tuple(sorted(seat)) for seat in seats) for seats in (self._offered, self._drawn, self._played)
        )
        return Course(offered, drawn, played, tuple(self._curve), lead_changes(self._curve))


def _applied(state: State, seat: int, move: Move) -> Log:
    """The events of a legal move; ``State.play`` would first check for objections."""
    state.log = log = Log()
    state.apply(seat, move.index)
    state.log = None
    return log


def lead_changes(curve: list[tuple[int, ...]]) -> int:
    """How often the sole leader differs from the previous sole leader.

    >>> lead_changes([(1, 0), (2, 2), (0, 3), (1, 4)])
    1
    """
    leader, changes = -1, 0
    for scores in curve:
        best = max(scores)
        if scores.count(best) == 1:
            now = scores.index(best)
            changes += leader not in (-1, now)
            leader = now
    return changes


@lru_cache(maxsize=8)
def components(game: Game[Any]) -> frozenset[str]:
    """The names of all cards and tiles that are in play at some time."""
    names = (name.rpartition(":")[2] for name in game.census(game.new(max(game.players), 0)))
    return frozenset(name for name in names if not name.isdecimal())  # numbered pieces are not components


@lru_cache(maxsize=8)
def component_words(game: Game[Any]) -> tuple[Names, ...]:
    """For each move, the components that it names."""
    known = components(game)
    return tuple(tuple(str(word) for word in move.words[1:] if word in known) for move in game.vocabulary)
