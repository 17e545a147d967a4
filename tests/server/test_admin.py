"""What the host of a server can do with the host's token, and nobody else: bans, removals, new passwords."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import websockets

from tafelrunde.server.care import set_role
from tests.server.described import description
from tests.server.harness import ENV, ROOT, Client, Server, seated, serving

TOKEN = "a host's token that nobody guesses"
PASSWORD = "correct horse"


@pytest.fixture
def server(db: str) -> Iterator[Server]:
    with serving(db, env=ENV | {"TAFELRUNDE_HOST_TOKEN": TOKEN}) as one:
        yield one


@pytest.fixture
def site(sqlite_db: str) -> Iterator[Server]:
    """What does not depend on the database is tried on one."""
    with serving(sqlite_db, env=ENV | {"TAFELRUNDE_HOST_TOKEN": TOKEN}) as one:
        yield one


def host(server: Server, method: str, path: str, token: str = TOKEN, **more: object) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return httpx.request(method, f"{server.url}/api/admin/{path}", headers=headers, timeout=30, **more)  # type: ignore[arg-type]


def command(server: Server, *words: str, token: str = TOKEN) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    env = os.environ | {"TAFELRUNDE_HOST_TOKEN": token, "TAFELRUNDE_HOST_URL": server.url, "PYTHONPATH": path}
    line = [sys.executable, "-m", "tests.server.serve", "admin", *words]
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


async def account(server: Server, name: str) -> Client:
    client = await Client(server.url, name.title()).enter()
    await client.post("/api/account", account=name, password=PASSWORD)
    return client


async def admin(server: Server, name: str = "root") -> Client:
    """An administrator, named in the database while the server runs, as ``tafelrunde admin grant`` does."""
    client = await account(server, name)
    assert await set_role(server.db, name, "admin")
    return client


def routes() -> list[tuple[str, str]]:
    """Every call for administrators, from the server's own description."""
    paths = description()["paths"]
    return [(method.upper(), path) for path, found in paths.items() if path.startswith("/api/admin") for method in found]


BODIES: dict[str, dict[str, Any]] = {
    "/api/admin/people/{person}/role": {"role": None}, "/api/admin/registration": {"closed": False},
    "/api/admin/announcements": {"text": "Hello"},
}  # fmt: skip


def filled(path: str, person: str, table: str) -> str:
    known = {"person": person, "table_id": table, "seat": "1", "code": "x" * 12, "announcement": "x", "report": "x"}
    return path.format(**{name: known[name] for name in re.findall(r"{(\w+)}", path)})


async def every_call_is_refused(server: Server) -> None:
    """To everybody who is no administrator each call is an unknown page, and nothing changes."""
    root = await admin(server)
    table, (anna, _) = await seated(server.url, "rise", 2)
    target = (await anna.get("/api/session"))["id"]
    holder, former, banned = await account(server, "holder"), await admin(server, "former"), await admin(server, "banned")
    marks = {row["account"]: row["id"] for row in await root.get("/api/admin/people")}
    assert await former.get("/api/admin/codes") == []
    for name in ("former", "banned"):
        await root.post(f"/api/admin/people/{marks[name]}/role", role=None)
    await root.post(f"/api/admin/people/{marks['banned']}/ban", days=1)
    before = await root.get("/api/admin/audit")
    roles: dict[str, dict[str, str]] = {
        "nobody": {}, "a guest": {"authorization": f"Bearer {anna.token}"}, "a cookie": {"cookie": f"tafelrunde={anna.token}"},
        "an account": {"authorization": f"Bearer {holder.token}"}, "a former admin": {"authorization": f"Bearer {former.token}"},
        "a banned person": {"authorization": f"Bearer {banned.token}"}, "a wrong token": {"authorization": "Bearer wrong"},
        "nearly the token": {"authorization": f"Bearer {TOKEN[:-1]}"}, "an empty token": {"authorization": "Bearer"},
    }  # fmt: skip
    assert len(routes()) >= 20
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
        unknown = (await client.get("/api/no/such/page")).json()
        for method, path in routes():
            body = BODIES.get(path, {}) if method == "POST" else None
            for role, headers in roles.items():
                answer = await client.request(method, filled(path, target, table), headers=headers, json=body)
                assert (answer.status_code, answer.json()) == (404, unknown), f"{role}: {method} {path}"
            if method == "POST":  # nor does the answer tell what the body should be
                assert (await client.post(filled(path, target, table), json={"junk": 1})).status_code == 404
    assert await root.get("/api/admin/audit") == before
    assert (await anna.get(f"/api/tables/{table}"))["seat"] == 0


async def test_every_call_is_refused_to_everybody_else(site: Server) -> None:
    await every_call_is_refused(site)


@pytest.mark.parametrize("fault", ["role_is_not_asked", "roles_are_remembered"])
async def test_injected_administrators_are_noticed(sqlite_db: str, fault: str) -> None:
    env, refused = ENV | {"TAFELRUNDE_HOST_TOKEN": TOKEN}, pytest.raises(AssertionError, match=r"an account|a former admin")
    with serving(sqlite_db, env=env, fault=fault) as one, refused:
        await every_call_is_refused(one)


async def test_every_call_is_answered_to_an_administrator(site: Server) -> None:
    """The same calls that are refused to all others; otherwise that test would prove nothing."""
    root = await admin(site)
    for method, path in routes():
        body = BODIES.get(path, {}) if method == "POST" else None
        answer = await root.send(method, filled(path, "nobody", "nowhere"), body)
        assert answer.status_code == 200 or answer.json()["reason"] != "There is no such page.", f"{method} {path}"


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
    link = done.stdout.strip().rpartition("#")[2]
    assert login(server, "anna", PASSWORD).status_code == 200, "nothing changes until the link is used"
    reset = {"link": link, "password": "another horse"}
    assert httpx.post(f"{server.url}/api/password/reset", json=reset).status_code == 200
    assert (await anna.http.get("/api/me")).status_code == 401, "all sessions ended"
    assert login(server, "anna", PASSWORD).status_code == 403
    assert login(server, "anna", "another horse").status_code == 200
    assert httpx.post(f"{server.url}/api/password/reset", json=reset).status_code == 403, "it can be used once"


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


# --- what administrators do, and who reads of it ---------------------------------------------------


async def test_whoever_is_muted_plays_and_reads_and_does_not_write(site: Server) -> None:
    root = await admin(site)
    table, (anna, mallory) = await seated(site.url, "rise", 2)
    mark = (await mallory.get("/api/session"))["id"]
    await mallory.post(f"/api/tables/{table}/chat", text="before")
    await root.post(f"/api/admin/people/{mark}/mute", days=1, reason="insults")
    status, told = await mallory.refused(f"/api/tables/{table}/chat", text="again")
    assert (status, told["type"], told["why"]) == (403, "muted", "insults")
    async with mallory.live(table) as live:
        await live.next("view")
        await live.send(type="chat", text="by socket")
        assert (await live.next("error"))["problem"]["type"] == "muted"
    assert [line["text"] for line in (await anna.get(f"/api/tables/{table}"))["chat"]] == ["before"]
    await anna.post(f"/api/tables/{table}/chat", text="others go on")
    await root.send("DELETE", f"/api/admin/people/{mark}/mute")
    await mallory.post(f"/api/tables/{table}/chat", text="after")
    own = await mallory.get("/api/me/audit")
    assert [(row["action"], row["detail"], row["by"]) for row in own] == [
        ("unmute", None, "Root"),
        ("mute", "1 d insults", "Root"),
    ]
    assert await anna.get("/api/me/audit") == []
    export = await mallory.get("/api/me/export")
    assert [row["action"] for row in export["administration"]] == ["mute", "unmute"]


async def test_players_read_what_was_done_at_their_table(server: Server) -> None:
    root = await admin(server)
    table, (anna, mallory) = await seated(server.url, "rise", 2)
    await root.post(f"/api/admin/tables/{table}/kick/1", reason="left for a week")
    mark = (await anna.get("/api/session"))["id"]
    [entry] = await anna.get(f"/api/tables/{table}/audit")
    assert (entry["action"], entry["seat"], entry["detail"], entry["by"]) == ("free_seat", 1, "left for a week", "Root")
    assert set(entry) == {"at", "action", "table", "seat", "detail", "by"}, "nobody's id"
    assert (await mallory.send("GET", f"/api/tables/{table}/audit")).status_code == 403, "the seat is gone"
    assert [row["action"] for row in await mallory.get("/api/me/audit")] == ["free_seat"]
    assert (await root.send("DELETE", f"/api/admin/tables/{table}?reason=test")).status_code == 200
    assert [row["action"] for row in await anna.get("/api/me/audit")] == ["remove_table", "free_seat"]
    done = [(row["action"], row["table"]) for row in await root.get("/api/admin/audit")]
    assert done == [("remove_table", table), ("free_seat", table), ("grant", None)]
    assert mark not in str(await anna.get("/api/me/audit"))


async def test_a_ban_is_told_at_the_tables_it_concerns(site: Server) -> None:
    root = await admin(site)
    table, (anna, mallory) = await seated(site.url, "rise", 2)
    mark = (await mallory.get("/api/session"))["id"]
    await root.post(f"/api/admin/people/{mark}/ban", days=7, reason="private matter")
    [held] = await anna.get(f"/api/tables/{table}/audit")
    assert (held["action"], held["seat"]) == ("hold", 1)
    assert "private matter" not in str(held), "others do not learn why"


async def test_reports_reach_administrators_and_are_answered(site: Server) -> None:
    root = await admin(site)
    table, (anna, mallory) = await seated(site.url, "rise", 2)
    await mallory.post(f"/api/tables/{table}/chat", text="an insult")
    made = await anna.post("/api/reports", table=table, seat=1, reason="insult", text="see the chat")
    assert (await anna.refused("/api/reports", table=table, seat=0, reason="other"))[0] == 422, "nobody reports oneself"
    assert (await anna.refused("/api/reports", table=table, seat=7, reason="other"))[0] == 422
    assert (await anna.refused("/api/reports", table="nowhere", reason="other"))[0] == 404
    closed = (await anna.post("/api/tables", game="rise", players=2, seats=["me", "bot:easy"], watch=False))["id"]
    assert (await mallory.refused("/api/reports", table=closed, reason="other"))[0] == 403
    [found] = await root.get("/api/admin/reports")
    mark = (await mallory.get("/api/session"))["id"]
    assert (found["id"], found["about"], found["by_name"], found["reason"]) == (made["report"], mark, "Person 0", "insult")
    [line] = await root.get(f"/api/admin/tables/{table}/chat")
    assert (line["text"], line["person"]) == ("an insult", mark)
    await root.post(f"/api/admin/reports/{made['report']}", answer="muted for a day")
    assert await root.get("/api/admin/reports") == []
    assert len(await root.get("/api/admin/reports?all=true")) == 1
    [own] = await anna.get("/api/me/reports")
    assert own["answer"] == "muted for a day"
    assert await mallory.get("/api/me/reports") == []
    assert (await anna.get("/api/me/export"))["reports"][0]["text"] == "see the chat"


async def test_reports_are_limited(sqlite_db: str) -> None:
    with serving(sqlite_db, env=ENV | {"TAFELRUNDE_REPORTS_AN_HOUR": "3", "TAFELRUNDE_ADDRESS_FACTOR": "1"}) as one:
        table, (anna, _) = await seated(one.url, "rise", 2)
        told = [await anna.refused("/api/reports", table=table, reason="spam") for _ in range(4)]
        assert [status for status, _ in told] == [200, 200, 200, 429]
        assert told[-1][1]["limit"] == "reports_an_hour"


async def test_a_closed_server_admits_whoever_has_a_code(site: Server) -> None:
    root = await admin(site)
    assert (await root.get("/api/site"))["open"]
    await root.post("/api/admin/registration", closed=True)
    stranger = Client(site.url)
    assert not (await stranger.get("/api/site"))["open"]
    assert (await stranger.refused("/api/session", name="Eve"))[1]["type"] == "closed"
    code = command(site, "code", "The", "club", "--uses", "2").stdout.partition("#")[2].split()[0]
    for _ in range(2):
        await stranger.post("/api/session", name="Eve", code=code)
    assert (await stranger.refused("/api/session", name="Eve", code=code))[1]["type"] == "bad_code"
    other = (await root.post("/api/admin/codes", label="withdrawn"))["code"]
    listed = await root.get("/api/admin/codes")
    assert [(row["label"], row["left"]) for row in listed] == [("withdrawn", 1), ("The club", 0)]
    assert code not in str(listed)
    await root.send("DELETE", f"/api/admin/codes/{listed[0]['id']}")
    assert (await stranger.refused("/api/session", name="Eve", code=other))[1]["type"] == "bad_code"
    assert (await stranger.refused("/api/session", name="Eve", code="nonsense"))[1]["type"] == "bad_code"
    assert login(site, "root", PASSWORD).status_code == 200, "accounts still sign in"
    await root.post("/api/admin/registration", closed=False)
    await stranger.post("/api/session", name="Eve")


async def test_a_code_for_one_admits_one_of_many_at_once(server: Server) -> None:
    root = await admin(server)
    await root.post("/api/admin/registration", closed=True)
    code = (await root.post("/api/admin/codes"))["code"]
    guests = (Client(server.url).send("POST", "/api/session", {"name": "Eve", "code": code}) for _ in range(12))
    answers = await asyncio.gather(*guests)
    assert sorted(answer.status_code for answer in answers) == [200] + [403] * 11


async def test_announcements_and_load(server: Server) -> None:
    root = await admin(server)
    made = (await root.post("/api/admin/announcements", text="We move house on Sunday.", days=2))["announcement"]
    await root.post("/api/admin/announcements", text="Over", days=1e-9)
    anna = Client(server.url)
    assert [row["text"] for row in (await anna.get("/api/site"))["announcements"]] == ["We move house on Sunday."]
    await root.send("DELETE", f"/api/admin/announcements/{made}")
    assert (await root.send("DELETE", f"/api/admin/announcements/{made}")).status_code == 404
    assert (await anna.get("/api/site"))["announcements"] == []
    await seated(server.url, "rise", 2)
    load = await root.get("/api/admin/load")
    assert (load["people"], load["accounts"], load["running"], load["finished"]) == (3, 1, 1, 0)


async def test_administrators_cannot_be_shut_out_by_each_other_at_once(site: Server) -> None:
    root, other = await admin(site), await admin(site, "other")
    mark = {row["account"]: row["id"] for row in await root.get("/api/admin/people")}
    for path, body in (("ban", {}), ("mute", {}), ("password", None)):
        answer = await root.send("POST", f"/api/admin/people/{mark['other']}/{path}", body)
        assert (answer.status_code, answer.json()["type"]) == (409, "is_admin")
    assert (await root.refused(f"/api/admin/people/{mark['root']}/role", role=None))[1]["type"] == "own_role"
    anna = await Client(site.url).enter()
    guest = (await anna.get("/api/session"))["id"]
    assert (await root.refused(f"/api/admin/people/{guest}/role", role="admin"))[1]["type"] == "no_account"
    await root.post(f"/api/admin/people/{mark['other']}/role", role=None)
    assert (await other.send("GET", "/api/admin/people")).status_code == 404
    assert (await other.get("/api/me"))["role"] is None
    assert not await set_role(site.db, "nobody", "admin")
    done = command(site, "revoke", "root", "--db", site.db)
    assert done.returncode == 0, done.stderr
    assert (await root.send("GET", "/api/admin/people")).status_code == 404
