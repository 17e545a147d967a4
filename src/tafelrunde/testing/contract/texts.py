"""Texts: complete in three languages, rules with equal ids, no rule cited that does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tafelrunde.core.messages import Catalogue
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.testing import random_play, random_position
from tafelrunde.testing.games import every_game, game

PLACEHOLDER = re.compile(r"\{(\w+)((?:\|[^|{}]*)*)\}")
PRINTED = re.compile(r"-?\d+[a-z]?|[A-Z]+")
FORMS = {"en": 2, "de": 2, "ru": 3}
STRANGE_ADDRESS = {
    "de": re.compile(r"\b(Ihnen|Ihr|Ihre[nmrs]?|\w+en Sie|Sie (sind|haben|können|müssen|dürfen|werden))\b"),
    "ru": re.compile(
        r"\b(ты|тебя|тебе|тобой|тво(й|я|ё|и|его|ей|ю|ём|их|им|ими|ему)|(?<=[а-яё,;] )(Вы|Вас|Вам|Ваш\w*))\b|\bТы\b|\bТво"
    ),
}


def keys(catalogue: Catalogue) -> set[tuple[str, str]]:
    return {(section, key) for section, entries in catalogue.sections.items() for key in entries}


def facts(text: str) -> set[str]:
    return {match[1] for match in PLACEHOLDER.finditer(text)}


@every_game
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


@every_game
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


@every_game
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


@every_game
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


def words_of(value: Any) -> Iterator[str]:
    """The keys and slugs in a part of a view, further copies ("pub 2") and pairs word by word."""
    if isinstance(value, Mapping):
        yield from (word for key in value for word in str(key).split())
        yield from (word for inner in value.values() for word in words_of(inner))
    elif isinstance(value, list):
        yield from (word for inner in value for word in words_of(inner))
    elif isinstance(value, str):
        yield from value.split()


@every_game
def test_every_zone_and_what_it_shows_has_a_name(name: str) -> None:
    """The plain table shows zones, keys and slugs by their names; numbers and printed letters ("3b", "AAB") stay as they are."""
    this, random = game(name), Random(4)
    catalogue = this.messages("en")
    zones = catalogue.sections.get("zones", {})
    keys = [zone.key for zone in this.seat_zones] + [zone.key for zone in this.board_zones]
    unnamed = [key for key in keys if not {key, f"seat:{key}", f"board:{key}"} & zones.keys()]
    assert not unnamed, "the section [zones] of the catalogues names them"
    known = {*zones, *catalogue.names, *(key.rpartition(":")[2] for key in catalogue.names)}
    known |= {slug for kind in this.sheets("en").values() for slug in kind}
    state = random_position(this, this.players[-1], random, 0)
    missing: set[str] = set()
    for ply, _ in enumerate(random_play(state, random)):
        if ply % 5 == 0:
            view = state.view(state.to_act[0])
            missing |= {word for part in (*view["seats"], view["board"]) for word in words_of(part)} - known
    assert not {word for word in missing if not PRINTED.fullmatch(word)}
