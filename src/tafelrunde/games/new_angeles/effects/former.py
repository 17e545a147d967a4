"""The effects of assets as component files had them up to 2026.1, in the form that they have now.

Their ``special`` entries named an ability by ``id`` and gave its numbers; most of them are operations of their own now.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.games.new_angeles.effects.special import SPECIALS


def updated(effect: Any) -> Any:
    """A list of effects; entries of the present form, and what is no list, are returned as they are."""
    return [entry for found in effect for entry in _updated(found)] if isinstance(effect, list) else effect


def _updated(entry: Any) -> list[Any]:
    if not isinstance(entry, Mapping):
        return [entry]
    if isinstance(entry.get("options"), list):
        return [{**entry, "options": [updated(option) for option in entry["options"]]}]
    if "id" not in entry:
        return [entry]
    numbers = {key: value for key, value in entry.items() if key not in ("op", "id")}
    match entry["id"]:
        case "gain_both":
            return [{"op": "capital", "who": who, "delta": delta} for who, delta in numbers.items()]
        case "gain_then_give_self":
            return [{"op": "capital", "who": "holder", "delta": numbers.get("capital")}, {"op": "give_self"}]
        case "decide_tie":
            return [{"op": "name_winner"}]
        case special if special in SPECIALS:
            return [{"op": "special", "id": special}]
    return [{"op": entry["id"], **numbers}]
