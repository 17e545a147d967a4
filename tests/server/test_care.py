"""Looking after a host's data: verify, verify-tables, backup, restore, move-db; several processes on one database."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random

import pytest

from tafelrunde.cli.main import main
from tests.server.harness import Client, Server, play_on, seated, serving
from tests.server.postgres import fresh_database


async def played(db: str, plies: int = 60) -> str:
    """A database with a running and a finished game; the record of the finished one."""
    with serving(db) as server:
        table, clients = await seated(server.url, "rise", 2)
        await play_on(table, clients, Random(1), plies)
        running = (await clients[0].send("GET", f"/api/tables/{table}/record")).text
        assert "seed sha256:" in running
        table, clients = await seated(server.url, "kontor", 2)
        shown = (await clients[0].get(f"/api/tables/{table}"))["table"]["commitment"]
        await play_on(table, clients, Random(1), 1000)
        record = (await clients[0].send("GET", f"/api/tables/{table}/record")).text
        return f"{shown}\n{record}"


@pytest.mark.usefixtures("with_kontor")
async def test_a_game_is_proved_from_its_record(sqlite_db: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown, _, record = (await played(sqlite_db, 3)).partition("\n")
    file = tmp_path / "game.tafel"
    file.write_text(record)
    assert main(["verify", str(file), "--commitment", shown]) == 0
    assert shown in capsys.readouterr().out
    assert main(["verify", str(file), "--commitment", "sha256:00"]) == 1
    file.write_text(record.replace("result ", "result 9"))
    assert main(["verify", str(file)]) == 1


@pytest.mark.usefixtures("with_kontor")
async def test_stored_tables_are_checked_against_the_code(sqlite_db: str, capsys: pytest.CaptureFixture[str]) -> None:
    await played(sqlite_db, 120)

    def verify() -> int:
        return main(["verify-tables", "--db", sqlite_db])

    assert await asyncio.to_thread(verify) == 0
    with sqlite3.connect(sqlite_db.removeprefix("sqlite:///")) as connection:
        assert connection.execute("SELECT count(*) FROM snapshots").fetchone()[0] > 0
        connection.execute("UPDATE snapshots SET state = replace(state, '\"ply\":', '\"ply\":1')")
    assert await asyncio.to_thread(verify) == 1
    assert "snapshot" in capsys.readouterr().out
    with sqlite3.connect(sqlite_db.removeprefix("sqlite:///")) as connection:
        connection.execute("DELETE FROM snapshots")
        connection.execute("UPDATE log SET move = 'nonsense' WHERE ply = 2 AND stands")
    assert await asyncio.to_thread(verify) == 1


@pytest.mark.usefixtures("with_kontor")
async def test_backup_restore_and_the_way_to_postgresql(sqlite_db: str, tmp_path: Path, postgres_server: str) -> None:
    await played(sqlite_db)
    file, copy, moved = tmp_path / "b.backup", f"sqlite:///{tmp_path}/copy.db", fresh_database(postgres_server)

    def care() -> None:
        assert main(["backup", str(file), "--db", sqlite_db]) == 0
        assert main(["restore", str(file), "--db", copy]) == 0
        assert main(["restore", str(file), "--db", copy]) == 2, "the database is not empty"
        assert main(["verify-tables", "--db", copy]) == 0
        assert main(["move-db", moved, "--db", copy]) == 0
        assert main(["verify-tables", "--db", moved]) == 0
        damaged = file.read_bytes()
        file.write_bytes(damaged[: len(damaged) // 2])
        assert main(["restore", str(file), "--db", f"sqlite:///{tmp_path}/other.db"]) == 2

    await asyncio.to_thread(care)
    with serving(moved) as server:
        assert (await Client(server.url).get("/api/health"))["ok"]


async def test_two_processes_share_one_database(postgres_server: str) -> None:
    """People at different processes see each other's moves at once, and answers at the same time both count."""
    db = fresh_database(postgres_server)
    with serving(db) as one, serving(db) as two:
        table, clients = await seated(one.url, "kontor", 2)
        there = Client(two.url)
        there.token = clients[1].token
        there.http.headers["authorization"] = f"Bearer {there.token}"
        both = [clients[0], there]
        async with there.live(table) as live:
            await live.next("view")
            asked = (await clients[0].view(table))["decision"]
            await clients[0].post(f"/api/tables/{table}/moves", decision=asked["id"], moves=asked["moves"][:1])
            assert (await live.next("view"))["view"]["ply"] == 1
        for _ in range(6):
            views = [await client.view(table) for client in both]
            asked_both = [(c, v["decision"]) for c, v in zip(both, views, strict=True) if v["decision"]]
            done = await asyncio.gather(
                *(
                    c.send("POST", f"/api/tables/{table}/moves", {"decision": d["id"], "moves": d["moves"][:1]})
                    for c, d in asked_both
                )
            )
            assert {answer.status_code for answer in done} <= {200}, [answer.text for answer in done]
            await asyncio.sleep(0.2)
        views = [await client.get(f"/api/tables/{table}") for client in both]
        assert views[0]["version"] == views[1]["version"]


def test_a_second_server_on_one_sqlite_file_is_refused(sqlite_db: str) -> None:
    with serving(sqlite_db), pytest.raises(AssertionError, match="did not start"):
        Server(sqlite_db).start()
    assert main(["serve", "--db", "mysql://x"]) == 2
    assert main(["serve", "--db", sqlite_db, "--workers", "2"]) == 2
