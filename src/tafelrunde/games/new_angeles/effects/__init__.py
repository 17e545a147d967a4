"""The operations of the component file, one class each: its fields, its frames, its forecast.

``CARDS`` reads the effects of action and emergency cards, ``EVENTS`` those of event cards, ``ASSETS`` those of assets.
Outside this package nothing depends on the name of an operation.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tafelrunde.core.effects import Operations
from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles.effects import former
from tafelrunde.games.new_angeles.effects.assets import AnyAssetEffect, AssetEffect
from tafelrunde.games.new_angeles.effects.base import City, Effect, Position
from tafelrunde.games.new_angeles.effects.choice import CardEffect
from tafelrunde.games.new_angeles.effects.events import EventEffect

CARDS: Operations[Effect] = Operations(CardEffect)
EVENTS: Operations[Effect] = Operations(EventEffect)
ASSETS: Operations[AssetEffect] = Operations(AnyAssetEffect)


def read_asset(where: str, effect: Any) -> tuple[AssetEffect, ...]:
    """The effects of an asset, also as former component files have them."""
    return ASSETS.read(where, former.updated(effect))


def compile_card(effect: Iterable[Effect], rule: str) -> tuple[Frame, ...]:
    """The frames of a card with an open place for the resolver."""
    return tuple(frame for operation in effect for frame in operation.frames(rule))


__all__ = ["ASSETS", "CARDS", "EVENTS", "AssetEffect", "City", "Effect", "Position", "compile_card", "read_asset"]
