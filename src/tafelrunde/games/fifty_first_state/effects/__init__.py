"""The effects of 51st State cards: one class for each kind of production, feature and card action.

The fields of a class are the keys of the component file. Its methods define what the rules do (``compiled``), the sentence on
the card (``sentence``) and the estimates of bots and forecasts. No other module depends on the name of a kind.
"""

from __future__ import annotations

from tafelrunde.games.fifty_first_state.effects.card_actions import AnyAction, CardAction
from tafelrunde.games.fifty_first_state.effects.features import AnyFeature, Feature
from tafelrunde.games.fifty_first_state.effects.production import AnyBonus, AnyProduction, Produces

__all__ = ["AnyAction", "AnyBonus", "AnyFeature", "AnyProduction", "CardAction", "Feature", "Produces"]
