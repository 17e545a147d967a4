"""``tafelrunde doctor``: each check is seen to pass and to fail, against real components."""

from __future__ import annotations

import asyncio
import os
import smtplib
import sqlite3
import time
from pathlib import Path

import pytest

from tafelrunde.cli.main import main
from tafelrunde.core.messages import common
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.server import doctor, mail
from tafelrunde.server.database import head
from tafelrunde.server.doctor import Finding
from tafelrunde.server.settings import Mail, Settings
from tafelrunde.server.store import Store
from tests.server.harness import serving


def made(db: str) -> None:
    """Create a database with the newest schema."""

    async def work() -> None:
        store = Store(db)
        await store.open()
        await store.close()

    asyncio.run(work())


def findings(db: str) -> list[Finding]:
    async def work() -> list[Finding]:
        return [finding async for finding in doctor.database(db)]

    return asyncio.run(work())


def levels(found: list[Finding]) -> dict[str, str]:
    return {finding.key: finding.level for finding in found}


def test_a_database_of_either_kind_is_sound(db: str) -> None:
    made(db)
    found = levels(findings(db))
    assert found.pop("database") == "ok"
    assert set(found) in ({"file_mode"}, {"clock"})
    assert set(found.values()) == {"ok"}


def test_the_check_changes_nothing(tmp_path: Path) -> None:
    made(f"sqlite:///{tmp_path}/t.db")
    with sqlite3.connect(tmp_path / "t.db") as connection:
        before = list(connection.iterdump())
    findings(f"sqlite:///{tmp_path}/t.db")
    with sqlite3.connect(tmp_path / "t.db") as connection:
        assert list(connection.iterdump()) == before


def test_a_file_that_others_can_read_is_reported(tmp_path: Path) -> None:
    made(f"sqlite:///{tmp_path}/t.db")
    (tmp_path / "t.db").chmod(0o644)
    assert levels(findings(f"sqlite:///{tmp_path}/t.db"))["file_mode_open"] == "failure"


def test_a_file_that_is_no_database_is_reported(tmp_path: Path) -> None:
    (tmp_path / "t.db").write_text("not a database, but long enough to be read as one" * 100)
    assert levels(findings(f"sqlite:///{tmp_path}/t.db"))["database_open"] == "failure"


def test_a_database_that_nobody_serves_is_reported() -> None:
    found = findings("postgresql://nobody@127.0.0.1:9/none")
    assert [(finding.level, finding.key) for finding in found] == [("failure", "database_open")]


def test_an_earlier_schema_is_reported(tmp_path: Path) -> None:
    made(f"sqlite:///{tmp_path}/t.db")
    with sqlite3.connect(tmp_path / "t.db") as connection:
        connection.execute("update alembic_version set version_num = '0001'")
    found = findings(f"sqlite:///{tmp_path}/t.db")
    assert Finding("warning", "schema", {"found": "0001", "newest": head()}) in found


def test_a_missing_file_is_no_failure(tmp_path: Path) -> None:
    assert levels(findings(f"sqlite:///{tmp_path}/t.db")) == {"database_new": "warning"}
    assert not (tmp_path / "t.db").exists()


def test_a_running_server_is_found_with_its_sockets(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/t.db") as server:
        assert doctor.server(server.url) == Finding("ok", "server", {"url": server.url})
        assert levels(doctor.public(server.url)) == {"origin": "ok", "socket": "ok"}
        beside = server.url + "/elsewhere"
        assert doctor.server(beside).level == "failure"
    assert doctor.server(server.url).key == "server_away"
    assert levels(doctor.public(server.url)) == {"origin_away": "failure"}


def test_a_full_disk_and_wrong_clocks_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor.disk(f"sqlite:///{tmp_path}/a/b/t.db").level == "ok"
    monkeypatch.setattr(doctor, "LOW_DISK", 10**9)
    assert doctor.disk(f"sqlite:///{tmp_path}/t.db").key == "disk_low"
    assert doctor._clock(-4.0).level == "ok"
    assert doctor._clock(-6.0) == Finding("failure", "clock_off", {"n": 6.0})


def test_mail_that_cannot_be_sent_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor.mailing(Settings()).key == "mail_off"
    nobody = Settings(origin="https://play.example", mail=Mail("127.0.0.1", 9, sender="a@play.example"))
    assert doctor.mailing(nobody).key == "mail_away"

    def refuse(server: Mail) -> None:
        raise smtplib.SMTPAuthenticationError(535, b"no")

    monkeypatch.setattr(mail, "sign_in", refuse)
    assert doctor.mailing(nobody).key == "mail_password"


def test_a_wrong_push_key_is_reported_without_repeating_it() -> None:
    assert doctor.pushing(Settings()).key == "push_off"
    assert doctor.pushing(Settings(push_key="nonsense")) == Finding("failure", "push_key")


def test_old_and_missing_backups_are_reported(tmp_path: Path) -> None:
    assert doctor.backup_age(None).level == "warning"
    assert doctor.backup_age(tmp_path).key == "backup_none"
    (tmp_path / "monday").touch()
    assert doctor.backup_age(tmp_path).level == "ok"
    old = time.time() - 9 * 86400
    os.utime(tmp_path / "monday", (old, old))
    assert doctor.backup_age(tmp_path).key == "backup_old"


def test_the_command_fails_where_something_must_be_repaired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(f"sqlite:///{tmp_path}/t.db")
    (tmp_path / "backups").mkdir()
    sound = ["doctor", "--db", f"sqlite:///{tmp_path}/t.db", "--url", "http://127.0.0.1:9"]
    assert main(sound) == 0
    assert main([*sound, "--backups", str(tmp_path / "backups")]) == 1
    assert "FAILURE: There is no backup" in capsys.readouterr().out
    assert main([*sound, "--backups", str(tmp_path / "nowhere")]) == 2


def test_every_finding_has_a_sentence_in_every_language() -> None:
    source = Path(doctor.__file__).read_text(encoding="utf-8")
    keys = set(common("en").sections["doctor"])
    used = {key for key in keys if f'"{key}"' in source}
    assert keys - used == {"level_ok", "level_warning", "level_failure"}
    assert all(set(common(lang).sections["doctor"]) == keys for lang in LANGUAGES)
