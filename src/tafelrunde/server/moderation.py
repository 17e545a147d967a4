"""HTTP routes by which players report others, read the administrative actions at their tables, and get announcements."""

from __future__ import annotations

import secrets
import time
from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import ColumnElement, Select, insert, select

from tafelrunde.server import schema
from tafelrunde.server.api import Host, Somebody, json
from tafelrunde.server.errors import not_yours, wrong
from tafelrunde.server.models import admin as models
from tafelrunde.server.openapi import answers
from tafelrunde.server.store import Row, Step, Write

router = APIRouter(prefix="/api")
LISTED = 200


def audit_entries(where: ColumnElement[bool] | None = None) -> Select[Any]:
    """The newest entries of the audit log with the name of the administrator."""
    audit, people = schema.audit, schema.people
    found = select(audit, people.c.name.label("by")).join(people, people.c.id == audit.c.admin, isouter=True)
    found = found if where is None else found.where(where)
    return found.order_by(audit.c.at.desc()).limit(LISTED)


def shown_entry(row: Row) -> dict[str, Any]:
    """An entry as shown to the people it concerns: without the ids of others."""
    return {name: row[name] for name in ("at", "action", "table", "seat", "detail")} | {"by": row["by"]}


@router.post("/reports", responses=answers(models.Reported))
async def report(body: models.ReportBody, person: Somebody, host: Host) -> Response:
    """Report a player, or (without ``seat``) something else at a table, to the administrators."""
    table = await host.tables.get(body.table)
    if not table.seats_of(person.id) and not table.info.watch:
        raise not_yours("This table is not open to spectators.")
    about = None
    if body.seat is not None:
        if body.seat >= table.info.players or table.seats[body.seat].person in (None, person.id):
            raise wrong("seat", "There is no other person at this seat.")
        about = table.seats[body.seat].person
    host.limits.take("reports")
    values = {
        "id": secrets.token_hex(8), "at": time.time(), "person": person.id, "about": about, "table": body.table,
        "seat": body.seat, "reason": body.reason, "text": body.text,
    }  # fmt: skip
    await host.store.write(Write([Step(insert(schema.reports), values)]))
    return json({"report": values["id"]})


@router.get("/me/reports", responses=answers(list[models.OwnReport]))
async def own_reports(person: Somebody, host: Host) -> Response:
    """The caller's reports, and the answers to them."""
    reports = schema.reports
    columns = (reports.c[name] for name in ("id", "at", "table", "seat", "reason", "text", "closed", "answer"))
    found = select(*columns).where(reports.c.person == person.id).order_by(reports.c.at.desc()).limit(LISTED)
    return json(await host.store.rows(found))


@router.get("/me/audit", responses=answers(list[models.OwnEntry]))
async def own_audit(person: Somebody, host: Host) -> Response:
    """Administrative actions that concern the caller, also at tables that were removed."""
    concerned = schema.concerned
    mine = schema.audit.c.id.in_(select(concerned.c.audit).where(concerned.c.person == person.id))
    return json([shown_entry(row) for row in await host.store.rows(audit_entries(mine))])


@router.get("/tables/{table_id}/audit", responses=answers(list[models.OwnEntry]))
async def table_audit(table_id: str, person: Somebody, host: Host) -> Response:
    """Administrative actions at a table, for everybody who has a seat there."""
    table = await host.tables.get(table_id)
    if not table.seats_of(person.id):
        raise not_yours("Only who plays at this table can read this.")
    here = schema.audit.c.table == table_id
    return json([shown_entry(row) for row in await host.store.rows(audit_entries(here))])


@router.get("/site", responses=answers(models.Site))
async def site(host: Host) -> Response:
    """Public facts about this server: whether guests need an invitation code, and announcements."""
    shown = schema.announcements
    now = time.time()
    standing = shown.c.until.is_(None) | (shown.c.until > now)
    columns = shown.c.id, shown.c.text, shown.c.created, shown.c.until
    found = await host.store.rows(select(*columns).where(standing).order_by(shown.c.created.desc()))
    closed = not host.settings.registration or await host.administration.registration_closed()
    return json({"open": not closed, "announcements": found})
