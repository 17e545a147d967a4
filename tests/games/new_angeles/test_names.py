"""Cards have names in every language; only names of people and companies look alike."""

from __future__ import annotations

import pytest

from tests.support import game_of

GAME = game_of("new_angeles")
KINDS = ("action_cards", "emergency_actions", "assets", "investments", "events", "demands", "setup_cards")
SAME_IN_GERMAN = {"liquidation"}
"""The same word in both languages."""


def names(lang: str, kind: str) -> dict[str, str]:
    return {card["id"]: GAME.messages(lang).name(card["id"]) for card in GAME.components.data[kind]}


@pytest.mark.parametrize("kind", KINDS)
def test_russian_names_are_russian(kind: str) -> None:
    for slug, name in names("ru", kind).items():
        assert any("а" <= letter <= "я" for letter in name.lower()), (slug, name)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "assets"])
def test_german_names_are_german(kind: str) -> None:
    english = names("en", kind)
    same = {slug for slug, name in names("de", kind).items() if name == english[slug]}
    assert same <= SAME_IN_GERMAN
