"""The texts of the components, generated from their effects in the component file."""

from __future__ import annotations

from typing import Any

from tafelrunde.games.new_angeles.components import Asset, ComponentSet, Corporation, Event
from tafelrunde.games.new_angeles.effects.base import Teller
from tafelrunde.games.new_angeles.terms import ROWS


def card_texts(parts: ComponentSet, tell: Teller) -> dict[str, dict[str, str]]:
    """The texts of all cards by kind and id."""
    return {
        "action_cards": {card.id: tell.all(card.effect) for card in parts.action_cards},
        "emergency_actions": {card.id: tell.all(card.effect) for card in parts.emergency_actions},
        "assets": {asset.id: _asset(tell, asset) for asset in parts.assets},
        "investments": {card.id: card.sentence(tell) for card in parts.investments},
        "events": {event.id: _event(tell, event) for event in parts.events},
        "demands": {card.id: card.sentence(tell) for card in parts.demands},
        "corporations": {corporation.id: _corporation(tell, corporation) for corporation in parts.corporations},
    }


def _asset(tell: Teller, asset: Asset) -> str:
    """An asset's timing, cost, effect, and the changes while it is held."""
    terms = [tell("optional" if asset.asked else "mandatory")]
    if asset.cost != "none":
        terms.append(tell(f"cost_{asset.cost}"))
    text = tell("asset_text", moment=tell(f"moment_{asset.moment}"), terms=terms, text=tell.all(asset.effect))
    change = asset.hand_limit_delta
    if change:
        text += " " + tell("hand_limit_up" if change > 0 else "hand_limit_down", n=abs(change))
    return text


def _event(tell: Teller, event: Event) -> str:
    rows = {row: getattr(event.place, row) for row in ROWS}
    places = [tell("event_place_row", what=row, districts=list(numbers)) for row, numbers in rows.items() if numbers]
    sentences = [tell.all(event.effect), tell("event_place", places=places) if places else ""]
    return " ".join(filter(None, [*sentences, tell("event_assets", n=event.assets)]))


def _corporation(tell: Teller, corporation: Corporation) -> str:
    """The contract, and the cards drawn in the Refresh step with 4 players and with more."""
    contract = tell(f"contract_{corporation.contract.trigger}", n=corporation.contract.capital)
    with_4, with_more = _sheet(tell, corporation.draw_4), _sheet(tell, corporation.draw_5_6)
    if with_4 == with_more:
        return f"{contract} {tell('corp_sheet', lines=with_4)}"
    return f"{contract} {tell('corp_sheet_by_players', lines=with_4, more_lines=with_more)}"


def _sheet(tell: Teller, lines: Any) -> list[str]:
    kinds = ((line.count, tell("general") if line.type == "general" else line.type) for line in lines)
    return [tell("corp_line", n=n, kind=kind) for n, kind in kinds]
