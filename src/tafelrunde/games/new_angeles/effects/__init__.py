"""The operations of the component file, one class each: its fields, its frames, its forecast.

``CARDS`` reads the effects of action and emergency cards, ``EVENTS`` those of event cards. Outside this package nothing
depends on which operation an effect is.
"""

from __future__ import annotations

from collections.abc import Iterable

from tafelrunde.core.effects import Operations
from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles.effects.base import City, Effect, Position
from tafelrunde.games.new_angeles.effects.choice import CardEffect
from tafelrunde.games.new_angeles.effects.events import EventEffect

CARDS: Operations[Effect] = Operations(CardEffect)
EVENTS: Operations[Effect] = Operations(EventEffect)


def compile_card(effect: Iterable[Effect], rule: str) -> tuple[Frame, ...]:
    """The frames of a card with an open place for the resolver."""
    return tuple(frame for operation in effect for frame in operation.frames(rule))


__all__ = ["CARDS", "EVENTS", "City", "Effect", "Position", "compile_card"]
