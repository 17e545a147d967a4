"""Faults that a test server can be started with, by name: each must be noticed by a test of what it breaks."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

FAULTS: dict[str, Callable[[], None]] = {}


def fault(make: Callable[[], None]) -> Callable[[], None]:
    FAULTS[make.__name__] = make
    return make


@fault
def old_tokens() -> None:
    """A new password leaves the tokens from before valid."""
    from tafelrunde.server.people import People
    from tafelrunde.server.store import Write

    async def end(self: People, person: str, remaining: str = "", before: Any = (), after: Any = ()) -> None:
        await self._store.write(Write([*before, *after]))

    People.end = end  # type: ignore[method-assign]


@fault
def export_hashes() -> None:
    """The export names sessions by the stored hash of their token."""
    from tafelrunde.server import people

    people._mark = lambda word: word


@fault
def export_others() -> None:
    """The export has everybody's chat lines."""
    from sqlalchemy import select

    from tafelrunde.server import schema
    from tafelrunde.server.personal import Personal

    async def lines(self: Personal, person: str) -> Any:
        import orjson

        found = await self._store.rows(select(schema.log).where(schema.log.c.kind == "chat"))
        return [{**row, "data": orjson.loads(row["data"])} for row in found]

    Personal._lines = lines  # type: ignore[method-assign]


@fault
def keep_chat_names() -> None:
    """A deleted account's name stays in its chat lines."""
    from tafelrunde.server.personal import Personal

    async def no_lines(self: Personal, person: str) -> Any:
        return []

    Personal._lines = no_lines  # type: ignore[method-assign]


@fault
def keep_seat_names() -> None:
    """Loaded tables are not read again after a deletion."""
    from tafelrunde.server.tables import Tables

    async def deaf(self: Tables, table_id: str, version: int, rows: Any = None) -> None:
        pass

    Tables.heard = deaf  # type: ignore[method-assign]


@fault
def trust_loopback() -> None:
    """Forwarded headers from this machine are believed without being configured, as uvicorn does by default."""
    from tafelrunde.server import proxies

    original = proxies.Proxies.__init__

    def init(self: proxies.Proxies, app: Any, trusted: Any) -> None:
        original(self, app, proxies.networks("", ["127.0.0.1"]))

    proxies.Proxies.__init__ = init  # type: ignore[method-assign]


@fault
def mistakes() -> None:
    """Requests, tasks, threads and libraries fail, each with the words of a request in its exception."""
    import asyncio
    import logging
    import threading

    from tafelrunde.server.accounts import Accounts
    from tafelrunde.server.people import People, Person
    from tafelrunde.server.personal import Personal
    from tafelrunde.server.play import Play

    async def enter(self: Accounts, account: str, password: str, device: str) -> Any:
        try:
            raise KeyError(password)
        except KeyError as error:
            raise RuntimeError(f"cannot enter {account} {password}") from error

    async def export(self: Personal, person: str, session: str) -> Any:
        async def later() -> None:
            raise ValueError(session)

        def apart() -> None:
            raise ValueError(session)

        asyncio.create_task(later())  # noqa: RUF006
        threading.Thread(target=apart).start()
        logging.getLogger("library").error("a library says %s", session)
        row = await self._people.profile(person)
        raise RuntimeError(row)

    async def chat(self: Play, table_id: str, *words: Any) -> Any:
        table = await self._tables.get(table_id)
        raise OSError(5, f"{words} {table.info.seed}", f"/{words}")

    async def away(self: People, person: Person, days: float, now: float) -> Any:
        async with self._store.engine.begin() as connection:
            from sqlalchemy import insert

            from tafelrunde.server import schema

            await connection.execute(insert(schema.people), {"id": person.id, "name": "a name in a statement", "created": 1.0})

    Accounts.enter = enter  # type: ignore[method-assign]
    Personal.export = export  # type: ignore[method-assign]
    Play.chat = chat  # type: ignore[method-assign, assignment]
    People.away = away  # type: ignore[method-assign]


@fault
def impatient() -> None:
    """People are told at once that it is their turn."""
    os.environ["TAFELRUNDE_PATIENCE"] = "0.05"


@fault
def wordy_logs() -> None:
    """Exceptions are logged with their words, as the standard library does."""
    from tafelrunde.server import logs

    original = logs._place

    def place(error: BaseException) -> dict[str, Any]:
        return {**original(error), "words": str(error)}

    logs._place = place


@fault
def filled_messages() -> None:
    """Messages of libraries are logged with their arguments."""
    from tafelrunde.server import logs

    logs._message = lambda record: record.getMessage()


@fault
def role_is_not_asked() -> None:
    """Whoever has an account counts as an administrator."""
    from sqlalchemy import select

    from tafelrunde.server import schema
    from tafelrunde.server.administration import Administration

    async def is_admin(self: Administration, person: str) -> bool:
        has = select(schema.people.c.id).where(schema.people.c.id == person, schema.people.c.account.is_not(None))
        return await self._store.row(has) is not None

    Administration.is_admin = is_admin  # type: ignore[method-assign]


@fault
def roles_are_remembered() -> None:
    """A role that was taken counts on, because it was asked for once."""
    from tafelrunde.server.administration import Administration

    original, known = Administration.is_admin, set[str]()

    async def is_admin(self: Administration, person: str) -> bool:
        if await original(self, person):
            known.add(person)
        return person in known

    Administration.is_admin = is_admin  # type: ignore[method-assign]
