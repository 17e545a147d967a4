"""``upgrade-check``: wheels of later versions are really installed, beside the packages that are here, and replay the tables."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from tafelrunde.cli.main import main
from tests.server.harness import ROOT, play_on, seated, serving

LATER = {"tafelrunde/__init__.py": ('__version__ = "', '__version__ = "99.')}
OTHER_RULES = LATER | {"tafelrunde/core/game.py": ('RULES_VERSIONS = ("2026.1", "2026.2")', 'RULES_VERSIONS = ("2099.1",)')}
"""A version that knows nothing of the rules under which the tables were played."""


def wheel(folder: Path, changes: dict[str, tuple[str, str]]) -> Path:
    """A wheel of this package with some texts changed."""
    folder.mkdir()
    file, info = folder / "tafelrunde-99.0.0-py3-none-any.whl", "tafelrunde-99.0.0.dist-info"
    with ZipFile(file, "w") as archive:
        for path in sorted((ROOT / "src" / "tafelrunde").rglob("*")):
            name = path.relative_to(ROOT / "src").as_posix()
            if path.is_dir() or "__pycache__" in name or "/web/" in name:
                continue
            data = path.read_bytes()
            if name in changes:
                old, new = changes[name]
                assert old.encode() in data
                data = data.replace(old.encode(), new.encode(), 1)
            archive.writestr(name, data)
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tafelrunde\nVersion: 99.0.0\nRequires-Dist: msgspec\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return file


async def test_tables_are_replayed_by_the_new_version(sqlite_db: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with serving(sqlite_db) as server:
        table, clients = await seated(server.url, "rise", 2)
        await play_on(table, clients, Random(1), 10)
    with sqlite3.connect(sqlite_db.removeprefix("sqlite:///")) as connection:
        before = list(connection.iterdump())

    async def check(file: Path) -> tuple[int, str, str]:
        code = await asyncio.to_thread(main, ["upgrade-check", str(file), "--db", sqlite_db])
        return code, *capfd.readouterr()

    code, out, err = await check(wheel(tmp_path / "same", LATER))
    assert code == 0, out + err
    assert "Replaying with 99." in out
    assert "1 table checked" in out
    code, out, err = await check(wheel(tmp_path / "other", OTHER_RULES))
    assert code == 1, out + err
    assert f"{table} rise: its players would be asked, rules 2026.2 to 2099.1" in out
    with sqlite3.connect(sqlite_db.removeprefix("sqlite:///")) as connection:
        assert list(connection.iterdump()) == before


def test_what_is_no_wheel_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--db", f"sqlite:///{tmp_path}/t.db"]
    assert main(["upgrade-check", str(tmp_path / "away.whl"), *words]) == 2
    broken = tmp_path / "tafelrunde-99.0.0-py3-none-any.whl"
    broken.write_text("no archive")
    assert main(["upgrade-check", str(broken), *words]) == 2
    assert capsys.readouterr().err.count("is not a wheel") == 2
