"""Fair queues and rate limits, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random

import pytest

from tafelrunde.core.errors import BadInput
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.server.configuration import load
from tafelrunde.server.fair import FairQueue, Ring
from tafelrunde.server.limits import RATES, SHARED, Asker, Buckets, Limited, Quotas, address_key
from tafelrunde.server.settings import Limits


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


# --- queues --------------------------------------------------------------------------------------


def test_branches_take_turns_at_every_level() -> None:
    ring: Ring[str] = Ring()
    for n in range(60):
        ring.add(("attacker", "guest", f"table {n}"), f"a{n}")
    ring.add(("attacker", "other guest", "table"), "b")
    ring.add(("honest", "anna", "table"), "c")
    assert [ring.pop() for _ in range(4)] == ["a0", "c", "b", "a1"]
    assert ring.size == 58


def test_ring_keeps_count_whatever_is_done_with_it() -> None:
    random, ring, there = Random(1), Ring[int](), {}
    for n in range(3000):
        path = (random.choice("abc"), random.choice("xyz"))
        match random.randrange(4):
            case 0 | 1:
                ring.add(path, n)
                there[n] = path
            case 2 if there:
                del there[ring.pop()]
            case 3 if there:
                item = random.choice(list(there))
                if random.random() < 0.5:
                    ring.remove(there.pop(item), item)
                else:
                    dropped = ring.drop(path)
                    there.pop(dropped, None)  # type: ignore[arg-type]
        assert ring.size == len(there)
    assert {ring.pop() for _ in range(ring.size)} == set(there)


async def test_one_waits_behind_themselves_and_not_in_front_of_others() -> None:
    queue, order = FairQueue(1), []

    async def work(path: tuple[str, ...], name: str) -> None:
        async with queue.slot(path):
            order.append(name)
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(work(("a", "guest", str(n)), f"a{n}")) for n in range(60)]
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(work(("b", "anna", "table"), "honest")))
    await asyncio.gather(*tasks)
    assert order.index("honest") <= 2


async def test_a_full_queue_refuses_whoever_has_most_in_it() -> None:
    queue = FairQueue(1, 4)
    forever = asyncio.Event()

    async def work(path: tuple[str, ...]) -> str:
        async with queue.slot(path):
            await forever.wait()
            return path[0]

    many = [asyncio.create_task(work(("a", "guest"))) for _ in range(5)]
    await asyncio.sleep(0)
    with pytest.raises(Limited) as refused:
        await work(("a", "guest"))
    assert refused.value.status == 503
    assert refused.value.headers["retry-after"] == "2"
    honest = asyncio.create_task(work(("b", "anna")))
    await asyncio.sleep(0)
    forever.set()
    assert await honest == "b"
    ended = await asyncio.gather(*many, return_exceptions=True)
    assert [isinstance(one, Limited) for one in ended] == [False, False, False, False, True], "the newest of the many"


async def test_cancelled_waiting_gives_the_turn_on() -> None:
    queue = FairQueue(1)
    random = Random(2)

    async def work() -> None:
        async with queue.slot((random.choice("ab"),)):
            await asyncio.sleep(0)

    for _ in range(50):
        tasks = [asyncio.create_task(work()) for _ in range(5)]
        await asyncio.sleep(0)
        random.choice(tasks).cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    assert queue.waiting == 0
    async with asyncio.timeout(1):
        await work()


# --- rates ---------------------------------------------------------------------------------------


def test_a_bucket_allows_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    buckets = Buckets(2.0, 10, clock=clock)
    assert [buckets.take("a") for _ in range(10)] == [0.0] * 10
    assert buckets.take("a") == pytest.approx(0.5)
    assert buckets.take("b") == 0.0
    clock.now += 0.5
    assert buckets.take("a") == 0.0
    assert buckets.take("a") > 0
    clock.now += 100
    assert [buckets.take("a") == 0 for _ in range(11)] == [True] * 10 + [False]


def test_made_up_keys_neither_fill_memory_nor_refill_a_bucket() -> None:
    clock = Clock()
    buckets = Buckets(1.0, 10, most=100, clock=clock)
    while buckets.take("attacker") == 0:
        pass
    for n in range(100_000):
        buckets.spend(f"made up {n}", 5)
    assert len(buckets) <= 101
    assert buckets.take("attacker") > 0
    assert buckets.take("new") > 0, "new keys share a bucket while none is full"
    clock.now += 60
    assert buckets.take("new") == 0.0
    assert buckets._full_at.keys() <= {"new", SHARED, "attacker"} or len(buckets) <= 101


def test_an_ipv6_address_is_charged_by_its_network() -> None:
    assert address_key("2001:db8:1:2:3:4:5:6") == address_key("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert address_key("2001:db8:1:3::1") != address_key("2001:db8:1:2::1")
    assert address_key("::ffff:192.0.2.7") == address_key("192.0.2.7") == "192.0.2.7"
    assert address_key("fe80::1%eth0") == "fe80::/64"
    assert len(address_key("x" * 1000)) < 50


def test_a_named_limit_counts_by_person_and_by_address() -> None:
    limits = Quotas(Limits(tables_an_hour=3, address_factor=2))
    for person in ("anna", "bert"):
        for _ in range(3):
            limits.take("tables", Asker("192.0.2.1", person))
    with pytest.raises(Limited) as refused:
        limits.take("tables", Asker("192.0.2.9", "anna"))
    body = refused.value.body
    assert (refused.value.status, body["type"], body["limit"], body["value"]) == (429, "too_many", "tables_an_hour", 3)
    assert 1100 < body["retry"] <= 1200
    assert refused.value.headers["retry-after"] == str(body["retry"])
    with pytest.raises(Limited):
        limits.take("tables", Asker("192.0.2.1", "a third guest of the address"))
    limits.take("tables", Asker("192.0.2.2", "a third guest of the address"))
    limits.take("mails", key="somebody@example.org")


def test_requests_without_a_session_do_not_use_up_what_people_have() -> None:
    limits = Quotas(Limits(rate=1, burst=4, address_factor=2))
    while not limits.request(Asker("192.0.2.1")):
        pass
    assert limits.request(Asker("192.0.2.1", "anna")) == 0.0


def test_zero_is_no_limit() -> None:
    limits = Quotas(Limits(tables_an_hour=0, tables_per_person=0))
    for _ in range(1000):
        limits.take("tables", Asker("192.0.2.1", "anna"))
    limits.allow("tables_per_person", 10**6)


def test_every_limit_that_is_refused_says_so_in_every_language() -> None:
    amounts = ("rate", "spectators", "sockets_per_address", "sockets_per_person", "chat_lines", "tables_per_person")
    for setting in (*(rate.setting for rate in RATES.values()), *amounts, "component_sets", "work_queue"):
        said = {lang: Limited(429, setting, 7, 61).said(lang) for lang in LANGUAGES}
        assert len(set(said.values())) == len(LANGUAGES), setting
        assert not any("?" in text or "{" in text for text in said.values()), setting


def limits_from(env: Mapping[str, str]) -> Limits:
    return load(None, env, {}).settings.limits


def test_limits_are_set_by_variables() -> None:
    found = limits_from({"TAFELRUNDE_TABLES_PER_PERSON": "7", "TAFELRUNDE_RATE": "5", "OTHER": "x"})
    assert (found.tables_per_person, found.rate, found.burst, found.spectators) == (7, 5, 20, Limits().spectators)
    for wrong in ("many", "-1", "nan", ""):
        with pytest.raises(BadInput, match="TAFELRUNDE_TABLES_PER_PERSON"):
            limits_from({"TAFELRUNDE_TABLES_PER_PERSON": wrong})
    with pytest.raises(BadInput, match="from 1024 up"):
        limits_from({"TAFELRUNDE_HEAD_BYTES": "0"})
