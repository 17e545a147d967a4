"""Message catalogues: sentences from TOML files in English, German and Russian, filled with facts.

``{track}`` inserts a fact, with its name in that language if there is one (``track:bank`` before ``bank``);
``{n|coin|coins}`` inserts the plural form for the number ``n`` (two forms in English and German, three in
Russian). A table of counts reads ``2 × iron, 1 × fuel``.

>>> fill("{n} {n|coin|coins}", {"n": 3}, "en", {})
'3 coins'
>>> fill("{n} {n|монета|монеты|монет}", {"n": 22}, "ru", {})
'22 монеты'
>>> fill("pay {goods}", {"goods": {"iron": 2}}, "en", {"iron": "Iron"})
'pay 2 × Iron'
>>> fill("raze {place}", {"place": "pub 2"}, "en", {"pub": "Pub"})
'raze Pub 2'
>>> fill("give {item}", {"item": "card pub"}, "en", {"item:card": "the card", "pub": "Pub"})
'give the card Pub'
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from tafelrunde.core.events import Event

SEAT_FACTS = frozenset({"seat", "other", "owner", "leader", "others", "winners"})
"""Facts that are seat numbers or lists of them and are displayed as names."""

_FACT = re.compile(r"\{(\w+)((?:\|[^|{}]*)*)\}")


def plural(lang: str, n: int) -> int:
    """The index of the plural form for ``n``."""
    n = abs(n)
    if lang != "ru":
        return 0 if n == 1 else 1
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


def fill(template: str, facts: Mapping[str, Any], lang: str, names: Mapping[str, str]) -> str:
    """Fill a template with facts."""

    def put(match: re.Match[str]) -> str:
        value = facts.get(match[1], "?")
        if match[2]:
            forms = match[2][1:].split("|")
            return forms[min(plural(lang, value), len(forms) - 1)]
        return show(match[1], value)

    def show(fact: str, value: Any) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{n} × {show(fact, item)}" for item, n in value.items()) or names.get("nothing", "-")
        if isinstance(value, list | tuple):
            return ", ".join(show(fact, item) for item in value) or names.get("nothing", "-")
        if not isinstance(value, str):
            return str(value)
        slug, _, rest = value.partition(" ")  # a further copy of a card: "pub 2"
        if rest.isdigit():
            return f"{show(fact, slug)} {rest}"
        if rest and f"{fact}:{slug}" in names:
            return f"{names[f'{fact}:{slug}']} {show(fact, rest)}"
        return names.get(f"{fact}:{value}") or names.get(value, value)

    return _FACT.sub(put, template)


class Catalogue:
    """The sentences of one game in one language, on top of those that all games share."""

    def __init__(self, lang: str, *folders: Traversable) -> None:
        self.lang = lang
        self.sections: dict[str, dict[str, str]] = {}
        for folder in folders:
            text = (folder / f"{lang}.toml").read_text(encoding="utf-8")
            for section, entries in tomllib.loads(text).items():
                self.sections.setdefault(section, {}).update(entries)
        self.names = self.sections.get("names", {})

    def say(self, section: str, key: str, facts: Mapping[str, Any] | None = None, seats: Sequence[str] = ()) -> str:
        """Return a filled sentence. An unknown key raises an error, because a test keeps the catalogues complete."""
        named = dict(facts or {})
        for fact in SEAT_FACTS & named.keys():
            named[fact] = self.seat(named[fact], seats)
        return fill(self.sections[section][key], named, self.lang, self.names)

    def has(self, section: str, key: str) -> bool:
        return key in self.sections.get(section, {})

    def facts(self, section: str, key: str) -> list[str]:
        """The facts that a sentence uses, each once, in the order of the sentence."""
        return list(dict.fromkeys(match[1] for match in _FACT.finditer(self.sections[section][key])))

    def name(self, slug: str) -> str:
        """The displayed name of a component, track or phase; ``kind:slug`` if a slug has several meanings."""
        return self.names.get(slug) or self.names.get(slug.rpartition(":")[2], slug)

    def zone(self, key: str, side: str) -> str:
        """The displayed name of a zone of the ``seat`` or of the ``board``, if both have one with this key."""
        named = self.sections.get("zones", {})
        return named.get(f"{side}:{key}") or named.get(key) or self.name(key)

    def seat(self, seat: Any, seats: Sequence[str] = ()) -> str:
        """The name of a seat, or its number if it has none; a list of seats becomes a list of names."""
        if isinstance(seat, list | tuple):
            return ", ".join(self.seat(one, seats) for one in seat)
        if type(seat) is not int:
            return str(seat)
        return seats[seat] if seat < len(seats) else fill(self.sections["common"]["seat"], {"n": seat + 1}, self.lang, {})

    def event(self, event: Event, seats: Sequence[str] = ()) -> str:
        return self.say("events", event.kind, {"seat": event.seat, **event.data}, seats)

    def decision(self, kind: str, data: Mapping[str, Any], seats: Sequence[str] = ()) -> str:
        return self.say("decisions", kind, data, seats)

    def refusal(self, key: str, params: Mapping[str, Any], seats: Sequence[str] = ()) -> str:
        return self.say("refusals", key, params, seats)


def shared_folder() -> Traversable:
    return files("tafelrunde") / "messages"


@cache
def common(lang: str) -> Catalogue:
    """The sentences that belong to no game, for the command line."""
    return Catalogue(lang, shared_folder())


def content(folder: str, name: str) -> Traversable:
    """A folder of a game's texts (rules, messages, prose, scenarios or tutorial), given the package that contains it."""
    return files(folder) / "content" / name
