"""People who play through crashes and outages, and a ledger of everything they were told.

Two people sit at each table, each at an own seat and, where there are several servers, each at another one; bots have the other
seats. They move, take back and talk. Whoever gets no answer, or 503, repeats a move with the same key until it is
answered. :func:`check_ledger` compares the ledger with the log in the database.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from sqlalchemy import select

import tafelrunde
from tafelrunde.server import schema
from tafelrunde.server.store import Row, Store
from tests.server.harness import Client, Server

PATIENCE = 120.0
"""Seconds after which a request that gets no answer is a failure of the test; longer than the longest outage of the soak."""


@dataclass
class Ledger:
    """What people were told about their requests."""

    moves: list[tuple[str, int, str, int, int, str]] = field(default_factory=list)
    """Table, seat, key, version, ply and move of every acknowledged request."""
    refused: list[tuple[str, int, str]] = field(default_factory=list)
    """Table, seat and key of requests that were refused for good."""
    chats: list[tuple[str, str, int]] = field(default_factory=list)
    undos: list[tuple[str, int, int, int]] = field(default_factory=list)
    """Table, seat, the version before and the version after."""
    said: set[str] = field(default_factory=set)
    """Every line of talk that was sent, acknowledged or not."""
    unavailable: int = 0
    """How often 503 was answered."""
    noted: Callable[[], int] = lambda: 0
    """Where the journal of the disk ends; it is asked at each acknowledgement."""
    marks: dict[tuple[Any, ...], int] = field(default_factory=dict)

    def acknowledge(self, entries: list[Any], entry: tuple[Any, ...]) -> None:
        entries.append(entry)
        self.marks[entry] = self.noted()

    def until(self, place: int) -> Ledger:
        """What was acknowledged before a place of the journal."""
        return Ledger(
            moves=[entry for entry in self.moves if self.marks[entry] <= place],
            chats=[entry for entry in self.chats if self.marks[entry] <= place],
            undos=[entry for entry in self.undos if self.marks[entry] <= place],
            said=self.said,
        )

    @property
    def acknowledged(self) -> int:
        return len(self.moves) + len(self.chats) + len(self.undos)


class Person:
    """One person at one seat."""

    def __init__(self, group: Group, client: Client, random: Random, number: int) -> None:
        self._group, self._client, self._random, self._number = group, client, random, number
        self._count = 0
        self._told: dict[str, int] = {}
        """By table, the newest version this person was told of: no later answer may show an older one."""

    async def run(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            table = self._group.table
            shown = await self.ask("GET", f"/api/tables/{table}")
            if table != self._group.table:
                continue
            told = self._told.get(table, 0)
            assert shown["version"] >= told, f"version {shown['version']} is shown after {told} was acknowledged"
            self._group.seen(shown["version"])
            if shown["view"]["over"]:
                await self._group.next_table(table)
            else:
                await self._act(table, shown)

    def _tell(self, table: str, version: int) -> None:
        self._told[table] = max(self._told.get(table, 0), version)

    async def _act(self, table: str, shown: dict[str, Any]) -> None:
        chance = self._random.random()
        if chance < 0.05:
            await self._chat(table)
        elif chance < 0.10:
            await self._undo(table, shown)
        elif shown["view"]["decision"]:
            await self._move(table, shown["seat"], shown["view"]["decision"])
        else:
            await asyncio.sleep(0.02)

    async def _move(self, table: str, seat: int, asked: dict[str, Any]) -> None:
        self._count += 1
        move, key = self._random.choice(asked["moves"]), f"{self._number}.{self._count}"
        body = {"decision": asked["id"], "moves": [move], "key": key}
        answer = await self.ask("POST", f"/api/tables/{table}/moves", body, (409,))
        ledger = self._group.ledger
        if answer is None:
            ledger.refused.append((table, seat, key))
        else:
            ledger.acknowledge(ledger.moves, (table, seat, key, answer["version"], answer["ply"], move))
            self._tell(table, answer["version"])

    async def _chat(self, table: str) -> None:
        """Talk has no key: it is said once, and what was not acknowledged may be there or not."""
        self._count += 1
        text = f"line {self._number}.{self._count}"
        self._group.ledger.said.add(text)
        answer = await self._once("POST", f"/api/tables/{table}/chat", {"text": text})
        if answer is not None:
            self._group.ledger.acknowledge(self._group.ledger.chats, (table, text, answer["version"]))
            self._tell(table, answer["version"])

    async def _undo(self, table: str, shown: dict[str, Any]) -> None:
        answer = await self._once("POST", f"/api/tables/{table}/undo", {}, (409, 422))
        if answer is not None:
            ledger = self._group.ledger
            ledger.acknowledge(ledger.undos, (table, shown["seat"], shown["version"], answer["version"]))
            self._tell(table, answer["version"])

    # --- requests ----------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: Any = None, refusals: Sequence[int] = ()) -> Any:
        """Until there is an answer: a dead server is waited for, and one without a database."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            status, answer = await self._send(method, path, body, refusals)
            if status in (0, 503):
                await asyncio.sleep(self._random.uniform(0.02, 0.2))
                continue
            return answer
        raise AssertionError(f"{path}: no answer for {PATIENCE} seconds")

    async def _once(self, method: str, path: str, body: Any, refusals: Sequence[int] = ()) -> Any:
        return (await self._send(method, path, body, refusals))[1]

    async def _send(self, method: str, path: str, body: Any, refusals: Sequence[int]) -> tuple[int, Any]:
        """The status, 0 if the connection was lost; and the answer, or nothing if it was refused."""
        try:
            answer = await self._client.http.request(method, path, json=body)
        except httpx.TransportError:
            return 0, None
        if answer.status_code == 503:
            assert int(answer.headers["retry-after"]) >= 1, "503 without Retry-After"
            self._group.ledger.unavailable += 1
            return 503, None
        assert answer.status_code == 200 or answer.status_code in refusals, f"{path}: {answer.status_code} {answer.text}"
        return answer.status_code, answer.json() if answer.status_code == 200 else None


class Group:
    """Two people and some bots, who play one table after the other."""

    def __init__(self, servers: Sequence[Server], game: str, seed: int, ledger: Ledger) -> None:
        self._random, self._game, self.ledger = Random(seed), game, ledger
        self._clients = [Client(servers[i % len(servers)].url, f"Person {i}") for i in range(2)]
        self.people = [Person(self, client, Random(seed * 2 + i), seed * 2 + i) for i, client in enumerate(self._clients)]
        self._making = asyncio.Lock()
        self.table = ""
        self.version = 0

    async def begin(self) -> None:
        for client in self._clients:
            await client.enter()
        await self.next_table("")

    async def next_table(self, old: str) -> None:
        """Whoever sees the end first makes the next table and seats both."""
        async with self._making:
            if self.table != old:
                return
            host, guest = self.people
            players = self._random.choice([n for n in tafelrunde.load(self._game).players if n >= 2])
            seats = ["me", "open", *["bot:easy"] * (players - 2)]
            while True:
                made = await host.ask("POST", "/api/tables", {"game": self._game, "players": players, "seats": seats})
                joined = await guest.ask("POST", f"/api/tables/{made['id']}/join", {"invite": made["invites"][0]}, (403,))
                if joined is not None:  # else the first attempt was made and its answer was lost
                    break
            self.table, self.version = made["id"], 0

    def seen(self, version: int) -> None:
        self.version = max(self.version, version)


class Play:
    """Several groups at play."""

    def __init__(self, servers: Sequence[Server], games: Sequence[str], seed: int, noted: Callable[[], int] = lambda: 0) -> None:
        self.ledger = Ledger(noted=noted)
        self.groups = [Group(servers, game, seed * 1000 + i, self.ledger) for i, game in enumerate(games)]
        self._stop = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        for group in self.groups:
            await group.begin()
        self._tasks = [asyncio.create_task(person.run(self._stop)) for group in self.groups for person in group.people]

    def check(self) -> None:
        """Raise what went wrong for anybody."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def some_answers(self, wanted: int, seconds: float = 120) -> None:
        """Let so much be acknowledged, so that a slow machine kills in the midst of play, too."""
        goal = self.ledger.acknowledged + wanted
        async with asyncio.timeout(seconds):
            while self.ledger.acknowledged < goal:
                self.check()
                await asyncio.sleep(0.002)

    async def everybody_goes_on(self, seconds: float) -> None:
        """Every table must show something new within so many seconds: none is stuck."""
        before = {group: (group.table, group.version) for group in self.groups}
        deadline = time.monotonic() + seconds
        while waiting := [group for group, old in before.items() if (group.table, group.version) == old]:
            self.check()
            assert time.monotonic() < deadline, f"{len(waiting)} tables are stuck: {[group.table for group in waiting]}"
            await asyncio.sleep(0.01)

    def give_up(self) -> None:
        """The servers will not come back."""
        for task in self._tasks:
            task.cancel()

    async def end(self) -> None:
        self._stop.set()
        await asyncio.gather(*self._tasks)


# --- the ledger and the log ------------------------------------------------------------------------


async def check_ledger(db: str, ledger: Ledger) -> None:
    """Everything that was acknowledged is in the log, once, at its place; nothing that was refused is; the log is sound."""
    store = Store(db)
    try:
        rows = await store.rows(select(schema.log).order_by(schema.log.c.table, schema.log.c.version))
    finally:
        await store.close()
    compare(rows, ledger)


def compare(rows: Sequence[Row], ledger: Ledger) -> None:
    places = {(row["table"], row["version"]): row for row in rows}
    keys = Counter((row["table"], row["seat"], row["key"]) for row in rows if row["key"] is not None)
    for table, seat, key, version, ply, move in ledger.moves:
        assert keys[table, seat, key] == 1, f"the acknowledged move {key} is there {keys[table, seat, key]} times"
        row = places[table, version]
        assert (row["seat"], row["key"], row["ply"], row["move"]) == (seat, key, ply, move), (
            "a move is not where it was acknowledged"
        )
    for place in ledger.refused:
        assert not keys[place], f"the refused move {place} was made"
    lines = Counter(json.loads(row["data"])["text"] for row in rows if row["kind"] == "chat")
    assert max(lines.values(), default=0) <= 1, "a line of talk was stored twice"
    assert set(lines) <= ledger.said
    for table, text, version in ledger.chats:
        said = places.get((table, version))
        assert said is not None, "an acknowledged line of talk is lost"
        assert json.loads(said["data"])["text"] == text, "an acknowledged line of talk is elsewhere"
    for table, seat, before, after in ledger.undos:
        between = [places.get((table, version)) for version in range(before + 1, after + 1)]
        undone = any(row is not None and row["kind"] == "undo" and row["seat"] == seat for row in between)
        assert undone, "an acknowledged undo is lost"
    for name in {row["table"] for row in rows}:
        _check_line([row for row in rows if row["table"] == name])


def _check_line(rows: list[Row]) -> None:
    """The versions have no gap, and exactly those moves stand that no later undo took back."""
    standing: list[Row] = []
    for version, row in enumerate(rows, 1):
        assert row["version"] == version, f"version {version} of a table is missing"
        if row["kind"] == "undo":
            standing = standing[: json.loads(row["data"])["ply"]]
        elif row["kind"] in ("move", "again"):
            assert row["ply"] == len(standing) + 1, "a ply is missing or there twice"
            standing.append(row)
    assert [row["version"] for row in standing] == [row["version"] for row in rows if row["stands"]]
