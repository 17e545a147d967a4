"""What the screens show of the components: everything is named and told in every language, and nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import tafelrunde
from tafelrunde.core.game import Game
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.games.rise.state import TRACKS

GAME: Game[Any] = tafelrunde.load("rise")
DATA = GAME.components.data


def told(sheets: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every component with where it stands, sides and fields of tracks included."""
    for kind, entries in sheets.items():
        for slug, sheet in entries.items():
            yield f"{kind}.{slug}", sheet
    for track, sheet in sheets["tracks"].items():
        for side in "AB":
            yield f"{track}.{side}", sheet[side]
            yield from ((f"{track}.{side}.{field['id']}", field) for field in sheet[side]["fields"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_component_has_name_and_text(lang: str) -> None:
    for where, sheet in told(GAME.sheets(lang)):
        assert sheet["name"].strip(), where
        assert sheet["text"].strip(), where
        assert "{" not in sheet["name"] + sheet["text"], where


@pytest.mark.parametrize("lang", ["de", "ru"])
def test_sentences_are_translated(lang: str) -> None:
    english = dict(told(GAME.sheets("en")))
    same = [where for where, sheet in told(GAME.sheets(lang)) if sheet["text"] == english[where]["text"]]
    assert same == []


def test_nothing_is_left_out() -> None:
    sheets = GAME.sheets("en")
    for kind in ("action_cards", "event_cards", "school_tiles", "culture_tiles", "penalty_tiles"):
        assert list(sheets[kind]) == [entry["id"] for entry in DATA[kind]]
    assert list(sheets["tracks"]) == list(TRACKS)
    for track in TRACKS:
        for side in "AB":
            assert [f["id"] for f in sheets["tracks"][track][side]["fields"]] == [
                f["id"] for f in DATA["tracks"][track][side]["fields"]
            ]
    assert [place["cost"] for place in sheets["places"].values()] == DATA["setup"]["placement_cost"]


def test_leaving_collects_what_the_side_says() -> None:
    office = GAME.sheets("en")["tracks"]["office"]
    third = {side: next(f for f in office[side]["fields"] if f["id"] == "3") for side in "AB"}
    assert [e["op"] for e in third["A"]["leaving"]] == ["vault", "joker", "coins", "school_refresh"]
    assert [e["op"] for e in third["B"]["leaving"]] == ["vault", "coins", "vp", "coins", "school_refresh"]
    assert "leaving" not in office["A"]["fields"][0]
