"""Nothing leaked: whole games over HTTP and sockets, every byte compared with what a sampled world would have shown."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

import tafelrunde
from tafelrunde.core.history import History
from tafelrunde.core.state import State
from tafelrunde.games import REGISTRY
from tafelrunde.library import load_record
from tafelrunde.server.errors import Refused
from tafelrunde.server.home import row as home_row
from tafelrunde.server.line import Line, shown
from tafelrunde.server.table import Info, Seat, Table
from tests.server.harness import Client, Live, Server, seated
from tests.server.serve import KONTOR

GAMES = (*tafelrunde.games(), "kontor")


async def listen(live: Live, heard: list[dict[str, Any]]) -> None:
    while True:
        heard.append(await live.next(seconds=120))


async def play_through(table: str, clients: list[Client], random: Random) -> None:
    """A whole game, now and then with a preview, a question why not, and a refused batch; with a hint for each seat."""
    advised: set[str] = set()
    while True:
        random.shuffle(clients)
        for client in clients:
            view = await client.view(table)
            if view["over"]:
                return
            asked = view["decision"]
            if asked is None:
                continue
            move = random.choice(asked["moves"])
            path = f"/api/tables/{table}"
            if random.random() < 0.1:
                await client.send("POST", f"{path}/preview", {"moves": [move, move]})
                await client.send("POST", f"{path}/why", {"move": random.choice(asked["moves"])})
                await client.send("POST", f"{path}/moves", {"decision": asked["id"], "moves": [move, "no such move"]})
                await client.send("GET", f"{path}/record")
                await client.send("GET", "/api/my/tables")
                await client.send("POST", f"{path}/plan", {"moves": [move]})
                await client.send("POST", f"{path}/words", {"lang": "de"})
                await client.send("POST", f"{path}/prepare", {"moves": []})
                if client.token not in advised:
                    advised.add(client.token)
                    assert (await client.post(f"{path}/hint"))["move"] in asked["moves"]
            await client.post(f"{path}/moves", decision=asked["id"], moves=[move])


def without_id(view: dict[str, Any]) -> dict[str, Any]:
    """A view but for the question's id, which the server counts itself."""
    return {**view, "decision": view["decision"] and {**view["decision"], "id": ""}}


@pytest.mark.usefixtures("with_kontor")
@pytest.mark.parametrize("game", GAMES)
async def test_every_byte_could_come_from_a_sampled_world(game: str, shared_server: Server) -> None:
    REGISTRY.setdefault("kontor", KONTOR)
    players = max(tafelrunde.load(game).players)
    table, clients = await seated(shared_server.url, game, players)
    watcher = Client(shared_server.url)
    by_seat: list[tuple[int | None, Client]] = [*enumerate(clients), (None, watcher)]
    heard: dict[int | None, list[dict[str, Any]]] = {seat: [] for seat, _ in by_seat}
    for client in clients:
        await client.post(f"/api/tables/{table}/hints", on=True)
    start = (await clients[0].get(f"/api/tables/{table}"))["version"]
    async with AsyncExitStack() as stack:
        listeners = []
        for seat, client in by_seat:
            live = await stack.enter_async_context(client.live(table))
            listeners.append(asyncio.create_task(listen(live, heard[seat])))
        await play_through(table, list(clients), Random(7))
        await asyncio.sleep(0.3)
        for listener in listeners:
            listener.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)
    text = (await watcher.send("GET", f"/api/tables/{table}/record")).text
    watcher.bytes_read.pop()
    record = load_record(text)
    assert record.state.over
    compare(record.history, heard, start)
    secrets = [str(record.state.seed), *(client.token for client in clients)]
    for _, client in by_seat:
        own = client.token
        for sent in client.bytes_read[1:]:
            assert not any(secret.encode() in sent for secret in secrets if secret and secret != own), sent[:200]


def compare(history: History, heard: dict[int | None, list[dict[str, Any]]], start: int) -> None:
    """Replay the game and compare each pushed message with what a world re-dealt for that seat shows."""
    state = history.at(0)
    mirror: dict[int, tuple[State, list[Any]]] = {0: (state.clone(), [])}
    for seat, move in history.moves():
        log = state.play(seat, move)
        mirror[state.ply] = (state.clone(), list(log))
    for viewer, messages in heard.items():
        views = [message for message in messages if message["type"] == "view"]
        assert len({message["version"] for message in views}) == len(mirror)
        for message in views:
            truth, events = mirror[message["version"] - start]
            world = truth.sample(viewer or 0, message["version"])
            assert without_id(message["view"]) == json.loads(json.dumps(without_id(world.view(viewer))))
            if message["version"] > start:
                assert message["events"] == json.loads(json.dumps(shown(events, viewer)))
        for message in messages:
            if message["type"] == "presence":
                assert not re.search('"(seed|person|invite|back|standing|prepared)":', json.dumps(message["table"]))


def row(state: State, seat: int) -> Any:
    """The line of a home page's list."""
    info = Info("t", state.game.id, "", None, "", state.players, {}, 0, {}, False, True, "", 0.0)
    chairs = [Seat("person", "A") for _ in range(state.players)]
    return home_row(Table(info, state.game, chairs, Line(state.clone()), 1), seat, "en")


def answers(state: State, seat: int, moves: list[str]) -> list[Any]:
    """What the server would say to previews, why-not and refused batches."""
    line = Line(state.clone())
    told: list[Any] = []
    for move in moves:
        for ask in (
            lambda m=move: line.preview(line.state, seat, [m, m]),
            lambda m=move: line.why_not(line.state, seat, m),
            lambda m=move: line.preview(line.state, seat, [m], later=True),
            lambda m=move: line.why_not(line.state, seat, m, later=True),
            lambda: line.words(line.state, seat, (), "en"),
            lambda: line.words(line.state, seat, (), "en", later=True),
            lambda: row(line.state, seat),
            lambda m=move: line._rehearse(seat, [m, m, "no such move"]),
        ):
            try:
                told.append(ask())
            except Refused as refusal:
                told.append(refusal.body)
    return told


@pytest.mark.usefixtures("with_kontor")
@pytest.mark.parametrize("game", GAMES)
def test_answers_are_equal_in_two_worlds_with_the_same_view(game: str) -> None:
    rules = tafelrunde.load(game)
    random = Random(11)
    for seed in range(6):
        state = rules.new(max(rules.players), seed)
        for _ in range(random.randrange(40)):
            if state.over:
                break
            seat = random.choice(state.to_act)
            state.act(seat, random.choice(state.actions(seat)))
        for seat in range(state.players):
            other = state.sample(seat, random.randrange(1000))
            legal = [str(move) for move in state.legal(seat)[:4]]
            moves = legal + [str(random.choice(rules.vocabulary)) for _ in range(6)]
            assert json.dumps(answers(state, seat, moves)) == json.dumps(answers(other, seat, moves))
