"""Clubs and leagues: 23 members over 4 rounds on a real store, and a small league on a running server with its bots."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, defaultdict
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, update

from tafelrunde.server import schema
from tafelrunde.server.leagues import Leagues
from tafelrunde.server.models.clubs import LeagueBody
from tafelrunde.server.store import Step, Store, Write
from tafelrunde.server.table import Table
from tafelrunde.server.tables import Tables
from tests.server.harness import ENV, Client, Server, play_on, serving
from tests.server.postgres import fresh_database

CLUB = "club"


async def a_club(store: Store, n: int) -> list[str]:
    """People with accounts, all members of one club."""
    now, members = time.time(), [f"m{i:02}" for i in range(n)]
    people = [{"id": f"p{i:02}", "name": f"Person {i}", "account": f"person{i}", "created": now} for i in range(n)]
    joined = [{"id": m, "club": CLUB, "person": f"p{m[1:]}", "host": m == "m00", "joined": now} for m in members]
    club = {"id": CLUB, "name": "Club", "created": now}
    tables = (schema.people, people), (schema.clubs, [club]), (schema.members, joined)
    await store.write(Write([Step(table.insert(), rows) for table, rows in tables]))
    return members


async def finish(tables: Tables, table_id: str, random: Random) -> None:
    """Play a table to its end with random moves."""

    async def work(table: Table) -> bool:
        if not table.over:
            seat = random.choice(table.shown.to_act)
            await tables.move(table, seat, [random.choice(table.shown.legal(seat)).text], table.questions[seat])
        return table.over

    while not await tables.change(table_id, work):
        pass


@pytest.mark.usefixtures("with_kontor")
async def test_a_league_of_23_members_over_4_rounds(sqlite_db: str) -> None:
    store = Store(sqlite_db, origin="test")
    await store.open()
    tables, random = Tables(store), Random(7)
    leagues = Leagues(store, tables)
    try:
        members = await a_club(store, 23)
        league = await leagues.league(await leagues.make(CLUB, LeagueBody(title="Autumn", game="kontor", size=3, rounds=4)))
        for member in members:
            await leagues.join(league, member)
        await leagues.begin(league)
        withdrawn, seats = "m05", schema.league_seats
        for number in range(1, 5):
            rows = await store.rows(select(seats).where(seats.c.round == number))
            playing = [m for m in members if number < 3 or m != withdrawn]
            assert sorted(row["member"] for row in rows if row["member"]) == playing, "everybody plays every round"
            assert sum(row["member"] is None for row in rows) == 24 - len(playing), "bots fill up eight tables of three"
            if number == 2:
                await leagues.withdraw(league, withdrawn)
            for table_id in sorted({row["table"] for row in rows}):
                await finish(tables, table_id, random)
            await leagues.look_after()
        shown = await leagues.shown(await leagues.league(league["id"]), {"id": "m00", "host": True})
        assert shown["ended"] is not None
        assert [len(one["games"]) for one in shown["played"]] == [8, 8, 8, 8]
        await standings_are_right(store, shown, members)
        had = Counter(
            (s["member"], s["seat"]) for one in shown["played"] for g in one["games"] for s in g["seats"] if s["member"]
        )
        assert max(had.values()) <= 2
        assert next(row for row in shown["standings"] if row["member"] == withdrawn)["withdrawn"]
        [held] = [s for g in shown["played"][2]["games"] for s in g["seats"] if s["member"] == withdrawn]
        assert held["substitute"], "a bot held the seat of who withdrew during the round"
        assert held["points"] is not None
    finally:
        await store.close()


async def standings_are_right(store: Store, shown: dict[str, Any], members: list[str]) -> None:
    """The same table worked out from the results of the games alone, with fractions instead of shares of 120."""
    total: dict[str, float] = defaultdict(float)
    for row in await store.rows(select(schema.tables.c.id, schema.tables.c.result)):
        result = json.loads(row["result"])
        seats = await store.rows(select(schema.league_seats).where(schema.league_seats.c.table == row["id"]))
        for one in seats:
            beaten = 0.0
            for other in seats:
                if one["seat"] == other["seat"]:
                    continue
                mine, theirs = ((s["seat"] in result["winners"]) for s in (one, other))
                if mine != theirs:
                    beaten += mine
                elif mine or result["scores"][one["seat"]] == result["scores"][other["seat"]]:
                    beaten += 0.5
                else:
                    beaten += result["scores"][one["seat"]] > result["scores"][other["seat"]]
            total[one["member"] or "bot"] += 120 * beaten / (len(seats) - 1)
    assert {row["member"]: row["points"] for row in shown["standings"]} == {m: round(total[m]) for m in members}
    ranked = [row["points"] for row in shown["standings"]]
    assert ranked == sorted(ranked, reverse=True)


# --- a running server ----------------------------------------------------------------------------------


async def accounts(server: Server, *names: str) -> list[Client]:
    found = [await Client(server.url, name).enter() for name in names]
    for client, name in zip(found, names, strict=True):
        await client.post("/api/account", account=name.lower(), password="correct horse")
    return found


async def settled(client: Client, league: str, done: Any) -> dict[str, Any]:
    async with asyncio.timeout(60):
        while not done(found := await client.get(f"/api/leagues/{league}")):
            await asyncio.sleep(0.1)
    shown: dict[str, Any] = found
    return shown


async def test_a_club_plays_a_league_and_bots_take_over_after_the_due_date(postgres_server: str) -> None:
    db = fresh_database(postgres_server)
    with serving(db, env=ENV | {"TAFELRUNDE_TEST_SET": "tafelrunde.server.leagues:LOOK_SECONDS=0.2"}) as server:
        anna, bert, cleo, eve = await accounts(server, "Anna", "Bert", "Cleo", "Eve")
        club = (await anna.post("/api/clubs", name="The club"))["id"]
        word = (await anna.post(f"/api/clubs/{club}/invite"))["path"].partition("#")[2]
        assert (await eve.send("GET", f"/api/clubs/{club}")).status_code == 404, "a club is unknown to others"
        assert (await bert.refused(f"/api/clubs/{club}/invite"))[0] == 404
        for client in (bert, cleo):
            await client.post(f"/api/clubs/{club}/join", invite=word)
        assert (await bert.refused(f"/api/clubs/{club}/invite"))[0] == 403, "only its host invites"
        assert (await eve.refused(f"/api/clubs/{club}/join", invite="wrong"))[1]["type"] == "bad_invite"
        guest = await Client(server.url).enter()
        assert (await guest.refused(f"/api/clubs/{club}/join", invite=word))[1]["type"] == "no_account"
        assert (await anna.refused(f"/api/clubs/{club}/leagues", title="X", game="rise", size=6))[0] == 422
        body = {"title": "Autumn; league", "game": "kontor", "size": 3, "rounds": 2, "days": 10}
        league = (await anna.post(f"/api/clubs/{club}/leagues", **body))["id"]
        assert (await anna.refused(f"/api/leagues/{league}/begin"))[1]["type"] == "too_few"
        for client in (anna, bert, cleo):
            await client.post(f"/api/leagues/{league}/join")
        assert (await bert.refused(f"/api/leagues/{league}/begin"))[0] == 403
        for path in ("", "/join", "/begin"):
            method = "POST" if path else "GET"
            assert (await eve.send(method, f"/api/leagues/{league}{path}")).status_code == 404
        shown = await anna.post(f"/api/leagues/{league}/begin")
        [game] = shown["played"][0]["games"]
        path = (await bert.post("/api/me/calendar"))["path"]
        due = (await eve.http.get(path)).text
        assert f"UID:{game['table']}@tafelrunde" in due
        assert "SUMMARY:Autumn\\; league 1: Kontor" in due
        order = {one["name"]: one["seat"] for one in game["seats"]}
        clients = [one for _, one in sorted((order[c.name], i) for i, c in enumerate((anna, bert, cleo)))]
        await play_on(game["table"], [(anna, bert, cleo)[i] for i in clients], Random(1), 2000)
        shown = await settled(anna, league, lambda found: found["round"] == 2)
        assert sum(row["points"] for row in shown["standings"]) == 180
        # nobody plays the second round: after its due date bots do
        store = Store(server.db)
        seats = schema.league_seats
        async with store.engine.begin() as connection:
            await connection.execute(update(seats).where(seats.c.round == 2).values(due=time.time() - 1))
        await store.close()
        shown = await settled(anna, league, lambda found: found["ended"] is not None)
        assert all(seat["substitute"] for seat in shown["played"][0]["games"][0]["seats"])
        assert sum(row["points"] for row in shown["standings"]) == 360
        assert "BEGIN:VEVENT" not in (await eve.http.get(path)).text
        # a member who deletes the account leaves the club; its host is followed by who has been there longest
        answer = await anna.send("DELETE", "/api/account", {"confirm": True, "password": "correct horse"})
        assert answer.status_code == 200
        left = await bert.get(f"/api/clubs/{club}")
        assert [(one["name"], one["host"]) for one in left["people"]] == [("Bert", True), ("Cleo", False)]
        again = await bert.get(f"/api/leagues/{league}")
        assert "Anna" not in str(again)
