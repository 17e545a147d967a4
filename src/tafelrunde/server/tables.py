"""The tables of this process: found, loaded, changed one at a time, written down before anybody is told."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

import orjson
from sqlalchemy import insert, update

from tafelrunde.core.errors import BadInput
from tafelrunde.core.events import Log
from tafelrunde.core.game import RULES_VERSION
from tafelrunde.core.state import State
from tafelrunde.server import schema
from tafelrunde.server.errors import Refused, not_yours, stale, wrong
from tafelrunde.server.line import Made, Undone, shown
from tafelrunde.server.loading import dump_state, game_of, load_table, proposal_of
from tafelrunde.server.store import Conflict, Row, Step, Store, Write, seat_step, undo_step
from tafelrunde.server.table import Answer, Entry, Table, entry_of, log_row, move_row, pack

SNAPSHOT_EVERY = 25
TRIES = 8
"""How often a change is tried again after another process was first."""
KEPT = 2000
"""Tables held in memory; idle ones go first."""

T = TypeVar("T")


def secret() -> str:
    """An unguessable word for a link or a cookie."""
    return secrets.token_urlsafe(24)


def digest(word: str) -> str:
    """What is stored of a secret."""
    return sha256(word.encode()).hexdigest()


class Tables:
    """All changes of tables. ``woken`` is called after each, so that bots and clocks can go on."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self.woken: Callable[[Table], None] = lambda table: None
        self.moves = 0
        self.conflicts = 0

    # --- finding ---------------------------------------------------------------------------------

    async def get(self, table_id: str) -> Table:
        table = self._tables.get(table_id)
        if table is None:
            if table_id not in self._loading:
                self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            table = await asyncio.shield(self._loading[table_id])
        table.used = time.monotonic()
        return table

    async def _load(self, table_id: str) -> Table:
        try:
            table = await load_table(self.store, table_id)
            self._make_room()
            self._tables[table_id] = table
        finally:
            del self._loading[table_id]
        self.woken(table)
        return table

    def _make_room(self) -> None:
        if len(self._tables) < KEPT:
            return
        idle = [
            table
            for table in self._tables.values()
            if not table.listeners and not table.lock.locked() and table.driver is None and not table.deadlines()
        ]
        for table in sorted(idle, key=lambda table: table.used)[: KEPT // 10]:
            del self._tables[table.info.id]

    def has(self, table_id: str) -> bool:
        return table_id in self._tables

    def holds(self, table: Table) -> bool:
        """Whether this is the table everybody else means too, not one that made room and was loaded anew."""
        return self._tables.get(table.info.id) is table

    def loaded(self) -> Sequence[Table]:
        return list(self._tables.values())

    # --- creating --------------------------------------------------------------------------------

    async def create(
        self, game_id: str, players: int, options: Mapping[str, str], seats: Sequence[str], pace: Mapping[str, Any],
        host: tuple[str, str], public: bool, watch: bool, component_text: str | None = None, hints: bool = False,
        rematch: str | None = None, people: Sequence[tuple[str, str] | None] | None = None, base: State | None = None,
    ) -> tuple[str, list[str], list[str]]:  # fmt: skip
        """A new table; returns its id, the invitations of the open seats, and the return words of the host's seats."""
        game = game_of(game_id, component_text)
        seed = secrets.randbits(128) if base is None else base.seed
        table_id, now = secrets.token_urlsafe(12), time.time()
        state, log = game.begin(players, seed, dict(options)) if base is None else (base, Log())
        if len(seats) != players:
            raise BadInput("seats", f"There are {players} seats, not {len(seats)}.")
        invites: list[str] = []
        backs: list[str] = []
        rows = []
        for i, spec in enumerate(seats):
            row = {
                "table": table_id, "seat": i, "kind": "person", "name": f"Seat {i + 1}", "person": None, "invite": None,
                "back": None, "standing": False, "prepared": None, "missed": 0, "hints": hints, "reserve": None,
                "told": None, "dropped": None,
            }  # fmt: skip
            known = people[i] if people is not None else None
            if spec == "me" or known is not None:
                person, name = known or host
                if known is None and backs:  # several seats at one screen
                    name = f"{name} {len(backs) + 1}"
                back = secret()
                row |= {"person": person, "name": name, "back": digest(back)}
                if person == host[0]:
                    backs.append(back)
            elif spec == "open":
                invites.append(secret())
                row |= {"invite": digest(invites[-1])}
            else:
                row |= {"kind": spec, "name": spec}
            rows.append(row)
        values = {
            "id": table_id, "game": game_id, "components": game.components.hash, "component_text": component_text,
            "rules": RULES_VERSION, "players": players, "options": orjson.dumps(state.options).decode(), "seed": str(seed),
            "pace": orjson.dumps(dict(pace)).decode(), "public": public, "watch": watch, "host": host[0],
            "rematch": rematch, "over": state.over, "created": now, "base": None if base is None else dump_state(base),
        }  # fmt: skip
        steps = [Step(insert(schema.tables), values), Step(insert(schema.seats), rows)]
        first = log_row(table_id, 1, "begin", state.ply, None, pack(log), now)
        await self.store.write(Write(steps, [first]))
        await self.get(table_id)
        return table_id, invites, backs

    # --- changing --------------------------------------------------------------------------------

    async def change(self, table_id: str, work: Callable[[Table], Awaitable[T]]) -> T:
        """Do something that only one may do at a time; where another process was first, look again and retry."""
        for _ in range(TRIES):
            table = await self.get(table_id)
            async with table.lock:
                try:
                    return await work(table)
                except Conflict:
                    self.conflicts += 1
                    await self.reload(table)
                except BaseException as error:
                    if not isinstance(error, Refused | BadInput):  # memory may be ahead of the database
                        await asyncio.shield(self.reload(table))
                    raise
        raise Refused(503, "busy", "This table is very busy; try again.")

    async def commit(self, table: Table, rows: Sequence[Row], steps: Sequence[Step] = ()) -> None:
        """Write down, then show. A lost connection does not stop it, and the table stays locked until it is done."""
        work = asyncio.ensure_future(self._commit(table, rows, steps))
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            await asyncio.wait({work})
            raise

    async def _commit(self, table: Table, rows: Sequence[Row], steps: Sequence[Step]) -> None:
        await self.store.write(Write(steps, rows))
        self._show(table, rows)

    def _show(self, table: Table, rows: Sequence[Row]) -> None:
        entries = [entry_of(row) for row in rows]
        table.version = rows[-1]["version"]
        for row in rows:
            if row["key"] is not None:
                table.keys[row["seat"], row["key"]] = (row["version"], row["ply"], row["move"])
        if any(entry.kind in ("move", "undo") for entry in entries):
            table.line.settle()
            table.publish()
        table.tell(entries)
        self.woken(table)

    async def reload(self, table: Table) -> None:
        """Take the database's word for it, and tell the listeners what they missed."""
        fresh = await load_table(self.store, table.info.id)
        missed = await self.store.log_after(table.info.id, table.version)
        asked = table.asked_at
        table.seats, table.line, table.version, table.keys = fresh.seats, fresh.line, fresh.version, fresh.keys
        table.snapshot_ply, table.proposal, table.asked_at = fresh.snapshot_ply, fresh.proposal, fresh.asked_at | asked
        table.publish()
        if missed:
            table.tell([entry_of(row) for row in missed if row["version"] <= table.version])

    async def heard(self, table_id: str, version: int, rows: Sequence[Row] | None = None) -> None:
        """Another process wrote to a table; the rows may have come along."""
        table = self._tables.get(table_id)
        if table is None or 0 < version <= table.version:
            return
        async with table.lock:
            if version == 0 or version > table.version:
                await self._catch_up(table, rows)
        self.woken(table)

    async def look(self, table: Table) -> None:
        """Before going on by itself: what another process wrote and this one has not heard of yet."""
        if self.store.shared:
            async with table.lock:
                if await self.store.log_after(table.info.id, table.version):
                    await self._catch_up(table)

    async def _catch_up(self, table: Table, rows: Sequence[Row] | None = None) -> None:
        if not rows or rows[0]["version"] != table.version + 1:
            rows = await self.store.log_after(table.info.id, table.version)
        if not rows or any(row["kind"] != "move" or not row["stands"] for row in rows):
            await self.reload(table)
            return
        for row in rows:
            table.line.play(row["seat"], row["move"])
            table.line.settle()
        self._show(table, rows)

    # --- moves -----------------------------------------------------------------------------------

    async def move(
        self, table: Table, seat: int, moves: Sequence[str], decision: str | None, key: str | None = None,
        by_person: bool = True, also: Sequence[Step] = (),
    ) -> Answer:  # fmt: skip
        """Make moves for a seat (under the table's lock); returns what to answer."""
        if key is not None and (seat, key) in table.keys:
            return self._repeated(table, seat, key, moves)
        if decision is not None and table.questions.get(seat) != decision:
            raise not_yours() if decision in table.questions.values() else stale()
        made = table.line.batch(seat, moves, decision is not None)
        at, rows = time.time(), []
        for i, one in enumerate(made, 1):
            rows.append(move_row(table.info.id, table.version + i, one, at, key if i == len(made) else None))
        chair = table.seats[seat]
        steps = [*self._snapshot(table, made[-1]), *also]
        if by_person and chair.missed:
            steps.append(seat_step(table.info.id, seat, missed=0))
        table.proposal = None
        await self.commit(table, rows, steps)
        if by_person:
            chair.missed = 0
        self.moves += len(made)
        events = [event for one in made for event in shown(one.events, seat)]
        return Answer(seat, rows[-1]["version"], made[-1].ply, events, False)

    def _repeated(self, table: Table, seat: int, key: str, moves: Sequence[str]) -> Answer:
        version, ply, last = table.keys[seat, key]
        if moves and moves[-1] != last:
            raise wrong("key", "This key was used for another move.")
        return Answer(seat, version, ply, [], True)

    def _snapshot(self, table: Table, last: Made) -> list[Step]:
        """At a safe point now and then, so that a table is loaded without replaying it; and a note that it is over."""
        steps: list[Step] = []
        state = table.line.state
        if last.crossed and last.ply - table.snapshot_ply >= SNAPSHOT_EVERY and not state.over:
            values = {"table": table.info.id, "ply": last.ply, "version": table.version, "state": dump_state(state)}
            steps.append(Step(insert(schema.snapshots), values))
            table.snapshot_ply = last.ply
        if state.over:
            steps.append(Step(update(schema.tables).where(schema.tables.c.id == table.info.id).values(over=True)))
        return steps

    # --- taking back -----------------------------------------------------------------------------

    async def undo(self, table: Table, seat: int) -> None:
        """Back to the seat's own safe point."""
        undone = table.line.undo(seat)
        if undone is None:
            raise wrong("undo", "There is nothing you can take back: something was drawn, shown or answered since.")
        await self._undo(table, seat, undone)

    async def undo_by_consent(self, table: Table, seat: int, ply: int) -> None:
        """Back to any ply; everybody's questions are asked anew."""
        rows = self._undo_rows(table, seat, Undone(ply, [], list(range(table.info.players))))
        await self.store.write(Write(undo_step(table.info.id, ply), rows))
        await self.reload(table)
        self.woken(table)

    async def _undo(self, table: Table, seat: int, undone: Undone) -> None:
        table.proposal = None
        await self.commit(table, self._undo_rows(table, seat, undone), undo_step(table.info.id, undone.ply))

    def _undo_rows(self, table: Table, seat: int, undone: Undone) -> list[dict[str, Any]]:
        at = time.time()
        data = {"ply": undone.ply, "stale": undone.stale}
        first = log_row(table.info.id, table.version + 1, "undo", undone.ply, seat, data, at)
        again = (move_row(table.info.id, table.version + i, one, at, kind="again") for i, one in enumerate(undone.kept, 2))
        return [first, *again]

    # --- everything else that happens at a table --------------------------------------------------

    async def note(self, table: Table, kind: str, seat: int | None, data: Any, steps: Sequence[Step] = ()) -> Entry:
        """A row that is no move: chat, who sat down, an undo asked for."""
        row = log_row(table.info.id, table.version + 1, kind, table.line.state.ply, seat, data, time.time())
        entry = entry_of(row)
        if kind in ("ask", "agree"):
            table.proposal = proposal_of([*table.recent, entry])
        await self.commit(table, [row], steps)
        return entry

    async def entries_after(self, table: Table, version: int) -> list[Entry]:
        """What happened after a version, from memory where it reaches."""
        if not table.recent or table.recent[0].version <= version + 1:
            return [entry for entry in table.recent if entry.version > version]
        return [entry_of(row) for row in await self.store.log_after(table.info.id, version)]

    async def set_seat(self, table: Table, seat: int, **values: Any) -> None:
        """Change what only the seat knows: no row in the log, so that nobody can tell."""
        await self.store.write(Write([seat_step(table.info.id, seat, **values)], poke=table.info.id))
