"""Who waits for whom, what runs where, and what stays in memory: inside one server process."""

from __future__ import annotations

import asyncio
import gc
import os
import time
import weakref
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import tafelrunde
from tafelrunde.server import ahead, passwords
from tafelrunde.server import table as table_module
from tafelrunde.server import tables as tables_module
from tafelrunde.server.app import Host
from tafelrunde.server.errors import Refused
from tafelrunde.server.limits import ASKER, Asker, Limited
from tafelrunde.server.memory import to_unload
from tafelrunde.server.models.tables import MovesBody
from tafelrunde.server.new_table import NewTable
from tafelrunde.server.passwords import Hashing
from tafelrunde.server.positions import game_of
from tafelrunde.server.schema import log
from tafelrunde.server.settings import Limits, Settings
from tafelrunde.server.table import Table

BOTS = ("me", "bot:hard", "bot:hard")


@pytest.fixture
async def host(sqlite_db: str, with_kontor: None) -> AsyncIterator[Host]:
    found = Host(Settings(db=sqlite_db, limits=Limits(tables_per_person=0, tables_an_hour=0, idle_seconds=1)))
    await found.open()
    yield found
    await found.close()


async def guest(host: Host, name: str, address: str) -> str:
    """A person whose last request came from an address."""
    person, _ = await host.people.guest(name)
    host.limits.request(Asker(address, person.id))
    return person.id


async def make(host: Host, person: str, game: str = "kontor", seats: tuple[str, ...] = ("me", "me"), **more: Any) -> Table:
    new = NewTable(game, len(seats), seats, (person, "Name"), **more)
    return await host.tables.get((await host.tables.create(new)).id)


async def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)


# --- bots ----------------------------------------------------------------------------------------


class SlowThoughts:
    """Bots that take a moment and note whose turn it was; in a thread, so that the order can be seen."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self._executor = ThreadPoolExecutor(1)

    def open(self) -> ThreadPoolExecutor:
        return self._executor

    workers = 1

    def close(self) -> None:
        self._executor.shutdown()

    def think(self, game: tuple[str, str | None, str], *rest: Any) -> str:
        self.order.append(game[1] or "")
        time.sleep(0.02)
        return ""


async def test_many_bot_tables_of_one_guest_delay_no_other_bot(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host.driver, "wake", lambda table: None)
    host.tables.woken = lambda table: None
    slow = SlowThoughts()
    monkeypatch.setattr(host.thinkers, "_pool", slow)
    attackers = [await guest(host, f"Attacker {n}", "192.0.2.66") for n in range(3)]
    tables = [await make(host, attackers[n % 3], "rise") for n in range(30)]
    honest = await make(host, await guest(host, "Anna", "192.0.2.1"), "rise")
    for table, name in [*((table, "attacker") for table in tables), (honest, "honest")]:
        table.info.component_text = name
    waiting = [asyncio.create_task(host.thinkers._think(slow.think, table, 0, "hard")) for table in tables]
    await until(lambda: len(slow.order) > 2)
    before = len(slow.order)
    await host.thinkers._think(slow.think, honest, 0, "hard")
    assert slow.order.index("honest") - before <= 1, "at most one decision that has begun comes first"
    await asyncio.gather(*waiting)
    assert len(slow.order) == 31


async def test_bots_slow_down_when_their_host_has_used_up_the_time(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[float] = []

    async def pause(seconds: float) -> None:
        paused.append(seconds)
        host.limits._people["bots"]._full_at.clear()
        host.limits._addresses["bots"]._full_at.clear()

    monkeypatch.setattr("tafelrunde.server.thinking.asyncio.sleep", pause)
    anna, ben = Asker("192.0.2.1", "anna"), Asker("192.0.2.2", "ben")
    host.limits.spend("bots", anna, 599)
    await host.thinkers._pace(anna)
    assert not paused
    host.limits.spend("bots", anna, 11)
    await host.thinkers._pace(ben)
    assert not paused
    await host.thinkers._pace(anna)
    assert paused == [pytest.approx(30, abs=1)], "ten seconds too many, at a third of a second for each"


# --- passwords -----------------------------------------------------------------------------------


class SlowHasher:
    """Notes the order, and how many were at work at once."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.at_work = self.most = 0

    def hash(self, password: str) -> str:
        self.at_work += 1
        self.most = max(self.most, self.at_work)
        self.order.append(password)
        time.sleep(0.01)
        self.at_work -= 1
        return password

    def verify(self, _: str, password: str) -> bool:
        return bool(self.hash(password))


async def test_many_account_calls_do_not_delay_a_login(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = SlowHasher()
    order = slow.order
    monkeypatch.setattr(passwords, "_HASHER", slow)
    hashing = Hashing()

    async def as_somebody(address: str, person: str, work: Any) -> Any:
        ASKER.set(Asker(address, person))
        return await work

    many = [asyncio.create_task(as_somebody("192.0.2.66", f"guest {n % 9}", hashing.hash("attack"))) for n in range(60)]
    await until(lambda: len(order) > 2)
    before = len(order)
    assert await as_somebody("192.0.2.1", "", hashing.verify("stored", "login"))
    assert order.index("login") - before <= 1
    assert slow.most == 1, "each takes 19 MB"
    await asyncio.gather(*many)


async def test_more_password_work_than_can_wait_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_HASHER", SlowHasher())
    hashing = Hashing(3)
    answers = await asyncio.gather(*(hashing.hash("x") for _ in range(9)), return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Limited)]
    assert len(refused) == 5
    assert refused[0].status == 503
    assert refused[0].headers["retry-after"]


# --- expensive work ------------------------------------------------------------------------------


async def test_plans_and_sentences_are_made_in_another_process(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await make(host, await guest(host, "Anna", "192.0.2.1"), "rise")
    [seat] = table.questions
    args: dict[str, Any] = {"moves": [], "later": True, "far": True}
    first = await ahead.look_ahead(host.workers, table, seat, "preview", **args)
    await until(host.workers.ready)
    assert await host.workers.run(os.getpid) != os.getpid()

    def here(*_: Any, **__: Any) -> None:
        raise AssertionError("this is the event loop")

    monkeypatch.setattr(table.line, "preview", here)
    monkeypatch.setattr(table.line, "words", here)
    assert await ahead.look_ahead(host.workers, table, seat, "preview", **args) == first, "nothing depends on where it is made"
    assert await ahead.look_ahead(host.workers, table, seat, "words", after=[], lang="de", later=False)
    with pytest.raises(Refused) as refused:
        await ahead.look_ahead(host.workers, table, seat, "preview", moves=["nonsense"] * 5, far=False)
    assert (refused.value.status, refused.value.body["place"]) == (422, "moves[0]")


async def test_expensive_work_is_charged_by_the_second(host: Host) -> None:
    await until(host.workers.ready)
    ASKER.set(Asker("192.0.2.1", "anna"))
    assert await host.workers.run(sum, [1, 2]) == 3
    host.limits.spend("work", Asker("192.0.2.1", "anna"), 61)
    with pytest.raises(Limited) as refused:
        await host.workers.run(sum, [1, 2])
    assert (refused.value.status, refused.value.body["limit"]) == (429, "work_seconds_an_hour")
    with pytest.raises(Limited):
        await host.workers.read_file({"kind": "components", "game": "rise", "text": ""})
    ASKER.set(Asker("192.0.2.1", "ben"))
    assert await host.workers.run(sum, [1, 2]) == 3


# --- chat ------------------------------------------------------------------------------------------


async def test_spectators_cannot_fill_the_chat(host: Host) -> None:
    seated, spectator = await guest(host, "Anna", "192.0.2.1"), await guest(host, "Eve", "192.0.2.66")
    table = await make(host, seated)
    limit = host.limits.values.chat_lines
    table.chats = (0, limit // 5)
    with pytest.raises(Limited) as refused:
        await host.play.chat(table.info.id, spectator, "Eve", "one more")
    assert (refused.value.status, refused.value.body["limit"]) == (409, "chat_lines")
    await host.play.chat(table.info.id, seated, "Anna", "people at the table still can")
    assert table.chats == (1, limit // 5)
    table.chats = (limit, 0)
    with pytest.raises(Limited):
        await host.play.chat(table.info.id, seated, "Anna", "until it is full")
    table.chats = None
    await host.play.chat(table.info.id, spectator, "Eve", "counted anew")
    assert table.chats == (1, 1)


# --- memory --------------------------------------------------------------------------------------


async def test_idle_tables_leave_memory_and_take_everything_with_them(host: Host) -> None:
    person = await guest(host, "Anna", "192.0.2.1")
    held = weakref.ref(await make(host, person))
    clocked = weakref.ref(await make(host, person, pace={"mode": "day", "seconds": 86_400}))
    busy = await make(host, person)
    busy.listeners[lambda message: None] = (None, None)
    await until(lambda: not held() and not clocked())
    assert host.tables.loaded() == [busy]


async def test_a_clock_runs_out_at_a_table_that_left_memory(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(table: Table, seat: int, level: str) -> str:
        return table.shown.legal(seat)[0].text

    monkeypatch.setattr(host.thinkers, "answer", answer)
    person = await guest(host, "Anna", "192.0.2.1")
    table = await make(host, person, pace={"mode": "live", "seconds": 3})
    table_id = table.info.id
    del table
    await until(lambda: not host.tables.has(table_id))
    async with asyncio.timeout(60):
        while not await host.store.rows(select(log.c.version).where(log.c.table == table_id, log.c.kind == "move")):
            await asyncio.sleep(0.1)


async def test_tables_in_memory_are_bounded_by_number_and_size(host: Host) -> None:
    person = await guest(host, "Anna", "192.0.2.1")
    tables = [await make(host, person) for _ in range(12)]
    now = time.monotonic()
    for n, table in enumerate(tables):
        table.used = now + n
    few = Limits(loaded_tables=10, idle_seconds=1000)
    assert to_unload(tables, few, now) == tables[:2], "the longest unused first"
    tables[0].listeners[lambda message: None] = (0, person)
    assert to_unload(tables, few, now) == tables[1:3], "never one that is used"
    stored, tables[1].kept_ply = tables[1].kept_ply, -1
    assert to_unload(tables, few, now) == tables[2:4], "never one whose position is not stored"
    tables[1].kept_ply = stored
    for table in tables[5:]:
        table.info.component_text = "own"
    small = Limits(loaded_megabytes=16, idle_seconds=1000)
    assert to_unload(tables, small, now) == [], "one set that all of them share"
    for table in tables[5:]:
        table.game = type(table.game)(table.game.components)
    gone = to_unload(tables, small, now)
    assert len(tables) - len(gone) <= 1 + 3 + 1


async def test_equal_component_sets_share_one_game_and_unused_ones_go(host: Host) -> None:
    text = (Path(tafelrunde.__file__).parent / "games/rise/data/components.toml").read_text()
    person = await guest(host, "Anna", "192.0.2.1")
    tables = [await make(host, person, "rise", component_text=text + "# own\n") for _ in range(3)]
    assert len({id(table.game) for table in tables}) == len({id(table.info.component_text) for table in tables}) == 1
    games = [weakref.ref(game_of("rise", f"{text}# {n}\n")) for n in range(6)]
    gc.collect()
    assert sum(game() is not None for game in games) <= 3, "only the last few stay"
    assert game_of("rise", text + "# own\n") is tables[0].game


async def test_old_keys_leave_memory_and_are_still_known(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (table_module, tables_module):
        monkeypatch.setattr(module, "KEYS", 4)
    person = await guest(host, "Anna", "192.0.2.1")
    table = await make(host, person)
    for n in range(10):
        seat, question = next(iter(table.questions.items()))
        move = table.shown.legal(seat)[0].text
        await host.play.moves(table.info.id, person, MovesBody(decision=question, moves=[move], key=f"key {n}"))
    assert len(table.keys) <= 4
    [first] = await host.store.rows(select(log.c.seat, log.c.key, log.c.move).where(log.c.key == "key 0"))
    ply = table.shown.ply
    again = MovesBody(moves=[first["move"]], key="key 0", seat=first["seat"])
    assert (await host.play.moves(table.info.id, person, again)).repeated
    assert table.shown.ply == ply
