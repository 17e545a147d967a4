"""HTTP routes for leagues, for the members of their club, and the calendar of a person's due dates."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from pydantic import StringConstraints
from sqlalchemy import func, select, update

import tafelrunde
from tafelrunde.server import schema
from tafelrunde.server.api import Host, Somebody, json
from tafelrunde.server.clubs import Id, host_of, member_of
from tafelrunde.server.errors import not_yours, unknown
from tafelrunde.server.models import clubs as models
from tafelrunde.server.openapi import answers
from tafelrunde.server.store import Row, Step, Write

router = APIRouter(prefix="/api")
CalendarWord = Annotated[str, StringConstraints(max_length=32)]


async def _league(host: Any, league: str, person: str) -> tuple[Row, Row]:
    """A league and the caller's membership of its club."""
    row: Row = await host.leagues.league(league)
    return row, await member_of(host, row["club"], person)


async def _shown(host: Any, league: str, own: Row) -> Response:
    return json(await host.leagues.shown(await host.leagues.league(league), own))


@router.post("/clubs/{club}/leagues", responses=answers(models.League))
async def make_league(club: Id, body: models.LeagueBody, person: Somebody, host: Host) -> Response:
    """Create a league, which members join until its host begins it."""
    own, leagues = await host_of(host, club, person.id), schema.leagues
    [there] = await host.store.rows(select(func.count().label("n")).where(leagues.c.club == club, leagues.c.ended.is_(None)))
    host.limits.allow("leagues_per_club", there["n"])
    return await _shown(host, await host.leagues.make(club, body), own)


@router.get("/leagues/{league}", responses=answers(models.League))
async def show_league(league: Id, person: Somebody, host: Host) -> Response:
    """The standings, rounds and tables of a league."""
    row, own = await _league(host, league, person.id)
    return json(await host.leagues.shown(row, own))


@router.post("/leagues/{league}/join", responses=answers(models.League))
async def join_league(league: Id, person: Somebody, host: Host) -> Response:
    row, own = await _league(host, league, person.id)
    await host.leagues.join(row, own["id"])
    return await _shown(host, league, own)


@router.post("/leagues/{league}/withdraw", responses=answers(models.League))
async def withdraw(league: Id, body: models.WithdrawBody, person: Somebody, host: Host) -> Response:
    """Withdraw from further rounds; bots hold the seats at running tables."""
    row, own = await _league(host, league, person.id)
    if body.member not in (None, own["id"]) and not own["host"]:
        raise not_yours("Only who made the club can do this.")
    await host.leagues.withdraw(row, body.member or own["id"])
    host.leagues.ended.set()
    return await _shown(host, league, own)


@router.post("/leagues/{league}/begin", responses=answers(models.League))
async def begin(league: Id, person: Somebody, host: Host) -> Response:
    """Draw the first round; each further round begins when all tables of the previous one are finished."""
    row = await host.leagues.league(league)
    own = await host_of(host, row["club"], person.id)
    await host.leagues.begin(row)
    return await _shown(host, league, own)


@router.post("/me/calendar", responses=answers(models.Calendar))
async def calendar_address(person: Somebody, host: Host) -> Response:
    """Create a new private URL for the caller's calendar; the previous one becomes invalid."""
    word, people = secrets.token_urlsafe(18), schema.people
    await host.store.write(Write([Step(update(people).where(people.c.id == person.id).values(calendar=word))]))
    return json({"path": f"/api/calendar/{word}.ics"})


@router.get("/calendar/{word}.ics", response_class=PlainTextResponse)
async def calendar(word: CalendarWord, host: Host) -> Response:
    """The due dates of a person's league tables, for calendar programs (RFC 5545)."""
    people = schema.people
    row = await host.store.row(select(people.c.id).where(people.c.calendar == word, people.c.deleted.is_(None)))
    if row is None:
        raise unknown("calendar")
    text = _calendar(await host.leagues.due_dates(row["id"]), host.settings.origin)
    return Response(text, media_type="text/plain; charset=utf-8", headers={"content-disposition": 'inline; filename="due.ics"'})


def _calendar(dates: list[Row], origin: str) -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tafelrunde//Leagues//EN"]
    for row in dates:
        title = tafelrunde.load(row["game"]).title if row["game"] in tafelrunde.games() else row["game"]
        lines += [
            "BEGIN:VEVENT", f"UID:{row['table']}@tafelrunde", f"DTSTAMP:{_moment(time.time())}", f"DTSTART:{_moment(row['due'])}",
            "SUMMARY:" + _escaped(f"{row['title']} {row['round']}: {title}"),
            *([f"URL:{origin}/t/{row['table']}"] if origin else []), "END:VEVENT",
        ]  # fmt: skip
    return "".join(folded + "\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _folded(line))


def _moment(at: float) -> str:
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(at))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> list[str]:
    """Fold lines to at most 75 bytes; continuation lines begin with a space."""
    parts, part = [], ""
    for char in line:
        if len((part + char).encode()) > 74:
            parts.append(part)
            part = " "
        part += char
    return [*parts, part]
