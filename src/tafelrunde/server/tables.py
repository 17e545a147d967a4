"""Changes of tables: one at a time at each table, stored before anybody is notified."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import func, insert, select, update

from tafelrunde.core.errors import BadInput
from tafelrunde.server import schema
from tafelrunde.server.errors import Refused, not_yours, stale, wrong
from tafelrunde.server.foresight import shown
from tafelrunde.server.limits import Quotas
from tafelrunde.server.line import Made, Undone, taken_back
from tafelrunde.server.loading import play_stored, set_vacations, vacations_of
from tafelrunde.server.log_rows import Entry, dumps, entry_of, log_row, move_row
from tafelrunde.server.new_table import NewTable, Prepared, prepare
from tafelrunde.server.open_tables import TRIES, OpenTables, forget_positions, table_step
from tafelrunde.server.outage import Unavailable
from tafelrunde.server.positions import dump_state, open_game
from tafelrunde.server.settings import Limits
from tafelrunde.server.store import Conflict, Row, Step, Store, Write, seat_step, undo_step
from tafelrunde.server.table import KEYS, Answer, Table
from tafelrunde.server.uptime import Uptime

SNAPSHOT_EVERY = 25
TOUCH_SECONDS = 3600.0
"""The minimum interval at which the activity of a table is stored."""
WEEK = 7 * 86_400.0
TOGETHER = 50
"""The number of positions that are stored at the same time."""

T = TypeVar("T")


class Tables(OpenTables):
    """All changes of tables."""

    def __init__(self, store: Store, limits: Quotas | None = None, uptime: Uptime | None = None) -> None:
        super().__init__(store, limits or Quotas(Limits()), Uptime(store) if uptime is None else uptime)
        self._creating: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By host: tables are created one after the other, so that each one is counted for the next."""
        self.moves = 0
        self.conflicts = 0

    # --- creating --------------------------------------------------------------------------------

    async def create(self, new: NewTable) -> Prepared:
        """Create a table, stored and open; :class:`Limited` if its host has too many. A second rematch of the same game
        is a conflict."""
        creating = self._creating.setdefault(new.host[0], asyncio.Lock())
        async with creating:
            await self._allow(new)
            await open_game(new.game, new.component_text)
            made = prepare(new)
            write = made.write
            if new.rematch is not None:
                first = update(schema.tables).where(schema.tables.c.id == new.rematch, schema.tables.c.successor.is_(None))
                write = write._replace(steps=[*write.steps, Step(first.values(successor=made.id), None, 1)])
            await self.store.write(write)
        with suppress(Unavailable):  # the table is stored; the next request for it opens it
            await self.get(made.id)
        return made

    async def _allow(self, new: NewTable) -> None:
        """Refuse one table too many."""
        tables, host = schema.tables, new.host[0]
        if new.base is None:
            lately = func.coalesce(tables.c.touched, tables.c.created) > time.time() - WEEK
            running = select(tables.c.components, tables.c.component_text.is_not(None).label("own"))
            running = running.where(tables.c.host == host, ~tables.c.over, ~schema.practice, lately)
            rows = await self.store.rows(running)
            self._limits.allow("tables_per_person", len(rows))
            if new.component_text is not None:
                self._limits.allow("component_sets", len({row["components"] for row in rows if row["own"]}))
        self._limits.take("tables")

    # --- changing --------------------------------------------------------------------------------

    async def change(self, table_id: str, work: Callable[[Table], Awaitable[T]]) -> T:
        """Run a change that needs the table's lock; if another process was first, reload and retry.

        If the change fails, readers keep seeing the stored state, and the table is reloaded before the next change.
        """
        for _ in range(TRIES):
            table = await self.get(table_id)
            async with table.lock:
                if not self.holds(table):  # the table was quarantined or unloaded while this waited
                    continue
                await self.settle(table)
                mark = table.mark()
                try:
                    return await work(table)
                except (Refused, BadInput):
                    raise
                except Conflict:
                    self.conflicts += 1
                    table.restore(mark)
                    await self.settle(table)
                except BaseException as error:
                    table.restore(mark)
                    if not isinstance(error, Unavailable):
                        with suppress(Unavailable, Refused):
                            await asyncio.shield(self.settle(table))
                    raise
        raise Refused(503, "busy", "This table is very busy; try again.", retry=1)

    async def settle(self, table: Table) -> None:
        """Reload a doubtful table (under its lock)."""
        if table.doubtful:
            await self.reload(table)

    async def recover(self) -> None:
        """Recover after an outage: show what was committed without a response, and resume all tables."""
        for table in self.loaded():
            if table.doubtful:
                with suppress(Unavailable, Refused):
                    async with table.lock:
                        await self.settle(table)
                    self.woken(table)

    async def commit(self, table: Table, rows: Sequence[Row], steps: Sequence[Step] = ()) -> None:
        """Store a change, then publish it. A disconnected client does not cancel it, and the table stays locked until it is
        done."""
        work = asyncio.ensure_future(self._commit(table, rows, steps))
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            await asyncio.wait({work})
            work.exception()  # the caller has disconnected
            raise

    async def _commit(self, table: Table, rows: Sequence[Row], steps: Sequence[Step]) -> None:
        row = table.row()
        changed = {name: value for name, value in row.items() if value != table.stored[name]}
        now = time.time()
        if now - table.touched > TOUCH_SECONDS:
            changed["touched"] = table.touched = now
        if changed:
            steps = [*steps, table_step(table.info.id, **changed)]
        await self.store.write(Write(steps, rows))
        table.stored = row
        self._show(table, rows)

    def _show(self, table: Table, rows: Sequence[Row]) -> None:
        entries = [entry_of(row) for row in rows]
        table.version = rows[-1]["version"]
        for row in rows:
            if row["key"] is not None:
                table.remember(row)
        if any(entry.kind in ("move", "undo") for entry in entries):
            table.line.settle()
            table.publish()
        table.tell(entries)
        self.woken(table)

    async def reload(self, table: Table) -> None:
        """Replace the table's state by the database's, and tell the listeners what they missed."""
        table.doubtful = True
        fresh = await self._open(table.info.id)
        missed = await self.store.log_after(table.info.id, table.version)
        chairs = table.chairs()
        table.info, table.seats, table.line, table.version = fresh.info, fresh.seats, fresh.line, fresh.version
        table.keys, table.snapshot_ply, table.stored = fresh.keys, fresh.snapshot_ply, fresh.stored
        table.proposal, table.successor, table.clocks = fresh.proposal, fresh.successor, fresh.clocks
        table.change, table.votes, table.result, table.kept_ply = fresh.change, fresh.votes, fresh.result, fresh.kept_ply
        table.doubtful = False
        table.publish()
        known = {entry.version for entry in table.recent}
        table.recent.clear()
        table.recent.extend(entry for entry in fresh.recent if entry.version in known)  # names in them may have changed
        if missed:
            table.tell([entry_of(row) for row in missed if row["version"] <= table.version])
        if table.chairs() != chairs:
            table.tell_seats()

    async def heard(self, table_id: str, version: int, rows: Sequence[Row] | None = None) -> None:
        """Handle a notification that another process wrote to a table; it may include the rows."""
        table = self._tables.get(table_id)
        if table is None or 0 < version <= table.version:
            return
        with suppress(Unavailable, Refused):  # the table stays doubtful or was quarantined
            async with table.lock:
                if version == 0 or version > table.version:
                    await self._catch_up(table, rows)
            self.woken(table)

    async def look(self, table: Table) -> None:
        """Before automatic work: read what another process wrote without this one being notified yet."""
        if self.store.shared:
            async with table.lock:
                if table.doubtful or await self.store.log_after(table.info.id, table.version):
                    await self._catch_up(table)

    async def _catch_up(self, table: Table, rows: Sequence[Row] | None = None) -> None:
        doubtful, table.doubtful = table.doubtful, True
        if not rows or rows[0]["version"] != table.version + 1:
            rows = await self.store.log_after(table.info.id, table.version)
        if doubtful or not rows or any(row["kind"] != "move" or not row["stands"] for row in rows):
            await self.reload(table)
            return
        try:
            for row in rows:
                play_stored(table.line, row)
                table.clocks_moved(row["at"])
        except Exception:  # memory and database differ: the database is right
            await self.reload(table)
            return
        table.proposal = None
        table.note_end()
        table.stored = table.row()
        table.doubtful = False
        self._show(table, rows)

    # --- moves -----------------------------------------------------------------------------------

    async def move(
        self, table: Table, seat: int, moves: Sequence[str], decision: str | None, key: str | None = None,
        by_person: bool = True, also: Sequence[Step] = (),
    ) -> Answer:  # fmt: skip
        """Make moves for a seat (under the table's lock); returns the response."""
        if key is not None:
            await self._recall(table, seat, key)
            if (seat, key) in table.keys:
                return await self._repeated(table, seat, key, moves)
        if table.change is not None:
            raise table.change.refusal()
        if decision is not None and table.questions.get(seat) != decision:
            raise not_yours() if table.line.asks_another(decision, seat) else stale()
        made = table.line.batch(seat, moves, decision is not None)
        at, rows = self.uptime.wall(), []
        for i, one in enumerate(made, 1):
            rows.append(move_row(table.info.id, table.version + i, one, at, key if i == len(made) else None))
        chair = table.seats[seat]
        steps = [*self._snapshot(table, made[-1]), *also]
        if by_person and chair.missed:
            steps.append(seat_step(table.info.id, seat, missed=0))
        table.proposal = None
        table.note_end()
        table.clocks_moved(at)
        await self.commit(table, rows, steps)
        if by_person:
            chair.missed = 0
        self.moves += len(made)
        events = [event for one in made for event in shown(one.events, seat)]
        return Answer(seat, rows[-1]["version"], made[-1].ply, events, False, False)

    async def _recall(self, table: Table, seat: int, key: str) -> None:
        """Look up a key that may be older than those in memory."""
        if len(table.keys) >= KEYS and (seat, key) not in table.keys:
            row = await self.store.by_key(table.info.id, seat, key)
            if row is not None:
                table.remember(row)

    async def _repeated(self, table: Table, seat: int, key: str, moves: Sequence[str]) -> Answer:
        """The previous response to a key, marked if the move has been taken back since; nothing is played in either case."""
        version, ply, last = table.keys[seat, key]
        if moves and moves[-1] != last:
            raise wrong("key", "This key was used for another move.")
        log = schema.log
        columns = (log.c.version, log.c.kind, log.c.seat, log.c.ply, log.c.move)
        rows = await self.store.rows(select(*columns).where(log.c.table == table.info.id).order_by(log.c.version))
        return Answer(seat, version, ply, [], True, version in taken_back(rows))

    def _snapshot(self, table: Table, last: Made) -> list[Step]:
        """A snapshot at some safe points, so that a table is loaded without replaying all moves."""
        steps: list[Step] = []
        state = table.line.state
        if last.crossed and last.ply - table.snapshot_ply >= SNAPSHOT_EVERY and not state.over:
            values = {"table": table.info.id, "ply": last.ply, "version": table.version, "state": dump_state(state)}
            steps.append(Step(insert(schema.snapshots), values))
            table.snapshot_ply = last.ply
        return steps

    # --- taking back -----------------------------------------------------------------------------

    async def undo(self, table: Table, seat: int) -> None:
        """Take back to the seat's own safe point."""
        undone = table.line.undo(seat)
        if undone is None:
            raise wrong("undo", "There is nothing you can take back: something was drawn, shown or answered since.")
        if table.clocks is not None and table.clocks.undone(self.uptime.now(), seat, table.timed()[0]) <= 0:
            await self.reload(table)
            raise Refused(422, "no_time", "The time for the decision you would go back to is used up.")
        table.proposal = None
        table.kept_ply = 0
        await self.commit(table, self._undo_rows(table, seat, undone), undo_step(table.info.id, undone.ply))

    async def undo_by_consent(self, table: Table, seat: int, ply: int) -> None:
        """Take back to any ply by consent; every question is asked again, with its full time."""
        rows = self._undo_rows(table, seat, Undone(ply, [], list(range(table.info.players))))
        if table.clocks is not None:
            table.clocks.clear()
        table.proposal = None
        kept = {name: table.row()[name] for name in ("proposal", "clocks", "due")}
        await self.store.write(Write([*undo_step(table.info.id, ply), table_step(table.info.id, **kept)], rows))
        await self.reload(table)
        await self.correct(table)
        self.woken(table)

    def _undo_rows(self, table: Table, seat: int, undone: Undone) -> list[dict[str, Any]]:
        at = self.uptime.wall()
        data = {"ply": undone.ply, "stale": undone.stale}
        first = log_row(table.info.id, table.version + 1, "undo", undone.ply, seat, data, at)
        again = (move_row(table.info.id, table.version + i, one, at, kind="again") for i, one in enumerate(undone.kept, 2))
        return [first, *again]

    # --- other rules -----------------------------------------------------------------------------

    async def continue_table(self, table: Table, seat: int) -> None:
        """Continue after everybody agreed: the position becomes the table's base, and from now on the installed rules apply."""
        change, info, state = table.change, table.info, table.line.state
        assert change is not None
        done = {"from": change.old, "to": change.new, "ply": state.ply, "lost": change.lost, "practice": info.practice}
        everybody = list(range(info.players))
        data = {**done, "rules": list(change.rules), "stale": everybody}
        row = log_row(info.id, table.version + 1, "rules", state.ply, seat, data, self.uptime.wall())
        if table.clocks is not None:
            table.clocks.clear()
        table.votes, table.proposal = {}, None
        values = {
            **{name: table.row()[name] for name in ("votes", "proposal", "clocks", "due")},
            "rules": change.new, "components": table.game.components.hash, "base": dump_state(state),
            "continued": dumps([*info.continued, done]),
        }  # fmt: skip
        steps = [*undo_step(info.id, state.ply), *forget_positions(info.id), table_step(info.id, **values)]
        await self.store.write(Write(steps, [row]))
        await self.reload(table)
        await self.correct(table)
        self.woken(table)

    async def keep_positions(self, idle: float = 0.0) -> None:
        """Store the positions of inactive tables, because the rules may change before they continue."""
        before = self.uptime.wall() - idle
        due = [
            table for table in self.loaded()
            if table.kept_ply != table.shown.ply and table.change is None and not (table.recent and table.recent[-1].at > before)
        ]  # fmt: skip
        for first in range(0, len(due), TOGETHER):
            await asyncio.gather(*map(self._keep_position, due[first : first + TOGETHER]))

    async def _keep_position(self, table: Table) -> None:
        positions = schema.positions
        async with table.lock:
            values = {"table": table.info.id, "ply": table.shown.ply, "state": dump_state(table.shown)}
            old = Step(positions.delete().where(positions.c.table == table.info.id))
            with suppress(Conflict):  # another process keeps the same position
                await self.store.write(Write([old, Step(insert(positions), values)]))
            table.kept_ply = table.shown.ply

    # --- everything else that happens at a table --------------------------------------------------

    async def note(self, table: Table, kind: str, seat: int | None, data: Any, steps: Sequence[Step] = ()) -> Entry:
        """Add a row that is not a move: chat, a change of seats, a request for an undo."""
        row = log_row(table.info.id, table.version + 1, kind, table.line.state.ply, seat, data, self.uptime.wall())
        entry = entry_of(row)
        await self.commit(table, [row], steps)
        return entry

    async def entries_after(self, table: Table, version: int) -> list[Entry]:
        """The entries after a version, from memory if possible."""
        if not table.recent or table.recent[0].version <= version + 1:
            return [entry for entry in table.recent if entry.version > version]
        return [entry_of(row) for row in await self.store.log_after(table.info.id, version)]

    async def hand_over(self, table: Table, seat: int, values: Mapping[str, Any]) -> None:
        """Hand over a seat's clock before the change is stored. If storing fails, the table is reloaded."""
        for name, value in values.items():
            setattr(table.seats[seat], name, value)
        if table.clocks is not None and "person" in values:
            table.clocks.handed_over(seat, self.uptime.now())
            await self._read_vacations(table)
            table.clocks_start(self.uptime.wall())

    async def _read_vacations(self, table: Table) -> None:
        people = [chair.person for chair in table.seats if chair.person is not None]
        set_vacations(table, await self.store.rows(vacations_of(people)))

    async def vacation_changed(self, person: str) -> None:
        """Update the clocks at all tables of a person whose vacation begins or ends, in every process."""
        tables, seats = schema.tables, schema.seats
        found = await self.store.rows(
            select(tables.c.id).distinct().join(seats, seats.c.table == tables.c.id)
            .where(seats.c.person == person, tables.c.due.is_not(None))
        )  # fmt: skip
        for row in found:
            table = self._tables.get(row["id"])
            if table is not None:
                await self._read_vacations(table)
                self.woken(table)
        if self.store.shared and found:
            await self.store.write(Write(pokes=[row["id"] for row in found]))

    async def count_chat(self, table: Table) -> tuple[int, int]:
        """The number of stored chat lines, of people at the table and of spectators."""
        log = schema.log
        counts = func.count().label("all"), func.count(log.c.seat).label("seated")
        [found] = await self.store.rows(select(*counts).where(log.c.table == table.info.id, log.c.kind == "chat"))
        return found["seated"], found["all"] - found["seated"]

    async def set_seat(self, table: Table, seat: int, **values: Any) -> None:
        """Change facts that only the seat knows, without a row in the log, so that nobody else can notice."""
        await self.store.write(Write([seat_step(table.info.id, seat, **values)], pokes=[table.info.id]))
