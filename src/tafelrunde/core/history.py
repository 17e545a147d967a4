"""The moves that led to a state: undo back to a computed safe point, and the record of the game.

The history is stored outside the state, so that a clone costs the same in the last round as in the first. The *safe point* moves
forward whenever a move uses the random generator, reveals a hidden fact, or follows another seat's move; a seat can take back its
moves after the safe point freely. Inside lanes, the answers of other seats do not move it, and undo removes only the caller's own
answers. The end of the game is a safe point for everybody, because it reveals the seed and every hand: a finished game cannot be
undone, not even by consent.
"""

from __future__ import annotations

from typing import NamedTuple

from tafelrunde.core.audience import SEAT
from tafelrunde.core.errors import BadInput, IllegalMove
from tafelrunde.core.events import Event, Log
from tafelrunde.core.moves import Move
from tafelrunde.core.state import State


class Played(NamedTuple):
    """One move of the history."""

    seat: int
    move: int
    crossed: bool
    """Whether nobody may take it back, because it used the generator, revealed a hidden fact, changed which lanes wait, or ended
    the game."""
    lanes: int | None
    """The number of the lane opening in which it was made, if any."""
    hidden: bool
    """Whether it remains the seat's secret while the game runs."""
    free: bool = False
    """Whether it was a free move, which answers no question."""


class History:
    """A game with the moves that led to its position.

    >>> import tafelrunde
    >>> game = History(tafelrunde.load("rise").new(players=2, seed=1))
    >>> first = game.state.to_act[0]
    >>> events = game.play(first, "place 1")
    >>> game.undo(first)
    1
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.line: list[Played] = []
        self._snapshots: list[State] = [state.clone()]
        self._openings: list[int] = [0]
        """How often lanes had been opened or closed before each snapshot; moves of one opening have the same number."""

    def play(self, seat: int, move: Move | str) -> Log:
        state = self.state
        lanes, opening = state.lanes, self._openings[-1]
        question, others = state.asked.get(seat), state.asked.keys() - {seat}
        events = state.play(seat, move)
        index = state.game.move(move).index
        free = question is None or index not in question[2]
        same_lanes = lanes is not None and state.lanes is lanes
        # A free move inside lanes does not belong to its lane alone: other seats' next moves may depend on it.
        waits = same_lanes and (free or state.asked.keys() - {seat} != others)
        crossed = events.cut is not None or waits or state.over
        hidden = state.game.audience_of(question, index) == SEAT
        self.line.append(Played(seat, index, crossed, None if lanes is None else opening, hidden, free))
        self._snapshots.append(state.clone())
        self._openings.append(opening + (state.lanes is not lanes))
        return events

    def at(self, ply: int) -> State:
        """Return a copy of the state after ``ply`` moves."""
        if not 0 <= ply <= len(self.line):
            raise BadInput("ply", f"The line has {len(self.line)} moves; there is no ply {ply}.")
        return self._snapshots[ply].clone()

    def own_moves(self, seat: int) -> list[int]:
        """The plies that ``seat`` may take back now, the latest first."""
        found: list[int] = []
        opening = None if self.state.lanes is None else self._openings[-1]
        others_answered = False
        for ply in range(len(self.line) - 1, -1, -1):
            played = self.line[ply]
            inside = opening is not None and played.lanes == opening
            if played.crossed or (played.seat != seat and not inside) or (others_answered and not inside):
                break
            if played.seat == seat:
                found.append(ply)
            else:
                others_answered = True
        return found

    def safe_point(self, seat: int) -> int:
        """The ply to which the seat may undo; the present ply if it cannot take anything back."""
        own = self.own_moves(seat)
        return own[-1] if own else len(self.line)

    def undo(self, seat: int, moves: int | None = None) -> int:
        """Take back the seat's last ``moves`` moves (by default all moves after its safe point) and return their number."""
        own = self.own_moves(seat)
        if moves is not None:
            own = own[:moves]
        if not own:
            return 0
        dropped = set(own)
        kept = [played for ply, played in enumerate(self.line) if ply not in dropped and ply > own[-1]]
        self.drop(own[-1])
        for played in kept:  # only answers of other lanes remain here
            self.play(played.seat, self.state.game.vocabulary[played.move])
        return len(own)

    def rewind(self, ply: int) -> None:
        """Go back to ``ply`` by consent and drop everything after it. A finished game cannot be changed."""
        if self.state.over:
            raise BadInput("ply", "The game is over: nothing can be taken back any more.")
        self.drop(ply)

    def drop(self, ply: int) -> None:
        """Drop every move after ``ply``, whoever made it; only for moves that were not yet sent to anybody."""
        self.state = self.at(ply)
        del self.line[ply:]
        del self._snapshots[ply + 1 :]
        del self._openings[ply + 1 :]

    def moves(self) -> list[tuple[int, Move]]:
        vocabulary = self.state.game.vocabulary
        return [(played.seat, vocabulary[played.move]) for played in self.line]


def preview(state: State, seat: int, moves: list[Move | str], seed: int = 0) -> tuple[State, list[Event], bool]:
    """Compute what a sequence of moves would do on a sampled world, so that the result cannot reveal anything.

    Returns the world, the events up to the first draw or hidden fact, and whether the preview stopped there.
    """
    world = state.sample(seat, seed)
    seen: list[Event] = []
    for move in moves:
        try:
            events = world.play(seat, move)
        except IllegalMove:
            if seen:
                break
            raise
        if events.cut is not None:
            return world, seen + events[: events.cut], True
        seen += events
    return world, seen, False
