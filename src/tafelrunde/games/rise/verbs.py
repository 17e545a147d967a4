"""The verbs of RISE in the order of the vocabulary, and the numbers of moves with a fixed place. The order must not change,
because records and bots store the numbers."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.moves import Word
from tafelrunde.core.verbs import Args, Verbs
from tafelrunde.games.rise import frames
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


def _school_tiles(components: RiseSet) -> list[str]:
    return [tile.id for tile in components.school_tiles]


def _culture_tiles(components: RiseSet) -> list[str]:
    return [tile.id for tile in components.culture_tiles]


def _trades(components: RiseSet) -> range:
    """From none to the greatest cap of any coin trade."""
    fields = [field for _, sides in _sides(components) for side in sides for field in side.fields]
    final = [field.game_end_exchange.max for field in fields if field.game_end_exchange]
    return range(max([0, *final, *(effect.trades for field in fields for effect in field.effects)]) + 1)


def _steps(components: RiseSet) -> list[Args]:
    """The fields of each track that a step can lead to on at least one side."""
    found: list[Args] = []
    for track, sides in _sides(components):
        fields = [field for side in sides for field in side.fields]
        targets = {name for field in fields for name in field.ways}
        found += [(track, field_word(name)) for name in dict.fromkeys(f.id for f in fields) if name in targets]
    return found


INTERRUPTIBLE = (
    frames.Place, frames.Run, frames.Option, frames.Advance, frames.Joker, frames.Choose, frames.Pay, frames.Trade,
    frames.RunOrRefresh, frames.CultureTile, frames.Window,
)  # fmt: skip

VERBS = Verbs()
VERBS.verb("pass", "RISE-T.6", *INTERRUPTIBLE, frames.FinalTrade, audience=PUBLIC)
VERBS.verb("place", "RISE-C.1", frames.Place, audience=PUBLIC, args=range(1, 5))
VERBS.verb("upper", "RISE-D.3", frames.Option, audience=PUBLIC)
VERBS.verb("lower", "RISE-D.3", frames.Option, audience=PUBLIC)
VERBS.verb("refresh", "RISE-C.14", frames.RunOrRefresh, audience=PUBLIC)
VERBS.verb("field", "RISE-CUL.4", frames.CultureTile, audience=PUBLIC)
VERBS.verb("pay", "RISE-T.14", frames.Pay, audience=PUBLIC)
VERBS.verb("choose", "RISE-T.21", frames.Choose, audience=PUBLIC, args=range(1, MAX_ALTERNATIVES + 1))
VERBS.verb("joker", "RISE-T.11", frames.Joker, audience=PUBLIC, args=TRACKS)
VERBS.verb("overflow", "RISE-T.29", frames.Advance, audience=PUBLIC, args=TRACKS)
VERBS.verb("exchange", "RISE-SAT.2", *INTERRUPTIBLE, frames.FinalTrade, audience=PUBLIC)
VERBS.verb("leave", "RISE-T.23", *INTERRUPTIBLE, frames.FinalTrade, audience=PUBLIC, args=leave_tracks)
VERBS.verb("run", "RISE-C.11", frames.Run, frames.RunOrRefresh, audience=PUBLIC, args=_school_tiles)
VERBS.verb("take", "RISE-CUL.4", frames.CultureTile, audience=PUBLIC, args=_culture_tiles)
VERBS.verb("trade", "RISE-CUL.3", frames.Trade, frames.FinalTrade, audience=PUBLIC, args=_trades)
VERBS.verb("step", "RISE-T.2", frames.Advance, audience=PUBLIC, args=_steps)
