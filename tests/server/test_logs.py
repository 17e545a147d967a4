"""Logs: many things fail, and nothing that anybody sent or that is stored can be read in what the server says of it."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from pathlib import Path

import httpx
import orjson
import pytest
import websockets
from sqlalchemy import insert, select, update

from tafelrunde.server import schema
from tafelrunde.server.store import Store
from tafelrunde.server.tokens import digest
from tests.server.harness import Client, Server, serving
from tests.server.post import ORIGIN, PASSWORD, Authority, Office, post_office
from tests.server.test_push import Browser, private_key

TABLES = "/api/tables"
ADDRESS = "secret-address@example.org"
NAME = "Sigismunda"
TYPED = "a password that was typed"
BODY = "something in a body"
ENDPOINT = "https://localhost/secret-endpoint"
LINE = "something said in confidence"


async def misbehave(server: Server, office: Office) -> set[str]:
    """Requests of all kinds that fail; returns every secret that was in them or behind them."""
    anna = await Client(server.url, NAME).enter()
    table = (await anna.post(TABLES, game="kontor", players=2, seats=["me", "open"]))["id"]
    person = (await anna.get("/api/session"))["id"]
    store = Store(server.db)
    seed = (await store.rows(select(schema.tables)))[0]["seed"]
    async with store.engine.begin() as connection:
        keys = orjson.dumps(Browser().keys).decode()
        await connection.execute(insert(schema.pushes), {"endpoint": ENDPOINT, "person": person, "keys": keys})
        await connection.execute(update(schema.people).values(mail_confirmed=ADDRESS))
    await store.engine.dispose()
    await anna.post(TABLES, game="kontor", players=2, seats=["me", "open"])  # its first question is told of
    forged = "f" * 32
    guest = Client(server.url)
    guest.http.headers["authorization"] = f"Bearer {forged}"
    for path in ("/api/my/tables", f"{TABLES}/{table}", "/api/me/export", f"/api/tables/{forged}", f"/{forged}"):
        await guest.send("GET", path)
    guest.http.headers["cookie"] = f"tafelrunde={forged}"
    await guest.send("POST", "/api/login", {"account": "sigismunda", "password": TYPED})
    await anna.send("POST", "/api/password", {"old": TYPED, "new": TYPED})
    for content in (f'{{"{BODY}', f'{{"moves": "{BODY}"}}', json.dumps({"text": BODY * 9999}), f'["{BODY}"]'):
        with suppress(httpx.TransportError):  # a body that is too large is not read to its end
            await anna.http.post(f"{TABLES}/{table}/moves", content=content, headers={"content-type": "application/json"})
    await anna.send("POST", f"{TABLES}/{table}/chat", {"text": LINE})
    await anna.send("GET", "/api/me/export")
    await anna.send("POST", "/api/away", {"days": 3})
    await anna.send("POST", "/api/mail", {"mail": ADDRESS + ".net"})
    await anna.send("POST", "/api/mail/confirm", {"link": forged})
    await anna.send("POST", "/api/password/forgot", {"account": ADDRESS})
    await garbage(server, forged)
    async with anna.live(table) as live:
        await live.send(type="chat", text=LINE)
        await live.send(type="moves", moves=[BODY], key=BODY)
        await live.socket.send(BODY)
        with suppress(TimeoutError, websockets.ConnectionClosed):
            while True:
                await live.next(seconds=0.5)
    secrets = {anna.token, forged, TYPED, PASSWORD, BODY, LINE, ADDRESS, NAME, ENDPOINT, "secret-endpoint", seed, person}
    return secrets | {digest(anna.token), digest(forged), "a name in a statement", *Browser().keys.values()}


async def garbage(server: Server, forged: str) -> None:
    """What is no HTTP."""
    for content in (
        f"{forged}\r\n\r\n",
        f"GET /{forged} HTTP/9.9\r\ncookie: tafelrunde={forged}\r\n\r\n",
        f"GET / HTTP/1.1\r\n{forged}\0\r\n\r\n",
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(content.encode())
        await writer.drain()
        await asyncio.wait_for(reader.read(), 5)
        writer.close()


async def logs_are_silent_about_secrets(db: str, folder: Path, *faults: str) -> list[dict[str, object]]:
    log = folder / "log"
    authority = Authority(folder)
    with post_office(authority.context("localhost")) as office:
        office.refuse = True
        env = office.env() | authority.env | {"TAFELRUNDE_PUSH_KEY": private_key()}
        with serving(db, "--origin", ORIGIN, env=env, fault=" ".join(("mistakes", "impatient", *faults)), log=log) as server:
            server_key = env["TAFELRUNDE_PUSH_KEY"]
            secrets = await misbehave(server, office) | {server_key}
            deadline = time.monotonic() + 10
            while "a push failed" not in log.read_text() and time.monotonic() < deadline:
                await asyncio.sleep(0.1)
    text = log.read_text()
    assert not [secret for secret in secrets if secret in text]
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


async def test_no_secret_is_in_the_log(sqlite_db: str, tmp_path: Path) -> None:
    lines = await logs_are_silent_about_secrets(sqlite_db, tmp_path)
    said = [line["message"] for line in lines]
    for message in ("Exception in ASGI application", "a mail failed", "a push failed", "a thread failed"):
        assert message in said, "it was tried"
    assert any("never retrieved" in str(message) for message in said)
    assert "a library says %s" in said, "as it stands in its code"
    failed = next(line for line in lines if "cannot enter" not in str(line) and "enter" in str(line.get("error")))
    chain = failed["error"]
    assert isinstance(chain, list)
    assert [error["type"] for error in chain] == ["builtins.RuntimeError", "builtins.KeyError"], "what and where is told"
    assert chain[0]["at"][-1].startswith("tests/server/faults.py:")


@pytest.mark.parametrize("fault", ["wordy_logs", "filled_messages"])
async def test_injected_words_in_the_log_are_noticed(sqlite_db: str, tmp_path: Path, fault: str) -> None:
    with pytest.raises(AssertionError):
        await logs_are_silent_about_secrets(sqlite_db, tmp_path, fault)
