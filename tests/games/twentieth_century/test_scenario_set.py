"""The scenarios of the game as a whole: every component and every kind of rail connection has one."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tafelrunde
from tests.games.twentieth_century.helpers import NAME
from tests.support import game_of

FOLDER = Path(tafelrunde.__file__).parent / "games" / NAME / "content" / "scenarios"
DATA = game_of(NAME).components.data
TECHNOLOGIES: list[str] = [tile["id"].lower() for tile in DATA["tiles"]["technology"]]
DISASTERS: list[str] = [card["id"].lower() for card in DATA["cards"]["disaster"]]
SCORING_CARDS: list[str] = [card["id"].lower() for card in DATA["scoring_card"]]
RAILS = {
    "recycling": {
        "own land": "example_recycling_own_land", "neighbour": "example_recycling_neighbour", "corner": "rail_recycling_corner",
        "dead end": "rail_recycling_no_track_there", "no track to the plant": "example_recycling_track_misses",
        "past a city": "rail_recycling_past_city", "over a facility": "rail_recycling_facility_between",
        "over a third tile": "example_recycling_detour", "over a bridge": "rail_recycling_bridge_there",
        "past an edge": "rail_recycling_past_edge",
    },
    "facility": {
        "neighbour": "example_lab_one", "fork": "rail_facility_fork", "corner": "rail_facility_corner",
        "dead end": "rail_facility_dead_end", "past a city": "example_lab_two",
        "over a third tile": "rail_facility_not_over_third_tile", "over a bridge": "example_bridge_lab",
        "past an edge": "rail_facility_past_edge",
    },
    "locomotive": {
        "neighbour": "rail_locomotive_neighbour", "corner": "rail_locomotive_corner", "dead end": "rail_locomotive_dead_end",
        "past a city": "example_city_between", "over a facility": "rail_locomotive_facility",
        "over a bridge": "rail_locomotive_bridge", "past an edge": "rail_locomotive_past_edge",
    },
}  # fmt: skip
"""How track may join two places, by who walks over it (20C-9.14 to 9.17)."""


@cache
def scenarios() -> dict[str, dict[str, Any]]:
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.toml")}


def plays(scenario: dict[str, Any]) -> list[str]:
    """The moves of a scenario without the seats that make them."""
    return [step["play"].partition(" ")[2] for step in scenario["then"] if "play" in step]


def test_there_are_at_least_150() -> None:
    assert len(scenarios()) >= 150


@pytest.mark.parametrize("technology", TECHNOLOGIES)
def test_every_technology_is_bought_and_used(technology: str) -> None:
    moves = plays(scenarios()[f"technology_{technology}"])
    assert f"take {technology}" in moves
    assert len(moves) > moves.index(f"take {technology}") + 1


@pytest.mark.parametrize("card", DISASTERS)
def test_every_column_of_every_disaster_card_is_taken(card: str) -> None:
    scenario = scenarios()[f"disaster_{card}"]
    assert scenario["given"]["board.disaster.card"] == card
    assert {f"column {n}" for n in range(1, 6)} <= set(plays(scenario))


@pytest.mark.parametrize("card", SCORING_CARDS)
def test_every_scoring_card_is_scored(card: str) -> None:
    found = [name for name, scenario in scenarios().items() if card in scenario.get("given", {}).get("board.scoring_cards", [])]
    assert found


@pytest.mark.parametrize(("walk", "connection"), [(walk, way) for walk, ways in RAILS.items() for way in ways])
def test_every_kind_of_rail_connection(walk: str, connection: str) -> None:
    assert RAILS[walk][connection] in scenarios()
