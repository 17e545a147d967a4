"""HTTP routes for administrators: accounts with the role ``admin``, and programs with the host's token, as ``tafelrunde admin``.

Anybody else gets 404 for all of these routes, whatever the request contains.
"""

from __future__ import annotations

import logging
import secrets
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response
from sqlalchemy import func, or_, select

import tafelrunde
from tafelrunde.server import schema
from tafelrunde.server.administration import CODE_NAME, Admin
from tafelrunde.server.api import Host, caller, json
from tafelrunde.server.clubs import leave_all
from tafelrunde.server.errors import unknown
from tafelrunde.server.guard import token_of
from tafelrunde.server.models import admin as models
from tafelrunde.server.models.base import Nothing
from tafelrunde.server.moderation import LISTED, audit_entries, shown_entry
from tafelrunde.server.openapi import answers

logger = logging.getLogger("tafelrunde")
LINES = 50
"""Chat lines that are shown with a report."""


async def admin_only(request: Request) -> Admin:
    """The acting administrator; anybody else is refused before the rest of the request is examined."""
    host = request.app.state.host
    wanted, given = host.settings.host_token, token_of(request.scope) or ""
    if wanted and secrets.compare_digest(given.encode(), wanted.encode()):
        return Admin(None)
    person = await caller(request)
    if person is None or not await host.administration.is_admin(person.id):
        raise unknown("page")
    return Admin(person.id)


router = APIRouter(prefix="/api/admin", dependencies=[Depends(admin_only)])
Acting = Annotated[Admin, Depends(admin_only)]
Search = Annotated[str, Query(max_length=100)]


def noted(what: str, **more: Any) -> None:
    logger.warning(f"an administrator {what}", extra=more)


# --- people --------------------------------------------------------------------------------------


@router.get("/people", responses=answers(list[models.ListedPerson]))
async def list_people(host: Host, search: Search = "") -> Response:
    """Find people by id, account or a part of the name, with their running tables."""
    people, seats, tables = schema.people, schema.seats, schema.tables
    names = ("id", "name", "account", "role", "created", "seen", "banned", "ban_reason", "muted", "mute_reason")
    shown = select(*(people.c[name] for name in names))
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
async def ban(person: str, body: models.TermBody, admin: Acting, host: Host) -> Response:
    """End all sessions of a person and refuse new ones; bots hold the seats meanwhile."""
    until = await host.administration.ban(admin, person, body.days, body.reason)
    noted("banned a person", reason=f"for {body.days:g} days")
    return json({"banned": until})


@router.delete("/people/{person}/ban", responses=answers(models.Ban))
async def unban(person: str, admin: Acting, host: Host) -> Response:
    await host.administration.unban(admin, person)
    return json({"banned": None})


@router.post("/people/{person}/mute", responses=answers(models.Mute))
async def mute(person: str, body: models.TermBody, admin: Acting, host: Host) -> Response:
    """Mute a person, who can then play and read, but not write in chats."""
    until = await host.administration.mute(admin, person, body.days, body.reason)
    noted("muted a person", reason=f"for {body.days:g} days")
    return json({"muted": until})


@router.delete("/people/{person}/mute", responses=answers(models.Mute))
async def unmute(person: str, admin: Acting, host: Host) -> Response:
    await host.administration.unmute(admin, person)
    return json({"muted": None})


@router.post("/people/{person}/role", responses=answers(models.Role))
async def set_role(person: str, body: models.RoleBody, admin: Acting, host: Host) -> Response:
    """Make an account an administrator, or revoke the role."""
    await host.administration.set_role(admin, person, body.role)
    noted("changed a role")
    return json({"role": body.role})


@router.post("/people/{person}/password", responses=answers(models.PasswordLink))
async def password_link(person: str, admin: Acting, host: Host) -> Response:
    """A link for somebody who lost the password: it sets a new one, once, within a day. All sessions end when it is used."""
    account, word = await host.administration.password_link(admin, person)
    noted("made a password link")
    return json({"account": account, "path": f"/password/reset#{word}"})


@router.delete("/people/{person}", responses=answers(models.DeletedPerson))
async def delete_person(person: str, admin: Acting, host: Host) -> Response:
    """Delete a person's account or guest; the seats remain as those of a former player."""
    await host.administration.check_ordinary(person)
    await leave_all(host, person)
    await host.administration.delete(admin, person)
    noted("deleted a person")
    return json({"deleted": person})


# --- tables --------------------------------------------------------------------------------------


@router.get("/tables", responses=answers(list[models.ListedTable]))
async def list_tables(host: Host, person: Search = "") -> Response:
    """Tables, the newest first; only those of one person, if one is given."""
    tables, seats, people = schema.tables, schema.seats, schema.people
    columns = (tables.c[name] for name in ("id", "game", "players", "created", "touched", "over", "public"))
    shown = select(*columns, people.c.name.label("host")).join(people, people.c.id == tables.c.host, isouter=True)
    if person:
        sits = select(seats.c.table).where(seats.c.person == person)
        shown = shown.where(or_(tables.c.host == person, tables.c.id == person, tables.c.id.in_(sits)))
    found = await host.store.rows(shown.order_by(tables.c.created.desc()).limit(LISTED))
    chairs = await host.store.rows(
        select(seats.c.table, seats.c.seat, seats.c.name, seats.c.person)
        .where(seats.c.table.in_([row["id"] for row in found])).order_by(seats.c.seat)
    )  # fmt: skip
    at: dict[str, list[dict[str, Any]]] = {}
    for chair in chairs:
        at.setdefault(chair.pop("table"), []).append(chair)
    return json([{**row, "seats": at.get(row["id"], [])} for row in found])


@router.get("/tables/{table_id}/chat", responses=answers(list[models.ReportedLine]))
async def table_chat(table_id: str, host: Host) -> Response:
    """The last lines of a table's chat with their authors, for judging a report."""
    log, authors = schema.log, schema.authors
    here = (authors.c.table == log.c.table) & (authors.c.version == log.c.version)
    lines = select(log.c.at, log.c.seat, log.c.data, authors.c.person).join(authors, here, isouter=True)
    lines = lines.where(log.c.table == table_id, log.c.kind == "chat").order_by(log.c.version.desc()).limit(LINES)
    found = [(row, orjson.loads(row["data"])) for row in reversed(await host.store.rows(lines))]
    return json([
        {"at": row["at"], "seat": row["seat"], "name": data["name"], "text": data["text"], "person": row["person"]}
        for row, data in found
    ])  # fmt: skip


@router.post("/tables/{table_id}/kick/{seat}", responses=answers(models.FreedSeat))
async def free_seat(table_id: str, seat: int, admin: Acting, host: Host, body: models.WhyBody | None = None) -> Response:
    """Remove the person from the seat; the seat is open again for whom the table's host invites."""
    await host.administration.free_seat(admin, table_id, seat, body.reason if body else "")
    noted("took a seat from a person", table=table_id)
    return json({"free": seat})


@router.delete("/tables/{table_id}", responses=answers(models.RemovedTable))
async def remove_table(table_id: str, admin: Acting, host: Host, reason: Search = "") -> Response:
    """Remove a table with all its data; its listeners are disconnected."""
    await host.administration.remove_table(admin, table_id, reason)
    noted("removed a table", table=table_id)
    return json({"removed": table_id})


# --- the server ----------------------------------------------------------------------------------


@router.get("/load", responses=answers(models.Load))
async def load(request: Request, host: Host) -> Response:
    """The load of the server."""
    people, tables, reports = schema.people, schema.tables, schema.reports
    there = people.c.deleted.is_(None)
    counts = {
        "people": select(func.count()).select_from(people).where(there),
        "accounts": select(func.count()).select_from(people).where(there, people.c.account.is_not(None)),
        "running": select(func.count()).select_from(tables).where(~tables.c.over, ~schema.practice),
        "finished": select(func.count()).select_from(tables).where(tables.c.over, ~schema.practice),
        "reports": select(func.count()).select_from(reports).where(reports.c.closed.is_(None)),
    }
    [found] = await host.store.rows(select(*(count.scalar_subquery().label(name) for name, count in counts.items())))
    numbers = request.app.state.board.numbers()
    closed, fixed = await host.administration.registration_closed(), not host.settings.registration
    return json({"version": tafelrunde.__version__, "numbers": numbers, **found, "closed": closed or fixed, "fixed": fixed})


@router.post("/registration", responses=answers(models.Registration))
async def registration(body: models.RegistrationBody, admin: Acting, host: Host) -> Response:
    """Close the server to new guests without an invitation code, or open it."""
    await host.administration.close_registration(admin, body.closed)
    return json({"closed": body.closed})


@router.get("/codes", responses=answers(list[models.ListedCode]))
async def list_codes(host: Host) -> Response:
    codes = schema.codes
    found = await host.store.rows(select(codes).order_by(codes.c.created.desc()).limit(LISTED))
    return json([{"id": row.pop("hash")[:CODE_NAME], **row} for row in found])


@router.post("/codes", responses=answers(models.NewCode))
async def new_code(body: models.CodeBody, admin: Acting, host: Host) -> Response:
    code, expires = await host.administration.new_code(admin, body.label, body.uses, body.days)
    return json({"code": code, "path": f"/welcome#{code}", "expires": expires})


@router.delete("/codes/{code}", responses=answers(Nothing))
async def remove_code(code: str, admin: Acting, host: Host) -> Response:
    await host.administration.remove_code(admin, code)
    return json({})


@router.post("/announcements", responses=answers(models.NewAnnouncement))
async def announce(body: models.AnnounceBody, admin: Acting, host: Host) -> Response:
    """Announce a text on the home page, for a number of days or until it is withdrawn."""
    return json({"announcement": await host.administration.announce(admin, body.text, body.days)})


@router.delete("/announcements/{announcement}", responses=answers(Nothing))
async def withdraw(announcement: str, admin: Acting, host: Host) -> Response:
    await host.administration.withdraw(admin, announcement)
    return json({})


# --- reports and the audit log -------------------------------------------------------------------


@router.get("/reports", responses=answers(list[models.ListedReport]))
async def list_reports(host: Host, all: bool = False) -> Response:
    """Unanswered reports, or all reports."""
    reports, people = schema.reports, schema.people
    by, about = people.alias(), people.alias()
    found = select(reports, by.c.name.label("by_name"), about.c.name.label("about_name"))
    found = found.join(by, by.c.id == reports.c.person, isouter=True).join(about, about.c.id == reports.c.about, isouter=True)
    found = found if all else found.where(reports.c.closed.is_(None))
    return json(await host.store.rows(found.order_by(reports.c.at.desc()).limit(LISTED)))


@router.post("/reports/{report}", responses=answers(Nothing))
async def close_report(report: str, body: models.AnswerBody, admin: Acting, host: Host) -> Response:
    """Answer a report; its author can read the answer."""
    await host.administration.close_report(admin, report, body.answer)
    return json({})


@router.get("/audit", responses=answers(list[models.ListedEntry]))
async def audit(host: Host) -> Response:
    """The actions of administrators, the newest first."""
    rows = await host.store.rows(audit_entries())
    return json([{**shown_entry(row), "id": row["id"], "admin": row["admin"], "person": row["person"]} for row in rows])
