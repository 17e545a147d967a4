"""What expires and what stays, on both databases."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import select, update

from tafelrunde.server import janitor as janitors
from tafelrunde.server.janitor import DAY, LOCK, Janitor, alone
from tafelrunde.server.limits import Limited, Quotas
from tafelrunde.server.loading import load_table
from tafelrunde.server.new_table import NewTable
from tafelrunde.server.people import People
from tafelrunde.server.schema import log, people, seats, tables, tokens
from tafelrunde.server.settings import Limits
from tafelrunde.server.store import Step, Store, Write
from tafelrunde.server.tables import Tables
from tafelrunde.server.uptime import Uptime

NOW = time.time()


@pytest.fixture
async def store(db: str, with_kontor: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setattr(janitors, "PAUSE", 0.0)
    found = Store(db, origin="test")
    await found.open()
    yield found
    await found.close()


async def person(store: Store, name: str, unseen: float = 0.0, account: bool = False) -> str:
    found, _ = await People(store).guest(name)
    values = {"seen": NOW - unseen * DAY, **({"account": name.lower()} if account else {})}
    await store.write(Write([Step(update(people).where(people.c.id == found.id).values(**values))]))
    return found.id


async def table(store: Store, host: str, idle: float, over: bool = False, practice: bool = False) -> str:
    made = (await Tables(store).create(NewTable("kontor", 2, ["me", "bot:easy"], (host, "Name")))).id
    values: dict[str, Any] = {"touched": NOW - idle * DAY, "over": over, "base": "{}" if practice else None}
    await store.write(Write([Step(update(tables).where(tables.c.id == made).values(**values))]))
    return made


async def ids(store: Store, kind: Any) -> set[str]:
    return {row["id"] for row in await store.rows(select(kind.c.id))}


async def test_only_what_nobody_needs_any_more_goes(store: Store) -> None:
    gone_guest = await person(store, "Gone", 91)
    resting = await person(store, "Resting", 89)
    absent_host = await person(store, "Absent", 500)
    club = await person(store, "Club", 500, account=True)
    gone = [
        await table(store, gone_guest, 366, over=True),
        await table(store, gone_guest, 61),
        await table(store, resting, 31, practice=True),
    ]
    kept = [
        await table(store, absent_host, 364, over=True),
        await table(store, resting, 59),
        await table(store, resting, 29, practice=True),
        await table(store, club, 5000),
        await table(store, club, 5000, over=True),
    ]
    found = await Janitor(store, Limits()).round(NOW)
    assert found == {"tables": 3, "people": 1}
    assert await ids(store, tables) == set(kept)
    assert await ids(store, people) == {resting, absent_host, club}, "a guest with a table stays"
    for kind in (log, seats):
        assert not [row for row in await store.rows(select(kind.c.table)) if row["table"] in gone]
    for one in kept[3:]:
        assert (await load_table(store, Uptime(store), one)).info.host == club


async def test_a_limit_of_zero_days_keeps_everything(store: Store) -> None:
    guest = await person(store, "Guest", 5000)
    await table(store, guest, 5000, over=True)
    await table(store, guest, 5000)
    forever = Limits(guest_days=0, finished_days=0, abandoned_days=0, practice_days=0)
    assert await Janitor(store, forever).round(NOW) == {"tables": 0, "people": 0}
    assert len(await ids(store, tables)) == 2


async def test_what_happens_at_the_last_moment_saves_a_table(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = await person(store, "Guest", 91)
    saved, lost = await table(store, guest, 61), await table(store, guest, 61)
    write = store.write

    async def meanwhile(what: Write) -> None:
        if len(what.steps) > 3:
            monkeypatch.setattr(store, "write", write)
            await write(Write([Step(update(tables).where(tables.c.id == saved).values(touched=NOW))]))
        await write(what)

    monkeypatch.setattr(store, "write", meanwhile)
    assert (await Janitor(store, Limits()).round(NOW))["tables"] == 1
    assert await ids(store, tables) == {saved}
    assert lost != saved


async def test_rows_from_before_have_their_full_time(store: Store) -> None:
    guest = await person(store, "Guest", 91)
    one = await table(store, guest, 61)
    await store.write(Write([Step(update(tables).values(touched=None)), Step(update(people).values(seen=None))]))
    assert await Janitor(store, Limits()).round(NOW) == {"tables": 0, "people": 0}
    assert await Janitor(store, Limits()).round(NOW + 61 * DAY) == {"tables": 1, "people": 0}
    assert await Janitor(store, Limits()).round(NOW + 91 * DAY) == {"tables": 0, "people": 1}
    assert one not in await ids(store, tables)


async def test_one_janitor_at_a_time(store: Store, db: str) -> None:
    guest = await person(store, "Guest", 91)
    await table(store, guest, 61)
    other = Store(db, origin="other")
    janitor = Janitor(other, Limits())
    if store.shared:
        async with alone(store, LOCK):
            assert await janitor.round(NOW) == {}, "the other process does it"
        await other.open()
        assert (await janitor.round(NOW))["tables"] == 1
        await other.close()
    else:
        assert (await Janitor(store, Limits()).round(NOW))["tables"] == 1
        await other.engine.dispose()


async def test_a_session_that_is_used_is_renewed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    found, token = await People(store).guest("Guest")
    [first] = await store.rows(select(tokens.c.expires))
    writes = 0
    write = store.write

    async def counted(what: Write) -> None:
        nonlocal writes
        writes += 1
        await write(what)

    monkeypatch.setattr(store, "write", counted)
    for _ in range(20):
        assert await People(store).of(token) is not None
    assert writes == 0, "not at every request"
    later = time.time() + 30 * DAY
    monkeypatch.setattr(time, "time", lambda: later)
    for _ in range(20):
        assert await People(store).of(token) is not None
    assert writes == 1
    [now] = await store.rows(select(tokens.c.expires))
    assert now["expires"] - first["expires"] == pytest.approx(30 * DAY, abs=60)
    [seen] = await store.rows(select(people.c.seen).where(people.c.id == found.id))
    assert seen["seen"] == later


# --- how many tables -----------------------------------------------------------------------------


async def test_a_person_hosts_so_many_running_tables(store: Store) -> None:
    guest = await person(store, "Guest")
    host = Tables(store, Quotas(Limits(tables_per_person=3)))
    new = NewTable("kontor", 2, ["me", "bot:easy"], (guest, "Guest"))
    made = [(await host.create(new)).id for _ in range(3)]
    with pytest.raises(Limited) as refused:
        await host.create(new)
    assert (refused.value.status, refused.value.body["limit"], refused.value.body["value"]) == (409, "tables_per_person", 3)
    assert len(await ids(store, tables)) == 3, "a refusal changes nothing"
    await store.write(Write([Step(update(tables).where(tables.c.id == made[0]).values(over=True))]))
    await host.create(new)
    with pytest.raises(Limited):
        await host.create(new)
    await store.write(Write([Step(update(tables).where(tables.c.id == made[1]).values(touched=NOW - 8 * DAY))]))
    await host.create(new)
    other = await person(store, "Other")
    await host.create(NewTable("kontor", 2, ["me", "bot:easy"], (other, "Other")))
