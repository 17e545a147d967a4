"""Accounts: passwords that end sessions, sessions that end everywhere, own data exported and erased."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import create_engine, delete, insert, select, text, update

from tafelrunde.library import load_record
from tafelrunde.server import names, passwords, schema
from tafelrunde.server.database import migrate
from tafelrunde.server.people import People, Person
from tafelrunde.server.personal import Personal
from tafelrunde.server.store import Step, Store, Write
from tafelrunde.server.tables import Tables
from tafelrunde.server.tokens import digest
from tests.server.harness import Client, Live, Server, seated, serving
from tests.server.test_processes import farewell

TABLES = "/api/tables"
pytestmark = pytest.mark.usefixtures("with_kontor")
SECRET, OTHER = "correct horse", "battery staple"


def account_name() -> str:
    return f"a{time.time_ns()}"


async def account(url: str, name: str = "Anna") -> tuple[Client, str]:
    client, made = await Client(url, name).enter(), account_name()
    await client.post("/api/account", account=made, password=SECRET)
    return client, made


async def signed_in(url: str, made: str, password: str = SECRET) -> Client:
    client = Client(url)
    client.token = (await client.post("/api/login", account=made, password=password))["token"]
    client.http.cookies.clear()
    client.http.headers["authorization"] = f"Bearer {client.token}"
    return client


async def again(client: Client) -> Client:
    """A further program with the same token."""
    copy = Client(client.url, client.name)
    copy.token = client.token
    copy.http.headers["authorization"] = f"Bearer {client.token}"
    return copy


async def is_over(client: Client) -> bool:
    return (await client.send("GET", "/api/my/tables")).status_code == 401


# --- passwords and sessions ----------------------------------------------------------------------


async def first_password_ends_others(url: str) -> None:
    """Somebody who once got hold of a guest's token is out as soon as the guest has a password."""
    anna = await Client(url).enter()
    store_token = anna.token
    made = account_name()
    other = await second_session_of_guest(anna)
    await anna.post("/api/account", account=made, password=SECRET)
    assert not await is_over(anna), "the session that set it goes on"
    assert await is_over(other)
    assert anna.token == store_token


async def second_session_of_guest(anna: Client) -> Client:
    """Guests have one session; a second one is written into the database, as older versions could leave it."""
    person = (await anna.get("/api/session"))["id"]
    other = await again(anna)
    other.token = "t" * 32
    other.http.headers["authorization"] = f"Bearer {other.token}"
    values = {"hash": digest(other.token), "person": person, "expires": time.time() + 1000}
    store = Store(DATABASE[anna.url])
    async with store.engine.begin() as connection:
        await connection.execute(delete(schema.tokens).where(schema.tokens.c.hash == values["hash"]))
        await connection.execute(insert(schema.tokens), values)
    await store.engine.dispose()
    assert not await is_over(other)
    return other


DATABASE: dict[str, str] = {}


async def changed_password_ends_others(url: str) -> None:
    anna, made = await account(url)
    other = await signed_in(url, made)
    assert not await is_over(other)
    assert (await anna.refused("/api/password", old="wrong horse", new=OTHER))[1]["type"] == "wrong_password"
    assert not await is_over(other), "a refused change changes nothing"
    await anna.post("/api/password", old=SECRET, new=OTHER)
    assert not await is_over(anna)
    assert await is_over(other)
    assert (await Client(url).refused("/api/login", account=made, password=SECRET))[0] == 403
    await signed_in(url, made, OTHER)


@pytest.mark.parametrize("check", [first_password_ends_others, changed_password_ends_others])
async def test_a_new_password_ends_other_sessions(shared_server: Server, check: Callable[[str], Awaitable[None]]) -> None:
    DATABASE[shared_server.url] = shared_server.db
    await check(shared_server.url)


@pytest.mark.parametrize("check", [first_password_ends_others, changed_password_ends_others])
async def test_injected_old_tokens_that_stay_valid_are_noticed(sqlite_db: str, check: Callable[[str], Awaitable[None]]) -> None:
    with serving(sqlite_db, fault="old_tokens") as server:
        DATABASE[server.url] = server.db
        with pytest.raises(AssertionError):
            await check(server.url)


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaa", "abababab"])
async def test_weak_passwords_are_refused(shared_server: Server, password: str) -> None:
    anna = await Client(shared_server.url).enter()
    made = account_name()
    assert (await anna.refused("/api/account", account=made, password=password))[1]["type"] == "weak_password"
    assert (await anna.refused("/api/account", account=made, password=made.upper()))[1]["type"] == "weak_password"
    await anna.post("/api/account", account=made, password=SECRET)
    assert (await anna.refused("/api/password", old=SECRET, new=password))[1]["type"] == "weak_password"


async def test_sign_out_everywhere_and_one_by_one(shared_server: Server) -> None:
    anna, made = await account(shared_server.url)
    phone, tablet = [await signed_in(shared_server.url, made) for _ in range(2)]
    listed = await anna.get("/api/sessions")
    assert [session["current"] for session in listed].count(True) == 1
    assert not {digest(client.token) for client in (anna, phone, tablet)} & set(json.dumps(listed).split('"'))
    mark = next(session["id"] for session in await phone.get("/api/sessions") if session["current"])
    assert (await anna.send("DELETE", f"/api/sessions/{mark}")).status_code == 200
    assert (await anna.send("DELETE", f"/api/sessions/{mark}")).status_code == 404
    assert [await is_over(client) for client in (anna, phone, tablet)] == [False, True, False]
    ben = await Client(shared_server.url, "Ben").enter()
    stranger = (await ben.get("/api/sessions"))[0]["id"]
    assert (await anna.send("DELETE", f"/api/sessions/{stranger}")).status_code == 404, "only one's own"
    assert (await tablet.send("DELETE", "/api/sessions")).status_code == 200
    assert [await is_over(client) for client in (anna, tablet, ben)] == [True, True, False]


async def test_a_session_is_recognised_by_its_device(shared_server: Server) -> None:
    anna = Client(shared_server.url)
    anna.http.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0"
    await anna.enter()
    assert (await anna.get("/api/sessions"))[0]["device"] == "Firefox, Linux"


async def test_ended_sessions_lose_their_sockets_in_every_process(postgres_server: str) -> None:
    from tests.server.postgres import fresh_database

    db = fresh_database(postgres_server)
    with serving(db) as one, serving(db) as two:
        anna, made = await account(one.url)
        table = (await anna.post(TABLES, game="kontor", players=2, seats=["me", "bot:easy"]))["id"]
        old = await signed_in(two.url, made)
        async with anna.live(table) as mine, old.live(table) as far:
            for live in (mine, far):
                await live.next("view")
            await anna.post("/api/password", old=SECRET, new=OTHER)
            assert await farewell(far) == 4401
            assert await is_over(old)
            await pong(mine)
            elsewhere = await signed_in(two.url, made, OTHER)
            async with elsewhere.live(table) as other:
                await other.next("view")
                await elsewhere.send("DELETE", "/api/sessions")
                for live in (mine, other):
                    assert await farewell(live) == 4401
        assert await is_over(anna)


async def pong(live: Live) -> None:
    await live.send(type="ping")
    await live.next("pong")


async def test_a_login_that_began_before_a_change_of_password_gets_no_session(db: str) -> None:
    store = Store(db)
    await store.open()
    people = People(store)
    person, _ = await people.guest("Anna")
    rows = schema.people
    await store.write(Write([Step(update(rows).where(rows.c.id == person.id).values(account="anna", password="old"))]))
    _, session = people.new_session(person.id, "old", "")
    await people.end(person.id, "", [Step(update(rows).values(password="new"))])
    with pytest.raises(Exception, match="changed in the meantime"):
        await store.write(Write([session]))
    assert not await store.rows(select(schema.tokens))
    await store.close()


async def test_old_hashes_are_renewed_at_the_next_login(
    sqlite_db: str, monkeypatch: pytest.MonkeyPatch, shared_server: Server
) -> None:
    weak = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(SECRET)
    hashing = passwords.Hashing()
    assert await hashing.verify(weak, SECRET)
    renewed = await hashing.renewed(weak, SECRET)
    assert renewed is not None
    assert await hashing.renewed(renewed, SECRET) is None
    anna, made = await account(shared_server.url)
    store = Store(shared_server.db)
    async with store.engine.begin() as connection:
        await connection.execute(update(schema.people).where(schema.people.c.account == made).values(password=weak))
    await signed_in(shared_server.url, made)
    row = await store.row(select(schema.people).where(schema.people.c.account == made))
    assert row is not None
    assert row["password"].split("$")[3] == renewed.split("$")[3]
    await signed_in(shared_server.url, made)
    assert not await is_over(anna), "no session ends by it"
    await store.engine.dispose()


# --- own data ------------------------------------------------------------------------------------

OWN = (
    "exported", "person", "sessions", "vacations", "push_endpoints", "seats", "hosted", "results", "reports", "administration",
    "chat",
)  # fmt: skip


async def export_is_complete_and_harmless(url: str, db: str) -> None:
    anna, made = await account(url, "Anna")
    table = (await anna.post(TABLES, game="kontor", players=2, seats=["me", "bot:easy"]))["id"]
    await anna.post(f"{TABLES}/{table}/chat", text="a line of mine")
    ben = await Client(url, "Ben").enter()
    await ben.post(f"{TABLES}/{table}/chat", text="a line of Ben's")
    answer = await anna.send("GET", "/api/me/export")
    found = answer.json()
    assert tuple(found) == OWN
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["cache-control"] == "no-store"
    assert (found["person"]["name"], found["person"]["account"]) == ("Anna", made)
    assert [(seat["table"], seat["seat"]) for seat in found["seats"]] == [(table, 0)]
    assert [line["text"] for line in found["chat"]] == ["a line of mine"]
    store = Store(db)
    secrets = [anna.token, digest(anna.token), SECRET, "argon2"]
    for rows, columns in ((schema.people, ("password",)), (schema.tables, ("seed",)), (schema.seats, ("back", "invite"))):
        secrets += [row[c] for row in await store.rows(select(rows)) for c in columns if row[c]]
    await store.engine.dispose()
    assert not [secret for secret in secrets if secret in answer.text]


async def test_people_can_have_their_data(shared_server: Server) -> None:
    await export_is_complete_and_harmless(shared_server.url, shared_server.db)
    assert (await Client(shared_server.url).send("GET", "/api/me/export")).status_code == 401


@pytest.mark.parametrize("fault", ["export_hashes", "export_others"])
async def test_injected_leaks_of_the_export_are_noticed(sqlite_db: str, fault: str) -> None:
    with serving(sqlite_db, fault=fault) as server, pytest.raises(AssertionError):
        await export_is_complete_and_harmless(server.url, server.db)


async def test_finished_games_are_exported_with_their_record(shared_server: Server) -> None:
    _, anna, _ = await finished(shared_server.url)
    (seat,) = (await anna.get("/api/me/export"))["seats"]
    assert load_record((await anna.send("GET", seat["record"])).text).state.over


async def finished(url: str, name: str = "Anna") -> tuple[str, Client, Client]:
    """A table whose game is over, the first person there of this name."""
    table, (anna, ben) = await seated(url, "kontor", 2)
    await anna.post("/api/profile", name=name)
    while True:
        for client in (anna, ben):
            view = await client.view(table)
            if view["over"]:
                return table, anna, ben
            if view["decision"]:
                asked = view["decision"]
                await client.post(f"{TABLES}/{table}/moves", decision=asked["id"], moves=asked["moves"][:1])


async def everything_about(client: Client, tables: list[str]) -> str:
    """What anybody can read at these tables, in one text."""
    found = [(await client.send("GET", "/api/tables")).text]
    for table in tables:
        for path in ("", "/about", "/record"):
            found.append((await client.send("GET", f"{TABLES}/{table}{path}")).text)
        replay = await client.send("GET", f"/api/study/replays/{table}")
        found.append(replay.text)
    return "\n".join(found)


async def a_deleted_name_vanishes(one: str, two: str, db: str) -> None:
    """From running and finished games, records, replays, chat, lists and the database, in every process."""
    name, made = "Sigismunda", account_name()
    running, (host, anna) = await seated(one, "kontor", 2, public=True)
    await anna.post("/api/profile", name=name)
    await anna.post("/api/account", account=made, password=SECRET)
    ben = await Client(two, "Ben").enter()
    hosted = await anna.post(TABLES, game="kontor", players=2, public=True)
    await ben.post(f"{TABLES}/{hosted['id']}/join", invite=hosted["invites"][0])
    over, quitter, other = await finished(one, name)
    rematch = (await other.post(f"{TABLES}/{over}/rematch"))["id"]
    tables = [running, hosted["id"], over, rematch]
    for table in tables:
        await anna.post(f"{TABLES}/{table}/chat", text="still here")
    for client in (host, ben):
        assert name in await everything_about(client, tables)
    async with ben.live(running) as watching:
        await watching.next("view")
        assert (await anna.send("DELETE", "/api/account", {"confirm": True})).status_code == 403, "the password is needed"
        assert (await anna.send("DELETE", "/api/account", {"confirm": True, "password": SECRET})).status_code == 200
        assert (await quitter.send("DELETE", "/api/account", {"confirm": True})).status_code == 200
        while "former player" not in str((await watching.next("presence"))["table"]["seats"]):
            pass
    assert await is_over(anna)
    for client in (host, ben):
        async with asyncio.timeout(5):
            while name in (text := await everything_about(client, tables)):
                await asyncio.sleep(0.1)
        assert text.count("former player") > len(tables)
        assert text.count("still here") == len(tables), "what was said stays"
    assert (await Client(one).refused("/api/login", account=made, password=SECRET))[0] == 403
    record = (await ben.send("GET", f"{TABLES}/{over}/record")).text
    assert "seat 0 former player\n" in record
    assert load_record(record).state.over, "a finished game stays whole"
    assert (await ben.get(f"{TABLES}/{hosted['id']}/about"))["host"], "the host's place passes on"
    store = Store(db)
    everything = [str(row) for rows in schema.IN_ORDER for row in await store.rows(select(rows))]
    gone = [row for row in await store.rows(select(schema.people)) if row["deleted"] is not None]
    await store.engine.dispose()
    assert len(gone) == 2
    assert not [row for row in everything if name in row or made in row]


async def test_a_deleted_account_leaves_no_name(sqlite_db: str, postgres_server: str) -> None:
    from tests.server.postgres import fresh_database

    with serving(sqlite_db) as server:
        await a_deleted_name_vanishes(server.url, server.url, sqlite_db)
    db = fresh_database(postgres_server)
    with serving(db) as one, serving(db) as two:
        await a_deleted_name_vanishes(one.url, two.url, db)


@pytest.mark.parametrize("fault", ["keep_chat_names", "keep_seat_names"])
async def test_injected_names_that_stay_are_noticed(sqlite_db: str, fault: str) -> None:
    with serving(sqlite_db, fault=fault) as server, pytest.raises((AssertionError, TimeoutError)):
        await a_deleted_name_vanishes(server.url, server.url, sqlite_db)


async def test_others_play_on_with_a_bot_until_somebody_takes_the_seat(shared_server: Server) -> None:
    table, (anna, ben) = await seated(shared_server.url, "kontor", 2)
    path = f"{TABLES}/{table}"
    await anna.send("DELETE", "/api/account", {"confirm": True})
    seats = (await ben.get(path))["table"]["seats"]
    assert (seats[0]["name"], seats[0]["open"], seats[0]["held"]) == ("former player", True, True)
    async with asyncio.timeout(20):
        while (await ben.view(table))["ply"] < 1:
            await asyncio.sleep(0.05)
    carl = await Client(shared_server.url, "Carl").enter()
    invite = (await ben.post(f"{path}/invites"))["invites"][0]
    assert (await carl.post(f"{path}/join", invite=invite))["seat"] == 0
    seats = (await ben.get(path))["table"]["seats"]
    assert (seats[0]["name"], seats[0]["open"], seats[0]["held"]) == ("Carl", False, False)


async def test_nobody_plays_on_where_nobody_is_left(shared_server: Server) -> None:
    anna = await Client(shared_server.url).enter()
    table = (await anna.post(TABLES, game="kontor", players=2, seats=["me", "bot:easy"]))["id"]
    await anna.send("DELETE", "/api/account", {"confirm": True})
    await asyncio.sleep(0.5)
    seats = (await Client(shared_server.url).get(f"{TABLES}/{table}"))["table"]["seats"]
    assert (seats[0]["open"], seats[0]["held"]) == (True, False)


async def test_an_interrupted_deletion_is_completed(db: str) -> None:
    store = Store(db)
    await store.open()
    people, tables = People(store), Tables(store)
    personal = Personal(store, tables, people)
    from tafelrunde.server.new_table import NewTable

    person, _ = await people.guest("Anna")
    made = await tables.create(NewTable("rise", 2, ["me", "open"], (person.id, person.name)))
    rows = schema.people
    await store.write(Write([Step(update(rows).where(rows.c.id == person.id).values(deleted=time.time(), name=names.FORMER))]))
    await personal.finish()
    assert [seat.name for seat in (await tables.get(made.id)).seats] == [names.FORMER, "Seat 2"]
    assert await store.rows(select(schema.seats.c.person)) == [{"person": None}] * 2
    await store.close()


# --- migration -----------------------------------------------------------------------------------


def test_stored_addresses_are_unconfirmed_after_the_migration(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    engine = create_engine(f"sqlite:///{tmp_path}/t.db")
    config = Config()
    config.set_main_option("script_location", str(Path(names.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0007")
        values = {"id": "p", "name": "Anna", "mail": "anna@example.org", "created": 1.0}
        connection.execute(text("INSERT INTO people (id, name, mail, created) VALUES (:id, :name, :mail, :created)"), values)
        table = "INSERT INTO tables VALUES ({})".format(
            ", ".join("?" for _ in connection.execute(text("PRAGMA table_info(tables)")).all())
        )
        columns = [row[1] for row in connection.execute(text("PRAGMA table_info(tables)")).all()]
        filled: dict[str, Any] = dict.fromkeys(columns, 0) | {"id": "t", "game": "rise", "host": "p"}
        connection.exec_driver_sql(table, tuple(filled[name] for name in columns))
        seat = 'INSERT INTO seats ("table", seat, kind, name, person, standing, missed, hints) VALUES (?, 0, ?, ?, ?, 0, 0, 0)'
        connection.exec_driver_sql(seat, ("t", "person", "Anna", "p"))
        line = (
            "INSERT INTO log (\"table\", version, kind, seat, ply, hidden, stands, data, at) VALUES ('t', ?, ?, ?, 0, 0, 0, ?, 0)"
        )
        connection.exec_driver_sql(line, (1, "chat", 0, '{"name":"Anna","text":"hi"}'))
        connection.exec_driver_sql(line, (2, "chat", 0, '{"name":"Ben","text":"ho"}'))
        connection.exec_driver_sql(line, (3, "seat", 0, '{"joined":"Anna"}'))
        connection.exec_driver_sql(line, (4, "seat", 0, '{"hints":false}'))
        migrate(connection)
    with engine.connect() as connection:
        person = connection.execute(select(schema.people)).one()
        assert (person.mail, person.mail_confirmed) == ("anna@example.org", None)
        assert connection.execute(select(schema.authors)).all() == [("t", 1, "p")]
        rows = connection.execute(select(schema.log.c.data).where(schema.log.c.kind == "seat")).scalars().all()
        assert [json.loads(row) for row in rows] == [{"joined": True}, {"hints": False}]


def test_a_person_without_a_language_reads_english() -> None:
    assert Person("p", "Anna", None).lang == "en"
