"""The typed records of a 20th Century component file and the checks that the rules rely on.

Only ``tests/games/twentieth_century/test_components.py`` checks the counts of the official set: another set may have more or
fewer lands, technologies and cards as long as all rounds can be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from tafelrunde.core.components import unique
from tafelrunde.core.errors import BadInput
from tafelrunde.core.typed import typed
from tafelrunde.games.twentieth_century import former
from tafelrunde.games.twentieth_century.effects import AnyFacility, AnyOneTime, AnyRepeat, AnyTerm, City, Damage, Eco
from tafelrunde.games.twentieth_century.effects.base import Small
from tafelrunde.games.twentieth_century.rules.tiles import ANCHORS, BUILDING, CITIES, JUNCTIONS
from tafelrunde.games.twentieth_century.verbs import PORTS, REACH

COUNTS = (3, 4, 5)
Stack = Literal["I-II", "III-IV", "V"]
STACKS: tuple[Stack, ...] = ("I-II", "III-IV", "V")
Phase = Literal["setup", "land_auction", "disaster", "administration", "yield", "bonus"]
Points = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Field = Annotated[int, msgspec.Meta(ge=0, le=12)]
Track = Annotated[tuple[Small, ...], msgspec.Meta(min_length=1)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class Land(Record, frozen=True):
    id: str
    stack: Literal["start", "I-II", "III-IV", "V"]
    at: dict[str, str]
    """The anchor of each inner node, in the order in which the nodes are numbered."""
    city: dict[str, City]
    rails: tuple[str, ...]


class Technology(Record, frozen=True):
    id: str
    stack: Stack
    eco: Eco
    facility: AnyFacility | None = None
    one_time: AnyOneTime | None = None
    repeat: AnyRepeat | None = None


class Tiles(Record, frozen=True):
    land: tuple[Land, ...]
    technology: tuple[Technology, ...]


class DisasterCard(Record, frozen=True):
    id: str
    stack: Stack
    columns: Annotated[tuple[Damage, ...], msgspec.Meta(min_length=5, max_length=5)]
    """From the worst to the least severe."""


class Cards(Record, frozen=True):
    disaster: tuple[DisasterCard, ...]


class ScoringCard(Record, frozen=True):
    id: str
    round: Annotated[int, msgspec.Meta(ge=1, le=6)]
    terms: tuple[AnyTerm, ...]


class Round(Record, frozen=True):
    n: int
    phases: tuple[Phase, ...]
    stack: Stack | None = None
    min_bid: Small | None = None
    compensation: Small | None = None
    track: Stack | None = None


class ByPlayers(Record, frozen=True):
    """A number for each number of players."""

    three: Small = msgspec.field(name="3")
    four: Small = msgspec.field(name="4")
    five: Small = msgspec.field(name="5")

    def of(self, players: int) -> int:
        return (self.three, self.four, self.five)[players - COUNTS[0]]


class Ranks(Record, frozen=True):
    """The points of each place, for each number of players."""

    three: Annotated[tuple[Small, ...], msgspec.Meta(min_length=3, max_length=3)] = msgspec.field(name="3")
    four: Annotated[tuple[Small, ...], msgspec.Meta(min_length=4, max_length=4)] = msgspec.field(name="4")
    five: Annotated[tuple[Small, ...], msgspec.Meta(min_length=5, max_length=5)] = msgspec.field(name="5")

    def of(self, players: int) -> tuple[int, ...]:
        return (self.three, self.four, self.five)[players - COUNTS[0]]


class Pieces(Record, frozen=True):
    bridges: Small
    citizen_chips_per_colour: Small


class Display(Record, frozen=True):
    land: ByPlayers
    technology: ByPlayers


class Start(Record, frozen=True):
    coins: Small
    science: Small
    prosperity_points: Points
    garbage_on_start_tile: Small
    citizens: tuple[str, ...]
    pollution_index: Field


class LandBid(Record, frozen=True):
    max: Annotated[int, msgspec.Meta(ge=1, le=999)]


class DisasterBid(Record, frozen=True):
    max: Small


class Pollution(Record, frozen=True):
    values: Annotated[tuple[Points, ...], msgspec.Meta(min_length=13, max_length=13)]
    clean_tile: Annotated[tuple[Small, ...], msgspec.Meta(min_length=13, max_length=13)]
    flower_from_index: Annotated[int, msgspec.Meta(ge=0, le=13)]


class CostTrack(Record, frozen=True):
    id: Stack
    price: Track


class CostMarker(Record, frozen=True):
    start_field: ByPlayers


class Final(Record, frozen=True):
    rank_by_players: Ranks
    garbage_penalty_step: Small


class Columns(Record, frozen=True):
    min_players: Annotated[tuple[Literal[3, 4, 5], ...], msgspec.Meta(min_length=5, max_length=5)]


class ComponentSet(Record, frozen=True):
    """The whole file."""

    schema: Literal[1]
    game: Literal["twentieth_century"]
    components: Pieces
    display: Display
    start: Start
    land_bid: LandBid
    disaster_bid: DisasterBid
    round: tuple[Round, ...]
    pollution: Pollution
    cost_track: tuple[CostTrack, ...]
    cost_marker: CostMarker
    final: Final
    scoring_card: tuple[ScoringCard, ...]
    disaster_columns: Columns
    cards: Cards
    tiles: Tiles


def read(data: Mapping[str, Any]) -> ComponentSet:
    """Read the records of a file, including files of former versions; a set that cannot be played is rejected."""
    found = typed(ComponentSet, former.updated(data))
    tiles = found.tiles
    unique("tiles", [*(tile.id.lower() for tile in tiles.land), *(tile.id.lower() for tile in tiles.technology)])
    unique("cards.disaster", [card.id for card in found.cards.disaster])
    unique("scoring_card", [card.id for card in found.scoring_card])
    for i, land in enumerate(tiles.land):
        _check_track(f"tiles.land[{i}]", land.at, land.rails, set(land.city))
        if land.stack == "start" and not set(found.start.citizens) <= set(land.city):
            raise BadInput(f"tiles.land[{i}].city", "a start tile needs the cities on which its citizens stand.")
    for i, technology in enumerate(tiles.technology):
        _check_technology(f"tiles.technology[{i}]", technology)
    _check_rounds(found)
    _check_stacks(found)
    _check_columns(found)
    return found


def schema(where: str, data: Any) -> ComponentSet:
    """The records of a file for the library."""
    if not isinstance(data, Mapping):
        raise BadInput(where, f"expected a table, found {data!r:.60}.")
    return read(data)


def _need(where: str, found: int, wanted: int, what: str) -> None:
    if found < wanted:
        raise BadInput(where, f"there must be at least {wanted} {what}, found {found}.")


def _check_rounds(found: ComponentSet) -> None:
    if len(found.round) != 6:
        raise BadInput("round", f"there must be 6 rounds, found {len(found.round)}.")
    tracks = {track.id: track for track in found.cost_track}
    unique("cost_track", [track.id for track in found.cost_track])
    begin = max(map(found.cost_marker.start_field.of, COUNTS))
    if min(map(found.cost_marker.start_field.of, COUNTS)) < 1:
        raise BadInput("cost_marker.start_field", "fields are counted from 1.")
    for i, track in enumerate(found.cost_track):
        if len(track.price) < begin:
            raise BadInput(f"cost_track[{i}].price", f"the marker begins on field {begin}, which this track does not have.")
    for i, row in enumerate(found.round):
        if row.n != i + 1:
            raise BadInput(f"round[{i}].n", f"this is round {i + 1}.")
        if "setup" in row.phases:
            for key in ("stack", "min_bid", "compensation", "track"):
                if getattr(row, key) is None:
                    raise BadInput(f"round[{i}].{key}", "a full round needs this key.")
            if row.track not in tracks:
                raise BadInput(f"round[{i}].track", f"there is no cost track {row.track}.")


def _check_stacks(found: ComponentSet) -> None:
    """Check that each stack lasts for the rounds that draw from it (20C-1.7 to 1.11) and that no region outgrows the cells
    (20C-9.26)."""
    tiles, most = found.tiles, max(COUNTS)
    _need("tiles.land", sum(land.stack == "start" for land in tiles.land), most, "lands of the stack start")
    full = [row for row in found.round if "setup" in row.phases]
    for stack in STACKS:
        rounds = sum(row.stack == stack for row in full)
        lands = rounds * max(map(found.display.land.of, COUNTS))
        technologies = rounds * max(map(found.display.technology.of, COUNTS))
        in_stack = f"of the stack {stack} (display x rounds)"
        _need("tiles.land", sum(land.stack == stack for land in tiles.land), lands, f"lands {in_stack}")
        _need("tiles.technology", sum(t.stack == stack for t in tiles.technology), technologies, f"technologies {in_stack}")
        cards = sum(card.stack == stack for card in found.cards.disaster)
        _need("cards.disaster", cards, rounds, f"cards of the stack {stack}, one for each of its rounds")
    for i, row in enumerate(found.round):
        if row in full and "bonus" in row.phases:
            scored = sum(card.round == row.n for card in found.scoring_card)
            _need("scoring_card", scored, 1, f"card for round {i + 1}")
    if len(full) * (max(map(found.display.land.of, COUNTS)) + 1) > REACH:
        raise BadInput("display.land", f"a region could get more than {REACH} tiles beside the start tile.")


def _check_columns(found: ComponentSet) -> None:
    marks = found.disaster_columns.min_players
    for players in COUNTS:
        if (used := sum(mark <= players for mark in marks)) != players:
            raise BadInput("disaster_columns.min_players", f"{players} players need {players} columns, found {used}.")
    if marks[0] != COUNTS[0] or marks[-1] != COUNTS[0]:
        raise BadInput("disaster_columns.min_players", "the first and the last column are always used.")


def _check_track(where: str, at: Mapping[str, str], rails: tuple[str, ...], cities: set[str]) -> None:
    """Check that nodes, rails and cities refer to each other by existing names."""
    known = {*CITIES, *JUNCTIONS, BUILDING}
    for node, anchor in at.items():
        if node not in known:
            raise BadInput(f"{where}.at.{node}", f"nodes are called {', '.join(sorted(known))}.")
        if anchor not in ANCHORS:
            raise BadInput(f"{where}.at.{node}", f"{anchor!r:.40} is not one of: {', '.join(ANCHORS)}.")
    if cities != {node for node in at if node in CITIES}:
        raise BadInput(f"{where}.city", "the cities are not those that have a place on the tile.")
    if len(set(at.values())) != len(at):
        raise BadInput(f"{where}.at", "two nodes lie on the same anchor.")
    for i, rail in enumerate(rails):
        ends = rail.split("-")
        if len(ends) != 2 or ends[0] == ends[1] or any(end not in at and end not in tuple(PORTS) for end in ends):
            raise BadInput(f"{where}.rails[{i}]", f"{rail!r:.40} does not join two nodes or ports of this tile.")
    unique(f"{where}.rails", ["".join(sorted(rail)) for rail in rails])


def _check_technology(where: str, tile: Technology) -> None:
    if tile.facility is not None:
        if BUILDING not in tile.facility.at:
            raise BadInput(f"{where}.facility.at", "a facility needs its building F.")
        _check_track(f"{where}.facility", tile.facility.at, tile.facility.rails, set())
    elif tile.one_time is None and tile.repeat is None:
        raise BadInput(where, "a technology is a facility, or has a one-time or a repeat use.")
