"""What stands before every request: sizes, rates, foreign origins, headers. Plain ASGI, because it is in every path."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.exceptions import HTTPException

from tafelrunde.server.people import COOKIE
from tafelrunde.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
UPLOADS = ("/api/tables", "/api/verify")
HEADERS = [
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; "
     b"style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; "
     b"frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]  # fmt: skip


class Buckets:
    """So many a second in the long run, a burst at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, who: str) -> bool:
        now = time.monotonic()
        level, at = self._levels.get(who, (self.burst, now))
        level = min(self.burst, level + (now - at) * self.rate)
        if len(self._levels) > 50_000:
            self._levels = {k: v for k, v in self._levels.items() if v[0] + (now - v[1]) * self.rate < self.burst}
        self._levels[who] = (level - 1 if level >= 1 else level, now)
        return level >= 1


def header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def token_of(scope: Scope) -> str | None:
    """The session's token, from the bearer header or the cookie; never from the address."""
    scheme, _, word = header(scope, b"authorization").partition(" ")
    if scheme.lower() == "bearer" and word:
        return word.strip()
    for part in header(scope, b"cookie").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and value:
            return value
    return None


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


class Guard:
    """The first to see a request and the last to see an answer."""

    def __init__(self, app: App, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self.sessions = Buckets(settings.rate, settings.burst)
        self.addresses = Buckets(settings.rate * 5, settings.burst * 5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _answer(send, *refusal)
            return

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self._app(scope, self._limited(scope, receive), send_on)

    def _limit(self, scope: Scope) -> int:
        upload = scope["path"] in UPLOADS or scope["path"].startswith("/api/study/")
        return self._settings.max_upload + 4096 if upload else self._settings.max_body

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        length = header(scope, b"content-length")
        if length and (not length.isdecimal() or len(length) > 12 or int(length) > self._limit(scope)):
            return 413, "too_large", "The request is too large."
        if scope["method"] not in SAFE and foreign(scope, self._settings):
            return 403, "foreign_origin", "This request came from another site."
        address = scope["client"][0] if scope.get("client") else "?"
        token = token_of(scope)
        if not self.addresses.take(address) or (token is not None and not self.sessions.take(token)):
            return 429, "too_many", "Too many requests; wait a moment."
        return None

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        left = self._limit(scope)
        done = False
        until = time.monotonic() + self._settings.slow_seconds

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


async def _answer(send: Send, status: int, error: str, reason: str) -> None:
    body = orjson.dumps({"error": error, "reason": reason})
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), *HEADERS]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
