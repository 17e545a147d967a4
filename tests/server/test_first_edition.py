"""Results of finished tables of the first edition, read from the events that it stored.

``edition_1_ends.json.gz`` holds the last events of games that were played with the first edition (of 20th Century all events that
tell points), and the results.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import tafelrunde
from tafelrunde.server.first_edition import told_result

ENDS: list[dict[str, Any]] = json.loads(gzip.decompress((Path(__file__).parent / "data/edition_1_ends.json.gz").read_bytes()))


def rows(end: dict[str, Any]) -> list[dict[str, Any]]:
    """The moves as a database holds them: each event with who may see it."""
    return [{"data": json.dumps([[None, event] for event in events])} for events in end["moves"]]


@pytest.mark.parametrize("end", ENDS, ids=lambda end: f"{end['game']}-{end['players']}")
def test_the_result_is_read_from_the_events(end: dict[str, Any]) -> None:
    result = {"scores": end["scores"], "winners": end["winners"]}
    assert told_result(end["game"], end["players"], rows(end), whole=True) == result


def test_all_games_and_a_common_victory_are_among_the_ends() -> None:
    assert {end["game"] for end in ENDS} == set(tafelrunde.games())
    assert any(end["game"] == "new_angeles" and end["winners"] for end in ENDS)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: f"{end['game']}-{end['players']}")
def test_a_result_that_was_not_told_is_unknown(end: dict[str, Any]) -> None:
    assert told_result(end["game"], end["players"], [], whole=True) is None
    assert told_result(end["game"], end["players"], [{"data": "[]"}], whole=True) is None


def test_points_of_a_part_of_a_game_are_no_result() -> None:
    end = next(end for end in ENDS if end["game"] == "twentieth_century")
    assert told_result(end["game"], end["players"], rows(end), whole=False) is None
