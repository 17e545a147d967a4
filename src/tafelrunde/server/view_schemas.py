"""The schemas of views: one for each installed game, from what the game declares (:mod:`tafelrunde.core.view_types`)."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import cast

import msgspec
from pydantic import JsonValue

import tafelrunde

Schema = dict[str, JsonValue]
REF = "#/components/schemas/"


def add_views(schemas: Schema) -> None:
    """Replace the schema ``View`` by a union of the games' schemas, discriminated by ``game``."""
    common = cast(Schema, schemas["View"])
    named = {}
    for game in tafelrunde.games():
        name = prefix(game)
        own, parts = _own_keys(game, name)
        properties = {**cast(Schema, common["properties"]), **own, "game": {"type": "string", "const": game}}
        schemas |= {**parts, f"{name}View": {**common, "properties": cast(JsonValue, properties)}}
        named[game] = f"{REF}{name}View"
    one_of = [{"$ref": ref} for ref in named.values()]
    discriminator = {"propertyName": "game", "mapping": named}
    schemas["View"] = cast(Schema, {"description": common["description"], "oneOf": one_of, "discriminator": discriminator})


def prefix(game: str) -> str:
    """The prefix of the names of a game's schemas: ``NewAngeles``."""
    return "".join(part.capitalize() for part in game.split("_"))


def _own_keys(game: str, name: str) -> tuple[Schema, Schema]:
    """The schemas of ``seats`` and ``board``, and those they refer to; empty if a game declares none."""
    package = sys.modules[type(tafelrunde.load(game)).__module__].__package__ or ""
    if find_spec(f"{package}.view_types") is None:
        return {}, {}
    declared = import_module(f"{package}.view_types")
    (seat, board), parts = msgspec.json.schema_components([declared.Seat, declared.Board], ref_template=REF + name + "{name}")
    own = {"seats": {"type": "array", "items": seat}, "board": board}
    closed = {name + key: {"additionalProperties": False, **part} for key, part in parts.items()}
    return cast(Schema, own), cast(Schema, closed)
