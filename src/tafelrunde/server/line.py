"""The current line of moves at one table, in memory; the same rows give the same line in every process.

Positions are kept only since the last safe point that binds everybody: an undo beyond it needs the consent of the others,
and then the line is reloaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tafelrunde.core.events import Event
from tafelrunde.core.history import History
from tafelrunde.core.state import State
from tafelrunde.server.errors import Refused, illegal, move_place
from tafelrunde.server.foresight import Foresight, told

WORLD = 0
"""The seed of the sampled world for batches, previews and reasons; it contains no information."""

AHEAD = 400
"""The maximum number of moves until the next turn of a planning seat."""


class Made(NamedTuple):
    """A move that was played and is ready to be stored."""

    seat: int
    move: str
    ply: int
    hidden: bool
    crossed: bool
    events: list[Event]
    free: bool = False
    """Whether it is a free move."""
    forced: Sequence[tuple[int, int]] = ()
    """The automatic answers (seat and index) to forced questions after it."""


class Undone(NamedTuple):
    """The result of an undo: everything after ``ply`` is removed; ``kept`` are the answers of other lanes, which are replayed."""

    ply: int
    kept: list[Made]
    stale: list[int]


class Line:
    """The current position, with the data for undo and for question ids."""

    def __init__(self, state: State, moved: list[int] | None = None, stamps: list[int] | None = None) -> None:
        self.history = History(state)
        self.base = state.ply
        self.moved = moved or [0] * state.players
        """The number of moves of each seat in the line."""
        self.stamps = stamps or [0] * state.players
        """How often an undo has cancelled a question to each seat."""

    @property
    def state(self) -> State:
        return self.history.state

    # --- questions -------------------------------------------------------------------------------

    def question(self, state: State, seat: int) -> str:
        """The id of the question asked of a seat; it remains correct after undos.

        Outside lanes it is the engine's id. Inside lanes plies shift when another seat takes an answer back, which must not
        make this seat's answer stale; there the seat's own moves are counted.
        """
        ply, frame, _ = state.asked[seat]
        place = f"{ply}" if state.lanes is None else f"a{self.moved[seat]}"
        return f"{self.stamps[seat]}.{frame.kind}.{seat}.{place}"

    def asks_another(self, question: str, seat: int) -> bool:
        """Whether a question id belongs to another seat, judged by the id alone, so that the seat's present question is not
        revealed."""
        parts = question.split(".")
        return len(parts) == 4 and parts[2] in {str(other) for other in range(self.state.players) if other != seat}

    def questions(self) -> dict[int, str]:
        return {seat: self.question(self.state, seat) for seat in self.state.to_act}

    def answered(self) -> tuple[int, list[int]]:
        """The ply of the last safe point that binds everybody, and how many questions each seat has answered since."""
        counts, base = [0] * self.state.players, self.base
        for ply, played in enumerate(self.history.line, self.base + 1):
            counts[played.seat] += not played.free
            if played.crossed:
                counts, base = [0] * self.state.players, ply
        return base, counts

    # --- playing ---------------------------------------------------------------------------------

    def play(self, seat: int, move: str) -> Made:
        """Play one move; an illegal move raises and changes nothing."""
        events = self.history.play(seat, move)
        self.moved[seat] += 1
        played = self.history.line[-1]
        return Made(seat, move, self.state.ply, played.hidden, played.crossed, list(events), played.free, events.forced)

    def batch(self, seat: int, moves: Sequence[str], answers: bool) -> list[Made]:
        """Play all of the moves or none. Only the last may cross a safe point, so that a refusal reveals nothing.

        Several moves are first tried in a sampled world, and a refusal comes from there.
        """
        if len(moves) > 1:
            self._rehearse(seat, moves)
        before = len(self.history.line)
        made: list[Made] = []
        try:
            for i, move in enumerate(moves):
                if not answers:
                    self._check_free(seat, move, i)
                made.append(told(i, partial(self.play, seat, move)))
        except Refused:
            self.drop(before, made)
            raise
        return made

    def drop(self, length: int, made: Sequence[Made]) -> None:
        """Remove moves that could not be stored."""
        self.history.drop(length)
        for one in made:
            self.moved[one.seat] -= 1

    def settle(self) -> None:
        """After moves were stored: discard the positions before a crossed safe point."""
        if self.history.line and self.history.line[-1].crossed:
            self.history = History(self.state)
            self.base = self.state.ply

    def _rehearse(self, seat: int, moves: Sequence[str]) -> None:
        world = self.state.sample(seat, WORLD)
        for i, move in enumerate(moves):
            log = told(i, partial(world.play, seat, move))
            if log.cut is not None and i + 1 < len(moves):
                reason = "Only the last move of a batch may draw or reveal something."
                raise Refused(422, "crosses", reason, place=move_place(i), move=move)

    def _check_free(self, seat: int, move: str, index: int) -> None:
        """Check that a move without a decision is a free move."""
        state = self.state
        refusal = state.explain(seat, move)
        if refusal is not None:
            raise illegal(refusal, index)
        if state.game.index(move) in state.actions(seat):
            reason = "This move answers a question: name the decision it answers."
            raise Refused(422, "decision_missing", reason, place=move_place(index))

    # --- taking back -----------------------------------------------------------------------------

    def undo(self, seat: int) -> Undone | None:
        """Take back the seat's moves to its safe point; ``None`` if there is nothing to take back."""
        own = self.history.own_moves(seat)
        if not own:
            return None
        old = list(self.history.line)
        first, dropped = own[-1], set(own)
        asked = self.questions()
        kept_moves = [old[i] for i in range(first + 1, len(old)) if i not in dropped]
        self.history.drop(first)
        self.moved[seat] -= len(own)
        words = self.state.game.vocabulary
        kept = []
        for played in kept_moves:  # only the other lanes' answers remain here
            self.moved[played.seat] -= 1
            kept.append(self.play(played.seat, words[played.move].text))
        # A seat that was asked because of a move that is taken back may be asked again at the same ply, about something else.
        now = self.questions()
        stale = sorted({seat} | {other for other, question in asked.items() if now.get(other) != question})
        for other in stale:
            self.stamps[other] += 1
        return Undone(self.base + first, kept, stale)

    # --- thinking ahead --------------------------------------------------------------------------

    def preview(
        self, state: State, seat: int, moves: Sequence[str], later: bool = False, far: bool = False, since: int = 0,
        forced: bool = True,
    ) -> dict[str, Any]:  # fmt: skip
        """The result of moves on a sampled world (``server/foresight.py``). ``later`` concerns the seat's next turn, here and
        in the methods below."""
        foresight = Foresight(self._world(state, seat, later), seat, since)
        return foresight.look(moves, far, forced and not later)

    def words(self, state: State, seat: int, after: Sequence[str], lang: str, later: bool = False) -> dict[str, Any]:
        """Everything the seat can play after tentative moves, in words with its result; ``declines`` is the answer
        that takes nothing."""
        world = self._world(state, seat, later)
        for i, text in enumerate(after):
            if told(i, partial(world.play, seat, text)).cut is not None:
                return {"words": {}, "declines": None}
        view, game = world.view(seat), world.game
        moves = [*(view["decision"]["moves"] if view["decision"] else ()), *view["free"]]
        words = {text: game.move_text(game.vocabulary[game.index(text)], lang, view) for text in moves}
        decline = game.declines(world.actions(seat))
        return {"words": words, "declines": None if decline is None else game.vocabulary[decline].text}

    def prospects(self, state: State, seat: int, after: Sequence[str], later: bool = False) -> dict[str, Any]:
        """The possible gains of the seat after tentative moves, as its game computes them for screens."""
        world = self._world(state, seat, later)
        for i, text in enumerate(after):
            if told(i, partial(world.play, seat, text)).cut is not None:
                return {}
        return world.game.prospects(world, seat)

    def why_not(self, state: State, seat: int, move: str, after: Sequence[str] = (), later: bool = False) -> dict[str, Any]:
        """The reason why a move is illegal after tentative ones; anything after a draw is not revealed."""
        world = self._world(state, seat, later)
        for i, text in enumerate(after):
            log = told(i, partial(world.play, seat, text))
            if log.cut is not None:
                return {"legal": True}
        refusal = world.explain(seat, move)
        return {"legal": True} if refusal is None else {"legal": False, "problem": illegal(refusal, 0).body}

    def _world(self, state: State, seat: int, later: bool) -> State:
        """A sampled world; for a waiting seat, one in which the others decline, or make their first legal move, until its
        turn."""
        world = state.sample(seat, WORLD)
        if not later:
            return world
        for _ in range(AHEAD):
            if world.over or (seat in world.asked and own_turn(world, seat)):
                break
            mover = min(world.asked)
            offered = world.actions(mover)
            declined = world.game.declines(offered)
            world.act(mover, offered[0] if declined is None else declined)
        if seat not in world.asked:
            raise Refused(409, "no_turn", "No turn of yours is in sight.")
        return world


def taken_back(rows: Iterable[Mapping[str, Any]]) -> set[int]:
    """The versions of the moves of a log that were taken back. Moves of other lanes that an undo kept are still valid: they
    follow it
    as rows of the kind ``again``."""
    line: list[tuple[int, int, str]] = []
    dropped: list[tuple[int, int, str]] = []
    gone: set[int] = set()
    first = 0
    for row in rows:
        if row["kind"] == "again":
            kept = next(one for one in dropped if one[1:] == (row["seat"], row["move"]))
            dropped.remove(kept)
            line.append(kept)
            continue
        gone |= {version for version, _, _ in dropped}
        dropped = []
        if row["kind"] == "move":
            first = first or row["ply"]
            line.append((row["version"], row["seat"], row["move"]))
        elif row["kind"] in ("undo", "rules"):
            keep = max(0, row["ply"] + 1 - first)
            line, dropped = line[:keep], line[keep:]
    return gone | {version for version, _, _ in dropped}


def own_turn(state: State, seat: int) -> bool:
    """Whether a question belongs to the seat's own turn and is not a window in another seat's turn."""
    return state.view(None)["active"] in (seat, None)
