"""Answers for a person: where there is no choice, and by standing orders; after an ordinary delay, known to nobody else."""

from __future__ import annotations

from statistics import median

import pytest

from tafelrunde.server.answering import LONGEST, SHORTEST, Pace
from tafelrunde.server.models.tables import OrderBody
from tafelrunde.server.new_table import NewTable
from tafelrunde.server.people import Person
from tafelrunde.server.table import Table
from tests.server.inside import Inside, Wall, inside

pytestmark = pytest.mark.usefixtures("with_kontor")


async def two(server: Inside, game: str = "kontor", seats: tuple[str, ...] = ("me", "open")) -> tuple[Table, list[Person]]:
    people = [await server.person(f"Person {i}") for i in range(2)]
    made = await server.tables.create(NewTable(game, 2, seats, (people[0].id, people[0].name)))
    for invite in made.invites:
        await server.play.join(made.id, people[1], invite)
    return await server.tables.get(made.id), people


async def last_round(server: Inside, table: Table, people: list[Person]) -> None:
    """Play on until both seats have one card left: only they know which."""
    while table.shown.view(None)["round"] < 3 or any(len(table.shown.actions(s)) > 1 for s in table.shown.to_act):
        seat = next(s for s in table.shown.to_act if len(table.shown.actions(s)) > 1 or table.shown.view(None)["round"] < 3)
        await server.move(table.info.id, people[seat], table.shown.legal(seat)[0].text, decision=table.questions[seat])


async def test_an_only_answer_is_given_after_a_while(db: str) -> None:
    async with inside(db, Wall()) as server:
        table, people = await two(server)
        await last_round(server, table, people)
        seats = table.shown.to_act
        await server.wait(0.5)
        assert table.shown.to_act == seats, "not at once"
        await server.wait(LONGEST)
        assert not set(seats) & set(table.shown.to_act) or len(table.shown.actions(table.shown.to_act[0])) > 1


async def test_whoever_switches_it_off_is_asked(db: str) -> None:
    async with inside(db, Wall()) as server:
        table, people = await two(server)
        await server.play.secretly(table.info.id, people[0].id, None, auto=False)
        await last_round(server, table, people)
        await server.due()
        asked = dict(table.questions)
        await server.wait(LONGEST)
        assert table.questions[0] == asked[0]
        assert table.questions.get(1) != asked[1], "the other seat is answered for"
        assert table.left(0)["auto"] is False  # type: ignore[index]
    async with inside(db, Wall()) as server:
        table = await server.tables.get(table.info.id)
        assert [seat.auto for seat in table.seats] == [False, True]


async def test_nothing_is_answered_at_a_shared_screen(db: str) -> None:
    async with inside(db, Wall()) as server:
        table, people = await two(server, seats=("me", "me"))
        await last_round(server, table, [people[0], people[0]])
        await server.due()
        before = table.shown.ply
        await server.wait(LONGEST)
        assert table.shown.ply == before


def test_delays_are_those_of_the_seat_itself() -> None:
    pace, now = Pace(), 0.0
    for i in range(20):
        pace.look({0: f"q{i}", 1: "other"}, now)
        now += 40.0 + i
    pace.look({1: "other"}, now)
    found = [pace.delay(0, 5.0) for _ in range(400)]
    assert 25 < min(found) < max(found) < 80
    unknown = [pace.delay(1, 5.0) for _ in range(400)]
    assert SHORTEST <= min(unknown) < max(unknown) < 60
    assert 4 < median(unknown) < 6
    assert len({round(seconds, 3) for seconds in unknown}) > 300, "no two are alike"


def test_what_the_server_answers_says_nothing_about_the_person() -> None:
    pace = Pace()
    for i in range(20):
        pace.look({0: f"q{i}"}, float(i))
        pace.forget(f"q{i}")
    pace.look({}, 30.0)
    assert median(pace.delay(0, 50.0) for _ in range(200)) > 30


def test_a_delay_is_drawn_once_for_a_question() -> None:
    pace = Pace()
    pace.look({0: "q"}, 100.0)
    assert pace.due(0, "q", 100.0, 5.0) == pace.due(0, "q", 103.0, 5.0)


async def test_a_standing_order_passes_and_ends_by_itself(db: str) -> None:
    """No windows until the next event: the seat is not asked, and the order is gone when the event is over."""
    async with inside(db, Wall()) as server:
        table, people = await two(server, "rise")
        with pytest.raises(Exception, match="no such order"):
            await server.play.order(table.info.id, people[0].id, OrderBody(name="nonsense", on=True))
        answer = await server.play.order(table.info.id, people[0].id, OrderBody(name="event", on=True))
        assert answer["orders"] == {"event": True, "exchange": False}
        assert table.left(1)["orders"] == {"event": False, "exchange": False}  # type: ignore[index]
        await server.play.order(table.info.id, people[0].id, OrderBody(name="exchange", on=True))
        while not table.shown.view(None)["board"]["discards"]["events"]:
            seat = table.shown.to_act[0]
            move = table.shown.legal(seat)[0].text
            await server.move(table.info.id, people[seat], move, decision=table.questions[seat])
        while 0 not in table.shown.to_act:
            seat = table.shown.to_act[0]
            await server.move(table.info.id, people[seat], table.shown.legal(seat)[0].text, decision=table.questions[seat])
        await server.due()
        assert table.seats[0].orders == {"exchange": None}
    async with inside(db, Wall()) as server:
        table = await server.tables.get(table.info.id)
        assert table.seats[0].orders == {"exchange": None}
