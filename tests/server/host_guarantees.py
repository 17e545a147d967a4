"""What the server promises a host about its logs, its files and a cut of the power; see :mod:`tests.server.guarantees`."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tafelrunde.server import care
from tafelrunde.server.database import file_of
from tafelrunde.server.store import Store
from tests.server import disk
from tests.server.harness import ROOT, Client, Server
from tests.server.place import SOON, UNLIMITED, Pair, Place
from tests.server.players import Ledger, Play, check_ledger, compare
from tests.server.postgres import cluster

# --- logs and files ----------------------------------------------------------------------------------


async def no_values_in_logs(place: Place) -> None:
    """A statement that fails is logged without its values."""
    db = place.postgres()
    name = "Marker of a name"
    async with place.server(db) as server:
        store = Store(db)
        async with store.engine.begin() as connection:
            await connection.exec_driver_sql("ALTER TABLE people RENAME COLUMN created TO made")
        await store.close()
        answer = await Client(server.url).http.post("/api/session", json={"name": name})
        assert answer.status_code == 500
        async with asyncio.timeout(SOON):  # the answer is sent before the error is logged
            while not server.log():
                await asyncio.sleep(0.05)
        lines = "\n".join(server.log())
        assert "UndefinedColumn" in lines or "42703" in lines or "ProgrammingError" in lines
        assert name not in lines, "a value is in the log"
        assert name not in answer.text


async def files_are_private(place: Place) -> None:
    """The database and its companions are readable by their owner alone, also where an earlier version made them otherwise."""
    db = place.sqlite()
    file = Path(str(file_of(db)))
    file.touch(0o644)
    backup = file.with_name("copy.backup")
    async with place.server(db) as server:
        pair = await Pair.sit(server.url)
        await pair.move()
        run_command(place, "backup", str(backup), "--db", db)
        names = sorted(path.name for path in file.parent.iterdir())
        assert names == ["copy.backup", "t.db", "t.db-shm", "t.db-wal", "t.db.lock"]
        for path in file.parent.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, f"{path.name}: {path.stat().st_mode:o}"


async def one_server_for_one_file(place: Place) -> None:
    """A second server is refused, by whatever name it knows the file."""
    db = place.sqlite()
    file, other, folder = Path(str(file_of(db))), place.new_folder() / "link.db", place.new_folder() / "folder"
    async with place.server(db):
        other.symlink_to(file)
        folder.symlink_to(file.parent)
        for name in (db, f"sqlite:///{other}", f"sqlite:///{folder}/t.db"):
            second = Server(
                name, env=UNLIMITED | {"TAFELRUNDE_TEST_FAULT": place.fault or ""}, errors=place.new_folder() / "errors"
            )
            try:
                with pytest.raises(AssertionError, match="did not start"):
                    await asyncio.to_thread(second.start)
                assert "Another server" in second.log()[-1]
            finally:
                second.kill()


# --- power -------------------------------------------------------------------------------------------


async def power_cut(place: Place, answers: int = 120, cuts: int = 12, seed: int = 5) -> int:
    """The power is cut at any moment, unflushed writes are lost in whole or in part: what was acknowledged is there, once."""
    where = place.disk()
    db = f"sqlite:///{where.folder}/t.db"
    async with place.server(db, where) as server:
        play = Play([server], ["kontor", "rise"], seed, noted=lambda: where.noted)
        await play.begin()
        await play.some_answers(answers)
        play.give_up()
        server.kill()
    random, records = Random(seed), where.records()
    moments = sorted(random.sample(range(len(records)), cuts))
    platter, lost = disk.Platter(where.folder), 0
    for i, record in enumerate(records):
        platter.take(record)
        if i in moments or i == len(records) - 1:
            for chance in (None, Random(i)):
                into = place.new_folder()
                platter.cut_power(into, chance)
                told = play.ledger.until(record.end)
                await _check_after_cut(into / "t.db", told)
                lost += told.acknowledged
    report = await care.verify_tables(f"sqlite:///{into}/t.db")
    assert not report.wrong, report.wrong
    assert lost, "nothing was compared"
    return len(moments) * 2 + 2


async def _check_after_cut(file: Path, told: Ledger) -> None:
    if not file.exists():
        assert not told.acknowledged, "the whole database is gone"
        return
    database = sqlite3.connect(file)
    database.row_factory = sqlite3.Row
    try:
        assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'log'").fetchone():
            assert not told.acknowledged, "the log is gone with everything that was acknowledged"
            return
        rows = [dict(row) for row in database.execute('SELECT * FROM log ORDER BY "table", version')]
    finally:
        database.close()
    compare(rows, told)


async def backup_survives_power_cut(place: Place) -> None:
    """A backup that was reported as done is on the disk, whole."""
    db, where = place.sqlite(), place.disk()
    store = Store(db)
    await store.open()
    await store.close()
    file = where.folder / "copy.backup"
    run_command(place, "backup", str(file), "--db", db, env=where.env)
    platter, into = disk.Platter(where.folder), place.new_folder()
    for record in where.records():
        platter.take(record)
    platter.cut_power(into, None)
    assert (into / file.name).exists(), "the backup is gone"
    care.read_backup(into / file.name)


def run_command(place: Place, *words: str, env: dict[str, str] | None = None) -> None:
    subprocess.run(
        [sys.executable, "-m", "tests.server.serve", *words], check=True, cwd=ROOT, capture_output=True,
        env=os.environ | {"TAFELRUNDE_TEST_FAULT": place.fault or ""} | (env or {}),
    )  # fmt: skip


async def postgres_crash(place: Place) -> None:
    """PostgreSQL is killed right after an answer, on a cluster whose own default is not to wait for the disk."""
    with cluster({"synchronous_commit": "off", "wal_writer_delay": "10s"}) as own:
        async with place.server(own.url) as server:
            play = Play([server], ["kontor"] * 3, seed=4)
            await play.begin()
            for _ in range(2):
                await play.some_answers(15)
                await asyncio.to_thread(own.kill)
                await asyncio.to_thread(own.start)
                await play.everybody_goes_on(30)
            await play.end()
        await check_ledger(own.url, play.ledger)
