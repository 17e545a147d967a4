"""The components for screens: names, symbols and the same texts as on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelrunde.games.new_angeles.effects.base import Teller
from tafelrunde.games.new_angeles.present.card_texts import card_texts

if TYPE_CHECKING:
    from tafelrunde.games.new_angeles.game import NewAngeles

Sheets = dict[str, dict[str, dict[str, Any]]]

CARD_RULES = {
    "action_cards": "ACT",
    "emergency_actions": "EMG",
    "assets": "AST",
    "investments": "INV",
    "events": "EVT",
    "corporations": "CON",
}
"""Kinds in which every card has its own rule."""
PIECE_RULES = {
    "android": "NA-10.0",
    "outage": "NA-11.0",
    "unrest": "NA-61.0",
    "illness": "NA-33.0",
    "development": "NA-18.1",
    "human_first": "NA-35.0",
    "orgcrime": "NA-39.0",
    "prisec": "NA-41.0",
}
KIND_RULES = {
    "resources": "NA-8.0",
    "districts": "NA-16.0",
    "action_types": "NA-2.3",
    "demands": "NA-37.2b",
    "setup_cards": "NA-S.3",
    "rivals": "NA-46.1",
}
"""Kinds in which one rule covers all cards."""


def rule_of(kind: str, slug: str) -> str:
    """The rule of a component; cards of other sets have none."""
    if kind in CARD_RULES:
        return f"NA-{CARD_RULES[kind]}.{slug}"
    if kind == "pieces":
        return PIECE_RULES[slug]
    return "NA-22.0" if slug == "federalist" else KIND_RULES[kind]


def sheets(game: NewAngeles, lang: str, found: Sheets) -> Sheets:
    """Complete ``found``, the data with names: add texts and symbols, generated from the effects, and the Root."""
    texts = card_texts(game.parts, Teller(game.messages(lang)))
    symbols = dict(zip(game.layout(4).cards, game.layout(4).effects, strict=True))
    for kind, entries in found.items():
        for slug, entry in entries.items():
            entry.pop("effect", None)
            entry["rule"] = rule_of(kind, slug)
            entry["text"] = texts[kind][slug] if kind in texts else game.rules[entry["rule"]].text_in(lang)
            if slug in symbols:
                entry["symbols"] = [symbol._asdict() for effect in symbols[slug] for symbol in effect.symbols()]
    return {**found, "places": _places(game, lang)}


def _places(game: NewAngeles, lang: str) -> dict[str, dict[str, Any]]:
    """The board's elements besides the districts: the Root, the cost of reaching it, and the end of the threat track."""
    constants, root = game.parts.constants, game.parts.root
    return {
        "root": {
            "id": "root",
            "name": {"de": root.name_de, "ru": root.name_ru}.get(lang, root.name),
            "threat": constants.root_threat,
            "threat_end": constants.threat_end,
            "rule": "NA-16.1",
            "text": game.rules["NA-16.1"].text_in(lang),
        }
    }
