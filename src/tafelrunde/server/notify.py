"""It is your turn: web push and e-mail, off unless the host sets them up. They say what is asked, never what is hidden."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import smtplib
import socket
import time
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from email.message import EmailMessage
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import delete, select, update

from tafelrunde.server import schema
from tafelrunde.server.settings import Settings
from tafelrunde.server.store import Conflict, Step, Store, Write
from tafelrunde.server.table import Table

logger = logging.getLogger("tafelrunde")


def public_https(endpoint: str) -> bool:
    """Whether an address is a public https one; a push must not reach into the host's own network."""
    parts = urlsplit(endpoint)
    if parts.scheme != "https" or not parts.hostname or parts.username or len(endpoint) > 500:
        return False
    try:
        found = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    except (OSError, ValueError):
        return False
    return bool(found) and all(ipaddress.ip_address(item[4][0]).is_global for item in found)


class Notifier:
    """Tells absent people once for each question."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._told: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def on(self) -> bool:
        return bool(self._settings.push_key or self._settings.mail.host)

    @cached_property
    def public_key(self) -> str | None:
        """What browsers call the application server's key."""
        if not self._settings.push_key:
            return None
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid  # type: ignore[import-untyped]

        point = Vapid.from_string(self._settings.push_key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).decode().rstrip("=")

    def consider(self, table: Table) -> None:
        if not self.on:
            return
        for seat, question in table.questions.items():
            person = table.seats[seat].person
            place = f"{table.info.id}:{seat}"
            if person is not None and self._told.get(place) != question:
                self._told[place] = question
                task = asyncio.create_task(self._later(table, seat, question, person))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _later(self, table: Table, seat: int, question: str, person: str) -> None:
        await asyncio.sleep(self._settings.patience)
        here = any(viewer == seat for viewer, _ in table.listeners.values())
        if here or table.questions.get(seat) != question or not await self._first(table.info.id, seat, question):
            return
        decision = table.shown.decision(seat)
        text = {"table": table.info.id, "game": table.game.title, "rule": decision.rule, "kind": decision.kind}
        try:
            await self._tell(person, text)
        except Exception as error:  # a post office that is closed must not stop a game
            logger.warning("a notification failed", extra={"reason": type(error).__name__})

    async def _first(self, table_id: str, seat: int, question: str) -> bool:
        """Whether nobody has told of this question yet: neither another process nor this one before a restart."""
        seats = schema.seats
        untold = update(seats).where(
            seats.c.table == table_id, seats.c.seat == seat, seats.c.told.is_(None) | (seats.c.told != question)
        )
        try:
            await self._store.write(Write([Step(untold.values(told=question), None, 1)]))
        except Conflict:
            return False
        return True

    async def _tell(self, person: str, text: Mapping[str, Any]) -> None:
        people, pushes = schema.people, schema.pushes
        if self._settings.push_key:
            for row in await self._store.rows(select(pushes).where(pushes.c.person == person)):
                gone = await asyncio.to_thread(self._push, row["endpoint"], row["keys"], text)
                if gone:
                    await self._store.write(Write([Step(delete(pushes).where(pushes.c.endpoint == row["endpoint"]))]))
        found = await self._store.row(select(people.c.mail).where(people.c.id == person))
        if self._settings.mail.host and found and found["mail"]:
            await asyncio.to_thread(self._mail, found["mail"], text)

    def _push(self, endpoint: str, keys: str, text: Mapping[str, Any]) -> bool:
        """Send one push; ``True`` if the subscription is gone. The address is checked again: names move."""
        from pywebpush import WebPushException, webpush  # type: ignore[import-untyped]

        if not (self._settings.push_anywhere or public_https(endpoint)):
            return True
        try:
            webpush(
                {"endpoint": endpoint, "keys": json.loads(keys)}, json.dumps(dict(text)), timeout=10,
                vapid_private_key=self._settings.push_key, vapid_claims={"sub": self._settings.push_contact}, ttl=86_400,
            )  # fmt: skip
        except WebPushException as error:
            return error.response is not None and error.response.status_code in (404, 410)
        return False

    def _mail(self, to: str, text: Mapping[str, Any]) -> None:
        mail = self._settings.mail
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = mail.sender or mail.user, to, f"{text['game']}: it is your turn"
        letter["Date"] = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime())
        where = f"{self._settings.origin}/tables/{text['table']}" if self._settings.origin else str(text["table"])
        letter.set_content(f"A decision waits for you ({text['kind']}, {text['rule']}): {where}\n")
        with smtplib.SMTP(mail.host, mail.port, timeout=15) as server:
            if mail.tls:
                server.starttls()
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(letter)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
