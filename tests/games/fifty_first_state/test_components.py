"""A component file that cannot be is refused with its place; the option texts are complete."""

from __future__ import annotations

from pathlib import Path

import pytest

import tafelrunde
from tafelrunde.core.rules import LANGUAGES
from tests.support import game_of

GAME = game_of("fifty_first_state")
ARCHIVE = 'action = { cost = { worker = 1 }, effect = "gain", gain = { vp = 1 }, limit = 2 }'


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('id = "archive"', 'id = "pub"', "location"),
        (ARCHIVE, 'action = { cost = { worker = 1 }, effect = "win", gain = { vp = 1 }, limit = 2 }', "action.effect"),
        (ARCHIVE, 'action = { cost = { defence = 1 }, effect = "gain", gain = { vp = 1 }, limit = 2 }', "cost.defence"),
        ("steal = { n = 1, of = [", 'steal = { n = 1, of = ["fuel"], unused = [', "steal"),
        ("options = [{ iron = 1 }, { gun = 1 }]", "options = [{ iron = 1 }, { iron = 1 }]", "production.options"),
        ("cards = 138", "cards = 137", "deck_option"),
        ('joker_for = ["fuel", "iron", "gun", "brick"]', 'joker_for = ["fuel"]', "joker_for"),
        ("limit = -1 }", "limit = 1 }", "actions"),
        ("keep_at_start = 4", "keep_at_start = 0", "keep_at_start"),
    ],
)
def test_bad_component_files_are_refused(tmp_path: Path, old: str, new: str, where: str) -> None:
    text = GAME.components.text
    assert old in text
    path = tmp_path / "bad.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(tafelrunde.BadInput) as refusal:
        tafelrunde.load("fifty_first_state", path)
    assert where in refusal.value.where


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_and_step_is_told(lang: str) -> None:
    catalogue = GAME.messages(lang)
    assert all(catalogue.has("options", name) for name in GAME.options)
    assert all(catalogue.has("steps", step.name) for step in GAME.steps)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("seats.0.hand", ["skyscraper", "skyscraper", "skyscraper"]),
        ("seats.0.hand_size", {}),
        ("seats.0.supply.gold", 1),
        ("seats.0.state", ["no_such_card"]),
        ("seats.7.points", 1),
        ("board.offer.blue", "punks"),
        ("board.decks.green.top", []),
        ("round", 3),
    ],
)
def test_impossible_positions_are_refused(path: str, value: object) -> None:
    state = GAME.new(2, 1)
    with pytest.raises(tafelrunde.BadInput):
        GAME.patch(state, tuple(path.split(".")), value)


def test_the_official_set_is_complete() -> None:
    """Counts that hold for the shipped file only."""
    data = GAME.components.data
    assert [(option["id"], option["cards"]) for option in data["deck_option"]] == [
        ("base", 88),
        ("base_new_era", 138),
        ("base_winter", 138),
    ]
    assert sum(card["copies"] for card in data["location"] if card["set"] == "promo") == 5
    for colour in ("blue", "red"):
        assert sum(card["copies"] for card in data["connection"] if card["deck"] == colour) == 6


def test_a_set_may_have_other_numbers_of_cards(tmp_path: Path) -> None:
    text = GAME.components.text
    path = tmp_path / "more.toml"
    more = text.replace('id = "archive"\nset = "base"\ncopies = 1', 'id = "archive"\nset = "base"\ncopies = 3', 1)
    assert more != text
    path.write_text(more, encoding="utf-8")
    with pytest.raises(tafelrunde.BadInput, match="hold 90 cards, not 88"):
        tafelrunde.load("fifty_first_state", path)
    path.write_text(more.replace("cards = 88", "cards = 90").replace("cards = 138", "cards = 140"), encoding="utf-8")
    state = tafelrunde.load("fifty_first_state", path).new(4, 1)
    assert state.view(0)["board"]["decks"]["locations"]["size"] == 90 - 4 * 6


def test_a_deck_must_be_large_enough_to_begin(tmp_path: Path) -> None:
    path = tmp_path / "few.toml"
    path.write_text(GAME.components.text.replace("deal_at_start = 6", "deal_at_start = 20", 1), encoding="utf-8")
    tafelrunde.load("fifty_first_state", path)  # 4 * 20 + 5 cards are enough
    path.write_text(
        GAME.components.text.replace("deal_at_start = 6", "deal_at_start = 20", 1).replace(
            "draft_row_extra_cards = 1", "draft_row_extra_cards = 9", 1
        ),
        encoding="utf-8",
    )
    with pytest.raises(tafelrunde.BadInput, match="needed to begin"):
        tafelrunde.load("fifty_first_state", path)
