"""Guards: why a move is not legal.

The fast face of legality is a frame's ``ask``; the slow face is an ordered list of guards per verb. A guard
returns ``None`` where it has nothing against the move, else the facts that fill its sentence. ``explain`` gives
the first guard that objects; a property test demands that a move is legal if and only if none does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tafelrunde.core.audience import MOVES
from tafelrunde.core.frames import Frame, TypedFrame, name_of
from tafelrunde.core.moves import Word

Objection = Mapping[str, Any] | None
Check = Callable[[Any, Frame, int, tuple[Word, ...]], Objection]


class Guard(NamedTuple):
    """One reason against a verb: the rule that forbids, the key of its sentence, the check."""

    rule: str
    key: str
    check: Check


class Verb(NamedTuple):
    """What a verb belongs to: the frame kinds that ask for it (none for a free move) and its home rule."""

    rule: str
    kinds: frozenset[str]
    guards: list[Guard]
    audience: str | None
    """Who may see such a move while the game runs; the acting seat alone where nothing is declared."""


class Guards:
    """The registry of a game's verbs and their guards, in the order in which they are checked."""

    def __init__(self) -> None:
        self.verbs: dict[str, Verb] = {}

    def verb(self, name: str, rule: str, *kinds: str | type[TypedFrame], audience: str | None = None) -> None:
        """Declare a verb, the rule a player is sent to when it is not asked for, and the frames that ask for it.

        ``audience`` declares who may see such a move (see :mod:`tafelrunde.core.audience`).
        """
        if audience is not None and audience not in MOVES:
            raise ValueError(f"verb {name!r}: {audience!r} is not one of the audiences {', '.join(MOVES)}")
        self.verbs[name] = Verb(rule, frozenset(map(name_of, kinds)), [], audience)

    def guard(self, verb: str, rule: str, key: str) -> Callable[[Check], Check]:
        def register(check: Check) -> Check:
            self.verbs[verb].guards.append(Guard(rule, key, check))
            return check

        return register

    def objection(self, state: Any, frame: Frame, seat: int, words: tuple[Word, ...]) -> tuple[Guard, Mapping[str, Any]] | None:
        """The first guard that objects, with its facts."""
        for guard in self.verbs[str(words[0])].guards:
            facts = guard.check(state, frame, seat, words[1:])
            if facts is not None:
                return guard, facts
        return None
