"""Tables keep the rules they were played under: others are met openly, never silently."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import orjson
import pytest
from sqlalchemy import delete, update

from tafelrunde.cli.main import main
from tafelrunde.core import game as core_game
from tafelrunde.core.game import RULES_VERSION
from tafelrunde.games import REGISTRY
from tafelrunde.library import load, load_record
from tafelrunde.server import schema
from tafelrunde.server.care import verify_tables
from tafelrunde.server.errors import Refused
from tafelrunde.server.models.tables import RulesBody
from tafelrunde.server.new_table import NewTable
from tafelrunde.server.people import Person
from tafelrunde.server.positions import game_of
from tafelrunde.server.store import Step, Store, Write
from tafelrunde.server.table import Table
from tests.kontor.frames import Peek, Reveal
from tests.kontor.state import KontorState
from tests.server.inside import Inside, Wall, inside
from tests.server.kontor import Kontor

pytestmark = pytest.mark.usefixtures("with_kontor")
OLD, UNKNOWN = "2025.9", "2019.9"


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """There was a version before this one, and these rules have changed since."""

    def change(*rules: str) -> None:
        monkeypatch.setattr(core_game, "RULES_VERSIONS", (OLD, RULES_VERSION))
        monkeypatch.setattr(Kontor, "changes", {RULES_VERSION: rules})

    return change


@pytest.fixture
def two_points(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A bid wins two points instead of one from now on: no move is refused, but the positions are others."""

    def change() -> None:
        game = game_of("kontor", None)
        ask, act, lapse, force = game.dispatch[Reveal]

        def reveal(state: KontorState, frame: Any) -> None:
            act(state, frame)
            winner = next(f.seat for f in reversed(state.stack) if isinstance(f, Peek))
            state.points[winner] += 1

        monkeypatch.setitem(game.dispatch, Reveal, (ask, reveal, lapse, force))

    return change


async def a_table(server: Inside, seats: tuple[str, ...] = ("me", "open"), **more: Any) -> tuple[Table, list[Person]]:
    people = [await server.person(f"Person {i}") for i in range(2)]
    made = await server.tables.create(NewTable("kontor", 2, seats, (people[0].id, people[0].name), **more))
    for invite in made.invites:
        await server.play.join(made.id, people[1], invite)
    return await server.tables.get(made.id), people


async def play(server: Inside, table: Table, people: list[Person], plies: int, random: Random) -> None:
    for _ in range(plies):
        if table.shown.over:
            return
        seat = table.shown.to_act[0]
        move = random.choice(table.shown.legal(seat)).text
        await server.move(table.info.id, people[seat], move, decision=table.questions[seat])


async def stored_under(db: str, rules: str, plies: int, position: bool = True, **more: Any) -> tuple[str, list[Person], Any]:
    """A database with a table that was played under other rules; and what a seat saw last."""
    async with inside(db, Wall()) as server:
        table, people = await a_table(server, **more)
        await play(server, table, people, plies, Random(3))
        seen = orjson.loads(table.view(0))
        await server.tables.keep_positions()
        tables = schema.tables
        steps = [Step(update(tables).values(rules=rules))]
        if not position:
            steps += [Step(delete(schema.positions)), Step(delete(schema.snapshots))]
        await server.store.write(Write(steps))
    return table.info.id, people, seen


async def refused(work: Any) -> tuple[int, dict[str, Any]]:
    with pytest.raises(Refused) as error:
        await work
    return error.value.status, error.value.body


async def rows(store: Store) -> list[tuple[str, Any]]:
    found = await store.rows(schema.log.select().where(schema.log.c.kind == "rules"))
    return [(row["kind"], orjson.loads(row["data"])) for row in found]


# --- moving on -----------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [True, False])
async def test_a_table_for_which_nothing_changes_moves_on(db: str, changed: Callable[..., None], position: bool) -> None:
    table_id, people, seen = await stored_under(db, OLD, 9, position)
    changed("K-4")
    report = await verify_tables(db)
    assert (report.checked, report.moving_on, report.asked, report.wrong) == (1, 1, [], [])
    for _ in range(2):  # the second time it is a table of these rules
        async with inside(db, Wall()) as server:
            table = await server.tables.get(table_id)
            assert (table.info.rules, table.change) == (RULES_VERSION, None)
            shown = orjson.loads(table.view(0))
            assert {**shown, "decision": None} == {**seen, "decision": None}
            assert [data["from"] for _, data in await rows(server.store)] == [OLD]
            await play(server, table, people, 1, Random(1))
            seen = orjson.loads(table.view(0))
    assert (await verify_tables(db)).moving_on == 0


async def test_a_rule_that_did_not_arise_changes_nothing(db: str, changed: Callable[..., None]) -> None:
    """The sentences about a move may differ between versions; where no changed rule arose, that is no difference."""
    table_id, _, _ = await stored_under(db, OLD, 9, position=False)
    store = Store(db)
    await store.open()
    log = schema.log
    await store.write(Write([Step(update(log).where(log.c.kind == "move", log.c.ply == 2).values(data="[]"))]))
    await store.close()
    changed("K-7")
    async with inside(db, Wall()) as server:
        assert (await server.tables.get(table_id)).change is None


# --- being asked ---------------------------------------------------------------------------------


async def test_players_are_asked_and_continue_from_the_position(
    db: str, changed: Callable[..., None], two_points: Callable[[], None]
) -> None:
    table_id, people, seen = await stored_under(db, OLD, 9, pace={"seconds": 60})
    changed("K-4", "K-7")
    two_points()
    async with inside(db, Wall()) as server:
        table = await server.tables.get(table_id)
        about = table.about()["rules_changed"]
        assert (about["from"], about["to"], about["rules"]) == (OLD, RULES_VERSION, ["K-4"])
        assert (about["position"], about["lost"], about["votes"]) == (9, 0, [None, None])
        assert 0 < about["difference"]["ply"] <= 9
        shown = orjson.loads(table.view(0))
        assert shown["decision"] is None
        assert shown["seats"] == seen["seats"], "the position of the old rules"
        assert table.deadlines() == {}, "no clock runs"
        asked = seen["decision"] or {"id": "x", "moves": ["hold"]}
        for work in (
            server.move(table_id, people[0], asked["moves"][0], decision=asked["id"]),
            server.undo(table_id, people[0]),
            server.undo(table_id, people[0], ply=1),
        ):
            status, refusal = await refused(work)
            assert (status, refusal["type"]) == (409, "rules_changed")
            change = refusal["change"]
            assert (change["from"], change["to"], change["rules"]) == (OLD, RULES_VERSION, ["K-4"])
        stranger = await server.person("Stranger")
        assert (await refused(server.play.vote(table_id, stranger.id, RulesBody(accept=True))))[0] == 403
        await server.play.vote(table_id, people[0].id, RulesBody(accept=True))
        await server.play.vote(table_id, people[1].id, RulesBody(accept=False))
        assert table.about()["rules_changed"]["votes"] == [True, False]
        await server.play.chat(table_id, people[0].id, "Anna", "please")
    async with inside(db, Wall()) as server:
        table = await server.tables.get(table_id)
        assert table.about()["rules_changed"]["votes"] == [True, False], "answers are kept"
        await server.play.vote(table_id, people[1].id, RulesBody(accept=True))
        assert table.about()["rules_changed"] is None
        assert table.about()["continued"] == [{"from": OLD, "to": RULES_VERSION, "ply": 9, "lost": 0, "practice": False}]
        assert not table.about()["practice"]
        assert orjson.loads(table.view(0))["seats"] == seen["seats"]
        assert table.deadlines(), "and everybody has the full time"
        assert [data["rules"] for _, data in await rows(server.store)] == [["K-4"]]
        status, refusal = await refused(server.move(table_id, people[0], asked["moves"][0], decision=asked["id"]))
        assert (status, refusal["type"]) == (409, "stale"), "an answer sent before must not count after it"
        assert "base sha256:" in await server.play.record(table_id, None)
        assert (await refused(server.undo(table_id, people[0], ply=3)))[1]["place"] == "ply"
        await play(server, table, people, 100, Random(1))
        points = orjson.loads(table.view(0))["scores"]
        assert sum(points) == sum(seat["points"] for seat in seen["seats"]) + 2 * (3 - sum(s["points"] for s in seen["seats"]))
        record = await server.play.record(table_id, None)
    assert f"\nrules {RULES_VERSION}\n" in record
    assert load_record(record).state.scores == points
    report = await verify_tables(db)
    assert (report.asked, report.wrong) == ([], [])


async def test_a_version_that_nobody_knows_is_never_opened_silently(db: str) -> None:
    table_id, people, seen = await stored_under(db, UNKNOWN, 7)
    async with inside(db, Wall()) as server:
        table = await server.tables.get(table_id)
        about = table.about()
        assert about["rules"] == UNKNOWN
        assert (about["rules_changed"]["from"], about["rules_changed"]["difference"], about["rules_changed"]["lost"]) == (
            UNKNOWN,
            None,
            0,
        )
        assert f"\nrules {UNKNOWN}\n" in await server.play.record(table_id, None)
        assert (await refused(server.move(table_id, people[0], "hold")))[1]["type"] == "rules_changed"
        for person in people:
            await server.play.vote(table_id, person.id, RulesBody(accept=True))
        assert table.about()["rules"] == RULES_VERSION
        assert orjson.loads(table.view(0))["seats"] == seen["seats"]
        await play(server, table, people, 100, Random(1))
        assert table.shown.over


async def test_bots_agree_and_wait(db: str) -> None:
    async with inside(db, Wall()) as server:
        table, people = await a_table(server, ("me", "bot:easy"))
        await server.due()
        await server.store.write(Write([Step(update(schema.tables).values(rules=UNKNOWN))]))
    async with inside(db, Wall()) as server:
        table = await server.tables.get(table.info.id)
        await server.due()
        assert table.about()["rules_changed"]["votes"] == [None, True]
        await server.play.vote(table.info.id, people[0].id, RulesBody(accept=True))
        await play(server, table, [people[0]] * 2, 1, Random(1))
        await server.due()
        assert table.change is None


async def test_what_cannot_be_replayed_goes_back_to_the_last_position_that_can_be_read(
    db: str, changed: Callable[..., None]
) -> None:
    """Killed without having kept its position: the moves are played as far as they are legal, and it says how many are lost."""
    table_id, people, _ = await stored_under(db, OLD, 9, position=False)
    store = Store(db)
    await store.open()
    log = schema.log
    await store.write(Write([Step(update(log).where(log.c.stands, log.c.ply == 6).values(move="bid 99"))]))
    await store.close()
    changed("K-2")
    finding = (await verify_tables(db)).asked[0]
    assert finding.change is not None
    assert (finding.change.position, finding.change.lost) == (5, 4)
    assert finding.change.difference is not None
    assert finding.change.difference.ply == 6
    async with inside(db, Wall()) as server:
        table = await server.tables.get(table_id)
        for person in people:
            await server.play.vote(table_id, person.id, RulesBody(accept=True))
        assert table.shown.ply == 5
        assert len(await server.store.standing_line(table_id)) == 5, "what is lost does not stand any more"
        await play(server, table, people, 100, Random(2))
        assert table.shown.over


async def test_a_finished_game_stays_as_it_was(db: str, changed: Callable[..., None], two_points: Callable[[], None]) -> None:
    table_id, people, seen = await stored_under(db, OLD, 100)
    assert seen["over"]
    changed("K-4")
    two_points()
    assert (await verify_tables(db)).asked == []
    async with inside(db, Wall()) as server:
        table = await server.tables.get(table_id)
        shown = orjson.loads(table.view(0))
        assert (shown["over"], shown["scores"], shown["winners"]) == (True, seen["scores"], seen["winners"])
        record = await server.play.record(table_id, None)
        assert f"\nrules {OLD}\n" in record
        assert "result " + " ".join(map(str, seen["scores"])) in record
        assert (await refused(server.play.vote(table_id, people[0].id, RulesBody(accept=True))))[0] == 409
        assert (await refused(server.undo(table_id, people[0])))[0] == 409
        assert (await server.play.rematch(table_id, people[0]))["id"]
    async with inside(db, Wall()) as server:
        assert (await server.tables.get(table_id)).stored["over"]


# --- the report and the list ---------------------------------------------------------------------


async def test_the_report_names_rules_and_moves(
    sqlite_db: str, changed: Callable[..., None], two_points: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    table_id, _, _ = await stored_under(sqlite_db, OLD, 9)
    changed("K-4")
    two_points()
    assert await asyncio.to_thread(main, ["verify-tables", "--db", sqlite_db]) == 1
    said = capsys.readouterr().out
    for word in (table_id, f"{OLD} to {RULES_VERSION}", "K-4: ", "first difference at move", "after move 9"):
        assert word in said


@pytest.mark.parametrize("name", sorted(REGISTRY))
def test_the_list_of_changes_is_in_order(name: str) -> None:
    game = load(name)
    assert core_game.RULES_VERSIONS[-1] == core_game.RULES_VERSION
    assert set(game.changes) <= set(core_game.RULES_VERSIONS[1:])
    for rules in game.changes.values():
        assert set(rules) <= set(game.rules)
        assert len(set(rules)) == len(rules)
    assert game.changed_since(RULES_VERSION) == ()
    assert game.changed_since(UNKNOWN) is None
