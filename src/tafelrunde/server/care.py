"""Looking after a host's data: check it against the installed code, save it, bring it back, move it elsewhere."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from tafelrunde.core.errors import BadInput, TafelrundeError
from tafelrunde.server import schema
from tafelrunde.server.errors import Refused
from tafelrunde.server.line import Line
from tafelrunde.server.loading import beginning, info_of, pinned_game, restore_state
from tafelrunde.server.store import Store, migrate, open_engine

HEAD = "tafelrunde backup 1"
CHUNK = 500

Data = tuple[str, Mapping[str, Any]]


async def verify_tables(db: str) -> tuple[int, list[tuple[str, str]]]:
    """Replay every table: the moves must be legal, the snapshots what the moves lead to. Names those that differ."""
    store = Store(db)
    wrong: list[tuple[str, str]] = []
    try:
        rows = await store.rows(select(schema.tables).order_by(schema.tables.c.created))
        for row in rows:
            reason = await _differs(store, row)
            if reason is not None:
                wrong.append((row["id"], reason))
    except SQLAlchemyError as error:
        raise BadInput("--db", str(error).splitlines()[0][:200]) from None
    finally:
        await store.engine.dispose()
    return len(rows), wrong


async def _differs(store: Store, row: Mapping[str, Any]) -> str | None:
    snapshots = schema.snapshots
    try:
        info = info_of(row)
        game = pinned_game(info)
        line = Line(beginning(game, info))
        saved = {s["ply"]: s for s in await store.rows(select(snapshots).where(snapshots.c.table == info.id))}
        for ply, move in enumerate(await store.standing_line(info.id), line.base + 1):
            if move["ply"] != ply:
                return f"ply {ply} is missing"
            made = line.play(move["seat"], move["move"])
            if made.hidden != move["hidden"]:
                return f"ply {ply}: {move['move']} is {'now' if made.hidden else 'no longer'} hidden"
            line.settle()
            if ply in saved and restore_state(game, saved[ply]["state"], info.seed).to_json() != line.state.to_json():
                return f"the snapshot at ply {ply} is not what the moves lead to"
        if line.state.over != row["over"]:
            return "the moves lead to another end"
    except Refused as refusal:
        return str(refusal.body["reason"])
    except TafelrundeError as error:
        return str(error)
    return None


# --- saving and moving ---------------------------------------------------------------------------


async def _everything(engine: AsyncEngine) -> AsyncIterator[Data]:
    """All rows, in an order in which they can be put back, as of one moment."""
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execution_options(isolation_level="REPEATABLE READ")
        else:
            await connection.execute(text("BEGIN"))
        for table in schema.IN_ORDER:
            keys = list(table.primary_key.columns)
            for row in (await connection.execute(select(table).order_by(*keys))).all():
                yield table.name, dict(row._mapping)


async def _put(engine: AsyncEngine, rows: Iterator[Data]) -> int:
    """Fill an empty database, all or nothing."""
    names = {table.name: table for table in schema.IN_ORDER}
    count = 0
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
        for table in schema.IN_ORDER:
            if (await connection.execute(select(func.count()).select_from(table))).scalar():
                raise BadInput("--db", "This database is not empty; nothing was changed.")
        waiting: list[Mapping[str, Any]] = []
        current = ""
        for name, row in rows:
            if waiting and (name != current or len(waiting) >= CHUNK):
                await connection.execute(insert(names[current]), waiting)
                waiting = []
            current = name
            waiting.append(row)
            count += 1
        if waiting:
            await connection.execute(insert(names[current]), waiting)
    return count


async def backup(db: str, file: Path) -> int:
    """Everything in one file, with its own check at the end; it appears only when it is complete."""
    engine = open_engine(db)
    count, check = 0, sha256()
    part = file.with_name(file.name + ".part")
    try:
        with gzip.open(part, "wt", encoding="utf-8") as out:
            out.write(HEAD + "\n")
            async for name, row in _everything(engine):
                line = json.dumps([name, row], ensure_ascii=False) + "\n"
                check.update(line.encode())
                out.write(line)
                count += 1
            out.write(f"end {count} {check.hexdigest()}\n")
        assert len(list(read_backup(part))) == count
        part.replace(file)
    except (OSError, SQLAlchemyError) as error:
        raise BadInput("backup", str(error).splitlines()[0][:200]) from None
    finally:
        part.unlink(missing_ok=True)
        await engine.dispose()
    return count


def read_backup(file: Path) -> list[Data]:
    """The rows of a backup; a damaged or cut file is refused before anything is written."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            first, *rows, last = lines.read().splitlines(keepends=True)
    except (OSError, EOFError, ValueError) as error:
        raise BadInput(str(file), f"This is no complete backup ({type(error).__name__}).") from None
    check = sha256("".join(rows).encode()).hexdigest()
    if first.strip() != HEAD or last.split() != ["end", str(len(rows)), check]:
        raise BadInput(str(file), "This backup is damaged: its check does not fit.")
    return [(name, row) for name, row in map(json.loads, rows)]


async def restore(db: str, file: Path) -> int:
    rows = read_backup(file)
    engine = open_engine(db)
    try:
        return await _put(engine, iter(rows))
    except (OSError, SQLAlchemyError) as error:
        raise BadInput("--db", str(error).splitlines()[0][:200]) from None
    finally:
        await engine.dispose()


async def move(db: str, to: str) -> int:
    """Copy everything into another, empty database and compare; the old one is left as it is."""
    source, target = open_engine(db), open_engine(to)
    try:
        rows = [item async for item in _everything(source)]
        count = await _put(target, iter(rows))
        if [item async for item in _everything(target)] != rows:
            raise BadInput("move-db", "The copy is not equal to the original; do not use it.")
        return count
    except (OSError, SQLAlchemyError) as error:
        raise BadInput("move-db", str(error).splitlines()[0][:200]) from None
    finally:
        await source.dispose()
        await target.dispose()
