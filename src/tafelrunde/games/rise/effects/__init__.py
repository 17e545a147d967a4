"""The operations of the component file, one class each: its fields, its frame, its sentence and its symbols.

``EFFECTS`` reads lists of effects. No code outside this package depends on the name of an operation.
"""

from __future__ import annotations

from tafelrunde.core.effects import Operations
from tafelrunde.games.rise.effects.base import (
    Effect,
    Effects,
    Gains,
    TrackName,
    Traits,
    compile_chosen,
    compile_effects,
    effect_of,
    effects_of,
    marks,
    sentences,
)
from tafelrunde.games.rise.effects.operations import AnyEffect, Exchange, IfHappiest, Pay, Retreat

EFFECTS: Operations[Effect] = Operations(AnyEffect)

__all__ = [
    "EFFECTS", "AnyEffect", "Effect", "Effects", "Exchange", "Gains", "IfHappiest", "Pay", "Retreat", "TrackName", "Traits",
    "compile_chosen", "compile_effects", "effect_of", "effects_of", "marks", "sentences",
]  # fmt: skip
