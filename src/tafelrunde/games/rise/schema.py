"""What a RISE component file must look like; every figure the rules fix is checked here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.components import (
    Checker,
    boolean,
    expect_count,
    integer,
    list_of,
    map_of,
    one_of,
    table,
    tagged,
    text,
    unique,
)
from tafelrunde.core.errors import BadInput

TRACKS = (
    "satisfaction",
    "science",
    "culture",
    "politics",
    "environment",
    "school",
    "bank",
    "press",
    "industry",
    "office",
)
"""The ten tracks in the order of RISE-T.1."""

CONDITIONS = (
    "last_field", "happiest", "school_tiles_at_least", "vault_flipped_and_no_coin_penalty", "environment_right_of_start",
    "industry_steps_at_least", "culture_tiles_taken", "coins_at_least",
)  # fmt: skip

_small = integer(0, 99)
_track = one_of(TRACKS)


def effects(where: str, value: Any) -> None:
    """An effect list: each entry one of the closed set of operations."""
    list_of(tagged("op", _OPERATIONS))(where, value)


_OPERATIONS: dict[str, Checker] = {
    "advance": table({"op": text, "track": _track, "n": integer(1, 9)}),
    "retreat": table({"op": text, "track": one_of(("satisfaction", "environment")), "n": integer(1, 9)}),
    "coins": table({"op": text, "n": integer(1, 20)}),
    "vp": table({"op": text, "n": integer(-20, 20)}),
    "joker": table({"op": text, "n": integer(1, 9)}),
    "school_run": table({"op": text}),
    "school_refresh": table({"op": text}),
    "school_run_or_refresh": table({"op": text}),
    "vault": table({"op": text}),
    "take_school_tile": table({"op": text}),
    "pay": table({"op": text, "coins": integer(1, 20), "gain": effects}),
    "exchange": table({"op": text, "pay_coins": integer(1, 9), "gain_vp": integer(1, 9), "max": integer(1, 20)}),
    "choice": table({"op": text, "options": list_of(effects)}),
    "if_happiest": table({"op": text, "gain": effects}),
    "if_unhappiest": table({"op": text, "gain": effects}),
}

_FIELD = table(
    {"id": text, "next": list_of(text), "effects": effects},
    {
        "prev": list_of(text), "retreat_effects": effects, "leave": effects, "single": boolean, "home": boolean,
        "shortcut": text, "tile_slot": one_of(("school", "culture")), "rank": integer(1, 5), "first_come": text,
        "free_placement": integer(1, 4), "penalty": text, "level": _small, "row": text, "path": text,
        "income": table({"coins": _small, "vp": _small}), "round_end": integer(-20, 20), "game_end": integer(-50, 50),
        "exchange": table({"vp": integer(1, 9), "coins": integer(1, 9)}), "rule": text, "leave_rule": text,
        "game_end_exchange": table({"pay_coins": integer(1, 9), "gain_vp": integer(1, 9), "max": integer(1, 20)}),
    },
)  # fmt: skip

_SIDE = table(
    {"kind": one_of(("two_way", "linear", "graph", "paths")), "start": text, "overflow": effects, "fields": list_of(_FIELD)},
    {
        "first": text, "last": text, "last_fields": list_of(text), "paths": list_of(text), "underflow": effects,
        "per_step": effects, "no_skip": boolean, "leave_track": boolean, "leave_always": effects,
        "leave_collects": one_of(("current", "current_and_before")), "happiest_round_end_vp": _small,
        "game_end_vp_per_field": _small, "first_come": map_of(lambda where, value: None),
        "overflow_rule": text, "per_step_rule": text, "leave_rule": text,
    },
)  # fmt: skip

_OPTION = table({"effects": effects}, {"cost_coins": _small, "cost_revolt": integer(0, 9), "requires_happiest": boolean})

_FILE = table(
    {
        "meta": map_of(lambda where, value: None),
        "setup": table(
            {
                "start_vp": _small, "start_coins_by_seat": list_of(_small, 4), "epochs": integer(3, 3),
                "rounds_per_epoch": integer(4, 4), "rounds": integer(12, 12), "action_cards_per_round": integer(4, 4),
                "event_cards_per_round": integer(3, 3), "action_cards_removed_per_epoch": integer(6, 6),
                "event_cards_removed": integer(8, 8), "placement_cost": list_of(_small, 4),
            },
            {"markers_per_player": _small, "vp_track_length": integer(1, 999), "first_round_income": boolean},
        ),
        "vault": table({"base_limit": _small, "flipped_limit": _small}),
        "tracks": table({track: table({"A": _SIDE, "B": _SIDE}) for track in TRACKS}),
        "penalty_tiles": list_of(
            table(
                {"id": one_of(("A", "B1", "B2")), "count": integer(4, 4)},
                {"side": text, "no_school_run": boolean, "coin_limit": _small, "upper_option_only": boolean},
            ),
            3,
        ),
        "school_tiles": list_of(table({"id": text, "start": boolean, "effects": effects}), 16),
        "culture_tiles": list_of(
            table(
                {"id": text, "condition": one_of(CONDITIONS)},
                {"track": _track, "count": _small, "vp": _small, "vp_by_count": list_of(_small, 3)},
            ),
            10,
        ),
        "event_cards": list_of(
            table({"id": text, "count": integer(1, 44), "effects": effects}, {"ties": text, "rule": text, "nobody_rule": text})
        ),
        "action_cards": list_of(table({"id": text, "epoch": integer(1, 3), "upper": _OPTION, "lower": _OPTION}), 66),
    },
    {"coins": map_of(lambda where, value: None), "components": map_of(lambda where, value: None)},
)  # fmt: skip


def schema(where: str, data: Any) -> None:
    """Shape first, then the counts and references that shape alone cannot see."""
    _FILE(where, data)
    for track in TRACKS:
        for side in "AB":
            _check_side(f"tracks.{track}.{side}", data["tracks"][track][side])
    for key in ("school_tiles", "culture_tiles", "event_cards", "action_cards"):
        unique(key, [record["id"] for record in data[key]])
    expect_count("school_tiles: start tiles", sum(tile["start"] for tile in data["school_tiles"]), 4)
    expect_count("event_cards: copies", sum(card["count"] for card in data["event_cards"]), 44)
    for epoch in (1, 2, 3):
        expect_count(f"action_cards: epoch {epoch}", sum(card["epoch"] == epoch for card in data["action_cards"]), 22)
    for side, slots in (("A", 12), ("B", 9)):
        expect_count(f"tracks.school.{side}: tile fields", _slots(data["tracks"]["school"][side], "school"), slots)
    expect_count("tracks.culture.B: tile fields", _slots(data["tracks"]["culture"]["B"], "culture"), 5)
    _check_first_come(data["tracks"]["politics"]["A"])


def _slots(side: Mapping[str, Any], kind: str) -> int:
    return sum(field.get("tile_slot") == kind for field in side["fields"])


def _check_side(where: str, side: Mapping[str, Any]) -> None:
    ids = [field["id"] for field in side["fields"]]
    unique(f"{where}.fields", ids)

    def known(place: str, names: list[str]) -> None:
        for name in names:
            if name not in ids:
                raise BadInput(f"{where}.{place}", f"there is no field {name!r} on this track.")

    known("start", [side["start"]])
    known("last", [side["last"]] if "last" in side else side.get("last_fields", []))
    for i, field in enumerate(side["fields"]):
        known(f"fields[{i}].next", field["next"])
        known(f"fields[{i}].prev", field.get("prev", []))
        known(f"fields[{i}].shortcut", [field["shortcut"]] if "shortcut" in field else [])
    if where.startswith("tracks.satisfaction"):
        for i, field in enumerate(side["fields"]):
            if "exchange" not in field:
                raise BadInput(f"{where}.fields[{i}].exchange", "every field of satisfaction needs its rate.")


def _check_first_come(side: Mapping[str, Any]) -> None:
    bonuses = side.get("first_come", {})
    marked = [field["first_come"] for field in side["fields"] if "first_come" in field]
    for players in (2, 3, 4):
        where = f"tracks.politics.A.first_come.players_{players}"
        rows = bonuses.get(f"players_{players}")
        if not isinstance(rows, Mapping) or set(rows) != set(marked):
            raise BadInput(where, f"there must be one row for each of the fields {', '.join(marked)}.")
        for key, row in rows.items():
            list_of(_small, players)(f"{where}.{key}", row)
