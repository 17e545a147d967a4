"""Loads a table from rows: the newest snapshot and the moves after it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Select, func, select

from tafelrunde.core.errors import BadInput, IllegalMove
from tafelrunde.core.game import Game
from tafelrunde.server import schema
from tafelrunde.server.clocks import Clocks, ServerTime
from tafelrunde.server.errors import Refused, unknown
from tafelrunde.server.facts import Info, Seat
from tafelrunde.server.first_edition import told_result
from tafelrunde.server.line import Line
from tafelrunde.server.log_rows import entry_of
from tafelrunde.server.names import shown_name
from tafelrunde.server.outage import reason_of
from tafelrunde.server.positions import beginning, installed_game, open_game, restore_state
from tafelrunde.server.quarantine import Damaged
from tafelrunde.server.store import Row, Store
from tafelrunde.server.table import KEYS, RECENT, Table
from tafelrunde.server.upgrade import Assessed, Past, assess, fits

logger = logging.getLogger("tafelrunde")

Rows = Callable[[Any], Awaitable[list[Row]]]


def info_of(row: Mapping[str, Any]) -> Info:
    names = (
        "id", "game", "components", "component_text", "rules", "players", "public", "watch", "host", "created", "rematch",
        "base", "hot_seat",
    )  # fmt: skip
    same = {name: row[name] for name in names}
    return Info(
        **same, options=orjson.loads(row["options"]), pace=orjson.loads(row["pace"]), seed=int(row["seed"]),
        continued=orjson.loads(row["continued"] or "[]"),
    )  # fmt: skip


def seat_of(row: Mapping[str, Any]) -> Seat:
    names = ("kind", "name", "person", "invite", "back", "standing", "auto", "missed", "hints", "reserved", "dropped")
    prepared, orders = orjson.loads(row["prepared"] or "null"), orjson.loads(row["orders"] or "null")
    seat = Seat(**{name: row[name] for name in names}, prepared=prepared, orders=orders)
    if seat.kind == "person":
        seat.name = shown_name(seat.name)
    return seat


class Stored(NamedTuple):
    """All stored rows of one table."""

    table: Row
    seats: list[Row]
    snapshot: Row | None
    moved: list[tuple[int, int]]
    """The number of moves of each seat before the snapshot."""
    undos: list[Row]
    """The rows that cancelled questions: undos, and changes of the rules."""
    moves: list[Row]
    """The moves of the line after the snapshot."""
    recent: list[Row]
    keyed: list[Row]
    vacations: list[Row]
    kept_ply: int
    """The ply of the position that was stored last."""
    past: Past | None
    """The whole game, if it was not played under the installed rules."""


async def load_table(store: Store, time: ServerTime, table_id: str) -> Table:
    """Load a table from the database. Its whole line of moves is replayed if the snapshot cannot be used."""
    stored = await _read(store, table_id)
    await open_game(stored.table["game"], stored.table["component_text"])
    if stored.past is not None:
        return await asyncio.to_thread(_build, stored, time)
    try:
        return _build(stored, time)
    except Refused:
        raise
    except Exception as error:
        if stored.snapshot is None:
            raise
        logger.warning("a snapshot cannot be used", extra={"table": table_id, "reason": reason_of(error)})
    return _build(await _read(store, table_id, with_snapshot=False), time)


async def _read(store: Store, table_id: str, with_snapshot: bool = True) -> Stored:
    """Read the rows of a table in one consistent snapshot."""
    tables, seats, log, snapshots, positions = schema.tables, schema.seats, schema.log, schema.snapshots, schema.positions
    async with store.look() as connection:
        if store.shared:
            await connection.execution_options(isolation_level="REPEATABLE READ")

        async def rows(statement: Any) -> list[Row]:
            return [dict(row._mapping) for row in (await connection.execute(statement)).all()]

        found = await rows(select(tables).where(tables.c.id == table_id))
        if not found:
            raise unknown("table")
        info = info_of(found[0])
        own_log = select(log).where(log.c.table == table_id)
        saved = select(snapshots).where(snapshots.c.table == table_id).order_by(snapshots.c.ply.desc()).limit(1)
        snapshot = next(iter(await rows(saved)), None) if with_snapshot else None
        after = log.c.ply > (info.first_ply if snapshot is None else snapshot["ply"])
        counted = select(log.c.seat, func.count()).where(log.c.table == table_id, log.c.stands, ~after).group_by(log.c.seat)
        chairs = await rows(select(seats).where(seats.c.table == table_id).order_by(seats.c.seat))
        people = [chair["person"] for chair in chairs if chair["person"] is not None]
        kept = await rows(select(positions.c.ply).where(positions.c.table == table_id))
        columns = log.c.seat, log.c.key, log.c.version, log.c.ply, log.c.move
        keyed = select(*columns).where(log.c.table == table_id, log.c.key.is_not(None))
        return Stored(
            found[0],
            chairs,
            snapshot,
            [(seat, count) for seat, count in (await connection.execute(counted)).all()],
            await rows(own_log.where(log.c.kind.in_(("undo", "rules")))),
            await rows(own_log.where(log.c.stands, after).order_by(log.c.ply)),
            [*reversed(await rows(own_log.order_by(log.c.version.desc()).limit(RECENT)))],
            [*reversed(await rows(keyed.order_by(log.c.version.desc()).limit(KEYS)))],
            await rows(vacations_of(people)) if info.pace.get("seconds") else [],
            kept[0]["ply"] if kept else 0,
            None if fits(installed_game(info), info) else await read_past(rows, info),
        )


async def read_past(rows: Rows, info: Info, known: Container[str] = schema.metadata.tables) -> Past:
    """Read all moves and stored positions of a table; ``known`` are the tables that the database has."""
    log = schema.log
    own = select(log).where(log.c.table == info.id)
    moves = await rows(own.where(log.c.stands, log.c.ply > info.first_ply).order_by(log.c.ply))
    begun = None if info.base is not None else (await rows(own.where(log.c.kind == "begin")))[0]["data"]
    kept = [stored for stored in (schema.snapshots, schema.positions) if stored.name in known]
    saved = [row for stored in kept for row in await rows(select(stored).where(stored.c.table == info.id))]
    return Past(moves, begun, sorted((row["ply"], row["state"]) for row in saved if row["ply"] > info.first_ply))


def _build(stored: Stored, time: ServerTime) -> Table:
    """Build the table from its rows; raises :class:`Damaged` or any other exception if they are inconsistent."""
    info = info_of(stored.table)
    game = installed_game(info)
    if info.component_text is not None:
        info.component_text = game.components.text  # tables with the same set share one text
    stamps = [0] * info.players
    for row in stored.undos:
        for seat in orjson.loads(row["data"])["stale"]:
            stamps[seat] += 1
    if stored.past is None:
        line, start = _line(game, info, stored, stamps)
        found = Assessed(line, None, {})
    else:
        found = _line_of_other_rules(game, info, stored, stamps)
        start = found.line.base
    last = [entry_of(row) for row in stored.recent]
    chairs = [seat_of(row) for row in stored.seats]
    if len(chairs) != info.players:
        raise Damaged("damaged", "the seats")
    version = last[-1].version if last else 0
    table = Table(
        info, game, chairs, found.line, version, time, snapshot_ply=start, kept_ply=stored.kept_ply, change=found.change,
        other_plies=found.plies,
    )  # fmt: skip
    table.recent.extend(last)
    for row in stored.keyed:
        table.remember(row)
    table.touched = stored.table["touched"] or 0.0
    _set_row(table, stored)
    return table


def _set_row(table: Table, stored: Stored) -> None:
    """Set the changeable facts from the table's row."""
    row = stored.table
    table.votes = {int(seat): vote for seat, vote in orjson.loads(row["votes"] or "{}").items()}
    table.result = orjson.loads(row["result"] or "null")
    if table.result is None and table.end_lost and stored.past is not None:
        info, past = table.info, stored.past
        table.result = told_result(info.game, info.players, past.moves, whole=past.begun is not None)
    table.proposal, table.successor = orjson.loads(row["proposal"] or "null"), row["successor"]
    table.clocks = clocks_of(row, table.info)
    set_vacations(table, stored.vacations)
    table.clocks_moved(table.time.wall())  # changes nothing, unless a crash came between an undo and its clocks
    table.stored = {name: row[name] for name in table.row()}


def _line(game: Game[Any], info: Info, stored: Stored, stamps: list[int]) -> tuple[Line, int]:
    """The line from the newest snapshot on, and the ply of the snapshot."""
    state = beginning(game, info) if stored.snapshot is None else restore_state(game, stored.snapshot["state"], info.seed)
    start = state.ply
    if stored.snapshot is not None and stored.snapshot["ply"] != start:
        raise Damaged("damaged", f"the snapshot of ply {stored.snapshot['ply']}")
    moved = [0] * info.players
    for seat, count in stored.moved:
        moved[seat] = count
    line = Line(state, moved, stamps)
    for row in stored.moves:
        play_stored(line, row)
    return line, start


def _line_of_other_rules(game: Game[Any], info: Info, stored: Stored, stamps: list[int]) -> Assessed:
    assert stored.past is not None
    try:
        return assess(game, info, stored.past, stamps, stored.table["over"])
    except BadInput as error:
        reason = f"This table was made under rules {info.rules}, and nothing of it can be read under the installed ones: {error}"
        raise Refused(410, "not_installed", reason) from None


def play_stored(line: Line, row: Row) -> None:
    """Play a move of the log; it must be legal and lead to its ply."""
    try:
        made = line.play(row["seat"], row["move"])
    except IllegalMove as error:
        raise Damaged("illegal_move", f"ply {row['ply']}") from error
    if made.ply != row["ply"]:
        raise Damaged("damaged", f"ply {made.ply} is missing")
    line.settle()


# --- clocks --------------------------------------------------------------------------------------


def clocks_of(row: Mapping[str, Any], info: Info) -> Clocks | None:
    """The stored clocks; those of a new table, and of tables from before clocks were stored, are not started yet."""
    seconds = info.pace.get("seconds")
    if not seconds:
        return None
    return Clocks.load(seconds, orjson.loads(row["clocks"])) if row["clocks"] else Clocks(seconds)


def vacations_of(people: Sequence[str]) -> Select[Any]:
    vacations = schema.vacations
    return select(vacations).where(vacations.c.person.in_(people)).order_by(vacations.c.begins)


def set_vacations(table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Tell the clocks the vacations of all seats, at tables with day clocks that allow vacations."""
    if table.clocks is None or not (table.info.pace.get("mode") == "day" and table.info.pace.get("vacation", True)):
        return
    at = table.time.at
    table.clocks.vacations = {
        seat: [(at(row["begins"]), at(row["ends"])) for row in rows if row["person"] == chair.person]
        for seat, chair in enumerate(table.seats)
        if chair.person is not None
    }
