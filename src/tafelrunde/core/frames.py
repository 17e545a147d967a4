"""Frame kinds: work still to be done, as data on a stack, named for the rulebook's words.

A frame is a tuple ``(kind, seat, ...)`` of slugs, ints and tuples, nothing else, so that a game can be saved,
cloned and read aloud in the middle of a chain. A kind is either *automatic* (it just happens) or it *asks*:
``ask`` lists the moves offered (an empty list means the matter lapses), ``resolve`` carries out the chosen one.
The frame is off the stack when ``run`` or ``resolve`` is called; whoever wants it back pushes it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

Frame = tuple[Any, ...]
Moves = Sequence[int]
Ask = Callable[[Any, Frame], Moves]
Resolve = Callable[[Any, Frame, int], None]
Run = Callable[[Any, Frame], None]
Rule = str | Callable[[Any, Frame], str]
Describe = Callable[[Any, Frame], Mapping[str, Any]]
Dispatch = tuple[Callable[..., Moves] | None, Callable[..., None], Callable[..., None] | None]
"""What a frame asks, what it or the answer does, and what happens where there is nothing to choose."""

WAIT: Final[tuple[int, ...]] = (-1,)
"""What a lane's ``ask`` returns while its seat has to wait for other lanes (compared by identity)."""


class Kind:
    """One kind of frame and its functions."""

    __slots__ = ("act", "ask", "describe", "hidden", "lapse", "name", "rule")

    def __init__(self, name: str, rule: Rule) -> None:
        self.name = name
        self.rule = rule
        self.ask: Ask | None = None
        self.act: Callable[..., None] | None = None
        self.lapse: Run | None = None
        self.describe: Describe | None = None
        self.hidden = False


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

    def asks(self, name: str, rule: Rule, hidden: bool = False) -> Callable[[Ask], Ask]:
        """Register a question; ``hidden`` marks answers that other seats may not see in a running game."""
        kind = self._kind(name, rule)
        kind.hidden = hidden

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
