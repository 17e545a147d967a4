"""The server is killed again and again while people play; whoever was told "done" must find it done, once.

``python -m tests.server.crash --kills 300 --db both`` is the long form (``make soak``); it goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx

import tafelrunde
from tafelrunde.games import REGISTRY
from tafelrunde.server.care import verify_tables
from tests.server.harness import Client, Server
from tests.server.postgres import fresh_database, postgres
from tests.server.serve import KONTOR

TABLES = 6
PROGRESS = Path("build") / "soak.json"


class Player:
    """One person at all seats of a table, who repeats a request until it is answered, with the same key.

    Nobody else plays there, so that each answer must be exactly one ply on: a lost move or one made twice shows at once.
    """

    def __init__(self, url: str, random: Random, game: str) -> None:
        self._url, self._random, self._game = url, random, game
        self._client = Client(url, "Player")
        self.acknowledged: list[tuple[str, str, int, int, str]] = []
        """Table, key, version, ply and move of every answer."""
        self._table, self._ply, self._number = "", 0, 0

    async def begin(self) -> None:
        await self._client.enter()
        await self._sit_down()

    async def run(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            view = await self._again("GET", f"/api/tables/{self._table}")
            assert view["view"]["ply"] == self._ply, "an acknowledged move is gone, or one was made twice"
            if view["view"]["over"]:
                await self._sit_down()
                continue
            await self._move(view["view"]["decision"])

    async def _sit_down(self) -> None:
        players = self._random.choice(tafelrunde.load(self._game).players)
        body = {"game": self._game, "players": players, "seats": ["me"] * players}
        self._table, self._ply = (await self._again("POST", "/api/tables", body))["id"], 0

    async def _move(self, asked: dict[str, Any]) -> None:
        self._number += 1
        move, key = self._random.choice(asked["moves"]), f"k{self._number}"
        body = {"decision": asked["id"], "moves": [move], "key": key}
        answer = await self._again("POST", f"/api/tables/{self._table}/moves", body)
        self._ply += 1
        assert answer["ply"] == self._ply, "a move was made twice or lost"
        self.acknowledged.append((self._table, key, answer["version"], answer["ply"], move))

    async def _again(self, method: str, path: str, body: Any = None) -> Any:
        """Until there is an answer; a dead server is waited for."""
        while True:
            try:
                answer = await self._client.http.request(method, path, json=body)
            except httpx.TransportError:
                await asyncio.sleep(0.05)
                continue
            assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"
            return answer.json()

    async def check_record(self) -> None:
        """Every answer still stands in the record, at its place."""
        lines: dict[str, list[str]] = {}
        for table, _, _, ply, move in self.acknowledged:
            if table not in lines:
                record = (await self._client.http.get(f"/api/tables/{table}/record")).text
                lines[table] = [line.split(" ", 1)[1] for line in record.split("moves\n", 1)[1].splitlines()]
            assert lines[table][ply - 1] in (move, "?")


async def some_answers(players: list[Player], tasks: list[asyncio.Task[None]], wanted: int) -> None:
    """Let so many moves be answered, so that a slow machine kills in the midst of play too."""
    before = sum(len(player.acknowledged) for player in players)
    async with asyncio.timeout(120):
        while sum(len(player.acknowledged) for player in players) < before + wanted:
            failed = next((task for task in tasks if task.done()), None)
            if failed is not None:
                failed.result()
            await asyncio.sleep(0.001)


async def play_and_kill(db: str, kills: int, seed: int, told: Callable[[int], None] = lambda n: None) -> int:
    """Play on several tables, kill the server at random moments; returns how many moves were acknowledged."""
    random = Random(seed)
    server = Server(db).start()
    try:
        stop = asyncio.Event()
        games = [*tafelrunde.games()] * TABLES
        players = [Player(server.url, Random(seed + i), games[i]) for i in range(TABLES)]
        for player in players:
            await player.begin()
        tasks = [asyncio.create_task(player.run(stop)) for player in players]
        for n in range(kills):
            await some_answers(players, tasks, random.randrange(1, 40))
            await asyncio.sleep(random.uniform(0, 0.02))
            server.kill()
            await asyncio.to_thread(server.start)
            told(n + 1)
        await asyncio.sleep(0.3)
        stop.set()
        await asyncio.gather(*tasks)
        acknowledged = sum(len(player.acknowledged) for player in players)
        for player in players:
            await player.check_record()
    finally:
        server.stop()
    checked, wrong = await verify_tables(db)
    assert not wrong, wrong
    assert checked >= TABLES
    return acknowledged


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--db", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--anew", action="store_true", help="forget what was done before")
    args = parser.parse_args()
    REGISTRY["kontor"] = KONTOR
    done: dict[str, dict[str, int]] = {}
    if PROGRESS.exists() and not args.anew:
        done = json.loads(PROGRESS.read_text())
    with ExitStack() as stack:
        for name in ("sqlite", "postgresql") if args.db == "both" else (args.db,):
            figures = done.setdefault(name, {"kills": 0, "acknowledged": 0})
            base = stack.enter_context(postgres()) if name == "postgresql" else ""
            while figures["kills"] < args.kills:
                portion = min(25, args.kills - figures["kills"])
                db = fresh_database(base) if base else f"sqlite:///{tempfile.mkdtemp()}/soak.db"
                figures["acknowledged"] += asyncio.run(play_and_kill(db, portion, figures["kills"]))
                figures["kills"] += portion
                PROGRESS.parent.mkdir(exist_ok=True)
                PROGRESS.write_text(json.dumps(done))
                print(
                    f"{name}: {figures['kills']} kills, {figures['acknowledged']} acknowledged moves, none lost, none twice",
                    flush=True,
                )


if __name__ == "__main__":
    main()
