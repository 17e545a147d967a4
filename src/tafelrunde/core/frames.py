"""Frame kinds: work still to be done, as data on a stack, named for the rulebook's words.

A frame is a tuple ``(kind, seat, ...)`` of slugs, ints and tuples, nothing else, so that a game can be saved,
cloned and read aloud in the middle of a chain. A kind is either *automatic* (it just happens) or it *asks*:
``ask`` lists the moves offered (an empty list means the matter lapses), ``resolve`` carries out the chosen one.
A question with one move that everybody can work out (``moves=PUBLIC``) is resolved without asking.
The frame is off the stack when ``run`` or ``resolve`` is called; whoever wants it back pushes it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tafelrunde.core.audience import MOVES, PUBLIC, WHEN_DONE

Frame = tuple[Any, ...]
Moves = Sequence[int]
Ask = Callable[[Any, Frame], Moves]
Resolve = Callable[[Any, Frame, int], None]
Run = Callable[[Any, Frame], None]
Rule = str | Callable[[Any, Frame], str]
Describe = Callable[[Any, Frame], Mapping[str, Any]]
Dispatch = tuple[Callable[..., Moves] | None, Callable[..., None], Callable[..., None] | None, Callable[..., None] | None]
"""What a frame asks, what it or the answer does, what happens where there is nothing to choose, and what the only answer
does where the engine may give it (``None`` where the seat is always asked)."""

Known = Callable[[Any, Frame], bool]
"""Whether the moves of a question follow from public facts in this state."""


def _always(state: Any, frame: Frame) -> bool:
    return True


WAIT: Final[tuple[int, ...]] = (-1,)
"""What a lane's ``ask`` returns while its seat has to wait for other lanes (compared by identity)."""


class Kind:
    """One kind of frame and its functions."""

    __slots__ = ("act", "answer", "ask", "describe", "force", "lapse", "name", "public", "rule")

    def __init__(self, name: str, rule: Rule) -> None:
        self.name = name
        self.rule = rule
        self.ask: Ask | None = None
        self.act: Callable[..., None] | None = None
        self.lapse: Run | None = None
        self.describe: Describe | None = None
        self.answer: str | None = None
        """Who may see the answer while the game runs; the acting seat alone where nothing is declared."""
        self.public: Known | None = None
        """Where the list of moves follows from public facts; never where nothing is declared."""
        self.force: Resolve | None = None

    def dispatch(self) -> Dispatch:
        """The functions that the loop of the engine needs."""
        if self.act is None:
            raise TypeError(f"the frame kind {self.name!r} was registered without saying what it does")
        force = None if self.public is None else self.force or self.act
        return self.ask, self.act, self.lapse, force


class Frames:
    """The registry of a game's frame kinds.

    >>> frames = Frames()
    >>> @frames.auto("festival", "RISE-EV.3")
    ... def festival(state, frame):
    ...     state.vp[frame[1]] += 1
    """

    def __init__(self) -> None:
        self.kinds: dict[str, Kind] = {}

    def _kind(self, name: str, rule: Rule) -> Kind:
        if name in self.kinds:
            raise ValueError(f"frame kind {name!r} is registered twice")
        return self.kinds.setdefault(name, Kind(name, rule))

    def auto(self, name: str, rule: Rule) -> Callable[[Run], Run]:
        """Register what happens by itself."""
        kind = self._kind(name, rule)

        def register(run: Run) -> Run:
            kind.act = run
            return run

        return register

    def asks(self, name: str, rule: Rule, answer: str | None = None, moves: str | Known | None = None) -> Callable[[Ask], Ask]:
        """Register a question; ``answer`` declares who may see the answer (see :mod:`tafelrunde.core.audience`).

        ``moves`` declares who can work out the list of moves. By default only the seat itself can, so it is always asked. With
        ``moves=PUBLIC`` everybody can, and the engine gives the only possible answer itself; with ``moves=WHEN_DONE`` too,
        because the choice of which the question is a part is shown as a whole, and then everybody can. Where this depends
        on the position (an empty hand, say), ``moves`` is a predicate of state and frame.
        """
        kind = self._kind(name, rule)
        if answer is not None and answer not in MOVES:
            raise ValueError(f"question {name!r}: {answer!r} is not one of the audiences {', '.join(MOVES)}")
        if isinstance(moves, str) and (moves not in MOVES or (moves == WHEN_DONE and answer != WHEN_DONE)):
            raise ValueError(f"question {name!r}: {moves!r} does not say who can work out its moves")
        kind.answer = answer
        kind.public = moves if callable(moves) else _always if moves in (PUBLIC, WHEN_DONE) else None

        def register(ask: Ask) -> Ask:
            kind.ask = ask
            return ask

        return register

    def resolves(self, name: str) -> Callable[[Resolve], Resolve]:
        """Register what the answer to a question does."""

        def register(resolve: Resolve) -> Resolve:
            self.kinds[name].act = resolve
            return resolve

        return register

    def forces(self, name: str) -> Callable[[Resolve], Resolve]:
        """Register what the only possible answer does where it differs from an answer that was chosen."""

        def register(force: Resolve) -> Resolve:
            self.kinds[name].force = force
            return force

        return register

    def lapses(self, name: str) -> Callable[[Run], Run]:
        """Register what happens when a question has no options at all."""

        def register(lapse: Run) -> Run:
            self.kinds[name].lapse = lapse
            return lapse

        return register

    def describes(self, name: str) -> Callable[[Describe], Describe]:
        """Register the facts that fill the question's sentence."""

        def register(describe: Describe) -> Describe:
            self.kinds[name].describe = describe
            return describe

        return register

    def rule_of(self, state: Any, frame: Frame) -> str:
        rule = self.kinds[frame[0]].rule
        return rule if isinstance(rule, str) else rule(state, frame)
