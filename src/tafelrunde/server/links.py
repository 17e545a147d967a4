"""One-time links sent by e-mail, limits on e-mail, and addresses that have unsubscribed.

Only hashes of links and addresses are stored. Limits are counted in the database, so that neither a restart nor a
second process resets them.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Float, String, delete, func, insert, literal, select, text, update

from tafelrunde.server import schema
from tafelrunde.server.errors import Refused
from tafelrunde.server.store import Conflict, Row, Step, Store, Write
from tafelrunde.server.tokens import digest, secret

DAY = 86_400.0


class Kind(NamedTuple):
    """A kind of link: how long it can be used, and how many may be sent in a day to one address and for one person."""

    name: str
    seconds: float
    to_address: int
    for_person: int


CONFIRM = Kind("confirm", 3 * DAY, 3, 5)
RESET = Kind("reset", 3600.0, 3, 3)
HANDED = Kind("handed", DAY, 20, 20)
"""Like a reset, but handed over by an administrator; no e-mail address is required."""


def mailbox(address: str) -> str:
    """A hash of the mailbox of an address: other spellings of an address that reach the same mailbox have the same hash.

    >>> mailbox("Anna+games@Example.org") == mailbox("anna@example.org")
    True
    """
    local, _, domain = address.lower().rpartition("@")
    local = local.partition("+")[0]
    if domain in ("gmail.com", "googlemail.com"):
        local = local.replace(".", "")
    return digest(f"mail:{local}@{domain}")


class Links:
    """The stored data of one-time links and of unsubscribed addresses."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key: bytes | None = None

    async def issue(self, kind: Kind, person: str, address: str) -> str:
        """The token of a new link; refused if the address or the person has reached the daily limit."""
        word, now, box = secret(), time.time(), mailbox(address)
        links = schema.links
        today = links.c.kind == kind.name, links.c.created > now - DAY
        to_address = select(func.count()).select_from(links).where(links.c.mail == box, *today).scalar_subquery()
        for_person = select(func.count()).select_from(links).where(links.c.person == person, *today).scalar_subquery()
        values = {"hash": digest(word), "kind": kind.name, "person": person, "mail": box}
        times = {"created": now, "expires": now + kind.seconds}
        row = [literal(value, String) for value in values.values()] + [literal(value, Float) for value in times.values()]
        allowed = select(*row).where(to_address < kind.to_address, for_person < kind.for_person)
        old = links.c.expires < now - DAY
        steps = [Step(delete(links).where(old)), Step(insert(links).from_select([*values, *times], allowed), None, 1)]
        if self._store.shared:  # serialised, or two processes could both take the last one
            steps.insert(0, Step(text("SELECT pg_advisory_xact_lock(7461667)")))
        try:
            await self._store.write(Write(steps))
        except Conflict:
            raise Refused(429, "too_many_mails", "Enough mails went to this address today; try again tomorrow.") from None
        return word

    async def find(self, kind: Kind, word: str) -> Row:
        """The data of a link; refused if the link was used or has expired."""
        return await self.find_any((kind,), word)

    async def find_any(self, kinds: Sequence[Kind], word: str) -> Row:
        links, names = schema.links, [kind.name for kind in kinds]
        valid = links.c.kind.in_(names), links.c.used.is_(None), links.c.expires > time.time()
        row = await self._store.row(select(links).where(links.c.hash == digest(word), *valid))
        if row is None or row["person"] is None:
            raise used_up()
        return row

    def use(self, row: Row) -> Step:
        """The step that marks a link as used; a conflict if somebody else just did."""
        links = schema.links
        return Step(update(links).where(links.c.hash == row["hash"], links.c.used.is_(None)).values(used=time.time()), None, 1)

    def void(self, kind: Kind, person: str) -> Step:
        """Delete all links of a kind that a person still has."""
        links = schema.links
        unused = links.c.person == person, links.c.kind == kind.name, links.c.used.is_(None)
        return Step(update(links).where(*unused).values(used=time.time()))

    # --- no more mail ----------------------------------------------------------------------------

    async def stop_word(self, address: str) -> str:
        """The token of an unsubscribe link; nothing is stored until it is used."""
        box = mailbox(address)
        return box + await self._seal(box)

    async def stopped_by(self, word: str) -> str:
        """The mailbox to which an unsubscribe token belongs."""
        box, seal = word[:64], word[64:]
        if not hmac.compare_digest(seal.encode(), (await self._seal(box)).encode()):
            raise used_up()
        return box

    async def stop(self, box: str, on: bool) -> None:
        """Unsubscribe a mailbox if ``on``, otherwise allow e-mail to it again."""
        stops = schema.mail_stops
        steps = [Step(delete(stops).where(stops.c.mail == box))]
        if on:
            steps.append(Step(insert(stops), {"mail": box, "created": time.time()}))
        with suppress(Conflict):  # two identical requests at the same time
            await self._store.write(Write(steps))

    async def stopped(self, address: str) -> bool:
        stops = schema.mail_stops
        return await self._store.row(select(stops.c.mail).where(stops.c.mail == mailbox(address))) is not None

    async def _seal(self, box: str) -> str:
        if self._key is None:
            self._key = await self._read_key()
        return hmac.new(self._key, f"stop:{box}".encode(), sha256).hexdigest()[:32]

    async def _read_key(self) -> bytes:
        keys = schema.keys
        name = "mail"
        for _ in range(2):
            row = await self._store.row(select(keys.c.value).where(keys.c.name == name))
            if row is not None:
                return bytes.fromhex(row["value"])
            with suppress(Conflict):  # another process was first; its key is read
                await self._store.write(Write([Step(insert(keys), {"name": name, "value": secrets.token_hex(32)})]))
        raise RuntimeError("there is no key for mail links")


def used_up() -> Refused:
    return Refused(403, "bad_mail_link", "This link was used already, is too old, or is incomplete. Ask for a new one.")
