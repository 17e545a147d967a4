"""The page of a player: games, results, ratings. It is private until the player publishes it."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Response
from pydantic import StringConstraints
from sqlalchemy import select, update

from tafelrunde.server import schema
from tafelrunde.server.api import Host, Somebody, json
from tafelrunde.server.errors import Refused, unknown
from tafelrunde.server.models import players as models
from tafelrunde.server.names import shown_name
from tafelrunde.server.openapi import answers
from tafelrunde.server.results import shown_rating
from tafelrunde.server.store import Row, Step, Write

router = APIRouter(prefix="/api")
RESULTS = 50
POINTS = 200
"""The maximum number of recent points in the history of a rating."""
PageName = Annotated[str, StringConstraints(max_length=24)]


async def page_of(host: Any, person: str, own: bool) -> dict[str, Any]:
    """Compute the page from the stored results."""
    results = schema.results
    rows = await host.store.rows(select(results).where(results.c.person == person).order_by(results.c.at))
    games: dict[str, list[Row]] = {}
    for row in rows:
        games.setdefault(row["game"], []).append(row)
    profile = await host.people.profile(person)
    return {
        "name": shown_name(profile["name"]),
        "games": [_game(game, found) for game, found in sorted(games.items(), key=lambda item: -len(item[1]))],
        "results": [_result(row, own) for row in reversed(rows[-RESULTS:])],
    }


def _game(game: str, rows: Sequence[Row]) -> dict[str, Any]:
    history = [{"at": row["at"], **(shown_rating(row) or {})} for row in rows if row["mu"] is not None]
    last = history[-1] if history else None
    return {
        "game": game, "played": len(rows), "won": sum(row["won"] for row in rows),
        "rating": last and {"value": last["value"], "plus_minus": last["plus_minus"]}, "history": history[-POINTS:],
        "shares": _shares(rows),
    }  # fmt: skip


def _shares(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """The numbers of games and victories by number of players, by seat, and by what was played."""
    played: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for row in rows:
        for key in [("players", str(row["players"])), ("seat", str(row["seat"] + 1)), *orjson.loads(row["facts"]).items()]:
            played[key] += 1
            won[key] += row["won"]
    return [{"kind": kind, "name": name, "played": n, "won": won[kind, name]} for (kind, name), n in sorted(played.items())]


def _result(row: Row, own: bool) -> dict[str, Any]:
    kept = {name: row[name] for name in ("game", "at", "players", "seat", "won", "winners", "score")}
    return {**kept, "rating": shown_rating(row), "table": row["table"] if own or row["public"] else None}


@router.get("/me/player", responses=answers(models.OwnPage))
async def own_page(person: Somebody, host: Host) -> Response:
    """The caller's own games and ratings, and the address of the published page."""
    row = await host.people.profile(person.id)
    return json({**await page_of(host, person.id, True), "rated": row["rated"], "page": row["page"]})


@router.post("/me/player", responses=answers(models.OwnPage))
async def change_page(body: models.PlayerBody, person: Somebody, host: Host) -> Response:
    """Set whether games are rated (for accounts only; switching it off deletes the ratings), and whether the page is public."""
    people, results = schema.people, schema.results
    row = await host.people.profile(person.id)
    if row["account"] is None and (body.rated or body.published):
        raise Refused(409, "no_account", "Make an account first: a guest's games may be forgotten.")
    steps = []
    if body.rated is not None:
        steps.append(Step(update(people).where(people.c.id == person.id).values(rated=body.rated)))
    if body.rated is False:
        steps.append(Step(update(results).where(results.c.person == person.id).values(mu=None, sigma=None)))
    if body.published is not None:
        page = (row["page"] or secrets.token_urlsafe(12)) if body.published else None
        steps.append(Step(update(people).where(people.c.id == person.id).values(page=page)))
    await host.store.write(Write(steps))
    return await own_page(person, host)


@router.get("/players/{page}", responses=answers(models.PlayerPage))
async def published_page(page: PageName, host: Host) -> Response:
    """The published page of a player."""
    people = schema.people
    row = await host.store.row(select(people.c.id).where(people.c.page == page, people.c.deleted.is_(None)))
    if row is None:
        raise unknown("page of a player")
    return json(await page_of(host, row["id"], False))
