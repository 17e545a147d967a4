"""The typed records of a RISE component file and the checks that the rules rely on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, dataclass_transform

from msgspec import Meta, Struct

from tafelrunde.core.components import unique
from tafelrunde.core.errors import BadInput
from tafelrunde.core.typed import typed
from tafelrunde.games.rise.effects import AnyEffect, Effect, Exchange, IfHappiest, Pay, Retreat, TrackName
from tafelrunde.games.rise.state import TRACKS

Small = Annotated[int, Meta(ge=0, le=99)]
Count = Annotated[int, Meta(ge=1, le=9)]
Effects = tuple[AnyEffect, ...]
Four = Annotated[tuple[Small, ...], Meta(min_length=4, max_length=4)]
"""One number for each of four seats or places."""
MOST_PLAYERS = 4


@dataclass_transform(frozen_default=True)
class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class Setup(Record):
    start_vp: Small
    start_coins_by_seat: Four
    epochs: Literal[3]
    rounds_per_epoch: Literal[4]
    action_cards_per_round: Literal[4]
    event_cards_per_round: Literal[3]
    action_cards_removed_per_epoch: Small
    event_cards_removed: Small
    placement_cost: Four

    @property
    def rounds(self) -> int:
        return self.epochs * self.rounds_per_epoch


class Vault(Record):
    base_limit: Small
    flipped_limit: Small


class Income(Record):
    coins: Small
    vp: Small


class Rate(Record):
    """Victory points to give and coins to take for one unit."""

    vp: Count
    coins: Count


class Field(Record):
    id: str
    next: tuple[str, ...]
    effects: Effects
    prev: tuple[str, ...] = ()
    retreat_effects: Effects = ()
    leave: Effects = ()
    single: bool = False
    home: bool = False
    shortcut: str = ""
    tile_slot: Literal["", "school", "culture"] = ""
    rank: Annotated[int, Meta(ge=0, le=5)] = 0
    first_come: str = ""
    free_placement: Annotated[int, Meta(ge=0, le=4)] = 0
    penalty: str = ""
    level: Small | None = None
    row: Literal["", "upper", "lower"] = ""
    path: str = ""
    income: Income | None = None
    round_end: Annotated[int, Meta(ge=-20, le=20)] = 0
    game_end: Annotated[int, Meta(ge=-50, le=50)] = 0
    exchange: Rate | None = None
    game_end_exchange: Exchange | None = None
    rule: str = ""
    leave_rule: str = ""

    @property
    def ways(self) -> tuple[str, ...]:
        """The fields that one step leads to."""
        return (*self.next, self.shortcut) if self.shortcut else self.next

    @property
    def printed(self) -> tuple[Effect, ...]:
        """The effects without the one that takes the tile on the field."""
        return tuple(effect for effect in self.effects if not effect.takes_tile)


class Side(Record):
    """One side of a track."""

    start: str
    overflow: Effects
    fields: Annotated[tuple[Field, ...], Meta(min_length=1)]
    underflow: Effects = ()
    per_step: Effects = ()
    no_skip: bool = False
    leave_track: bool = False
    leave_always: Effects = ()
    leave_collects: Literal["current", "current_and_before"] = "current"
    happiest_round_end_vp: Small = 0
    game_end_vp_per_field: Small = 0
    first_come: dict[str, dict[str, tuple[Small, ...]]] = {}
    overflow_rule: str = "RISE-T.29"
    per_step_rule: str = ""
    leave_rule: str = "RISE-T.23"

    @property
    def ids(self) -> list[str]:
        return [field.id for field in self.fields]

    @property
    def ends(self) -> list[str]:
        """The fields beyond which steps have no effect."""
        return [field.id for field in self.fields if not field.next and not field.home]

    @property
    def paths(self) -> list[str]:
        return list(dict.fromkeys(field.path for field in self.fields if field.path))

    @property
    def kind(self) -> str:
        """The shape of the track."""
        if any(field.prev for field in self.fields):
            return "two_way"
        return "paths" if self.paths else "linear" if self.fields[0].level is None else "graph"

    def field(self, name: str) -> Field:
        return self.fields[self.ids.index(name)]

    def leaving(self, name: str) -> tuple[Effect, ...]:
        """The gains from leaving at a field, nearest field first, ending with the gain of every leaving (RISE-R.10)."""
        here, start = self.ids.index(name), self.ids.index(self.start)
        if not self.leave_track or here == start:
            return ()
        places = range(here, start, -1) if self.leave_collects == "current_and_before" else (here,)
        return (*(effect for i in places for effect in self.fields[i].leave), *self.leave_always)


class PenaltyTile(Record):
    id: Literal["A", "B1", "B2"]
    no_school_run: bool = False
    coin_limit: Small | None = None
    upper_option_only: bool = False


class SchoolTile(Record):
    id: str
    start: bool
    effects: Effects


CULTURE_KEYS: Mapping[str, tuple[str, ...]] = {
    "last_field": ("track", "vp"), "happiest": ("vp",), "school_tiles_at_least": ("count", "vp"),
    "vault_flipped_and_no_coin_penalty": ("vp",), "environment_right_of_start": ("vp",),
    "industry_steps_at_least": ("count", "vp"), "culture_tiles_taken": ("vp_by_count",), "coins_at_least": ("count", "vp"),
}  # fmt: skip
"""The extra keys that the condition of a culture tile requires."""


class CultureTile(Record):
    id: str
    condition: Literal[
        "last_field", "happiest", "school_tiles_at_least", "vault_flipped_and_no_coin_penalty", "environment_right_of_start",
        "industry_steps_at_least", "culture_tiles_taken", "coins_at_least",
    ]  # fmt: skip
    track: TrackName | None = None
    count: Small = 0
    vp: Small = 0
    vp_by_count: Annotated[tuple[Small, ...], Meta(max_length=3)] = ()


class EventCard(Record):
    id: str
    count: Annotated[int, Meta(ge=1, le=99)]
    effects: Effects
    rule: str = ""
    nobody_rule: str = ""


class Option(Record):
    """One option of an action card."""

    effects: Effects
    cost_coins: Small = 0
    cost_revolt: Annotated[int, Meta(ge=0, le=9)] = 0
    requires_happiest: bool = False

    @property
    def priced(self) -> Sequence[Effect]:
        """The effects with condition and price in front of them."""
        found: Any = self.effects
        if self.cost_revolt:
            found = (Retreat("satisfaction", self.cost_revolt), *found)
        if self.cost_coins:
            found = (Pay(found, self.cost_coins),)
        return (IfHappiest(found),) if self.requires_happiest else found


class ActionCard(Record):
    id: str
    epoch: Annotated[int, Meta(ge=1, le=3)]
    upper: Option
    lower: Option


class RiseSet(Record):
    """A whole component file."""

    setup: Setup
    vault: Vault
    tracks: dict[str, dict[str, Side]]
    penalty_tiles: tuple[PenaltyTile, ...]
    school_tiles: tuple[SchoolTile, ...]
    culture_tiles: tuple[CultureTile, ...]
    event_cards: tuple[EventCard, ...]
    action_cards: tuple[ActionCard, ...]


# --- reading -------------------------------------------------------------------------------------

FORMER: Mapping[str, frozenset[str]] = {
    "": frozenset({"meta", "coins", "components"}),
    "setup": frozenset({"rounds", "markers_per_player", "vp_track_length", "first_round_income"}),
    "tracks": frozenset({"kind", "first", "last", "last_fields", "paths"}),
    "penalty_tiles": frozenset({"count", "side"}),
    "event_cards": frozenset({"ties"}),
}
"""Keys of former component files that duplicated other data or had no effect; they are ignored."""


def read(data: Any) -> RiseSet:
    """Convert a component file into a record; :class:`BadInput` names what is wrong or missing."""
    plain = _less(data, FORMER[""])
    if isinstance(plain, dict):
        plain = {key: _less(value, FORMER.get(key, frozenset()), 2 if key == "tracks" else 0) for key, value in plain.items()}
    found = typed(RiseSet, plain)
    _keys("tracks", found.tracks, TRACKS)
    for track, sides in found.tracks.items():
        _keys(f"tracks.{track}", sides, ("A", "B"))
        for letter, board in sides.items():
            _check_side(f"tracks.{track}.{letter}", board, found)
    _check_counts(found)
    return found


def schema(where: str, data: Any) -> RiseSet:
    """Check a component file and return its records."""
    return read(data)


def _less(value: Any, keys: frozenset[str], depth: int = 0) -> Any:
    """Remove some keys from a table, from the tables of a list, or at a given depth."""
    if isinstance(value, list):
        return [_less(item, keys) for item in value]
    if not isinstance(value, Mapping):
        return value
    if depth:
        return {key: _less(item, keys, depth - 1) for key, item in value.items()}
    return {key: item for key, item in value.items() if key not in keys}


def _keys(where: str, table: Mapping[str, Any], wanted: Sequence[str]) -> None:
    """Check that the keys are exactly these."""
    for key in {**dict.fromkeys(wanted), **table}:
        if key not in table or key not in wanted:
            raise BadInput(f"{where}.{key}", "this key is missing." if key in wanted else "unknown key.")


def _check_side(where: str, side: Side, found: RiseSet) -> None:
    unique(f"{where}.fields", side.ids)

    def known(place: str, names: Iterable[str]) -> None:
        for name in names:
            if name not in side.ids:
                raise BadInput(f"{where}.{place}", f"there is no field {name!r} on this track.")

    known("start", [side.start])
    for i, field in enumerate(side.fields):
        known(f"fields[{i}].next", field.ways)
        known(f"fields[{i}].prev", field.prev)
        if where.startswith("tracks.satisfaction") and field.exchange is None:
            raise BadInput(f"{where}.fields[{i}].exchange", "every field of satisfaction needs its rate.")
        if field.penalty and field.penalty not in [tile.id for tile in found.penalty_tiles]:
            raise BadInput(f"{where}.fields[{i}].penalty", f"there is no penalty tile {field.penalty!r}.")
    _check_first_come(where, side)


def _check_first_come(where: str, side: Side) -> None:
    """Check that fields with a bonus for arriving early have one for each player."""
    marked = [field.first_come for field in side.fields if field.first_come]
    for players in range(2, MOST_PLAYERS + 1) if marked else ():
        at = f"{where}.first_come.players_{players}"
        rows = side.first_come.get(f"players_{players}", {})
        if set(rows) != set(marked):
            raise BadInput(at, f"there must be one row for each of the fields {', '.join(marked)}.")
        for key, row in rows.items():
            if len(row) != players:
                raise BadInput(f"{at}.{key}", f"there must be {players} entries, found {len(row)}.")


def _check_counts(found: RiseSet) -> None:
    """Check that there are enough cards and tiles to play with; a set may have more than the official one."""
    setup = found.setup
    for key, records in (("school_tiles", found.school_tiles), ("culture_tiles", found.culture_tiles)):
        unique(key, [record.id for record in records])
    unique("event_cards", [card.id for card in found.event_cards])
    unique("action_cards", [card.id for card in found.action_cards])
    for i, tile in enumerate(found.culture_tiles):
        for key in CULTURE_KEYS[tile.condition]:
            if not getattr(tile, key):
                raise BadInput(f"culture_tiles[{i}].{key}", "this key is missing.")
    start = sum(tile.start for tile in found.school_tiles)
    _need("school_tiles", start, MOST_PLAYERS, "start tiles, one for each player")
    _need("school_tiles", len(found.school_tiles) - start, _slots(found, "school"), "other tiles for the fields of a side")
    _need("culture_tiles", len(found.culture_tiles), _slots(found, "culture"), "tiles for the fields of a side")
    for epoch in range(1, setup.epochs + 1):
        cards = sum(card.epoch == epoch for card in found.action_cards)
        wanted = setup.rounds_per_epoch * setup.action_cards_per_round + setup.action_cards_removed_per_epoch
        _need("action_cards", cards, wanted, f"cards of epoch {epoch}, those included that are removed")
    events = setup.rounds * setup.event_cards_per_round + setup.event_cards_removed
    _need("event_cards", sum(card.count for card in found.event_cards), events, "cards, those included that are removed")


def _slots(found: RiseSet, kind: str) -> int:
    sides = [side for sides in found.tracks.values() for side in sides.values()]
    return max(sum(field.tile_slot == kind for field in side.fields) for side in sides)


def _need(where: str, found: int, wanted: int, what: str) -> None:
    if found < wanted:
        raise BadInput(where, f"the game needs at least {wanted} {what}; found {found}.")
