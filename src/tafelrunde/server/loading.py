"""From rows to a table in memory: the newest snapshot and the moves that stand after it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import orjson
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tafelrunde.core import components as component_files
from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import Game
from tafelrunde.core.state import State
from tafelrunde.library import game_class, load
from tafelrunde.server import schema
from tafelrunde.server.errors import Refused, unknown
from tafelrunde.server.line import Line
from tafelrunde.server.store import Store
from tafelrunde.server.table import RECENT, Entry, Info, Seat, Table, entry_of


@lru_cache(maxsize=64)
def game_of(game: str, text: str | None) -> Game[Any]:
    """A game with its own component set, or with one that a table brought along."""
    if text is None:
        return load(game)
    kind = game_class(game)
    return kind(component_files.read(text, "components", kind.schema))


def info_of(row: Mapping[str, Any]) -> Info:
    names = (
        "id", "game", "components", "component_text", "rules", "players", "public", "watch", "host", "created", "rematch",
        "base",
    )  # fmt: skip
    same = {name: row[name] for name in names}
    return Info(**same, options=orjson.loads(row["options"]), pace=orjson.loads(row["pace"]), seed=int(row["seed"]))


def seat_of(row: Mapping[str, Any]) -> Seat:
    names = ("kind", "name", "person", "invite", "back", "standing", "missed", "hints", "reserve", "dropped")
    return Seat(**{name: row[name] for name in names}, prepared=orjson.loads(row["prepared"] or "null"))


def pinned_game(info: Info) -> Game[Any]:
    """The game a table was made with; a table that fits the installed components no more is shown to nobody."""
    try:
        game = game_of(info.game, info.component_text)
    except BadInput as error:
        raise Refused(410, "not_installed", str(error)) from None
    if game.components.hash != info.components:
        raise Refused(410, "not_installed", f"This table was made with the component set {info.components}.")
    return game


def beginning(game: Game[Any], info: Info) -> State:
    """The first position of a table: a new game, or the one that practice went out from."""
    if info.base is not None:
        return restore_state(game, info.base, info.seed)
    found: State = game.new(info.players, info.seed, info.options)
    return found


async def load_table(store: Store, table_id: str) -> Table:
    """A table as the database knows it, read in one consistent look."""
    async with store.engine.connect() as connection:
        if store.shared:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        return await _load(connection, table_id)


async def _load(connection: AsyncConnection, table_id: str) -> Table:
    tables, seats, log, snapshots = schema.tables, schema.seats, schema.log, schema.snapshots

    async def rows(statement: Any) -> list[Any]:
        return [row._mapping for row in (await connection.execute(statement)).all()]

    found = await rows(select(tables).where(tables.c.id == table_id))
    if not found:
        raise unknown("table")
    info = info_of(found[0])
    game = pinned_game(info)
    own_log = select(log).where(log.c.table == table_id)
    saved = await rows(select(snapshots).where(snapshots.c.table == table_id).order_by(snapshots.c.ply.desc()).limit(1))
    state = restore_state(game, saved[0]["state"], info.seed) if saved else beginning(game, info)
    start = state.ply
    moved, stamps = [0] * info.players, [0] * info.players
    counted = (
        select(log.c.seat, func.count()).where(log.c.table == table_id, log.c.stands, log.c.ply <= start).group_by(log.c.seat)
    )
    for seat, count in (await connection.execute(counted)).all():
        moved[seat] = count
    for row in await rows(own_log.where(log.c.kind == "undo")):
        for seat in orjson.loads(row["data"])["stale"]:
            stamps[seat] += 1
    line = Line(state, moved, stamps)
    for row in await rows(own_log.where(log.c.stands, log.c.ply > start).order_by(log.c.ply)):
        line.play(row["seat"], row["move"])
        line.settle()
    last = [entry_of(row) for row in reversed(await rows(own_log.order_by(log.c.version.desc()).limit(RECENT)))]
    chairs = [seat_of(row) for row in await rows(select(seats).where(seats.c.table == table_id).order_by(seats.c.seat))]
    table = Table(info, game, chairs, line, last[-1].version if last else 0, snapshot_ply=start)
    table.recent.extend(last)
    table.proposal = proposal_of(last)
    table.asked_at = dict.fromkeys(table.questions.values(), last[-1].at) if last else {}
    for row in await rows(own_log.where(log.c.key.is_not(None))):
        table.keys[row["seat"], row["key"]] = (row["version"], row["ply"], row["move"])
    return table


def proposal_of(entries: list[Entry]) -> dict[str, Any] | None:
    """The undo that waits for consent, if nothing was played since it was asked for."""
    found: dict[str, Any] | None = None
    for entry in entries:
        if entry.kind in ("move", "undo"):
            found = None
        elif entry.kind == "ask":
            found = {"seat": entry.seat, "ply": entry.data["ply"], "agreed": []}
        elif entry.kind == "agree" and found is not None and entry.seat is not None:
            found["agreed"].append(entry.seat)
    return found


def dump_state(state: State) -> str:
    """A snapshot. States hold whole numbers of any size, which fast JSON writers refuse; the seed stays where it is."""
    return json.dumps({**state.to_json(), "seed": 0}, separators=(",", ":"))


def restore_state(game: Game[Any], text: str, seed: int) -> State:
    state: State = game.from_json({**json.loads(text), "seed": seed})
    return state
