"""Bots at a server's table answer what people propose to them, out of turn too."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from tests.server.harness import Client, Server

WAIT = 240.0


async def until_a_deal(client: Client, table: str) -> dict[str, Any]:
    """Answer the person's own questions until the first main offer is due; bots answer theirs."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        view = await client.view(table)
        if any(move.startswith("trade ") for move in view["free"]):
            return dict(view)
        if view["decision"]:
            answer = {"decision": view["decision"]["id"], "moves": view["decision"]["moves"][:1]}
            await client.http.post(f"/api/tables/{table}/moves", json=answer)
        await asyncio.sleep(0.05)
    raise AssertionError("no deal began")


async def proposed(server: Server, *terms: str) -> tuple[Client, str, dict[str, Any]]:
    """A table with three bots at which a person has proposed a trade to the first of them, and the view before."""
    anna = await Client(server.url, "Anna").enter()
    seats = ["me", "bot:easy", "bot:easy", "bot:easy"]
    made = await anna.post("/api/tables", game="new_angeles", players=4, seats=seats, options={"corporations": "fixed"})
    table = made["id"]
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        view = await until_a_deal(anna, table)
        answer = await anna.http.post(f"/api/tables/{table}/moves", json={"moves": ["trade 1", *terms, "propose"]})
        if answer.status_code == 200:
            return anna, table, view
        assert answer.status_code in (409, 422), "only because a bot was quicker"
    raise AssertionError("no time to propose")


async def answered(client: Client, table: str) -> dict[str, Any]:
    """Wait until the proposal is accepted or declined."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        view = await client.view(table)
        if view["seats"][0]["proposal"] is None:
            break
        await asyncio.sleep(0.05)
    return dict(view)


async def test_a_bot_takes_a_present(shared_server: Server) -> None:
    anna, table, view = await proposed(shared_server, "give capital 3")
    before = view["seats"][0]["capital"]
    view = await answered(anna, table)
    assert view["seats"][0]["capital"] <= before - 3 + 2, "accepted; a card may have brought something meanwhile"
    answers = [line for line in (await anna.http.get(f"/api/tables/{table}/record")).text.splitlines() if " accept 0" in line]
    assert answers == ["1 accept 0"]


async def test_a_bot_says_why_it_declines(shared_server: Server) -> None:
    """In the chat, as a sentence of the catalogue that every client shows in its language."""
    anna, table, _ = await proposed(shared_server, "ask capital 3")
    await answered(anna, table)
    lines = [line for line in (await anna.get(f"/api/tables/{table}"))["chat"] if line["said"]]
    assert [(line["seat"], line["said"]["key"]) for line in lines] == [(1, "refused_worse")]
    assert lines[0]["text"] == "I would be worse off afterwards."
    await anna.close()
