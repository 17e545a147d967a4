"""Connections that take too long: what a request or a farewell may take is limited before any of our code sees it."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

FAREWELL_SECONDS = 5.0
"""How long a socket that was let go may take to read what is left."""
_BODY = b'{"error":"too_slow","reason":"The request did not arrive in time."}'
LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%s" % (
    len(_BODY),
    _BODY,
)


class Requests(HttpToolsProtocol):
    """HTTP, with a clock for the head of each request, from its first byte or from the opening of the connection.

    The body has a clock of its own in :mod:`guard`.
    """

    _clock: asyncio.TimerHandle | None = None
    _reading = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start()

    def data_received(self, data: bytes) -> None:
        idle = self.cycle is None or self.cycle.response_complete
        if idle and self._clock is None and not self._reading:
            self._start()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._stop()
        self._reading = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._reading = False
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def _start(self) -> None:
        seconds: float = self.config.app.state.head_seconds  # type: ignore[union-attr]
        self._clock = self.loop.call_later(seconds, self._late)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _late(self) -> None:
        self._clock = None
        if not self.transport.is_closing():
            self.transport.write(LATE)
            self.transport.close()


class Sockets(WebSocketsSansIOProtocol):
    """WebSocket; one whose other end reads no more is cut off instead of being waited for."""

    _farewell: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if not self.disconnected:
            self._farewell = self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._farewell is not None:
            self._farewell.cancel()
        super().connection_lost(exc)


def protocols() -> dict[str, Any]:
    """What uvicorn is told to use."""
    return {"http": Requests, "ws": Sockets}
