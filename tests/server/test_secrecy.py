"""What people at a running table are told: records, doubts, seats, hints; and databases from before the declarations."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import create_engine, select, update

import tafelrunde
from tafelrunde.core.errors import IllegalMove
from tafelrunde.core.history import History
from tafelrunde.core.record import Unasked, commitment, play_recorded
from tafelrunde.library import with_components
from tafelrunde.server import schema
from tafelrunde.server.care import read_backup, restore, verify_tables
from tafelrunde.server.database import open_engine
from tafelrunde.server.facts import Info
from tafelrunde.server.log_rows import Entry
from tests.server.harness import Client, Server, play_on, seated, serving

TABLES = "/api/tables"
EDITION_1 = Path(__file__).parent / "data" / "edition_1.backup"
HOT_SEAT = "xz4X0DE7ykWAvPCq"
"""The table of that database at which one person holds two seats."""


async def entered(url: str, *names: str) -> list[Client]:
    return [await Client(url, name).enter() for name in names]


# --- records -------------------------------------------------------------------------------------


async def lines(client: Client, table: str, query: str = "") -> list[str]:
    answer = await client.send("GET", f"{TABLES}/{table}/record{query}")
    assert answer.status_code == 200, answer.text
    return answer.text.split("moves\n")[1].splitlines()


async def test_a_seat_reads_its_own_hidden_moves_and_no_others(shared_server: Server) -> None:
    table, clients = await seated(shared_server.url, "kontor", 3)
    watcher = Client(shared_server.url)
    moves = []
    for seat, client in enumerate(clients):
        asked = (await client.view(table))["decision"]
        moves.append(f"{seat} {asked['moves'][0]}")
        await client.post(f"{TABLES}/{table}/moves", decision=asked["id"], moves=[asked["moves"][0]])
    for seat, client in enumerate(clients):
        assert await lines(client, table) == [move if i == seat else f"{i} ?" for i, move in enumerate(moves)]
        assert (await client.send("GET", f"{TABLES}/{table}/record?seat={(seat + 1) % 3}")).status_code == 403
    assert await lines(watcher, table) == ["0 ?", "1 ?", "2 ?"]


async def test_a_hot_seat_reads_the_record_of_the_seat_it_names(shared_server: Server) -> None:
    (anna,) = await entered(shared_server.url, "Anna")
    table = (await anna.post(TABLES, game="kontor", players=2, seats=["me", "me"]))["id"]
    asked = (await anna.get(f"{TABLES}/{table}?seat=1"))["view"]["decision"]
    await anna.post(f"{TABLES}/{table}/moves", decision=asked["id"], moves=[asked["moves"][0]], seat=1)
    assert await lines(anna, table) == ["1 ?"], "no curtain has been drawn"
    assert await lines(anna, table, "?seat=0") == ["1 ?"]
    assert await lines(anna, table, "?seat=1") == [f"1 {asked['moves'][0]}"]


def test_events_that_were_stored_with_a_wider_audience_are_not_told() -> None:
    bodies: list[dict[str, Any]] = [{"kind": kind, "seat": 1, "data": {}, "rule": ""} for kind in ("won", "saw", "gone")]
    entry = Entry(1, "move", 1, [[None, body] for body in bodies], 0.0)
    declared = {"won": "public", "saw": "seat"}
    assert [e["kind"] for e in entry.events_for(0, declared)] == ["won"]
    assert [e["kind"] for e in entry.events_for(None, declared)] == ["won"]
    assert [e["kind"] for e in entry.events_for(1, declared)] == ["won", "saw", "gone"]


# --- the seed ------------------------------------------------------------------------------------


def seed_of(db: str, table_id: str) -> int:
    engine = create_engine(db)
    with engine.connect() as connection:
        found = connection.execute(select(schema.tables.c.seed).where(schema.tables.c.id == table_id)).scalar_one()
    engine.dispose()
    return int(found)


async def test_a_doubt_at_a_running_table_tells_nothing_that_the_seat_does_not_know(sqlite_db: str) -> None:
    """The host once got the seed by joining every seat; now even a hot seat gets a world that is dealt anew."""
    with serving(sqlite_db) as server:
        (anna,) = await entered(server.url, "Anna")
        table = (await anna.post(TABLES, game="new_angeles", players=4, seats=["me"] * 4, hints=True))["id"]
        await play_on(table, [anna], Random(1), 12)
        answer = await anna.send("POST", f"/api/study/tables/{table}/doubt", {"move": "0 pass", "seat": 2})
        seed = seed_of(sqlite_db, table)
        assert answer.status_code == 200, answer.text
        scenario = tafelrunde.load_scenario(answer.text)
        scenario.run()
        world = scenario.begin()
        assert str(seed) not in answer.text
        assert str(seed << 32)[:30] not in answer.text
        assert world.seed != seed
        view = (await anna.get(f"{TABLES}/{table}?seat=2"))["view"]
        mine: Any = world.view(2)
        assert mine["seats"] == view["seats"]
        hands = [(await anna.get(f"{TABLES}/{table}?seat={seat}"))["view"]["seats"][seat]["hand"] for seat in range(4)]
        assert [world.view(seat)["seats"][seat]["hand"] for seat in range(4)] != hands
        status, said = await anna.refused(f"/api/study/tables/{table}/doubt", move="0 pass", place=0, seat=2)
        assert (status, said["type"]) == (409, "running")
        ben, *_ = await entered(server.url, "Ben")
        assert (await ben.refused(f"/api/study/tables/{table}/doubt", move="0 pass"))[0] == 403
        for client in (anna, ben):
            await client.close()


async def test_a_practice_table_has_a_seed_of_its_own_that_cannot_be_guessed(sqlite_db: str) -> None:
    with serving(sqlite_db) as server:
        table, clients = await seated(server.url, "fifty_first_state", 2)
        made = await clients[0].post(f"/api/study/tables/{table}/practice")
        about = (await clients[0].get(f"{TABLES}/{made['id']}/about"))["table"]
        record = (await clients[0].send("GET", f"{TABLES}/{made['id']}/record")).text
        true, own = seed_of(sqlite_db, table), seed_of(sqlite_db, made["id"])
        assert own != true
        assert own.bit_length() > 100, "drawn from 128 bits"
        assert about["commitment"] == commitment(own)
        assert f"seed {commitment(own)}\n" in record
        assert "\nbase sha256:" in record, "its hash covers the seed, so that no guess at the position can be confirmed"
        doubt = (await clients[0].send("POST", f"/api/study/tables/{made['id']}/doubt", {"move": "0 pass"})).text
        assert f"seed = {own}" in doubt, "the truth of the own practice is nobody's secret"
        for client in clients:
            await client.close()


def test_a_tables_facts_do_not_print_its_seed() -> None:
    info = Info("t", "rise", "", None, "", 2, {}, 123456789, {}, False, True, "", 0.0, base="the whole position")
    assert "123456789" not in repr(info)
    assert "position" not in repr(info)


# --- one person, one seat ------------------------------------------------------------------------


async def test_one_person_holds_one_seat(shared_server: Server) -> None:
    anna, ben = await entered(shared_server.url, "Anna", "Ben")
    made = await anna.post(TABLES, game="kontor", players=3, seats=["me", "open", "open"])
    path = f"{TABLES}/{made['id']}"
    status, said = await anna.refused(f"{path}/join", invite=made["invites"][0])
    assert (status, said["type"], said["seat"]) == (409, "seated", 0)
    seat = await ben.post(f"{path}/join", invite=made["invites"][0])
    status, said = await anna.refused(f"{path}/return", back=seat["back"])
    assert (status, said["type"]) == (409, "seated")
    assert (await ben.get(path))["seat"] == 1, "nothing was changed"
    assert (await ben.post(f"{path}/return", back=seat["back"]))["seat"] == 1
    assert not (await ben.get(path))["table"]["hot_seat"]


async def test_nobody_looks_into_two_hands_one_after_the_other(shared_server: Server) -> None:
    anna, ben = await entered(shared_server.url, "Anna", "Ben")
    made = await anna.post(TABLES, game="kontor", players=3, seats=["me", "open", "open"])
    path = f"{TABLES}/{made['id']}"
    await anna.post(f"{path}/leave")
    status, said = await anna.refused(f"{path}/join", invite=made["invites"][0])
    assert (status, said["type"], said["seat"]) == (409, "seen", 0)
    again = await anna.post(f"{path}/invites")
    assert (await anna.post(f"{path}/join", invite=again["invites"][0]))["seat"] == 0, "the seat she knows"
    lost = await ben.post(f"{path}/join", invite=again["invites"][1])
    (other,) = await entered(shared_server.url, "Ben at another machine")
    await other.post(f"{path}/return", back=lost["back"])
    status, said = await ben.refused(f"{path}/join", invite=again["invites"][2])
    assert (status, said["type"], said["seat"]) == (409, "seen", 1)


async def test_a_public_table_gives_back_the_seat_that_was_left(shared_server: Server) -> None:
    anna, ben = await entered(shared_server.url, "Anna", "Ben")
    table = (await anna.post(TABLES, game="kontor", players=3, public=True))["id"]
    (carl,) = await entered(shared_server.url, "Carl")
    assert (await ben.post(f"{TABLES}/{table}/join"))["seat"] == 1
    assert (await carl.post(f"{TABLES}/{table}/join"))["seat"] == 2
    await ben.post(f"{TABLES}/{table}/leave")
    await carl.post(f"{TABLES}/{table}/leave")
    assert (await carl.post(f"{TABLES}/{table}/join"))["seat"] == 2


async def test_a_hot_seat_is_made_as_one_and_everybody_is_told(shared_server: Server) -> None:
    anna, ben = await entered(shared_server.url, "Anna", "Ben")
    made = await anna.post(TABLES, game="kontor", players=3, seats=["me", "me", "open"])
    path = f"{TABLES}/{made['id']}"
    assert (await ben.get(f"{path}/about"))["table"]["hot_seat"]
    assert (await ben.post(f"{path}/join", invite=made["invites"][0]))["seat"] == 2, "others may join it"
    await ben.post(f"{path}/leave")
    again = await anna.post(f"{path}/invites")
    assert (await anna.post(f"{path}/join", invite=again["invites"][0]))["seat"] == 2
    await play_on(made["id"], [anna], Random(1), 500)
    rematch = (await anna.post(f"{path}/rematch"))["id"]
    about = await anna.get(f"{TABLES}/{rematch}/about")
    assert about["own"] == [0, 1, 2]
    assert about["table"]["hot_seat"]


# --- hints, sheets, questions --------------------------------------------------------------------


async def test_who_takes_a_seat_has_not_agreed_to_hints(shared_server: Server) -> None:
    table, (anna, ben) = await seated(shared_server.url, "kontor", 2, hints=True)
    path = f"{TABLES}/{table}"
    assert [seat["hints"] for seat in (await anna.get(path))["table"]["seats"]] == [True, False]
    assert (await anna.refused(f"{path}/hint"))[0] == 403
    await ben.post(f"{path}/hints", on=True)
    assert (await anna.post(f"{path}/hint"))["move"]
    await ben.post(f"{path}/leave")
    again = await anna.post(f"{path}/invites")
    (carl,) = await entered(shared_server.url, "Carl")
    await carl.post(f"{path}/join", invite=again["invites"][0])
    assert (await anna.refused(f"{path}/hint"))[0] == 403, "Ben agreed, Carl did not"


async def test_the_components_of_a_closed_table_are_for_its_people(shared_server: Server) -> None:
    table, (anna, _) = await seated(shared_server.url, "rise", 2, watch=False)
    path = f"/api/games/rise/sheets/en?table={table}"
    (zoe,) = await entered(shared_server.url, "Zoe")
    assert (await anna.send("GET", path)).status_code == 200
    for stranger in (zoe, Client(shared_server.url)):
        assert (await stranger.send("GET", path)).status_code == 403
    watched, _ = await seated(shared_server.url, "rise", 2)
    assert (await zoe.send("GET", f"/api/games/rise/sheets/en?table={watched}")).status_code == 200


async def test_what_another_seat_is_asked_cannot_be_found_out_by_guessing(shared_server: Server) -> None:
    table, (anna, ben) = await seated(shared_server.url, "kontor", 2)
    asked = (await ben.view(table))["decision"]["id"]
    guess = asked.replace("bid", "raise")
    path = f"{TABLES}/{table}/moves"
    told = [await anna.refused(path, decision=question, moves=["bid 1"]) for question in (asked, guess)]
    assert told[0] == told[1]
    assert told[0][0] == 403
    assert (await anna.refused(path, decision="nonsense", moves=["bid 1"]))[0] == 409
    assert (await anna.refused(path, decision=asked.replace(".1.", ".0.", 1) + "9", moves=["bid 1"]))[0] == 409


# --- databases from before -----------------------------------------------------------------------


async def test_a_database_of_the_first_edition_keeps_its_secrets(db: str) -> None:
    """Restoring it runs the migrations. What its rows say of hidden moves does not matter: the declarations decide."""
    await restore(db, EDITION_1)
    engine = open_engine(db)
    async with engine.begin() as connection:
        await connection.execute(update(schema.log).values(hidden=False))
    await engine.dispose()
    assert (await verify_tables(db)).wrong == []
    rows = read_backup(EDITION_1).rows
    running = {row["id"]: row for name, row in rows if name == "tables" and not row["over"]}
    hidden = 0
    with serving(db) as server:
        watcher = Client(server.url)
        for table, info in running.items():
            game = with_components(info["game"], info["components"])
            start, log = game.begin(info["players"], int(info["seed"]), json.loads(info["options"]))
            history, unasked = History(start), Unasked(log.forced)
            moves = [row for name, row in rows if name == "log" and row["table"] == table and row["stands"]]
            shown = await lines(watcher, table)
            try:
                for row in sorted(moves, key=lambda row: row["ply"]):
                    play_recorded(history, row["seat"], row["move"], unasked)
            except IllegalMove:
                assert len(shown) == len(moves)
                assert all(line.endswith(" ?") for line in shown), "what cannot be replayed is shown to its own seat alone"
            else:
                for move, line in zip(history.line, shown, strict=True):
                    assert not move.hidden or line.endswith(" ?")
                    hidden += move.hidden
            about = (await watcher.get(f"{TABLES}/{table}/about"))["table"]
            assert about["hot_seat"] == (table == HOT_SEAT)
        await watcher.close()
    assert hidden
