"""Verbs, declared once: their rule, the questions that offer them, their audience and their possible arguments.

The vocabulary, the text and number of each move and the check of texts derive from it. A game declares its verbs in
``games/<id>/verbs.py``, in the order of the vocabulary (append, never reorder: records and bots keep the numbers)::

    VERBS = Verbs()
    VERBS.verb("pass", "RISE-T.1", Turn, Window, audience=PUBLIC)             # one move, no arguments
    VERBS.verb("place", "RISE-C.2", Turn, audience=PUBLIC, args=range(1, 5))  # place 1 to place 4
    VERBS.verb("run", "RISE-SCH.2", Turn, audience=PUBLIC, args=lambda parts: [tile.id for tile in parts.school_tiles])
    VERBS.verb("raid", "51S-3.9", Turn, audience=PUBLIC, args=lambda parts: [(seat, *r) for seat in SEATS for r in refs(parts)])
    VERBS.more("replace_ruin", "replace", args=lambda parts: [("ruin", card) for card in locations(parts)])

    GUARDS = Guards(VERBS)                            # then guards as before; the game has `guards = GUARDS` and no `words`

An argument is a word, or a tuple of words where a verb has several; ``parts`` is ``game.parts``, the typed component set.
``more`` declares further moves of a verb that come later in the vocabulary, under a separate name.

``game.runs["place"]`` is the range of a verb's move numbers: ``run.first + i`` encodes and ``move - run.first`` decodes by index,
``run.number("ruin", "pub")`` and ``run.args[i]`` by words. Hot code stores ``first`` in its layout, so that one subtraction
decodes a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tafelrunde.core.audience import MOVES
from tafelrunde.core.frames import Frame, TypedFrame, name_of
from tafelrunde.core.moves import Word

Args = tuple[Word, ...]
Domain = Iterable[Word | Args]
"""The possible arguments of a verb, in the order of their numbers."""


Objection = Mapping[str, Any] | None
Check = Callable[[Any, Frame, int, Args], Objection]


class Guard(NamedTuple):
    """One reason against a verb: the rule that forbids it, the key of its sentence and the check."""

    rule: str
    key: str
    check: Check


class Verb(NamedTuple):
    """A verb's main rule, the frame kinds that offer it (none for a free move) and its guards."""

    rule: str
    kinds: frozenset[str]
    guards: list[Guard]
    audience: str | None
    """Who may see such a move while the game runs; only the acting seat by default."""


class Run:
    """The moves of one verb, which have consecutive numbers, one for each of its arguments."""

    __slots__ = ("_places", "args", "first", "verb")

    def __init__(self, verb: str, first: int, args: Iterable[Word | Args]) -> None:
        self.verb = verb
        self.first = first
        """The number of the first move."""
        self.args: tuple[Args, ...] = tuple(each if isinstance(each, tuple) else (each,) for each in args)
        """The arguments of each move."""
        self._places = {words: i for i, words in enumerate(self.args)}

    def __len__(self) -> int:
        return len(self.args)

    def __contains__(self, move: int) -> bool:
        return self.first <= move < self.first + len(self.args)

    def __iter__(self) -> Iterator[int]:
        """The numbers of the moves."""
        return iter(range(self.first, self.first + len(self.args)))

    def items(self) -> Iterator[tuple[int, Args]]:
        """The moves with their arguments."""
        return enumerate(self.args, self.first)

    def number(self, *args: Word) -> int:
        """The number of the move with these arguments."""
        return self.first + self._places[args]


class Verbs:
    """The verbs of a game in the order of its vocabulary."""

    def __init__(self) -> None:
        self.verbs: dict[str, Verb] = {}
        self._runs: dict[str, tuple[str, Domain | Callable[[Any], Domain]]] = {}

    def verb(
        self,
        name: str,
        rule: str,
        *kinds: str | type[TypedFrame],
        audience: str | None = None,
        args: Domain | Callable[[Any], Domain] = ((),),
    ) -> None:
        """Declare a verb: the rule that a refusal cites when nothing asks for it, and the frames that offer it.

        ``audience`` declares who may see such a move (see :mod:`tafelrunde.core.audience`), ``args`` its arguments.
        """
        if audience is not None and audience not in MOVES:
            raise ValueError(f"verb {name!r}: {audience!r} is not one of the audiences {', '.join(MOVES)}")
        if name in self.verbs:
            raise ValueError(f"verb {name!r} is declared twice")
        self.verbs[name] = Verb(rule, frozenset(kind if isinstance(kind, str) else name_of(kind) for kind in kinds), [], audience)
        self._runs[name] = name, args

    def more(self, name: str, verb: str, args: Domain | Callable[[Any], Domain]) -> None:
        """Declare further moves of a verb."""
        if verb not in self.verbs or name in self._runs:
            raise ValueError(f"{name!r} must be a new name for moves of a verb that is declared")
        self._runs[name] = verb, args

    def runs(self, parts: Any) -> Mapping[str, Run]:
        """The moves of all verbs for a component set, under the names with which they were declared."""
        found: dict[str, Run] = {}
        first = 0
        for name, (verb, args) in self._runs.items():
            found[name] = Run(verb, first, args(parts) if callable(args) else args)
            first += len(found[name])
        return found


def words(runs: Mapping[str, Run]) -> list[Args]:
    """All moves in the order of their numbers."""
    return [(run.verb, *args) for run in runs.values() for args in run.args]
