"""Copies of the true server, in which everything that a viewer cannot know is different."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from tafelrunde.core.history import History
from tafelrunde.core.state import State
from tafelrunde.server.log_rows import pack
from tafelrunde.server.positions import dump_state
from tafelrunde.server.table import Table
from tafelrunde.server.thinking import Bargained
from tests.leaks.servers import Row, World, eventually
from tests.leaks.worlds import Step, Twin


class Past:
    """The positions of a copy as they were, one after the other, for who replays its moves from its first position."""

    log: Any = None

    def __init__(self, states: Sequence[State], place: int = 0) -> None:
        self._states, self._place = states, place

    def clone(self) -> Past:
        return Past(self._states, self._place)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._states[self._place], name)

    def act(self, seat: int, index: int) -> None:
        self._place += 1

    def apply(self, seat: int, index: int) -> None:
        self._place += 1

    def play(self, seat: int, move: object) -> None:
        self._place += 1


class Copy(World):
    """A copy of the true world; its seed never changes, and its bots answer what they are told to."""

    twin: Twin

    def __init__(self, name: str, database: Path, seed: int) -> None:
        super().__init__(name, database)
        self.seed = seed
        self.tokens: dict[str, str] = {}
        self.not_recomputed: list[str] = []
        """Channels whose answers of this turn have no counterpart here."""
        self.past: dict[int, State] = {}
        """By ply: where the line that stands led through."""
        self.answers: list[tuple[int, list[str], bool]] = []
        """What bots will say: the seat, the moves, and whether they answer a question."""
        self.more_to_come = False
        self._told = asyncio.Event()

    def take_over_bots(self) -> None:
        """From now on bots at the table wait until they are told what to say."""
        thinkers = self.host.thinkers
        answer, volunteer = thinkers.answer, thinkers.volunteer

        async def told(table: Table, seat: int, level: str) -> str:
            if table.info.id != self.table_id:
                return str(await answer(table, seat, level))
            question = table.questions.get(seat)
            while table.questions.get(seat) == question:
                if self.answers and self.answers[0][0] == seat and self.answers[0][2]:
                    return self.answers.pop(0)[1][0]
                await self._wait()
            return "too late"  # the position was replaced; the answer to an old question is refused

        async def unasked(table: Table, seat: int, level: str) -> Bargained:
            if table.info.id != self.table_id:
                return Bargained((await volunteer(table, seat, level)).moves)
            while not self.answers and self.more_to_come:
                await self._wait()
            mine = self.answers and self.answers[0][0] == seat and not self.answers[0][2]
            return Bargained(self.answers.pop(0)[1]) if mine else Bargained()

        thinkers.answer, thinkers.volunteer = told, unasked

    async def _wait(self) -> None:
        self._told.clear()
        await self._told.wait()

    def tell_bots(self, answers: Sequence[tuple[int, list[str], bool]], more_to_come: bool) -> None:
        self.answers += answers
        self.more_to_come = more_to_come
        self._told.set()

    async def at_version(self, version: int) -> None:
        await eventually(lambda: self.table.version >= version and not self.table.lock.locked())
        assert self.table.version == version, f"{self.name} went on by itself"

    def beginning(self) -> Past:
        return Past([self.past[ply] for ply in range(min(self.past), self.table.line.state.ply + 1)])

    def put(self, state: State) -> None:
        """Put another position in the place of the present one; the moves that led here may still be taken back."""
        history = self.table.line.history
        history.state = state.clone()
        history.state.seed = self.seed
        history._snapshots[-1] = history.state.clone()
        self.table.publish()

    def add(self, steps: Sequence[Step], rows: Sequence[Row], state: State) -> None:
        """Moves that cannot be made here are put into the log as the truth tells them; they have led to a position."""
        table, history = self.table, self.table.line.history
        for step in steps:
            line = History(step.before.clone())
            line.play(step.seat, step.move)
            opening = history._openings[-1]
            history.line.append(line.line[-1]._replace(lanes=None if line.line[-1].lanes is None else opening))
            history._openings.append(opening + line._openings[-1] - line._openings[-2])
            history._snapshots.append(state.clone())
            table.line.moved[step.seat] += 1
        self.put(state)
        for row in rows:
            self.write(row)
        table.proposal = None
        table.clocks_moved(rows[-1]["at"])
        table.stored = table.row()
        self._told.set()
        self.host.tables._show(table, rows)

    def write(self, row: Row) -> None:
        """Put a row of the truth into the log."""
        names, marks = ", ".join(f'"{name}"' for name in row), ", ".join("?" * len(row))
        self.change(f"INSERT OR REPLACE INTO log ({names}) VALUES ({marks})", *row.values())

    def take_moves(self, rows: Sequence[Row]) -> None:
        """The world was dealt anew: moves that are shown when a choice is complete are now those of the truth."""
        mine = {row["version"]: row["move"] for row in self.rows(0)}
        for row in rows:
            move, version = row["move"], row["version"]
            if row["kind"] in ("move", "again") and not row["hidden"] and mine.get(version, move) != move:
                self.change('UPDATE log SET move = ? WHERE "table" = ? AND version = ?', move, self.table_id, version)

    def save(self, state: State) -> None:
        """The position from which the server loads the table next."""
        state = state.clone()
        state.seed = self.seed
        self.change('DELETE FROM snapshots WHERE "table" = ? AND ply >= ?', self.table_id, state.ply)
        values = (self.table_id, state.ply, self.table.version, dump_state(state))
        self.change("INSERT INTO snapshots VALUES (?, ?, ?, ?)", *values)


def fork(truth: World, name: str, state: State, log: Sequence[Any], viewer: str, seed: int) -> Copy:
    """Copy the true world's database and change everything in it that is no business of the viewer's."""
    database = truth.database.with_name(f"{name}.db")
    with closing(sqlite3.connect(truth.database)) as source, closing(sqlite3.connect(database)) as target, target:
        source.backup(target)
        state = state.clone()
        state.seed = seed
        begun = orjson.dumps(pack(log)).decode()
        target.execute("UPDATE tables SET seed = ? WHERE id = ?", (str(seed), truth.table_id))
        target.execute("UPDATE log SET data = ? WHERE \"table\" = ? AND kind = 'begin'", (begun, truth.table_id))
        target.execute("INSERT INTO snapshots VALUES (?, ?, ?, ?)", (truth.table_id, state.ply, 1, dump_state(state)))
        tokens = {}
        for who, person in truth.people.items():
            if who != viewer and person.token:
                tokens[who] = _change_identity(target, person.token)
        target.execute("UPDATE seats SET invite = ?", (secrets.token_hex(32),))
    copy = Copy(name, database, seed)
    copy.table_id = truth.table_id
    copy.tokens = {who: tokens.get(who, person.token) for who, person in truth.people.items()}
    return copy


def _change_identity(database: sqlite3.Connection, token: str) -> str:
    """Give a person another id, session, return word, address and password; the name is known to everybody."""
    fresh = secrets.token_urlsafe(24)
    hashed, hashed_anew = (sha256(word.encode()).hexdigest() for word in (token, fresh))
    (old,) = database.execute("SELECT person FROM tokens WHERE hash = ?", (hashed,)).fetchone()
    new = secrets.token_hex(12)
    database.execute("UPDATE seats SET back = ? WHERE person = ?", (secrets.token_hex(32), old))
    address = f"{secrets.token_hex(4)}@example.org"
    private = (address, address, secrets.token_hex(8), old)
    database.execute("UPDATE people SET mail = ?, mail_confirmed = ?, password = ? WHERE id = ?", private)
    database.execute("UPDATE tokens SET hash = ? WHERE hash = ?", (hashed_anew, hashed))
    for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        for column in database.execute(f'PRAGMA table_info("{table}")').fetchall():
            database.execute(f'UPDATE "{table}" SET "{column[1]}" = ? WHERE "{column[1]}" = ?', (new, old))
    return fresh
