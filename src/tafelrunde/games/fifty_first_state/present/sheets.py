"""The components for screens: the data with names and the same sentences that the terminal shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tafelrunde.games.fifty_first_state.names import CATEGORIES, ROWS
from tafelrunde.games.fifty_first_state.present.texts import Texts

if TYPE_CHECKING:
    from tafelrunde.core.game import Game

Sheets = dict[str, dict[str, dict[str, Any]]]


def sheets(game: Game[Any], texts: Texts) -> Sheets:
    """Every component by kind and id, each with ``name`` and ``text``."""
    return {
        "location": {slug: _location(texts, card) for slug, card in texts.cards.items() if "deck" not in card},
        "connection": {slug: _card(texts, card) for slug, card in texts.cards.items() if "deck" in card},
        "faction": {slug: _faction(texts, faction) for slug, faction in texts.factions.items()},
        "good": {good["id"]: _told(texts, "good", good) for good in game.components.data["good"]},
        "category": {slug: _told(texts, "category", {"id": slug}) for slug in CATEGORIES},
        "sort": {
            slug: _told(texts, "sort", _sort(game, slug)) for slug in ("production", "open_production", "feature", "action")
        },
        "deck_option": {deck["id"]: _told(texts, "deck", deck) for deck in game.components.data["deck_option"]},
    }


def _card(texts: Texts, card: Mapping[str, Any]) -> dict[str, Any]:
    return {**card, "name": texts.catalogue.name(card["id"]), "text": texts.effect(card["id"])}


def _location(texts: Texts, card: Mapping[str, Any]) -> dict[str, Any]:
    """A location; ``text`` is the effect of the building, the other two uses have separate sentences."""
    return {**_card(texts, card), "deal_text": texts.deal(card["id"]), "raze_text": texts.spoils(card["id"])}


def _faction(texts: Texts, faction: Mapping[str, Any]) -> dict[str, Any]:
    rows = [{**row, "text": texts.faction_row(faction["id"], row["row"])} for row in faction["actions"]]
    told = texts.say("production", gain=texts.goods(faction["production"]))
    return {**faction, "name": texts.catalogue.name(faction["id"]), "text": told, "actions": rows}


def _sort(game: Game[Any], slug: str) -> dict[str, Any]:
    """A kind of location: its row and the cost of razing a location there."""
    row = slug.removeprefix("open_")
    return {"id": slug, "row": ROWS.index(row), "resistance": game.components.data["resistance"][row]}


def _told(texts: Texts, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """The elements that have their own sentence in the catalogue."""
    slug = entry["id"]
    return {
        **entry,
        "name": texts.catalogue.name(f"{kind}:{slug}"),
        "text": texts.catalogue.say("sheets", f"{kind}_{slug}", entry),
    }
