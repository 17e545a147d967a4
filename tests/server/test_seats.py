"""Seats: invitations, return links, bots, clocks, standing answers, prepared turns, hints, rematch."""

from __future__ import annotations

import asyncio
import sqlite3
from random import Random

import pytest

from tests.server.harness import Client, Server, play_on, seated, serving

TABLES = "/api/tables"


async def until_over(client: Client, table: str, seconds: float = 40) -> dict[str, object]:
    async with asyncio.timeout(seconds):
        while True:
            view = await client.view(table)
            if view["over"]:
                return view
            await asyncio.sleep(0.1)


async def test_an_invitation_is_for_one(shared_server: Server) -> None:
    anna, ben, carl = [await Client(shared_server.url, name).enter() for name in ("Anna", "Ben", "Carl")]
    made = await anna.post(TABLES, game="kontor", players=2, seats=["me", "open"])
    path = f"{TABLES}/{made['id']}/join"
    assert (await ben.refused(path, invite="guess"))[0] == 403
    assert (await ben.refused(path))[0] == 403, "a private table needs an invitation"
    assert (await ben.post(path, invite=made["invites"][0]))["seat"] == 1
    assert (await carl.refused(path, invite=made["invites"][0]))[0] == 403
    assert [seat["name"] for seat in (await carl.get(f"{TABLES}/{made['id']}"))["table"]["seats"]] == ["Anna", "Ben"]


async def test_a_return_link_gives_the_seat_back(shared_server: Server) -> None:
    anna, new = [await Client(shared_server.url, name).enter() for name in ("Anna", "Anna again")]
    made = await anna.post(TABLES, game="kontor", players=2, seats=["me", "bot:easy"])
    path = f"{TABLES}/{made['id']}"
    back = await new.post(f"{path}/return", back=made["back"][0])
    assert (await new.get(path))["seat"] == 0
    assert (await anna.get(path))["seat"] is None
    assert (await anna.refused(f"{path}/return", back=made["back"][0]))[0] == 403, "used links are void"
    assert (await anna.post(f"{path}/return", back=back["back"]))["seat"] == 0


async def test_public_tables_stand_in_the_lobby(shared_server: Server) -> None:
    anna, ben = [await Client(shared_server.url, name).enter() for name in ("Anna", "Ben")]
    made = await anna.post(TABLES, game="kontor", players=2, public=True)
    hidden = await anna.post(TABLES, game="kontor", players=2)
    listed = {table["id"]: table for table in await ben.get(TABLES)}
    assert listed[made["id"]]["seats"] == ["Anna", None]
    assert hidden["id"] not in listed
    await ben.post(f"{TABLES}/{made['id']}/join")
    await ben.post(f"{TABLES}/{made['id']}/leave")
    again = await anna.post(f"{TABLES}/{made['id']}/invites")
    assert (await ben.post(f"{TABLES}/{made['id']}/join", invite=again["invites"][0]))["seat"] == 1
    assert made["id"] in [table["id"] for table in await ben.get("/api/my/tables")]


async def test_bots_play_a_whole_game_and_a_rematch_finds_everybody(shared_server: Server) -> None:
    anna = await Client(shared_server.url, "Anna").enter()
    made = await anna.post(TABLES, game="kontor", players=3, seats=["me", "bot:hard", "bot:easy"])
    table = made["id"]
    async with asyncio.timeout(60):
        while not (view := await anna.view(table))["over"]:
            if view["decision"]:
                asked = view["decision"]
                await anna.post(f"{TABLES}/{table}/moves", decision=asked["id"], moves=asked["moves"][:1])
            else:
                await asyncio.sleep(0.05)
    again = await anna.post(f"{TABLES}/{table}/rematch")
    assert (await anna.post(f"{TABLES}/{table}/rematch"))["id"] == again["id"]
    new = await anna.get(f"{TABLES}/{again['id']}")
    assert new["seat"] == 0, "everybody in the same seat, and so with the same colour"
    assert [seat["kind"] for seat in new["table"]["seats"]] == ["person", "bot:hard", "bot:easy"]


async def test_a_clock_that_runs_out_is_played_by_a_bot_which_then_holds_the_seat(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2, pace={"mode": "live", "seconds": 1})
    view = await until_over(clients[0], table)
    assert view["over"]
    seats = (await clients[0].get(f"{TABLES}/{table}"))["table"]["seats"]
    assert any(seat["held"] for seat in seats)
    assert (await clients[0].post(f"{TABLES}/{table}/take-back"))["seat"] == 0
    assert not (await clients[0].get(f"{TABLES}/{table}"))["table"]["seats"][0]["held"]


async def test_clocks_wait_for_people_on_vacation(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2, pace={"mode": "day", "seconds": 2})
    for client in clients:
        assert (await client.post("/api/away", days=3))["left"] == pytest.approx(27)
    await asyncio.sleep(3)
    assert (await clients[0].view(table))["ply"] == 0
    status, refusal = await clients[0].refused("/api/away", days=30)
    assert (status, refusal["type"]) == (422, "vacation"), "30 days a year, also in pieces"


async def test_prepared_turns_are_played_when_the_turn_comes_and_dropped_when_illegal(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    view = await clients[0].view(table)
    bids = view["decision"]["moves"]
    await clients[0].post(f"{TABLES}/{table}/prepare", moves=[bids[0], "hold", "under"])
    async with asyncio.timeout(5):
        while (await clients[0].view(table))["ply"] < 2:
            await asyncio.sleep(0.02)
    other = (await clients[1].view(table))["decision"]
    async with clients[0].live(table) as live:
        await clients[1].post(f"{TABLES}/{table}/moves", decision=other["id"], moves=[other["moves"][-1], "raise"])
        view = await clients[0].view(table)
        if view["decision"] and view["decision"]["kind"] == "under":
            await asyncio.sleep(0.3)
            assert (await clients[0].view(table))["ply"] == 5
        else:
            asked = (await clients[1].view(table))["decision"]
            await clients[1].post(f"{TABLES}/{table}/moves", decision=asked["id"], moves=["keep"])
            notice = await live.next("notice")
            assert (notice["notice"], notice["move"]) == ("prepared_dropped", "under")


async def test_standing_answers_decline_windows_and_are_nobody_elses_business(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    before = await clients[1].get(f"{TABLES}/{table}")
    await clients[0].post(f"{TABLES}/{table}/standing", on=True)
    asked = (await clients[0].view(table))["decision"]
    assert asked["kind"] == "bid", "a bid cannot be declined: the person is asked, and the standing answer is off"
    assert await clients[1].get(f"{TABLES}/{table}") == before
    await asyncio.sleep(0.2)
    await clients[0].post(f"{TABLES}/{table}/moves", decision=asked["id"], moves=asked["moves"][:1])
    await clients[0].post(f"{TABLES}/{table}/standing", on=True)
    async with asyncio.timeout(5):
        while (view := await clients[0].view(table))["decision"]:
            await asyncio.sleep(0.02)
    assert view["seats"][0]["coins"] == 2, "held, not raised"


async def test_hints_need_everybodys_consent(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    path = f"{TABLES}/{table}"
    assert (await clients[0].refused(f"{path}/hint"))[0] == 403
    await clients[0].post(f"{path}/hints", on=True)
    assert (await clients[0].refused(f"{path}/hint"))[0] == 403
    await clients[1].post(f"{path}/hints", on=True)
    hint = await clients[0].post(f"{path}/hint")
    assert hint["move"] in (await clients[0].view(table))["decision"]["moves"]


async def test_a_hot_seat_is_one_person_at_several_seats(shared_server: Server) -> None:
    anna = await Client(shared_server.url, "Anna").enter()
    made = await anna.post(TABLES, game="rise", players=2, seats=["me", "me"])
    assert await play_on(made["id"], [anna], Random(2), 30) == 30
    for seat in (0, 1):
        assert (await anna.get(f"{TABLES}/{made['id']}?seat={seat}"))["seat"] == seat


async def test_bots_go_on_after_a_restart(sqlite_db: str) -> None:
    """Nobody has to look at the table: what a crash interrupted is taken up by itself."""
    with serving(sqlite_db) as server:
        anna = await Client(server.url, "Anna").enter()
        made = await anna.post(TABLES, game="rise", players=2, seats=["me", "bot:hard"])
        while not (view := await anna.view(made["id"]))["decision"]:
            await asyncio.sleep(0.02)
        while (view := await anna.view(made["id"]))["decision"]:
            asked = view["decision"]
            await anna.post(f"{TABLES}/{made['id']}/moves", decision=asked["id"], moves=asked["moves"][:1])
        server.kill()
        before = plies(sqlite_db)
        server.start()
        async with asyncio.timeout(30):
            while plies(sqlite_db) <= before:
                await asyncio.sleep(0.1)


def plies(db: str) -> int:
    """Moves in the file itself; asking the server would wake the table."""
    with sqlite3.connect(db.removeprefix("sqlite:///")) as connection:
        found: int = connection.execute("SELECT count(*) FROM log WHERE kind = 'move'").fetchone()[0]
    return found


# --- bots for free seats, names at one screen ----------------------------------------------------


async def test_the_host_lets_a_bot_take_a_free_seat(shared_server: Server) -> None:
    anna, ben = await Client(shared_server.url, "Anna").enter(), await Client(shared_server.url, "Ben").enter()
    made = await anna.post(TABLES, game="kontor", players=3, seats=["me", "open", "open"], public=True)
    path = f"{TABLES}/{made['id']}"
    assert (await anna.get(TABLES))[0]["options"], "what is agreed is listed"
    assert (await ben.refused(f"{path}/seat-bot", free_seat=1, bot="bot:easy"))[0] == 403
    assert (await anna.refused(f"{path}/seat-bot", free_seat=0, bot="bot:easy"))[0] == 409
    assert (await anna.refused(f"{path}/seat-bot", free_seat=9, bot="bot:easy"))[0] == 404
    assert (await anna.refused(f"{path}/seat-bot", free_seat=1, bot="bot:mcts:9"))[0] == 422
    assert (await anna.post(f"{path}/seat-bot", free_seat=1, bot="bot:easy")) == {"seat": 1}
    assert (await anna.post(f"{path}/seat-bot", free_seat=2, bot="bot:hard")) == {"seat": 2}
    assert (await ben.refused(f"{path}/join", invite=made["invites"][0]))[0] == 403, "its invitation is void"
    shown = await anna.get(path)
    assert [seat["kind"] for seat in shown["table"]["seats"]] == ["person", "bot:easy", "bot:hard"]
    async with asyncio.timeout(60):
        while not (view := await anna.view(made["id"]))["over"]:  # the bots play
            if asked := view["decision"]:
                await anna.post(f"{path}/moves", decision=asked["id"], moves=asked["moves"][:1])
            else:
                await asyncio.sleep(0.05)
    assert (await anna.refused(f"{path}/seat-bot", free_seat=1, bot="bot:easy"))[0] == 409


async def test_people_at_one_screen_have_names(shared_server: Server) -> None:
    anna = await Client(shared_server.url, "Anna").enter()
    seats = ["me", "me", "me"]
    made = await anna.post(TABLES, game="kontor", players=3, seats=seats, names=[None, " Ben  Ali ", None])
    shown = await anna.get(f"{TABLES}/{made['id']}/about")
    assert [seat["name"] for seat in shown["table"]["seats"]] == ["Anna", "Ben Ali", "Anna 3"]
    assert (await anna.refused(TABLES, game="kontor", players=3, seats=seats, names=["bot:hard"]))[0] == 422
