"""Middleware for every request: size and rate limits, cross-origin checks, headers. Plain ASGI for speed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.exceptions import HTTPException

from tafelrunde.core.rules import LANGUAGES
from tafelrunde.server.errors import MEDIA_TYPE, Refused
from tafelrunde.server.limits import ASKER, Asker, address_key
from tafelrunde.server.people import COOKIE
from tafelrunde.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
UPLOADS = ("/api/tables", "/api/verify")
WEIGHT = 16 * 1024
"""The bytes of a response that count as one more request, because large responses are expensive."""
HEADERS = [
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; "
     b"style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; "
     b"frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]  # fmt: skip
NO_STORE = (b"cache-control", b"no-store")
"""For every response without its own caching header, because it may depend on the caller."""
HSTS = (b"strict-transport-security", b"max-age=31536000")


def header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def token_of(scope: Scope) -> str | None:
    """The session's token, from the bearer header or the cookie; never from the URL."""
    scheme, _, word = header(scope, b"authorization").partition(" ")
    if scheme.lower() == "bearer" and word:
        return word.strip()
    for part in header(scope, b"cookie").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and value:
            return value
    return None


def language_of(scope: Scope) -> str:
    """The language for refusals: the first one in the caller's header that has a catalogue."""
    wanted = header(scope, b"accept-language")[:2].lower()
    return wanted if wanted in LANGUAGES else "en"


def foreign(scope: Scope, settings: Settings) -> bool:
    """Whether a browser sent this from another site's page."""
    if header(scope, b"sec-fetch-site") in ("cross-site", "same-site"):
        return True
    origin = header(scope, b"origin")
    if not origin:
        return False
    if settings.origin:
        return origin != settings.origin
    return urlsplit(origin).netloc != header(scope, b"host")


def address_of(scope: Scope) -> str:
    """The address to which a request is charged."""
    client = scope.get("client")
    return address_key(client[0]) if client else "?"


class Guard:
    """The outermost middleware: it sees a request first and its response last."""

    def __init__(self, app: App, settings: Settings) -> None:
        self._app, self._settings, self._limits = app, settings, settings.limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        host = scope["app"].state.host
        token = token_of(scope)
        asker = Asker(address_of(scope), host.people.known(token))
        ASKER.set(asker)
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = self._limits.max_body
        counted = scope["path"].startswith("/api/")
        secure = scope["scheme"] == "https" or self._settings.origin.startswith("https:")

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append(NO_STORE)
                message["headers"] = [*headers, *HEADERS, HSTS] if secure else [*headers, *HEADERS]
            elif counted and len(message["body"]) > WEIGHT:
                host.limits.weigh(asker, len(message["body"]) / WEIGHT)
            await send(message)

        try:
            host.limits.check_request(asker)
            if scope["path"] in UPLOADS or scope["path"].startswith("/api/study/"):
                most = await self._most_uploaded(asker, token, host)
            self._check(scope, most)
        except Refused as refusal:
            await _answer(send_on, refusal)
            return
        await self._app(scope, self._limited(receive, most), send_on)

    async def _most_uploaded(self, asker: Asker, token: str | None, host: Any) -> int:
        """The size limit of a body; large bodies require a session."""
        if asker.person is None and token is not None:
            person = await host.people.of(token)
            asker.person = None if person is None else person.id
        return self._limits.max_body if asker.person is None else self._limits.max_upload + 4096

    def _check(self, scope: Scope, most: int) -> None:
        length = header(scope, b"content-length")
        if length and (not length.isdecimal() or len(length) > 12 or int(length) > most):
            raise Refused(413, "too_large", "The request is too large.")
        if scope["method"] not in SAFE and foreign(scope, self._settings):
            raise Refused(403, "foreign_origin", "This request came from another site.")
        if not scope["path"].isprintable():  # a database may refuse such a text, and no valid URL contains it
            raise Refused(404, "unknown", "There is no such page.")

    def _limited(self, receive: Receive, left: int) -> Receive:
        done = False
        until = time.monotonic() + self._limits.slow_seconds

        async def receive_on() -> Message:
            nonlocal left, done
            try:
                message = await receive() if done else await asyncio.wait_for(receive(), max(0.0, until - time.monotonic()))
            except TimeoutError:
                raise HTTPException(408, "The request did not arrive in time.", {"connection": "close"}) from None
            if message["type"] == "http.request":
                left -= len(message.get("body", b""))
                done = not message.get("more_body", False)
                if left < 0:
                    raise HTTPException(413, "The request is too large.")
            return message

        return receive_on


async def _answer(send: Send, refusal: Refused) -> None:
    body = orjson.dumps(refusal.body)
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", b"%d" % len(body))]
    headers += [(name.encode(), value.encode()) for name, value in refusal.headers.items()]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
