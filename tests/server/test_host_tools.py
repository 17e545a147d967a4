"""What the host of a server can do with the host's token, and nobody else: bans, removals, new passwords."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import websockets

from tests.server.harness import ENV, ROOT, Client, Server, seated, serving

TOKEN = "a host's token that nobody guesses"
PASSWORD = "correct horse"


@pytest.fixture
def server(db: str) -> Iterator[Server]:
    with serving(db, env=ENV | {"TAFELRUNDE_HOST_TOKEN": TOKEN}) as one:
        yield one


def host(server: Server, method: str, path: str, token: str = TOKEN, **more: object) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return httpx.request(method, f"{server.url}/api/host/{path}", headers=headers, timeout=30, **more)  # type: ignore[arg-type]


def command(server: Server, *words: str, token: str = TOKEN) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    env = os.environ | {"TAFELRUNDE_HOST_TOKEN": token, "TAFELRUNDE_HOST_URL": server.url, "PYTHONPATH": path}
    line = [sys.executable, "-m", "tests.server.serve", "host", *words]
    return subprocess.run(line, env=env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def login(server: Server, account: str, password: str) -> httpx.Response:
    return httpx.post(f"{server.url}/api/login", json={"account": account, "password": password}, timeout=30)


async def closed(socket: Any) -> int:
    """The code with which the server closes a socket."""
    await asyncio.wait_for(socket.wait_closed(), 20)
    return int(socket.close_code)


def watching(server: Server, table: str, client: Client) -> Any:
    url = f"{server.url.replace('http', 'ws')}/api/tables/{table}/live"
    return websockets.connect(url, additional_headers={"authorization": f"Bearer {client.token}"})


async def test_nobody_else_is_the_host(server: Server) -> None:
    anna = Client(server.url)
    await anna.enter()
    for method, path in (("GET", "people"), ("GET", "tables"), ("DELETE", "tables/x"), ("POST", "people/x/password")):
        for token in ("", "wrong", TOKEN[:-1], anna.token):
            assert host(server, method, path, token).status_code == 404
        assert (await anna.http.request(method, f"/api/host/{path}")).status_code == 404, "a cookie does not make a host"


async def test_without_a_token_there_is_no_host(shared_server: Server) -> None:
    assert host(shared_server, "GET", "people", "").status_code == 404
    assert host(shared_server, "GET", "people").status_code == 404


async def test_a_ban_ends_sessions_and_lets_bots_hold_the_seats(server: Server) -> None:
    table, (anna, mallory) = await seated(server.url, "rise", 2)
    await mallory.post("/api/account", account="mallory", password=PASSWORD)
    mark = host(server, "GET", "people?search=mallory").json()[0]["id"]
    async with watching(server, table, mallory) as socket:
        await socket.recv()
        assert host(server, "POST", f"people/{mark}/ban", json={"days": 7, "reason": "insults"}).status_code == 200
        assert await closed(socket) == 4401
    assert (await mallory.http.get("/api/me")).status_code == 401
    found = login(server, "mallory", PASSWORD)
    assert (found.status_code, found.json()["type"], found.json()["why"]) == (403, "banned", "insults")
    guess = login(server, "mallory", "something else")
    assert guess.json()["type"] == "wrong_password", "only who knows the password learns of the ban"
    shown = await anna.get(f"/api/tables/{table}")
    assert shown["table"]["seats"][1]["held"]
    assert host(server, "DELETE", f"people/{mark}/ban").status_code == 200
    assert login(server, "mallory", PASSWORD).status_code == 200


async def test_a_new_password_for_somebody_who_lost_it(server: Server) -> None:
    anna = Client(server.url)
    await anna.enter()
    await anna.post("/api/account", account="anna", password=PASSWORD)
    mark = host(server, "GET", "people?search=anna").json()[0]["id"]
    done = command(server, "password", mark)
    assert done.returncode == 0, done.stderr
    password = done.stdout.strip().rpartition(" ")[2]
    assert (await anna.http.get("/api/me")).status_code == 401
    assert login(server, "anna", PASSWORD).status_code == 403
    assert login(server, "anna", password).status_code == 200


async def test_a_kicked_person_has_no_seat_and_no_way_back(server: Server) -> None:
    table, (anna, mallory) = await seated(server.url, "rise", 2)
    assert command(server, "kick", table, "1").returncode == 0
    assert (await mallory.get(f"/api/tables/{table}"))["seat"] is None
    assert host(server, "POST", f"tables/{table}/kick/1").status_code == 404
    assert host(server, "POST", f"tables/{table}/kick/7").status_code == 404
    assert (await mallory.http.post(f"/api/tables/{table}/join", json={"invite": "x"})).status_code == 403
    assert (await anna.get(f"/api/tables/{table}"))["seat"] == 0


async def test_a_removed_table_is_gone_for_everybody(server: Server) -> None:
    table, (anna, _) = await seated(server.url, "rise", 2)
    other = (await anna.post("/api/tables", game="rise", players=2, seats=["me", "bot:easy"]))["id"]
    refused = command(server, "remove", table)
    assert refused.returncode == 2
    assert "--yes" in refused.stderr
    async with watching(server, table, anna) as socket:
        await socket.recv()
        assert command(server, "remove", table, "--yes").returncode == 0
        assert await closed(socket) == 4410
    assert (await anna.http.get(f"/api/tables/{table}")).status_code == 404
    assert [row["id"] for row in await anna.get("/api/my/tables")] == [other]
    assert other in command(server, "tables").stdout
    assert (await anna.http.get(f"/api/tables/{other}")).status_code == 200


async def test_a_deleted_person_is_a_former_player(server: Server) -> None:
    table, (anna, mallory) = await seated(server.url, "rise", 2)
    await mallory.post("/api/account", account="mallory", password=PASSWORD)
    mark = host(server, "GET", "people?search=mallory").json()[0]["id"]
    assert command(server, "delete", mark, "--yes").returncode == 0
    assert (await anna.get(f"/api/tables/{table}"))["table"]["seats"][1]["name"] == "former player"
    assert host(server, "GET", "people?search=mallory").json() == []


async def test_the_command_explains_what_is_missing(server: Server) -> None:
    assert "TAFELRUNDE_HOST_TOKEN" in command(server, "people", token="").stderr
    assert command(server, "people", token="x" * 30).returncode == 2
    assert "unencrypted" in command(server, "people", "--url", "http://play.example").stderr
    assert command(server, "ban").returncode == 2
    short = subprocess.run(
        [sys.executable, "-m", "tests.server.serve", "serve", "--db", server.db], capture_output=True, text=True, check=False,
        cwd=ROOT, env=os.environ | {"TAFELRUNDE_HOST_TOKEN": "short", "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert short.returncode == 2
    assert "TAFELRUNDE_HOST_TOKEN" in short.stderr
