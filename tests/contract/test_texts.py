"""Texts: complete in three languages, rules with equal ids, no rule cited that does not exist."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tafelrunde
from tafelrunde.core.game import Game
from tafelrunde.core.messages import Catalogue, plural, shared_folder
from tafelrunde.core.rules import LANGUAGES
from tests.contract.games import every_game, game
from tests.support import random_position

PLACEHOLDER = re.compile(r"\{(\w+)((?:\|[^|{}]*)*)\}")
FORMS = {"en": 2, "de": 2, "ru": 3}
STRANGE_ADDRESS = {
    "de": re.compile(r"\b(Ihnen|Ihr|Ihre[nmrs]?|\w+en Sie|Sie (sind|haben|können|müssen|dürfen|werden))\b"),
    "ru": re.compile(
        r"\b(ты|тебя|тебе|тобой|тво(й|я|ё|и|его|ей|ю|ём|их|им|ими|ему)|(?<=[а-яё,;] )(Вы|Вас|Вам|Ваш\w*))\b|\bТы\b|\bТво"
    ),
}
REGISTERED = pytest.mark.parametrize("name", tafelrunde.games())


def keys(catalogue: Catalogue) -> set[tuple[str, str]]:
    return {(section, key) for section, entries in catalogue.sections.items() for key in entries}


def facts(text: str) -> set[str]:
    return {match[1] for match in PLACEHOLDER.finditer(text)}


def folders(this: Game[Any]) -> list[Path]:
    return [Path(str(shared_folder())), Path(str(this.content("messages")))]


@REGISTERED
@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogues_are_complete(name: str, lang: str) -> None:
    this = game(name)
    english, other = this.messages("en"), this.messages(lang)
    assert keys(other) == keys(english)
    for section, key in keys(english):
        mine, theirs = other.sections[section][key], english.sections[section][key]
        assert facts(mine) == facts(theirs), f"{section}.{key}"
        assert mine.strip(), f"{section}.{key} is empty"
        for match in PLACEHOLDER.finditer(mine):
            if match[2]:
                assert match[2].count("|") == FORMS[lang], f"{section}.{key}: {match[0]}"


@REGISTERED
@pytest.mark.parametrize("lang", STRANGE_ADDRESS)
def test_people_are_addressed_in_one_way(name: str, lang: str) -> None:
    """German says du, Russian says вы, everywhere."""
    for catalogue in (game(name).messages(lang), game(name).prose(lang)):
        for section, entries in catalogue.sections.items():
            for key, text in entries.items():
                assert not STRANGE_ADDRESS[lang].search(text), f"{section}.{key}: {text}"


@every_game
def test_everything_the_engine_says_has_a_sentence(name: str) -> None:
    this = game(name)
    catalogue = this.messages("en")
    asked = [kind.name for kind in this.frames.kinds.values() if kind.ask is not None]
    said = [("decisions", kind) for kind in asked]
    said += [("refusals", guard.key) for verb in this.guards.verbs.values() for guard in verb.guards]
    said += [("moves", verb) for verb in this.guards.verbs]
    said += [("options", option) for option in this.options]
    for source in Path(str(files(this.folder))).glob("**/*.py"):
        text = source.read_text(encoding="utf-8")
        said += [("events", kind) for kind in re.findall(r'\.emit\(\s*"(\w+)"', text)]
        said += [("names", phase) for phase in re.findall(r'begin_phase\(\w+, "(\w+)"', text)]
    missing = [entry for entry in said if not catalogue.has(*entry)]
    assert not missing


@REGISTERED
@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_games_can_be_told(name: str, lang: str) -> None:
    """Every fact a sentence needs is there: no question mark is left in any sentence of random games."""
    this = game(name)
    catalogue = this.messages(lang)
    for players in this.players:
        random = Random(players)
        state = random_position(this, players, random, 0)
        while not state.over:
            seat = state.to_act[0]
            decision = state.decision(seat)
            sentences = [catalogue.decision(decision.kind, decision.data)]
            events = state.play(seat, random.choice(decision.moves))
            sentences += [catalogue.event(event) for event in events]
            for sentence in sentences:
                assert "{" not in sentence
                assert " ? " not in f" {sentence.rstrip('?.')} ", sentence


@REGISTERED
def test_rules_have_equal_ids_in_all_languages(name: str) -> None:
    book = game(name).rules
    for lang in LANGUAGES:
        assert list(book.texts(lang)) == list(book)
        assert all(len(text) > 15 for text in book.texts(lang).values())


@every_game
def test_every_rule_cited_exists(name: str) -> None:
    this = game(name)
    prefix = next(iter(this.rules)).split("-")[0]
    cited = re.compile(rf'"({prefix}-[A-Za-z0-9._]+)"')
    folder = Path(str(files(this.folder)))
    for source in [*folder.glob("**/*.py"), *folder.glob("data/*.toml")]:
        for rule in cited.findall(source.read_text(encoding="utf-8")):
            assert rule in this.rules, f"{source.name} cites {rule}"


def test_plural_forms() -> None:
    assert [plural("ru", n) for n in (1, 2, 5, 11, 12, 21, 22, 25, 111, -3)] == [0, 1, 2, 2, 2, 0, 1, 2, 2, 1]
    assert [plural("de", n) for n in (0, 1, 2)] == [1, 0, 1]


def test_the_core_knows_no_game() -> None:
    for source in Path(str(files("tafelrunde") / "core")).glob("*.py"):
        code = re.sub(r'""".*?"""', "", source.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name in ("rise", "new_angeles", "twentieth_century", "fifty_first_state"):
            assert not re.search(rf"\b{name}\b", code, re.IGNORECASE), f"{source.name} names {name}"
