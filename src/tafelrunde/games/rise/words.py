"""RISE's vocabulary: which moves there are, and the numbers of those with a fixed place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.moves import Word
from tafelrunde.games.rise.schema import TRACKS

MAX_ALTERNATIVES = 4

PASS = 0
PLACE = 0  # place 1 to place 4 are 1 to 4
UPPER, LOWER, REFRESH, FIELD, PAY = 5, 6, 7, 8, 9
CHOOSE = 9  # choose 1 to choose 4 are 10 to 13
JOKER = 14  # one for each track
OVERFLOW = 24  # one for each track
EXCHANGE = 34
LEAVE = 35  # one for each track that can be left


def field_word(field_id: str) -> Word:
    """Field ids that are numbers are written as numbers."""
    return int(field_id) if field_id.lstrip("-").isdigit() else field_id


def leave_tracks(data: Mapping[str, Any]) -> list[str]:
    """The tracks that can be left on at least one of their sides."""
    sides = {track: data["tracks"][track].values() for track in TRACKS}
    return [track for track in TRACKS if any(side.get("leave_track") for side in sides[track])]


def _targets(side: Mapping[str, Any]) -> set[str]:
    """The fields a step can lead to."""
    found: set[str] = set()
    for field in side["fields"]:
        found.update(field["next"])
        if "shortcut" in field:
            found.add(field["shortcut"])
    return found


def _largest_trade(value: Any) -> int:
    """The greatest cap of any coin trade in the data."""
    if isinstance(value, Mapping):
        own = value["max"] if "pay_coins" in value else 0
        return max([own, *(_largest_trade(item) for item in value.values())])
    if isinstance(value, list):
        return max([0, *map(_largest_trade, value)])
    return 0


def words(data: Mapping[str, Any]) -> list[tuple[Word, ...]]:
    """Every move of RISE in its fixed order."""
    found: list[tuple[Word, ...]] = [("pass",)]
    found += [("place", card) for card in (1, 2, 3, 4)]
    found += [("upper",), ("lower",), ("refresh",), ("field",), ("pay",)]
    found += [("choose", i) for i in range(1, MAX_ALTERNATIVES + 1)]
    found += [("joker", track) for track in TRACKS]
    found += [("overflow", track) for track in TRACKS]
    found += [("exchange",)]
    found += [("leave", track) for track in leave_tracks(data)]
    found += [("run", tile["id"]) for tile in data["school_tiles"]]
    found += [("take", tile["id"]) for tile in data["culture_tiles"]]
    found += [("trade", n) for n in range(_largest_trade(data["tracks"]) + 1)]
    for track in TRACKS:
        sides = data["tracks"][track]
        targets = _targets(sides["A"]) | _targets(sides["B"])
        in_order = dict.fromkeys(field["id"] for side in "AB" for field in sides[side]["fields"])
        found += [("step", track, field_word(field)) for field in in_order if field in targets]
    return found
