"""What the server promises about its database, each promise as a function that fails where it is broken.

:mod:`tests.server.test_guarantees` tries them on the server as it is, :mod:`tests.server.test_faults` on servers with a fault.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import websockets
from sqlalchemy import select

from tafelrunde.server import schema
from tafelrunde.server.database import file_of
from tafelrunde.server.store import Row, Store
from tests.server import disk
from tests.server.harness import Client, Server
from tests.server.place import SOON, Pair, Place, health, status, until
from tests.server.players import Ledger, compare
from tests.server.proxy import Proxy

NOBODYS = "A" * 16
"""The id of a table that does not exist."""


async def log_of(db: str) -> list[Row]:
    store = Store(db)
    try:
        return await store.rows(select(schema.log).order_by(schema.log.c.table, schema.log.c.version))
    finally:
        await store.close()


async def told_unavailable(client: Client, method: str, path: str, body: Any = None) -> None:
    found = await status(client, method, path, body)
    what = "a move was answered" if path.endswith("/moves") else f"{path} was answered"
    assert found, f"{path}: no answer"
    assert found == 503, f"{what} with {found} during an outage"


def quiet(server: Server, since: int, most: int) -> None:
    lines = server.log()[since:]
    assert len(lines) <= most, f"{len(lines)} lines of log: {lines[:12]}"


async def bots_go_on(client: Client, table: str, seconds: float = SOON) -> None:
    """A table of bots must show new moves."""
    before = (await until(client, "GET", f"/api/tables/{table}")).json()["version"]
    deadline = time.monotonic() + seconds
    while True:
        shown = (await until(client, "GET", f"/api/tables/{table}")).json()
        if shown["version"] > before or shown["view"]["over"]:
            return
        assert time.monotonic() < deadline, f"bots did not go on for {seconds} seconds"
        await asyncio.sleep(0.05)


async def bots_at(client: Client) -> str:
    """A table at which bots play for as long as a test takes."""
    made = await client.post("/api/tables", game="rise", players=2, seats=["bot:easy", "bot:easy"])
    return str(made["id"])


# --- outages -----------------------------------------------------------------------------------------


async def outage_is_told_and_ends(url: str, begin: Any, end: Any, server: Server, writes_only: bool) -> None:
    """Two people and a table of bots before, during and after an outage of the database."""
    pair = await Pair.sit(url)
    bots = await bots_at(pair.clients[0])
    await pair.move()
    watcher = Client(url)
    await health(watcher, 200)
    client, body = await pair.asked()
    logged = len(server.log())
    await begin()
    try:
        for _ in range(2):  # the second write meets a writer that has seen the first one fail
            await told_unavailable(client, "POST", pair.moves, body)
        await told_unavailable(client, "POST", f"/api/tables/{pair.table}/chat", {"text": "hello"})
        await health(watcher, 503, 6)
        if not writes_only:
            await told_unavailable(watcher, "GET", f"/api/tables/{NOBODYS}")  # nobody can say that it does not exist
        seen = await client.http.get(f"/api/tables/{pair.table}")
        assert seen.status_code in (200, 503)
        if seen.status_code == 200:
            assert seen.json()["view"]["decision"]["id"] == body["decision"], "a move that was not made is shown"
        await asyncio.sleep(1.0)
        quiet(server, logged, 8)
    finally:
        await end()
    made = (await until(client, "POST", pair.moves, body)).json()
    again = (await until(client, "POST", pair.moves, body)).json()
    assert (again["version"], again["repeated"]) == (made["version"], True)
    await health(watcher, 200)
    await bots_go_on(client, bots)
    await pair.move()
    assert await status(watcher, "GET", f"/api/tables/{NOBODYS}") == 404
    quiet(server, logged, 16)


async def postgres_restarts(place: Place) -> None:
    """A restart of PostgreSQL: 503 while it is away, and then everything goes on by itself."""
    db = place.postgres()
    async with place.server(db) as server:
        await outage_is_told_and_ends(
            server.url,
            lambda: asyncio.to_thread(place.cluster.stop),
            lambda: asyncio.to_thread(place.cluster.start),
            server,
            False,
        )


async def postgres_read_only(place: Place) -> None:
    """PostgreSQL that refuses writes, as a replica or a full disk does."""
    db = place.postgres()
    name = db.rpartition("/")[2]

    async def read_only(on: str) -> None:
        await asyncio.to_thread(place.cluster.sql, f"ALTER DATABASE {name} SET default_transaction_read_only = {on}")
        await asyncio.to_thread(place.cluster.cut_connections)

    async with place.server(db) as server:
        await outage_is_told_and_ends(server.url, lambda: read_only("on"), lambda: read_only("off"), server, True)


async def failing_disk(place: Place, fault: int) -> None:
    where = place.disk()

    async def set_fault(value: int) -> None:
        where.set(value)

    async with place.server(f"sqlite:///{where.folder}/t.db", where) as server:
        await outage_is_told_and_ends(server.url, lambda: set_fault(fault), lambda: set_fault(disk.WELL), server, True)


async def full_disk(place: Place) -> None:
    """SQLite on a disk without room."""
    await failing_disk(place, disk.FULL)


async def read_only_disk(place: Place) -> None:
    """SQLite on a disk that has become read-only."""
    await failing_disk(place, disk.READ_ONLY)


async def disk_that_cannot_flush(place: Place) -> None:
    """SQLite on a disk whose flushes fail: nothing may be acknowledged."""
    await failing_disk(place, disk.NO_FLUSH)


async def locked_file(place: Place) -> None:
    """Another program holds the lock of an SQLite file: no answer before the commit, health says so, then everything goes on."""
    db = place.sqlite()
    holder: list[sqlite3.Connection] = []

    async def lock() -> None:
        holder.append(sqlite3.connect(str(file_of(db)), isolation_level=None))
        holder[0].execute("BEGIN IMMEDIATE")

    async def unlock() -> None:
        holder[0].execute("ROLLBACK")
        holder[0].close()

    async with place.server(db) as server:
        await outage_is_told_and_ends(server.url, lock, unlock, server, True)


async def silent_network(place: Place) -> None:
    """The network stops carrying anything, without a word: requests end with 503, and everything goes on when it is back."""
    proxy = Proxy(place.postgres())

    async def mode(name: str) -> None:
        proxy.mode = name
        if name == "pass":
            proxy.cut()

    async with place.server(proxy.url) as server:
        await outage_is_told_and_ends(server.url, lambda: mode("freeze"), lambda: mode("pass"), server, False)
    proxy.close()


async def really_full_disk(place: Place, folder: Path) -> None:
    """SQLite on a small file system that really runs full; what was written before it was full is there."""
    filler = folder / "filler"

    async def fill() -> None:
        with filler.open("wb", buffering=0) as out, suppress(OSError):
            while True:
                out.write(bytes(4096))
        refused = 0
        async with asyncio.timeout(60):  # what SQLite has in reserve is used up
            while refused < 5:
                refused += await status(pair.clients[0], "POST", f"/api/tables/{pair.table}/chat", {"text": "x" * 400}) != 200

    async def free() -> None:
        filler.unlink()

    async with place.server(f"sqlite:///{folder}/t.db") as server:
        pair = await Pair.sit(server.url)
        await outage_is_told_and_ends(server.url, fill, free, server, True)


# --- commits whose end is not known ------------------------------------------------------------------


async def commit_without_answer(place: Place) -> None:
    """The connection breaks during COMMIT, before or after it is carried out: everything is there once.

    Moves with and without a key, talk, an undo, a seat that is taken, a seat that is given away.
    """
    db = place.postgres()
    proxy = Proxy(db)
    async with place.server(proxy.url) as server:
        for mode in ("answer_lost", "commit_lost", "commit_late"):
            pair = await Pair.sit(server.url)
            await _everything_once(pair, proxy, mode, db)
    proxy.close()


async def _everything_once(pair: Pair, proxy: Proxy, mode: str, db: str) -> None:
    anna, ben = pair.clients
    table = f"/api/tables/{pair.table}"
    client, body = await pair.asked()
    keyless = {name: value for name, value in body.items() if name != "key"}
    requests: list[tuple[Client, str, dict[str, Any]]] = [
        (client, "moves", keyless), (client, "undo", {}), (anna, "chat", {"text": f"once {mode}"}),
        (ben, "leave", {}), (ben, "join", {}),
    ]  # fmt: skip
    for who, what, sent in requests:
        if what == "join":
            invites = (await anna.post(f"{table}/invites"))["invites"]
            sent = {"invite": invites[0]}
        before, lost = len(await log_of(db)), proxy.commits_lost
        proxy.mode = mode
        answer = await who.http.post(f"{table}/{what}", json=sent, timeout=30)
        assert proxy.commits_lost == lost + 1
        assert answer.status_code == 200, f"{mode}, {what}: {answer.status_code} {answer.text}"
        rows = await log_of(db)
        assert len(rows) == before + 1, f"{mode}, {what}: {len(rows) - before} rows instead of one"
    client, body = await pair.asked()
    proxy.mode = mode
    made = (await client.http.post(f"{table}/moves", json=body, timeout=30)).json()
    again = (await client.http.post(f"{table}/moves", json=body, timeout=30)).json()
    assert (again["version"], again["repeated"]) == (made["version"], True)
    compare(await log_of(db), Ledger(said={f"once {m}" for m in ("answer_lost", "commit_lost", "commit_late")}))


async def commit_before_outage(place: Place) -> None:
    """The answer to a COMMIT is lost and the database stays away: 503, and the same key later finds the one move."""
    db = place.postgres()
    proxy = Proxy(db)
    async with place.server(proxy.url) as server:
        for mode in ("answer_lost", "commit_lost"):
            pair = await Pair.sit(server.url)
            client, body = await pair.asked()
            before = len(await log_of(db))
            proxy.then, proxy.mode = "refuse", mode
            assert await status(client, "POST", pair.moves, body) == 503
            shown = await client.http.get(f"/api/tables/{pair.table}")
            assert shown.status_code == 200
            assert shown.json()["view"]["decision"]["id"] == body["decision"], "a move that was not confirmed is shown"
            proxy.then = proxy.mode = "pass"
            made = (await until(client, "POST", pair.moves, body)).json()
            rows = await log_of(db)
            assert len(rows) == before + 1
            assert (rows[-1]["key"] == body["key"]) or any(row["key"] == body["key"] for row in rows)
            assert made["repeated"] == (mode == "answer_lost")
            await pair.move()
    proxy.close()


# --- several processes -------------------------------------------------------------------------------


async def takeover_after_outage(place: Place) -> None:
    """A process dies during an outage that outlasts the looking round of the others: its tables go on all the same."""
    db, look = place.postgres(), 5.0
    async with place.server(db) as one, place.server(db, constants=f"tafelrunde.server.app:RESUME_SECONDS={look}") as two:
        anna, ben = [await Client(server.url).enter() for server in (one, two)]
        table, other = (
            await bots_at(anna),
            await bots_at(ben),
        )  # the second process has looked before, and knows the first table not
        await asyncio.to_thread(place.cluster.stop)
        one.kill()
        await asyncio.sleep(look + 2)
        await asyncio.to_thread(place.cluster.start)
        for name in (table, other):  # nobody asks for the tables: they must go on by themselves
            before = len([row for row in await log_of(db) if row["table"] == name])
            deadline = time.monotonic() + 30
            while len([row for row in await log_of(db) if row["table"] == name]) <= before:
                assert time.monotonic() < deadline, (
                    f"the table {'of the dead process' if name == table else 'here'} did not go on"
                )
                await asyncio.sleep(0.2)


async def news_after_outage(place: Place) -> None:
    """After an outage the processes hear of each other again."""
    db = place.postgres()
    async with place.server(db) as one, place.server(db) as two:
        pair = await Pair.sit(one.url)
        there = Client(two.url)
        await until(there, "GET", f"/api/tables/{pair.table}")
        await asyncio.to_thread(place.cluster.stop)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(place.cluster.start)
        await health(there, 200)
        for _ in range(2):
            version = (await pair.move())["version"]
            deadline = time.monotonic() + SOON
            while (await until(there, "GET", f"/api/tables/{pair.table}")).json()["version"] < version:
                assert time.monotonic() < deadline, "a move at one process was not heard of at the other"
                await asyncio.sleep(0.1)


# --- damaged tables ----------------------------------------------------------------------------------


async def answer_all(person: Client, table: str) -> None:
    """Answer until somebody else is asked."""
    while asked := (await person.view(table))["decision"]:
        await person.post(f"/api/tables/{table}/moves", decision=asked["id"], moves=asked["moves"][:1])


DAMAGE = {
    "UPDATE log SET move = 'raze everything' WHERE stands AND \"table\" = ?": "illegal_move",
    "UPDATE tables SET seed = 'seed' || seed WHERE id = ?": "failed",
    "UPDATE tables SET game = 'gone' WHERE id = ?": "not_installed",
    'DELETE FROM seats WHERE seat = 0 AND "table" = ?': "damaged",
    "UPDATE log SET data = '{' WHERE \"table\" = ?": "failed",
    "UPDATE tables SET pace = '{' WHERE id = ?": "failed",
}
"""What is done to tables, and the reason that their players are told."""


async def damaged_tables_are_set_apart(place: Place) -> None:
    """Tables that cannot be opened: named to their players, logged once, and nobody else notices."""
    db = place.sqlite()
    file = str(file_of(db))
    async with place.server(db) as server:
        anna = await Client(server.url, "Anna").enter()
        body = {"game": "rise", "players": 2, "seats": ["bot:easy", "me"], "public": True}
        tables = [(await anna.post("/api/tables", **body))["id"] for _ in range(len(DAMAGE) + 1)]
        for table in tables[:-1]:
            await answer_all(anna, table)
            async with asyncio.timeout(SOON):
                while not (await anna.view(table))["ply"]:
                    await asyncio.sleep(0.05)
        await anna.post(f"/api/tables/{tables[-1]}/hold", on=True)  # bots have both seats of the sound one
        await bots_go_on(anna, tables[-1])
        server.kill()
    database = sqlite3.connect(file)
    seeds = [row[0] for row in database.execute("SELECT seed FROM tables")]
    for number, table in enumerate(tables):
        database.execute("UPDATE tables SET created = ? WHERE id = ?", (number, table))
    for statement, table in zip(DAMAGE, tables, strict=False):
        database.execute(statement, (table,))
    database.execute("DELETE FROM snapshots")
    database.commit()
    before = database.execute('SELECT count(*) FROM log WHERE "table" = ?', (tables[-1],)).fetchone()
    async with place.server(db) as server:
        deadline = time.monotonic() + SOON
        while database.execute('SELECT count(*) FROM log WHERE "table" = ?', (tables[-1],)).fetchone() <= before:
            assert time.monotonic() < deadline, "a sound table, which nobody asks for, did not go on"
            await asyncio.sleep(0.1)
        again = Client(server.url)
        again.http.headers["authorization"] = anna.http.headers["authorization"]
        found = await again.http.get("/api/my/tables")
        assert found.status_code == 200, "damaged tables did not go out of the way of the list of tables"
        listed = {row["id"]: row for row in found.json()}
        assert "problem" not in listed[tables[-1]]
        whys = [listed[table].get("problem", {}).get("why") for table in tables[:-1]]
        assert whys == list(DAMAGE.values()), f"damaged tables did not go into quarantine: {whys}"
        for table in tables[:-1]:
            answer = await again.http.get(f"/api/tables/{table}")
            assert answer.status_code == 410
            assert answer.json()["type"] == "quarantined"
            assert answer.json()["reason"]
            assert len([line for line in server.log() if table in line]) == 1
        with pytest.raises(websockets.ConnectionClosed) as closed:
            async with again.live(tables[0]) as live:
                await live.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4410
        assert (await again.get("/api/health"))["quarantined"] == len(DAMAGE)
        assert tables[-1] in {row["id"] for row in await again.get("/api/tables")}
        await Pair.sit(server.url)
        assert not [seed for seed in seeds if seed in "\n".join(server.log())]
    database.close()
