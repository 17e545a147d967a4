"""Finished games, ratings and the page of a player, on a really played table."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from tafelrunde.rating import Rating, rate
from tests.server.harness import Client, play_on, seated, serving

PASSWORD = "correct horse"


async def accounts(clients: list[Client], prefix: str) -> None:
    for i, client in enumerate(clients):
        await client.post("/api/account", account=f"{prefix}{i}", password=PASSWORD)


async def played(table: str, clients: list[Client]) -> list[int]:
    """Play to the end; returns the winners when the game is counted."""
    await play_on(table, clients, Random(3), 2000)
    winners: list[int] = (await clients[0].view(table))["winners"]
    async with asyncio.timeout(20):
        while not any(row["table"] == table for row in (await clients[0].get("/api/me/player"))["results"]):
            await asyncio.sleep(0.05)
    return winners


def values(ratings: list[Rating]) -> list[dict[str, int]]:
    return [{"value": round(one.value), "plus_minus": round(one.plus_minus)} for one in ratings]


async def test_only_who_wants_it_is_rated_and_the_page_is_private(db: str) -> None:
    with serving(db) as server:
        table, people = await seated(server.url, "kontor", 2)
        await accounts(people, "person")
        assert (await (await Client(server.url).enter()).refused("/api/me/player", rated=True))[1]["type"] == "no_account"
        await people[0].post("/api/me/player", rated=True)
        await played(table, people)
        for client in people:
            [game] = (await client.get("/api/me/player"))["games"]
            assert (game["played"], game["rating"]) == (1, None), "one of two who want it is no game for a rating"
        for client in people:
            await client.post("/api/me/player", rated=True)
        second = await people[0].post("/api/tables", game="kontor", players=2, seats=["me", "open"])
        await people[1].post(f"/api/tables/{second['id']}/join", invite=second["invites"][0])
        winners = await played(second["id"], people)
        expected = values(rate([Rating(), Rating()], winners))
        pages = [await client.get("/api/me/player") for client in people]
        assert [page["games"][0]["rating"] for page in pages] == expected
        assert [page["results"][0]["won"] for page in pages] == [seat in winners for seat in (0, 1)]
        assert [len(page["games"][0]["history"]) for page in pages] == [1, 1]
        stranger = Client(server.url)
        assert pages[0]["page"] is None
        assert (await stranger.send("GET", "/api/players/None")).status_code == 404
        name = (await people[0].post("/api/me/player", published=True))["page"]
        shown = await stranger.get(f"/api/players/{name}")
        assert shown["games"] == pages[0]["games"]
        assert {row["table"] for row in shown["results"]} == {table, second["id"]}
        await people[0].post("/api/me/player", published=False)
        assert (await stranger.send("GET", f"/api/players/{name}")).status_code == 404
        await people[1].post("/api/me/player", rated=False)
        assert (await people[1].get("/api/me/player"))["games"][0]["rating"] is None, "a rating that is not wanted is forgotten"
        export = await people[0].get("/api/me/export")
        assert [row["table"] for row in export["results"]] == [table, second["id"]]


async def test_ratings_go_on_where_they_stood_and_bots_have_their_own(sqlite_db: str) -> None:
    with serving(sqlite_db) as server:
        anna = await Client(server.url).enter()
        await anna.post("/api/account", account="anna", password=PASSWORD)
        await anna.post("/api/me/player", rated=True, published=True)
        ratings = [Rating(), Rating()]
        for _ in range(2):
            made: dict[str, Any] = await anna.post("/api/tables", game="kontor", players=2, seats=["me", "bot:easy"], watch=False)
            async with asyncio.timeout(60):
                while not (view := await anna.view(made["id"]))["over"]:
                    if view["decision"]:
                        body = {"decision": view["decision"]["id"], "moves": view["decision"]["moves"][-1:]}
                        await anna.post(f"/api/tables/{made['id']}/moves", **body)
                    await asyncio.sleep(0.01)
            winners = await played(made["id"], [anna])
            ratings = rate(ratings, winners)
        page = await anna.get("/api/me/player")
        assert [page["games"][0]["rating"]] == values(ratings[:1])
        shown = await Client(server.url).get(f"/api/players/{page['page']}")
        assert {row["table"] for row in shown["results"]} == {None}, "these tables were closed to spectators"


async def test_a_hot_seat_is_not_counted(sqlite_db: str) -> None:
    with serving(sqlite_db) as server:
        anna = await Client(server.url).enter()
        table = (await anna.post("/api/tables", game="kontor", players=2, seats=["me", "me"]))["id"]
        async with asyncio.timeout(60):
            while not (view := await anna.view(table))["over"]:
                seat = view["to_act"][0]
                shown = (await anna.get(f"/api/tables/{table}?seat={seat}"))["view"]["decision"]
                await anna.post(f"/api/tables/{table}/moves", decision=shown["id"], moves=shown["moves"][:1], seat=seat)
        await asyncio.sleep(0.5)
        assert (await anna.get("/api/me/player"))["results"] == []
