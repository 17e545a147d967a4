"""The state of one game: plain data, a stack of frames, and the loop that resolves them.

This module must not depend on any game. A game's state class derives from :class:`State` and declares its fields (see
:mod:`tafelrunde.core.fields`); all rules are in its frames (see :mod:`tafelrunde.core.frames`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Self

from tafelrunde.core import rng
from tafelrunde.core.audience import Seats, Viewer, seats_of
from tafelrunde.core.errors import BadInput, EngineError, IllegalMove
from tafelrunde.core.events import Event, Log
from tafelrunde.core.fields import Field, compile_clone, declared
from tafelrunde.core.frames import WAIT, Dispatch, Frame, Moves, always
from tafelrunde.core.moves import Move
from tafelrunde.core.rules import cite

if TYPE_CHECKING:
    from tafelrunde.core.game import Game

LOOP_LIMIT = 10_000
"""The maximum number of frames resolved between two decisions; only a faulty component exceeds it."""

Question = tuple[int, Frame, Moves]
"""An open question: the ply at which it was asked, the frame that asks it, and the moves offered."""

_NOTHING: Final[dict[int, Question]] = {}
"""An empty dictionary of questions; it must never be filled."""


class Decision(NamedTuple):
    """A choice from a finite list that one seat has to make."""

    id: str
    kind: str
    prompt: str
    rule: str
    moves: tuple[Move, ...]
    data: Mapping[str, Any]


class State:
    """A game in progress. ``play`` and ``act`` change it in place; ``clone`` copies it."""

    __slots__ = ("asked", "dispatch", "game", "lanes", "log", "options", "players", "ply", "reveals", "rng", "seed", "stack")
    _SHARED = ("game", "dispatch", "options", "players", "seed", "rng", "ply", "reveals", "asked")
    FIELDS: ClassVar[tuple[Field, ...]] = ()
    DERIVED: ClassVar[tuple[str, ...]] = ()
    """Slots that are not saved: shared tables that the game restores after loading."""

    game: Game[Any]
    dispatch: dict[Any, Dispatch]
    """The functions of each kind of frame, copied from the game for faster access."""
    options: Mapping[str, str]
    players: int
    seed: int
    rng: int
    ply: int
    reveals: int
    stack: list[Frame]
    lanes: list[list[Frame]] | None
    asked: dict[int, Question]
    log: Log | None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.FIELDS = declared(cls)
        cls.clone = compile_clone(cls, cls._SHARED + cls.DERIVED, cls.FIELDS)  # type: ignore[assignment]

    def clone(self) -> Self:
        """Return an independent copy; it is cheap enough for every step of a search."""
        raise NotImplementedError("generated for each subclass")

    # --- what is asked ---------------------------------------------------------------------------

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have to decide now; empty when the game is over."""
        return tuple(self.asked)

    @property
    def over(self) -> bool:
        return not self.asked

    @property
    def scores(self) -> list[int]:
        return self.game.scores(self)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty while the game runs or if nobody wins."""
        return self.game.winners(self) if self.over else ()

    def actions(self, seat: int) -> Moves:
        """The legal moves as vocabulary indices, the fast path for search and simulation. Do not edit the list."""
        question = self.asked.get(seat)
        return question[2] if question is not None else ()

    def legal(self, seat: int) -> list[Move]:
        """The legal moves of the seat's decision."""
        vocabulary = self.game.vocabulary
        return [vocabulary[i] for i in self.actions(seat)]

    def free(self, seat: int) -> list[Move]:
        """Moves the seat may make although nothing is asked of it."""
        vocabulary = self.game.vocabulary
        return [vocabulary[i] for i in self.game.free_moves(self, seat)]

    def only_answer(self, seat: int) -> int | None:
        """The answer to a question that has no other answer, unless a free move could still matter before it."""
        moves = self.actions(seat)
        return moves[0] if len(moves) == 1 and not self.game.holds_open(self, seat) else None

    def decision(self, seat: int) -> Decision:
        """The question that the seat has to answer; ``id`` changes whenever the seat is asked another question."""
        ply, frame, moves = self.asked[seat]
        kind = self.game.frames.kind_of(frame)
        rule = self.game.frames.rule_of(self, frame)
        data = dict(kind.describe(self, frame)) if kind.describe is not None else {}
        cite(rule)
        vocabulary = self.game.vocabulary
        prompt = self.game.messages("en").decision(kind.name, data)
        return Decision(f"{kind.name}.{seat}.{ply}", kind.name, prompt, rule, tuple(vocabulary[i] for i in moves), data)

    # --- playing ---------------------------------------------------------------------------------

    def play(self, seat: int, move: Move | str) -> Log:
        """Play a move or its text and return the events. A refused move raises an error and changes nothing."""
        refusal = self.explain(seat, move)
        if refusal is not None:
            raise refusal
        self.log = log = Log()
        try:
            self.apply(seat, self.game.move(move).index)
        finally:
            self.log = None
        return log

    def act(self, seat: int, index: int) -> None:
        """Play a legal move by its index without creating text or events; the resulting state is the same as with ``play``."""
        question = self.asked.get(seat)
        if question is None or index not in question[2]:
            raise self._refuse(seat, index)
        self.ply += 1
        frame = question[1]
        if self.lanes is None:
            self.stack.pop()
            self.dispatch[type(frame)][1](self, frame, index)
            self.settle()
        else:
            self._act_in_lane(seat, frame, index)

    def apply(self, seat: int, index: int) -> None:
        """Apply any legal move, including free ones, without checks; used by ``play``."""
        if index in self.actions(seat):
            self.act(seat, index)
        else:
            self.ply += 1
            self.game.play_free(self, seat, index)
            self._ask_anew()

    def explain(self, seat: int, move: Move | str) -> IllegalMove | None:
        """Return ``None`` if the move is legal now, otherwise the refusal that ``play`` would raise."""
        self.game.check_seat(self, seat)
        try:
            known = self.game.move(move)
        except IllegalMove as unknown:
            return unknown
        refusal = self.game.refusal(self, seat, known)
        if refusal is not None:
            cite(refusal.rule)
        return refusal

    def _refuse(self, seat: int, index: int) -> IllegalMove:
        vocabulary = self.game.vocabulary
        move = vocabulary[index] if type(index) is int and 0 <= index < len(vocabulary) else str(index)
        refusal = self.explain(seat, move)
        if refusal is not None:
            return refusal
        return self.game.not_an_action(self.game.move(move))

    # --- the loop --------------------------------------------------------------------------------

    def settle(self, before: dict[int, Question] = _NOTHING, kept: dict[int, Question] = _NOTHING) -> None:
        """Resolve frames until a seat has a choice or the game is over.

        ``before`` contains questions that keep their ply if they are asked again, ``kept`` the questions that do not change.
        """
        stack = self.stack
        dispatch = self.dispatch
        for _ in range(LOOP_LIMIT):
            if self.lanes is not None:
                if self._settle_lanes(before, kept):
                    return
                continue
            if not stack:
                self.asked = {}
                return
            frame = stack[-1]
            ask, act, lapse, force = dispatch[type(frame)]
            if ask is None:
                stack.pop()
                act(self, frame)
                continue
            moves = ask(self, frame)
            if not moves:
                stack.pop()
                if lapse is not None:
                    lapse(self, frame)
            elif len(moves) == 1 and force is not None and self._forced(frame):
                stack.pop()
                self._give(force, frame, moves[0])
            else:
                seat = frame.seat
                old = before.get(seat) if before else None
                ply = old[0] if old is not None and old[1] is frame else self.ply
                self.asked = {seat: (ply, frame, moves)}
                return
        raise EngineError(f"{LOOP_LIMIT} frames without a decision; on top: {_kinds(stack)}")

    def open_lanes(self, lanes: Sequence[Sequence[Frame]]) -> None:
        """Let every seat work through its own frames at its own pace; the next frame of the stack waits for all of them.

        Lanes may change only their own seat's data and must not draw random numbers, so that the order of answers cannot matter.
        """
        if self.lanes is not None:
            raise EngineError("lanes cannot be opened inside lanes")
        self.lanes = [list(lane) for lane in lanes]

    def _act_in_lane(self, seat: int, frame: Frame, index: int) -> None:
        """Apply a move inside a lane. The questions of other seats stay as they are, because a lane changes only its own seat's
        data; waiting lanes may continue."""
        lanes = self.lanes
        assert lanes is not None
        lane = lanes[seat]
        lane.pop()
        outside, self.stack = self.stack, lane
        try:
            self.dispatch[type(frame)][1](self, frame, index)
            question = self._settle_lane(lane, None)
        finally:
            self.stack = outside
        asked = self.asked.copy()
        if question is not None:
            asked[seat] = question
        else:
            del asked[seat]
        if asked and len(asked) + lanes.count([]) == len(lanes):
            self.asked = asked  # no lane waits, which is the usual case
        else:
            self.settle(kept=asked)

    def _settle_lanes(self, before: dict[int, Question], kept: dict[int, Question]) -> bool:
        """Advance every lane to its next question; ``False`` when all lanes are finished and closed."""
        lanes = self.lanes
        assert lanes is not None
        asked: dict[int, Question] = {}
        outside, finished = self.stack, -1
        try:
            while lanes.count([]) > finished:  # a lane that ends without a question may release an earlier one
                finished = lanes.count([])
                for seat, lane in enumerate(lanes):
                    question = asked.get(seat) or kept.get(seat)
                    if question is None and lane:
                        self.stack = lane
                        question = self._settle_lane(lane, before.get(seat))
                    if question is not None:
                        asked[seat] = question
        finally:
            self.stack = outside
        if asked:
            self.asked = {seat: asked[seat] for seat in sorted(asked)}
            return True
        if any(lanes):
            raise EngineError("every lane waits for another one")
        self.lanes = None
        return False

    def _settle_lane(self, lane: list[Frame], old: Question | None) -> Question | None:
        dispatch = self.dispatch
        for _ in range(LOOP_LIMIT):
            if not lane:
                return None
            frame = lane[-1]
            ask, act, lapse, force = dispatch[type(frame)]
            if ask is None:
                lane.pop()
                act(self, frame)
                continue
            moves = ask(self, frame)
            if moves is WAIT:
                return None
            if force is not None and len(moves) == 1 and self._forced(frame):
                lane.pop()
                self._give(force, frame, moves[0])
                continue
            if moves:
                return (old[0] if old is not None and old[1] is frame else self.ply), frame, moves
            lane.pop()
            if lapse is not None:
                lapse(self, frame)
        raise EngineError(f"{LOOP_LIMIT} frames in a lane without a decision; on top: {_kinds(lane)}")

    def _forced(self, frame: Frame) -> bool:
        """Whether everybody can tell that a question has only one answer, and no free move can change that."""
        game = self.game
        public = game.frames.kind_of(frame).public
        return public is not None and (public is always or public(self, frame)) and not game.holds_open(self, frame.seat)

    def _give(self, force: Callable[..., None], frame: Frame, index: int) -> None:
        """Give the only answer to a question."""
        if self.log is not None:
            self.log.forced.append((frame.seat, index))
        force(self, frame, index)

    def _ask_anew(self) -> None:
        """Ask the pending questions again after a free move; a question that is no longer possible is cancelled."""
        self.settle(self.asked)

    # --- what frames use -------------------------------------------------------------------------

    def push(self, *frames: Frame) -> None:
        """Put frames on the stack, the first argument on top, so that they are resolved in the order of the text."""
        self.stack.extend(frames[::-1])

    def below(self, n: int) -> int:
        """Draw a random number from ``range(n)`` with the state's own generator."""
        if self.lanes is not None:
            raise EngineError("nothing may be drawn while lanes are open")
        self.rng, number = rng.draw(self.rng, n)
        if self.log is not None:
            self.log.mark()
        return number

    def reveal(self) -> None:
        """Record that a hidden fact became visible to a seat: earlier moves can no longer be taken back."""
        self.reveals += 1
        if self.log is not None:
            self.log.mark()

    def emit(
        self,
        kind: str,
        seat: int | None,
        rule: str,
        audience: Seats = None,
        also: tuple[str, ...] = (),
        **data: Any,
    ) -> None:
        """Add an event to the log. Hot code checks ``if state.log is not None`` first, so that no arguments are built while
        nobody logs.

        The game declares the audience of each kind; ``audience`` contains the seats for a kind with a named audience. A kind that
        the game does not declare is visible to ``seat`` only. ``also`` names further rules with the same content, where a
        rulebook states something in several places.
        """
        if self.log is not None:
            seats = seats_of(self.game.events.get(kind), seat, audience)
            self.log.append(Event(kind, seat, data, rule, seats, also))
            cite(rule)
            for other in also:
                cite(other)

    # --- what others see -------------------------------------------------------------------------

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The view of a seat, a spectator (``None``) or everything (``"all"``), as JSON-compatible data."""
        return self.game.view(self, viewer)

    def sample(self, seat: int, seed: int) -> Self:
        """Return a complete state that ``seat`` cannot tell from this one; everything it cannot know is dealt again."""
        self.game.check_seat(self, seat)
        if type(seed) is not int or seed < 0:
            raise BadInput("seed", f"A seed is a non-negative integer, not {seed!r}.")
        world = self.clone()
        world.seed = rng.derive(seed, seat)
        world.rng = rng.seeded(world.seed)
        lanes, world.lanes = world.lanes, None  # drawing is forbidden in lanes for the rules, but allowed for redealing
        self.game.redeal(world, seat, lanes)
        world.lanes = lanes
        if world.asked:
            world.settle(world.asked)
        return world

    def to_json(self) -> dict[str, Any]:
        """The complete state, without loss, also in the middle of a chained effect."""
        return self.game.dump(self)

    def __repr__(self) -> str:
        return f"<{self.game.title}, {self.players} players, ply {self.ply}, to act {self.to_act}>"


def _kinds(stack: list[Frame]) -> str:
    """The topmost frames for an error message. Only their kinds are shown, because frames contain cards and other secrets."""
    return ", ".join(frame.kind for frame in stack[-3:])
