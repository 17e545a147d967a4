"""What is refused, and how: sizes, rates, foreign sites, malformed things; accounts; strangers' files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

import tafelrunde
from tests.server.harness import Client, Server, play_on, seated, serving

TABLES = "/api/tables"
MALFORMED = (
    b"{", b"[]", b'"x"', b"null", b"\xff\xfe", b'{"moves": 1}', b'{"moves": []}', b'{"moves": [1]}', b'{"moves":["a"],"x":1}',
)  # fmt: skip
WRONG_TABLES: tuple[dict[str, Any], ...] = (
    {"game": "chess"},
    {"players": 9},
    {"seats": ["me"]},
    {"seats": ["me", "bot:mcts:9999"]},
    {"options": {"x": "y"}},
)


@pytest.fixture
async def anna(shared_server: Server) -> Client:
    return await Client(shared_server.url, "Anna").enter()


async def raw(client: Client, path: str, content: bytes, **headers: str) -> httpx.Response:
    return await client.http.post(path, content=content, headers={"content-type": "application/json", **headers})


async def test_malformed_bodies_get_4xx_with_a_sentence(anna: Client) -> None:
    table = (await anna.post(TABLES, game="kontor", players=2))["id"]
    for content in MALFORMED:
        answer = await raw(anna, f"{TABLES}/{table}/moves", content)
        assert answer.status_code in (400, 422), content
        assert answer.json()["reason"]
    for body in WRONG_TABLES:
        status, refusal = await anna.refused(TABLES, **{"game": "kontor", "players": 2, **body})
        assert status in (404, 422)
        assert refusal["reason"]


async def test_what_is_too_large_is_413(anna: Client) -> None:
    big = json.dumps({"moves": ["x" * 100] * 2000}).encode()
    assert (await raw(anna, f"{TABLES}/x/moves", big)).status_code == 413

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(200):
            yield b" " * 1000

    answer = await anna.http.post(f"{TABLES}/x/moves", content=pieces(), headers={"content-type": "application/json"})
    assert answer.status_code == 413, "without a length it is counted"


async def test_foreign_tables_and_cookies_are_nobodys(anna: Client, shared_server: Server) -> None:
    assert (await anna.send("GET", f"{TABLES}/nosuchtable")).status_code == 404
    assert (await anna.refused(f"{TABLES}/nosuchtable/moves", moves=["hold"]))[0] == 404
    token = anna.token
    assert (await anna.send("DELETE", "/api/session")).status_code == 200
    replayed = httpx.AsyncClient(base_url=shared_server.url, cookies={"tafelrunde": token})
    nobody = await replayed.get("/api/session")
    assert (nobody.status_code, nobody.json()) == (200, None)
    assert (await replayed.post(TABLES, json={"game": "kontor", "players": 2})).status_code == 401


async def test_requests_from_other_sites_are_refused(shared_server: Server) -> None:
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
        answer = await httpx.AsyncClient(base_url=shared_server.url).post("/api/session", json={"name": "Eve"}, headers=headers)
        assert answer.status_code == 403
    answer = await httpx.AsyncClient(base_url=shared_server.url).post(
        "/api/session", json={"name": "Ann"}, headers={"origin": shared_server.url, "sec-fetch-site": "same-origin"}
    )
    assert answer.status_code == 200
    assert "token" not in answer.json(), "a page's scripts never see the token"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_a_guest_becomes_an_account_and_keeps_the_games(shared_server: Server) -> None:
    guest = await Client(shared_server.url, "Guest").enter()
    table = (await guest.post(TABLES, game="kontor", players=2, seats=["me", "bot:easy"]))["id"]
    name = f"guest-{table.lower().replace('_', '.')[:12]}"
    await guest.post("/api/account", account=name, password="correct horse")
    assert (await guest.refused("/api/account", account=name + "x", password="another one"))[0] == 409
    elsewhere = Client(shared_server.url)
    assert (await elsewhere.refused("/api/login", account=name, password="wrong horse"))[0] == 403
    assert (await elsewhere.refused("/api/login", account="nobody-here", password="wrong horse"))[0] == 403
    entered = await elsewhere.post("/api/login", account=name, password="correct horse")
    elsewhere.http.headers["authorization"] = f"Bearer {entered['token']}"
    assert (await elsewhere.get(f"{TABLES}/{table}"))["seat"] == 0


async def test_rates_are_limited_and_registration_can_be_closed(sqlite_db: str) -> None:
    with serving(sqlite_db, env={"TAFELRUNDE_RATE": "5"}) as server:
        client = await Client(server.url).enter()
        answers = await asyncio.gather(*(client.send("GET", "/api/session") for _ in range(60)))
        assert {answer.status_code for answer in answers} == {200, 429}
    with serving(sqlite_db, "--closed") as server:
        status, refusal = await Client(server.url).refused("/api/session", name="Late")
        assert (status, refusal["type"]) == (403, "closed")


async def test_strangers_files_are_read_in_a_limited_worker(anna: Client) -> None:
    golden = sorted(Path("tests/games/rise/golden").glob("*.tafel"))[0].read_text()
    proved = await anna.post("/api/verify", record=golden)
    assert (proved["ok"], proved["game"]) == (True, "rise")
    assert not (await anna.post("/api/verify", record="tafelrunde 1\nrules x\n<script>"))["ok"]
    status, refusal = await anna.refused(TABLES, game="rise", players=2, components="[[[")
    assert (status, refusal["place"]) == (422, "components")
    own = (Path(tafelrunde.__file__).parent / "games/rise/data/components.toml").read_text()
    if len(own) < 256 * 1024:
        made = await anna.post(TABLES, game="rise", players=2, components=own, seats=["me", "me"])
        assert await play_on(made["id"], [anna], Random(1), 5) == 5


async def test_hosts_are_told_how_it_goes(anna: Client) -> None:
    assert (await anna.get("/api/health"))["ok"]
    assert (await anna.send("GET", "/")).status_code == 200
    assert {game["id"] for game in await anna.get("/api/games")} >= set(tafelrunde.games())
    assert "events" in await anna.get("/api/games/rise/messages/de")


async def test_a_socket_that_does_not_read_does_not_stop_the_table(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "rise", 2)
    async with clients[0].live(table):  # connected, never read
        assert await play_on(table, clients, Random(3), 60) == 60
