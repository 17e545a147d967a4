"""Who may take which seat: one person holds one seat, except at tables made as a hot seat."""

from __future__ import annotations

import orjson
from sqlalchemy import select

from tafelrunde.server import schema
from tafelrunde.server.errors import Refused
from tafelrunde.server.store import Store
from tafelrunde.server.table import Table
from tafelrunde.server.tokens import digest


def mark(table: Table, person: str | None) -> dict[str, str]:
    """For the log, when somebody gives up a seat: a hash of who it was, of no use at other tables."""
    return {} if person is None else {"by": digest(f"{table.info.id} {person}")}


async def may_sit(store: Store, table: Table, person: str, seats: list[int]) -> list[int]:
    """Those of the ``seats`` that a person may take; refused with the reason if there are none.

    Who has held another seat knows its secrets: neither sitting on two seats nor changing them one after the other is
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
