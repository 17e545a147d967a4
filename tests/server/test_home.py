"""What a home page and the built page need: games in three languages, the own tables, hints with reasons, files."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import time
from pathlib import Path

import httpx
from fastapi import FastAPI, Request, Response

import tafelrunde
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.server.pages import Pages
from tafelrunde.server.refusals import handle_refusals
from tests.server.harness import Client, Server, seated, serving

TABLES = "/api/tables"


async def test_options_have_titles_help_and_names_in_every_language(shared_server: Server) -> None:
    listed = {game["id"]: game for game in await Client(shared_server.url).get("/api/games")}
    for name in tafelrunde.games():
        for option in listed[name]["options"].values():
            assert set(option["title"]) == set(option["help"]) == set(LANGUAGES)
            if len(option["choices"]) <= 5:
                assert set(option["names"]) == set(option["choices"])
            assert all(set(names) == set(LANGUAGES) and all(names.values()) for names in option["names"].values())
    assert listed["fifty_first_state"]["options"]["first"]["names"]["0"]["de"] == "Platz 1"


async def test_games_say_who_they_are_and_how_many_usually_play(shared_server: Server) -> None:
    """The pages list no games: what a cover shows comes from the games, also from those without such sentences."""
    for game in await Client(shared_server.url).get("/api/games"):
        assert game["usual_players"] in game["players"]
        assert set(game["about"]) == set(LANGUAGES)
        for told in game["about"].values():
            assert told["title"]
            assert all(told.values()) or game["id"] == "kontor"


async def test_moves_can_be_said_in_any_language(shared_server: Server) -> None:
    """The arguments of a move, by the names its sentence gives them, fill the sentence of each language."""
    client = Client(shared_server.url)
    for name in tafelrunde.games():
        game = tafelrunde.load(name)
        for lang in LANGUAGES:
            found = await client.get(f"/api/games/{name}/messages/{lang}")
            assert found["moves"].keys() == found["move_facts"].keys()
            for move in game.vocabulary[:: len(game.vocabulary) // 50 + 1]:
                facts = dict(zip(found["move_facts"][move.verb], move.args, strict=False))
                assert facts.keys() == game.move_facts(move).keys()
                assert "?" not in game.messages(lang).say("moves", move.verb, facts) or "?" in found["moves"][move.verb]


async def test_offered_moves_are_told_in_words(shared_server: Server) -> None:
    for name in tafelrunde.games():
        game = tafelrunde.load(name)
        anna = await Client(shared_server.url, "Anna").enter()
        made = await anna.post(TABLES, game=name, players=min(game.players), seats=["me"] * min(game.players))
        path = f"{TABLES}/{made['id']}"
        view = await anna.view(made["id"])
        for lang in LANGUAGES:
            told = (await anna.post(f"{path}/words", lang=lang))["words"]
            assert list(told) == [*view["decision"]["moves"], *view["free"]]
            assert all(told.values())
        assert (await Client(shared_server.url).refused(f"{path}/words", lang="en"))[0] == 403
        assert (await anna.refused(f"{path}/words", lang="xx"))[0] == 422


async def test_own_tables_tell_whose_turn_it_is_and_nothing_of_others(shared_server: Server) -> None:
    table, (anna, ben) = await seated(shared_server.url, "kontor", 2, pace={"mode": "day", "seconds": 86_400})
    for client, seat in ((anna, 0), (ben, 1)):
        (row,) = await client.get("/api/my/tables")
        view = await client.view(table)
        assert (row["id"], row["seat"], row["title"], row["players"]) == (table, seat, "Kontor", 2)
        assert [(chair["name"], chair["kind"]) for chair in row["seats"]] == [("Person 0", "person"), ("Person 1", "person")]
        assert (row["round"], row["phase"], row["to_act"]) == (view["round"], view["phase"], view["to_act"])
        assert row["asked"]["kind"] == view["decision"]["kind"] == "bid"
        assert row["asked"]["data"] == view["decision"]["data"]
        assert row["deadline"] > row["created"]
        assert "moves" not in row["asked"]
        assert (row["over"], row["winners"]) == (False, [])
    asked = (await anna.view(table))["decision"]
    await anna.post(f"{TABLES}/{table}/moves", decision=asked["id"], moves=asked["moves"][:1])
    (row,) = await ben.get("/api/my/tables")
    assert asked["moves"][0] not in json.dumps(row), "a secret bid"


async def test_own_tables_tell_who_won(shared_server: Server) -> None:
    anna = await Client(shared_server.url, "Anna").enter()
    made = await anna.post(TABLES, game="kontor", players=2, seats=["me", "me"])
    while not (view := await anna.view(made["id"]))["over"]:
        await anna.post(f"{TABLES}/{made['id']}/moves", decision=view["decision"]["id"], moves=view["decision"]["moves"][:1])
    rows = await anna.get("/api/my/tables")
    assert [row["seat"] for row in rows] == [0, 1]
    assert all((row["over"], row["winners"], row["asked"], row["to_act"]) == (True, view["winners"], None, []) for row in rows)


async def test_a_seat_is_handed_to_a_bot_and_taken_back(shared_server: Server) -> None:
    table, (anna, ben) = await seated(shared_server.url, "kontor", 2)
    path = f"{TABLES}/{table}"
    assert (await ben.refused(f"{path}/hold", on=True, seat=0))[0] == 403
    assert await anna.post(f"{path}/hold", on=True) == {"seat": 0, "held": True}
    async with asyncio.timeout(20):
        while (view := await anna.view(table))["decision"]:
            await asyncio.sleep(0.02)
    assert view["ply"] >= 1
    assert [chair["held"] for chair in (await ben.get(path))["table"]["seats"]] == [True, False]
    assert await anna.post(f"{path}/hold", on=False) == {"seat": 0, "held": False}
    asked = (await ben.view(table))["decision"]
    while asked:
        await ben.post(f"{path}/moves", decision=asked["id"], moves=asked["moves"][:1])
        asked = (await ben.view(table))["decision"]
    ply = (await anna.view(table))["ply"]
    await asyncio.sleep(0.3)
    assert (await anna.view(table))["ply"] == ply, "the person is asked again"


async def test_hints_say_why(shared_server: Server) -> None:
    anna = await Client(shared_server.url, "Anna").enter()
    made = await anna.post(TABLES, game="rise", players=2, seats=["me", "me"], hints=True)
    hint = await anna.post(f"{TABLES}/{made['id']}/hint")
    assert hint["move"] in (await anna.view(made["id"]))["decision"]["moves"]
    assert hint["level"] == "expert"
    key, facts = hint["reason"]["key"], hint["reason"]["facts"]
    assert 0 <= facts["percent"] <= 100
    for lang in LANGUAGES:
        assert key in (await anna.get(f"/api/games/rise/messages/{lang}"))["bots"]
        assert "?" not in tafelrunde.load("rise").messages(lang).say("bots", key, facts)


# --- files ---------------------------------------------------------------------------------------


def page_client(folder: Path) -> httpx.AsyncClient:
    app, pages = FastAPI(), Pages(folder)
    handle_refusals(app)

    @app.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def page(request: Request) -> Response:
        return await pages.answer(request)

    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://t")


async def test_the_page_is_served_with_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret")
    (folder / ".hidden").write_text("secret")
    (folder / "index.html").write_text("<!doctype html>page")
    (folder / "assets" / "a1.js").write_text("x" * 5000)
    (folder / "assets" / "a1.js.br").write_bytes(b"packed beforehand")
    async with page_client(folder) as client:
        for path in ("/", "/tables/abc", "/rules/rise/RISE-C.3", "/.hidden", "/%2e%2e/secret.txt", "//etc/passwd"):
            answer = await client.get(path)
            assert (answer.status_code, answer.text) == (200, "<!doctype html>page"), path
            assert answer.headers["cache-control"] == "no-cache"
        for path in ("/api/nothing", "/assets/nothing.js", "/assets/../../secret.txt"):
            answer = await client.get(path)
            assert "secret" not in answer.text
            assert answer.status_code == 404 or answer.text == "<!doctype html>page"
        script = await client.get("/assets/a1.js", headers={"accept-encoding": "gzip"})
        assert (script.text, script.headers["content-encoding"]) == ("x" * 5000, "gzip")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-type"].startswith("text/javascript")
        async with client.stream("GET", "/assets/a1.js", headers={"accept-encoding": "br, gzip"}) as best:
            assert b"".join([part async for part in best.aiter_raw()]) == b"packed beforehand"
        plain = await client.get("/assets/a1.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        again = await client.get("/", headers={"if-none-match": (await client.get("/")).headers["etag"]})
        assert again.status_code == 304
        (folder / "index.html").write_text("<!doctype html>built anew")
        assert (await client.get("/")).text.endswith("built anew"), "no restart after a build"
    assert len(gzip.compress(b"x" * 5000)) < 100


async def test_the_documentation_is_served_by_address(tmp_path: Path) -> None:
    (tmp_path / "docs" / "reference").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "docs" / "index.html").write_text("start")
    (tmp_path / "docs" / "reference" / "core.html").write_text("core")
    app, pages = FastAPI(), Pages(tmp_path / "docs")
    handle_refusals(app)
    app.add_api_route("/docs/{path:path}", pages.document)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://t") as client:
        assert (await client.get("/docs/")).text == "start"
        assert (await client.get("/docs/reference/core.html")).text == "core"
        for path in ("/docs/nothing.html", "/docs/%2e%2e/secret.txt", "/docs/reference"):
            assert (await client.get(path)).status_code == 404, path


async def test_the_first_page_comes_within_three_seconds(sqlite_db: str) -> None:
    """From the command to the answer, with a new database; in seconds of work, because a test machine may be shared."""
    began = time.monotonic()
    with serving(sqlite_db) as server:
        answer = await Client(server.url).send("GET", "/")
        took = time.monotonic() - began
        assert server.process is not None
        fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
        worked = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    assert answer.status_code == 200
    assert min(took, worked) < 3


async def test_answers_let_no_foreign_script_run(shared_server: Server) -> None:
    answer = await Client(shared_server.url).send("GET", "/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "script-src" not in policy, "scripts come from here alone"
    assert "'unsafe-eval'" not in policy
