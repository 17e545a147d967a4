"""The store: groups are all or nothing for each writer, versions and plies are the database's own business."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select

import tafelrunde
from tafelrunde.server import schema
from tafelrunde.server.errors import Refused
from tafelrunde.server.line import Line
from tafelrunde.server.log_rows import log_row
from tafelrunde.server.positions import dump_state, restore_state
from tafelrunde.server.store import Conflict, Step, Store, Write, undo_step
from tests.contract.games import game as any_game


async def a_table(store: Store) -> str:
    person = {"id": "p", "name": "P", "created": time.time()}
    table = {
        "id": "t", "game": "rise", "components": "x", "rules": "x", "players": 2, "options": "{}", "seed": "1", "pace": "{}",
        "public": False, "watch": True, "host": "p", "over": False, "created": time.time(),
    }  # fmt: skip
    await store.write(Write([Step(insert(schema.people), person), Step(insert(schema.tables), table)]))
    return "t"


def row(version: int, ply: int, stands: bool = True, key: str | None = None) -> dict[str, Any]:
    return {**log_row("t", version, "move", ply, 0, None, 0.0), "move": "x", "stands": stands, "key": key}


async def test_one_of_a_group_that_fails_does_not_take_the_others_with_it(db: str) -> None:
    store = Store(db)
    await store.open()
    await a_table(store)
    writes = [Write(rows=[row(1, 1)]), Write(rows=[row(1, 2)]), Write(rows=[row(2, 1)]), Write(rows=[row(3, 2)])]
    done = await asyncio.gather(*(store.write(write) for write in writes), return_exceptions=True)
    assert [type(result) for result in done] == [type(None), Conflict, Conflict, type(None)]
    found = await store.rows(select(schema.log.c.version, schema.log.c.ply).order_by(schema.log.c.version))
    assert [(r["version"], r["ply"]) for r in found] == [(1, 1), (3, 2)]
    await store.close()


async def test_a_ply_is_free_again_after_an_undo_and_a_key_never(db: str) -> None:
    store = Store(db)
    await store.open()
    await a_table(store)
    await store.write(Write(rows=[row(1, 1, key="k"), row(2, 2)]))
    await store.write(Write(undo_step("t", 0), [{**row(3, 0, stands=False), "kind": "undo"}]))
    await store.write(Write(rows=[row(4, 1)]))
    with pytest.raises(Conflict):
        await store.write(Write(rows=[row(5, 2, key="k")]))
    assert [r["version"] for r in await store.standing_line("t")] == [4]
    await store.close()


async def test_many_writers_share_transactions(sqlite_db: str) -> None:
    store = Store(sqlite_db)
    await store.open()
    await a_table(store)
    before = store.writer.groups
    await asyncio.gather(*(store.write(Write(rows=[row(n, n)])) for n in range(1, 201)))
    assert store.writer.groups - before < 50
    assert len(await store.standing_line("t")) == 200
    await store.close()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_line_is_what_its_moves_make_of_it(data: st.DataObject) -> None:
    """Random batches, undos and refusals: the position is always that of the standing moves, and questions are named once."""
    rules = any_game(data.draw(st.sampled_from([*tafelrunde.games(), "kontor"])))
    players, seed = data.draw(st.sampled_from(rules.players)), data.draw(st.integers(0, 2**64))
    line = Line(rules.new(players, seed))
    standing: list[tuple[int, str]] = []
    answered: set[str] = set()
    for _ in range(data.draw(st.integers(1, 25))):
        state = line.state
        if state.over:
            break
        seat = data.draw(st.sampled_from(state.to_act))
        if data.draw(st.integers(0, 3)) == 0:
            undone = line.undo(seat)
            if undone is not None:
                standing = standing[: undone.ply] + [(made.seat, made.move) for made in undone.kept]
        else:
            question = line.questions()[seat]
            assert question not in answered
            moves = [str(data.draw(st.sampled_from(state.legal(seat))))]
            if data.draw(st.booleans()):
                moves.append(str(data.draw(st.sampled_from(rules.vocabulary))))
            before = state.to_json()
            try:
                made = line.batch(seat, moves, answers=True)
            except Refused:
                assert line.state.to_json() == before
                continue
            answered.add(question)
            standing += [(one.seat, one.move) for one in made]
            line.settle()
        replayed = rules.new(players, seed)
        for who, move in standing:
            replayed.play(who, move)
        assert replayed.to_json() == line.state.to_json()
        assert line.moved == [sum(who == s for who, _ in standing) for s in range(players)]
        assert restore_state(rules, dump_state(line.state), seed).to_json() == line.state.to_json()
