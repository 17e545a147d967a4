"""Checks every answer and socket message that a test client gets against the server's own description."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from unittest.mock import patch

import jsonschema_rs
import orjson

from tafelrunde.games import REGISTRY
from tafelrunde.server.app import create_app

KONTOR = "tests.server.kontor:Kontor"


@cache
def description() -> dict[str, Any]:
    """The description of a server with Kontor among its games, as test servers have it."""
    with patch.dict(REGISTRY, {"kontor": KONTOR}):
        return orjson.loads(orjson.dumps(create_app().openapi()))  # type: ignore[no-any-return]


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    """Literal paths first: ``/api/my/tables`` is no ``/api/{one}/{two}``."""
    paths = sorted(description()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) + r"\Z"), path) for path in paths]


@cache
def schema_validator(name: str) -> jsonschema_rs.Validator:
    return _validator({"$ref": f"#/components/schemas/{name}"})


def _validator(schema: dict[str, Any]) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for({**schema, "components": description()["components"]})


@cache
def _answer_validator(method: str, path: str, status: int, media_type: str) -> jsonschema_rs.Validator | None:
    """The validator of an answer; ``None`` for text."""
    answer = description()["paths"][path][method.lower()]["responses"].get(str(status))
    assert answer is not None, f"{method} {path}: an answer with status {status} is not described"
    if "$ref" in answer:
        answer = description()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    assert media_type in answer["content"], f"{method} {path} {status}: {media_type} is not described"
    return _validator(answer["content"][media_type]["schema"]) if media_type.endswith("json") else None


def check_answer(method: str, path: str, status: int, content_type: str, content: bytes) -> None:
    """Raises if an answer of an operation differs from its description; other pages are not described."""
    plain = path.partition("?")[0]
    found = next((template for pattern, template in _paths() if pattern.match(plain)), None)
    if found is None or method.lower() not in description()["paths"][found] or status == 500:
        return
    validator = _answer_validator(method, found, status, content_type.partition(";")[0])
    if validator is not None:
        _check(validator, orjson.loads(content), f"{method} {path} {status}")


def check_message(message: dict[str, Any]) -> None:
    """Raises if a message of the server differs from its description."""
    _check(schema_validator("ServerMessage"), message, f"message {message.get('type')}")


def _check(validator: jsonschema_rs.Validator, body: Any, what: str) -> None:
    error = next(iter(validator.iter_errors(body)), None)
    if error is not None:
        place = "/".join(map(str, error.instance_path))
        raise AssertionError(f"{what} is not as described at '{place}': {error.message[:500]}")
