"""The outcome of a game of RISE: points by source, and what decided the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tafelrunde.core.events import Event
from tafelrunde.core.outcome import Ending, Gain, by_rule, by_score
from tafelrunde.games.rise.state import RiseState

BY_KIND = {
    "income": "income", "happiest_bonus": "satisfaction", "satisfaction_points": "satisfaction", "politics_points": "politics",
    "arrival": "politics", "tile_scored": "culture_tiles", "traded": "traded", "exchanged": "exchanged",
}  # fmt: skip
BY_RULE = {"": "effects", "EV.": "events", "POL.": "politics"}
"""The source of points by rule: an event card or the politics track if the rule names it, otherwise cards and fields."""
MOMENTS = {
    "event": "event", "happiest_bonus": "round_end", "satisfaction_points": "round_end", "rank_income": "rank",
    "politics_points": "politics", "tile_scored": "culture_tiles", "game_over": "end",
}  # fmt: skip
"""What screens hold until it was seen; neighbours with the same word are shown together."""


def gains(event: Event, players: int) -> Iterable[Gain]:
    kind, seat, data = event.kind, event.seat, event.data
    if kind == "start_points":
        return [Gain(each, "start", data["n"]) for each in range(players)]
    if seat is None:
        return ()
    if kind in ("points", "points_lost"):
        n = data["n"] if kind == "points" else -data["n"]
        return [Gain(seat, by_rule(event.rule, BY_RULE), n)]
    if kind in BY_KIND:
        return [Gain(seat, BY_KIND[kind], _points(kind, data), data.get("culture_tile", ""))]
    return ()


def _points(kind: str, data: Mapping[str, Any]) -> int:
    n: int = data["n"] if "n" in data else data["points"]
    return -n if kind == "exchanged" else n


def ending(state: RiseState) -> Ending:
    """Explain the result: most points, then most coins (RISE-F.7)."""
    return by_score(state.vp, state.winners, [("coins", state.coins)])
