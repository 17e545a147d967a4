"""The data of the home page: the games with their texts and rules, the lobby, the caller's own tables."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Response
from sqlalchemy import select

import tafelrunde
from tafelrunde.core.game import Game
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.server import prepared, schema
from tafelrunde.server.api import Caller, Host, Somebody, id_of, json
from tafelrunde.server.errors import Refused, not_yours, unknown
from tafelrunde.server.models import games as models
from tafelrunde.server.names import shown_name
from tafelrunde.server.openapi import answers
from tafelrunde.server.outage import Unavailable
from tafelrunde.server.table import Table

router = APIRouter(prefix="/api")
LOBBY = 100
PUBLIC = {"cache-control": "public, max-age=60"}
"""For responses that are the same for everybody; short, because an upgrade changes them."""


# --- games ---------------------------------------------------------------------------------------


@router.get("/games", responses=answers(list[models.Game]))
async def all_games() -> Response:
    """The installed games; titles, help and names are given in every language."""
    return json(prepared.games(), headers=PUBLIC)


def _game(game: str, lang: str) -> Game[Any]:
    if game not in tafelrunde.games() or lang not in LANGUAGES:
        raise unknown("game or language")
    return tafelrunde.load(game)


@router.get("/games/{game}/messages/{lang}", responses=answers(models.Messages))
async def messages(game: str, lang: str) -> Response:
    """The message templates of events, decisions and refusals, to be filled in by the client.

    ``move_facts`` lists the facts of a move's sentence that correspond to its arguments, in order; if there are more
    arguments than facts, the last fact contains the rest (``raze pub 2``).
    """
    return json(prepared.messages(_game(game, lang).id, lang), headers=PUBLIC)


@router.get("/games/{game}/sheets/{lang}", responses=answers(models.Sheets))
async def sheets(
    game: str, lang: str, person: Caller, host: Host, table: Annotated[str, Query(max_length=40)] | None = None
) -> Response:
    """The components with names and sentences; ``table`` selects a table that has its own component set."""
    found = _game(game, lang)
    if table is not None:
        meant: Table = await host.tables.get(table)
        if not meant.info.watch and not meant.seats_of(id_of(person)):
            raise not_yours("This table is not open to spectators.")
        found = meant.game
    if found is tafelrunde.load(game):
        return json(prepared.sheets(game, lang))
    return json(found.sheets(lang) if found.id == game else {})


@router.get("/games/{game}/zones", responses=answers(models.Zones))
async def zones(game: str) -> Response:
    """The zones of the seats and of the board, from which a game without its own screen is drawn."""
    return json(prepared.zones(_game(game, LANGUAGES[0]).id), headers=PUBLIC)


@router.get("/games/{game}/rules/{lang}", responses=answers(models.RuleTexts))
async def rules(game: str, lang: str) -> Response:
    return json(prepared.rules(_game(game, lang).id, lang), headers=PUBLIC)


# --- tables --------------------------------------------------------------------------------------


@router.get("/tables", responses=answers(list[models.PublicTable]))
async def lobby(host: Host) -> Response:
    """Public tables of installed games; those with a free seat come first."""
    tables, seats = schema.tables, schema.seats
    found = await host.store.rows(
        select(tables.c.id, tables.c.game, tables.c.players, tables.c.pace, tables.c.options, tables.c.created)
        .where(tables.c.public, ~tables.c.over, tables.c.game.in_(tafelrunde.games()))
        .order_by(tables.c.created.desc()).limit(LOBBY)
    )  # fmt: skip
    chairs = await host.store.rows(select(seats).where(seats.c.table.in_([row["id"] for row in found])).order_by(seats.c.seat))
    listed: dict[str, dict[str, Any]] = {}
    for row in found:
        with suppress(orjson.JSONDecodeError):  # one damaged table must not hide the others
            listed[row["id"]] = {
                **row,
                "pace": orjson.loads(row["pace"]),
                "options": orjson.loads(row["options"]),
                "seats": [],
                "free": 0,
            }
    for seat in chairs:
        if seat["table"] not in listed:
            continue
        free = seat["kind"] == "person" and seat["person"] is None and seat["reserved"] is None
        name = seat["name"] if seat["kind"] != "person" else shown_name(seat["name"])
        listed[seat["table"]]["seats"].append(None if free else name)
        listed[seat["table"]]["free"] += free
    return json(sorted(listed.values(), key=lambda table: table["free"] == 0))


@router.get("/my/tables", responses=answers(list[models.OwnSeat]))
async def my_tables(person: Somebody, host: Host, lang: Annotated[str, Query(max_length=5)] = "en") -> Response:
    """The caller's seats, the newest tables first: the state of the game, whose turn it is, the question to the caller.

    ``invited`` marks seats that are reserved for the caller, who can join without an invitation.
    """
    tables, seats = schema.tables, schema.seats
    kept = (seats.c.reserved == person.id) & ~tables.c.over
    found = await host.store.rows(
        select(tables.c.id, tables.c.game, tables.c.over, tables.c.created, seats.c.seat, kept.label("invited"))
        .join(seats, seats.c.table == tables.c.id).where((seats.c.person == person.id) | kept)
        .order_by(tables.c.created.desc(), seats.c.seat).limit(LOBBY)
    )  # fmt: skip
    rows = []
    for place in found:
        try:
            table = await host.tables.get(place["id"])
            viewer = None if place["invited"] else place["seat"]
            rows.append({**place, "invited": bool(place["invited"]), **row(table, viewer, lang if lang in LANGUAGES else "en")})
        except Unavailable:
            raise
        except Refused as refusal:  # the table is quarantined, or has just been removed
            rows.append({**place, "problem": refusal.body})
        except Exception as error:  # one table that cannot be shown must not hide the others
            rows.append({**place, "problem": host.tables.set_apart(place["id"], error).body})
        await asyncio.sleep(0)
    return json(rows)


def row(table: Table, seat: int | None, lang: str) -> dict[str, Any]:
    """The summary of a table for a seat or a spectator; only that viewer's view is used."""
    view = orjson.loads(table.view(seat))
    asked = view["decision"]
    if asked:
        names = [chair.name for chair in table.seats]
        asked["prompt"] = table.game.messages(lang).decision(asked["kind"], asked.get("data", {}), names)
    return {
        "title": table.game.title, "players": table.info.players, "pace": dict(table.info.pace), "version": table.version,
        "seats": table.chairs(), "round": view["round"], "phase": view["phase"], "ply": view["ply"], "to_act": view["to_act"],
        "asked": asked and {name: asked[name] for name in ("id", "kind", "data", "prompt", "rule") if name in asked},
        "deadline": table.deadlines().get(str(seat)), "over": view["over"], "scores": view["scores"], "winners": view["winners"],
        "rematch": table.successor, "rules_changed": table.change is not None and not table.change.finished,
    }  # fmt: skip
