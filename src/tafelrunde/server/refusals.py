"""Converts every exception of a request into problem details; input is never echoed."""

from __future__ import annotations

from collections.abc import Mapping

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from tafelrunde.core.errors import BadInput
from tafelrunde.server.errors import MEDIA_TYPE, Refused, wrong
from tafelrunde.server.guard import language_of
from tafelrunde.server.limits import Limited
from tafelrunde.server.outage import Unavailable
from tafelrunde.server.store import Conflict

HTTP_KINDS = {404: "unknown", 405: "method_not_allowed", 408: "too_slow", 413: "too_large"}
"""The ``type`` of problems that the framework or the guard reports by status alone."""


def problem(refusal: Refused, headers: Mapping[str, str] | None = None) -> Response:
    """The HTTP response for a refusal."""
    return Response(orjson.dumps(refusal.body), refusal.status, {**refusal.headers, **(headers or {})}, MEDIA_TYPE)


def malformed(error: RequestValidationError | ValidationError) -> Refused:
    """The first error in a body, a path, a query or a socket message."""
    first = error.errors()[0]
    reason = str(first["msg"])[:200]
    if first["type"] == "json_invalid":
        return Refused(400, "bad_json", reason)
    place = first["loc"][1:] if isinstance(error, RequestValidationError) else first["loc"]  # FastAPI puts "body" in front
    return wrong(".".join(map(str, place))[:100] or None, reason)


def handle_refusals(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(request: Request, refusal: Refused) -> Response:
        if isinstance(refusal, Limited):
            refusal.body["reason"] = refusal.said(language_of(request.scope))
        return problem(refusal)

    @app.exception_handler(Unavailable)
    async def unavailable(_: Request, error: Unavailable) -> Response:
        return problem(error.refusal)

    @app.exception_handler(Conflict)
    async def conflict(_: Request, error: Conflict) -> Response:
        return problem(Refused(409, "conflict", str(error)))

    @app.exception_handler(BadInput)
    async def bad_input(_: Request, error: BadInput) -> Response:
        return problem(wrong(error.where, error.reason))

    @app.exception_handler(RequestValidationError)
    async def not_as_described(_: Request, error: RequestValidationError) -> Response:
        return problem(malformed(error))

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        kind = HTTP_KINDS.get(error.status_code, "http")
        return problem(Refused(error.status_code, kind, str(error.detail)[:200]), error.headers)

    @app.exception_handler(Exception)
    async def failed(_: Request, error: Exception) -> Response:  # the exception is raised again, and logged by the server
        refusal = Refused(500, "failed", "The server made a mistake; it was noted.")
        return problem(refusal, {"connection": "close"})  # the connection does not survive the exception
