"""``backup --every`` as a running process, ``restore --drill``, and that neither touches what is not its own."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from tafelrunde.cli.main import main
from tafelrunde.server import backups, care
from tafelrunde.server.store import Store
from tests.server.harness import ROOT, play_on, seated, serving


async def played(db: str) -> None:
    with serving(db) as server:
        table, clients = await seated(server.url, "rise", 2)
        await play_on(table, clients, Random(1), 10)


def rewritten(file: Path, old: str, new: str) -> None:
    """Change a backup and give it a check that fits, as a fault before the backup would."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        head, *rows, _ = lines.read().splitlines(keepends=True)
    assert any(old in row for row in rows)
    rows = [row.replace(old, new) for row in rows]
    with gzip.open(file, "wt", encoding="utf-8") as out:
        out.write("".join([head, *rows, f"end {len(rows)} {sha256(''.join(rows).encode()).hexdigest()}\n"]))


async def test_a_drill_restores_a_copy_and_replays_its_tables(
    db: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(db)
    file = tmp_path / "b.backup"
    rows = await care.backup(db, file)

    def drill() -> int:
        return main(["restore", str(file), "--drill"])

    assert await asyncio.to_thread(drill) == 0
    assert f"{rows} rows restored and compared" in (said := capsys.readouterr().out)
    assert "1 table replayed, 0 cannot be opened" in said
    first = next(row["move"] for name, row in care.read_backup(file).rows if name == "log" and row.get("move"))
    rewritten(file, f'"move": {json.dumps(first)}', '"move": "nonsense"')
    assert await asyncio.to_thread(drill) == 1, "a table that cannot be opened"
    assert "1 cannot be opened" in capsys.readouterr().out
    file.write_bytes(file.read_bytes()[:200])
    assert await asyncio.to_thread(drill) == 2, "a damaged file"
    assert await asyncio.to_thread(lambda: main(["restore", str(file), "--drill", "--db", db])) == 2


async def test_backups_are_made_again_and_again_and_the_newest_kept(sqlite_db: str, tmp_path: Path) -> None:
    await played(sqlite_db)
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "tafelrunde-20200101T000000Z.backup.part").touch()
    (folder / "holiday.backup").touch()
    ancient = [folder / f"tafelrunde-2020010{day}T000000Z.backup" for day in (1, 2, 3)]
    for file in ancient:
        file.touch()
        os.utime(file, (0, 0))
    command = [
        sys.executable,
        "-m",
        "tafelrunde.cli.main",
        "backup",
        str(folder),
        "--every",
        "1d",
        "--keep",
        "2",
        "--db",
        sqlite_db,
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "rows saved" in process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    new, *others = sorted({file.name for file in folder.iterdir()} - {"holiday.backup"}, reverse=True)
    assert others == [ancient[-1].name]
    assert (folder / new).stat().st_mode & 0o077 == 0
    assert await asyncio.to_thread(main, ["restore", str(folder / new), "--drill"]) == 0


def test_a_failed_backup_is_reported_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, waits = tmp_path / "t.db", list[float]()
    file.write_text("no database " * 100)

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 4:
            file.unlink()
            asyncio.run(made())
        if len(waits) == 6:
            raise KeyboardInterrupt

    async def made() -> None:
        store = Store(f"sqlite:///{file}")
        await store.open()
        await store.close()

    monkeypatch.setattr(time, "sleep", sleep)
    (tmp_path / "x").mkdir()
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert main(["backup", str(tmp_path / "x"), "--every", "30m", "--db", f"sqlite:///{file}"]) == 0
    finally:
        signal.signal(signal.SIGTERM, before)
    assert waits[:5] == [0, 60, 0, 60, 0]
    assert 1790 < waits[5] <= 1800
    out, err = capsys.readouterr()
    assert out.count("saved in") == 1
    assert err.count("not a database") == 2


def test_the_next_backup_is_due_by_the_age_of_the_newest(tmp_path: Path) -> None:
    assert backups.seconds_until_next(tmp_path, 100, 5000) == 0
    file = tmp_path / backups.file_name(4960)
    file.touch()
    os.utime(file, (4960, 4960))
    assert backups.seconds_until_next(tmp_path, 100, 5000) == 60
    assert backups.seconds_until_next(tmp_path, 100, 9000) == 0
    assert backups.seconds_until_next(tmp_path, 100, 10) == 100, "the clock was set back"


@pytest.mark.parametrize("words", [["--every", "0h"], ["--every", "5"], ["--every", "1w"], ["--keep", "3"]])
def test_intervals_that_make_no_sense_are_refused(tmp_path: Path, words: list[str]) -> None:
    assert main(["backup", str(tmp_path), *words]) == 2
    assert list(tmp_path.iterdir()) == []


def test_regular_backups_need_a_folder(tmp_path: Path) -> None:
    assert main(["backup", str(tmp_path / "nowhere"), "--every", "1h", "--db", f"sqlite:///{tmp_path}/t.db"]) == 2
