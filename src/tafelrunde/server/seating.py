"""Which seats a person may take: one seat per person, except at tables created as a hot seat."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import select, update

from tafelrunde.core.errors import BadInput
from tafelrunde.server import schema
from tafelrunde.server.errors import Refused, finished, not_yours, unknown
from tafelrunde.server.new_table import BOTS
from tafelrunde.server.store import Step, Store
from tafelrunde.server.table import Table
from tafelrunde.server.tables import Tables
from tafelrunde.server.tokens import digest


def mark(table: Table, person: str | None) -> dict[str, str]:
    """A hash of the person who leaves a seat, for the log; it differs from table to table."""
    return {} if person is None else {"by": digest(f"{table.info.id} {person}")}


async def may_sit(store: Store, table: Table, person: str, seats: list[int]) -> list[int]:
    """Those of the ``seats`` that a person may take; refused with the reason if there are none.

    A person who has held another seat knows its secrets: neither holding two seats nor changing from one to another is
    allowed where people play against each other.
    """
    if table.info.hot_seat or not seats:
        return seats
    own = table.seats_of(person)
    if own and not set(own) & set(seats):
        raise Refused(409, "seated", "You have a seat at this table already: one person holds one seat.", seat=own[0])
    log = schema.log
    rows = await store.rows(select(log.c.seat, log.c.data).where(log.c.table == table.info.id, log.c.kind == "seat"))
    me = mark(table, person)["by"]
    held = {row["seat"] for row in rows if orjson.loads(row["data"]).get("by") == me} | set(own)
    allowed = [seat for seat in seats if not held - {seat}]
    if not allowed:
        reason = "You have held another seat at this table and know its secrets: only that seat is open to you."
        raise Refused(409, "seen", reason, seat=min(held))
    return allowed


async def seat_bot(tables: Tables, table_id: str, person: str, seat: int, bot: str) -> dict[str, Any]:
    """Let a bot take a free seat for the host: its invitation becomes invalid, and a reservation ends."""
    if bot not in BOTS:
        raise BadInput("bot", f"A bot is one of {', '.join(BOTS)}.")

    async def work(table: Table) -> dict[str, Any]:
        if table.info.host != person:
            raise not_yours("Only the host lets bots sit down.")
        if table.over:
            raise finished()
        if seat >= table.info.players:
            raise unknown("seat")
        if not table.seats[seat].open:
            raise Refused(409, "full", "This seat is taken.")
        seats = schema.seats
        values = {"kind": bot, "name": bot, "invite": None, "reserved": None, "missed": 0}
        free = update(seats).where(seats.c.table == table_id, seats.c.seat == seat, seats.c.person.is_(None))
        await tables.hand_over(table, seat, values)
        await tables.note(table, "seat", seat, {"bot": bot}, [Step(free.values(**values), None, 1)])
        return {"seat": seat}

    return await tables.change(table_id, work)
