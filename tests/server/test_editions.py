"""A database of the first edition opens and continues: running tables of all four games, a hot seat, a finished game."""

from __future__ import annotations

import asyncio
import gzip
import json
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, insert

from tafelrunde.cli.main import main
from tafelrunde.core.game import RULES_VERSION, RULES_VERSIONS
from tafelrunde.library import load, load_record
from tafelrunde.server import schema
from tafelrunde.server.care import Saved, read_backup, verify_tables
from tafelrunde.server.database import migrate, open_engine
from tafelrunde.server.line import Made
from tafelrunde.server.log_rows import log_row, move_row, pack
from tafelrunde.server.store import Step, Store, Write
from tafelrunde.server.tokens import digest
from tafelrunde.testing.forced import asking
from tests.server.harness import Client, Server, serving

BACKUP = Path(__file__).parent / "data" / "edition_1.backup"
FIRST = "0004"
TABLES = "/api/tables"
FINISHED, DAY_CLOCK, HOT_SEAT = "TnHXePyawkU2jahG", "6RDOZe0gRhRghEx2", "xz4X0DE7ykWAvPCq"


def with_sessions() -> Saved:
    """The rows of the old backup, and a session for everybody in it: the tokens themselves are stored nowhere."""
    saved = read_backup(BACKUP)
    people = [row["id"] for name, row in saved.rows if name == "people"]
    tokens = [("tokens", {"hash": digest(f"token of {person}"), "person": person, "expires": 9e9}) for person in people]
    rows = [item for item in saved.rows if item[0] in ("people", "tokens")] + tokens
    return Saved(saved.revision, rows + [item for item in saved.rows if item[0] not in ("people", "tokens")])


def fill(connection: Connection, saved: Saved) -> None:
    migrate(connection, FIRST)
    metadata = MetaData()
    metadata.reflect(connection)
    for name, rows in groupby(saved.rows, key=lambda item: item[0]):
        connection.execute(insert(metadata.tables[name]), [row for _, row in rows])


async def first_edition(db: str) -> Saved:
    """A database as the first edition left it."""
    saved = with_sessions()
    engine = open_engine(db)
    async with engine.begin() as connection:
        await connection.run_sync(fill, saved)
    await engine.dispose()
    return saved


def stood(saved: Saved, table: str) -> int:
    return max((row["ply"] for name, row in saved.rows if name == "log" and row["table"] == table and row["stands"]), default=0)


async def continue_table(server: Server, saved: Saved, table: str, plies: int) -> None:
    """Everybody at a table goes on for a while; if the rules changed for it, everybody agrees first."""
    chairs = [row for name, row in saved.rows if name == "seats" and row["table"] == table and row["person"]]
    clients = []
    for person in dict.fromkeys(row["person"] for row in chairs):
        client = Client(server.url)
        client.http.headers["authorization"] = f"Bearer token of {person}"
        clients.append(client)
    about = (await clients[0].get(f"{TABLES}/{table}"))["table"]
    changed = about["rules_changed"]
    assert about["rules"] == RULES_VERSION or changed is not None
    if changed is not None:
        for client in clients:
            await client.post(f"{TABLES}/{table}/rules", accept=True)
    before = await clients[0].view(table)
    if changed is None:  # answers that are no longer asked for do not stand any more
        record = (await clients[0].send("GET", f"{TABLES}/{table}/record")).text
        assert before["ply"] == len(record.partition("\nmoves\n")[2].splitlines()) <= stood(saved, table)
    else:
        assert before["ply"] == changed["position"]
    made = await play_on(table, clients, Random(1), plies)
    assert made == plies
    assert (await clients[0].view(table))["ply"] == before["ply"] + plies
    for client in clients:
        await client.close()


async def play_on(table: str, clients: list[Client], random: Random, plies: int) -> int:
    for made in range(plies):
        views: list[Any] = [await client.view(table) for client in clients]
        asked = [(client, view["decision"]) for client, view in zip(clients, views, strict=True) if view["decision"]]
        if not asked:
            return made
        client, question = asked[0]
        await client.post(f"{TABLES}/{table}/moves", decision=question["id"], moves=[random.choice(question["moves"])])
    return plies


async def check_edition(server: Server, saved: Saved) -> None:
    """Log in, look at the finished game, continue every other."""
    anna = await Client(server.url, "Anna").enter()
    anna.http.headers.pop("authorization")
    entered = await anna.post("/api/login", account="anna.old", password="correct horse")
    anna.http.headers["authorization"] = f"Bearer {entered['token']}"
    mine = {row["id"]: row for row in await anna.get("/api/my/tables")}
    assert {DAY_CLOCK, HOT_SEAT} <= mine.keys()
    tables = [row["id"] for name, row in saved.rows if name == "tables"]
    end = await anna.get(f"{TABLES}/{FINISHED}")
    changed = end["table"]["rules_changed"]
    assert (end["view"]["over"], changed["finished"]) == (True, True)
    assert (end["view"]["scores"], end["view"]["winners"]) == ([-2, 2], [1]), "as they were"
    assert end["view"]["ply"] == changed["position"] < stood(saved, FINISHED), "the rules of today do not lead to its end"
    record = (await anna.send("GET", f"{TABLES}/{FINISHED}/record")).text
    assert "\nrules 2026.1\n" in record
    assert record.endswith("\nresult -2 2\nwinners 1\n"), "but the record has it"
    assert len(record.partition("\nmoves\n")[2].splitlines()) == stood(saved, FINISHED) + 2
    refused = await anna.send("GET", f"/api/study/replays/{FINISHED}")
    assert (refused.status_code, refused.json()["type"]) == (409, "rules_changed")
    for table in tables:
        if table not in (FINISHED, DAY_CLOCK):
            await continue_table(server, saved, table, 5)
    waiting = await anna.get(f"{TABLES}/{DAY_CLOCK}")
    assert waiting["table"]["deadlines"] == {}, "a seat is open and nobody has left: the clocks wait for the first time"
    if waiting["view"]["decision"]:
        await anna.post(
            f"{TABLES}/{DAY_CLOCK}/moves",
            decision=waiting["view"]["decision"]["id"],
            moves=waiting["view"]["decision"]["moves"][:1],
        )
    ben = await Client(server.url, "Ben").enter()
    words = await anna.post(f"{TABLES}/{DAY_CLOCK}/invites")
    await ben.post(f"{TABLES}/{DAY_CLOCK}/join", invite=words["invites"][0])
    assert (await ben.get(f"{TABLES}/{DAY_CLOCK}"))["table"]["deadlines"]
    assert (await anna.post("/api/away", days=2))["left"] == pytest.approx(28)


async def test_a_database_of_the_first_edition_continues(db: str) -> None:
    saved = await first_edition(db)
    before = await verify_tables(db)
    assert (before.checked, before.wrong) == (7, []), "checked before the upgrade, without changing anything"
    assert [found.table for found in before.cut] == [FINISHED]
    with serving(db) as server:
        await check_edition(server, saved)
    after = await verify_tables(db)
    assert (after.checked, after.asked, after.wrong) == (7, [], [])


async def test_a_backup_of_the_first_edition_is_restored(sqlite_db: str, tmp_path: Path) -> None:
    def restore() -> None:
        assert main(["restore", str(BACKUP), "--db", sqlite_db]) == 0
        again = tmp_path / "again.backup"
        assert main(["backup", str(again), "--db", sqlite_db]) == 0
        other = f"sqlite:///{tmp_path}/other.db"
        assert main(["restore", str(again), "--db", other]) == 0

    await asyncio.to_thread(restore)
    report = await verify_tables(sqlite_db)
    assert (report.checked, report.wrong) == (7, [])


async def test_a_database_of_the_first_edition_is_saved_and_moved_before_it_is_upgraded(sqlite_db: str, tmp_path: Path) -> None:
    saved = await first_edition(sqlite_db)

    def care() -> None:
        assert main(["backup", str(tmp_path / "b.backup"), "--db", sqlite_db]) == 0
        assert main(["move-db", f"sqlite:///{tmp_path}/moved.db", "--db", sqlite_db]) == 0

    await asyncio.to_thread(care)
    kept = read_backup(tmp_path / "b.backup")
    assert kept.revision == FIRST
    assert sorted(map(repr, kept.rows)) == sorted(map(repr, saved.rows))
    assert (await verify_tables(f"sqlite:///{tmp_path}/moved.db")).checked == 7


def test_a_backup_of_a_later_version_is_refused(tmp_path: Path, sqlite_db: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, rest = gzip.decompress(BACKUP.read_bytes()).split(b"\n", 1)
    file = tmp_path / "later.backup"
    file.write_bytes(gzip.compress(b"tafelrunde backup 2 9999\n" + rest))
    assert main(["restore", str(file), "--db", sqlite_db]) == 2
    assert "newer version" in capsys.readouterr().err


def all_asked(table: str, game: str, seed: int, options: dict[str, str]) -> list[dict[str, Any]]:
    """The log of a whole game in which every question was asked, as former rules did."""
    state, log = asking(load(game)).begin(2, seed, options)
    rows, random = [log_row(table, 1, "begin", 0, None, pack(log), 0.0)], Random(1)
    while not state.over:
        seat = random.choice(state.to_act)
        move = random.choice(state.legal(seat)).text
        made = Made(seat, move, state.ply + 1, False, False, state.play(seat, move))
        rows.append(move_row(table, len(rows) + 1, made, 0.0))
    return rows


async def test_a_finished_table_is_replayed_without_answers_that_nobody_asks_for(sqlite_db: str) -> None:
    with serving(sqlite_db) as server:
        anna = await Client(server.url, "Anna").enter()
        table = (await anna.post(TABLES, game="fifty_first_state", players=2, seats=["me", "me"]))["id"]
    store = Store(sqlite_db)
    await store.open()
    row = (await store.rows(schema.tables.select()))[0]
    rows = all_asked(table, "fifty_first_state", int(row["seed"]), json.loads(row["options"]))
    former = Step(schema.tables.update().values(rules=RULES_VERSIONS[-2], over=True))
    await store.write(Write([Step(schema.log.delete()), former], rows))
    await store.close()
    with serving(sqlite_db) as server:
        anna.http.base_url = server.url
        end = await anna.get(f"{TABLES}/{table}")
        assert (end["table"]["rules_changed"], end["view"]["over"]) == (None, True)
        assert end["view"]["ply"] < len(rows) - 1, "some questions are not asked any more"
        replay = await anna.get(f"/api/study/replays/{table}")
        assert (replay["last"], replay["scores"]) == (end["view"]["ply"], end["view"]["scores"])
        record = (await anna.send("GET", f"{TABLES}/{table}/record")).text
        assert load_record(record).state.scores == replay["scores"]
        assert len(record.partition("\nmoves\n")[2].splitlines()) == len(rows) + 1, "all moves, the result and the winners"
