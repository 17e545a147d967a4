"""Thinking ahead: prepared turns, standing answers, plans, and the bots behind the levels."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import tafelrunde
from tafelrunde.bots.levels import LEVELS
from tafelrunde.server.positions import dump_state
from tafelrunde.server.thinking import think
from tests.server.harness import Client, Server, seated, serving

TABLES = "/api/tables"


async def asked_first(table: str, clients: list[Client]) -> tuple[Client, Client, dict[str, Any]]:
    """Who is asked at a table of two, who waits, and the question."""
    views = [await client.view(table) for client in clients]
    first = next(i for i, view in enumerate(views) if view["decision"])
    return clients[first], clients[1 - first], views[first]["decision"]


NOTHING = {"standing": False, "auto": True, "orders": {"event": False, "exchange": False}, "prepared": [], "dropped": None}
"""What a seat has left with the server at first."""


async def own(client: Client, table: str) -> dict[str, Any]:
    found: dict[str, Any] = (await client.get(f"{TABLES}/{table}"))["left"]
    return found


async def test_a_planned_turn_is_played_when_it_comes(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "rise", 2)
    path = f"{TABLES}/{table}"
    first, waiting, question = await asked_first(table, clients)
    before = await first.get(path)
    plan = await waiting.post(f"{path}/plan", moves=[])
    move = plan["view"]["decision"]["moves"][-1]
    planned = await waiting.post(f"{path}/plan", moves=[move])
    assert planned["view"]["ply"] > plan["view"]["ply"]
    assert set(plan["view"]["decision"]["moves"]) <= set((await waiting.post(f"{path}/words", later=True))["words"])
    assert await waiting.post(f"{path}/why", move=move, later=True) == {"legal": True}
    assert (await waiting.post(f"{path}/why", move=move))["legal"] is False, "it is not its turn yet"
    assert (await waiting.post(f"{path}/why", move="pay", later=True))["problem"]["rule"]
    beyond = await waiting.post(f"{path}/plan", moves=["pay", move])
    assert (beyond["at"], beyond["view"]) == (0, plan["view"]), "as far as it goes"
    assert beyond["refused"]["move"] == "pay"
    assert await waiting.post(f"{path}/prepare", moves=[move]) == {
        "seat": planned["view"]["you"],
        "prepared": [move],
        "dropped": None,
    }
    assert (await own(waiting, table))["prepared"] == [move]
    assert await first.get(path) == before, "nobody else can tell"
    assert (await waiting.view(table))["ply"] == 0, "it waits for the turn"
    async with first.live(table) as live:
        await live.next("view")
        while question is not None:
            await first.post(f"{path}/moves", decision=question["id"], moves=question["moves"][:1])
            question = (await first.view(table))["decision"]
        ply = (await first.view(table))["ply"]
        async with asyncio.timeout(10):
            while (await own(waiting, table))["prepared"]:
                await asyncio.sleep(0.02)
    assert (await waiting.view(table))["ply"] >= ply
    record = (await waiting.send("GET", f"{path}/record")).text.split("moves\n", 1)[1].splitlines()
    assert f"{planned['view']['you']} {move}" in record
    assert (await own(waiting, table))["dropped"] is None
    assert b"prepared" not in b"".join(part for part in first.bytes_read if b'"left"' not in part)


async def test_a_prepared_move_that_is_no_longer_legal_is_dropped_with_a_notice(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "rise", 2)
    path = f"{TABLES}/{table}"
    first, waiting, question = await asked_first(table, clients)
    status, refusal = await waiting.refused(f"{path}/prepare", moves=["place 1", "place nowhere"])
    assert (status, refusal["type"], refusal["place"]) == (422, "illegal", "moves[1]")
    await waiting.post(f"{path}/prepare", moves=["pay", "place 1"])
    async with waiting.live(table) as live, first.live(table):
        await live.next("view")
        while question is not None:
            await first.post(f"{path}/moves", decision=question["id"], moves=question["moves"][:1])
            question = (await first.view(table))["decision"]
        notice = await live.next("notice")
        assert (notice["notice"], notice["move"]) == ("prepared_dropped", "pay")
    assert await own(waiting, table) == {**NOTHING, "dropped": "pay"}
    view = await waiting.view(table)
    assert view["decision"], "the person is asked"
    await asyncio.sleep(0.2)
    assert (await waiting.view(table))["ply"] == view["ply"], "what came after it is dropped too"
    assert b"prepared_dropped" not in b"".join(first.bytes_read)
    await waiting.post(f"{path}/prepare", moves=[])
    assert (await own(waiting, table))["dropped"] is None


async def test_prepared_turns_and_standing_answers_survive_a_restart(sqlite_db: str) -> None:
    with serving(sqlite_db) as server:
        table, clients = await seated(server.url, "rise", 2)
        first, waiting, question = await asked_first(table, clients)
        await waiting.post(f"{TABLES}/{table}/prepare", moves=["place 1"])
        await waiting.post(f"{TABLES}/{table}/standing", on=True)
        server.kill()
        server.start()
        assert await own(waiting, table) == {**NOTHING, "standing": True, "prepared": ["place 1"]}
        while question is not None:
            await first.post(f"{TABLES}/{table}/moves", decision=question["id"], moves=question["moves"][:1])
            question = (await first.view(table))["decision"]
        async with asyncio.timeout(10):
            while (await own(waiting, table))["prepared"]:
                await asyncio.sleep(0.02)


async def test_standing_answers_pass_on_windows_until_the_next_own_turn(shared_server: Server) -> None:
    """Among others' deals the seat is never waited for; at its own turn it is asked, and the standing answer is off."""
    table, clients = await seated(shared_server.url, "new_angeles", 4)
    path, random = f"{TABLES}/{table}", Random(5)
    seats = {(await client.get(path))["seat"]: client for client in clients}
    active = None
    while active is None:
        active = await one_move(path, seats, random)
    quiet = (active + 3) % 4  # the last of this round
    await seats[quiet].post(f"{path}/standing", on=True)
    assert (await own(seats[quiet], table))["standing"]
    others = {seat: client for seat, client in seats.items() if seat != quiet}
    async with asyncio.timeout(100):
        while (await own(seats[quiet], table))["standing"]:
            await one_move(path, others, random)
    view = await seats[quiet].view(table)
    declined = [line for line in await lines(seats[quiet], path) if line.startswith(f"{quiet} ")]
    assert view["decision"], "now the person is asked"
    assert view["active"] == quiet or not set(view["decision"]["moves"]) & {"pass", "done", "abstain"}
    assert any(line.split()[1] in ("pass", "done", "abstain", "?") for line in declined), declined


async def one_move(path: str, seats: dict[int, Client], random: Random) -> int | None:
    """A random move of somebody who is asked; the active seat once the rounds have begun."""
    for client in seats.values():
        view = (await client.get(path))["view"]
        if view["decision"]:
            asked = view["decision"]
            await client.send("POST", f"{path}/moves", {"decision": asked["id"], "moves": [random.choice(asked["moves"])]})
            break
    found: int | None = view["active"]
    return found


async def lines(client: Client, path: str) -> list[str]:
    return (await client.send("GET", f"{path}/record")).text.split("moves\n", 1)[1].splitlines()


def test_levels_are_the_bots_of_that_name() -> None:
    state = tafelrunde.load("rise").new(2, seed=3)
    seat = state.to_act[0]
    game = ("rise", None, state.game.components.hash)
    found = {level: think(game, dump_state(state), seat, level, 1) for level in LEVELS}
    assert all(state.explain(seat, thought.move) is None for thought in found.values())
    assert [found[level].key for level in LEVELS[:2]] == ["looked"] * 2
    assert all(found[level].facts["all"] > 10 for level in LEVELS[2:])


async def test_a_look_at_a_move_that_came_too_late_is_no_mistake(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "rise", 2)
    path = f"{TABLES}/{table}"
    first, _, question = await asked_first(table, clients)
    seen = (await first.get(path))["version"]
    move = question["moves"][0]
    assert not (await first.post(f"{path}/preview", moves=[move], version=seen)).get("stale")
    await first.post(f"{path}/moves", decision=question["id"], moves=[move])
    late = await first.post(f"{path}/preview", moves=[move], version=seen)
    assert late["stale"]
    assert late["events"] == []
    assert late["view"]["ply"] == 1
    assert (await first.refused(f"{path}/preview", moves=["place 1"]))[0] == 422, "without a version it is one"


async def test_prospects_of_the_next_moves(shared_server: Server) -> None:
    """A game that works them out answers its own seat; others answer nothing."""
    table, clients = await seated(shared_server.url, "twentieth_century", 3)
    path = f"{TABLES}/{table}"
    first, _, question = await asked_first(table, clients)
    found = await first.post(f"{path}/prospects")
    assert set(found["lands"]) == set((await first.get(path))["view"]["board"]["lands"])
    assert found["advice"][0]["key"] == "bid_leaves"
    picked = next(move for move in question["moves"] if move.startswith("pick "))
    assert (await first.post(f"{path}/prospects", after=[picked]))["advice"][0]["key"] == "bid_leaves"
    table, clients = await seated(shared_server.url, "rise", 2)
    assert await clients[0].post(f"{TABLES}/{table}/prospects") == {}


async def test_moves_in_words_and_reasons_after_tentative_ones(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "rise", 2)
    path = f"{TABLES}/{table}"
    first, _, question = await asked_first(table, clients)
    told = await first.post(f"{path}/words", lang="de")
    assert told["declines"] is None, "a factory must be placed"
    words = told["words"]
    assert set(question["moves"]) <= words.keys()
    assert all("{" not in sentence for sentence in words.values())
    move = question["moves"][0]
    assert move not in (await first.post(f"{path}/words", after=[move]))["words"]
    assert (await first.post(f"{path}/why", move=move))["legal"]
    why = await first.post(f"{path}/why", move=move, after=[move])
    assert not why["legal"]
    assert why["problem"]["rule"].startswith("RISE-")
    about = await first.get(f"{path}/about")
    assert about["own"] == [(await first.view(table))["you"]]
    assert "view" not in about
