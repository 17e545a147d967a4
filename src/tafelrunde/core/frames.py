"""Frame kinds: pending work as data on a stack, named with the rulebook's words.

A game declares one class per kind of frame in ``games/<id>/frames.py`` and registers what the kind does:

>>> class Festival(TypedFrame, tag="festival"):
...     seat: Seat
...     points: int = 1
>>> class Choose(TypedFrame, tag="choose"):
...     seat: Seat
...     options: tuple[tuple[Nested, ...], ...]
>>> frames = Frames()
>>> @frames.auto(Festival, "RISE-EV.3")
... def festival(state, frame: Festival) -> None:
...     state.vp[frame.seat] += frame.points

``state.push(Festival(2), Choose(2, ((Festival(2),), ())))`` puts work on the stack. The tag is the name of the kind in saved
states, where a frame is the list ``["festival", 2, 1]`` (so fields keep their order, and a new one has a default), in
message catalogues and in decision ids. Fields hold numbers, texts, tuples and frames (``Nested``) only, so that a game can be
saved and cloned in the middle of a chain. Test the kind of a frame with ``isinstance(frame, Festival)``; make a changed
copy with ``msgspec.structs.replace(frame, points=2)``, or construct a new frame in hot code.

A kind is either *automatic* (it runs without input) or it *asks*: ``ask`` lists the moves offered to ``frame.seat`` (an empty
list means that the question is cancelled), ``resolve`` carries out the chosen one. A question with one move that everybody can
work out (``moves=PUBLIC``) is resolved without asking. The frame is off the stack when ``run`` or ``resolve`` is called; they
push it again if it has to be repeated.

mypyc cannot compile these classes: ``frames.py`` stays Python in the compiled build, the functions that use them are compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol, TypeVar, dataclass_transform

import msgspec

from tafelrunde.core.audience import MOVES, PUBLIC, WHEN_DONE
from tafelrunde.core.errors import BadInput


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class TypedFrame(msgspec.Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """The base of all frames: immutable, as quick to make and to read as a tuple, and checked when a saved state is read."""

    @property
    def kind(self) -> str:
        """The name of the kind."""
        return str(self.__struct_config__.tag)


Frame = Any
"""A frame of any kind, for functions that use the fields of a specific kind."""
F = TypeVar("F", bound=TypedFrame)
B = TypeVar("B", bound=TypedFrame)


def kind(base: type[B], tag: str) -> type[B]:
    """A kind of frame that has just the fields of its base."""
    return msgspec.defstruct(tag, (), bases=(base,), tag=tag)  # type: ignore[return-value]


class NoFrame(TypedFrame, tag=""):
    """The frame that guards of free moves receive if nothing is asked of the seat."""


Seat = Annotated[int, msgspec.Meta(ge=0)]
"""The type of a field that holds a seat."""

if TYPE_CHECKING:
    Nested = Frame
else:

    class _Frames(type):
        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, TypedFrame)

    class Nested(metaclass=_Frames):
        """The type of a field that holds another frame, of whatever kind."""


Moves = Sequence[int]
Ask = Callable[[Any, Frame], Moves]
Resolve = Callable[[Any, Frame, int], None]
Run = Callable[[Any, Frame], None]
Rule = str | Callable[[Any, Frame], str]
Describe = Callable[[Any, Frame], Mapping[str, Any]]
Known = Callable[[Any, Frame], bool]
"""A predicate: whether the moves of a question follow from public facts in this state."""
Dispatch = tuple[Callable[..., Moves] | None, Callable[..., None], Callable[..., None] | None, Callable[..., None] | None]
"""The functions of a kind: what it asks, what it or the answer does, what happens if there are no options, and what a forced
answer does if the engine may give it (``None`` if the seat is always asked)."""

S = TypeVar("S")
T = TypeVar("T")


class Registers(Protocol[F]):
    """A decorator for functions of a state and a frame of this class."""

    def __call__(self, function: Callable[[S, F], T], /) -> Callable[[S, F], T]: ...


class RegistersAnswer(Protocol[F]):
    """A decorator for functions of a state, a frame of this class and a move."""

    def __call__(self, function: Callable[[S, F, int], None], /) -> Callable[[S, F, int], None]: ...


def always(state: Any, frame: Frame) -> bool:
    """The predicate for questions whose moves follow from public facts in every state."""
    return True


WAIT: Final[tuple[int, ...]] = (-1,)
"""Returned by a lane's ``ask`` while its seat has to wait for other lanes (compared by identity)."""


class Kind:
    """One kind of frame and its functions."""

    __slots__ = ("act", "answer", "ask", "describe", "force", "lapse", "name", "public", "rule", "type")

    def __init__(self, name: str, rule: Rule, frame_type: type[TypedFrame]) -> None:
        self.name = name
        self.rule = rule
        self.type = frame_type
        """The class of the frames."""
        self.ask: Ask | None = None
        self.act: Callable[..., None] | None = None
        self.lapse: Run | None = None
        self.describe: Describe | None = None
        self.answer: str | None = None
        """Who may see the answer while the game runs; only the acting seat by default."""
        self.public: Known | None = None
        """When the list of moves follows from public facts; never by default."""
        self.force: Resolve | None = None

    def keep(self, part: str) -> Callable[[T], T]:
        """A decorator that registers a function as a part of this kind."""

        def register(function: T) -> T:
            setattr(self, part, function)
            return function

        return register

    def dispatch(self) -> Dispatch:
        """The functions that the loop of the engine needs."""
        if self.act is None:
            raise TypeError(f"the frame kind {self.name!r} was registered without saying what it does")
        force = None if self.public is None else self.force or self.act
        return self.ask, self.act, self.lapse, force


class Frames:
    """The registry of a game's frame kinds (see the beginning of this module)."""

    def __init__(self) -> None:
        self.kinds: dict[str, Kind] = {}
        self.by_type: dict[type[TypedFrame], Kind] = {}

    def _new(self, kind: type[TypedFrame], rule: Rule) -> Kind:
        name = name_of(kind)
        if name in self.kinds:
            raise ValueError(f"frame kind {name!r} is registered twice")
        self.kinds[name] = self.by_type[kind] = Kind(name, rule, kind)
        return self.kinds[name]

    def auto(self, kind: type[F], rule: Rule) -> Registers[F]:
        """Register the function of an automatic frame."""
        return self._new(kind, rule).keep("act")

    def asks(self, kind: type[F], rule: Rule, answer: str | None = None, moves: str | Known | None = None) -> Registers[F]:
        """Register a question; ``answer`` declares who may see the answer (see :mod:`tafelrunde.core.audience`).

        ``moves`` declares who can work out the list of moves. By default only the seat itself can, so it is always asked. With
        ``moves=PUBLIC`` everybody can, and the engine gives the only possible answer itself; with ``moves=WHEN_DONE`` too,
        because the choice of which the question is a part is shown as a whole, and then everybody can. Where this depends
        on the position (an empty hand, say), ``moves`` is a predicate of state and frame.
        """
        if "seat" not in kind.__struct_fields__:
            raise ValueError(f"question {name_of(kind)!r}: its frame has no field 'seat' that says who is asked")
        if answer is not None and answer not in MOVES:
            raise ValueError(f"question {name_of(kind)!r}: {answer!r} is not one of the audiences {', '.join(MOVES)}")
        if isinstance(moves, str) and (moves not in MOVES or (moves == WHEN_DONE and answer != WHEN_DONE)):
            raise ValueError(f"question {name_of(kind)!r}: {moves!r} does not say who can work out its moves")
        new = self._new(kind, rule)
        new.answer = answer
        new.public = moves if callable(moves) else always if moves in (PUBLIC, WHEN_DONE) else None
        return new.keep("ask")

    def resolves(self, kind: type[F]) -> RegistersAnswer[F]:
        """Register the function that carries out the answer to a question."""
        return self.by_type[kind].keep("act")

    def forces(self, kind: type[F]) -> RegistersAnswer[F]:
        """Register the function for a forced answer if it differs from a chosen one."""
        return self.by_type[kind].keep("force")

    def lapses(self, kind: type[F]) -> Registers[F]:
        """Register what happens when a question has no options at all."""
        return self.by_type[kind].keep("lapse")

    def describes(self, kind: type[F]) -> Registers[F]:
        """Register the facts that fill the question's sentence."""
        return self.by_type[kind].keep("describe")

    def kind_of(self, frame: TypedFrame) -> Kind:
        """The registered functions of a frame's kind."""
        return self.by_type[type(frame)]

    def rule_of(self, state: Any, frame: Frame) -> str:
        rule = self.kind_of(frame).rule
        return rule if isinstance(rule, str) else rule(state, frame)

    def read(self, where: str, data: Any) -> Frame:
        """A frame from a saved state; what does not fit the fields of its kind is refused."""
        name = data[0] if isinstance(data, list) and data else None
        kind = self.kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            raise BadInput(where, f"{data!r:.60} is no frame of this game.")
        try:
            return msgspec.convert(data, kind.type, dec_hook=lambda _, inner: self.read(where, inner))
        except msgspec.ValidationError as error:
            raise BadInput(where, f"{data!r:.60} is no frame of this game: {error}.") from None


def write(frame: TypedFrame) -> list[Any]:
    """Convert a frame to its form in a saved state."""
    plain: list[Any] = thaw(frame)
    return plain


def freeze(value: Any) -> Any:
    """JSON lists become tuples, all the way down."""
    return tuple(map(freeze, value)) if isinstance(value, list) else value


def thaw(value: Any) -> Any:
    """Tuples and frames become JSON lists, all the way down."""
    if isinstance(value, TypedFrame):
        value = msgspec.to_builtins(value)
    return list(map(thaw, value)) if isinstance(value, (tuple, list)) else value


def name_of(kind: type[TypedFrame]) -> str:
    """The name of a kind of frame by its class."""
    return str(kind.__struct_config__.tag)
