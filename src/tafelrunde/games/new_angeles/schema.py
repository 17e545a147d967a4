"""What a New Angeles component file must look like; every figure the rules fix is checked here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.components import (
    boolean,
    expect_count,
    integer,
    list_of,
    one_of,
    table,
    text,
    unique,
)
from tafelrunde.core.errors import BadInput
from tafelrunde.games.new_angeles import effects
from tafelrunde.games.new_angeles.effects.assets import SHARED
from tafelrunde.games.new_angeles.rules import windows
from tafelrunde.games.new_angeles.terms import BACKS, COUNTS, PIECES, RESOURCES, ROWS, SIDES, TYPES

CONTRACTS = (
    "enemy_unit_removed_from_district", "android_moved", "illness_removed_from_district",
    "event_resolved_threat_rise_below_2", "unrest_lowered", "outage_removed_from_district",
)  # fmt: skip
ASKED = (*windows.TRIGGERS, "holder_proposed_main_offer")
"""Triggers at which the holder of an asset is asked."""
MOMENTS = (*ASKED, "right_neighbour_wins_deal", "illness_threat_increase", "refresh_draw",
           "other_player_discards_for_counteroffer")  # fmt: skip
"""Everything that an asset can be triggered by; what is not asked happens by itself."""

_small = integer(0, 99)
_district = integer(1, 10)
_names = {"name": text, "name_de": text, "name_ru": text, "source_note": text, "summary": text}


def _asset_effect(where: str, value: Any) -> None:
    if not effects.read_asset(where, value):
        raise BadInput(where, "an asset has at least one effect.")


_DRAW = list_of(table({"type": one_of((*TYPES, "general")), "count": integer(1, 9)}))
_YIELD = table({"resource": one_of(RESOURCES), "amount": integer(0, 9)})
_PLACES = list_of(_district)

_FILE = table(
    {
        "game": one_of(("new_angeles",)),
        "format": integer(1, 1),
        "meta": lambda where, value: None,
        "constants": table(
            {
                "hand_limit": _small, "threat_start": _small, "threat_end": integer(1, 99), "federalist_capital": _small,
                "capital_start_first": _small, "capital_start_step": _small, "capital_track_last": _small,
                "capital_flip": _small, "turn_track_spaces": integer(1, 9), "illness_threat": _small, "root_threat": _small,
                "own_rival_beats_4p": _small, "own_rival_beats_5p6p": _small, "investments_drawn": integer(2, 2),
                "investments_kept": integer(1, 1),
            }
        ),
        "round_track": table(
            {"order": list_of(text, 9), "standard_rounds": integer(6, 6), "demand_rounds": integer(3, 3)},
            {
                "phases_standard": list_of(text), "steps_turn": list_of(text), "steps_deal": list_of(text),
                "steps_demand": list_of(text), "source_note": text,
            },
        ),
        "counts": lambda where, value: None,
        "tokens": table(
            {"android": _small, "outage": _small, "unrest": _small, "illness": _small, "development": _small},
            {"capital": _small, "resource": _small, "target": _small, "threat": _small, "round": _small,
             "active_player": _small, "source_note": text},
        ),
        "pieces": list_of(
            table(
                {"id": one_of((*PIECES, "unrest")), "kind": one_of(("token", "unit")), "per_district": integer(1, 1),
                 "moves_on_path": boolean},
                {**_names, "enemy": boolean, "count": _small, "sides": list_of(text)},
            ),
            8,
        ),
        "unrest": lambda where, value: None,
        "resources": list_of(table({"id": one_of(RESOURCES), "track_last": integer(1, 30)}, _names), 5),
        "districts": list_of(
            table(
                {"number": _district, "id": text, "tier": integer(1, 3), "to": integer(0, 10), "primary": _YIELD},
                {**_names, "secondary": _YIELD},
            ),
            10,
        ),
        "root": lambda where, value: None,
        "corporations": list_of(
            table(
                {
                    "id": text, "emergency": text, "draw_5_6": _DRAW, "draw_4": _DRAW,
                    "contract": table({"trigger": one_of(CONTRACTS), "by": text, "capital": _small, "per": text}),
                },
                _names,
            ),
            6,
        ),
        "rivals": list_of(table({"id": text}, _names), 7),
        "action_types": list_of(table({"id": one_of(TYPES)}, {**_names, "colour": text}), 5),
        "action_cards": list_of(table({
            "id": text, "type": one_of(TYPES), "copies": integer(1, 20), "effect": effects.CARDS.check}, _names), 20),
        "emergency_actions": list_of(table({"id": text, "corporation": text, "effect": effects.CARDS.check}, _names), 6),
        "assets": list_of(
            table(
                {
                    "id": text, "timing": one_of(("claim", "end_of_turn", "continuous", "trigger")),
                    "use": one_of(("mandatory", "optional")), "cost": one_of(("none", "exhaust", "discard_self")),
                    "trigger": one_of(("", *MOMENTS)), "effect": _asset_effect,
                },
                {**_names, "hand_limit_delta": integer(-9, 9), "copies": integer(1, 1)},
            ),
            34,
        ),
        "investments": list_of(
            table(
                {"id": text, "kind": one_of(("count", "sector", "per_district"))},
                {**_names, "count": one_of(COUNTS), "steps": list_of(table({"at_least": _small, "capital": _small})),
                 "resource": one_of(RESOURCES), "base": _small, "per_unit": _small, "maximum": _small, "condition": text,
                 "capital_each": _small},
            ),
            12,
        ),
        "events": list_of(
            table(
                {
                    "id": text, "back": one_of(BACKS), "effect": effects.EVENTS.check, "assets": integer(1, 5),
                    "place": table(dict.fromkeys(ROWS, _PLACES)),
                },
                _names,
            ),
            16,
        ),
        "demands": list_of(table({"id": text, "targets": table(dict.fromkeys(RESOURCES, _small)), "threat": _small}, _names), 9),
        "setup_cards": list_of(
            table({"id": text, "assets": integer(1, 5), "place": table({}, dict.fromkeys((*PIECES, *SIDES), _PLACES))}, _names), 6
        ),
    }
)  # fmt: skip


def schema(where: str, data: Any) -> None:
    """Shape first, then the counts and references that shape alone cannot see."""
    _FILE(where, data)
    for key in (
        "corporations",
        "rivals",
        "action_cards",
        "emergency_actions",
        "assets",
        "investments",
        "events",
        "demands",
        "setup_cards",
    ):
        unique(key, [record["id"] for record in data[key]])
    expect_count("action_cards: copies", sum(card["copies"] for card in data["action_cards"]), 100)
    for kind in TYPES:
        expect_count(f"action_cards: {kind}", sum(c["copies"] for c in data["action_cards"] if c["type"] == kind), 20)
    for back in BACKS:
        expect_count(f"events: back {back}", sum(event["back"] == back for event in data["events"]), 4)
    _check_references(data)
    for i, district in enumerate(data["districts"]):
        expect_count(f"districts[{i}].number", district["number"], i + 1)
        if district["to"] and district["to"] <= district["number"]:
            raise BadInput(f"districts[{i}].to", "a path leads to a district of a higher number, or to the Root (0).")


def _check_references(data: Mapping[str, Any]) -> None:
    corporations = [record["id"] for record in data["corporations"]]
    for i, rival in enumerate(data["rivals"]):
        one_of((*corporations, "federalist"))(f"rivals[{i}].id", rival["id"])
    _check_assets(data["assets"])
    for i, card in enumerate(data["emergency_actions"]):
        expect_count(f"emergency_actions[{i}].corporation", corporations.index(card["corporation"]), i)
        if data["corporations"][i]["emergency"] != card["id"]:
            raise BadInput(f"corporations[{i}].emergency", f"{card['id']!r} belongs to {card['corporation']!r}.")
    for key, wanted in (("resources", RESOURCES), ("action_types", TYPES)):
        if tuple(record["id"] for record in data[key]) != wanted:
            raise BadInput(key, f"these are, in this order: {', '.join(wanted)}.")


def _check_assets(assets: list[Mapping[str, Any]]) -> None:
    """Use and trigger agree with the timing, and an operation whose questions name one asset belongs to one asset."""
    sole: set[type] = set()
    for i, asset in enumerate(assets):
        asked = asset["timing"] == "end_of_turn" or asset["trigger"] in ASKED
        if asked != (asset["use"] == "optional"):
            raise BadInput(f"assets[{i}].use", "use is optional where the holder is asked, and only there.")
        if bool(asset["trigger"]) != (asset["timing"] in ("trigger", "continuous")):
            raise BadInput(f"assets[{i}].trigger", f"this does not fit the timing {asset['timing']!r}.")
        for operation in effects.read_asset(f"assets[{i}].effect", asset["effect"]):
            if type(operation) in sole:
                raise BadInput(f"assets[{i}].effect", f"only one asset can have the operation {operation.op!r}.")
            sole |= {type(operation)} - set(SHARED)
