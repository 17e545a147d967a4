"""Several processes on one PostgreSQL: nothing is done twice, nothing waits for one that is gone."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
import websockets

from tafelrunde.library import load_record
from tests.server.harness import Client, Live, Server, metrics, seated, serving
from tests.server.postgres import fresh_database
from tests.server.test_study import record_of

TABLES = "/api/tables"


async def at(server: Server, client: Client) -> Client:
    """The same person at another process."""
    there = Client(server.url, client.name)
    there.token = client.token
    there.http.headers["authorization"] = f"Bearer {client.token}"
    return there


async def thoughts(server: Server) -> int:
    return int((await metrics(server.url))["tafelrunde_bot_decisions_total"])


async def until_over(client: Client, table: str) -> None:
    async with asyncio.timeout(90):
        while not (await client.view(table))["over"]:
            await asyncio.sleep(0.1)


@pytest.mark.usefixtures("with_kontor")
async def test_a_bot_thinks_once_and_a_clock_runs_out_once(postgres_server: str) -> None:
    """Both processes hold the table open; every question is thought about in one of them only."""
    db = fresh_database(postgres_server)
    with serving(db) as one, serving(db) as two:
        anna = await Client(one.url, "Anna").enter()
        made = await anna.post(TABLES, game="kontor", players=3, seats=["me", "bot:easy", "bot:easy"], pace={"seconds": 1})
        table = made["id"]
        there = await at(two, anna)
        async with anna.live(table), there.live(table):
            await until_over(anna, table)
            await until_over(there, table)
        record = load_record((await anna.send("GET", f"{TABLES}/{table}/record")).text)
        state, choices = record.history.at(0), 0
        for seat, move in record.history.moves():
            choices += len(state.actions(seat)) > 1
            state.play(seat, move)
        assert state.over
        assert await thoughts(one) + await thoughts(two) == choices


async def test_what_a_dead_process_began_another_goes_on_with(postgres_server: str) -> None:
    db = fresh_database(postgres_server)
    with serving(db) as one, serving(db) as two:
        anna = await Client(one.url, "Anna").enter()
        made = await anna.post(TABLES, game="kontor", players=2, seats=["me", "me"], pace={"seconds": 2})
        there = await at(two, anna)
        assert (await there.view(made["id"]))["ply"] == 0
        one.kill()
        await until_over(there, made["id"])


async def test_sign_out_closes_the_sockets_in_every_process(postgres_server: str) -> None:
    db = fresh_database(postgres_server)
    with serving(db) as one, serving(db) as two:
        table, (anna, ben) = await seated(one.url, "kontor", 2)
        there = await at(two, anna)
        async with anna.live(table) as here, there.live(table) as far, ben.live(table) as other:
            for live in (here, far, other):
                await live.next("view")
            assert (await anna.send("DELETE", "/api/session")).status_code == 200
            for live in (here, far):
                assert await farewell(live) == 4401
            await other.send(type="ping")
            await other.next("pong")
        assert (await there.send("GET", "/api/my/tables")).status_code == 401, "at once, also where the token was known"


async def farewell(live: Live) -> int | None:
    """Listen until the connection is closed; the reason."""
    try:
        while True:
            await live.next(seconds=10)
    except websockets.ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def children(pid: int) -> list[int]:
    """The serving processes below ``tafelrunde serve``; multiprocessing keeps one more, which serves nothing."""
    found = []
    for name in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = name.read_text().rpartition(")")[2].split()
            words = (name.parent / "cmdline").read_text()
        except OSError:
            continue
        if int(fields[1]) == pid and "spawn_main" in words and "resource_tracker" not in words and fields[0] != "Z":
            found.append(int(name.parent.name))
    return found


async def test_workers_share_a_door_and_one_that_dies_is_replaced(postgres_server: str) -> None:
    with serving(fresh_database(postgres_server), "--workers", "2") as server:
        assert server.process is not None
        pid = server.process.pid
        async with asyncio.timeout(20):
            while len(workers := children(pid)) < 2:
                await asyncio.sleep(0.1)
        await play_at_many_sockets(server)
        os.kill(workers[0], signal.SIGKILL)
        async with asyncio.timeout(30):
            while len(again := children(pid)) < 2 or workers[0] in again:
                await asyncio.sleep(0.1)
        async with asyncio.timeout(30):
            while True:
                try:
                    await play_at_many_sockets(server)
                    break
                except (httpx.TransportError, OSError, websockets.InvalidHandshake):
                    await asyncio.sleep(0.2)
    assert not children(pid)


async def test_nobody_stays_behind_a_server_that_was_killed(sqlite_db: str, postgres_server: str) -> None:
    """Neither the processes in which bots think nor those that served beside it."""
    for db, arguments in ((sqlite_db, ()), (fresh_database(postgres_server), ("--workers", "2"))):
        server = Server(db, arguments=arguments).start()
        assert server.process is not None
        anna = await Client(server.url, "Anna").enter()
        made = await anna.post(TABLES, game="rise", players=2, seats=["me", "me"], hints=True)
        await anna.post(f"{TABLES}/{made['id']}/hint")
        left = [pid for child in children(server.process.pid) for pid in (child, *children(child))]
        assert left
        server.kill()
        async with asyncio.timeout(30):
            while any(alive(pid) for pid in left):
                await asyncio.sleep(0.1)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def play_at_many_sockets(server: Server) -> None:
    """Sockets of one table fall to both processes; each hears of each move."""
    table, clients = await seated(server.url, "rise", 2)
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(clients[i % 2].live(table)) for i in range(10)]
        for live in sockets:
            await live.next("view")
        for _ in range(3):
            questions = [(client, (await client.view(table))["decision"]) for client in clients]
            client, asked = next(item for item in questions if item[1])
            made = await client.post(f"{TABLES}/{table}/moves", decision=asked["id"], moves=asked["moves"][:1])
            began = time.monotonic()
            for live in sockets:
                while (await live.next("view"))["version"] < made["version"]:
                    pass
            assert time.monotonic() - began < 10


async def test_a_record_sent_up_to_one_process_is_replayed_by_every_other(postgres_server: str) -> None:
    db = fresh_database(postgres_server)
    text = record_of("rise", 2, 4)
    with serving(db) as one, serving(db) as two:
        anna = await Client(one.url, "Anna").enter()
        source = (await anna.post("/api/study/replays", record=text))["id"]
        stranger = Client(two.url)
        assert (await stranger.get(f"/api/study/replays/{source}"))["names"] == ["Anna", "Ben"]
        assert (await stranger.send("GET", f"/api/study/replays/{source}/record")).text == text
        again = await (await at(two, anna)).post("/api/study/replays", record=text)
        assert again["id"] == source, "it may be sent up again, to whichever process"
