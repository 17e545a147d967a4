"""What the cards of 51st State do: one class for each kind of production, feature and card action.

A class has the fields of the component file as its own. It says what the rules do (``compiled``), what the card says
(``sentence``) and what bots and forecasts make of it. No other module depends on the name of a kind.
"""

from __future__ import annotations

from tafelrunde.games.fifty_first_state.effects.card_actions import AnyAction, CardAction
from tafelrunde.games.fifty_first_state.effects.features import AnyFeature, Feature
from tafelrunde.games.fifty_first_state.effects.production import AnyBonus, AnyProduction, Produces

__all__ = ["AnyAction", "AnyBonus", "AnyFeature", "AnyProduction", "CardAction", "Feature", "Produces"]
