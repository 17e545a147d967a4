"""What stands between the server and the world: proxies, caches, transport security, and numbers for the host alone."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import httpx
import pytest

from tafelrunde.core.errors import BadInput
from tafelrunde.server.metrics import NUMBERS, Board, registry_of
from tafelrunde.server.proxies import Proxies, forwarded, networks, x_forwarded
from tests.server.harness import ENV, METRICS_TOKEN, Client, Server, metrics, seated, serving
from tests.server.postgres import free_port, fresh_database
from tests.server.test_processes import children

TABLES = "/api/tables"

# --- proxies -------------------------------------------------------------------------------------


async def reported(peer: str, trusted: list[str], **headers: str) -> tuple[str, str]:
    """The address and scheme that the application sees."""
    seen: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.update(scope)

    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "client": (peer, 1234), "scheme": "http", "headers": sent}
    await Proxies(app, networks("--proxy", trusted))(scope, None, None)  # type: ignore[arg-type]
    return seen["client"][0], seen["scheme"]


@pytest.mark.parametrize(
    ("peer", "trusted", "headers", "seen"),
    [
        # nobody is believed unless configured, not even this machine
        ("127.0.0.1", [], {"x_forwarded_for": "198.51.100.7", "x_forwarded_proto": "https"}, ("127.0.0.1", "http")),
        ("203.0.113.9", ["10.0.0.0/8"], {"x_forwarded_for": "198.51.100.7"}, ("203.0.113.9", "http")),
        ("127.0.0.1", ["127.0.0.1"], {}, ("127.0.0.1", "http")),
        ("127.0.0.1", ["127.0.0.1"], {"x_forwarded_for": "198.51.100.7", "x_forwarded_proto": "https"},
         ("198.51.100.7", "https")),
        ("127.0.0.1", ["127.0.0.1"], {"x_forwarded_proto": "https"}, ("127.0.0.1", "https")),
        # of the list counts what configured proxies wrote: the rightmost address that is none of them
        ("10.0.0.1", ["10.0.0.0/8"], {"x_forwarded_for": "1.1.1.1, 198.51.100.7"}, ("198.51.100.7", "http")),
        ("10.0.0.1", ["10.0.0.0/8"], {"x_forwarded_for": "1.1.1.1, 198.51.100.7, 10.0.0.2"}, ("198.51.100.7", "http")),
        ("10.0.0.1", ["10.0.0.0/8"], {"x_forwarded_for": "10.0.0.3, 10.0.0.2"}, ("10.0.0.3", "http")),
        ("10.0.0.1", ["10.0.0.0/8"], {"x_forwarded_for": "1.1.1.1, nonsense, 10.0.0.2"}, ("10.0.0.2", "http")),
        ("10.0.0.1", ["10.0.0.0/8"], {"x_forwarded_for": "nonsense"}, ("10.0.0.1", "http")),
        ("10.0.0.1", ["10.0.0.0/8"], {"x_forwarded_for": "198.51.100.7:4711"}, ("198.51.100.7", "http")),
        ("::ffff:10.0.0.1", ["10.0.0.0/8"], {"x_forwarded_for": "[2001:db8::7]:80"}, ("2001:db8::7", "http")),
        ("10.0.0.1", ["10.0.0.0/8"], {"x_forwarded_for": "::ffff:198.51.100.7"}, ("198.51.100.7", "http")),
        ("fd00::1", ["fd00::/8"], {"forwarded": 'for="[2001:db8::7]:80";proto=https'}, ("2001:db8::7", "https")),
        ("10.0.0.1", ["10.0.0.0/8"], {"forwarded": "for=1.1.1.1, for=198.51.100.7;proto=https;by=_x"}, ("198.51.100.7", "https")),
        ("10.0.0.1", ["10.0.0.0/8"], {"forwarded": "for=_hidden;proto=https"}, ("10.0.0.1", "https")),
        ("10.0.0.1", ["10.0.0.0/8"], {"forwarded": 'for="1.1.1.1, for=2.2.2.2'}, ("10.0.0.1", "http")),
        # a proxy that writes one header and passes the other one on does not let its client choose an address
        ("10.0.0.1", ["10.0.0.1"], {"x_forwarded_for": "198.51.100.7", "forwarded": "for=1.1.1.1"}, ("10.0.0.1", "http")),
        ("10.0.0.1", ["10.0.0.1"], {"x_forwarded_for": "1.1.1.1", "forwarded": "junk, for=198.51.100.7"}, ("10.0.0.1", "http")),
        ("10.0.0.1", ["10.0.0.1"], {"x_forwarded_for": "198.51.100.7", "forwarded": "for=198.51.100.7;proto=https"},
         ("198.51.100.7", "https")),
    ],
)  # fmt: skip
async def test_forwarded_headers_count_only_from_configured_proxies(
    peer: str, trusted: list[str], headers: dict[str, str], seen: tuple[str, str]
) -> None:
    assert await reported(peer, trusted, **headers) == seen


def test_malformed_headers_are_no_mistake() -> None:
    for junk in (
        "",
        ",",
        ";",
        "for",
        "for=",
        '"',
        'for="\\',
        "=",
        "for=1;;",
        "for=a=b",
        "\xff",
        "for=1.2.3.4;proto=https;" * 999,
    ):
        forwarded(junk)
        x_forwarded(junk, junk)
    with pytest.raises(BadInput, match="no network address"):
        networks("--proxy", ["proxy.example"])


async def burst(server: Server, **headers: str) -> set[int]:
    """The answers to many requests for a session from what they claim to be as many addresses."""
    async with httpx.AsyncClient(base_url=server.url) as client:
        statuses = set()
        for i in range(30):
            told = {name.replace("_", "-"): value.format(i) for name, value in headers.items()}
            statuses.add((await client.post("/api/session", json={"name": "Eve"}, headers=told)).status_code)
        return statuses


async def claimed_addresses_do_not_help(db: str, fault: str = "") -> None:
    limits = {"TAFELRUNDE_SESSIONS_AN_HOUR": "20"}
    with serving(db, env=ENV | limits, fault=fault) as server:
        assert await burst(server, x_forwarded_for="198.51.100.{0}") == {200, 429}
    with serving(db, env=ENV | limits, fault=fault) as server:
        assert await burst(server, forwarded="for=198.51.100.{0}") == {200, 429}


async def test_limits_count_by_the_right_address(sqlite_db: str) -> None:
    await claimed_addresses_do_not_help(sqlite_db)
    limits = {"TAFELRUNDE_SESSIONS_AN_HOUR": "20"}
    with serving(sqlite_db, "--proxy", "127.0.0.1", env=ENV | limits) as server:
        assert await burst(server, x_forwarded_for="198.51.100.{0}") == {200}, "people behind a proxy are many"
        assert await burst(server, x_forwarded_for="203.0.113.{0}, 198.51.100.200") == {200, 429}, "this is one"
    with serving(sqlite_db, env=ENV | limits | {"TAFELRUNDE_PROXIES": "10.1.2.3, 127.0.0.0/8"}) as server:
        assert await burst(server, forwarded="for=198.51.100.{0}") == {200}


async def test_injected_trust_in_this_machine_is_noticed(sqlite_db: str) -> None:
    with pytest.raises(AssertionError):
        await claimed_addresses_do_not_help(sqlite_db, "trust_loopback")


# --- headers -------------------------------------------------------------------------------------


async def test_https_is_remembered_by_browsers(sqlite_db: str) -> None:
    async def begin(server: Server, **headers: str) -> tuple[bool, bool]:
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = await httpx.AsyncClient(base_url=server.url).post("/api/session", json={"name": "Anna"}, headers=told)
        return "strict-transport-security" in answer.headers, "secure" in answer.headers["set-cookie"].lower()

    with serving(sqlite_db) as server:
        assert await begin(server) == (False, False)
        assert await begin(server, x_forwarded_proto="https") == (False, False), "nobody is believed unless configured"
    with serving(sqlite_db, "--proxy", "127.0.0.1") as server:
        assert await begin(server) == (False, False)
        assert await begin(server, x_forwarded_proto="https") == (True, True)
        assert await begin(server, forwarded="for=198.51.100.7;proto=https") == (True, True)
    with serving(sqlite_db, "--origin", "https://play.example") as server:
        assert await begin(server) == (True, True)


async def test_private_answers_are_not_stored_by_caches(shared_server: Server) -> None:
    table, (anna, _) = await seated(shared_server.url, "kontor", 2)
    private = (
        "/api/session", "/api/sessions", "/api/me", "/api/me/export", "/api/my/tables", "/api/tables", "/api/push", "/api/health",
        f"{TABLES}/{table}", f"{TABLES}/{table}/about", f"{TABLES}/{table}/record", f"{TABLES}/nosuch", "/api/nosuch", "/metrics",
        f"/api/games/kontor/sheets/en?table={table}", f"/api/study/replays/{table}",
    )  # fmt: skip
    for path in private:
        assert (await anna.send("GET", path)).headers["cache-control"] == "no-store", path
    refused = await anna.http.post(f"{TABLES}/{table}/moves", content=b"{", headers={"origin": "https://evil.example"})
    assert (refused.status_code, refused.headers["cache-control"]) == (403, "no-store")
    assert (await anna.send("POST", f"{TABLES}/{table}/moves", {})).headers["cache-control"] == "no-store"
    for path in ("/api/games", "/api/games/rise/messages/en", "/api/games/rise/rules/de"):
        assert (await anna.send("GET", path)).headers["cache-control"] == "public, max-age=60", path


# --- metrics -------------------------------------------------------------------------------------


async def test_metrics_are_not_public(sqlite_db: str) -> None:
    plain = {name: value for name, value in ENV.items() if name != "TAFELRUNDE_METRICS_TOKEN"}
    port = free_port()
    with serving(sqlite_db, "--metrics-port", str(port), env=plain) as server:
        client = httpx.AsyncClient(base_url=server.url)
        for headers in ({}, {"authorization": "Bearer"}, {"authorization": f"Bearer {METRICS_TOKEN}"}):
            answer = await client.get("/metrics", headers=headers)
            assert (answer.status_code, answer.json()["type"]) == (404, "unknown")
        await Client(server.url).enter()
        own = (await httpx.AsyncClient().get(f"http://127.0.0.1:{port}/metrics")).text
        assert "tafelrunde_commits_total" in own
    with serving(sqlite_db) as server:
        client = httpx.AsyncClient(base_url=server.url)
        unknown = (await client.get("/assets/nothing")).json()
        for headers in ({}, {"authorization": "Bearer wrong"}, {"authorization": f"Basic {METRICS_TOKEN}"}):
            answer = await client.get("/metrics", headers=headers)
            assert (answer.status_code, answer.json()) == (404, unknown)
        anna = await Client(server.url).enter()
        made = await anna.post(TABLES, game="kontor", players=2, seats=["me", "bot:easy"])
        answer = await client.get("/metrics", headers={"authorization": f"Bearer {METRICS_TOKEN}"})
        assert answer.status_code == 200
        assert "{" not in answer.text, "no labels"
        person = (await anna.get("/api/session"))["id"]
        assert not {"Anna", made["id"], person} & set(answer.text.split())


async def test_metrics_are_summed_over_workers_and_never_fall(postgres_server: str) -> None:
    port = free_port()
    with serving(fresh_database(postgres_server), "--workers", "2", "--metrics-port", str(port)) as server:

        async def number(name: str) -> float:
            text = (await httpx.AsyncClient().get(f"http://127.0.0.1:{port}/metrics")).text
            return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"tafelrunde_{name} "))

        assert server.process is not None
        async with asyncio.timeout(30):
            while await number("workers") < 2:
                await asyncio.sleep(0.1)
        clients = [await Client(server.url).enter() for _ in range(12)]  # connections that fall to both
        moves = 0
        for client in clients:
            table = (await client.post(TABLES, game="rise", players=2, seats=["me", "me"]))["id"]
            asked = (await client.view(table))["decision"]
            await client.post(f"{TABLES}/{table}/moves", decision=asked["id"], moves=asked["moves"][:1])
            moves += 1
        await asyncio.sleep(1.5)
        assert await number("moves_total") == moves
        asked_at_random = [(await metrics(server.url))["tafelrunde_moves_total"] for _ in range(8)]
        assert asked_at_random == [moves] * 8, "whichever worker answers"
        os.kill(children(server.process.pid)[0], signal.SIGKILL)
        async with asyncio.timeout(30):
            while len(children(server.process.pid)) < 2:
                await asyncio.sleep(0.1)
        await asyncio.sleep(1)
        assert await number("moves_total") == moves, "those of a worker that died are kept"


def test_every_number_has_a_name_of_its_own() -> None:
    assert len({number.name for number in NUMBERS}) == len(NUMBERS)
    board = Board(2)
    assert registry_of(board).get_sample_value("tafelrunde_workers") == 0
