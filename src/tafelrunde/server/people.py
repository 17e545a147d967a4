"""Sessions: guests and account holders, known by a cookie or a bearer token."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Float, String, delete, insert, literal, select, update

from tafelrunde.server import schema
from tafelrunde.server.clocks import DAY, VACATION
from tafelrunde.server.errors import Refused
from tafelrunde.server.names import person_name, shown_name
from tafelrunde.server.outage import Unavailable
from tafelrunde.server.settings import Limits
from tafelrunde.server.store import Conflict, Row, Step, Store, Write
from tafelrunde.server.tokens import digest, secret

COOKIE = "tafelrunde"
YEAR = 365 * DAY
SEEN_SECONDS = 3600.0
"""The minimum interval between two records of a person's activity."""
REMEMBERED = 20_000
TRUST = 60.0
"""The seconds for which a token is cached, unless a sign-out is notified."""
READS = 5
"""The maximum attempts to read a session while others end at the same time and the answer may be outdated."""
EVERY = "*"
"""In place of the remaining session: all sessions remain, but the cached person is read again."""
LANGUAGE = "en"


class Person(NamedTuple):
    id: str
    name: str
    account: str | None
    lang: str = LANGUAGE


def person_of(row: Row) -> Person:
    return Person(row["id"], shown_name(row["name"]), row["account"], row["lang"] or LANGUAGE)


class People:
    """All sessions. ``ended`` is called when sessions of a person end, with the person and the session that remains."""

    def __init__(self, store: Store, limits: Limits | None = None) -> None:
        self._store = store
        self.lifetime = (limits or Limits()).token_days * DAY
        """The lifetime of an unused session in seconds."""
        self._known: dict[str, tuple[float, Person]] = {}
        self._forgotten = 0
        """Counts removals from the cache: a database answer that was requested before one may be outdated."""
        self.ended: Callable[[str, str], None] = lambda person, remaining: self.forget_person(person)

    # --- beginning -------------------------------------------------------------------------------

    async def guest(
        self, name: str, lang: str = LANGUAGE, device: str = "", also: Sequence[Step] = ()
    ) -> tuple[Person, str]:  # fmt: skip
        """Create a person and the token of the first session."""
        person = Person(secrets.token_hex(12), person_name("name", name), None, lang)
        now = time.time()
        values = {"id": person.id, "name": person.name, "lang": lang, "created": now, "seen": now}
        token = secret()
        first = {"hash": digest(token), "person": person.id, "expires": now + self.lifetime, "created": now, "device": device}
        await self._store.write(Write([*also, Step(insert(schema.people), values), Step(insert(schema.tokens), first)]))
        return person, token

    def new_session(self, person: str, password: str, device: str) -> tuple[str, Step]:
        """A token, and the step that stores it, on condition that the stored password hash is unchanged.

        The person's row is locked meanwhile: if the password is changed at the same moment in another process, this session
        ends as well or is never stored.
        """
        token, now = secret(), time.time()
        people = schema.people
        values = (
            literal(digest(token), String), literal(now + self.lifetime, Float), literal(now, Float), literal(device, String),
        )  # fmt: skip
        same = select(people.c.id, *values).where(people.c.id == person, people.c.password == password).with_for_update()
        return token, Step(insert(schema.tokens).from_select(["person", "hash", "expires", "created", "device"], same), None, 1)

    # --- asking ----------------------------------------------------------------------------------

    def known(self, token: str | None) -> str | None:
        """The person's id for a token that was verified recently; the database is not asked."""
        if not token or len(token) > 100:
            return None
        found = self._known.get(digest(token))
        return found[1].id if found is not None and found[0] > time.time() else None

    async def of(self, token: str | None) -> Person | None:
        """The person of a token; ``None`` for an unknown or expired token."""
        if not token or len(token) > 100:
            return None
        word, now = digest(token), time.time()
        known = self._known.get(word)
        if known is not None and known[0] > now:
            return known[1]
        people, tokens = schema.people, schema.tokens
        statement = (
            select(people.c.id, people.c.name, people.c.account, people.c.lang, people.c.seen)
            .join(tokens, tokens.c.person == people.c.id)
            .where(tokens.c.hash == word, tokens.c.expires > now)
        )
        for _ in range(READS):
            before = self._forgotten
            row = await self._store.row(statement)
            if before == self._forgotten:
                break
        if row is None:
            self._known.pop(word, None)
            return None
        if len(self._known) > REMEMBERED:
            self._known.clear()
        person = person_of(row)
        if before == self._forgotten:
            self._known[word] = (now + TRUST, person)
        if now - (row["seen"] or 0) > SEEN_SECONDS:
            await self._note_seen(person.id, word, now)
        return person

    async def _note_seen(self, person: str, word: str, now: float) -> None:
        """Record that the person was active: the session is extended, and a guest does not expire."""
        people, tokens = schema.people, schema.tokens
        seen = Step(update(people).where(people.c.id == person).values(seen=now))
        renewed = Step(update(tokens).where(tokens.c.hash == word).values(expires=now + self.lifetime))
        with suppress(Unavailable):  # the next request after an hour tries again
            await self._store.write(Write([seen, renewed]))

    async def sessions(self, person: str, current: str) -> list[dict[str, Any]]:
        """The sessions of a person, the newest first; ``id`` is no token and no hash of one."""
        tokens = schema.tokens
        found = await self._store.rows(
            select(tokens).where(tokens.c.person == person, tokens.c.expires > time.time()).order_by(tokens.c.expires.desc())
        )
        return [
            {
                "id": _mark(row["hash"]), "created": row["created"], "expires": row["expires"], "device": row["device"] or "",
                "current": row["hash"] == current,
            }
            for row in found
        ]  # fmt: skip

    # --- ending ----------------------------------------------------------------------------------

    async def leave(self, token: str) -> None:
        tokens = schema.tokens
        word = digest(token)
        await self._store.write(Write([Step(delete(tokens).where(tokens.c.hash == word))], gone=word))

    async def end(
        self, person: str, remaining: str = "", before: Sequence[Step] = (), after: Sequence[Step] = ()
    ) -> None:  # fmt: skip
        """End the sessions of a person, except one, in all processes, in one transaction with other steps."""
        tokens = schema.tokens
        others = Step(delete(tokens).where(tokens.c.person == person, tokens.c.hash != remaining))
        await self._store.write(Write([*before, others, *after], ended=(person, remaining)))
        self.ended(person, remaining)

    async def end_one(self, person: str, mark: str) -> str | None:
        """End the session with this ``id`` in :meth:`sessions`; returns what is stored of its token."""
        tokens = schema.tokens
        found = await self._store.rows(select(tokens.c.hash).where(tokens.c.person == person))
        word: str | None = next((row["hash"] for row in found if _mark(row["hash"]) == mark), None)
        if word is not None:
            await self._store.write(Write([Step(delete(tokens).where(tokens.c.hash == word))], gone=word))
        return word

    def forget(self, word: str) -> None:
        """Remove a token from the cache without asking the database."""
        self._forgotten += 1
        self._known.pop(word, None)

    def forget_person(self, person: str) -> None:
        """Remove every session of a person from the cache, also those that remain, because the person has changed."""
        self._forgotten += 1
        for word in [word for word, (_, known) in self._known.items() if known.id == person]:
            del self._known[word]

    def forget_all(self) -> None:
        self._forgotten += 1
        self._known.clear()

    async def valid(self, words: Sequence[str]) -> set[str]:
        """Those of the stored tokens that still belong to a session."""
        tokens = schema.tokens
        found = await self._store.rows(
            select(tokens.c.hash).where(tokens.c.hash.in_(list(words)), tokens.c.expires > time.time())
        )
        return {row["hash"] for row in found}

    # --- the person ------------------------------------------------------------------------------

    async def profile(self, person: str) -> Row | None:
        people = schema.people
        return await self._store.row(select(people).where(people.c.id == person))

    async def set(self, person: Person, **values: Any) -> None:
        """Change the name or the language; every process reloads them."""
        people = schema.people
        change = Step(update(people).where(people.c.id == person.id, people.c.deleted.is_(None)).values(**values), None, 1)
        try:
            await self._store.write(Write([change], ended=(person.id, EVERY)))
        except Conflict:
            raise Refused(401, "no_session", "This account was deleted.") from None
        self.forget_person(person.id)

    async def away(self, person: Person, days: float, now: float) -> tuple[float | None, float]:
        """Begin a vacation, or end it (no days); returns its end and how many days are left for the coming year.

        Day clocks stop meanwhile. An interrupted vacation counts as long as it lasted, so beginning and ending it repeatedly
        gains nothing. Vacations may take 30 of any 365 days.
        """
        vacations = schema.vacations
        own = vacations.c.person == person.id
        rows = await self._store.rows(select(vacations).where(own, vacations.c.ends > now - YEAR))
        taken = sum(min(row["ends"], now) - max(row["begins"], now - YEAR) for row in rows)
        left = max(0.0, VACATION - taken) / DAY
        if days > left:
            raise Refused(422, "vacation", f"You can be away for {left:.1f} more days now: 30 in any 365.", left=left)
        old = delete(vacations).where(own, (vacations.c.ends <= now - YEAR) | (vacations.c.begins == now))
        broken_off = update(vacations).where(own, vacations.c.ends > now).values(ends=now)
        steps = [Step(old), Step(broken_off)]
        if days:
            steps.append(Step(insert(vacations), {"person": person.id, "begins": now, "ends": now + days * DAY}))
        await self._store.write(Write(steps))
        return (now + days * DAY if days else None), left - days


async def check_may_talk(store: Store, person: str) -> None:
    people = schema.people
    row = await store.row(select(people.c.muted, people.c.mute_reason).where(people.c.id == person))
    if row is not None and row["muted"] is not None and row["muted"] > time.time():
        reason = "An administrator of this server has muted you: you can play and read, but not write."
        raise Refused(403, "muted", reason, until=row["muted"], why=row["mute_reason"] or "")


def _mark(word: str) -> str:
    return digest(word)[:12]
