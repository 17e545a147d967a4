"""Live tables over WebSocket: each listener gets the own view and events, and what was missed after a lost connection."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tafelrunde.core.errors import BadInput
from tafelrunde.server.errors import Refused
from tafelrunde.server.guard import foreign, token_of
from tafelrunde.server.play import MovesBody
from tafelrunde.server.table import Table, Viewer, chat
from tafelrunde.server.tables import digest

WAITING = 128
"""Messages that may wait for a slow socket before it is let go."""
TOO_SLOW, SIGNED_OUT, NOT_YOURS, NOT_HERE = 1013, 4401, 4403, 4404
CLOSE_SECONDS = 1.0
"""How long a word of farewell may take to be sent."""
CHATS = 30
CROWD = 300
"""Sockets at one table."""


class Socket:
    """One connection: a queue to it, and what it asks."""

    def __init__(self, host: Any, websocket: WebSocket, table: Table) -> None:
        self._host, self._websocket, self._table = host, websocket, table
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(WAITING)
        self._person: str | None = None
        self._name = ""
        self._token = ""
        self.session = ""
        """What is stored of the session's token: by it the session is found when it ends."""
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Resolved with the reason for which the server ends the connection."""
        self._address = websocket.client.host if websocket.client else "?"

    def hear(self, message: bytes) -> None:
        """Called by the table; a socket that does not keep up is closed rather than waited for."""
        if self._queue.full():
            self._end(TOO_SLOW)
        else:
            self._queue.put_nowait(message)

    def dismiss(self) -> None:
        """The session is over."""
        self._end(SIGNED_OUT)

    def _end(self, reason: int) -> None:
        self._table.listeners.pop(self.hear, None)
        if not self.ended.done():
            self.ended.set_result(reason)

    async def send_all(self) -> None:
        while True:
            message = await self._queue.get()
            await self._websocket.send_text(message.decode())

    async def identify(self, token: str | None, version: int | None, wanted: int | None) -> None:
        """Say who listens; from then on the own view is sent, beginning with what was missed after ``version``."""
        person = await self._host.people.of(token)
        table = self._table
        if person is not None:
            self._person, self._name, self._token = person.id, person.name, token or ""
            self.session = digest(self._token)
        viewer = table.seat_of(self._person, wanted)
        if viewer is None and not table.info.watch:
            raise Refused(403, "not_yours", "This table is not open to spectators.")
        after = table.version if version is None else max(0, version)
        while True:
            entries = await self._host.tables.entries_after(table, after)
            if not entries or entries[-1].version >= table.version:
                break
        before = table.listeners.get(self.hear)
        table.listeners[self.hear] = (viewer, self._person)
        self.hear(table.message(viewer, [event for entry in entries for event in entry.events_for(viewer)]))
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
            if not self._host.guard_sessions.take(self._token or self._address):
                self.hear(orjson.dumps({"type": "error", "status": 429, "error": "too_many", "reason": "Too many messages."}))
                continue
            await self._obey(text)

    async def _obey(self, text: str) -> None:
        key: Any = None
        try:
            asked = orjson.loads(text)
            if not isinstance(asked, dict):
                raise Refused(422, "bad_input", "A message is an object.")
            key = asked.get("key")
            match asked.get("type"):
                case "hello":
                    await self.identify(_text(asked, "token"), _number(asked, "version"), _number(asked, "seat"))
                case "moves":
                    moves = MovesBody.model_validate({name: asked[name] for name in asked if name != "type"})
                    answer = await self._host.play.moves(self._table.info.id, self._person, moves)
                    ack = {"type": "ack", "key": key, "version": answer.version, "ply": answer.ply, "repeated": answer.repeated}
                    self.hear(orjson.dumps(ack))
                case "chat":
                    await self._host.play.chat(self._table.info.id, self._person, self._name, _text(asked, "text") or "")
                case "ping":
                    self.hear(b'{"type":"pong"}')
                case _:
                    raise Refused(422, "bad_input", "There is no such message.")
        except orjson.JSONDecodeError:
            self._refuse(Refused(400, "bad_json", "This is not JSON."), None)
        except ValidationError:
            self._refuse(Refused(422, "bad_input", "These moves are not written as moves are."), key)
        except BadInput as error:
            self._refuse(Refused(422, "bad_input", error.reason, where=error.where), key)
        except Refused as refusal:
            self._refuse(refusal, key)

    def _refuse(self, refusal: Refused, key: Any) -> None:
        safe = key if isinstance(key, str) and len(key) <= 64 else None
        self.hear(orjson.dumps({"type": "error", "status": refusal.status, "key": safe, **refusal.body}))

    def leave(self) -> None:
        if self._table.listeners.pop(self.hear, None) is not None:
            self._table.tell_presence()


def _text(asked: dict[str, Any], name: str) -> str | None:
    value = asked.get(name)
    if value is not None and not isinstance(value, str):
        raise Refused(422, "bad_input", f"'{name}' is a text.", where=name)
    return value


def _number(asked: dict[str, Any], name: str) -> int | None:
    value = asked.get(name)
    if value is not None and (type(value) is not int or not 0 <= value < 2**31):
        raise Refused(422, "bad_input", f"'{name}' is a whole number.", where=name)
    return value


async def live(host: Any, websocket: WebSocket, table_id: str) -> None:
    """``WS /api/tables/{id}/live``. The session comes by cookie, bearer header or a ``hello``, never in the address."""
    if foreign(websocket.scope, host.settings):
        await websocket.close(NOT_YOURS)
        return
    try:
        table = await host.tables.get(table_id)
    except Refused:
        await websocket.close(NOT_HERE)
        return
    address = websocket.client.host if websocket.client else "?"
    if len(table.listeners) >= CROWD or not host.guard_sessions.take(address):
        await websocket.close(TOO_SLOW)
        return
    await websocket.accept()
    socket = Socket(host, websocket, table)
    host.sockets.add(socket)
    query = websocket.query_params
    sender = asyncio.create_task(socket.send_all())
    try:
        version, seat = query.get("version", ""), query.get("seat", "")
        await socket.identify(
            token_of(websocket.scope), int(version) if version.isdecimal() and len(version) < 10 else None, _small(seat)
        )
        receiver = asyncio.create_task(socket.receive_all())
        ends: set[asyncio.Future[Any]] = {sender, receiver, socket.ended}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        receiver.cancel()
        await asyncio.gather(receiver, return_exceptions=True)
        if socket.ended.done():
            sender.cancel()
            await asyncio.wait_for(websocket.close(socket.ended.result()), CLOSE_SECONDS)
    except Refused:
        await websocket.close(NOT_YOURS)
    except TimeoutError:
        pass  # it does not even read the farewell: the connection is cut off
    except WebSocketDisconnect:
        pass
    finally:
        host.sockets.discard(socket)
        socket.leave()
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
        if websocket.application_state is WebSocketState.CONNECTED and host.closing:
            await websocket.close(1001)


def _small(text: str) -> Viewer:
    return int(text) if text.isdecimal() and len(text) < 3 else None
