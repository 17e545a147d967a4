"""Responses that are the same for everybody, encoded once: the games with their texts, rules, scenarios and tutorials.

:func:`prepare` creates all of them before the server accepts requests. Otherwise the first person who opens a rulebook
would block every table while files are read and parsed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from typing import Any

import orjson

import tafelrunde
from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import Game
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.zones import BoardZone, SeatZone
from tafelrunde.study import rulebook, scenarios, tutorial

logger = logging.getLogger(__name__)


def prepare() -> None:
    games()
    for game in tafelrunde.games():
        zones(game)
        for lang in LANGUAGES:
            for answer in (messages, sheets, rules, rulebook_page, scenario_list, lessons, prose):
                _try(answer, game, lang)


def _try(answer: Callable[[str, str], object], game: str, lang: str) -> None:
    """Create a response if possible: a third-party game without a tutorial, or with an invalid rulebook, is still playable."""
    try:
        answer(game, lang)
    except BadInput:
        return  # a request for it gets the refusal
    except Exception as error:
        logger.error("%s cannot show its %s in %s", game, answer.__name__, lang, exc_info=error)


@cache
def games() -> bytes:
    """The games; titles, help and names are given in every language."""
    return orjson.dumps([_about(tafelrunde.load(name)) for name in tafelrunde.games()])


def _about(game: Game[Any]) -> dict[str, Any]:
    return {
        "id": game.id, "title": game.title, "players": game.players, "components": game.components.hash,
        "moments": dict(game.moments), "usual_players": game.usual_players or min(game.players),
        "about": {lang: _told(game, lang) for lang in LANGUAGES},
        "options": {name: _option(game, name) for name in game.options},
        "presets": {name: _preset(game, name) for name in game.presets},
    }  # fmt: skip


def _told(game: Game[Any], lang: str) -> dict[str, str]:
    """The sentences for a game's cover in a language; a game without them has its title."""
    told = game.messages(lang).sections.get("about", {})
    return {"title": told.get("title", game.title), "facts": told.get("facts", ""), "summary": told.get("summary", "")}


def _preset(game: Game[Any], name: str) -> dict[str, Any]:
    """A named set of option values."""
    title, help = ({lang: game.messages(lang).say("presets", key) for lang in LANGUAGES} for key in (name, f"{name}:help"))
    return {"options": dict(game.presets[name]), "title": title, "help": help}


def _option(game: Game[Any], name: str) -> dict[str, Any]:
    """A game option; ``names`` has those values whose label differs from the value."""
    option = game.options[name]
    named = {choice: _in_all(game, f"{name}:{choice}", choice) for choice in option.choices}
    return {
        "default": option.default, "choices": list(option.choices), "title": _in_all(game, name),
        "help": {lang: game.messages(lang).say("options", name) for lang in LANGUAGES},
        "names": {choice: names for choice, names in named.items() if names},
    }  # fmt: skip


def _in_all(game: Game[Any], *keys: str) -> dict[str, str]:
    """The text in every language of the first key that is in the section ``choices``."""
    key = next((key for key in keys if game.messages("en").has("choices", key)), None)
    return {} if key is None else {lang: game.messages(lang).say("choices", key) for lang in LANGUAGES}


@cache
def messages(game: str, lang: str) -> bytes:
    """The sentences of a game, and which facts of its sentence the arguments of a move are (``move_facts``)."""
    found = tafelrunde.load(game)
    english = found.messages("en")
    facts = {verb: english.facts("moves", verb) for verb in english.sections["moves"]}
    return orjson.dumps({**found.messages(lang).sections, "move_facts": facts})


@cache
def sheets(game: str, lang: str) -> bytes:
    """The game's own components with names and sentences."""
    return orjson.dumps(tafelrunde.load(game).sheets(lang))


@cache
def zones(game: str) -> bytes:
    """The zones of the seats and of the board, for screens that know nothing of the game."""
    found = tafelrunde.load(game)
    return orjson.dumps({
        "seats": [_zone(found, zone, "seat") for zone in found.seat_zones],
        "board": [_zone(found, zone, "board") for zone in found.board_zones],
    })  # fmt: skip


def _zone(game: Game[Any], zone: SeatZone | BoardZone, side: str) -> dict[str, Any]:
    names = {lang: game.messages(lang) for lang in LANGUAGES}
    told = {lang: found.zone(zone.key, side) for lang, found in names.items()}
    return {"key": zone.key, "audience": zone.audience, "name": told, "seats": zone.seats, **zone.look._asdict()}


@cache
def rules(game: str, lang: str) -> bytes:
    """The text of each rule by its id."""
    return orjson.dumps({rule.id: rule.text_in(lang) for rule in tafelrunde.load(game).rules.values()})


@cache
def rulebook_page(game: str, lang: str) -> bytes:
    """Sections and rules in order, with their links and proofs, and the coverage figure."""
    return orjson.dumps(rulebook.page(game, lang))


@cache
def scenario_list(game: str, lang: str) -> bytes:
    """Name, title and rules of every scenario."""
    return orjson.dumps(scenarios.listing(game, lang))


@cache
def lessons(game: str, lang: str) -> bytes:
    """The steps of the tutorial, and what the decision bar says of itself in a guided round."""
    return orjson.dumps(tutorial.page(game, lang))


def prose(game: str, lang: str) -> object:
    """The sentences with which positions are read aloud; the game keeps them."""
    return tafelrunde.load(game).prose(lang)
