"""A finished game is final: nobody takes anything back, and what the database says of the end is what the moves say."""

from __future__ import annotations

import asyncio
import sqlite3
from random import Random

import pytest

from tafelrunde.cli.main import main
from tests.server.harness import Client, Server, play_on, seated, serving

TABLES = "/api/tables"


@pytest.mark.parametrize(("game", "players"), [("rise", 2), ("kontor", 2)])
async def test_nothing_is_taken_back_after_the_end(shared_server: Server, game: str, players: int) -> None:
    """That every game ends with a safe point is shown without a server, in ``tests/contract/test_records.py``."""
    anna = await Client(shared_server.url, "Anna").enter()
    made = await anna.post(TABLES, game=game, players=players, seats=["me"] * players)
    path = f"{TABLES}/{made['id']}"
    await play_on(made["id"], [anna], Random(7), 10_000)
    end = await anna.get(path)
    record = (await anna.send("GET", f"{path}/record")).text
    assert end["view"]["over"]
    for body in ({}, *({"seat": seat} for seat in range(players)), {"ply": end["view"]["ply"] - 1}, {"ply": 0}, {"agree": True}):
        status, refusal = await anna.refused(f"{path}/undo", **body)
        assert (status, refusal["type"]) == (409, "finished"), body
        assert "final" in refusal["reason"]
    assert await anna.get(path) == end
    assert (await anna.send("GET", f"{path}/record")).text == record
    replay = await anna.get(f"/api/study/replays/{made['id']}")
    assert (replay["last"], replay["scores"]) == (end["view"]["ply"], end["view"]["scores"])
    status, _ = await anna.refused(f"{path}/moves", moves=["pass"])
    assert status in (409, 422)


async def test_a_proposal_to_go_back_ends_with_the_game(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    await play_on(table, clients, Random(1), 5)
    await clients[0].post(f"{TABLES}/{table}/undo", ply=2)
    await play_on(table, clients, Random(1), 10_000)
    about = (await clients[1].get(f"{TABLES}/{table}"))["table"]
    assert (about["over"], about["proposal"]) == (True, None)
    assert (await clients[1].refused(f"{TABLES}/{table}/undo", agree=True))[0] == 409


@pytest.mark.usefixtures("with_kontor")
async def test_what_is_noted_of_the_end_follows_the_moves(sqlite_db: str) -> None:
    """A database in which a finished game was taken back says "over" of a running game: it is corrected when it is opened."""
    with serving(sqlite_db) as server:
        running, people = await seated(server.url, "kontor", 2)
        await play_on(running, people, Random(1), 5)
        finished, _ = await seated(server.url, "kontor", 2)
        await play_on(finished, _, Random(1), 10_000)
    file = sqlite_db.removeprefix("sqlite:///")
    with sqlite3.connect(file) as connection:
        assert dict(connection.execute("SELECT id, over FROM tables").fetchall()) == {running: 0, finished: 1}
        connection.execute("UPDATE tables SET over = 1 - over")
    assert await asyncio.to_thread(main, ["verify-tables", "--db", sqlite_db]) == 1
    with serving(sqlite_db) as server:
        for client in people:
            client.http.base_url = server.url
        assert not (await people[0].get(f"{TABLES}/{running}"))["view"]["over"]
        assert (await people[0].get(f"{TABLES}/{finished}"))["view"]["over"]
        assert await play_on(running, people, Random(1), 10_000) > 0
        assert (await people[0].refused(f"{TABLES}/{running}/undo"))[0] == 409
    assert await asyncio.to_thread(main, ["verify-tables", "--db", sqlite_db]) == 0
