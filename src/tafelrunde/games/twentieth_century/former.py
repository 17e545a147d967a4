"""Converts component files of former versions to the present format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

RETIRED = {
    "": ("title", "players", "stacks", "compensation", "land_garbage"),
    "start": ("income",),
    "disaster_bid": ("min",),
    "pollution": ("start_index",),
    "cost_track": ("where", "min_bid_shown"),
    "final": ("rank_points", "tie_break"),
    "components": (
        "land_tiles", "technology_tiles", "boards", "player_boards", "technology_cost_tiles", "pawns_per_colour",
        "score_markers_per_colour", "garbage_cubes", "technology_markers", "round_markers", "scoring_cards", "disaster_cards",
        "money_and_science_cards", "cards",
    ),
}  # fmt: skip
"""By table: keys that no rule ever read; they are accepted and ignored."""


def updated(data: Mapping[str, Any]) -> dict[str, Any]:
    """Remove retired keys and convert each use of a technology into an operation."""
    found = {key: _without(value, RETIRED.get(key, ())) for key, value in data.items() if key not in RETIRED[""]}
    tiles, cards = found.get("tiles"), found.get("cards")
    if isinstance(tiles, dict) and isinstance(tiles.get("technology"), list):
        found["tiles"] = {**tiles, "technology": [_technology(tile) for tile in tiles["technology"]]}
    if isinstance(cards, dict) and isinstance(cards.get("disaster"), list):
        found["cards"] = {**cards, "disaster": _without(cards["disaster"], ("name",))}
    return found


def _without(value: Any, keys: tuple[str, ...]) -> Any:
    if isinstance(value, list):
        return [_without(item, keys) for item in value]
    return {key: item for key, item in value.items() if key not in keys} if isinstance(value, dict) else value


def _technology(tile: Any) -> Any:
    """Convert ``facility = "mine", bonus = 1`` into ``facility = { op = "mine", bonus = 1 }``."""
    if not isinstance(tile, dict):
        return tile
    found = {key: value for key, value in tile.items() if key != "name"}
    if isinstance(found.get("facility"), str):
        parts = {key: found.pop(key) for key in ("bonus", "at", "rails") if key in found}
        found["facility"] = {"op": found["facility"], **parts}
    if isinstance(found.get("one_time"), str):
        found["one_time"] = {"op": found["one_time"]}
    if isinstance(found.get("repeat"), str):
        parts = {**found.pop("cost", {}), **found.pop("gain", {})}
        found["repeat"] = {"op": found["repeat"], **parts}
    return found
