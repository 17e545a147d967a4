"""Renaming a person, and exporting or erasing all data about one.

Erasing takes two transactions. The first removes the account, its sessions, addresses and subscriptions, and marks the
person as deleted. The second replaces the name at tables and in chat lines; if the process dies in between,
:meth:`Personal.finish` does it later. What happened in a game stays: the seat is that of a former player.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import orjson
from sqlalchemy import ColumnElement, bindparam, delete, or_, select, update

from tafelrunde.server import schema
from tafelrunde.server.facts import MISSES
from tafelrunde.server.names import FORMER, numbered, person_name
from tafelrunde.server.outage import Unavailable
from tafelrunde.server.people import People, Person
from tafelrunde.server.store import Conflict, Row, Step, Store, Write, seat_step
from tafelrunde.server.tables import Tables
from tafelrunde.server.tokens import digest, secret


class Personal:
    """Operations on all data about one person, at all tables."""

    def __init__(self, store: Store, tables: Tables, people: People) -> None:
        self._store, self._tables, self._people = store, tables, people
        self.unfinished = asyncio.Event()
        """Set if names could not be replaced immediately, because the database failed."""

    # --- the name --------------------------------------------------------------------------------

    async def rename(self, person: Person, name: str) -> str:
        """Change the name, also at unfinished tables; finished games keep the name under which they were played."""
        name = person_name("name", name)
        await self._people.set(person, name=name)
        seats, tables = schema.seats, schema.tables
        found = await self._store.rows(
            select(seats.c.table, seats.c.seat).join(tables, tables.c.id == seats.c.table)
            .where(_belongs(person.id), ~tables.c.over).order_by(seats.c.table, seats.c.seat)
        )  # fmt: skip
        counted: dict[str, int] = {}
        steps = []
        for row in found:
            n = counted[row["table"]] = counted.get(row["table"], 0) + 1
            steps.append(seat_step(row["table"], row["seat"], name=name if n == 1 else numbered(name, n)))
        await self._change(steps, list(counted))
        return name

    async def _change(self, steps: list[Step], tables: list[str]) -> None:
        """Change names at tables, and let every process that has them loaded reload them."""
        if steps:
            await self._store.write(Write(steps, pokes=tables))
        for table in tables:
            await self._tables.heard(table, 0)

    async def hold_seats(self, person: str) -> list[tuple[str, int]]:
        """Let bots hold a person's seats at the tables where others play on; returns the tables and seats."""
        seats, tables = schema.seats, schema.tables
        other = seats.alias()
        company = select(other.c.seat).where(other.c.table == seats.c.table, other.c.person != person).exists()
        found = await self._store.rows(
            select(seats.c.table, seats.c.seat).join(tables, tables.c.id == seats.c.table)
            .where(seats.c.person == person, ~tables.c.over, company)
        )  # fmt: skip
        steps = [seat_step(row["table"], row["seat"], missed=MISSES) for row in found]
        await self._change(steps, sorted({row["table"] for row in found}))
        return [(row["table"], row["seat"]) for row in found]

    # --- export ----------------------------------------------------------------------------------

    async def export(self, person: str, session: str) -> dict[str, Any]:
        """Everything that is stored about a person, without credentials that would let somebody else act as this person."""
        people, tables, seats, pushes, vacations = schema.people, schema.tables, schema.seats, schema.pushes, schema.vacations
        shown = [people.c[name] for name in ("id", "name", "account", "mail", "mail_confirmed", "lang", "created")]
        about = tables.c.id.label("table"), tables.c.game, tables.c.created, tables.c.over
        sat = await self._store.rows(
            select(*about, seats.c.seat, seats.c.name).join(seats, seats.c.table == tables.c.id)
            .where(seats.c.person == person).order_by(tables.c.created, seats.c.seat)
        )  # fmt: skip
        hosted = await self._store.rows(select(*about).where(tables.c.host == person).order_by(tables.c.created))
        subscribed = await self._store.rows(select(pushes.c.endpoint).where(pushes.c.person == person))
        reported = select(*(schema.reports.c[name] for name in ("at", "table", "seat", "reason", "text", "closed", "answer")))
        reported = reported.where(schema.reports.c.person == person)
        done = select(*(schema.audit.c[name] for name in ("at", "action", "table", "seat", "detail")))
        done = done.join(schema.concerned, schema.concerned.c.audit == schema.audit.c.id).where(
            schema.concerned.c.person == person
        )
        kept = ("table", "seat", "game", "at", "won", "score", "mu", "sigma")
        results = select(*(schema.results.c[name] for name in kept)).where(schema.results.c.person == person)
        return {
            "exported": time.time(),
            "person": await self._store.row(select(*shown).where(people.c.id == person)),
            "sessions": await self._people.sessions(person, session),
            "vacations": await self._store.rows(select(vacations.c.begins, vacations.c.ends).where(vacations.c.person == person)),
            "push_endpoints": [row["endpoint"] for row in subscribed],
            "seats": [{**row, "record": f"/api/tables/{row['table']}/record" if row["over"] else None} for row in sat],
            "hosted": hosted,
            "results": await self._store.rows(results.order_by(schema.results.c.at)),
            "reports": await self._store.rows(reported.order_by(schema.reports.c.at)),
            "administration": await self._store.rows(done.order_by(schema.audit.c.at)),
            "chat": [{"table": row["table"], "at": row["at"], "text": row["data"]["text"]} for row in await self._lines(person)],
        }

    async def _lines(self, person: str) -> list[dict[str, Any]]:
        log, authors = schema.log, schema.authors
        here = (authors.c.table == log.c.table) & (authors.c.version == log.c.version)
        found = await self._store.rows(
            select(log.c.table, log.c.version, log.c.at, log.c.data).join(authors, here)
            .where(authors.c.person == person).order_by(log.c.at)
        )  # fmt: skip
        return [{**row, "data": orjson.loads(row["data"])} for row in found]

    # --- deletion --------------------------------------------------------------------------------

    async def delete(self, person: str) -> None:
        """Delete an account or a guest; all sessions end immediately."""
        people, pushes, links, vacations = schema.people, schema.pushes, schema.links, schema.vacations
        nothing = dict.fromkeys(("account", "password", "mail", "mail_confirmed", "lang", "role", "page", "calendar"))
        gone = update(people).where(people.c.id == person).values(**nothing, name=FORMER, deleted=time.time())
        cleared = [
            Step(delete(pushes).where(pushes.c.person == person)),
            Step(delete(vacations).where(vacations.c.person == person)),
            Step(delete(schema.results).where(schema.results.c.person == person)),
            # the number of e-mails sent still counts for the limits of the address
            Step(update(links).where(links.c.person == person).values(person=None)),
        ]
        await self._people.end(person, "", [Step(gone)], cleared)
        try:
            await self._erase(person)
        except (Unavailable, Conflict):  # the account is deleted; :meth:`finish` replaces the names later
            self.unfinished.set()

    async def finish(self) -> None:
        """Complete interrupted deletions, and those to which a concurrent request has added data."""
        people, seats, authors = schema.people, schema.seats, schema.authors
        traces = select(seats.c.seat).where(or_(seats.c.person == people.c.id, seats.c.reserved == people.c.id)).exists()
        lines = select(authors.c.person).where(authors.c.person == people.c.id).exists()
        for row in await self._store.rows(select(people.c.id).where(people.c.deleted.is_not(None), or_(traces, lines))):
            await self._erase(row["id"])

    async def _erase(self, person: str) -> None:
        seats, tables, authors = schema.seats, schema.tables, schema.authors
        own = select(seats.c.table).where(_belongs(person))
        chairs = await self._store.rows(select(seats).where(seats.c.table.in_(own)).order_by(seats.c.table, seats.c.seat))
        about = {
            row["id"]: row
            for row in await self._store.rows(
                select(tables.c.id, tables.c.over, tables.c.host).where(or_(tables.c.id.in_(own), tables.c.host == person))
            )
        }
        others = {row["table"]: row["person"] for row in chairs if row["person"] not in (None, person)}
        steps = [_vacated(row, about[row["table"]]["over"], row["table"] in others) for row in chairs if row["person"] == person]
        for table, row in about.items():
            if row["host"] == person and table in others:
                steps.append(Step(update(tables).where(tables.c.id == table).values(host=others[table])))
        lines = await self._lines(person)
        if lines:
            steps.append(_anonymous(lines))
        steps.append(Step(delete(authors).where(authors.c.person == person)))
        steps.append(Step(update(seats).where(seats.c.reserved == person).values(reserved=None, name=FORMER)))
        await self._change(steps, sorted({*about, *(line["table"] for line in lines)}))


def _belongs(person: str) -> ColumnElement[bool]:
    """The seats that carry a person's name: the person's own, and those reserved for the person in a rematch."""
    return or_(schema.seats.c.person == person, schema.seats.c.reserved == person)


def _vacated(seat: Row, over: bool, company: bool) -> Step:
    """A seat without its person. While others play on, a bot holds it until the host has found a new player."""
    nobody = dict.fromkeys(("person", "back", "invite", "orders", "prepared", "told", "dropped"))
    held = {} if over else {"invite": digest(secret()), "missed": MISSES if company else 0}
    return seat_step(seat["table"], seat["seat"], **nobody | {"name": FORMER, "standing": False, "auto": True} | held)


def _anonymous(lines: list[dict[str, Any]]) -> Step:
    """Remove the name from chat lines; their text remains."""
    log = schema.log
    row = (log.c.table == bindparam("at_table")) & (log.c.version == bindparam("at_version"))
    values = []
    for line in lines:
        nameless = orjson.dumps({**line["data"], "name": FORMER}).decode()
        values.append({"at_table": line["table"], "at_version": line["version"], "nameless": nameless})
    return Step(update(log).where(row).values(data=bindparam("nameless")), values)
