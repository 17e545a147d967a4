"""Component sets: parses a TOML file, checks it against the game's schema and hashes it.

A schema is built from the small checkers below. An unknown key, a wrong type or count, or an unknown effect is rejected with
file, key and reason before the game is created. This module must not depend on any game; games with typed records use
:mod:`tafelrunde.core.typed`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from tafelrunde.core.errors import BadInput

Checker = Callable[[str, Any], Any]

SOURCES = ("seed", "public", "house")


class Components:
    """A checked component set. ``hash`` identifies its content regardless of layout, comments and remarks."""

    __slots__ = ("data", "hash", "name", "parts", "text")

    def __init__(self, data: Mapping[str, Any], name: str, text: str, parts: Any = None) -> None:
        self.data = data
        self.parts = data if parts is None else parts
        """The typed records that the game's ``schema`` returns, or the data itself if the schema only checks it."""
        self.name = name
        self.text = text
        canonical = json.dumps(_playing_parts(data), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        self.hash = sha256(canonical.encode()).hexdigest()[:12]

    def provenance(self) -> dict[str, int]:
        return provenance(self.text)


def provenance(text: str) -> dict[str, int]:
    """How many records of a component file are printed in the rulebook, publicly known, or our own design."""
    records = re.sub(r"(?m)^#.*", "", text)
    found = Counter(re.findall(r'(?<![\w.])source = "(\w+)"', records))
    return {source: found[source] for source in SOURCES}


def _playing_parts(value: Any) -> Any:
    """The data without the keys for origin and cited rule, which have no effect on play."""
    if isinstance(value, Mapping):
        return {key: _playing_parts(item) for key, item in value.items() if key.rpartition("_")[2] not in ("source", "rule")}
    return [_playing_parts(item) for item in value] if isinstance(value, list) else value


def read(text: str, name: str, schema: Checker) -> Components:
    """Parse and check a component file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(name, f"This is not valid TOML: {error}.") from None

    try:
        parts = schema("", data)
    except BadInput as error:
        raise BadInput(f"{name}: {error.where}" if error.where else name, error.reason) from None
    return Components(data, name, text, parts)


def _join(where: str, key: str | int) -> str:
    if isinstance(key, int):
        return f"{where}[{key}]"
    return f"{where}.{key}" if where else key


def integer(low: int, high: int) -> Checker:
    def check(where: str, value: Any) -> None:
        if type(value) is not int:
            raise BadInput(where, f"expected a whole number, found {value!r:.60}.")
        if not low <= value <= high:
            raise BadInput(where, f"{value} is not between {low} and {high}.")

    return check


def boolean(where: str, value: Any) -> None:
    if type(value) is not bool:
        raise BadInput(where, f"expected true or false, found {value!r:.60}.")


def text(where: str, value: Any) -> None:
    if not isinstance(value, str):
        raise BadInput(where, f"expected a text, found {value!r:.60}.")


def one_of(choices: Iterable[str]) -> Checker:
    known = tuple(choices)

    def check(where: str, value: Any) -> None:
        if not isinstance(value, str) or value not in known:
            raise BadInput(where, f"{value!r:.60} is not one of: {', '.join(known)}.")

    return check


def list_of(item: Checker, length: int | None = None) -> Checker:
    def check(where: str, value: Any) -> None:
        if not isinstance(value, list):
            raise BadInput(where, f"expected a list, found {value!r:.60}.")
        if length is not None and len(value) != length:
            raise BadInput(where, f"there must be {length} entries, found {len(value)}.")
        for i, entry in enumerate(value):
            item(_join(where, i), entry)

    return check


def map_of(item: Checker) -> Checker:
    def check(where: str, value: Any) -> None:
        _table(where, value)
        for key, entry in value.items():
            item(_join(where, key), entry)

    return check


def table(required: Mapping[str, Checker], optional: Mapping[str, Checker] | None = None) -> Checker:
    """A table with exactly these keys; a key ending in ``_source`` tags a part of the record with its origin."""
    known = {**required, **(optional or {})}
    tag = one_of(SOURCES)

    def check(where: str, value: Any) -> None:
        _table(where, value)
        for key in required:
            if key not in value:
                raise BadInput(_join(where, key), "this key is missing.")
        for key, entry in value.items():
            if key == "source" or key.endswith("_source"):
                tag(_join(where, key), entry)
            elif key in known:
                known[key](_join(where, key), entry)
            else:
                raise BadInput(_join(where, key), f"unknown key; known here: {', '.join(sorted(known))}.")

    return check


def tagged(tag: str, forms: Mapping[str, Checker]) -> Checker:
    """A table whose ``tag`` key selects the form of the rest (for example an effect by its ``op``)."""

    def check(where: str, value: Any) -> None:
        _table(where, value)
        form = value.get(tag)
        if form not in forms:
            raise BadInput(_join(where, tag), f"unknown {tag} {form!r:.40}; known: {', '.join(forms)}.")
        forms[form](where, value)

    return check


def _table(where: str, value: Any) -> None:
    if not isinstance(value, Mapping):
        raise BadInput(where, f"expected a table, found {value!r:.60}.")


def unique(where: str, ids: Sequence[str]) -> None:
    """Reject a list in which an id occurs twice."""
    seen: set[str] = set()
    for i, name in enumerate(ids):
        if name in seen:
            raise BadInput(_join(where, i), f"the id {name!r} stands twice.")
        seen.add(name)


def expect_count(where: str, found: int, wanted: int) -> None:
    """Check the number of components where the rules fix it."""
    if found != wanted:
        raise BadInput(where, f"there must be {wanted}, found {found}.")
