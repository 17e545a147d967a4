"""Guards: the reasons why a move is not legal.

Legality is defined twice: by a frame's ``ask``, which is fast, and by an ordered list of guards per verb, which explains. A guard
returns ``None`` if it has no objection, otherwise the facts for its sentence. ``explain`` returns the first objection. A property
test checks that a move is legal if and only if no guard objects.
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
    """The frame kinds and guards that a game uses: all of them, unless a test has switched one off."""
    return _filter[-1](game, frames, guards) if _filter else (frames.kinds, guards)


def filter_rules(chosen: InForce) -> None:
    """Let a test tool switch off rules in games that are loaded from now on."""
    _filter.append(chosen)


class Guards:
    """The verbs of a game with their guards, in the order in which the guards are checked."""

    def __init__(self, verbs: Verbs | None = None) -> None:
        self.declared = verbs or Verbs()
        self.verbs: dict[str, Verb] = self.declared.verbs

    def verb(self, name: str, rule: str, *kinds: str | type[TypedFrame], audience: str | None = None) -> None:
        """Declare a verb without its arguments, for games that list their vocabulary themselves."""
        self.declared.verb(name, rule, *kinds, audience=audience)

    def guard(self, verb: str, rule: str, key: str) -> Callable[[Check], Check]:
        def register(check: Check) -> Check:
            self.verbs[verb].guards.append(Guard(rule, key, check))
            return check

        return register

    def objection(self, state: Any, frame: Frame, seat: int, words: tuple[Word, ...]) -> tuple[Guard, Mapping[str, Any]] | None:
        """Return the first guard that objects, with its facts."""
        for guard in self.verbs[str(words[0])].guards:
            facts = guard.check(state, frame, seat, words[1:])
            if facts is not None:
                return guard, facts
        return None
