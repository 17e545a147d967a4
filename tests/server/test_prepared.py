"""Answers that are the same for everybody exist before the first request."""

from __future__ import annotations

import logging

import orjson
import pytest

import tafelrunde
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.games import REGISTRY
from tafelrunde.server import prepared
from tafelrunde.server.app import Host
from tafelrunde.server.settings import Settings

ANSWERS = (prepared.messages, prepared.sheets, prepared.rules, prepared.rulebook_page, prepared.scenario_list, prepared.lessons)


async def test_no_request_has_to_wait_for_files(sqlite_db: str) -> None:
    for answer in ANSWERS:
        answer.cache_clear()
    host = Host(Settings(db=sqlite_db))
    await host.open()
    await host.close()
    for answer in ANSWERS:
        assert answer.cache_info().currsize == len(tafelrunde.games()) * len(LANGUAGES), answer.__name__


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_is_what_the_game_says(lang: str) -> None:
    rise = tafelrunde.load("rise")
    assert orjson.loads(prepared.rules("rise", lang))["RISE-R.2"] == rise.rules["RISE-R.2"].text_in(lang)
    assert orjson.loads(prepared.sheets("rise", lang)) == rise.sheets(lang)
    assert orjson.loads(prepared.messages("rise", lang))["moves"] == rise.messages(lang).sections["moves"]


def test_a_game_without_a_tutorial_or_with_a_broken_page_is_served_all_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(REGISTRY, "kontor", "tests.server.kontor:Kontor")
    with caplog.at_level(logging.WARNING):
        prepared.prepare()
    assert not caplog.messages, "it has no tutorial, which is no mistake"
    assert orjson.loads(prepared.rules("kontor", "en"))
    prepared.scenario_list.cache_clear()
    monkeypatch.setattr("tafelrunde.study.scenarios.listing", lambda game, lang: 1 / 0)
    with caplog.at_level(logging.WARNING):
        prepared.prepare()
    assert "rise cannot show its scenario_list in de" in caplog.messages
