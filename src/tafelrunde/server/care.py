"""Maintenance of a host's data: verify it against the installed code, back it up, restore it, move it to another database."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Mapping
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import Connection, MetaData, Table, func, insert, inspect, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from tafelrunde.core.errors import BadInput, TafelrundeError
from tafelrunde.core.game import Game
from tafelrunde.server import schema
from tafelrunde.server.administration import Admin, entry
from tafelrunde.server.database import PRIVATE, migrate, open_engine, sync_folder
from tafelrunde.server.errors import Refused
from tafelrunde.server.facts import Info
from tafelrunde.server.line import Line
from tafelrunde.server.loading import info_of, read_past
from tafelrunde.server.outage import Unavailable
from tafelrunde.server.positions import beginning, installed_game, restore_state
from tafelrunde.server.rules_change import RulesChange
from tafelrunde.server.store import Store
from tafelrunde.server.upgrade import Past, assess, fits

HEAD = "tafelrunde backup 2"
"""Followed by the revision of the database that was saved."""
FIRST_HEAD, FIRST_REVISION = "tafelrunde backup 1", "0004"
"""The first version's backups name no revision: there was one only."""
CHUNK = 500

Data = tuple[str, Mapping[str, Any]]


class Saved(NamedTuple):
    """The rows of a whole database, in the schema of one revision."""

    revision: str
    rows: list[Data]


class Finding(NamedTuple):
    """A difference between a stored table and its replay under the installed code."""

    table: str
    game: str
    reason: str
    """The reason why it cannot be opened; empty if only the rules have changed."""
    change: RulesChange | None = None


class Report(NamedTuple):
    """The report of ``verify-tables``: tables that change rules without a question to their players are only counted."""

    checked: int
    moving_on: int
    asked: list[Finding]
    cut: list[Finding]
    """Finished games whose last moves can no longer be shown; their results and records stay."""
    wrong: list[Finding]

    def file(self, found: Finding) -> None:
        """Add a finding to its list."""
        change = found.change
        (self.wrong if change is None else self.cut if change.finished else self.asked).append(found)


async def verify_tables(db: str) -> Report:
    """Replay every table: the moves must be legal, and the snapshots must equal the replayed positions.

    Nothing is written, and the database may have the schema of an earlier version: this is run before an upgrade.
    """
    store = Store(db)
    report = Report(0, 0, [], [], [])
    try:
        async with store.look() as connection:
            known = set(await connection.run_sync(lambda sync: inspect(sync).get_table_names()))
        for row in await store.rows(text("SELECT * FROM tables ORDER BY created")):
            found, moves_on = await _verdict(store, dict.fromkeys(schema.tables.c.keys()) | dict(row), known)
            report = report._replace(checked=report.checked + 1, moving_on=report.moving_on + moves_on)
            if found is not None:
                report.file(found)
    except Unavailable:
        raise BadInput("--db", store.reading.reason) from None
    except SQLAlchemyError as error:
        raise BadInput("--db", _first_line(error)) from None
    finally:
        await store.engine.dispose()
    return report


def _first_line(error: Exception) -> str:
    """The first line of an error; the other lines of a database error quote the values of the statement."""
    return str(error).splitlines()[0][:200]


async def _verdict(store: Store, row: Mapping[str, Any], known: set[str]) -> tuple[Finding | None, bool]:
    """The finding about a table, and whether it changes to other rules."""
    try:
        info = info_of(row)
        game = installed_game(info)
        past = await read_past(store.rows, info, known)
        if fits(game, info):
            reason = _differs(game, info, past, bool(row["over"]))
            return (None if reason is None else Finding(info.id, info.game, reason)), False
        line, change, _ = assess(game, info, past, [0] * info.players, bool(row["over"]))
    except Refused as refusal:
        return Finding(row["id"], row["game"], str(refusal.body["reason"])), False
    except TafelrundeError as error:
        return Finding(row["id"], row["game"], str(error)), False
    except Exception as error:
        return Finding(row["id"], row["game"], f"the table cannot be opened ({type(error).__name__})"), False
    if change is None or (change.finished and line.state.over):  # a finished game keeps its rules
        return None, not row["over"]
    return Finding(info.id, info.game, "", change), False


def _differs(game: Game[Any], info: Info, past: Past, over: bool) -> str | None:
    line = Line(beginning(game, info))
    positions = dict(past.positions)
    for ply, move in enumerate(past.moves, line.base + 1):
        if move["ply"] != ply:
            return f"ply {ply} is missing"
        line.play(move["seat"], move["move"])
        line.settle()
        if ply in positions and restore_state(game, positions[ply], info.seed).to_json() != line.state.to_json():
            return f"the snapshot at ply {ply} is not what the moves lead to"
    return None if line.state.over == over else "the moves lead to another end"


# --- saving and moving ---------------------------------------------------------------------------


async def _read(engine: AsyncEngine) -> Saved:
    """Read all rows in one consistent snapshot, in an order in which they can be restored, with their schema."""
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            await connection.execute(text("BEGIN"))
        return await connection.run_sync(_read_all)


def _read_all(connection: Connection) -> Saved:
    rows: list[Data] = []
    for table in _tables(connection):
        keys = list(table.primary_key.columns)
        rows += [(table.name, dict(row._mapping)) for row in connection.execute(select(table).order_by(*keys))]
    return Saved(MigrationContext.configure(connection).get_current_revision() or "", rows)


def _tables(connection: Connection) -> list[Table]:
    """The tables as they are, which may have the schema of an earlier version."""
    metadata = MetaData()
    metadata.reflect(connection)
    return [metadata.tables[table.name] for table in schema.IN_ORDER if table.name in metadata.tables]


def _put(connection: Connection, saved: Saved) -> None:
    """Fill an empty database in one transaction: with the schema of the saved rows, which is then migrated."""
    try:
        migrate(connection, saved.revision)
    except CommandError:
        raise BadInput("backup", f"This was saved by a newer version (revision {saved.revision}); nothing was changed.") from None
    tables = {table.name: table for table in _tables(connection)}
    for name, table in tables.items():
        if name == schema.uptime.name:  # a server that has only been started leaves this row behind
            connection.execute(table.delete())
        elif connection.execute(select(func.count()).select_from(table)).scalar():
            raise BadInput("--db", "This database is not empty; nothing was changed.")
    for name, group in groupby(saved.rows, key=lambda item: item[0]):
        rows = [row for _, row in group]
        for first in range(0, len(rows), CHUNK):
            connection.execute(insert(tables[name]), rows[first : first + CHUNK])
    if _read_all(connection).rows != saved.rows:
        raise BadInput("--db", "The copy is not equal to the original; nothing was changed.")
    migrate(connection)


def _private(file: Path) -> BinaryIO:
    """A new file that only the host's own account may read, because a backup contains everybody's secrets."""
    file.unlink(missing_ok=True)
    return open(file, "xb", opener=lambda name, flags: os.open(name, flags, PRIVATE))


async def backup(db: str, file: Path) -> int:
    """Write everything into one file with a checksum at its end; the file appears only when it is complete."""
    engine = open_engine(db)
    check = sha256()
    part = file.with_name(file.name + ".part")
    try:
        saved = await _read(engine)
        with _private(part) as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as out:
                out.write(f"{HEAD} {saved.revision}\n")
                for name, row in saved.rows:
                    line = json.dumps([name, row], ensure_ascii=False) + "\n"
                    check.update(line.encode())
                    out.write(line)
                out.write(f"end {len(saved.rows)} {check.hexdigest()}\n")
            raw.flush()
            os.fsync(raw.fileno())
        assert read_backup(part) == saved
        part.replace(file)
        sync_folder(file.parent)
    except (OSError, SQLAlchemyError) as error:
        raise BadInput("backup", _first_line(error)) from None
    finally:
        part.unlink(missing_ok=True)
        await engine.dispose()
    return len(saved.rows)


def read_backup(file: Path) -> Saved:
    """Read the rows of a backup; a damaged or truncated file is refused before anything is written."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            first, *rows, last = lines.read().splitlines(keepends=True)
    except (OSError, EOFError, ValueError) as error:
        raise BadInput(str(file), f"This is no complete backup ({type(error).__name__}).") from None
    check = sha256("".join(rows).encode()).hexdigest()
    head, _, revision = first.strip().rpartition(" ")
    if first.strip() == FIRST_HEAD:
        head, revision = HEAD, FIRST_REVISION
    if head != HEAD or last.split() != ["end", str(len(rows)), check]:
        raise BadInput(str(file), "This backup is damaged, or was made by a newer version: its head or its check does not fit.")
    return Saved(revision, [(name, row) for name, row in map(json.loads, rows)])


async def restore(db: str, file: Path) -> int:
    saved = read_backup(file)
    engine = open_engine(db)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_put, saved)
        return len(saved.rows)
    except (OSError, SQLAlchemyError) as error:
        raise BadInput("--db", _first_line(error)) from None
    finally:
        await engine.dispose()


async def set_role(db: str, account: str, role: str | None) -> bool:
    """Give or revoke the role of an account, with an entry in the audit log; returns whether the account exists.

    Servers read the role from the database each time, so they need no notification.
    """
    engine, people = open_engine(db), schema.people
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
            person = (await connection.execute(select(people.c.id).where(people.c.account == account))).scalar()
            if person is None:
                return False
            await connection.execute(update(people).where(people.c.id == person).values(role=role))
            for step in entry(Admin(None), "grant" if role else "revoke", person=person):
                await connection.execute(step.statement, step.values)
            return True
    except (OSError, SQLAlchemyError) as error:
        raise BadInput("--db", _first_line(error)) from None
    finally:
        await engine.dispose()


async def move(db: str, to: str) -> int:
    """Copy everything into another, empty database and compare; the old one is not changed."""
    source, target = open_engine(db), open_engine(to)
    try:
        saved = await _read(source)
        async with target.begin() as connection:
            await connection.run_sync(_put, saved)
        return len(saved.rows)
    except (OSError, SQLAlchemyError) as error:
        raise BadInput("move-db", _first_line(error)) from None
    finally:
        await source.dispose()
        await target.dispose()
