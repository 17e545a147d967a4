"""What screens draw: every component with its name and its sentence in three languages."""

from __future__ import annotations

import re

import pytest

from tafelrunde.core.rules import LANGUAGES
from tests.support import game_of

GAME = game_of("new_angeles")
SLUG = re.compile(r"\b[a-z]+_[a-z_0-9]+\b")
CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_component_has_a_name_and_a_sentence(lang: str) -> None:
    found = GAME.sheets(lang)
    listed = {kind for kind, entries in GAME.components.data.items() if isinstance(entries, list)}
    assert set(found) == listed | {"places"}
    for kind, entries in found.items():
        for slug, entry in entries.items():
            assert entry["name"], (kind, slug)
            assert not SLUG.search(entry["name"]), (kind, slug)
            assert len(entry["text"]) > 10, (kind, slug)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pieces_and_rivals_have_the_sentences_of_the_rules(lang: str) -> None:
    found = GAME.sheets(lang)
    assert found["pieces"]["android"]["text"] == GAME.rules["NA-10.0"].text_in(lang)
    assert found["rivals"]["federalist"]["rule"] == "NA-22.0"
    assert found["rivals"]["jinteki"]["rule"] == "NA-46.1"


def test_sentences_are_in_the_language_asked_for() -> None:
    english, german, russian = (GAME.sheets(lang) for lang in ("en", "de", "ru"))
    for kind, entries in english.items():
        for slug, entry in entries.items():
            assert CYRILLIC.search(russian[kind][slug]["text"]), (kind, slug)
            assert german[kind][slug]["text"] != entry["text"], (kind, slug)


def test_the_city_is_drawn_from_the_file() -> None:
    found = GAME.sheets("en")
    assert [d["number"] for d in found["districts"].values()] == list(range(1, 11))
    assert found["places"]["root"] | {"threat": 2, "threat_end": 25} == found["places"]["root"]
    assert all(entry["timing"] for entry in found["assets"].values())
