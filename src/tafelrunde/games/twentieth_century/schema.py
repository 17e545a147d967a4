"""What a component file of 20th Century must look like; every figure the rules fix is checked here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.components import expect_count, integer, list_of, map_of, one_of, table, text, unique
from tafelrunde.core.errors import BadInput

STACKS = ("I-II", "III-IV", "V")
PHASES = ("setup", "land_auction", "disaster", "administration", "yield", "bonus")
PORTS = "NESW"
"""The edge midpoints of a tile, clockwise."""
CITIES = "abc"
JUNCTIONS = "jkl"
BUILDING = "F"
ANCHORS = {
    "NW": (2, 2), "NC": (4, 2), "NE": (6, 2), "CW": (2, 4), "C": (4, 4), "CE": (6, 4), "SW": (2, 6), "SC": (4, 6), "SE": (6, 6),
}  # fmt: skip
FACILITIES = ("mine", "lab", "hospital")
"""In the order of the yields they raise: coins, science, prosperity (20C-8.A.1)."""
ONE_TIME = ("worker", "bridge", "waste_sorting", "park")
REPEAT = ("locomotive", "garbage_truck", "recycling", "remediation", "quality_of_life")
UNITS = (
    "coin_yield", "science_yield", "prosperity_yield", "prosperity_point_scored_so_far", "clean_land", "operational_plant",
    "positive_pollution_value", "clean_land_by_section", "garbage",
)  # fmt: skip
COUNTS = ("3", "4", "5")

_small = integer(0, 99)
_anything = map_of(lambda where, value: None)
_by_stack = table(dict.fromkeys(STACKS, _small))
_by_players = table(dict.fromkeys(COUNTS, _small))
_goods = table({}, {"coins": _small, "science": _small, "prosperity": _small, "recycling": integer(0, 9)})
_at = map_of(one_of(ANCHORS))

_LAND = table(
    {"id": text, "stack": one_of(("start", *STACKS)), "at": _at, "city": map_of(_goods), "rails": list_of(text)},
)
_TECHNOLOGY = table(
    {
        "id": text, "stack": one_of(STACKS), "name": text,
        "eco": table({"garbage": _small, "left": _small, "right": _small}),
    },
    {
        "facility": one_of(FACILITIES), "bonus": integer(1, 9), "at": _at, "rails": list_of(text), "one_time": one_of(ONE_TIME),
        "repeat": one_of(REPEAT), "cost": table({}, {"coins": _small, "science": _small}),
        "gain": table({"prosperity": _small}),
    },
)  # fmt: skip
_ROUND = table(
    {"n": integer(1, 6), "phases": list_of(one_of(PHASES))},
    {"stack": one_of(STACKS), "min_bid": _small, "compensation": _small, "track": one_of(STACKS)},
)

_FILE = table(
    {
        "schema": integer(1, 1),
        "game": one_of(("twentieth_century",)),
        "title": text,
        "players": table({"min": integer(3, 3), "max": integer(5, 5)}, {"colours": list_of(text, 5)}),
        "components": _anything,
        "stacks": table(
            {
                "land": table({"start": integer(5, 5), **dict.fromkeys(STACKS, _small)}),
                "technology": _by_stack, "disaster_in_box": _by_stack, "disaster_used": _by_stack,
            }
        ),
        "display": table({"land": _by_players, "technology": _by_players}),
        "start": table(
            {
                "coins": _small, "science": _small, "prosperity_points": integer(-99, 99), "garbage_on_start_tile": _small,
                "citizens": list_of(one_of(CITIES)), "pollution_index": integer(0, 12),
            },
            {"income": _goods},
        ),
        "land_bid": table({"max": integer(1, 999)}),
        "disaster_bid": table({"min": integer(0, 0), "max": integer(0, 99)}),
        "compensation": table({"plus": _small}, {"formula": text}),
        "round": list_of(_ROUND, 6),
        "pollution": table(
            {
                "values": list_of(integer(-99, 99), 13), "start_index": integer(0, 12), "clean_tile": list_of(_small, 13),
                "flower_from_index": integer(0, 13),
            }
        ),
        "cost_track": list_of(
            table({"id": one_of(STACKS), "min_bid_shown": _small, "price": list_of(_small)}, {"where": text}), 3
        ),
        "cost_marker": table({"start_field": table({count: integer(1, 9) for count in COUNTS})}),
        "final": table(
            {"rank_by_players": table({c: list_of(_small, int(c)) for c in COUNTS}), "garbage_penalty_step": _small},
            {"rank_points": list_of(_small), "tie_break": list_of(text)},
        ),
        "scoring_card": list_of(
            table(
                {
                    "id": text, "round": integer(1, 6),
                    "terms": list_of(table({"per": one_of(UNITS), "points": integer(-99, 99)})),
                }
            ),
            6,
        ),
        "disaster_columns": table({"min_players": list_of(integer(3, 5), 5)}),
        "cards": table(
            {
                "disaster": list_of(
                    table(
                        {
                            "id": text, "stack": one_of(STACKS), "name": text,
                            "columns": list_of(table({"garbage": _small, "pollution": _small}), 5),
                        }
                    ),
                    9,
                )
            }
        ),
        "tiles": table({"land": list_of(_LAND, 45), "technology": list_of(_TECHNOLOGY, 30)}),
    },
    {"land_garbage": _anything},
)  # fmt: skip


def schema(where: str, data: Any) -> None:
    """Shape first, then the counts and references that shape alone cannot see."""
    _FILE(where, data)
    land, technology, cards = data["tiles"]["land"], data["tiles"]["technology"], data["cards"]["disaster"]
    unique("tiles", [tile["id"].lower() for tile in (*land, *technology)])
    unique("cards.disaster", [card["id"] for card in cards])
    unique("scoring_card", [card["id"] for card in data["scoring_card"]])
    for kind, records in (("land", land), ("technology", technology)):
        for stack, wanted in data["stacks"][kind].items():
            expect_count(f"tiles.{kind}: stack {stack}", sum(tile["stack"] == stack for tile in records), wanted)
    for stack in STACKS:
        expect_count(f"cards.disaster: stack {stack}", sum(card["stack"] == stack for card in cards), 3)
    _check_displays(data)
    _check_columns(data)
    for i, tile in enumerate(land):
        _check_tile(f"tiles.land[{i}]", tile, tile["city"])
        if tile["stack"] == "start" and not set(data["start"]["citizens"]) <= set(tile["city"]):
            raise BadInput(f"tiles.land[{i}].city", "a start tile needs the cities on which its citizens stand.")
    for i, tile in enumerate(technology):
        _check_technology(f"tiles.technology[{i}]", tile)
    for i, row in enumerate(data["round"]):
        _check_round(f"round[{i}]", i, row)
    tracks = [track["id"] for track in data["cost_track"]]
    unique("cost_track", tracks)
    longest = max(data["cost_marker"]["start_field"].values())
    for i, track in enumerate(data["cost_track"]):
        if len(track["price"]) < longest:
            raise BadInput(f"cost_track[{i}].price", f"the marker begins on field {longest}, which this track does not have.")
    for scored in (2, 4):
        expect_count(f"scoring_card: round {scored}", sum(card["round"] == scored for card in data["scoring_card"]), 3)


def _check_displays(data: Mapping[str, Any]) -> None:
    """A stack must last for the rounds that draw from it (20C-1.7 to 1.9)."""
    for kind in ("land", "technology"):
        for stack in STACKS:
            rounds = sum(row.get("stack") == stack for row in data["round"])
            for count in COUNTS:
                if data["display"][kind][count] * rounds > data["stacks"][kind][stack]:
                    raise BadInput(f"display.{kind}.{count}", f"the stack {stack} is too small for this display.")
    for stack in STACKS:
        rounds = sum(row.get("stack") == stack for row in data["round"])
        expect_count(f"stacks.disaster_used.{stack}", data["stacks"]["disaster_used"][stack], rounds)


def _check_columns(data: Mapping[str, Any]) -> None:
    marks = data["disaster_columns"]["min_players"]
    for players in (3, 4, 5):
        expect_count(f"disaster_columns: used with {players} players", sum(mark <= players for mark in marks), players)
    if marks[0] != 3 or marks[-1] != 3:
        raise BadInput("disaster_columns.min_players", "the first and the last column are always used.")


def _check_round(where: str, i: int, row: Mapping[str, Any]) -> None:
    if row["n"] != i + 1:
        raise BadInput(f"{where}.n", f"this is round {i + 1}.")
    if "setup" in row["phases"]:
        for key in ("stack", "min_bid", "compensation", "track"):
            if key not in row:
                raise BadInput(f"{where}.{key}", "a full round needs this key.")


def _check_tile(where: str, tile: Mapping[str, Any], cities: Mapping[str, Any]) -> None:
    """Nodes, rails and cities must name each other."""
    known = set(CITIES) | set(JUNCTIONS) | {BUILDING}
    for node in tile["at"]:
        if node not in known:
            raise BadInput(f"{where}.at.{node}", f"nodes are called {', '.join(sorted(known))}.")
    if set(cities) != {node for node in tile["at"] if node in CITIES}:
        raise BadInput(f"{where}.city", "the cities are not those that have a place on the tile.")
    if len(set(tile["at"].values())) != len(tile["at"]):
        raise BadInput(f"{where}.at", "two nodes lie on the same anchor.")
    for i, rail in enumerate(tile["rails"]):
        ends = rail.split("-")
        if len(ends) != 2 or ends[0] == ends[1] or any(end not in tile["at"] and end not in tuple(PORTS) for end in ends):
            raise BadInput(f"{where}.rails[{i}]", f"{rail!r} does not join two nodes or ports of this tile.")
    unique(f"{where}.rails", ["".join(sorted(rail)) for rail in tile["rails"]])


def _check_technology(where: str, tile: Mapping[str, Any]) -> None:
    if "facility" in tile:
        for key in ("bonus", "at", "rails"):
            if key not in tile:
                raise BadInput(f"{where}.{key}", "a facility needs this key.")
        if BUILDING not in tile["at"]:
            raise BadInput(f"{where}.at", "a facility needs its building F.")
        _check_tile(where, tile, {})
    elif "one_time" not in tile and "repeat" not in tile:
        raise BadInput(where, "a technology is a facility, or has a one-time or a repeat use.")
    if tile.get("repeat") in ("recycling", "remediation", "quality_of_life") and "cost" not in tile:
        raise BadInput(f"{where}.cost", "this use has a price.")
    if tile.get("repeat") == "quality_of_life" and "gain" not in tile:
        raise BadInput(f"{where}.gain", "quality of life gives prosperity.")
