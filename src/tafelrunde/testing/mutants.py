"""Mutants: the rules with one guard or effect switched off, to see whether the tests notice.

``TAFELRUNDE_MUTANT`` names one switch (``rise/effect/income``, ``rise/guard/place/1``); the tests call :func:`install`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from tafelrunde.core.frames import Frames, Kind
from tafelrunde.core.guards import Guards, filter_rules

VARIABLE = "TAFELRUNDE_MUTANT"


def switches(game: str, frames: Frames, guards: Guards) -> list[str]:
    """Everything that can be switched off in a game."""
    effects = [f"{game}/effect/{name}" for name in frames.kinds]
    checks = [f"{game}/guard/{verb}/{i}" for verb, v in guards.verbs.items() for i in range(len(v.guards))]
    return effects + checks


def install() -> None:
    """Switch off in games that are loaded from now on what the environment names."""
    if os.environ.get(VARIABLE):
        filter_rules(disarmed)


def disarmed(game: str, frames: Frames, guards: Guards) -> tuple[Mapping[str, Kind], Guards]:
    """A game's frames and guards, less the one the environment switches off."""
    kinds, checks = dict(frames.kinds), guards
    name = os.environ.get(VARIABLE, "")
    if not name.startswith(f"{game}/"):
        return kinds, checks
    _, sort, *rest = name.split("/")
    if sort == "effect":
        kinds[rest[0]] = _without_effect(kinds[rest[0]])
    else:
        checks = _without_guard(guards, rest[0], int(rest[1]))
    return kinds, checks


def _without_effect(kind: Kind) -> Kind:
    mutant = Kind(kind.name, kind.rule, kind.type)
    mutant.ask, mutant.lapse, mutant.describe = kind.ask, kind.lapse, kind.describe
    mutant.answer, mutant.public = kind.answer, kind.public
    mutant.act = lambda state, frame, move=None: None
    return mutant


def _without_guard(guards: Guards, verb: str, place: int) -> Guards:
    mutant = Guards()
    for name, v in guards.verbs.items():
        kept = [g for i, g in enumerate(v.guards) if not (name == verb and i == place)]
        mutant.verbs[name] = v._replace(guards=kept)
    return mutant
