"""What a home page shows: the games with their words and rules, the lobby, the caller's own tables."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Response
from sqlalchemy import select

import tafelrunde
from tafelrunde.core.game import Game
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.server import schema
from tafelrunde.server.api import NO, Host, Somebody, json
from tafelrunde.server.errors import Refused, unknown
from tafelrunde.server.table import Table

router = APIRouter(prefix="/api")
LOBBY = 100


# --- games ---------------------------------------------------------------------------------------


@router.get("/games", responses=NO)
async def all_games() -> Response:
    """The games; titles, help and names are given in every language."""
    return json([_about(tafelrunde.load(name)) for name in tafelrunde.games()])


@cache
def _about(game: Game[Any]) -> dict[str, Any]:
    return {
        "id": game.id, "title": game.title, "players": game.players, "components": game.components.hash,
        "options": {name: _option(game, name) for name in game.options},
    }  # fmt: skip


def _option(game: Game[Any], name: str) -> dict[str, Any]:
    """A choice before the game; ``names`` has those choices that are not simply written as they are."""
    option = game.options[name]
    named = {choice: _in_all(game, f"{name}:{choice}", choice) for choice in option.choices}
    return {
        "default": option.default, "choices": list(option.choices), "title": _in_all(game, name),
        "help": {lang: game.messages(lang).say("options", name) for lang in LANGUAGES},
        "names": {choice: names for choice, names in named.items() if names},
    }  # fmt: skip


def _in_all(game: Game[Any], *keys: str) -> dict[str, str]:
    """The first of the keys that the section ``choices`` knows, in every language."""
    key = next((key for key in keys if game.messages("en").has("choices", key)), None)
    return {} if key is None else {lang: game.messages(lang).say("choices", key) for lang in LANGUAGES}


def _game(game: str, lang: str) -> Game[Any]:
    if game not in tafelrunde.games() or lang not in LANGUAGES:
        raise unknown("game or language")
    return tafelrunde.load(game)


@router.get("/games/{game}/messages/{lang}", responses=NO)
async def messages(game: str, lang: str) -> Response:
    """The sentences of events, decisions and refusals, to be filled in by who shows them.

    ``move_facts`` says which facts of its sentence the arguments of a move are, in their order; where there are more
    arguments than facts, they belong to the last one (``raze pub 2``).
    """
    found = _game(game, lang)
    english = found.messages("en")
    facts = {verb: english.facts("moves", verb) for verb in english.sections["moves"]}
    return json({**found.messages(lang).sections, "move_facts": facts})


@router.get("/games/{game}/sheets/{lang}", responses=NO)
async def sheets(game: str, lang: str, host: Host, table: Annotated[str, Query(max_length=40)] | None = None) -> Response:
    """The components with names and sentences; ``table`` names a table that has a set of its own."""
    found = _game(game, lang)
    if table is not None:
        found = (await host.tables.get(table)).game
    return json(found.sheets(lang) if found.id == game else {})


@router.get("/games/{game}/rules/{lang}", responses=NO)
async def rules(game: str, lang: str) -> Response:
    return json({rule.id: rule.text_in(lang) for rule in _game(game, lang).rules.values()})


# --- tables --------------------------------------------------------------------------------------


@router.get("/tables", responses=NO)
async def lobby(host: Host) -> Response:
    """Public tables: those with a free seat first."""
    tables, seats = schema.tables, schema.seats
    found = await host.store.rows(
        select(tables.c.id, tables.c.game, tables.c.players, tables.c.pace, tables.c.created)
        .where(tables.c.public, ~tables.c.over).order_by(tables.c.created.desc()).limit(LOBBY)
    )  # fmt: skip
    chairs = await host.store.rows(select(seats).where(seats.c.table.in_([row["id"] for row in found])).order_by(seats.c.seat))
    listed: dict[str, dict[str, Any]] = {
        row["id"]: {**row, "pace": orjson.loads(row["pace"]), "seats": [], "free": 0} for row in found
    }
    for seat in chairs:
        free = seat["kind"] == "person" and seat["person"] is None
        listed[seat["table"]]["seats"].append(None if free else seat["name"])
        listed[seat["table"]]["free"] += free
    return json(sorted(listed.values(), key=lambda table: table["free"] == 0))


@router.get("/my/tables", responses=NO)
async def my_tables(person: Somebody, host: Host, lang: Annotated[str, Query(max_length=5)] = "en") -> Response:
    """The caller's seats, the newest tables first: where it stands, whose turn it is, what is asked of the caller."""
    tables, seats = schema.tables, schema.seats
    found = await host.store.rows(
        select(tables.c.id, tables.c.game, tables.c.over, tables.c.created, seats.c.seat)
        .join(seats, seats.c.table == tables.c.id).where(seats.c.person == person.id)
        .order_by(tables.c.created.desc(), seats.c.seat).limit(LOBBY)
    )  # fmt: skip
    rows = []
    for place in found:
        try:
            table = await host.tables.get(place["id"])
            rows.append({**place, **row(table, place["seat"], lang if lang in LANGUAGES else "en")})
        except Refused as refusal:  # its game or components are not installed any more
            rows.append({**place, **refusal.body})
        await asyncio.sleep(0)
    return json(rows)


def row(table: Table, seat: int, lang: str) -> dict[str, Any]:
    """A table as its seat sees it from afar; nothing but the seat's own view is looked into."""
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
        "rematch": table.rematch(),
    }  # fmt: skip
