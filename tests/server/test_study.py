"""The study interface on a really started server: rulebook, scenarios, replays, practice, doubts, component sets."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Any

import orjson
import pytest

import tafelrunde
from tafelrunde.core import record as records
from tafelrunde.core.history import History
from tafelrunde.server import uploads
from tafelrunde.server.care import verify_tables
from tafelrunde.server.limits import Quotas
from tafelrunde.server.settings import Limits
from tafelrunde.server.store import Store
from tafelrunde.study.practice import base as practice_base
from tafelrunde.study.replay import read_record
from tests.server.harness import Client, Server, play_on, seated, serving


async def finished(url: str, game: str = "rise") -> tuple[str, list[Client]]:
    table, clients = await seated(url, game, 2, watch=False)
    await play_on(table, clients, Random(3), 5000)
    return table, clients


def record_of(game: str, players: int, seed: int) -> str:
    """The record of a random game."""
    kind = tafelrunde.load(game)
    history, random = History(kind.new(players, seed)), Random(seed)
    while not history.state.over:
        seat = random.choice(history.state.to_act)
        history.play(seat, kind.vocabulary[random.choice(history.state.actions(seat))])
    return records.write(history, ["Anna", "Ben"])


async def test_the_rulebook_and_its_scenarios(shared_server: Server) -> None:
    guest = Client(shared_server.url)
    page = await guest.get("/api/study/rise/rules/de")
    rule = next(r for s in page["sections"] for r in s["rules"] if r["id"] == "RISE-C.11")
    assert rule["scenarios"]
    assert page["coverage"]["covered"] == page["coverage"]["total"]
    name = rule["scenarios"][0]["name"]
    listed = await guest.get("/api/study/rise/scenarios")
    assert name in [scenario["name"] for scenario in listed]
    step = await guest.post("/api/study/rise/scenario/step", name=name, steps=1, lang="de")
    assert step["step"] == 1
    text = (await guest.send("GET", f"/api/study/rise/scenario?name={name}")).text
    assert (await guest.refused("/api/study/rise/scenario/step", text=text))[0] == 401, "untrusted files need a session"
    await guest.enter()
    own = await guest.post("/api/study/rise/scenario/step", text=text, steps=1, lang="de")
    assert own == step
    played = await guest.post("/api/study/rise/scenario/step", name=name, moves=["0 pass", "0 run tile-bank"])
    assert played["refusal"]["rule"]
    for body in ({"name": "../x"}, {"text": "title = 1"}, {}, {"name": name, "text": text}, {"name": name, "moves": ["pass"]}):
        status, said = await guest.refused("/api/study/rise/scenario/step", **body)
        assert status in (404, 422), said
    assert (await guest.send("GET", "/api/study/nothing/rules/en")).status_code == 404
    written = await guest.send("POST", "/api/study/rise/scenario/doubt", {"name": name, "steps": 1, "move": "0 pass"})
    tafelrunde.load_scenario(written.text).run()
    await guest.close()


async def test_a_finished_table_is_replayed_by_its_members_only(shared_server: Server) -> None:
    table, (anna, ben) = await finished(shared_server.url)
    stranger = await Client(shared_server.url, "Zoe").enter()
    assert (await stranger.send("GET", f"/api/study/replays/{table}")).status_code == 403
    about = await anna.get(f"/api/study/replays/{table}")
    last = about["last"]
    assert about["over"]
    assert len(about["moves"]) == last > 50
    for seat in ("0", "1", "all", "none"):
        frame = await ben.get(f"/api/study/replays/{table}/at/{last // 2}?seat={seat}&lang=ru")
        assert frame["view"]["ply"] == last // 2
        assert frame["view"]["you"] == (int(seat) if seat.isdigit() else None)
    frames = await anna.get(f"/api/study/replays/{table}/frames?first=3&last=9")
    assert [frame["place"] for frame in frames] == list(range(3, 10))
    assert (await anna.get(f"/api/study/replays/{table}/digest?lang=de"))["series"][0]["label"] == "Wertung"
    result = await anna.get(f"/api/study/replays/{table}/result?lang=de")
    assert result["scores"] == about["scores"] == [sum(of) for of in zip(*(s["points"] for s in result["sources"]), strict=True)]
    assert (await stranger.send("GET", f"/api/study/replays/{table}/result")).status_code == 403
    assert (await anna.get(f"/api/study/replays/{table}/text/5?seat=1&lang=de"))[0]["title"] == "Spielstand"
    text = (await anna.send("GET", f"/api/study/replays/{table}/record")).text
    assert text == (await anna.send("GET", f"/api/tables/{table}/record")).text
    assert read_record(text).state.over
    for path in (f"{table}/at/{last + 1}", f"{table}/at/0?seat=7", "upload-1/at/0", f"{table}/at/x"):
        assert (await anna.send("GET", f"/api/study/replays/{path}")).status_code in (404, 422)
    doubt = await anna.send("POST", f"/api/study/replays/{table}/doubt", {"place": 5, "move": "0 pass", "rule": "RISE-C.2"})
    tafelrunde.load_scenario(doubt.text).run()
    status, _ = await anna.refused(f"/api/study/replays/{table}/doubt", place=5, move="0 pass", rule="NOPE")
    assert status == 422
    for client in (anna, ben, stranger):
        await client.close()


async def test_records_sent_up_outlive_a_restart_but_not_for_ever(sqlite_db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sqlite_db) as server:
        anna = await Client(server.url).enter()
        source = (await anna.post("/api/study/replays", record=record_of("rise", 2, 4)))["id"]
        server.kill()
        server.start()
        assert (await anna.get(f"/api/study/replays/{source}"))["names"] == ["Anna", "Ben"]
        await anna.close()
    store = Store(sqlite_db, origin="test")
    await store.open()
    kept = uploads.Uploads(store, Quotas(Limits(uploads_per_person=2, uploads=4)))
    for name in ("upload-a", "upload-b", "upload-a", "upload-c"):
        await kept.keep(name, f"record {name}", None, "ben")
    assert await kept.find(source) is not None, "another person's"
    assert await kept.find("upload-b") is None, "a was sent up once more after it"
    assert await kept.find("upload-a") == ("record upload-a", None)
    await kept.keep("upload-d", "record", None, "cleo")
    await kept.keep("upload-e", "record", None, "dora")
    assert await kept.find("upload-a") is None, "of whoever has most"
    assert await kept.find(source) is not None
    later = time.time() + uploads.LIFETIME + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert await kept.find("upload-c") is None
    await store.close()


async def test_a_running_game_is_not_replayed(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "rise", 2)
    for path in ("", "/at/0", "/digest", "/result", "/chances", "/record"):
        assert (await clients[0].send("GET", f"/api/study/replays/{table}{path}")).status_code == 409
    status, _ = await clients[0].refused(f"/api/study/tables/{table}/doubt", place=0, move="0 pass")
    assert status == 409
    text = await clients[1].get(f"/api/study/tables/{table}/text?lang=ru")
    assert text[0]["title"] == "Положение в игре"
    for client in clients:
        await client.close()


async def test_a_record_is_sent_up_and_looked_at(shared_server: Server) -> None:
    anna = await Client(shared_server.url).enter()
    text = record_of("fifty_first_state", 2, 4)
    source = (await anna.post("/api/study/replays", record=text))["id"]
    about = await anna.get(f"/api/study/replays/{source}")
    assert about["names"] == ["Anna", "Ben"]
    assert (await anna.send("GET", f"/api/study/replays/{source}/record")).text == text
    review = await anna.get(f"/api/study/replays/{source}/chances")
    assert not review["ready"]
    assert review["of"] > 20
    for bad in ("x", text.replace("moves\n", "moves\n0 nothing\n"), text.replace("game ", "game no")):
        status, said = await anna.refused("/api/study/replays", record=bad)
        assert (status, said["place"]) == (422, "record")
    made = await anna.post(f"/api/study/replays/{source}/practice", place=20, seat=1, level="easy")
    view = await anna.view(made["id"])
    assert (view["you"], view["ply"]) == (1, 20)
    await anna.close()


async def _answer(client: Client, table: str) -> dict[str, Any]:
    """Wait for the own decision and answer it with its first move."""
    async with asyncio.timeout(30):
        while True:
            view = await client.view(table)
            if view["over"] or view["decision"]:
                break
            await asyncio.sleep(0.05)
    if view["decision"]:
        await client.post(f"/api/tables/{table}/moves", decision=view["decision"]["id"], moves=[view["decision"]["moves"][0]])
    return view


@pytest.mark.parametrize("game", ["rise", "new_angeles"])
async def test_practice_from_a_running_game_goes_on_and_is_verified(sqlite_db: str, game: str) -> None:
    players = 2 if game == "rise" else 4
    with serving(sqlite_db) as server:
        table, clients = await seated(server.url, game, players)
        await play_on(table, clients, Random(1), 40)
        before = await clients[0].view(table)
        made = await clients[0].post(f"/api/study/tables/{table}/practice", level="easy")
        about = await clients[0].get(f"/api/tables/{made['id']}")
        assert about["table"]["practice"]
        assert about["view"]["ply"] >= before["ply"]
        assert about["view"]["seats"][0]["hand" if game == "new_angeles" else "coins"] is not None
        for _ in range(4):
            await _answer(clients[0], made["id"])
        status, _ = await clients[1].refused(f"/api/study/tables/{made['id']}/practice", level="easy")
        assert status == 403
        running = (await clients[0].send("GET", f"/api/tables/{made['id']}/record")).text
        assert "\nbase sha256:" in running
        doubt = await clients[0].send("POST", f"/api/study/tables/{made['id']}/doubt", {"place": 0, "move": "0 pass"})
        assert "base = " in doubt.text
        tafelrunde.load_scenario(doubt.text).run()
        server.kill()
        server.start()
        again = await clients[0].view(made["id"])
        assert again["ply"] > before["ply"]
        for client in clients:
            await client.close()
    report = await verify_tables(sqlite_db)
    assert (report.checked, report.wrong, report.asked) == (2, [], [])


def test_the_base_of_practice_does_not_depend_on_the_truth() -> None:
    """What the server stores is what this makes; tests/study shows it for every game and many positions."""
    state = tafelrunde.load("new_angeles").new(4, 11)
    assert practice_base(state, 1, 5).to_json() == practice_base(state.sample(1, 8), 1, 5).to_json()


async def test_component_sets_are_checked_as_they_are_written_and_played_with(shared_server: Server) -> None:
    anna = await Client(shared_server.url).enter()
    text = (await anna.send("GET", "/api/study/rise/components")).text
    schema = tafelrunde.load("rise").component_schema()
    assert await anna.get("/api/study/rise/components/schema") == orjson.loads(orjson.dumps(schema))
    good = await anna.post("/api/study/rise/components/check", text=text)
    assert good["ok"]
    assert good["hash"] == tafelrunde.load("rise").components.hash
    assert good["provenance"]["house"] > 0
    assert "epochs = 3" in text
    bad = await anna.post("/api/study/rise/components/check", text=text.replace("epochs = 3", 'epochs = "many"', 1))
    assert not bad["ok"]
    assert "epochs" in bad["problem"]["place"]
    assert bad["problem"]["reason"]
    other = text.replace("placement_cost = [", "placement_cost = [1, ", 1)
    checked = await anna.post("/api/study/rise/components/check", text=other)
    assert not checked["ok"]
    await anna.close()


@pytest.mark.parametrize("game", tafelrunde.games())
async def test_the_tutorial_is_played_over_the_wire(shared_server: Server, game: str) -> None:
    guest = Client(shared_server.url)
    page = await guest.get(f"/api/study/{game}/tutorial/de")
    assert len(page["steps"]) >= 12
    for number, step in enumerate(page["steps"]):
        made: list[str] = []
        at = await guest.post(f"/api/study/{game}/tutorial/step", step=number, lang="de")
        while not at["finished"]:
            made.append(at["next"]["move"])
            at = await guest.post(f"/api/study/{game}/tutorial/step", step=number, moves=made, lang="de")
            assert at["wrong"] is None
        assert len(made) == step["moves"]
    status, _ = await guest.refused(f"/api/study/{game}/tutorial/step", step=len(page["steps"]))
    assert status == 422
    await guest.close()
