"""RISE's vocabulary: all moves in a fixed order, and the numbers of moves with a fixed place."""

from __future__ import annotations

from tafelrunde.core.moves import Word
from tafelrunde.games.rise.components import RiseSet, Side
from tafelrunde.games.rise.state import TRACKS

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
    """Write field ids that are numbers as numbers."""
    return int(field_id) if field_id.lstrip("-").isdigit() else field_id


def leave_tracks(components: RiseSet) -> list[str]:
    """The tracks that can be left on at least one side."""
    return [track for track, sides in _sides(components) if any(side.leave_track for side in sides)]


def _sides(components: RiseSet) -> list[tuple[str, tuple[Side, Side]]]:
    return [(track, (both["A"], both["B"])) for track in TRACKS for name, both in components.tracks.items() if name == track]


def _largest_trade(components: RiseSet) -> int:
    """The greatest cap of any coin trade."""
    fields = [field for _, sides in _sides(components) for side in sides for field in side.fields]
    final = [field.game_end_exchange.max for field in fields if field.game_end_exchange]
    return max([0, *final, *(effect.trades for field in fields for effect in field.effects)])


def words(components: RiseSet) -> list[tuple[Word, ...]]:
    """Every move of RISE in its fixed order."""
    found: list[tuple[Word, ...]] = [("pass",)]
    found += [("place", card) for card in (1, 2, 3, 4)]
    found += [("upper",), ("lower",), ("refresh",), ("field",), ("pay",)]
    found += [("choose", i) for i in range(1, MAX_ALTERNATIVES + 1)]
    found += [("joker", track) for track in TRACKS]
    found += [("overflow", track) for track in TRACKS]
    found += [("exchange",)]
    found += [("leave", track) for track in leave_tracks(components)]
    found += [("run", tile.id) for tile in components.school_tiles]
    found += [("take", tile.id) for tile in components.culture_tiles]
    found += [("trade", n) for n in range(_largest_trade(components) + 1)]
    for track, sides in _sides(components):
        fields = [field for side in sides for field in side.fields]
        targets = {name for field in fields for name in field.ways}
        found += [("step", track, field_word(name)) for name in dict.fromkeys(f.id for f in fields) if name in targets]
    return found
