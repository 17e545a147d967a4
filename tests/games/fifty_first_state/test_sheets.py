"""What screens draw: every component with name and sentences in three languages."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tafelrunde
from tafelrunde.core.rules import LANGUAGES

GAME: Any = tafelrunde.load("fifty_first_state")
KINDS = {"location": 144, "connection": 4, "faction": 4, "good": 14, "category": 11, "sort": 4, "deck_option": 3}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_has_name_and_text(lang: str) -> None:
    sheets = GAME.sheets(lang)
    assert {kind: len(entries) for kind, entries in sheets.items()} == KINDS
    for kind, entries in sheets.items():
        for slug, entry in entries.items():
            where = f"{kind} {slug}"
            assert entry["name"], where
            assert lang == "en" or entry["name"] != slug, where
            assert entry["text"], where
            assert not set("?{}") & set(entry["text"]), where


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_three_uses_and_all_rows_are_told(lang: str) -> None:
    sheets = GAME.sheets(lang)
    for slug, card in sheets["location"].items():
        assert card["deal_text"], slug
        assert card["raze_text"], slug
        assert GAME.texts(lang).effect(slug) == card["text"], "the terminal says the same"
    for slug, faction in sheets["faction"].items():
        assert [row["row"] for row in faction["actions"]] == [1, 2, 3, 4], slug
        assert all("→" in row["text"] for row in faction["actions"]), slug


def test_sheets_travel_as_json_and_languages_differ() -> None:
    german, russian = GAME.sheets("de"), GAME.sheets("ru")
    assert json.loads(json.dumps(german)) == german
    assert german["location"]["archive"]["text"] != russian["location"]["archive"]["text"]
    assert german["sort"]["action"]["resistance"] == 5
