"""What one caller can take away from others: connections, heads, tokens, sockets, chat, tables. On a server with small limits."""

from __future__ import annotations

import asyncio
import secrets
import socket
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.server import limits_page
from tests.server.harness import Client, Server, seated, serving

SMALL = {
    "TAFELRUNDE_RATE": "20", "TAFELRUNDE_BURST": "200", "TAFELRUNDE_SESSIONS_AN_HOUR": "0", "TAFELRUNDE_CONNECTIONS": "12",
    "TAFELRUNDE_SPECTATORS": "5", "TAFELRUNDE_SOCKETS_PER_ADDRESS": "8", "TAFELRUNDE_SOCKETS_PER_PERSON": "4",
    "TAFELRUNDE_CHAT_A_MINUTE": "6", "TAFELRUNDE_SPECTATOR_CHAT_A_MINUTE": "8", "TAFELRUNDE_TABLES_PER_PERSON": "3",
    "TAFELRUNDE_TABLES_AN_HOUR": "5", "TAFELRUNDE_ACCOUNTS_AN_HOUR": "2", "TAFELRUNDE_ADDRESS_FACTOR": "10",
}  # fmt: skip
MB = 1024 * 1024


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('small')}/t.db", env=SMALL) as server:
        yield server


@pytest.fixture
async def anna(small: Server) -> AsyncIterator[Client]:
    client = await Client(small.url, "Anna").enter()
    yield client
    await client.close()


def resident(server: Server) -> int:
    """The server's resident memory in bytes."""
    assert server.process is not None
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * 4096


async def connect(server: Server, address: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))


async def first_line(server: Server, *parts: bytes) -> bytes:
    """What a raw connection is answered, whether it reads everything or not."""
    reader, writer = await connect(server)
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
    except ConnectionError:
        pass
    try:
        async with asyncio.timeout(10):
            return await reader.readline()
    except ConnectionError:
        return b""
    finally:
        writer.close()


# --- heads and connections -----------------------------------------------------------------------


async def test_a_head_is_refused_before_it_is_read(small: Server) -> None:
    before = resident(small)
    megabyte = b"a" * MB
    heads = {
        b"431": [b"GET / HTTP/1.1\r\nx: ", *[megabyte] * 25],
        b"414": [b"GET /", *[megabyte] * 25],
    }
    for status, parts in heads.items():
        for _ in range(4):
            assert (await first_line(small, *parts)).split()[1:2] in ([status], []), "cut off while it was still sending"
    assert (await first_line(small, b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 4000 + b"\r\n")).split()[1] == b"431"
    assert (await first_line(small, b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n\r\n")).split()[1] == b"414"
    assert resident(small) - before < 20 * MB


async def test_heads_that_never_end_do_not_fill_memory(small: Server) -> None:
    before = resident(small)
    open_ones = [await connect(small) for _ in range(4)]
    for _ in range(25):
        for _, writer in open_ones:
            writer.write(b"GET / HTTP/1.1\r\nx: " + b"a" * MB)
        await asyncio.sleep(0)
    await asyncio.sleep(0.5)
    assert resident(small) - before < 20 * MB
    for _, writer in open_ones:
        writer.close()


async def test_ordinary_heads_are_read_however_they_arrive(small: Server) -> None:
    reader, writer = await connect(small)
    for byte in b"GET /api/health HTTP/1.1\r\nhost: t\r\nx-long: " + b"v" * 3000 + b"\r\n\r\n":
        writer.write(bytes([byte]))
    assert (await reader.readline()).split()[1] == b"200"
    writer.close()
    body = b'{"name":"' + b"A" * 30 + b'"}' + b" " * 40_000
    head = b"POST /api/session HTTP/1.1\r\nhost: t\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body)
    assert (await first_line(small, head + body)).split()[1] == b"200", "a body that comes with its head is not part of it"


async def test_long_and_odd_addresses_are_no_mistake_of_the_server(small: Server) -> None:
    odd = ("a" * 3000, "a/" * 1500, "%00", "%ff%fe", "%zz", "api/tables/%00", f"api/tables/{'x' * 3000}", "assets/" + "y" * 300)
    for path in odd:
        status = (await first_line(small, f"GET /{path} HTTP/1.1\r\nhost: t\r\n\r\n".encode())).split()[1]
        # Where the pages are built, an address that is no file and no part of the interface serves index.html.
        assert status in (b"400", b"404") or (status == b"200" and not path.startswith(("api/", "assets/")))


async def test_slow_connections_make_room_for_others_of_their_address(small: Server) -> None:
    slow = [await connect(small) for _ in range(40)]
    for _, writer in slow:
        writer.write(b"POST /api/session HTTP/1.1\r\ncontent-length: 50\r\n\r\n{")
    await asyncio.sleep(0.3)
    cut = [reader for reader, _ in slow if reader.at_eof() or reader._buffer]  # type: ignore[attr-defined]
    assert len(cut) >= 40 - 12, "no more than twelve stay open"
    assert (await first_line(small, b"GET /api/health HTTP/1.1\r\nhost: t\r\n\r\n")).split()[1] == b"200"
    for _, writer in slow:
        writer.close()


async def test_requests_sent_ahead_are_limited(small: Server) -> None:
    before = resident(small)
    pipelined = b"GET /api/health HTTP/1.1\r\nhost: t\r\n\r\n" * 5000
    connections = [await connect(small) for _ in range(10)]
    for _, writer in connections:
        writer.write(pipelined)
    await asyncio.sleep(0.5)
    assert resident(small) - before < 30 * MB
    for _, writer in connections:
        writer.close()


# --- tokens --------------------------------------------------------------------------------------


async def test_made_up_tokens_are_charged_to_their_address(small: Server) -> None:
    async with httpx.AsyncClient(base_url=small.url, transport=httpx.AsyncHTTPTransport(local_address="127.0.0.9")) as client:
        statuses = set()
        for _ in range(5_000):
            answer = await client.get("/api/nothing", headers={"authorization": f"Bearer {secrets.token_hex(16)}"})
            statuses.add(answer.status_code)
            if answer.status_code == 429:
                break
    assert statuses == {404, 429}
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.json() | {"reason": "", "retry": 1} == {
        "type": "too_many", "rule": None, "reason": "", "place": None, "limit": "rate", "value": 20, "retry": 1,
    }  # fmt: skip


# --- sockets -------------------------------------------------------------------------------------


def address(server: Server, table: str) -> str:
    return f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"


async def spectate(server: Server, table: str, local: str) -> Any:
    return await websockets.connect(address(server, table), local_addr=(local, 0), max_size=None)


async def has_view(live: Any, seconds: float = 1.0) -> bool:
    try:
        return '"type":"view"' in await asyncio.wait_for(live.recv(), seconds)
    except (TimeoutError, websockets.ConnectionClosed):
        return False


async def test_spectators_never_take_the_place_of_seated_people(small: Server) -> None:
    table, clients = await seated(small.url, "kontor", 2)
    crowd = [await spectate(small, table, f"127.0.1.{n + 1}") for n in range(20)]
    assert sum(await asyncio.gather(*map(has_view, crowd))) == 5
    for client in clients:
        async with client.live(table) as live:
            assert (await live.next("view"))["seat"] is not None
    async with websockets.connect(address(small, table)) as late:  # says only afterwards who it is
        await late.send(f'{{"type": "hello", "token": "{clients[0].token}"}}')
        assert '"seat":0' in await asyncio.wait_for(late.recv(), 5)
    await asyncio.wait({asyncio.ensure_future(crowd[-1].wait_closed())}, timeout=8)
    assert crowd[-1].close_code == 4429, "who says nothing and finds no place is let go"
    for one in crowd:
        await one.close()


async def test_spectators_of_one_address_are_limited(small: Server) -> None:
    tables = [(await seated(small.url, "kontor", 2))[0] for _ in range(4)]
    crowd: list[Any] = []
    refused: list[Any] = []
    for n in range(40):
        try:
            crowd.append(await spectate(small, tables[n % 4], "127.0.2.1"))
        except websockets.InvalidStatus as error:
            refused.append(error.response)
    assert sum(await asyncio.gather(*map(has_view, crowd))) == 8
    assert len(crowd) <= 8 + 10, "only so many may wait to say who they are"
    assert {answer.status_code for answer in refused} == {429}
    assert refused[0].headers["retry-after"] == "10"
    other = await spectate(small, tables[0], "127.0.2.2")
    assert await has_view(other)
    for one in (*crowd, other):
        await one.close()


async def test_a_person_replaces_the_own_oldest_socket(small: Server) -> None:
    table, clients = await seated(small.url, "kontor", 2)
    own = [await _seat(small, table, clients[0]) for _ in range(6)]
    await asyncio.sleep(0.3)
    assert [one.close_code for one in own] == [4409, 4409, None, None, None, None]
    assert await has_view(own[-1])
    for one in own:
        await one.close()


async def _seat(server: Server, table: str, client: Client) -> Any:
    return await websockets.connect(address(server, table), additional_headers={"authorization": f"Bearer {client.token}"})


async def test_control_frames_and_fragments_are_limited(small: Server) -> None:
    table, clients = await seated(small.url, "kontor", 2)
    ping, fragment = b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0"
    for flood in (ping * 1000, b"\x01\x80\0\0\0\0" + fragment * 1000):
        with socket.create_connection(("127.0.0.1", small.port)) as raw:
            raw.sendall(
                f"GET /api/tables/{table}/live HTTP/1.1\r\nhost: t\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
                "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                f"authorization: Bearer {clients[0].token}\r\n\r\n".encode()
            )
            raw.settimeout(5)
            assert b"101" in raw.recv(100)
            raw.sendall(flood)
            assert await asyncio.to_thread(_ends, raw), "the connection is cut off"


def _ends(raw: socket.socket) -> bool:
    try:
        while raw.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


# --- chat, tables, accounts ------------------------------------------------------------------------


async def refusal(client: Client, path: str, lang: str = "en", **body: Any) -> httpx.Response:
    """Ask until it is too much."""
    for _ in range(60):
        answer = await client.http.post(path, json=body, headers={"accept-language": lang})
        if answer.status_code != 200:
            return answer
    raise AssertionError("never refused")


async def test_chat_is_limited_by_person_and_for_spectators_by_table(small: Server) -> None:
    table, clients = await seated(small.url, "kontor", 2)
    say = f"/api/tables/{table}/chat"
    answer = await refusal(clients[0], say, "de", text="hello")
    assert (answer.status_code, answer.json()["limit"]) == (429, "chat_a_minute")
    assert answer.json()["reason"].startswith("Du schreibst zu schnell: erlaubt sind 6 Zeilen")
    assert 1 <= int(answer.headers["retry-after"]) <= 10
    limits = set()
    for n in range(4):
        limits.add((await refusal(await Client(small.url, f"Spectator {n}").enter(), say, text="x")).json()["limit"])
    assert limits == {"chat_a_minute", "spectator_chat_a_minute"}
    await clients[1].post(say, text="people at the table are still heard")
    async with clients[1].live(table) as live:
        for _ in range(20):
            await live.send(type="chat", text="flood")
        assert (await live.next("error"))["problem"]["limit"] == "chat_a_minute"


async def test_tables_are_limited_by_number_and_by_hour(small: Server) -> None:
    one = await Client(small.url, "One").enter()
    answer = await refusal(one, "/api/tables", game="kontor", players=2)
    assert (answer.status_code, answer.json()["limit"], answer.json()["value"]) == (409, "tables_per_person", 3)
    two = await Client(small.url, "Two").enter()
    bots = ["bot:easy", "bot:easy"]
    for _ in range(5):
        made = await two.post("/api/tables", game="kontor", players=2, seats=bots)
        while not (await two.get(f"/api/tables/{made['id']}"))["table"]["over"]:
            await asyncio.sleep(0.05)
    answer = await refusal(two, "/api/tables", game="kontor", players=2)
    assert (answer.status_code, answer.json()["limit"]) == (429, "tables_an_hour")
    assert 600 < int(answer.headers["retry-after"]) <= 720


async def test_many_tables_at_once_are_counted_too(sqlite_db: str) -> None:
    with serving(sqlite_db, env=SMALL) as server:  # its connections are not limited by what other tests have left open
        one = await Client(server.url, "One").enter()
        asked = [one.http.post("/api/tables", json={"game": "kontor", "players": 2}) for _ in range(5)]
        answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 409, 409]


async def test_a_table_continued_under_other_rules_counts_and_one_for_practice_does_not(sqlite_db: str) -> None:
    with serving(sqlite_db, env=SMALL) as server:
        one = await Client(server.url, "One").enter()
        made = [(await one.post("/api/tables", game="kontor", players=2))["id"] for _ in range(3)]
        with closing(sqlite3.connect(sqlite_db.removeprefix("sqlite:///"))) as base, base:
            base.execute("UPDATE tables SET base = 'x', continued = '[]' WHERE id = ?", (made[0],))
        assert (await refusal(one, "/api/tables", game="kontor", players=2)).json()["limit"] == "tables_per_person"
        with closing(sqlite3.connect(sqlite_db.removeprefix("sqlite:///"))) as base, base:
            base.execute("UPDATE tables SET continued = NULL WHERE id = ?", (made[0],))
        await one.post("/api/tables", game="kontor", players=2)


async def test_a_guest_does_not_make_the_server_hash_passwords_for_ever(small: Server) -> None:
    guest = await Client(small.url, "Guest").enter()
    name = f"taken-{secrets.token_hex(4)}"
    await guest.post("/api/account", account=name, password="correct horse")
    answer = await refusal(guest, "/api/account", account=name, password="correct horse")
    assert answer.status_code == 409
    answers = [await guest.http.post("/api/account", json={"account": name, "password": "correct horse"}) for _ in range(3)]
    assert answers[-1].json()["limit"] == "accounts_an_hour"


async def test_untrusted_files_need_a_session_and_are_not_parsed_when_they_are_too_deep(small: Server, anna: Client) -> None:
    deep = {"text": ".".join(["a"] * 30_000) + " = 1"}
    async with httpx.AsyncClient(base_url=small.url) as nobody:
        assert (await nobody.post("/api/study/kontor/scenario/step", json=deep)).status_code == 401
    answer = await anna.http.post("/api/study/rise/components/check", json=deep)
    reason = "A key has more than 16 parts."
    assert answer.json() == {"ok": False, "problem": {"type": "bad_input", "rule": None, "place": "text", "reason": reason}}
    nested = await anna.http.post("/api/study/rise/components/check", json={"text": "a = " + "[" * 50_000})
    assert nested.json()["problem"]["reason"] == "Brackets are nested more than 40 deep."


def test_the_documentation_lists_every_limit() -> None:
    assert limits_page.FILE.read_text(encoding="utf-8") == limits_page.page(), "`make pages` writes it anew"
