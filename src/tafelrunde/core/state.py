"""The state of one game: plain data, a stack of frames, and the loop that runs them.

Nothing here knows a game. A game's own state subclasses :class:`State`, declares its fields (see
:mod:`tafelrunde.core.fields`) and leaves every rule to its frames.
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
"""Frames that may resolve between two decisions; more means a faulty component, not a long chain."""

Question = tuple[int, Frame, Moves]
"""What is asked of a seat: the ply at which it was asked, the frame that asks, the moves offered."""

_NOTHING: Final[dict[int, Question]] = {}
"""No questions; never filled."""


class Decision(NamedTuple):
    """One choice from a finite list, owed by one seat."""

    id: str
    kind: str
    prompt: str
    rule: str
    moves: tuple[Move, ...]
    data: Mapping[str, Any]


class State:
    """A game in progress. Mutated in place by ``play`` and ``act``; copied by ``clone``."""

    __slots__ = ("asked", "dispatch", "game", "lanes", "log", "options", "players", "ply", "reveals", "rng", "seed", "stack")
    _SHARED = ("game", "dispatch", "options", "players", "seed", "rng", "ply", "reveals", "asked")
    FIELDS: ClassVar[tuple[Field, ...]] = ()
    DERIVED: ClassVar[tuple[str, ...]] = ()
    """Slots that are not saved: shared tables that the game puts back after loading."""

    game: Game[Any]
    dispatch: dict[Any, Dispatch]
    """What each kind of frame does; the game's, at hand for the loop."""
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
        """An independent copy, cheap enough to call at every step of a search."""
        raise NotImplementedError("generated for each subclass")

    # --- what is asked ---------------------------------------------------------------------------

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision now; empty when the game is over."""
        return tuple(self.asked)

    @property
    def over(self) -> bool:
        return not self.asked

    @property
    def scores(self) -> list[int]:
        return self.game.scores(self)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty while the game runs, and where nobody wins."""
        return self.game.winners(self) if self.over else ()

    def actions(self, seat: int) -> Moves:
        """The legal moves as vocabulary indices: the fast path for search and simulation. Do not edit the list."""
        question = self.asked.get(seat)
        return question[2] if question is not None else ()

    def legal(self, seat: int) -> list[Move]:
        """The seat's moves at its decision."""
        vocabulary = self.game.vocabulary
        return [vocabulary[i] for i in self.actions(seat)]

    def free(self, seat: int) -> list[Move]:
        """Moves the seat may make although nothing is asked of it."""
        vocabulary = self.game.vocabulary
        return [vocabulary[i] for i in self.game.free_moves(self, seat)]

    def only_answer(self, seat: int) -> int | None:
        """The answer to a question that has no other, unless a free move could still matter before it."""
        moves = self.actions(seat)
        return moves[0] if len(moves) == 1 and not self.game.holds_open(self, seat) else None

    def decision(self, seat: int) -> Decision:
        """The question the seat owes an answer to; ``id`` changes whenever another question is asked of it."""
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
        """Play a move or its text and return the events; a refused move raises and changes nothing."""
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
        """Play a legal move by its index, without text or events; same outcome as ``play``."""
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
        """Play any legal move, free ones included (what ``play`` does after its checks)."""
        if index in self.actions(seat):
            self.act(seat, index)
        else:
            self.ply += 1
            self.game.play_free(self, seat, index)
            self._ask_anew()

    def explain(self, seat: int, move: Move | str) -> IllegalMove | None:
        """``None`` if the move is legal now, else the refusal that ``play`` would raise."""
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
        """Resolve frames until somebody has a choice or the game is over.

        ``before`` holds questions that keep their number if they are asked again, ``kept`` those that stand as they are.
        """
        stack = self.stack
        dispatch = self.dispatch
        for _ in range(LOOP_LIMIT):
            if self.lanes is not None:
                if self._settle_lanes(before, kept):
                    return
            elif not stack:
                self.asked = {}
                return
            else:
                frame = stack[-1]
                ask, act, lapse, force = dispatch[type(frame)]
                if ask is None:
                    stack.pop()
                    act(self, frame)
                else:
                    moves = ask(self, frame)
                    if not moves:
                        stack.pop()
                        if lapse is not None:
                            lapse(self, frame)
                    elif force is not None and len(moves) == 1 and self._forced(frame):
                        stack.pop()
                        self._give(force, frame, moves[0])
                    else:
                        seat = frame.seat
                        old = before.get(seat)
                        ply = old[0] if old is not None and old[1] is frame else self.ply
                        self.asked = {seat: (ply, frame, moves)}
                        return
        raise EngineError(f"{LOOP_LIMIT} frames without a decision; on top: {_kinds(stack)}")

    def open_lanes(self, lanes: Sequence[Sequence[Frame]]) -> None:
        """Let every seat work through frames of its own at its own pace; the next frame waits for all of them.

        Lanes may touch only their own seat's things and draw nothing, so that the order of answering cannot matter.
        """
        if self.lanes is not None:
            raise EngineError("lanes cannot be opened inside lanes")
        self.lanes = [list(lane) for lane in lanes]

    def _act_in_lane(self, seat: int, frame: Frame, index: int) -> None:
        """A lane touches its own seat's things only: what others are asked cannot change; whoever waits may go on."""
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
            self.asked = asked  # nobody waits, which is the usual case
        else:
            self.settle(kept=asked)

    def _settle_lanes(self, before: dict[int, Question], kept: dict[int, Question]) -> bool:
        """Bring every lane to its next question; ``False`` when all are finished and closed."""
        lanes = self.lanes
        assert lanes is not None
        asked: dict[int, Question] = {}
        outside, finished = self.stack, -1
        try:
            while lanes.count([]) > finished:  # a lane that ends by itself may let an earlier one go on
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
        """Whether everybody can tell that a question with one move has no other, and nothing can change that any more."""
        game = self.game
        public = game.frames.kind_of(frame).public
        return public is not None and (public is always or public(self, frame)) and not game.holds_open(self, frame.seat)

    def _give(self, force: Callable[..., None], frame: Frame, index: int) -> None:
        """Answer a question that has only one answer."""
        if self.log is not None:
            self.log.forced.append((frame.seat, index))
        force(self, frame, index)

    def _ask_anew(self) -> None:
        """After a free move: the pending questions are asked again; one whose ground is gone lapses."""
        self.settle(self.asked)

    # --- what frames use -------------------------------------------------------------------------

    def push(self, *frames: Frame) -> None:
        """Put work on the stack, the first frame on top, so that the text order is the order of resolution."""
        self.stack.extend(frames[::-1])

    def below(self, n: int) -> int:
        """A random number from ``range(n)``, by the state's own generator."""
        if self.lanes is not None:
            raise EngineError("nothing may be drawn while lanes are open")
        self.rng, number = rng.draw(self.rng, n)
        if self.log is not None:
            self.log.mark()
        return number

    def reveal(self) -> None:
        """Note that a hidden fact became visible to somebody: what led here can no longer be taken back."""
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
        """Tell what happened. Hot code asks ``if state.log is not None`` first, so that silence costs nothing.

        Who may see it is what the game declares for the kind; ``audience`` names the seats of a named kind. A kind that
        the game does not declare reaches ``seat`` alone. ``also`` names further rules that say the same, where a
        rulebook states a thing in several places.
        """
        if self.log is not None:
            seats = seats_of(self.game.events.get(kind), seat, audience)
            self.log.append(Event(kind, seat, data, rule, seats, also))
            cite(rule)
            for other in also:
                cite(other)

    # --- what others see -------------------------------------------------------------------------

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """What a seat, a spectator (``None``) or the table itself (``"all"``) may see, as JSON-able data."""
        return self.game.view(self, viewer)

    def sample(self, seat: int, seed: int) -> Self:
        """A complete state that ``seat`` cannot tell from this one; everything it cannot know is dealt anew."""
        self.game.check_seat(self, seat)
        if type(seed) is not int or seed < 0:
            raise BadInput("seed", f"A seed is a non-negative integer, not {seed!r}.")
        world = self.clone()
        world.seed = rng.derive(seed, seat)
        world.rng = rng.seeded(world.seed)
        lanes, world.lanes = world.lanes, None  # the ban on drawing in lanes is for the rules, not for re-dealing
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
    """The topmost frames for an error text: their kinds only, because frames hold cards and other secrets."""
    return ", ".join(frame.kind for frame in stack[-3:])
