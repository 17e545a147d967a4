"""Limits switched off one at a time: each must be noticed by the test that :data:`CAUGHT_BY` names.

As a plugin of pytest (``-p tests.server.limit_faults``) it puts the fault named by ``TAFELRUNDE_TEST_FAULT`` into the test run;
:mod:`tests.server.serve` puts it into a server.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from typing import Any

from tafelrunde.server import (  # fmt: skip
    ahead,
    crowd,
    doors,
    driver,
    fair,
    janitor,
    limits,
    memory,
    new_table,
    open_tables,
    passwords,
    people,
    play,
    positions,
    sandbox,
    schema,
    table,
    tables,
    workers,
)
from tafelrunde.server.limits import Asker
from tests.server.faults import FAULTS

VARIABLE = "TAFELRUNDE_TEST_FAULT"


def put(owner: Any, name: str, value: Any) -> None:
    assert hasattr(owner, name), f"{owner} has no {name}: this fault would change nothing"
    setattr(owner, name, value)


# --- connections and requests --------------------------------------------------------------------


def unlimited_heads() -> None:
    put(doors.Requests, "_read_head", lambda self, data: data)
    put(doors.Requests, "_count", lambda self, size: None)
    put(doors.Requests, "_stop_parser", lambda self, status: None)


def unlimited_connections() -> None:
    put(doors.Connections, "add", lambda self, address, connection: True)


def unlimited_pipelines() -> None:
    put(doors, "PIPELINED", 10**9)


def unlimited_control_frames() -> None:
    put(doors, "PINGS", 10**9)
    put(doors, "FRAGMENTS", 10**9)


def tokens_are_keys() -> None:
    put(people.People, "known", lambda self, token: token)


def new_keys_push_old_ones_out() -> None:
    def place(self: limits.Buckets, key: str, amount: float, now: float) -> tuple[str, float]:
        while len(self._full_at) >= self._most and key not in self._full_at:
            del self._full_at[next(iter(self._full_at))]
        return key, amount

    put(limits.Buckets, "_place", place)


def ipv6_by_single_address() -> None:
    put(limits, "address_key", lambda address: address)


def strangers_use_up_what_people_have() -> None:
    original = limits.Quotas.request

    def request(self: limits.Quotas, asker: Asker, amount: float = 1.0) -> float:
        return self.addresses.take(asker.address, amount) or original(self, asker, amount)

    put(limits.Quotas, "request", request)


# --- queues --------------------------------------------------------------------------------------


def first_come_first_served() -> None:
    original = fair.FairQueue._acquire
    put(fair.FairQueue, "_acquire", lambda self, path: original(self, ()))


def bots_unlimited_by_hour() -> None:
    async def pace(self: Any, owner: Asker) -> None:
        return None

    from tafelrunde.server import thinking

    put(thinking.Thinkers, "_pace", pace)


def passwords_all_at_once() -> None:
    async def run(self: Any, account: str, work: Callable[..., Any], *args: Any) -> Any:
        import asyncio

        return await asyncio.to_thread(work, *args)

    put(passwords.Hashing, "_run", run)


def plans_on_the_event_loop() -> None:
    original = ahead.look_ahead

    async def look_ahead(workers: Any, *args: Any, **more: Any) -> bytes:
        return await original(_NotReady, *args, **more)  # type: ignore[arg-type]

    put(ahead, "look_ahead", look_ahead)


class _NotReady:
    @staticmethod
    def ready() -> bool:
        return False


def work_is_free() -> None:
    put(workers.Workers, "_check", lambda self, who: None)


def deep_toml_is_parsed() -> None:
    put(sandbox, "too_deep", lambda text: None)


def files_read_by_anybody() -> None:
    from tafelrunde.server import study

    put(study, "no_session", lambda: limits.Limited(429, "rate", 0))


# --- sockets, chat, tables -----------------------------------------------------------------------


def spectators_count_with_players() -> None:
    put(crowd.Crowd, "sit", crowd.Crowd.watch)


def sockets_unlimited_by_address() -> None:
    original = limits.Quotas.allow

    def allow(self: limits.Quotas, setting: str, there: float, retry: float | None = None) -> None:
        if setting != "sockets_per_address":
            original(self, setting, there, retry)

    put(limits.Quotas, "allow", allow)


def chat_unlimited() -> None:
    original = limits.Quotas.take

    def take(self: limits.Quotas, name: str, asker: Asker | None = None, *, key: str | None = None, amount: float = 1.0) -> None:
        if name not in ("chat", "spectator_chat"):
            original(self, name, asker, key=key, amount=amount)

    put(limits.Quotas, "take", take)


def tables_being_made_do_not_count() -> None:
    class Nothing:
        def setdefault(self, host: str, lock: asyncio.Lock) -> asyncio.Lock:
            return lock

    original = tables.Tables.__init__

    def start(self: tables.Tables, *args: Any) -> None:
        original(self, *args)
        self._creating = Nothing()  # type: ignore[assignment]

    put(tables.Tables, "__init__", start)


# --- memory and expiry ---------------------------------------------------------------------------


def tables_stay_in_memory() -> None:
    put(open_tables, "to_unload", lambda *args: [])


def clocked_tables_stay_in_memory() -> None:
    original = memory.unused
    put(memory, "unused", lambda one: original(one) and not one.deadlines())


def clocks_of_unloaded_tables_stop() -> None:
    put(driver.Driver, "_due", driver.Driver._again)


def memory_of_own_sets_is_not_counted() -> None:
    put(memory, "OWN_SET", 0)


def own_sets_are_not_shared() -> None:
    from tafelrunde.core import components as files
    from tafelrunde.library import game_class, load

    def game_of(game: str, text: str | None, components: str | None = None) -> Any:
        kind = game_class(game)
        return load(game) if text is None else kind(files.read(text, "components", kind.schema))

    for module in (positions, new_table):
        put(module, "game_of", game_of)


def keys_stay_in_memory() -> None:
    def remember(self: table.Table, row: Any) -> None:
        self.keys[row["seat"], row["key"]] = (row["version"], row["ply"], row["move"])

    put(table.Table, "remember", remember)


def old_keys_are_forgotten() -> None:
    async def recall(self: tables.Tables, *args: Any) -> None:
        return None

    put(tables.Tables, "_recall", recall)


def accounts_lose_their_tables() -> None:
    original = janitor.Janitor._remove_tables

    async def remove(self: janitor.Janitor, now: float) -> int:
        everything = schema.tables.c.touched < now - 60 * janitor.DAY
        return await original(self, now) + await self._remove_all(schema.tables, everything)

    put(janitor.Janitor, "_remove_tables", remove)


def expiry_does_not_look_again() -> None:
    original = janitor.Janitor._remove

    async def remove(self: janitor.Janitor, kind: Any, ids: Sequence[str], expired: Any) -> int:
        return await original(self, kind, ids, kind.c.id.is_not(None))

    put(janitor.Janitor, "_remove", remove)


def every_request_writes() -> None:
    put(people, "SEEN_SECONDS", -1.0)


def spectators_fill_the_chat() -> None:
    put(play, "SPECTATORS_SHARE", 0)


LIMITS, CAPACITY, FAIR, JANITOR = (f"tests/server/test_{name}.py::test_" for name in ("limits", "capacity", "fair", "janitor"))
CAUGHT_BY: dict[Callable[[], None], str] = {
    unlimited_heads: LIMITS + "heads_that_never_end_do_not_fill_memory",
    unlimited_connections: LIMITS + "slow_connections_make_room_for_others_of_their_address",
    unlimited_pipelines: LIMITS + "requests_sent_ahead_are_limited",
    unlimited_control_frames: LIMITS + "control_frames_and_fragments_are_limited",
    tokens_are_keys: LIMITS + "made_up_tokens_are_charged_to_their_address",
    deep_toml_is_parsed: LIMITS + "untrusted_files_need_a_session_and_are_not_parsed_when_they_are_too_deep",
    files_read_by_anybody: LIMITS + "untrusted_files_need_a_session_and_are_not_parsed_when_they_are_too_deep",
    spectators_count_with_players: LIMITS + "spectators_never_take_the_place_of_seated_people",
    sockets_unlimited_by_address: LIMITS + "spectators_of_one_address_are_limited",
    chat_unlimited: LIMITS + "chat_is_limited_by_person_and_for_spectators_by_table",
    tables_being_made_do_not_count: LIMITS + "many_tables_at_once_are_counted_too",
    new_keys_push_old_ones_out: FAIR + "made_up_keys_neither_fill_memory_nor_refill_a_bucket",
    ipv6_by_single_address: FAIR + "an_ipv6_address_is_charged_by_its_network",
    strangers_use_up_what_people_have: FAIR + "requests_without_a_session_do_not_use_up_what_people_have",
    first_come_first_served: CAPACITY + "many_bot_tables_of_one_guest_delay_no_other_bot",
    bots_unlimited_by_hour: CAPACITY + "bots_slow_down_when_their_host_has_used_up_the_time",
    passwords_all_at_once: CAPACITY + "many_account_calls_do_not_delay_a_login",
    plans_on_the_event_loop: CAPACITY + "plans_and_sentences_are_made_in_another_process",
    work_is_free: CAPACITY + "expensive_work_is_charged_by_the_second",
    tables_stay_in_memory: CAPACITY + "idle_tables_leave_memory_and_take_everything_with_them",
    clocked_tables_stay_in_memory: CAPACITY + "idle_tables_leave_memory_and_take_everything_with_them",
    clocks_of_unloaded_tables_stop: CAPACITY + "a_clock_runs_out_at_a_table_that_left_memory",
    memory_of_own_sets_is_not_counted: CAPACITY + "tables_in_memory_are_bounded_by_number_and_size",
    own_sets_are_not_shared: CAPACITY + "equal_component_sets_share_one_game_and_unused_ones_go",
    keys_stay_in_memory: CAPACITY + "old_keys_leave_memory_and_are_still_known",
    old_keys_are_forgotten: CAPACITY + "old_keys_leave_memory_and_are_still_known",
    spectators_fill_the_chat: CAPACITY + "spectators_cannot_fill_the_chat",
    accounts_lose_their_tables: JANITOR + "only_what_nobody_needs_any_more_goes",
    expiry_does_not_look_again: JANITOR + "what_happens_at_the_last_moment_saves_a_table",
    every_request_writes: JANITOR + "a_session_that_is_used_is_renewed",
}
"""Each fault with the test that must notice it."""
FAULTS.update({fault.__name__: fault for fault in CAUGHT_BY})


def pytest_configure() -> None:
    if VARIABLE in os.environ:
        FAULTS[os.environ[VARIABLE]]()
