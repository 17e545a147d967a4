"""The rulebook page: all rules in order, with their references and proofs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tafelrunde.core.components import SOURCES
from tafelrunde.core.game import Game
from tafelrunde.core.rules import CHECKED_TAGS, Rule
from tafelrunde.library import load
from tafelrunde.study.proofs import Proof, proofs
from tafelrunde.study.scenarios import title_of


def links(game: Game[Any], text: str, own: str) -> dict[str, str]:
    """The references in a text: the text of each reference and the id it means. ``R.3`` and ``6.1`` refer to rules of the
    same game."""
    prefix = own.partition("-")[0]
    found: dict[str, str] = {}
    for match in _pattern(prefix).finditer(text):
        rule = match[0] if match[0].startswith(prefix + "-") else f"{prefix}-{match[0]}"
        while rule not in game.rules and rule.endswith((".", "a", "b", "c")):
            rule = rule[:-1]
        if rule in game.rules and rule != own:
            found[match[0]] = rule
    return found


@cache
def _pattern(prefix: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.-])(?:{prefix}-[A-Z0-9]+(?:\.\w+)+|R\.\d+|\d{{1,2}}\.\d+[a-c]?)(?![\w-])")


def _component(rule: str) -> str:
    """The component that a rule is about (``51S-CARD.pub``); a plain number does not name a component."""
    slug = rule.partition(".")[2]
    return "" if slug[:1].isdigit() else slug


def house_components(data: Any) -> Iterator[tuple[str, str]]:
    """Every component with a stated origin, by its slug."""
    if isinstance(data, Mapping):
        slug = data.get("slug") or data.get("id")
        if isinstance(slug, str) and data.get("source") in SOURCES:
            yield slug, data["source"]
        for value in data.values():
            yield from house_components(value)
    elif isinstance(data, list):
        for value in data:
            yield from house_components(value)


def coverage(game: str) -> dict[str, int]:
    """The public statistics: how many of the rules that software can break are proved, and how many only by a test's claim."""
    known = proofs(game)
    ids = [rule.id for rule in load(game).rules.checked()]
    return {
        "total": len(ids),
        "covered": sum(rule in known for rule in ids),
        "stated": sum(bool(known[rule].because) for rule in ids if rule in known),
    }


@cache
def page(game_id: str, lang: str) -> dict[str, Any]:
    """Sections and rules in the order of the file, with all data for a page, a search or a screen reader."""
    game = load(game_id)
    origins = dict(house_components(game.components.data))
    sections: list[dict[str, Any]] = []
    cited: dict[str, list[str]] = {}
    for rule in game.rules.values():
        title = rule.section_in(lang)
        if not sections or sections[-1]["title"] != title:
            sections.append({"title": title, "rules": []})
        entry = _entry(game, rule, lang, origins)
        for other in entry["links"].values():
            cited.setdefault(other, []).append(rule.id)
        sections[-1]["rules"].append(entry)
    for section in sections:
        for entry in section["rules"]:
            entry["cited_by"] = list(dict.fromkeys(cited.get(entry["id"], ())))
    return {
        "game": game.id,
        "title": game.title,
        "lang": lang,
        "coverage": coverage(game_id),
        "components": {"hash": game.components.hash, "provenance": game.components.provenance()},
        "sections": sections,
    }


def _entry(game: Game[Any], rule: Rule, lang: str, origins: Mapping[str, str]) -> dict[str, Any]:
    text = rule.text_in(lang)
    proof = proofs(game.id).get(rule.id, Proof())
    return {
        "id": rule.id,
        "tag": rule.tag,
        "text": text,
        "source": rule.source or "",
        "ruling": "-R." in rule.id or rule.is_ruling,
        "house": _component(rule.id) in origins and origins[_component(rule.id)] == "house",
        "checked": rule.tag in CHECKED_TAGS,
        "links": links(game, f"{text} [{rule.source or ''}]", rule.id),
        "scenarios": [{"name": name, "title": title_of(game.id, name, lang)} for name in proof.scenarios],
        "tests": list(proof.tests),
        "because": proof.because,
    }
