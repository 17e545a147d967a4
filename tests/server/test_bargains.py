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


async def test_a_bot_takes_a_present(shared_server: Server) -> None:
    anna = await Client(shared_server.url, "Anna").enter()
    seats = ["me", "bot:easy", "bot:easy", "bot:easy"]
    made = await anna.post("/api/tables", game="new_angeles", players=4, seats=seats, options={"corporations": "fixed"})
    table = made["id"]
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        view = await until_a_deal(anna, table)
        moves = ["trade 1", "give capital 3", "propose"]
        answer = await anna.http.post(f"/api/tables/{table}/moves", json={"moves": moves})
        if answer.status_code == 200:
            break
        assert answer.status_code in (409, 422), "only because a bot was quicker"
    before = view["seats"][0]["capital"]
    while time.monotonic() < end:
        view = await anna.view(table)
        if view["seats"][0]["proposal"] is None:
            break
        await asyncio.sleep(0.05)
    assert view["seats"][0]["capital"] <= before - 3 + 2, "accepted; a card may have brought something meanwhile"
    answers = [line for line in (await anna.http.get(f"/api/tables/{table}/record")).text.splitlines() if " accept 0" in line]
    assert answers == ["1 accept 0"]
