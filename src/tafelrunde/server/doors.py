"""Limits on connections, before any request handler sees them: header size and time, connections per address, slow readers.

These classes extend uvicorn's protocols, because only there can headers be refused before they have been read into memory.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tafelrunde.server.errors import MEDIA_TYPE, Refused
from tafelrunde.server.limits import Buckets, address_key
from tafelrunde.server.proxies import Network, address_in, trusts
from tafelrunde.server.settings import Limits

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

CLOSE_SECONDS = 5.0
"""The close timeout: how long the other end of a closed socket may take to read the remaining data."""
READ_SECONDS = 60.0
"""The time limit for a client to read a response, beyond what the buffers hold."""
LINGER_SECONDS = 5.0
"""How long the rest of a body is read, so that the client can read why it was refused."""
PIPELINED = 16
"""The maximum number of requests sent on one connection before the first is answered."""
FRAGMENTS = 64
"""The maximum number of frames of one socket message."""
SLICE = 4 * 1024
"""The bytes of a socket's frames that are parsed between two checks of the limits."""
HANDSHAKES = 2
"""The maximum number of concurrent handshakes of one address, so that a burst does not delay other people's moves."""
PINGS = 20
"""The burst of pings that a socket may send; after that, one every five seconds."""
PHRASES = {
    408: ("Request Timeout", "too_slow", "The request did not arrive in time."),
    414: ("URI Too Long", "too_large", "The address of the request is too long."),
    429: ("Too Many Requests", "too_many", "Too many connections from this address."),
    431: ("Request Header Fields Too Large", "too_large", "The headers of the request are too large."),
}


def _plain(status: int) -> bytes:
    """An HTTP response for use before a request has been parsed."""
    phrase, kind, reason = PHRASES[status]
    body = json.dumps(Refused(status, kind, reason).body)
    retry = "retry-after: 1\r\n" if status == 429 else ""
    head = f"HTTP/1.1 {status} {phrase}\r\ncontent-type: {MEDIA_TYPE}\r\nconnection: close\r\n{retry}"
    return f"{head}content-length: {len(body)}\r\n\r\n{body}".encode()


ANSWERS = {status: _plain(status) for status in PHRASES}


class Connections:
    """The open HTTP connections by address. If there are too many, the least useful one is closed."""

    def __init__(self, limits: Limits, proxies: Sequence[Network] = ()) -> None:
        self.limits, self.proxies = limits, proxies
        self._by_address: defaultdict[str, dict[Requests, None]] = defaultdict(dict)
        self._handshakes: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def add(self, address: str, connection: Requests) -> bool:
        """Register a connection if possible: closes the oldest one with an incomplete request, else the oldest idle one.

        A configured proxy may have any number: they are the connections of many people.
        """
        there = self._by_address[address]
        limited = self.limits.connections and not connection.from_proxy
        if limited and len(there) >= self.limits.connections:
            unfinished = (other for other in there if other.unfinished)
            idle = (other for other in there if other.idle)
            closed = next(unfinished, None) or next(idle, None)
            if closed is None:
                return False
            closed.refuse(429)
        there[connection] = None
        return True

    def remove(self, address: str, connection: Requests) -> None:
        there = self._by_address.get(address)
        if there is not None:
            there.pop(connection, None)
            if not there:
                del self._by_address[address]

    def count(self, address: str) -> int:
        return len(self._by_address.get(address, ()))

    def handshake(self, address: str) -> asyncio.Semaphore:
        """The semaphore that limits concurrent WebSocket handshakes of an address."""
        turns = self._handshakes.get(address)
        if turns is None:
            turns = self._handshakes[address] = asyncio.Semaphore(HANDSHAKES)
        return turns


class TooLarge(Exception):
    """Raised in a parser callback to stop the parser."""


class Requests(HttpToolsProtocol):
    """HTTP with a limit on the size and duration of the headers; the body is limited in :mod:`guard`.

    The header timeout starts with the connection, or with the first byte of a further request.
    """

    _clock: asyncio.TimerHandle | None = None
    _reader: asyncio.TimerHandle | None = None
    _linger: asyncio.TimerHandle | None = None
    _reading = False
    """Whether the headers have been read and the body has not."""
    _head = 0
    """The bytes of the headers so far, as reported by the parser."""
    _raw = 0
    """The bytes of the headers that have arrived."""
    _refusal = 0
    """The status with which the parser was stopped."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._connections: Connections = self.config.app.state.connections  # type: ignore[union-attr]
        self._limits = self._connections.limits
        self._address = address_key(self.client[0]) if self.client else "?"
        self.from_proxy = self.client is not None and trusts(self._connections.proxies, address_in(self.client[0]))
        if self._connections.add(self._address, self):
            self._start()
        else:
            self.refuse(429)

    # --- what the connection is doing --------------------------------------------------------------

    @property
    def unfinished(self) -> bool:
        """Whether a request has begun to arrive and is not complete."""
        return self._clock is not None or self._reading

    @property
    def idle(self) -> bool:
        return (self.cycle is None or self.cycle.response_complete) and not self.unfinished

    # --- reading -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.idle:
            self._start()
        if self._clock is not None and self._raw + len(data) > self._limits.head_bytes:
            data = self._read_head(data)
        elif self._clock is not None:
            self._raw += len(data)
        if data:
            super().data_received(data)

    def _read_head(self, data: bytes) -> bytes:
        """Parse no more bytes than the header limit; returns the rest if the headers are complete, and drops it otherwise."""
        room = self._limits.head_bytes - self._raw
        if room > 0:
            self._raw += room
            super().data_received(data[:room])
        if self.transport.is_closing():
            return b""
        if self._clock is not None:
            self.refuse(431)
            return b""
        return data[max(0, room) :]

    def on_message_begin(self) -> None:
        self._head = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self._limits.url_bytes:
            self._stop_parser(414)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > self._limits.head_bytes:
            self._stop_parser(431)

    def _stop_parser(self, status: int) -> None:
        self._refusal = status
        raise TooLarge

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= PIPELINED:
            self._stop_parser(429)
        self._stop()
        self._reading = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._reading = False
        if self._linger is not None:
            self._linger.cancel()
            self._linger = None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Stop reading a body that continues after its request was answered (413, 429)."""
        super().on_response_complete()
        if self._reading and self._linger is None:
            self._linger = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        if self._refusal:
            self.refuse(self._refusal)
        else:
            super().send_400_response(msg)

    # --- ending ------------------------------------------------------------------------------------

    def refuse(self, status: int) -> None:
        """Send a refusal without a request, and close the connection."""
        self._stop()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:  # never inside another response
            self.transport.write(ANSWERS[status])
        self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        self._stop()
        self._connections.remove(self._address, self)
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self.resume_writing()
        if self._linger is not None:
            self._linger.cancel()
        self._connections.remove(self._address, self)
        super().connection_lost(exc)

    def _start(self) -> None:
        self._raw = 0
        self._clock = self.loop.call_later(self._limits.slow_seconds, self.refuse, 408)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    # --- who does not read the answer --------------------------------------------------------------

    def pause_writing(self) -> None:
        self._reader = self.loop.call_later(READ_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None
        super().resume_writing()


class Sockets(WebSocketsSansIOProtocol):
    """WebSocket protocol that disconnects a client that does not read, or floods with control frames, instead of waiting for
    it."""

    _closing: asyncio.TimerHandle | None = None
    _pings: Buckets | None = None
    _turn: asyncio.Semaphore | None = None
    """Held until the socket is accepted or refused."""

    async def run_asgi(self) -> None:
        connections: Connections = self.config.app.state.connections  # type: ignore[union-attr]
        turn = connections.handshake(address_key(self.client[0]) if self.client else "?")
        await turn.acquire()
        self._turn = turn
        try:
            await super().run_asgi()
        finally:
            self._end_turn()
        if not self.disconnected:
            self._closing = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def send(self, message: ASGISendEvent) -> Coroutine[Any, Any, None]:
        return super().send(message) if self._turn is None else self._answer(message)

    async def _answer(self, message: ASGISendEvent) -> None:
        """Send a response to the handshake."""
        await super().send(message)
        if message["type"] != "websocket.http.response.start":
            self._end_turn()
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # otherwise uvicorn logs a refused handshake as an error

    def _end_turn(self) -> None:
        if self._turn is not None:
            self._turn.release()
            self._turn = None

    def data_received(self, data: bytes) -> None:
        if len(data) <= SLICE:
            super().data_received(data)
            return
        for start in range(0, len(data), SLICE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + SLICE])

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many or the client does not read: the answers would fill the memory."""
        self._pings = self._pings or Buckets(0.2, PINGS)
        if self._pings.take("") or not self.writable.is_set():
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._closing is not None:
            self._closing.cancel()
        super().connection_lost(exc)


def protocols() -> dict[str, Any]:
    """The protocol classes for uvicorn's configuration."""
    return {"http": Requests, "ws": Sockets}
