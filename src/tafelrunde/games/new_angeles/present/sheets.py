"""The components as screens draw them: names and the sentence that says what each does, the same as on the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

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
"""Kinds whose every card has a rule of its own."""
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
"""Kinds of which one rule speaks for all."""


def rule_of(kind: str, slug: str) -> str:
    """The rule that says what a component does."""
    if kind in CARD_RULES:
        return f"NA-{CARD_RULES[kind]}.{slug}"
    if kind == "pieces":
        return PIECE_RULES[slug]
    return "NA-22.0" if slug == "federalist" else KIND_RULES[kind]


def sheets(game: NewAngeles, lang: str, found: Sheets) -> Sheets:
    """``found``, the data with names, completed: sentences, names in the file where the catalogue has none, the Root."""
    described = {
        kind: {
            slug: {**entry, "name": _name(game, lang, kind, slug), **_sentence(game, lang, rule_of(kind, slug))}
            for slug, entry in entries.items()
        }
        for kind, entries in found.items()
    }
    return {**described, "places": _places(game, lang)}


def _name(game: NewAngeles, lang: str, kind: str, slug: str) -> str:
    """Places have no entry in the catalogue; their names are those of the file."""
    name = game.messages(lang).name(slug)
    if name != slug:
        return name
    entry: Mapping[str, Any] = next(e for e in game.components.data[kind] if e["id"] == slug)
    return str(entry.get(f"name_{lang}") or entry.get("name") or slug)


def _sentence(game: NewAngeles, lang: str, rule: str) -> dict[str, str]:
    return {"rule": rule, "text": game.rules[rule].text_in(lang)}


def _places(game: NewAngeles, lang: str) -> dict[str, dict[str, Any]]:
    """What is printed on the board beside the districts: the Root, what reaching it costs, and where threat ends the game."""
    data = game.components.data
    constants, root = data["constants"], data["root"]
    return {
        "root": {
            "id": "root",
            "name": str(root.get(f"name_{lang}") or root["name"]),
            "threat": constants["root_threat"],
            "threat_end": constants["threat_end"],
            **_sentence(game, lang, "NA-16.1"),
        }
    }
