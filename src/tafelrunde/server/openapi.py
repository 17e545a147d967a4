"""The OpenAPI description, ``/api/openapi.json``: every operation and socket message with its schema.

``python -m tafelrunde.server.openapi`` prints it; ``make types-web`` generates the types of the web client from it.
"""

from __future__ import annotations

import sys
from typing import cast

import orjson
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from tafelrunde.server.errors import MEDIA_TYPE
from tafelrunde.server.models.problem import Problem
from tafelrunde.server.models.socket import ClientMessage, ServerMessage
from tafelrunde.server.view_schemas import REF, Schema, add_views

Responses = dict[int | str, dict[str, object]]
REASONS = {
    400: "not JSON", 401: "no session", 403: "not yours", 404: "no such thing", 405: "no such method", 408: "too slow",
    409: "no longer asked, or not possible in this state", 410: "cannot be opened", 413: "too large",
    422: "refused, with the rule or the place", 429: "too many", 503: "not available",
}  # fmt: skip

NAMED: dict[str, TypeAdapter[object]] = {
    "ClientMessage": TypeAdapter(ClientMessage),
    "ServerMessage": TypeAdapter(ServerMessage),
    "Problem": TypeAdapter(Problem),
}
"""Schemas that are neither requests nor responses of an operation."""


def answers(model: object) -> Responses:
    """The successful response of an operation; the refusals are common to all and added to the description.

    Operations return finished :class:`~fastapi.Response` objects, so FastAPI only describes the model: nothing is validated
    or converted while the server runs.
    """
    return {200: {"model": model, "description": "done"}}


def describe(app: FastAPI) -> None:
    """Serve the complete description, which is generated at the first request and then cached."""

    def openapi() -> Schema:
        if app.openapi_schema is None:
            app.openapi_schema = _description(app)
        return cast(Schema, app.openapi_schema)

    app.openapi = openapi  # type: ignore[method-assign]


def _description(app: FastAPI) -> Schema:
    made = get_openapi(title=app.title, version=app.version, routes=app.routes, separate_input_output_schemas=False)
    found = cast(Schema, {**made, "paths": _without_titles(made["paths"]), "components": _without_titles(made["components"])})
    components = cast(dict[str, Schema], found["components"])
    schemas = components["schemas"]
    for name, model in NAMED.items():
        schemas |= _named(name, model)
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    add_views(schemas)
    components["responses"] = {
        f"Refused{status}": {"description": reason, "content": {MEDIA_TYPE: {"schema": {"$ref": f"{REF}Problem"}}}}
        for status, reason in REASONS.items()
    }
    for path in cast(dict[str, dict[str, Schema]], found["paths"]).values():
        for operation in path.values():
            _add_refusals(cast(Schema, operation["responses"]))
    return found


def _add_refusals(responses: Schema) -> None:
    """Add the common refusals to every operation; a response that an operation declares itself takes precedence."""
    responses.pop("422", None)  # FastAPI's own, which has another format
    for status in REASONS:
        responses.setdefault(str(status), {"$ref": f"#/components/responses/Refused{status}"})


def _without_titles(part: object) -> object:
    """A schema without the titles that pydantic generates from key names."""
    if isinstance(part, dict):
        return {key: _without_titles(value) for key, value in part.items() if key != "title" or not isinstance(value, str)}
    return [_without_titles(one) for one in part] if isinstance(part, list) else part


def _named(name: str, model: TypeAdapter[object]) -> Schema:
    """A schema under a name, with the schemas it refers to."""
    schema = cast(Schema, _without_titles(model.json_schema(ref_template=REF + "{model}")))
    parts = cast(Schema, schema.pop("$defs", {}))
    return {**parts, name: schema}


def main() -> None:
    from tafelrunde.server.app import create_app

    sys.stdout.buffer.write(orjson.dumps(create_app().openapi(), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n")


if __name__ == "__main__":
    main()
