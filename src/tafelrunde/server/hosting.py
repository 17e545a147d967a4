"""What the host of a server can do about people and tables, with the host's token; ``tafelrunde host`` uses it.

The token comes as a bearer, never as a cookie: no page can make a browser send it. Without the right token all of this is an
unknown page.
"""

from __future__ import annotations

import logging
import secrets
import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from sqlalchemy import Select, delete, or_, select, update

from tafelrunde.server import schema
from tafelrunde.server.api import Host, json
from tafelrunde.server.clocks import DAY
from tafelrunde.server.errors import Refused, unknown
from tafelrunde.server.guard import token_of
from tafelrunde.server.janitor import belonging
from tafelrunde.server.models import hosting as models
from tafelrunde.server.openapi import answers
from tafelrunde.server.store import Step, Write

logger = logging.getLogger("tafelrunde")
LISTED = 200
"""People or tables in one answer, the newest first."""


async def host_only(request: Request) -> None:
    wanted, given = request.app.state.host.settings.host_token, token_of(request.scope) or ""
    if not wanted or not secrets.compare_digest(given.encode(), wanted.encode()):
        raise unknown("page")


router = APIRouter(prefix="/api/host", dependencies=[Depends(host_only)])
Search = Annotated[str, Query(max_length=100)]


# --- people --------------------------------------------------------------------------------------


async def _row(host: Any, statement: Select[Any], what: str) -> Any:
    row = await host.store.row(statement)
    if row is None:
        raise unknown(what)
    return row


async def _person(host: Any, person: str) -> Any:
    people = schema.people
    return await _row(host, select(people).where(people.c.id == person, people.c.deleted.is_(None)), "person")


@router.get("/people", responses=answers(list[models.ListedPerson]))
async def list_people(host: Host, search: Search = "") -> Response:
    """People by id, account or a part of the name, with their running tables."""
    people, seats, tables = schema.people, schema.seats, schema.tables
    shown = select(*(people.c[name] for name in ("id", "name", "account", "created", "seen", "banned", "ban_reason")))
    shown = shown.where(people.c.deleted.is_(None)).order_by(people.c.created.desc()).limit(LISTED)
    if search:
        by_name = people.c.name.icontains(search, autoescape=True)
        shown = shown.where(or_(people.c.id == search, people.c.account == search, by_name))
    found = await host.store.rows(shown)
    playing = await host.store.rows(
        select(seats.c.person, seats.c.table).join(tables, tables.c.id == seats.c.table)
        .where(seats.c.person.in_([row["id"] for row in found]), ~tables.c.over)
    )  # fmt: skip
    at: dict[str, list[str]] = {}
    for row in playing:
        at.setdefault(row["person"], []).append(row["table"])
    return json([{**row, "tables": sorted(set(at.get(row["id"], ())))} for row in found])


@router.post("/people/{person}/ban", responses=answers(models.Ban))
async def ban(person: str, body: models.BanBody, host: Host) -> Response:
    """End all sessions and refuse to begin new ones; bots hold the seats meanwhile."""
    await _person(host, person)
    until, people = time.time() + body.days * DAY, schema.people
    change = Step(update(people).where(people.c.id == person).values(banned=until, ban_reason=body.reason or None))
    await host.people.end(person, "", [change])
    await host.personal.hold_seats(person)
    logger.warning("the host banned a person", extra={"reason": f"for {body.days:g} days"})
    return json({"banned": until})


@router.delete("/people/{person}/ban", responses=answers(models.Ban))
async def unban(person: str, host: Host) -> Response:
    await _person(host, person)
    people = schema.people
    await host.store.write(Write([Step(update(people).where(people.c.id == person).values(banned=None, ban_reason=None))]))
    return json({"banned": None})


@router.post("/people/{person}/password", responses=answers(models.NewPassword))
async def new_password(person: str, host: Host) -> Response:
    """A new random password for somebody who lost it, to be told in person; all sessions end."""
    row = await _person(host, person)
    if row["account"] is None:
        raise Refused(409, "no_account", "A guest has no password.")
    password = secrets.token_urlsafe(12)
    await host.accounts.set_password(row, password)
    logger.warning("the host set a new password")
    return json({"account": row["account"], "password": password})


@router.delete("/people/{person}", responses=answers(models.DeletedPerson))
async def delete_person(person: str, host: Host) -> Response:
    """As the person could: seats stay as those of a former player."""
    await _person(host, person)
    await host.personal.delete(person)
    logger.warning("the host deleted a person")
    return json({"deleted": person})


# --- tables --------------------------------------------------------------------------------------


@router.get("/tables", responses=answers(list[models.ListedTable]))
async def list_tables(host: Host, person: Search = "") -> Response:
    """Tables, the newest first; of one person, where one is named."""
    tables, seats, people = schema.tables, schema.seats, schema.people
    columns = (tables.c[name] for name in ("id", "game", "players", "created", "touched", "over", "public"))
    shown = select(*columns, people.c.name.label("host")).join(people, people.c.id == tables.c.host, isouter=True)
    if person:
        sits = select(seats.c.table).where(seats.c.person == person)
        shown = shown.where(or_(tables.c.host == person, tables.c.id.in_(sits)))
    found = await host.store.rows(shown.order_by(tables.c.created.desc()).limit(LISTED))
    chairs = await host.store.rows(
        select(seats.c.table, seats.c.seat, seats.c.name, seats.c.person)
        .where(seats.c.table.in_([row["id"] for row in found])).order_by(seats.c.seat)
    )  # fmt: skip
    at: dict[str, list[dict[str, Any]]] = {}
    for chair in chairs:
        at.setdefault(chair.pop("table"), []).append(chair)
    return json([{**row, "seats": at.get(row["id"], [])} for row in found])


@router.post("/tables/{table_id}/kick/{seat}", responses=answers(models.FreedSeat))
async def kick(table_id: str, seat: int, host: Host) -> Response:
    """Take the seat from its person; it is open again for whom the table's host invites."""
    await host.play.vacate(table_id, seat)
    logger.warning("the host took a seat from a person", extra={"table": table_id})
    return json({"free": seat})


@router.delete("/tables/{table_id}", responses=answers(models.RemovedTable))
async def remove_table(table_id: str, host: Host) -> Response:
    """Remove a table with everything that belongs to it; whoever looks at it is disconnected."""
    tables = schema.tables
    await _row(host, select(tables.c.id).where(tables.c.id == table_id), "table")
    parts = [Step(delete(part).where(column == table_id)) for part, column in belonging(tables)]
    later = Step(update(tables).where(tables.c.successor == table_id).values(successor=None))
    await host.store.write(Write([*parts, later, Step(delete(tables).where(tables.c.id == table_id))], pokes=[table_id]))
    await host.tables.heard(table_id, 0)
    logger.warning("the host removed a table", extra={"table": table_id})
    return json({"removed": table_id})
