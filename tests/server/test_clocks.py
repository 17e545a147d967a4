"""Clocks that cannot be gamed: by undo, by leaving, by vacations, by restarts. The wall clock is the test's own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest

from tafelrunde.server import new_table
from tafelrunde.server.clocks import DAY, VACATION
from tafelrunde.server.errors import Refused
from tafelrunde.server.new_table import NewTable
from tafelrunde.server.people import Person
from tafelrunde.server.table import Table
from tafelrunde.server.uptime import BEAT, GAP
from tests.server.inside import Inside, Wall, inside

pytestmark = pytest.mark.usefixtures("with_kontor")
SECONDS = 60.0
SEED = 0
"""A deal in which every hand has three different cards, so that the first two rounds ask nobody a question with one answer."""


@pytest.fixture(autouse=True)
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a random deal the server would answer forced questions in some runs, and the clocks would differ."""
    monkeypatch.setattr(new_table, "draw_seed", lambda: SEED)


@pytest.fixture
async def server(sqlite_db: str) -> AsyncIterator[Inside]:
    async with inside(sqlite_db, Wall()) as started:
        yield started


async def a_table(
    server: Inside, game: str = "kontor", players: int = 2, seconds: float = SECONDS, **pace: object
) -> tuple[Table, list[Person]]:
    """A complete table with a clock."""
    people = [await server.person(f"Person {i}") for i in range(players)]
    host = (people[0].id, people[0].name)
    new = NewTable(game, players, ["me", *["open"] * (players - 1)], host, pace={"seconds": seconds, **pace})
    made = await server.tables.create(new)
    for person, invite in zip(people[1:], made.invites, strict=True):
        await server.play.join(made.id, person, invite)
    for person in people:
        await server.play.secretly(made.id, person.id, None, auto=False)
    return await server.tables.get(made.id), people


async def again(server: Inside, table: Table) -> Table:
    return await server.tables.get(table.info.id)


def left(server: Inside, table: Table, seat: int) -> float:
    """Seconds that a seat has for its question."""
    return round(table.deadlines()[str(seat)] - server.wall.now, 6)


async def answer(server: Inside, table: Table, people: list[Person], seat: int, place: int = 0) -> str:
    """The seat answers its question."""
    move = table.shown.legal(seat)[place].text
    await server.move(table.info.id, people[seat], move, decision=table.questions[seat])
    return move


# --- undo ----------------------------------------------------------------------------------------


async def test_undo_gives_no_time_back(server: Inside) -> None:
    table, people = await a_table(server)
    await server.wait(50)
    assert left(server, table, 0) == 10
    for _ in range(3):
        await answer(server, table, people, 0)
        await server.undo(table.info.id, people[0])
        assert left(server, table, 0) == 10
    await server.wait(4)
    await answer(server, table, people, 0)
    assert left(server, table, 0) == SECONDS, "another decision has its own time"
    await server.wait(20)
    await server.undo(table.info.id, people[0])
    assert left(server, table, 0) == 6
    await answer(server, table, people, 0, 1)
    assert left(server, table, 0) == 40, "also the decision after it goes on where it stood, whatever is asked there now"


async def test_a_clock_runs_out_however_often_its_decision_is_taken_back(server: Inside) -> None:
    table, people = await a_table(server)
    for _ in range(100):
        if table.shown.ply and table.line.moved[0]:
            break
        await answer(server, table, people, 0)
        await server.undo(table.info.id, people[0])
        await server.wait(1)
    assert server.wall.now - 1_800_000_000.0 == pytest.approx(SECONDS, abs=1)
    assert table.seats[0].missed == 1


async def test_time_that_others_spent_in_vain_is_charged_to_who_takes_back(server: Inside) -> None:
    """Two who work together cannot renew each other's clock, and nobody can use up another's."""
    table, people = await a_table(server, "rise")
    first = table.shown.to_act[0]
    other = 1 - first
    while first in table.questions:
        await answer(server, table, people, first)
    assert table.line.history.own_moves(first), "it can still be taken back"
    await server.wait(40)
    assert left(server, table, other) == SECONDS - 40
    await server.undo(table.info.id, people[first])
    assert left(server, table, first) == SECONDS - 40
    while first in table.questions:
        await answer(server, table, people, first)
    assert left(server, table, other) == SECONDS, "a question that was taken away costs nothing"
    await server.wait(30)
    with pytest.raises(Refused) as refusal:
        await server.undo(table.info.id, people[first])
    assert (refusal.value.status, refusal.value.body["type"]) == (422, "no_time")
    assert left(server, table, other) == SECONDS - 30, "a refused undo changes nothing"
    assert other in table.questions


async def test_a_refused_batch_does_not_touch_a_clock(server: Inside) -> None:
    table, people = await a_table(server)
    await server.wait(30)
    clocks, version = table.clocks and table.clocks.dump(), table.version
    for moves in (["bid 99"], [table.shown.legal(0)[0].text, "keep"]):
        with pytest.raises(Refused):
            await server.move(table.info.id, people[0], *moves, decision=table.questions[0])
    assert (table.clocks and table.clocks.dump(), table.version) == (clocks, version)


async def test_free_moves_renew_no_clock(server: Inside) -> None:
    table, people = await a_table(server)
    for seat in (0, 1):
        for move in (table.shown.legal(seat)[0].text, "hold"):
            await server.move(table.info.id, people[seat], move, decision=table.questions[seat])
    asked = table.shown.to_act[0]
    await server.wait(20)
    for seat in (0, 1):
        gifts = table.shown.free(seat)
        if gifts:
            await server.move(table.info.id, people[seat], gifts[0].text)
            assert left(server, table, asked) == SECONDS - 20


# --- leaving -------------------------------------------------------------------------------------


async def test_clocks_start_when_the_table_is_complete(server: Inside) -> None:
    anna, ben = [await server.person(name) for name in ("Anna", "Ben")]
    made = await server.tables.create(NewTable("kontor", 2, ["me", "open"], (anna.id, "Anna"), pace={"seconds": SECONDS}))
    table = await server.tables.get(made.id)
    await server.wait(1000)
    assert table.deadlines() == {}
    assert table.shown.ply == 0
    await server.play.join(made.id, ben, made.invites[0])
    assert [left(server, table, seat) for seat in (0, 1)] == [SECONDS, SECONDS]


async def test_leaving_stops_no_clock_and_a_bot_plays_the_seat_that_was_left(server: Inside) -> None:
    table, people = await a_table(server)
    await server.wait(20)
    await server.play.leave(table.info.id, people[1].id, None)
    assert [left(server, table, seat) for seat in (0, 1)] == [40, 40]
    await server.wait(39)
    assert table.shown.ply == 0
    for _ in range(2000):
        await server.wait(2)
        if table.shown.over:
            break
    assert table.shown.over, "a table that was left never stands still"


async def test_a_seat_keeps_its_clock_when_it_changes_hands(server: Inside) -> None:
    table, people = await a_table(server)
    friend = await server.person("Friend")
    for _ in range(5):
        await server.wait(10)
        await server.play.leave(table.info.id, people[1].id, None)
        word = (await server.play.invites(table.info.id, people[0].id))["invites"][0]
        people[1], friend = friend, people[1]
        await server.play.join(table.info.id, people[1], word)
    assert left(server, table, 1) == SECONDS - 50
    for on in (True, False):
        work = server.play.hand_over if on else server.play.take_back
        table.weighed |= {(table.shown.ply, seat) for seat in (0, 1)}
        await work(table.info.id, people[0].id, None)
    assert table.seats[0].missed == 0


# --- downtime ------------------------------------------------------------------------------------


@pytest.mark.parametrize("down", [1.0, 30.0, 3 * DAY])
async def test_downtime_costs_nobody_time(db: str, down: float) -> None:
    wall = Wall()
    async with inside(db, wall) as server:
        table, people = await a_table(server)
        await server.wait(25)
        await answer(server, table, people, 0)
        await server.wait(15)
        before = [left(server, table, seat) for seat in (0, 1)]
        assert before == [45, 20]
        clocks = table.clocks and table.clocks.dump()
    for _ in range(3):
        wall.now += down
        async with inside(db, wall) as server:
            table = await again(server, table)
            assert [left(server, table, seat) for seat in (0, 1)] == before
            assert (table.clocks and table.clocks.dump()) == clocks
            await server.due()
            assert table.shown.ply == 1, "nobody's clock has run out"
    async with inside(db, wall) as server:
        table = await again(server, table)
        await server.undo(table.info.id, people[0])
        assert left(server, table, 0) == 35, "what was spent on a decision is still known"


async def test_an_outage_of_the_database_costs_nobody_time(server: Inside) -> None:
    """No clock runs out before a beat was written again, and then the outage does not count."""
    table, _ = await a_table(server)
    await server.wait(50)
    server.wall.now += 500
    await server.due()
    assert table.shown.ply == 0, "nobody can tell yet how long it lasted"
    await server.uptime.beat()
    assert left(server, table, 0) == 10
    await server.due()
    assert table.shown.ply == 0
    await server.wait(11)
    assert table.shown.ply > 0


async def test_processes_agree(sqlite_db: str) -> None:
    """What one process wrote, another works out from the rows alone; what was lost is known to both."""
    wall = Wall()
    async with inside(sqlite_db, wall) as one:
        table, people = await a_table(one, players=3)
        async with inside(sqlite_db, wall) as two:
            there = await again(two, table)
            for seat in (0, 1, 0, 2):
                await one.wait(7)
                await two.uptime.beat()
                version = there.version
                await answer(one, table, people, seat)
                rows = await one.store.log_after(table.info.id, version)
                await two.tables.heard(table.info.id, rows[-1]["version"], rows)
                assert there.deadlines() == table.deadlines()
            await one.undo(table.info.id, people[0])
            await two.tables.heard(table.info.id, table.version)
            assert there.deadlines() == table.deadlines()
            wall.now += GAP + 100
            await two.uptime.beat()
            await one.uptime.beat()
            assert one.uptime.lost == two.uptime.lost == GAP + 100
            assert there.deadlines() == table.deadlines()
            wall.now += BEAT
            await one.uptime.beat()
            await two.uptime.beat()
            assert one.uptime.lost == two.uptime.lost == GAP + 100


# --- vacations -----------------------------------------------------------------------------------


async def go(server: Inside, person: Person, days: float) -> tuple[float | None, float]:
    found = await server.people.away(person, days, server.wall.now)
    await server.tables.vacation_changed(person.id)
    return found


async def test_day_clocks_wait_for_people_on_vacation_and_others_do_not(server: Inside) -> None:
    table, people = await a_table(server, seconds=DAY, mode="day")
    live, players = await a_table(server)
    await server.wait(DAY / 2)
    until, days = await go(server, people[0], 3)
    assert (until, days) == (server.wall.now + 3 * DAY, 27)
    assert [left(server, table, seat) / DAY for seat in (0, 1)] == [3.5, 0.5]
    await go(server, players[0], 3)
    assert all(deadline <= server.wall.now + SECONDS for deadline in live.deadlines().values())
    await server.wait(DAY)
    assert 0 in table.questions, "nobody plays for who is on vacation"
    await go(server, people[0], 0)
    assert left(server, table, 0) == DAY / 2, "a vacation that is broken off ends"


async def test_vacations_cannot_be_farmed(server: Inside) -> None:
    """However often they begin and end, they take 30 days of a year, and 30 of a seat in one game."""
    table, people = await a_table(server, seconds=DAY, mode="day")
    began = server.wall.now
    person = people[0]
    for _ in range(200):
        if table.line.moved[0]:
            break
        try:
            await go(server, person, 1)
        except Refused:  # no vacation is left: somebody with another name takes the seat
            other = await server.person("The same person again")
            await server.play.leave(table.info.id, person.id, 0)
            word = (await server.play.invites(table.info.id, people[0].id))["invites"][0]
            await server.play.join(table.info.id, other, word)
            person = other
            continue
        await server.wait(DAY - 60)
        await go(server, person, 0)
        await server.wait(60)
    assert table.line.moved[0]
    assert server.wall.now - began <= VACATION + DAY + 2 * DAY


async def test_a_year_has_thirty_days_of_vacation(server: Inside) -> None:
    anna = await server.person("Anna")
    await go(server, anna, 30)
    await server.wait(10 * DAY)
    assert (await go(server, anna, 0))[1] == pytest.approx(20)
    with pytest.raises(Refused, match="vacation"):
        await go(server, anna, 21)
    await go(server, anna, 20)
    await server.wait(20 * DAY)
    with pytest.raises(Refused):
        await go(server, anna, 0.1)
    await server.wait(345 * DAY)
    assert (await go(server, anna, 9))[1] == pytest.approx(1)


# --- everything together -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
async def test_time_is_bounded_whatever_people_do(sqlite_db: str, seed: int) -> None:
    """Random moves, undos, leaving, joining, restarts and waiting: between two safe points that bind everybody the clocks run
    no longer than the decisions that were reached allow."""
    random, wall = Random(seed), Wall()
    spent, reached, base = 0.0, {0: 1, 1: 1, 2: 1}, -1
    async with inside(sqlite_db, wall) as server:
        table, people = await a_table(server, "kontor", 3)
        table_id = table.info.id
    for _ in range(12):
        wall.now += random.choice([0.5, 100.0, 5000.0])
        async with inside(sqlite_db, wall) as server:
            table = await server.tables.get(table_id)
            for _ in range(25):
                if table.shown.over:
                    return
                if table.line.answered()[0] != base:
                    base, numbers = table.line.answered()
                    spent, reached = 0.0, {seat: number + 1 for seat, number in enumerate(numbers)}
                seat = random.randrange(3)
                await do_something(server, table, people, seat, random)
                for other, number in enumerate(table.line.answered()[1]):
                    reached[other] = max(reached[other], number + 1)
                if table.line.answered()[0] == base:
                    seconds = random.choice([0.1, 2.0, 9.0])
                    await server.wait(seconds)
                    spent += seconds
                    assert spent <= SECONDS * sum(reached.values()) + 9
    raise AssertionError("the game should have come to its end")


async def do_something(server: Inside, table: Table, people: list[Person], seat: int, random: Random) -> None:
    what = random.choice(["move", "undo", "undo", "leave", "join", "hold", "wait"])
    own = table.seats[seat].person == people[seat].id
    try:
        if what == "move" and own and seat in table.questions:
            await answer(server, table, people, seat)
        elif what == "undo" and own:
            await server.undo(table.info.id, people[seat])
        elif what == "leave" and own and random.random() < 0.3:
            await server.play.leave(table.info.id, people[seat].id, seat)
        elif what == "join" and table.seats[seat].open:
            words = await server.play.invites(table.info.id, people[0].id)
            await server.play.join(table.info.id, people[seat], words["invites"][words["seats"].index(seat)])
        elif what == "hold" and own and random.random() < 0.2:
            await server.play.hand_over(table.info.id, people[seat].id, seat)
            await server.play.take_back(table.info.id, people[seat].id, seat)
    except Refused:
        return  # nothing to take back, or no time left for it
