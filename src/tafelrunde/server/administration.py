"""Administrative actions on people and tables. Each action and its entry in the audit log are one transaction.

An administrator is an account with the role ``admin``, or a caller with the host's token. An entry can be read by the people
it concerns, and by everybody with a seat at its table.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update

from tafelrunde.server import schema
from tafelrunde.server.accounts import Accounts
from tafelrunde.server.clocks import DAY
from tafelrunde.server.errors import Refused, unknown
from tafelrunde.server.janitor import belonging
from tafelrunde.server.links import HANDED
from tafelrunde.server.people import EVERY, People
from tafelrunde.server.personal import Personal
from tafelrunde.server.play import Play
from tafelrunde.server.store import Conflict, Row, Step, Store, Write
from tafelrunde.server.tables import Tables
from tafelrunde.server.tokens import digest

ADMIN = "admin"


class Admin(NamedTuple):
    """The acting administrator; the host's token does not belong to a person."""

    person: str | None


def entry(
    admin: Admin, action: str, *, person: str | None = None, table: str | None = None, seat: int | None = None,
    detail: str = "", concerned: Iterable[str] = (),
) -> list[Step]:  # fmt: skip
    """The steps that write an action into the audit log; the person concerned may always read it."""
    values = {
        "id": secrets.token_hex(8), "at": time.time(), "admin": admin.person, "action": action, "person": person,
        "table": table, "seat": seat, "detail": detail[:300] or None,
    }  # fmt: skip
    readers = sorted({*concerned, *([person] if person is not None else [])})
    steps = [Step(insert(schema.audit), values)]
    if readers:
        steps.append(Step(insert(schema.concerned), [{"audit": values["id"], "person": reader} for reader in readers]))
    return steps


class Administration:
    def __init__(
        self, store: Store, people: People, accounts: Accounts, personal: Personal, tables: Tables, play: Play
    ) -> None:  # fmt: skip
        self._store, self._people, self._accounts = store, people, accounts
        self._personal, self._tables, self._play = personal, tables, play

    async def is_admin(self, person: str) -> bool:
        """Whether a person is an administrator. The database is asked each time, so that a revoked role ends at once in every
        process."""
        people = schema.people
        has = select(people.c.id).where(people.c.id == person, people.c.role == ADMIN, people.c.deleted.is_(None))
        return await self._store.row(has) is not None

    # --- people ----------------------------------------------------------------------------------

    async def _person(self, person: str) -> Row:
        people = schema.people
        row = await self._store.row(select(people).where(people.c.id == person, people.c.deleted.is_(None)))
        if row is None:
            raise unknown("person")
        return row

    async def check_ordinary(self, person: str) -> Row:
        row = await self._person(person)
        if row["role"] == ADMIN:
            raise Refused(409, "is_admin", "This person is an administrator; take the role first.")
        return row

    async def _change(self, person: str, steps: Iterable[Step], **values: Any) -> None:
        people = schema.people
        change = Step(update(people).where(people.c.id == person).values(**values))
        await self._store.write(Write([change, *steps], ended=(person, EVERY)))
        self._people.forget_person(person)

    async def ban(self, admin: Admin, person: str, days: float, reason: str) -> float:
        """End all sessions and refuse to begin new ones; bots hold the seats meanwhile."""
        await self.check_ordinary(person)
        until, people = time.time() + days * DAY, schema.people
        change = Step(update(people).where(people.c.id == person).values(banned=until, ban_reason=reason or None))
        said = entry(admin, "ban", person=person, detail=f"{days:g} d {reason}".strip())
        await self._people.end(person, "", [change, *said])
        held = await self._personal.hold_seats(person)
        if held:
            seats = [step for table, seat in held for step in entry(admin, "hold", table=table, seat=seat, concerned=[person])]
            await self._store.write(Write(seats))
        return until

    async def unban(self, admin: Admin, person: str) -> None:
        await self._person(person)
        await self._change(person, entry(admin, "unban", person=person), banned=None, ban_reason=None)

    async def mute(self, admin: Admin, person: str, days: float, reason: str) -> float:
        """The person can play on and read, but not write in chats."""
        await self.check_ordinary(person)
        until = time.time() + days * DAY
        said = entry(admin, "mute", person=person, detail=f"{days:g} d {reason}".strip())
        await self._change(person, said, muted=until, mute_reason=reason or None)
        return until

    async def unmute(self, admin: Admin, person: str) -> None:
        await self._person(person)
        await self._change(person, entry(admin, "unmute", person=person), muted=None, mute_reason=None)

    async def set_role(self, admin: Admin, person: str, role: str | None) -> None:
        row = await self._person(person)
        if row["account"] is None:
            raise Refused(409, "no_account", "A guest cannot be an administrator: the role needs a password.")
        if person == admin.person and role is None:
            raise Refused(409, "own_role", "Another administrator has to take your role.")
        await self._change(person, entry(admin, "grant" if role else "revoke", person=person), role=role)

    async def password_link(self, admin: Admin, person: str) -> tuple[str, str]:
        """The account, and the token of a link with which its owner sets a new password once, within a day."""
        row = await self.check_ordinary(person)
        if row["account"] is None:
            raise Refused(409, "no_account", "A guest has no password.")
        await self._store.write(Write(entry(admin, "password_link", person=person)))
        return row["account"], await self._accounts.links.issue(HANDED, person, f"{person}@person")

    async def delete(self, admin: Admin, person: str) -> None:
        """Delete an account as its owner could: seats remain as those of a former player."""
        await self.check_ordinary(person)
        await self._store.write(Write(entry(admin, "delete", person=person)))
        await self._personal.delete(person)

    # --- tables ----------------------------------------------------------------------------------

    async def _seated(self, table: str) -> list[str]:
        seats, tables = schema.seats, schema.tables
        if await self._store.row(select(tables.c.id).where(tables.c.id == table)) is None:
            raise unknown("table")
        found = await self._store.rows(select(seats.c.person).where(seats.c.table == table, seats.c.person.is_not(None)))
        return sorted({row["person"] for row in found})

    async def free_seat(self, admin: Admin, table: str, seat: int, reason: str) -> None:
        """Remove the person from the seat; the seat is open again for whom the table's host invites."""
        seated = await self._seated(table)
        await self._play.vacate(table, seat, entry(admin, "free_seat", table=table, seat=seat, detail=reason, concerned=seated))

    async def remove_table(self, admin: Admin, table: str, reason: str) -> None:
        """Remove a table with all its data; its listeners are disconnected."""
        tables, seated = schema.tables, await self._seated(table)
        parts = [Step(delete(part).where(column == table)) for part, column in belonging(tables)]
        later = Step(update(tables).where(tables.c.successor == table).values(successor=None))
        parts.append(Step(delete(schema.results).where(schema.results.c.table == table)))
        gone = Step(delete(tables).where(tables.c.id == table))
        said = entry(admin, "remove_table", table=table, detail=reason, concerned=seated)
        await self._store.write(Write([*parts, later, gone, *said], pokes=[table]))
        await self._tables.heard(table, 0)

    # --- the server ------------------------------------------------------------------------------

    async def close_registration(self, admin: Admin, closed: bool) -> None:
        site = schema.site
        steps = [Step(delete(site).where(site.c.name == CLOSED))]
        if closed:
            steps.append(Step(insert(site), {"name": CLOSED, "value": "yes"}))
        await self._store.write(Write([*steps, *entry(admin, "close" if closed else "open")]))

    async def registration_closed(self) -> bool:
        site = schema.site
        return await self._store.row(select(site.c.name).where(site.c.name == CLOSED)) is not None

    async def new_code(self, admin: Admin, label: str, uses: int, days: float) -> tuple[str, float]:
        """A new invitation code for a number of guests while registration is closed; only its hash is stored."""
        word, now = secrets.token_urlsafe(9), time.time()
        expires = now + days * DAY
        values = {"hash": digest(word), "label": label, "created": now, "expires": expires, "left": uses}
        said = entry(admin, "new_code", detail=f"{label} ({uses}, {days:g} d)")
        await self._store.write(Write([Step(insert(schema.codes), values), *said]))
        return word, expires

    async def remove_code(self, admin: Admin, code: str) -> None:
        """Delete an invitation code; ``code`` is the name under which it is listed."""
        codes = schema.codes
        row = await self._store.row(select(codes).where(codes.c.hash.startswith(code, autoescape=True)))
        if row is None or len(code) < CODE_NAME:
            raise unknown("code")
        await self._store.write(
            Write([Step(delete(codes).where(codes.c.hash == row["hash"])), *entry(admin, "remove_code", detail=row["label"])])
        )

    async def admit(self, code: str | None) -> list[Step]:
        """The steps that use an invitation code for a new guest; refused if a code is required and this one is not valid."""
        codes = schema.codes
        valid = codes.c.hash == digest(code or ""), codes.c.left > 0, codes.c.expires > time.time()
        if code is None:
            raise Refused(403, "closed", "This host takes no new guests; sign in with an account, or use an invitation code.")
        if await self._store.row(select(codes.c.hash).where(*valid)) is None:
            raise Refused(403, "bad_code", "This invitation code was used up, is too old or was withdrawn.")
        return [Step(update(codes).where(*valid).values(left=codes.c.left - 1), None, 1)]

    async def announce(self, admin: Admin, text: str, days: float | None) -> str:
        now, name = time.time(), secrets.token_hex(8)
        values = {"id": name, "text": text, "created": now, "until": None if days is None else now + days * DAY}
        await self._store.write(Write([Step(insert(schema.announcements), values), *entry(admin, "announce", detail=text)]))
        return name

    async def withdraw(self, admin: Admin, announcement: str) -> None:
        shown = schema.announcements
        gone = Step(delete(shown).where(shown.c.id == announcement), None, 1)
        try:
            await self._store.write(Write([gone, *entry(admin, "withdraw")]))
        except Conflict:
            raise unknown("announcement") from None

    # --- reports ---------------------------------------------------------------------------------

    async def close_report(self, admin: Admin, report: str, answer: str) -> None:
        """Answer a report; its author can read the answer."""
        reports = schema.reports
        row = await self._store.row(select(reports).where(reports.c.id == report))
        if row is None:
            raise unknown("report")
        change = update(reports).where(reports.c.id == report).values(closed=time.time(), answer=answer or None)
        said = entry(admin, "close_report", concerned=[row["person"]], detail=answer)
        await self._store.write(Write([Step(change), *said]))


CLOSED = "closed"
CODE_NAME = 12
"""So much of its hash names a code in lists."""
