"""Converts component files of format 1 to the present format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DROPPED = {
    "": ("meta", "counts", "tokens", "unrest"),
    "constants": ("capital_track_last", "investments_drawn", "investments_kept"),
    "round_track": ("standard_rounds", "demand_rounds", "phases_standard", "steps_turn", "steps_deal", "steps_demand"),
    "root": ("number", "is_district"),
    "pieces": ("kind", "enemy", "per_district", "moves_on_path", "sides"),
    "corporations": ("emergency",),
    "action_types": ("colour",),
    "assets": ("use", "copies"),
    "investments": ("condition",),
}
"""Keys that no code read, or that duplicated other keys."""
NO_FIELDS = ("unrest_set", "move_enemies", "produce", "discard_asset")
SPECIALS = ("take_counter_discards", "bind_declaration", "own_counteroffer", "look_swap_rival")
LISTS = ("pieces", "resources", "districts", "corporations", "rivals", "action_types", "action_cards", "emergency_actions",
         "assets", "investments", "events", "demands", "setup_cards")  # fmt: skip


def updated(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Convert a component file; a file of the present format is returned unchanged."""
    if data.get("format") != 1:
        return data
    try:
        return _updated(data)
    except (AttributeError, KeyError, TypeError):
        return data  # the reader rejects it with the reason


def _updated(data: Mapping[str, Any]) -> dict[str, Any]:
    new: dict[str, Any] = {key: value for key, value in data.items() if key not in DROPPED[""]}
    new["format"] = 2
    for key in ("constants", "round_track", "root"):
        new[key] = _without(data[key], *DROPPED[key])
    for key in LISTS:
        new[key] = [_without(record, "summary", *DROPPED.get(key, ())) for record in data[key]]
    for piece in new["pieces"]:
        if piece["id"] in data["tokens"] and piece["id"] != "unrest":
            piece["count"] = data["tokens"][piece["id"]]
    for corporation in new["corporations"]:
        corporation["contract"] = _without(corporation["contract"], "by", "per")
    for card in (*new["action_cards"], *new["emergency_actions"]):
        card["effect"] = [entry for found in card["effect"] for entry in _card_effect(found)]
    for asset in new["assets"]:
        asset["effect"] = [entry for found in asset["effect"] for entry in _asset_effect(found)]
    return new


def _without(record: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in keys and key != "source_note"}


def _card_effect(old: Mapping[str, Any]) -> list[dict[str, Any]]:
    match dict(old):
        case {"op": op} if op in NO_FIELDS:
            return [{"op": op}]
        case {"op": "place"}:
            return [_without(old, "filter", "if")]
        case {"op": "unrest_down", "stages": stages, "spread": spread}:
            return [{"op": "unrest_down", "n": old.get("districts_max", stages), "spread": spread}]
        case {"op": "unrest_up"}:
            return [{"op": "unrest_up", "districts": 0 if old["where"] == "each_removed_from" else old.get("districts", 1)}]
        case {"op": "collect"}:
            return []
        case {"op": "threat", "delta": delta, "if": _}:
            return [{"op": "collect", "threat": delta}]
        case {"op": "choose", "what": "district"}:
            return [{"op": "choose_district"}]
        case {"op": "choose"}:
            return [{"op": "choose_player", "count": old.get("count", 1), "self": old.get("self", False)}]
        case {"op": "draw"}:
            return [{**_without(old, "who", "type"), "op": "draw_each"}]
        case {"op": "peek_events", "count": count}:
            return [{"op": "peek_events", "count": count}]
        case {"op": "or", "options": [[{"op": "unrest_down", "stages": stages}], [{"op": "remove", "what": what}]]}:
            return [{"op": "lower_or_remove", "stages": stages, "what": what}]
        case {"op": "or", "options": [[{"op": "draw", "count": count}], [{"op": "flip_emergency"}]]}:
            return [{"op": "deploy", "count": count}]
    return [dict(old)]


def _asset_effect(old: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Convert the ability of an asset. Entries named it by ``id`` with its numbers; most are separate operations now."""
    if "id" in old and old["id"] not in SPECIALS:
        numbers = _without(old, "op", "id")
        match old["id"]:
            case "gain_both":
                return [{"op": "capital", "who": who, "delta": delta} for who, delta in numbers.items()]
            case "gain_then_give_self":
                return [{"op": "capital", "who": "holder", "delta": numbers["capital"]}, {"op": "give_self"}]
            case "decide_tie":
                return [{"op": "name_winner"}]
        return _asset_effect({"op": old["id"], **numbers})
    match dict(old):
        case {"op": "special", "id": special}:
            return [{"op": "special", "id": special}]
        case {"op": "or", "options": [_, [{"delta": capital}]]}:
            return [{"op": "steal_asset_or_capital", "capital": capital}]
        case {"op": "draw"}:
            waived = {"waive_hand_limit": True} if old.get("waive_hand_limit") else {}
            return [{**_without(old, "who", "waive_hand_limit"), **waived}]
        case {"op": "double_sheet"}:
            return [{"op": "multiply_sheet", "factor": old.get("factor", 2)}]
        case {"op": ("give_self_then_discard_or_draw" | "look_hand_may_steal" | "bar_trading") as op}:
            return [{"op": op, **({"count": old["count"]} if op.startswith("give") else {})}]
    return [dict(old)]
