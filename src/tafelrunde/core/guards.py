"""Guards: why a move is not legal.

The fast face of legality is a frame's ``ask``; the slow face is an ordered list of guards per verb. A guard
returns ``None`` where it has nothing against the move, else the facts that fill its sentence. ``explain`` gives
the first guard that objects; a property test demands that a move is legal if and only if none does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tafelrunde.core.frames import Frame, Frames, Kind, TypedFrame
from tafelrunde.core.moves import Word
from tafelrunde.core.verbs import Check, Guard, Objection, Verb, Verbs

__all__ = ["Guard", "Guards", "Objection", "Verb"]


InForce = Callable[[str, Frames, "Guards"], tuple[Mapping[str, Kind], "Guards"]]
_filter: list[InForce] = []


def in_force(game: str, frames: Frames, guards: Guards) -> tuple[Mapping[str, Kind], Guards]:
    """The frame kinds and guards with which a game is played: all of them, unless a test has switched one off."""
    return _filter[-1](game, frames, guards) if _filter else (frames.kinds, guards)


def filter_rules(chosen: InForce) -> None:
    """Let a test tool switch off rules of games that are loaded from now on."""
    _filter.append(chosen)


class Guards:
    """The registry of a game's verbs and their guards, in the order in which they are checked."""

    def __init__(self, verbs: Verbs | None = None) -> None:
        self.declared = verbs or Verbs()
        self.verbs: dict[str, Verb] = self.declared.verbs

    def verb(self, name: str, rule: str, *kinds: str | type[TypedFrame], audience: str | None = None) -> None:
        """Declare a verb without its arguments, in a game that lists its vocabulary itself."""
        self.declared.verb(name, rule, *kinds, audience=audience)

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
