"""The typed records of a New Angeles component file and the checks that the rules rely on.

Only ``tests/games/new_angeles/test_components.py`` checks the counts of the official set: another set may have more or fewer
cards and other values, as long as the game can be played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tafelrunde.core.components import unique
from tafelrunde.core.errors import BadInput
from tafelrunde.core.typed import typed
from tafelrunde.games.new_angeles.effects import AnyAssetEffect, AnyInvestment, CardEffect, Demand, EventEffect, former
from tafelrunde.games.new_angeles.effects.base import Count, Named, Small, Sum
from tafelrunde.games.new_angeles.effects.investments import Resource
from tafelrunde.games.new_angeles.rules.windows import TRIGGERS
from tafelrunde.games.new_angeles.terms import BACKS, PIECES, RESOURCES, TYPES

Number = Annotated[int, Meta(ge=1, le=10)]
Type = Literal["construction", "biotech", "labor", "media", "security"]
Effects = Annotated[tuple[CardEffect, ...], Meta(min_length=1)]
CONTINUOUS = ("refresh_draw", "other_player_discards_for_counteroffer")
"""The values that an asset changes while it is held."""
BY_ITSELF = ("right_neighbour_wins_deal", "illness_threat_increase")
"""Triggers whose abilities take effect without a question."""
ASKED = (*TRIGGERS, "holder_proposed_main_offer")
"""Triggers at which the holder of an asset is asked."""
ONE_ABILITY = (*CONTINUOUS, "holder_proposed_main_offer")
"""Triggers that only the operations that name them can use."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file."""


class Constants(Record, frozen=True, kw_only=True):
    hand_limit: Small
    threat_start: Small
    threat_end: Sum
    federalist_capital: Small
    capital_start_first: Small
    capital_start_step: Small
    capital_flip: Sum
    turn_track_spaces: Count
    illness_threat: Small
    root_threat: Small
    own_rival_beats_4p: Annotated[int, Meta(ge=1, le=3)]
    own_rival_beats_5p6p: Annotated[int, Meta(ge=1, le=4)]


class RoundTrack(Record, frozen=True, kw_only=True):
    order: Annotated[tuple[Literal["1", "2", "3", "4", "5", "6", "demand"], ...], Meta(min_length=2)]


class Piece(Named, frozen=True, kw_only=True):
    id: Literal["android", "outage", "unrest", "illness", "development", "human_first", "orgcrime", "prisec"]
    count: Small | None = None


class ResourceTrack(Named, frozen=True, kw_only=True):
    id: Resource
    track_last: Annotated[int, Meta(ge=1, le=30)]


class Yield(Record, frozen=True, kw_only=True):
    resource: Resource
    amount: Annotated[int, Meta(ge=0, le=9)]


class District(Named, frozen=True, kw_only=True):
    number: Number
    tier: Annotated[int, Meta(ge=1, le=3)]
    to: Annotated[int, Meta(ge=0, le=10)]
    primary: Yield
    secondary: Yield | None = None


class Root(Record, frozen=True, kw_only=True):
    name: str
    name_de: str
    name_ru: str


class Contract(Record, frozen=True, kw_only=True):
    trigger: Literal[
        "enemy_unit_removed_from_district", "android_moved", "illness_removed_from_district",
        "event_resolved_threat_rise_below_2", "unrest_lowered", "outage_removed_from_district",
    ]  # fmt: skip
    capital: Sum


class Line(Record, frozen=True, kw_only=True):
    type: Literal["construction", "biotech", "labor", "media", "security", "general"]
    count: Count


Lines = Annotated[tuple[Line, ...], Meta(min_length=1)]


class Corporation(Named, frozen=True, kw_only=True):
    contract: Contract
    draw_5_6: Lines
    draw_4: Lines


class Rival(Named, frozen=True, kw_only=True):
    pass


class ActionType(Named, frozen=True, kw_only=True):
    id: Type


class ActionCard(Named, frozen=True, kw_only=True):
    type: Type
    copies: Annotated[int, Meta(ge=1, le=20)]
    effect: Effects


class Emergency(Named, frozen=True, kw_only=True):
    corporation: str
    effect: Effects


class Asset(Named, frozen=True, kw_only=True):
    timing: Literal["claim", "end_of_turn", "continuous", "trigger"]
    effect: Annotated[tuple[AnyAssetEffect, ...], Meta(min_length=1)]
    trigger: str = ""
    cost: Literal["none", "exhaust", "discard_self"] = "none"
    hand_limit_delta: Annotated[int, Meta(ge=-9, le=9)] = 0

    @property
    def moment(self) -> str:
        return self.trigger or self.timing

    @property
    def asked(self) -> bool:
        """Whether the holder is asked and may decline."""
        return self.timing == "end_of_turn" or self.trigger in ASKED


class Rows(Record, frozen=True, kw_only=True):
    human_first: tuple[Number, ...] = ()
    orgcrime: tuple[Number, ...] = ()
    outage: tuple[Number, ...] = ()
    illness: tuple[Number, ...] = ()


class Event(Named, frozen=True, kw_only=True):
    back: Literal["human_first", "orgcrime", "outage", "protest_strike"]
    effect: tuple[EventEffect, ...]
    place: Rows
    assets: Annotated[int, Meta(ge=1, le=5)]


class Pieces(Rows, frozen=True, kw_only=True):
    android: tuple[Number, ...] = ()
    development: tuple[Number, ...] = ()
    prisec: tuple[Number, ...] = ()
    protest: tuple[Number, ...] = ()
    strike: tuple[Number, ...] = ()


class SetupCard(Named, frozen=True, kw_only=True):
    assets: Annotated[int, Meta(ge=1, le=5)]
    place: Pieces


class ComponentSet(Record, frozen=True, kw_only=True):
    game: Literal["new_angeles"]
    format: Literal[2]
    constants: Constants
    round_track: RoundTrack
    pieces: tuple[Piece, ...]
    resources: tuple[ResourceTrack, ...]
    districts: tuple[District, ...]
    root: Root
    corporations: tuple[Corporation, ...]
    rivals: tuple[Rival, ...]
    action_types: tuple[ActionType, ...]
    action_cards: tuple[ActionCard, ...]
    emergency_actions: tuple[Emergency, ...]
    assets: tuple[Asset, ...]
    investments: tuple[AnyInvestment, ...]
    events: tuple[Event, ...]
    demands: tuple[Demand, ...]
    setup_cards: tuple[SetupCard, ...]


NEEDED = {"assets": 1, "investments": 12, "events": 1, "demands": 3, "setup_cards": 1}
"""The minimum numbers: two investments for each of six players, a demand for each demand round."""


def read(data: Any) -> ComponentSet:
    """Read the records of a file, including files of former versions; a set that cannot be played is rejected."""
    if not isinstance(data, Mapping):
        raise BadInput("", f"expected a table, found {data!r:.60}.")
    found = typed(ComponentSet, former.updated(data))
    _check_fixed(found)
    _check_districts(found.districts)
    for key in ("action_cards", *NEEDED, "corporations", "rivals", "emergency_actions"):
        records = getattr(found, key)
        unique(key, [record.id for record in records])
        if len(records) < NEEDED.get(key, 0):
            raise BadInput(key, f"there must be at least {NEEDED[key]}, found {len(records)}.")
    for kind in TYPES:
        if not any(card.type == kind for card in found.action_cards):
            raise BadInput("action_cards", f"there must be at least one card of the type {kind}.")
    _check_rounds(found)
    for i, asset in enumerate(found.assets):
        _check_asset(f"assets[{i}]", asset)
    return found


def schema(where: str, data: Any) -> None:
    """The check of component files that the library calls."""
    read(data)


def _check_fixed(found: ComponentSet) -> None:
    """Check the names that the rules rely on: types, resources, pieces, corporations with their emergency cards and rivals."""
    for key, wanted in (("resources", RESOURCES), ("action_types", TYPES)):
        _expect(key, [record.id for record in getattr(found, key)], wanted)
    counts: dict[str, int | None] = {piece.id: piece.count for piece in found.pieces}
    for piece in PIECES:
        if counts.get(piece) is None:
            raise BadInput("pieces", f"the piece {piece} needs its count.")
    slugs = [corporation.id for corporation in found.corporations]
    if len(slugs) < 6:
        raise BadInput("corporations", f"there must be at least 6, one for each player, found {len(slugs)}.")
    _expect("emergency_actions: corporation", [card.corporation for card in found.emergency_actions], slugs)
    _expect("rivals", sorted(rival.id for rival in found.rivals), sorted(["federalist", *slugs]))


def _expect(where: str, found: Sequence[str], wanted: Sequence[str]) -> None:
    if list(found) != list(wanted):
        raise BadInput(where, f"these are, in this order: {', '.join(wanted)}; found: {', '.join(found)}.")


def _check_districts(districts: Sequence[District]) -> None:
    if len(districts) != 10:
        raise BadInput("districts", f"the board has 10 districts, found {len(districts)}.")
    for i, district in enumerate(districts):
        if district.number != i + 1:
            raise BadInput(f"districts[{i}].number", f"this is district {i + 1}.")
        if district.to and district.to <= district.number:
            raise BadInput(f"districts[{i}].to", "a path leads to a district of a higher number, or to the Root (0).")


def _check_rounds(found: ComponentSet) -> None:
    order = found.round_track.order
    if order[0] == "demand" or order[-1] != "demand":
        raise BadInput("round_track.order", "a game begins with a standard round and ends with a demand round.")
    if order.count("demand") > len(found.demands):
        raise BadInput("demands", f"there are {order.count('demand')} demand rounds, but only {len(found.demands)} demands.")
    for back in BACKS:
        if not any(event.back == back for event in found.events):
            raise BadInput("events", f"there must be at least one with the back {back}.")


def _check_asset(where: str, asset: Asset) -> None:
    """Check that the trigger agrees with the timing, and each operation with the moment."""
    known = {"trigger": (*ASKED, *BY_ITSELF), "continuous": CONTINUOUS}
    if asset.timing in known:
        if asset.trigger not in known[asset.timing]:
            raise BadInput(f"{where}.trigger", f"{asset.trigger!r:.40} is not one of: {', '.join(known[asset.timing])}.")
    elif asset.trigger:
        raise BadInput(f"{where}.trigger", f"this does not fit the timing {asset.timing!r}.")
    for i, operation in enumerate(asset.effect):
        moments = operation.moments
        if (moments and asset.moment not in moments) or (not moments and asset.moment in ONE_ABILITY):
            told = f"it works at: {', '.join(moments)}" if moments else "it works at other moments only"
            raise BadInput(f"{where}.effect[{i}]", f"{operation.op} cannot be used at {asset.moment}; {told}.")
