"""What people ask each other at a table: to go back, to play again. It is stored, and no amount of talk pushes it out."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tafelrunde.server.errors import Refused
from tafelrunde.server.line import taken_back
from tafelrunde.server.new_table import NewTable
from tafelrunde.server.people import Person
from tafelrunde.server.table import Table
from tests.server.inside import Inside, Wall, inside

pytestmark = pytest.mark.usefixtures("with_kontor")


@pytest.fixture
async def server(sqlite_db: str) -> AsyncIterator[Inside]:
    async with inside(sqlite_db, Wall()) as started:
        yield started


async def a_table(server: Inside, players: int = 2, **more: object) -> tuple[Table, list[Person]]:
    people = [await server.person(f"Person {i}") for i in range(players)]
    seats = ["me", *["open"] * (players - 1)]
    made = await server.tables.create(NewTable("kontor", players, seats, (people[0].id, people[0].name), **more))  # type: ignore[arg-type]
    for person, invite in zip(people[1:], made.invites, strict=True):
        await server.play.join(made.id, person, invite)
    return await server.tables.get(made.id), people


async def play(server: Inside, table: Table, people: list[Person], plies: int) -> None:
    for _ in range(plies):
        if table.shown.over:
            return
        seat = table.shown.to_act[0]
        await server.move(table.info.id, people[seat], table.shown.legal(seat)[0].text, decision=table.questions[seat])


async def talk(server: Inside, table: Table, person: Person, lines: int = 70) -> None:
    for i in range(lines):
        await server.play.chat(table.info.id, person.id, person.name, f"line {i}")


def refused(error: pytest.ExceptionInfo[Refused]) -> tuple[int, str]:
    return error.value.status, error.value.body["type"]


# --- going back ----------------------------------------------------------------------------------


async def test_a_proposal_survives_chat_and_a_restart(db: str) -> None:
    wall = Wall()
    async with inside(db, wall) as server:
        table, people = await a_table(server, 3)
        await play(server, table, people, 9)
        await server.undo(table.info.id, people[0], ply=2)
        await talk(server, table, people[2])
        await server.undo(table.info.id, people[1], agree=True)
        await talk(server, table, people[2])
    async with inside(db, wall) as server:
        table = await server.tables.get(table.info.id)
        assert table.about()["proposal"] == {"seat": 0, "ply": 2, "agreed": [1]}
        await server.undo(table.info.id, people[2], agree=True)
        assert table.shown.ply == 2
        assert table.about()["proposal"] is None
    async with inside(db, wall) as server:
        table = await server.tables.get(table.info.id)
        assert (table.shown.ply, table.proposal) == (2, None)


async def test_agreeing_where_nothing_stands_is_refused(server: Inside) -> None:
    table, people = await a_table(server)
    await play(server, table, people, 6)

    async def agree() -> tuple[int, str]:
        with pytest.raises(Refused) as error:
            await server.undo(table.info.id, people[1], agree=True)
        return refused(error)

    assert await agree() == (422, "bad_input")
    await server.undo(table.info.id, people[0], ply=2)
    await server.undo(table.info.id, people[1], agree=False)
    assert await agree() == (422, "bad_input"), "it was turned down"
    await server.undo(table.info.id, people[0], ply=2)
    await play(server, table, people, 1)
    assert await agree() == (422, "bad_input"), "the game went on"
    assert table.shown.ply == 7


# --- keys ----------------------------------------------------------------------------------------


async def test_a_key_whose_move_was_taken_back_says_so(server: Inside) -> None:
    table, people = await a_table(server, 3)
    keyed = {}
    for seat in (0, 1):
        keyed[seat] = (table.shown.legal(seat)[0].text, table.questions[seat])
        await server.move(table.info.id, people[seat], keyed[seat][0], decision=keyed[seat][1], key="k")
    await server.undo(table.info.id, people[0])
    for seat, undone in ((0, True), (1, False)):
        again = await server.move(table.info.id, people[seat], keyed[seat][0], decision=keyed[seat][1], key="k")
        assert (again.repeated, again.undone) == (True, undone)
        assert b'"undone":true' in table.answered(again) or not undone
    assert table.shown.ply == 1, "nothing was played"


def test_what_an_undo_kept_stands() -> None:
    def row(version: int, kind: str, seat: int, ply: int) -> dict[str, object]:
        return {"version": version, "kind": kind, "seat": seat, "ply": ply, "move": f"move of {seat}"}

    rows = [
        row(1, "begin", 0, 0), row(2, "move", 0, 1), row(3, "move", 1, 2), row(4, "move", 0, 3), row(5, "move", 2, 4),
        row(6, "undo", 0, 0), row(7, "again", 1, 1), row(8, "again", 2, 2), row(9, "chat", 0, 2), row(10, "move", 0, 3),
    ]  # fmt: skip
    assert taken_back(rows) == {2, 4}
    assert taken_back([*rows, row(11, "undo", 1, 0), row(12, "again", 2, 1), row(13, "again", 0, 2)]) == {2, 3, 4}
    assert taken_back([*rows, row(11, "undo", 0, 1)]) == {2, 4, 5, 10}
    practice = [row(2, "move", 0, 41), row(3, "move", 0, 42), row(4, "undo", 0, 41)]
    assert taken_back(practice) == {3}


# --- playing again -------------------------------------------------------------------------------


async def test_a_rematch_seats_nobody_unasked(server: Inside) -> None:
    table, people = await a_table(server, 3)
    await play(server, table, people, 1000)
    await talk(server, table, people[2])
    made = await server.play.rematch(table.info.id, people[1])
    await talk(server, table, people[2])
    assert (await server.play.rematch(table.info.id, people[1]))["id"] == made["id"]
    assert [taken["seat"] for taken in made["taken"]] == [1], "the same seat, and so the same colour"
    later = await server.tables.get(made["id"])
    assert [seat.person for seat in later.seats] == [None, people[1].id, None]
    assert [(seat["name"], seat["open"], seat["kept"]) for seat in later.chairs()] == [
        ("Person 0", True, True), ("Person 1", False, False), ("Person 2", True, True),
    ]  # fmt: skip
    stranger = await server.person("Stranger")
    with pytest.raises(Refused) as error:
        await server.play.join(later.info.id, stranger, None)
    assert refused(error) == (403, "bad_invite")
    assert (await server.play.join(later.info.id, people[2], None))["seat"] == 2
    assert (await server.play.rematch(table.info.id, people[0]))["id"] == made["id"], "who asks too sits down too"
    assert [seat.person for seat in later.seats] == [people[0].id, people[1].id, people[2].id]
    assert table.about()["successor"] == later.info.id
    assert later.about()["rematch"] == table.info.id


async def test_a_rematch_keeps_what_was_agreed(server: Inside) -> None:
    agreed = {"options": {"coins": "0"}, "pace": {"mode": "day", "seconds": 3600}, "public": True, "watch": False, "hints": True}
    table, people = await a_table(server, 2, **agreed)
    await server.play.agree_hints(table.info.id, people[1].id, False)
    await play(server, table, people, 1000)
    later = await server.tables.get((await server.play.rematch(table.info.id, people[0]))["id"])
    for name in ("options", "pace", "public", "watch"):
        assert getattr(later.info, name) == getattr(table.info, name)
    assert [seat.hints for seat in later.seats] == [True, False], "each seat what its own person agreed to"
    stranger = await server.person("Stranger")
    with pytest.raises(Refused) as error:
        await server.play.join(later.info.id, stranger, None)
    assert refused(error) == (409, "full"), "a seat that is kept for somebody is not free at a public table"
    words = await server.play.invites(later.info.id, people[0].id)
    assert (await server.play.join(later.info.id, stranger, words["invites"][0]))["seat"] == 1, "the host may give it away"
    with pytest.raises(Refused):
        await server.play.join(later.info.id, people[1], None)


async def test_one_rematch_also_from_two_processes(db: str) -> None:
    wall = Wall()
    async with inside(db, wall) as one:
        table, people = await a_table(one)
        await play(one, table, people, 1000)
        async with inside(db, wall) as two:
            await two.tables.get(table.info.id)
            first = await one.play.rematch(table.info.id, people[0])
            second = await two.play.rematch(table.info.id, people[1])
            assert first["id"] == second["id"]
            later = await two.tables.get(first["id"])
            assert [seat.person for seat in later.seats] == [people[0].id, people[1].id]
