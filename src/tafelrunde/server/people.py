"""Who is who: guests with a cookie or a bearer token, who may add a password and keep everything they have."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from functools import cache
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import delete, insert, select, update

from tafelrunde.core.record import check_name
from tafelrunde.server import schema
from tafelrunde.server.errors import Refused
from tafelrunde.server.store import Conflict, Step, Store, Write
from tafelrunde.server.tables import digest, secret

COOKIE = "tafelrunde"
LIFETIME = 400 * 86_400.0
REMEMBERED = 20_000
TRUST = 60.0
"""Seconds for which a token is believed without asking the database, unless a sign-out is heard of."""
_ACCOUNT = re.compile(r"[a-z0-9][a-z0-9_.-]{2,39}\Z")
_HASHER = PasswordHasher()


@cache
def _nobody() -> str:
    """Compared with where there is no such account, so that the time of an answer does not tell which names exist."""
    return _HASHER.hash(secrets.token_hex(8))


class Person(NamedTuple):
    id: str
    name: str
    account: str | None


class People:
    """Sessions and accounts."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[float, Person]] = {}
        self._hashing = asyncio.Semaphore(2)

    async def guest(self, name: str) -> tuple[Person, str]:
        """A new person and the token of the first session."""
        person = Person(secrets.token_hex(12), check_name("name", name), None)
        values = {"id": person.id, "name": person.name, "created": time.time()}
        token, step = self._token(person)
        await self._store.write(Write([Step(insert(schema.people), values), step]))
        return person, token

    def _token(self, person: Person) -> tuple[str, Step]:
        token = secret()
        values = {"hash": digest(token), "person": person.id, "expires": time.time() + LIFETIME}
        return token, Step(insert(schema.tokens), values)

    async def of(self, token: str | None) -> Person | None:
        """The person of a token; a foreign or outdated one is nobody's."""
        if not token or len(token) > 100:
            return None
        word, now = digest(token), time.time()
        known = self._known.get(word)
        if known is not None and known[0] > now:
            return known[1]
        people, tokens = schema.people, schema.tokens
        row = await self._store.row(
            select(people.c.id, people.c.name, people.c.account)
            .join(tokens, tokens.c.person == people.c.id)
            .where(tokens.c.hash == word, tokens.c.expires > now)
        )
        if row is None:
            self._known.pop(word, None)
            return None
        if len(self._known) > REMEMBERED:
            self._known.clear()
        person = Person(row["id"], row["name"], row["account"])
        self._known[word] = (now + TRUST, person)
        return person

    async def keep(self, person: Person, account: str, password: str) -> None:
        """A guest becomes an account: the same person, with a password."""
        if not _ACCOUNT.match(account):
            raise Refused(422, "bad_input", "An account has 3 to 40 small letters, digits, '_', '.', '-'.", where="account")
        hashed = await self._hash(password)
        people = schema.people
        change = (
            update(people).where(people.c.id == person.id, people.c.account.is_(None)).values(account=account, password=hashed)
        )
        try:
            await self._store.write(Write([Step(change, None, 1)]))
        except Conflict:
            raise Refused(409, "taken", "This account name is taken, or you have an account already.") from None
        self._known.clear()

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(_HASHER.hash, password)

    async def enter(self, account: str, password: str) -> tuple[Person, str]:
        """A new session of an account."""
        people = schema.people
        row = await self._store.row(select(people).where(people.c.account == account))
        async with self._hashing:
            right = await asyncio.to_thread(_verify, row["password"] if row else None, password)
        if row is None or not right:
            raise Refused(403, "wrong_password", "This account and password do not belong together.")
        person = Person(row["id"], row["name"], row["account"])
        token, step = self._token(person)
        await self._store.write(Write([step]))
        return person, token

    async def leave(self, token: str) -> None:
        tokens = schema.tokens
        word = digest(token)
        await self._store.write(Write([Step(delete(tokens).where(tokens.c.hash == word))], gone=word))

    def forget(self, word: str) -> None:
        """Believe a token no more without asking the database."""
        self._known.pop(word, None)

    async def away(self, person: Person, until: float | None) -> None:
        """Vacation: clocks wait until then."""
        people = schema.people
        await self._store.write(Write([Step(update(people).where(people.c.id == person.id).values(away_until=until))]))

    async def away_until(self, person: str) -> float:
        people = schema.people
        row = await self._store.row(select(people.c.away_until).where(people.c.id == person))
        return float(row["away_until"] or 0) if row else 0.0


def _verify(hashed: str | None, password: str) -> bool:
    try:
        return _HASHER.verify(hashed or _nobody(), password)
    except (Argon2Error, InvalidHashError):
        return False
