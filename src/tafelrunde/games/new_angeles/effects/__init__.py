"""The operations of the component file, one class each: its fields, sentence, symbols, frames and forecast.

``CardEffect`` lists the operations of action and emergency cards, ``EventEffect`` those of event cards, ``AnyAssetEffect``
those of assets, ``AnyInvestment`` those of investments. No code outside this package depends on the name of an operation.
"""

from __future__ import annotations

from tafelrunde.games.new_angeles.effects.assets import AnyAssetEffect, AssetEffect
from tafelrunde.games.new_angeles.effects.base import City, Effect, Position, Teller
from tafelrunde.games.new_angeles.effects.events import EventEffect, Threat
from tafelrunde.games.new_angeles.effects.goods import (
    Capital,
    ChooseDistrict,
    ChoosePlayer,
    Collect,
    Deploy,
    DiscardAsset,
    DrawEach,
    PeekEvents,
    Supply,
)
from tafelrunde.games.new_angeles.effects.investments import AnyInvestment, Demand
from tafelrunde.games.new_angeles.effects.pieces import (
    LowerOrRemove,
    MoveAndroid,
    MoveEnemies,
    NoIllness,
    Place,
    Produce,
    Remove,
    UnrestDown,
    UnrestSet,
    UnrestUp,
)

CardEffect = (
    Remove | Place | UnrestDown | UnrestUp | UnrestSet | LowerOrRemove | MoveAndroid | MoveEnemies | Produce | NoIllness
    | Supply | Collect | ChoosePlayer | ChooseDistrict | Capital | DrawEach | Deploy | PeekEvents | DiscardAsset | Threat
)  # fmt: skip

__all__ = [
    "AnyAssetEffect", "AnyInvestment", "AssetEffect", "CardEffect", "City", "Demand", "Effect", "EventEffect", "Position",
    "Teller",
]  # fmt: skip
