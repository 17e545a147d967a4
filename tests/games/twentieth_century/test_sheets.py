"""What screens draw from: every component with its name and its effect as a sentence, in three languages."""

from __future__ import annotations

import re

import pytest

from tests.games.twentieth_century.helpers import NAME
from tests.support import game_of

GAME = game_of(NAME)
TOLD = ("land", "technology", "disaster", "scoring_card")


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_every_component_has_name_and_text(lang: str) -> None:
    sheets = GAME.sheets(lang)
    data = GAME.components.data
    ids = {
        "land": {tile["id"] for tile in data["tiles"]["land"]},
        "technology": {tile["id"] for tile in data["tiles"]["technology"]},
        "disaster": {card["id"] for card in data["cards"]["disaster"]},
        "scoring_card": {card["id"] for card in data["scoring_card"]},
    }
    for kind in TOLD:
        assert set(sheets[kind]) == {name.lower() for name in ids[kind]}
        for name, sheet in sheets[kind].items():
            assert sheet["name"] not in ("", name), name
            assert "(" not in sheet["name"], name
            assert len(sheet["text"]) > 5, name
            assert not re.search(r"[{}]", sheet["text"]), name


def test_texts_differ_between_languages() -> None:
    english, german, russian = (GAME.sheets(lang) for lang in ("en", "de", "ru"))
    for kind in TOLD:
        for name, sheet in english[kind].items():
            texts = {sheet["text"], german[kind][name]["text"], russian[kind][name]["text"]}
            assert len(texts) == 3, name
    assert all(re.search("[а-яё]", sheet["text"]) for kind in TOLD for sheet in russian[kind].values())


def test_tiles_carry_what_is_drawn() -> None:
    sheets = GAME.sheets("en")
    facilities = {name: sheet for name, sheet in sheets["technology"].items() if sheet["facility"]}
    for name, sheet in (sheets["land"] | facilities).items():
        points = sheet["points"]
        assert all(point in points for rail in sheet["rails"] for point in rail), name
        assert set(sheet["cities"]) <= set(points)
        assert len(points) == 4 + len({p for p in points if "-" not in p} - set("nesw")) + len(sheet["rails"])
    assert sheets["land"]["s1"]["cities"]["c"] == {"coins": 0, "science": 0, "prosperity": 0, "plants": 1}
    assert sheets["land"]["s1"]["points"]["w-a"] == [1, 3]
    assert sheets["technology"]["t01"]["building"] == "f"
    assert sheets["technology"]["t22"]["text"].startswith("Quality of life, every round: pay 3 coins to score 5 prosperity.")
    assert sheets["round"]["1"]["prices"] == [4, 3, 2, 1, 0]
    assert len(sheets["scale"]["pollution"]["values"]) == len(sheets["scale"]["pollution"]["clean_land"]) == 13
