"""Clubs: people with accounts who invite each other and play leagues together. Only members see anything of a club."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import StringConstraints
from sqlalchemy import delete, func, insert, select, update

from tafelrunde.server import schema
from tafelrunde.server.api import Host, Somebody, json
from tafelrunde.server.errors import Refused, not_yours, unknown
from tafelrunde.server.models import clubs as models
from tafelrunde.server.models.base import Nothing
from tafelrunde.server.names import FORMER, shown_name
from tafelrunde.server.openapi import answers
from tafelrunde.server.people import Person
from tafelrunde.server.store import Conflict, Row, Step, Write
from tafelrunde.server.tokens import digest, secret

router = APIRouter(prefix="/api")
Id = Annotated[str, StringConstraints(max_length=16)]


def with_account(person: Person) -> None:
    if person.account is None:
        raise Refused(409, "no_account", "Make an account first: guests may be forgotten, members are not.")


async def member_of(host: Any, club: str, person: str) -> Row:
    """The caller's membership; refused as an unknown club if there is none."""
    members = schema.members
    mine = members.c.club == club, members.c.person == person, members.c.gone.is_(None)
    row: Row | None = await host.store.row(select(members).where(*mine))
    if row is None:
        raise unknown("club")
    return row


async def host_of(host: Any, club: str, person: str) -> Row:
    row = await member_of(host, club, person)
    if not row["host"]:
        raise not_yours("Only who made the club can do this.")
    return row


def member_name(row: Row) -> str:
    return shown_name(row["name"]) if row["name"] is not None else FORMER


@router.post("/clubs", responses=answers(models.ListedClub))
async def make_club(body: models.ClubBody, person: Somebody, host: Host) -> Response:
    """Create a club, whose host is the caller."""
    with_account(person)
    members = schema.members
    [there] = await host.store.rows(
        select(func.count().label("n")).where(members.c.person == person.id, members.c.host, members.c.gone.is_(None))
    )
    host.limits.allow("clubs_per_person", there["n"])
    club, now = secrets.token_hex(8), time.time()
    first = {"id": secrets.token_hex(8), "club": club, "person": person.id, "host": True, "joined": now}
    made = Step(insert(schema.clubs), {"id": club, "name": body.name, "created": now})
    await host.store.write(Write([made, Step(insert(members), first)]))
    return json({"id": club, "name": body.name, "host": True, "members": 1})


@router.get("/clubs", responses=answers(list[models.ListedClub]))
async def own_clubs(person: Somebody, host: Host) -> Response:
    """The caller's clubs."""
    clubs, members = schema.clubs, schema.members
    others = members.alias()
    counted = select(func.count()).where(others.c.club == clubs.c.id, others.c.gone.is_(None)).scalar_subquery()
    found = select(clubs.c.id, clubs.c.name, members.c.host, counted.label("members")).join(members, members.c.club == clubs.c.id)
    mine = members.c.person == person.id, members.c.gone.is_(None)
    return json(await host.store.rows(found.where(*mine).order_by(clubs.c.name)))


@router.get("/clubs/{club}", responses=answers(models.Club))
async def show_club(club: Id, person: Somebody, host: Host) -> Response:
    own = await member_of(host, club, person.id)
    clubs, members, people = schema.clubs, schema.members, schema.people
    row = await host.store.row(select(clubs).where(clubs.c.id == club))
    there = select(members, people.c.name).join(people, people.c.id == members.c.person)
    rows = await host.store.rows(there.where(members.c.club == club, members.c.gone.is_(None)).order_by(members.c.joined))
    shown = [{"id": m["id"], "name": member_name(m), "host": m["host"], "you": m["id"] == own["id"]} for m in rows]
    leagues = await host.leagues.of_club(club, own["id"])
    about = {"id": club, "name": row["name"], "host": own["host"], "members": len(rows)}
    return json({**about, "people": shown, "leagues": leagues})


@router.post("/clubs/{club}/invite", responses=answers(models.Invitation))
async def invite(club: Id, person: Somebody, host: Host) -> Response:
    """Create a link with which people become members; it replaces an earlier one."""
    await host_of(host, club, person.id)
    word, clubs = secret(), schema.clubs
    await host.store.write(Write([Step(update(clubs).where(clubs.c.id == club).values(invite=digest(word)))]))
    return json({"path": f"/club/{club}#{word}"})


@router.post("/clubs/{club}/join", responses=answers(Nothing))
async def join(club: Id, body: models.InviteBody, person: Somebody, host: Host) -> Response:
    """Join a club with an invitation."""
    with_account(person)
    clubs, members = schema.clubs, schema.members
    row = await host.store.row(select(clubs).where(clubs.c.id == club, clubs.c.invite == digest(body.invite)))
    if row is None:
        raise Refused(403, "bad_invite", "This invitation is no longer valid.")
    [there] = await host.store.rows(select(func.count().label("n")).where(members.c.club == club, members.c.gone.is_(None)))
    host.limits.allow("club_members", there["n"])
    before = await host.store.row(select(members).where(members.c.club == club, members.c.person == person.id))
    if before is not None:  # a former member who returns keeps the membership
        again = update(members).where(members.c.id == before["id"]).values(gone=None)
        await host.store.write(Write([Step(again)]))
        return json({})
    new = {"id": secrets.token_hex(8), "club": club, "person": person.id, "host": False, "joined": time.time()}
    try:
        await host.store.write(Write([Step(insert(members), new)]))
    except Conflict:
        raise Refused(409, "conflict", "You became a member at the same moment.") from None
    return json({})


@router.delete("/clubs/{club}/members/{member}", responses=answers(Nothing))
async def leave(club: Id, member: Id, person: Somebody, host: Host) -> Response:
    """Leave, or (the host) remove a member; the member withdraws from all leagues. A club without members is deleted."""
    own = await member_of(host, club, person.id)
    if member != own["id"] and not own["host"]:
        raise not_yours("Only who made the club can do this.")
    members = schema.members
    row = await host.store.row(select(members).where(members.c.id == member, members.c.club == club, members.c.gone.is_(None)))
    if row is None:
        raise unknown("member")
    await end_membership(host, row)
    return json({})


async def end_membership(host: Any, row: Row) -> None:
    """End a membership; if it was the host's, the longest-standing member becomes the host."""
    members, clubs = schema.members, schema.clubs
    await host.leagues.withdraw_everywhere(row["id"])
    others = members.c.club == row["club"], members.c.gone.is_(None), members.c.id != row["id"]
    heir = await host.store.row(select(members.c.id).where(*others).order_by(members.c.host.desc(), members.c.joined))
    steps = [Step(update(members).where(members.c.id == row["id"]).values(gone=time.time(), host=False))]
    if heir is None:
        steps = [Step(delete(clubs).where(clubs.c.id == row["club"]))]
    elif row["host"]:
        steps.append(Step(update(members).where(members.c.id == heir["id"]).values(host=True)))
    await host.store.write(Write(steps))


async def leave_all(host: Any, person: str) -> None:
    """End all memberships of a person, before the person is deleted."""
    members = schema.members
    for row in await host.store.rows(select(members).where(members.c.person == person, members.c.gone.is_(None))):
        await end_membership(host, row)
