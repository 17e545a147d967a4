"""Component files as typed records (msgspec structs); invalid data is rejected with the path to its key.

Each table may have a key ``source``, and keys that end in ``_source`` for parts of it. They state the origin of the data and are
not part of the record.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from copy import deepcopy
from typing import Any, TypeVar

import msgspec

from tafelrunde.core.components import SOURCES
from tafelrunde.core.errors import BadInput

R = TypeVar("R")
_MESSAGE = re.compile(r"(?s)(?P<reason>.*?)(?: - at (?P<key>`key` in )?`\$\.?(?P<path>.*)`)?")
_WRONG_KEY = re.compile(r"Invalid enum value '(?P<key>.*)'")
_FIELD = re.compile(r"Object (?P<how>contains unknown|missing required) field `(?P<key>.*)`")
_ANY_KEY = "[...]"
"""The path element that msgspec writes for the key of a dictionary."""


def typed(kind: type[R], data: Any) -> R:
    """Convert the data into a record; :class:`BadInput` names the wrong key and the reason."""
    plain = _without_sources("", data)
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise refusal(kind, plain, str(error)) from None


def _without_sources(where: str, value: Any) -> Any:
    if type(value) in (int, str):
        return value
    if isinstance(value, list):
        return [_without_sources(f"{where}[{i}]", item) for i, item in enumerate(value)]
    if not isinstance(value, Mapping):
        return value
    found = {}
    for key, item in value.items():
        at = f"{where}.{key}" if where else key
        if key == "source" or key.endswith("_source"):
            if item not in SOURCES:
                raise BadInput(at, f"{item!r:.60} is not one of: {', '.join(SOURCES)}.")
        else:
            found[key] = _without_sources(at, item)
    return found


def json_schema(kind: Any) -> dict[str, Any]:
    """The JSON Schema of a component file, for editors. It also allows the keys that state the origin of the data."""
    schema: dict[str, Any] = msgspec.json.schema(kind)
    alone: set[str] = set()
    _add_sources(schema, alone)
    for name in alone:  # msgspec accepts a record without its tag where only one kind of record is possible
        record = schema["$defs"][name.rpartition("/")[2]]
        if "op" in record.get("required", ()):
            record["required"].remove("op")
    return schema


def _add_sources(part: Any, alone: set[str]) -> None:
    """Allow the source keys in every table, and note which records are referenced outside a union of operations."""
    if isinstance(part, dict):
        if part.get("type") == "object":
            part["patternProperties"] = {"^(.*_)?source$": {"enum": list(SOURCES)}}
        if "$ref" in part:
            alone.add(part["$ref"])
        for key, inner in part.items():
            if not (key == "anyOf" and "discriminator" in part):
                _add_sources(inner, alone)
    elif isinstance(part, list):
        for inner in part:
            _add_sources(inner, alone)


def refusal(
    kind: Any, data: Any, message: str, where: str = "", operations: Mapping[str, type[msgspec.Struct]] | None = None
) -> BadInput:
    """Translate an error of msgspec into the wording used for all component files. ``where`` is the key of the data."""
    found = _MESSAGE.fullmatch(message)
    assert found is not None
    reason, path = found["reason"], _exact(kind, data, message, found["path"] or "")
    place = _follow(data, path)
    at = where + ("." if where and path and not path.startswith("[") else "") + path
    if found["key"] and (wrong := _WRONG_KEY.fullmatch(reason)):
        return BadInput(f"{at}.{wrong['key']}", "unknown key.")
    if field := _FIELD.fullmatch(reason):
        key = f"{at}.{field['key']}" if at else field["key"]
        if field["how"].startswith("missing"):
            return BadInput(key, "this key is missing.")
        known = sorted(operations[place["op"]].__struct_encode_fields__) if operations else []
        return BadInput(key, f"unknown key; known here: {', '.join(known)}." if known else "unknown key.")
    if operations and path.endswith(".op") and reason.startswith("Invalid value "):
        return BadInput(at, f"unknown op {place!r:.40}; known: {', '.join(operations)}.")
    return BadInput(at, f"{reason[0].lower()}{reason[1:]}; found {place!r:.60}.")


def _exact(kind: Any, data: Any, message: str, path: str) -> str:
    """The path including the keys of dictionaries, found by removing all entries but one."""
    while _ANY_KEY in path:
        before, _, after = path.partition(_ANY_KEY)
        for key in _follow(data, before):
            alone = deepcopy(data)
            table = _follow(alone, before)
            for other in set(table) - {key}:
                del table[other]
            try:
                msgspec.convert(alone, kind)
            except msgspec.ValidationError as error:
                if str(error) == message:
                    path = f"{before}.{key}{after}"
                    break
        else:
            return before
    return path


def _follow(data: Any, path: str) -> Any:
    """The part of the data at a path such as ``tiles.land[0].city``."""
    for index, key in re.findall(r"\[(\d+)\]|([^.\[\]]+)", path):
        data = data[int(index)] if index else data.get(key)
    return data


def without_keys(data: Any, retired: Mapping[str, Collection[str]]) -> Any:
    """Remove keys that are no longer read, given by table or by the tables of a list; "" stands for the file itself."""

    def less(value: Any, keys: Collection[str]) -> Any:
        if isinstance(value, list):
            return [less(item, keys) for item in value]
        return {key: item for key, item in value.items() if key not in keys} if isinstance(value, Mapping) else value

    whole = less(data, retired.get("", ()))
    return {key: less(value, retired.get(key, ())) for key, value in whole.items()} if isinstance(whole, Mapping) else whole
