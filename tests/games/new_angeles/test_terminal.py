"""The terminal in words: cards, districts, trades and promises in three languages, no slug left."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console, RenderableType

from tafelrunde.core.rules import LANGUAGES
from tafelrunde.games.new_angeles.game import NewAngeles
from tafelrunde.games.new_angeles.present.terminal import look, screen
from tests.support import Table, game_of


def new_angeles() -> NewAngeles:
    game = game_of("new_angeles")
    assert isinstance(game, NewAngeles)
    return game


GAME = new_angeles()
SLUG = re.compile(r"\b[a-z]+_[a-z_0-9]+\b")
GROUPS = ("action_cards", "emergency_actions", "assets", "investments", "events", "corporations")


def read(shown: RenderableType | None) -> str:
    assert shown is not None
    console = Console(file=io.StringIO(), width=400, markup=False, highlight=False)
    console.print(shown)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def trading() -> Table:
    table = Table(GAME, 6, at={"step": "support", "main": "ark_construction"}, corporations="fixed")
    table.given({"seats.0.assets": ["hernando_cortez"], "seats.1.hand": ["puff_piece", "clean_slate"]})
    return table.play("0 trade 1", "0 give capital 2", "0 give asset hernando_cortez", "0 ask support main 2", "0 propose")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_says_what_it_does(lang: str) -> None:
    view, names = trading().state.view(0), GAME.messages(lang)
    for group in GROUPS:
        for card in GAME.components.data[group]:
            text = read(look(GAME, view, lang, card["id"]))
            assert names.name(card["id"]) in text
            assert len(text) > len(names.name(card["id"])) + 30
            assert text == read(look(GAME, view, lang, names.name(card["id"])))


@pytest.mark.parametrize(("lang", "pieces"), [("en", "Human First"), ("de", "Menschen zuerst"), ("ru", "Страйкер")])
def test_a_district_in_words(lang: str, pieces: str) -> None:
    table = Table(GAME, 6, at={"step": "main_offer"}, corporations="fixed")
    table.given({"board.districts": {}, "board.districts.4.human_first": True})
    view = table.state.view(None)
    assert pieces in read(look(GAME, view, lang, "4"))
    assert pieces not in read(look(GAME, view, lang, "5"))
    assert look(GAME, view, lang, "11") is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_trades_are_told_in_words(lang: str) -> None:
    table = trading()
    sentences = [GAME.messages(lang).event(event) for event in table.events]
    sentences.append(read(screen(GAME, table.state.view(0), lang, ("Ann", "Bob", "Cy", "Di", "Ed", "Flo"))))
    sentences += [GAME.move_text(move, lang, {}) for move in GAME.vocabulary if move.verb in ("give", "ask", "promise")]
    for sentence in sentences:
        assert not SLUG.search(sentence), sentence
        assert "{" not in sentence
    assert {"ru": "Эрнандо Кортес"}.get(lang, "Hernando Cortez") in sentences[0]


def test_one_trade_in_three_languages() -> None:
    told = {lang: GAME.messages(lang).event(trading().events[0], ("Ann", "Bob")) for lang in LANGUAGES}
    assert (
        told["en"]
        == "Ann proposes a trade to Bob: gives asset Hernando Cortez, capital 2, asks support for the main offer, cards: 2."
    )
    assert "Kapital 2" in told["de"]
    assert "активы: 2" in told["ru"]
    assert (
        GAME.move_text(GAME.move("promise 1 no_counter next"), "en", {}) == "Promise Player 2 in the next deal: no counteroffer"
    )
