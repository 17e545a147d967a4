"""Sockets: the own view at once, what was missed after a lost connection, presence, chat."""

from __future__ import annotations

import pytest
import websockets

from tests.server.harness import Client, Server, seated


async def test_a_move_is_pushed_to_everybody_with_the_own_view(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    watcher = Client(shared_server.url)
    async with clients[0].live(table) as first, clients[1].live(table) as second, watcher.live(table) as third:
        views = [await live.next("view") for live in (first, second, third)]
        assert [view["seat"] for view in views] == [0, 1, None]
        asked = views[0]["view"]["decision"]
        await first.send(type="moves", decision=asked["id"], moves=[asked["moves"][0], "hold"], key="a")
        told = [await live.next("view") for live in (first, second, third)]
        assert {message["version"] for message in told} == {views[0]["version"] + 2}
        assert [e["kind"] for e in told[0]["events"]] == ["bid"]
        assert told[1]["events"] == told[2]["events"] == []
        assert told[1]["view"]["seats"][0]["bid"] is None
        ack = await first.next("ack")
        assert (ack["key"], ack["ply"]) == ("a", 2)


async def test_a_lost_connection_is_told_what_it_missed(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    async with clients[1].live(table) as live:
        seen = (await live.next("view"))["version"]
    for client in clients:
        asked = (await client.view(table))["decision"]
        await client.post(f"/api/tables/{table}/moves", decision=asked["id"], moves=[asked["moves"][0], "hold"])
    await clients[0].post(f"/api/tables/{table}/chat", text="Still there?")
    async with clients[1].live(table, seen) as live:
        message = await live.next("view")
        kinds = [event["kind"] for event in message["events"]]
        assert kinds.count("bid") == 1, "the own bid, not the other's"
        assert "won" in kinds
        assert (await live.next("chat"))["text"] == "Still there?"


async def test_hello_names_the_session_and_never_the_address(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    nobody = Client(shared_server.url)
    async with nobody.live(table) as live:
        assert (await live.next("view"))["seat"] is None
        await live.send(type="hello", token=clients[1].token)
        assert (await live.next("view"))["seat"] == 1
        await live.socket.send("[1")
        assert (await live.next("error"))["status"] == 400
        await live.send(type="moves", moves=7)
        assert (await live.next("error"))["status"] == 422
    address = f"{shared_server.url.replace('http', 'ws')}/api/tables/{table}/live?token={clients[1].token}"
    async with websockets.connect(address) as socket:
        assert '"seat":null' in str(await socket.recv())


async def test_presence_says_who_is_here(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    async with clients[0].live(table) as first:
        assert [s["here"] for s in (await first.next("presence"))["table"]["seats"]] == [True, False]
        async with clients[1].live(table):
            assert [s["here"] for s in (await first.next("presence"))["table"]["seats"]] == [True, True]
        assert [s["here"] for s in (await first.next("presence"))["table"]["seats"]] == [True, False]


async def test_foreign_pages_and_unknown_tables_get_no_socket(shared_server: Server) -> None:
    table, _ = await seated(shared_server.url, "kontor", 2)
    address = shared_server.url.replace("http", "ws") + "/api/tables/{}/live"
    for path, headers in ((table, {"Origin": "https://evil.example"}), ("unknown", {})):
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with websockets.connect(address.format(path), additional_headers=headers):
                pass
        assert refused.value.response.status_code == 403


async def test_who_lost_the_seat_hears_a_spectators_part(shared_server: Server) -> None:
    """A return link used elsewhere, and a seat given up: the old socket is told nothing private any more."""
    anna, new = [await Client(shared_server.url, name).enter() for name in ("Anna", "New")]
    made = await anna.post("/api/tables", game="kontor", players=2, seats=["me", "open"])
    async with anna.live(made["id"]) as old, new.live(made["id"]) as fresh:
        assert (await old.next("view"))["seat"] == 0
        assert (await fresh.next("view"))["seat"] is None
        await new.post(f"/api/tables/{made['id']}/return", back=made["back"][0])
        assert (await old.next("view"))["view"]["seats"][0]["coins"] is None
        own = await fresh.next("view")
        assert own["view"]["seats"][0]["coins"] == 2
        asked = own["view"]["decision"]
        await fresh.send(type="moves", decision=asked["id"], moves=asked["moves"][:1])
        told = await old.next("view")
        assert (told["seat"], told["events"], told["view"]["seats"][0]["bid"]) == (None, [], None)
