"""The line of moves behind a state: undo to a computed safe point, and the record of the game.

History is kept outside the state, so that a clone costs the same in the last round as in the first. A *safe
point* moves forward whenever the generator was used, a hidden fact became visible, or another seat acted: up to
there a turn is tentative and may be taken back freely. Inside lanes the others' answers do not move it, and
taking back removes only the caller's own answers. The end of the game is a safe point for everybody: it reveals
the seed and every hand, so a finished game is final, also by consent.
"""

from __future__ import annotations

from typing import NamedTuple

from tafelrunde.core.audience import SEAT
from tafelrunde.core.errors import BadInput, IllegalMove
from tafelrunde.core.events import Event, Log
from tafelrunde.core.moves import Move
from tafelrunde.core.state import State


class Played(NamedTuple):
    """One move of the line."""

    seat: int
    move: int
    crossed: bool
    """Whether nobody may take it back: it used the generator, showed a hidden fact, let other lanes wait or go on, or
    ended the game."""
    lanes: int | None
    """Which opening of lanes it was made in, if any."""
    hidden: bool
    """Whether it stays the seat's own secret while the game runs."""
    free: bool = False
    """Whether it was made beside the questions and answered none."""


class History:
    """A game with its past.

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
        """How often lanes were opened or closed before each snapshot: moves of one opening share a number."""

    def play(self, seat: int, move: Move | str) -> Log:
        state = self.state
        lanes, opening = state.lanes, self._openings[-1]
        question, others = state.asked.get(seat), state.asked.keys() - {seat}
        events = state.play(seat, move)
        index = state.game.move(move).index
        free = question is None or index not in question[2]
        same_lanes = lanes is not None and state.lanes is lanes
        # A free move in lanes is no answer of its lane: what the others do next may rest on it.
        waits = same_lanes and (free or state.asked.keys() - {seat} != others)
        crossed = events.cut is not None or waits or state.over
        hidden = state.game.audience_of(question, index) == SEAT
        self.line.append(Played(seat, index, crossed, None if lanes is None else opening, hidden, free))
        self._snapshots.append(state.clone())
        self._openings.append(opening + (state.lanes is not lanes))
        return events

    def at(self, ply: int) -> State:
        """The state after ``ply`` moves, as a copy."""
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
        """The ply back to which the seat may undo; the present one where nothing can be taken back."""
        own = self.own_moves(seat)
        return own[-1] if own else len(self.line)

    def undo(self, seat: int, moves: int | None = None) -> int:
        """Take back the seat's last ``moves`` moves (default: all up to its safe point); returns how many."""
        own = self.own_moves(seat)
        if moves is not None:
            own = own[:moves]
        if not own:
            return 0
        dropped = set(own)
        kept = [played for ply, played in enumerate(self.line) if ply not in dropped and ply > own[-1]]
        self.drop(own[-1])
        for played in kept:  # only the other lanes' answers are left here
            self.play(played.seat, self.state.game.vocabulary[played.move])
        return len(own)

    def rewind(self, ply: int) -> None:
        """Go back to ``ply`` by consent: everything after it is taken back. A finished game is final."""
        if self.state.over:
            raise BadInput("ply", "The game is over: nothing can be taken back any more.")
        self.drop(ply)

    def drop(self, ply: int) -> None:
        """Forget every move after ``ply``, whoever made it: for moves that nobody was told of."""
        self.state = self.at(ply)
        del self.line[ply:]
        del self._snapshots[ply + 1 :]
        del self._openings[ply + 1 :]

    def moves(self) -> list[tuple[int, Move]]:
        vocabulary = self.state.game.vocabulary
        return [(played.seat, vocabulary[played.move]) for played in self.line]


def preview(state: State, seat: int, moves: list[Move | str], seed: int = 0) -> tuple[State, list[Event], bool]:
    """What a sequence of moves would do, worked out on a sampled world, so that it can reveal nothing.

    Returns the world, the events up to the first draw or hidden fact, and whether it stopped there.
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
