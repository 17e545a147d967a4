"""Patches of views: what a socket was sent leads exactly to the view, whatever happened at the table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect

import tafelrunde
from tafelrunde.server.seen import Changes, NoPatch, Seen, Writer
from tests.server.harness import Client, Server, seated
from tests.server.patching import Pushed, merged, patched

PLIES = 160

names = st.sampled_from(["a", "b", "c", 'ä"\\', ""])
values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.floats(-2, 2) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=6,
)
objects = st.dictionaries(names, values, max_size=4)
views = st.fixed_dictionaries({"board": objects, "seats": st.tuples(objects, objects).map(list), "decision": values})


def exactly(value: Any) -> bytes:
    """JSON with sorted keys: unlike ``==`` it tells 1, 1.0 and true apart."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def written(state: Any, viewers: Sequence[int | None]) -> dict[int | None, Seen]:
    """What viewers see of a position, as a server writes it."""
    writer, found = Writer(), state.game.views(state, viewers)
    return {viewer: writer.write(viewer, found[viewer]) for viewer in viewers}


def led_to(old: Seen, new: Seen, changes: Changes, by_seat: bool) -> Any:
    """What a client has after it applied the patch."""
    return patched(orjson.loads(old.whole), orjson.loads(b"{%s}" % changes.between(old, new, by_seat)))


def without_nulls(value: Any) -> Any:
    """Objects without the members that are null, which a merge patch cannot tell from missing ones; lists stay as they are."""
    if isinstance(value, dict):
        return {name: without_nulls(item) for name, item in value.items() if item is not None}
    return value


def lists_to_objects(old: Any, new: Any) -> bool:
    if isinstance(new, dict):
        return isinstance(old, list) or any(
            lists_to_objects(old.get(name) if isinstance(old, dict) else None, value) for name, value in new.items()
        )
    return False


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(views, views, st.booleans())
def test_a_patch_leads_from_any_view_to_any_other(old: dict[str, Any], new: dict[str, Any], by_seat: bool) -> None:
    before, after = Writer().write(0, old), Writer().write(0, new)
    try:
        assert exactly(led_to(before, after, Changes(), by_seat)) == exactly(new)
    except NoPatch:
        pairs = [(old[name], new[name]) for name in ("board", "decision")] + list(zip(old["seats"], new["seats"], strict=True))
        if not by_seat:
            pairs = pairs[:2]
        assert any(lists_to_objects(was, now) for was, now in pairs), "only where a list becomes an object"


@pytest.mark.parametrize("game_id", tafelrunde.games())
def test_patches_lead_through_whole_games(game_id: str) -> None:
    game, random = tafelrunde.load(game_id), Random(f"patches of {game_id}")
    for players in game.players:
        viewers: list[int | None] = [*range(players), None]
        state = game.new(players, random.getrandbits(32))
        mine: dict[int | None, Any] = {}
        last: dict[int | None, Seen] = {}
        sizes = [0, 0]
        while not state.over and state.ply < PLIES:
            seen, changes = written(state, viewers), Changes()
            for viewer in viewers:
                if viewer not in mine or random.random() < 0.02:
                    mine[viewer] = orjson.loads(seen[viewer].whole)
                else:
                    message = b"{%s}" % changes.between(last[viewer], seen[viewer], by_seat=True)
                    sizes = [sizes[0] + len(message), sizes[1] + len(seen[viewer].whole)]
                    plain = orjson.loads(b"{%s}" % changes.between(last[viewer], seen[viewer], by_seat=False))
                    by_library = merged(mine[viewer], plain["patch"])
                    assert exactly(patched(mine[viewer], plain)) == exactly(state.view(viewer))
                    assert without_nulls(by_library) == without_nulls(state.view(viewer))
                    mine[viewer] = patched(mine[viewer], orjson.loads(message))
                assert exactly(mine[viewer]) == exactly(state.view(viewer))
            last = seen
            seat = random.choice(state.to_act)
            state.play(seat, random.choice(state.legal(seat)))
        assert sizes[0] * 4 < sizes[1], f"patches are too large: {sizes}"


def test_changes_of_shared_parts_are_worked_out_once() -> None:
    game = tafelrunde.load("new_angeles")
    state = game.new(6, 1)
    before = written(state, range(6))
    state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    after = written(state, range(6))
    changes = Changes()
    changes.between(before[0], after[0], by_seat=True)
    known = len(changes._known)
    changes.between(before[1], after[1], by_seat=True)
    assert len(changes._known) <= known + 3, "only the own seat and the own question are compared anew"
    assert after[1].parts["board"] is after[0].parts["board"]


def test_a_merge_patch_library_gets_everything_but_members_that_are_null() -> None:
    old = Writer().write(0, {"decision": {"id": "1", "data": {"a": 1}}, "board": {"top": 1, "row": [None]}, "seats": []})
    new = Writer().write(0, {"decision": None, "board": {"top": None, "row": [None, 2]}, "seats": []})
    message = orjson.loads(b"{%s}" % Changes().between(old, new, by_seat=False))
    assert message == {
        "patch": {"decision": None, "board": {"top": None, "row": [None, 2]}},
        "nulls": [["decision"], ["board", "top"]],
    }
    assert merged(orjson.loads(old.whole), message["patch"]) == {"board": {"row": [None, 2]}, "seats": []}


# --- sockets ---------------------------------------------------------------------------------------


async def test_a_socket_gets_one_whole_view_and_then_patches(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 2)
    async with clients[0].live(table) as live:
        first = orjson.loads(await live.socket.recv())
        pushed = Pushed()
        pushed.take(first)
        version = first["version"]
        await clients[1].post(f"/api/tables/{table}/chat", text="Good luck")
        for _ in range(6):
            for client in clients:
                asked = (await client.view(table))["decision"]
                if asked:
                    await client.post(f"/api/tables/{table}/moves", decision=asked["id"], moves=asked["moves"][:1])
                    break
        kinds = []
        while pushed.version < (await clients[0].get(f"/api/tables/{table}"))["version"]:
            message = orjson.loads(await live.socket.recv())
            kinds.append(message["type"])
            if message["type"] == "patch":
                assert message["after"] == version
                version = message["version"]
            pushed.take(message)
        assert pushed.view == await clients[0].view(table)
        assert (kinds.count("patch"), "view" in kinds) == (6, False)
        await live.send(type="whole")
        whole = orjson.loads(await live.socket.recv())
        assert (whole["type"], whole["version"], whole["view"]) == ("view", version, pushed.view)


async def test_whole_views_are_limited(shared_server: Server) -> None:
    table, _ = await seated(shared_server.url, "kontor", 2)
    async with Client(shared_server.url).live(table) as live:
        await live.next("view")
        for _ in range(11):
            await live.send(type="whole")
        assert (await live.next("error"))["status"] == 429


async def test_who_takes_a_seat_gets_the_whole_view_of_that_seat(shared_server: Server) -> None:
    """A patch leads on from the own last view only: another viewer's is never its ground."""
    anna, ben = await Client(shared_server.url).enter(), await Client(shared_server.url, "Ben").enter()
    made = await anna.post("/api/tables", game="kontor", players=2)
    async with ben.live(made["id"]) as live:
        assert orjson.loads(await live.socket.recv())["seat"] is None
        await ben.post(f"/api/tables/{made['id']}/join", invite=made["invites"][0])
        while (message := orjson.loads(await live.socket.recv()))["type"] == "presence":
            pass
        assert (message["type"], message["seat"]) == ("view", 1)


async def test_only_a_socket_that_asks_for_it_gets_patches_of_single_seats(shared_server: Server) -> None:
    """The others get merge patches that every library for RFC 7396 understands: lists are whole."""
    table, clients = await seated(shared_server.url, "kontor", 2)
    address = f"{shared_server.url.replace('http', 'ws')}/api/tables/{table}/live"
    headers = {"authorization": f"Bearer {clients[0].token}"}
    found = {}
    async with connect(address, additional_headers=headers) as plain, connect(address, additional_headers=headers) as asking:
        await asking.send(orjson.dumps({"type": "hello", "token": clients[0].token, "patch": "seats"}).decode())
        views = {socket: await _next(socket, "view") for socket in (plain, asking)}
        await _next(asking, "view")
        decision = views[plain]["view"]["decision"]
        await clients[0].post(f"/api/tables/{table}/moves", decision=decision["id"], moves=decision["moves"][:1])
        found = {socket: (await _next(socket, "patch"))["patch"]["seats"] for socket in (plain, asking)}
    assert isinstance(found[plain], list)
    assert isinstance(found[asking], dict)


async def _next(socket: ClientConnection, kind: str) -> Any:
    """The next message of a kind."""
    while (message := orjson.loads(await socket.recv()))["type"] != kind:
        pass
    return message
