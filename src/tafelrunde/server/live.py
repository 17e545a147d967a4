"""Live tables over WebSocket: each listener gets its own view and events, and after a reconnect the events it missed.

The first view is complete; later changes are sent as patches (:mod:`seen`). ``{"type": "whole"}`` requests the view again.
"""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tafelrunde.core.errors import BadInput
from tafelrunde.server.crowd import HELLO_SECONDS
from tafelrunde.server.errors import Refused, wrong
from tafelrunde.server.guard import WEIGHT, foreign, token_of
from tafelrunde.server.limits import Buckets, Limited, asker
from tafelrunde.server.log_rows import Viewer, chat
from tafelrunde.server.models.tables import MovesBody
from tafelrunde.server.outage import Unavailable
from tafelrunde.server.quarantine import STATUS as QUARANTINED
from tafelrunde.server.refusals import malformed, problem
from tafelrunde.server.table import Table
from tafelrunde.server.tokens import digest

WAITING = 128
"""The maximum number of messages that wait for a slow socket before it is closed."""
WAITING_BYTES = 512 * 1024
"""The maximum bytes of such messages."""
TOO_SLOW, SIGNED_OUT, NOT_YOURS, NOT_HERE, REPLACED, SET_APART, TOO_MANY = 1013, 4401, 4403, 4404, 4409, 4410, 4429
CLOSE_SECONDS = 1.0
"""The close-frame timeout."""
CHATS = 30
HELLOS = 10
"""The burst of requests of one socket for a whole view (``hello``, ``whole``); after that, one every two seconds."""
BY_SEAT = "seats"
"""The value of ``patch`` that requests patches of single seats."""


class Socket:
    """One connection: the queue of messages to it, and the handling of its requests."""

    def __init__(self, host: Any, websocket: WebSocket, table: Table) -> None:
        self._host, self._websocket, self._table = host, websocket, table
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(WAITING)
        self._waiting = 0
        self._hellos = Buckets(0.5, HELLOS)
        self.asker = asker()
        """The caller charged for messages; the person is known after authentication."""
        self.counted_for: str | None = None
        self.spectates = self.silent = False
        """The categories under which :mod:`crowd` counts this socket."""
        self._person: str | None = None
        self._token = ""
        self.session = ""
        """The stored hash of the session's token, which identifies the socket when the session ends."""
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Resolved with the close code when the server ends the connection."""

    @property
    def table_id(self) -> str:
        return self._table.info.id

    def hear(self, message: bytes) -> None:
        """Queue a message; a socket that does not keep up is closed rather than waited for."""
        if self._queue.full() or self._waiting > WAITING_BYTES:
            self._end(TOO_SLOW)
        else:
            self._waiting += len(message)
            self._queue.put_nowait(message)

    @property
    def person(self) -> str | None:
        return self._person

    def dismiss(self) -> None:
        """Close the socket because the session has ended."""
        self._end(SIGNED_OUT)

    def replace(self) -> None:
        """Close the socket because the person has opened too many newer ones."""
        self._host.sockets.leave(self)
        self._end(REPLACED)

    def set_apart(self) -> None:
        """Close the socket because the table was quarantined."""
        self._end(SET_APART)

    def _end(self, reason: int) -> None:
        self._table.leave(self.hear)
        if not self.ended.done():
            self.ended.set_result(reason)

    async def send_all(self) -> None:
        while True:
            message = await self._queue.get()
            await self._websocket.send_text(message.decode())
            self._waiting -= len(message)

    async def admit(self, token: str | None, wanted: int | None) -> Viewer:
        """Identify the listener and reserve a place: a seat's, which is always available, or a spectator's."""
        person = await self._host.people.of(token)
        table = self._table
        if person is not None:
            self._person, self._token = person.id, token or ""
            self.session = digest(self._token)
            self.asker.person = person.id
        viewer = table.seat_of(self._person, wanted)
        if viewer is None and not table.info.watch:
            raise Refused(403, "not_yours", "This table is not open to spectators.")
        if viewer is None and self._person is None and not self.silent:
            try:
                self._host.sockets.watch(self)
            except Limited as refusal:
                self._host.sockets.wait(self, refusal)
                asyncio.get_running_loop().call_later(HELLO_SECONDS, self._end_silence)
        elif viewer is None:
            self._host.sockets.watch(self)
        else:
            self._host.sockets.sit(self)
        return viewer

    def _end_silence(self) -> None:
        if self.silent:
            self._end(TOO_MANY)

    async def listen(self, viewer: Viewer, version: int | None, by_seat: bool) -> None:
        """Start sending the listener's own view, beginning with the events after ``version``."""
        if self.silent:
            return
        table = self._table
        after = table.version if version is None else max(0, version)
        while True:
            entries = await self._host.tables.entries_after(table, after)
            if not entries or entries[-1].version >= table.version:
                break
        before = table.listeners.get(self.hear)
        table.listeners[self.hear] = (viewer, self._person)
        if by_seat:
            table.by_seat.add(self.hear)
        events = [event for entry in entries for event in entry.events_for(viewer, table.game.events)]
        self._host.limits.weigh(self.asker, table.send_view(self.hear, events) / WEIGHT)
        chats = entries if version is not None else list(table.recent)
        for entry in [entry for entry in chats if entry.kind == "chat"][-CHATS:]:
            self.hear(chat(entry))
        if before is None or before[0] != viewer:
            table.tell_presence()

    async def receive_all(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text") or ""
            await self._obey(text)

    async def _obey(self, text: str) -> None:
        key: Any = None
        try:
            self._host.limits.check_request(self.asker)
            asked = orjson.loads(text)
            if not isinstance(asked, dict):
                raise Refused(422, "bad_input", "A message is an object.")
            key = asked.get("key")
            match asked.get("type"):
                case "hello":
                    await self._hello(asked)
                case "moves":
                    moves = MovesBody.model_validate({name: asked[name] for name in asked if name != "type"})
                    answer = await self._host.play.moves(self._table.info.id, self._person, moves)
                    said = {name: getattr(answer, name) for name in ("version", "ply", "repeated", "undone")}
                    self.hear(orjson.dumps({"type": "ack", "key": key, **said}))
                case "chat":
                    person = await self._host.people.of(self._token)  # the name may have changed
                    name = "" if person is None else person.name
                    await self._host.play.chat(self._table.info.id, self._person, name, _text(asked, "text") or "")
                case "whole":
                    self._take_hello()
                    if self.hear in self._table.listeners:
                        self._host.limits.weigh(self.asker, self._table.send_view(self.hear) / WEIGHT)
                case "ping":
                    self.hear(b'{"type":"pong"}')
                case _:
                    raise Refused(422, "bad_input", "There is no such message.")
        except orjson.JSONDecodeError:
            self._refuse(Refused(400, "bad_json", "This is not JSON."), None)
        except ValidationError as error:
            self._refuse(malformed(error), key)
        except BadInput as error:
            self._refuse(wrong(error.where, error.reason), key)
        except Refused as refusal:
            self._refuse(refusal, key)
        except Unavailable as error:
            self._refuse(error.refusal, key)

    async def _hello(self, asked: dict[str, Any]) -> None:
        token, version, seat = _text(asked, "token"), _number(asked, "version"), _number(asked, "seat")
        self._take_hello()
        await self.listen(await self.admit(token, seat), version, _text(asked, "patch") == BY_SEAT)

    def _take_hello(self) -> None:
        wait = self._hellos.take("")
        if wait:
            raise Limited(429, "rate", HELLOS, wait)

    def _refuse(self, refusal: Refused, key: Any) -> None:
        safe = key if isinstance(key, str) and len(key) <= 64 else None
        self.hear(orjson.dumps({"type": "error", "status": refusal.status, "key": safe, "problem": refusal.body}))

    def leave(self) -> None:
        if self._table.leave(self.hear):
            self._table.tell_presence()


def _text(asked: dict[str, Any], name: str) -> str | None:
    value = asked.get(name)
    if value is not None and not isinstance(value, str):
        raise wrong(name, f"'{name}' is a text.")
    return value


def _number(asked: dict[str, Any], name: str) -> int | None:
    value = asked.get(name)
    if value is not None and (type(value) is not int or not 0 <= value < 2**31):
        raise wrong(name, f"'{name}' is a whole number.")
    return value


async def live(host: Any, websocket: WebSocket, table_id: str) -> None:
    """``WS /api/tables/{id}/live``. The session comes by cookie, bearer header or a ``hello``, never in the address."""
    if foreign(websocket.scope, host.settings):
        await websocket.close(NOT_YOURS)
        return
    query = websocket.query_params
    version, seat = query.get("version", ""), query.get("seat", "")
    try:
        host.limits.check_request(asker())
        socket = Socket(host, websocket, await host.tables.get(table_id))
        viewer = await socket.admit(token_of(websocket.scope), _small(seat))
    except Limited as refusal:
        await websocket.send_denial_response(problem(refusal))
        return
    except Refused as refusal:
        reason = {403: NOT_YOURS, QUARANTINED: SET_APART}.get(refusal.status)
        if reason is not None:  # a close code reaches only an accepted socket
            await websocket.accept()
        await websocket.close(reason or NOT_HERE)
        return
    except Unavailable as error:
        await websocket.send_denial_response(problem(error.refusal))
        return
    sender = asyncio.create_task(socket.send_all())
    try:
        await websocket.accept()
        after = int(version) if version.isdecimal() and len(version) < 10 else None
        await socket.listen(viewer, after, query.get("patch") == BY_SEAT)
        receiver = asyncio.create_task(socket.receive_all())
        ends: set[asyncio.Future[Any]] = {sender, receiver, socket.ended}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        receiver.cancel()
        await asyncio.gather(receiver, return_exceptions=True)
        if socket.ended.done():
            sender.cancel()
            await asyncio.wait_for(websocket.close(socket.ended.result()), CLOSE_SECONDS)
    except Unavailable:
        await websocket.close(TOO_SLOW)
    except TimeoutError:
        pass  # the client did not answer the close frame in time: the connection is dropped
    except WebSocketDisconnect:
        pass
    finally:
        host.sockets.leave(socket)
        socket.leave()
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
        if websocket.application_state is WebSocketState.CONNECTED and host.closing:
            await websocket.close(1001)


def _small(text: str) -> Viewer:
    return int(text) if text.isdecimal() and len(text) < 3 else None
