"""Moves over HTTP, as the contract has it: all or nothing, once, on the question that was asked."""

from __future__ import annotations

import asyncio
import signal
from random import Random

import pytest

from tests.server.harness import Client, Server, play_on, seated, serving

BAD = "/api/tables/{}/moves"


async def decision(client: Client, table: str) -> tuple[str, list[str]]:
    asked = (await client.view(table))["decision"]
    return asked["id"], asked["moves"]


async def test_the_same_key_twice_is_one_move(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    asked, moves = await decision(clients[0], table)
    body = {"decision": asked, "moves": moves[:1], "key": "first"}
    once = await clients[0].post(BAD.format(table), **body)
    again = await clients[0].post(BAD.format(table), **body)
    assert (again["version"], again["ply"], again["repeated"]) == (once["version"], once["ply"], True)
    assert (await clients[0].view(table))["ply"] == 1
    status, refusal = await clients[0].refused(BAD.format(table), decision=asked, moves=["hold"], key="first")
    assert (status, refusal["place"]) == (422, "key")


async def test_a_stale_decision_is_409_and_a_foreign_one_403(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    first, moves = await decision(clients[0], table)
    second, others = await decision(clients[1], table)
    assert (await clients[0].refused(BAD.format(table), decision=second, moves=others[:1]))[0] == 403
    await clients[0].post(BAD.format(table), decision=first, moves=moves[:1])
    assert (await clients[0].refused(BAD.format(table), decision=first, moves=moves[:1]))[0] == 409
    stranger = await Client(shared_server.url, "Stranger").enter()
    assert (await stranger.refused(BAD.format(table), decision=first, moves=moves[:1]))[0] == 403
    nobody = Client(shared_server.url)
    assert (await nobody.refused(BAD.format(table), decision=first, moves=moves[:1]))[0] == 403


async def test_an_illegal_move_is_422_with_its_rule_and_changes_nothing(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    view = await clients[0].view(table)
    missing = next(n for n in range(1, 7) if n not in view["seats"][0]["hand"])
    status, refusal = await clients[0].refused(BAD.format(table), decision=view["decision"]["id"], moves=[f"bid {missing}"])
    assert (status, refusal["rule"], refusal["type"]) == (422, "K-2", "illegal")
    assert await clients[0].view(table) == view


async def test_a_batch_is_all_or_nothing(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    asked, moves = await decision(clients[0], table)
    before = await clients[0].view(table)
    status, refusal = await clients[0].refused(BAD.format(table), decision=asked, moves=[moves[0], "keep"], key="k")
    assert (status, refusal["place"]) == (422, "moves[1]")
    assert await clients[0].view(table) == before
    done = await clients[0].post(BAD.format(table), decision=asked, moves=[moves[0], "hold"], key="k")
    assert done["ply"] == 2
    assert done["view"]["decision"] is None


async def test_only_the_last_move_of_a_batch_may_cross_a_safe_point(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2, options={"coins": "0"})
    asked, moves = await decision(clients[0], table)
    await clients[0].post(BAD.format(table), decision=asked, moves=moves[:1])
    asked, moves = await decision(clients[1], table)
    status, refusal = await clients[1].refused(BAD.format(table), decision=asked, moves=[moves[0], "keep"])
    assert (status, refusal["type"], refusal["place"]) == (422, "crosses", "moves[0]")
    assert (await clients[1].post(BAD.format(table), decision=asked, moves=moves[:1]))["ply"] == 2


async def test_two_who_answer_at_once_both_succeed(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 3)
    asked = [await decision(client, table) for client in clients]
    done = await asyncio.gather(
        *(
            client.post(BAD.format(table), decision=q, moves=moves[:1], key="k")
            for client, (q, moves) in zip(clients, asked, strict=True)
        )
    )
    assert sorted(answer["ply"] for answer in done) == [1, 2, 3]


async def test_twenty_copies_of_one_request_are_one_move(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "rise", 2)
    views = [await client.view(table) for client in clients]
    mover = next(i for i, view in enumerate(views) if view["decision"])
    asked = views[mover]["decision"]
    body = {"decision": asked["id"], "moves": asked["moves"][:1], "key": "same"}
    answers = await asyncio.gather(*(clients[mover].post(BAD.format(table), **body) for _ in range(20)))
    assert len({(answer["version"], answer["ply"]) for answer in answers}) == 1
    assert (await clients[0].view(table))["ply"] == 1


async def test_free_moves_leave_the_decision_out(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    for client in clients:
        asked, moves = await decision(client, table)
        await client.post(BAD.format(table), decision=asked, moves=[moves[0], "hold"])
    views = [await client.view(table) for client in clients]
    giver = next(i for i, view in enumerate(views) if not view["decision"])
    other = 1 - giver
    gift = views[giver]["free"][0]
    asked = views[other]["decision"]["id"]
    await clients[giver].post(BAD.format(table), moves=[gift])
    assert (await clients[other].view(table))["decision"]["id"] == asked, "a free move does not change what is asked"
    status, refusal = await clients[other].refused(BAD.format(table), moves=["keep"])
    assert (status, refusal["type"]) == (422, "decision_missing")


async def test_undo_goes_back_to_the_safe_point_and_no_further(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    asked, moves = await decision(clients[0], table)
    start = await clients[0].get(f"/api/tables/{table}")
    await clients[0].post(BAD.format(table), decision=asked, moves=[moves[0], "raise"], key="k")
    other, others = await decision(clients[1], table)
    undone = await clients[0].post(f"/api/tables/{table}/undo")
    assert undone["view"]["ply"] == 0
    assert undone["version"] == start["version"] + 3
    assert undone["view"]["decision"]["id"] != asked, "an answer sent before the undo must not count after it"
    again = await clients[0].post(BAD.format(table), decision=asked, moves=[moves[0], "raise"], key="k")
    assert again["repeated"], "a key whose moves were taken back plays nothing"
    assert (await clients[0].view(table))["ply"] == 0
    await clients[1].post(BAD.format(table), decision=other, moves=[others[0], "hold"])
    status, _ = await clients[0].refused(f"/api/tables/{table}/undo")
    assert status == 422
    asked, moves = await decision(clients[0], table)
    await clients[0].post(BAD.format(table), decision=asked, moves=[moves[0], "hold"])
    assert (await clients[0].refused(f"/api/tables/{table}/undo"))[0] == 422, "bids were revealed"


async def test_undo_in_lanes_keeps_the_others_answers(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 3)
    asked, moves = await decision(clients[0], table)
    await clients[0].post(BAD.format(table), decision=asked, moves=moves[:1])
    asked, moves = await decision(clients[1], table)
    await clients[1].post(BAD.format(table), decision=asked, moves=moves[:1])
    pending, _ = await decision(clients[1], table)
    await clients[0].post(f"/api/tables/{table}/undo")
    view = await clients[1].view(table)
    assert view["ply"] == 1
    assert view["seats"][1]["bid"] == int(moves[0].split()[1])
    assert view["decision"]["id"] == pending, "somebody else's undo does not make an answer stale"


async def test_beyond_the_safe_point_by_consent(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    await play_on(table, clients, Random(4), 9)
    await clients[0].post(f"/api/tables/{table}/undo", ply=2)
    assert (await clients[0].view(table))["ply"] == 9
    undone = await clients[1].post(f"/api/tables/{table}/undo", agree=True)
    assert undone["view"]["ply"] == 2
    assert await play_on(table, clients, Random(5), 100) > 5


async def test_preview_and_why_not_change_nothing(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2, options={"coins": "0"})
    asked, moves = await decision(clients[0], table)
    before = await clients[0].view(table)
    seen = await clients[0].post(f"/api/tables/{table}/preview", moves=moves[:1])
    assert not seen["stopped"]
    assert seen["view"]["ply"] == 1
    assert (await clients[0].post(f"/api/tables/{table}/why", move="keep"))["problem"]["rule"] == "K-6"
    assert (await clients[0].post(f"/api/tables/{table}/why", move=moves[0])) == {"legal": True}
    await clients[0].post(BAD.format(table), decision=asked, moves=moves[:1])
    _, moves = await decision(clients[1], table)
    seen = await clients[1].post(f"/api/tables/{table}/preview", moves=moves[:1])
    assert seen["stopped"], "the bids would be revealed"
    assert (await clients[1].view(table))["ply"] == before["ply"] + 1


@pytest.mark.parametrize("game", ["kontor", "rise"])
async def test_a_restart_changes_nothing(game: str, db: str) -> None:
    """What every seat sees, with the ids of what is asked, is the same after the server was stopped and started."""
    with serving(db) as server:
        table, clients = await seated(server.url, game, 2)
        await play_on(table, clients, Random(3), 13)
        before = [await client.get(f"/api/tables/{table}") for client in clients]
        assert server.stop(signal.SIGINT) == 0, "Ctrl-C is no failure"
        server.start()
        assert server.stop() in (0, -15)
        server.start()
        after = [await client.get(f"/api/tables/{table}") for client in clients]
        assert [a["view"] for a in after] == [b["view"] for b in before]
        assert [a["version"] for a in after] == [b["version"] for b in before]
        assert [a["events"] for a in after] == [b["events"] for b in before]


async def test_an_answer_to_a_question_that_an_undo_took_away_is_stale(shared_server: Server) -> None:
    """The same seat is asked again at the same ply, but about another row: the answer was meant for the old one."""
    table, clients = await seated(shared_server.url, "fifty_first_state", 2)
    for n in range(100):
        first = clients[(await clients[0].view(table))["to_act"][0]]
        asked = (await first.view(table))["decision"]
        await first.post(f"/api/tables/{table}/moves", decision=asked["id"], moves=[asked["moves"][0]], key=f"0 {n}")
        if asked["kind"] == "draft":
            break
    other = next(client for client in clients if client is not first)
    old = (await other.view(table))["decision"]
    assert old["kind"] == "draft"
    await first.post(f"/api/tables/{table}/undo")
    asked = (await first.view(table))["decision"]
    await first.post(f"/api/tables/{table}/moves", decision=asked["id"], moves=[asked["moves"][1]], key="2")
    for move in (asked["moves"][0], asked["moves"][1], asked["moves"][2]):
        status, body = await other.refused(f"/api/tables/{table}/moves", decision=old["id"], moves=[move], key=f"3 {move}")
        assert (status, body["type"]) == (409, "stale"), "the row is another one than the one that was answered"
