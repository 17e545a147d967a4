"""Leagues of a club: drawing rounds, creating tables, counting results, and substituting bots for absent players.

A round begins when all tables of the previous one are finished. After a due date, a bot takes over the seat of the player
who is asked; the seat is marked, and its person can take it back at any time. All tables of a round are created in one
transaction.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import orjson
from sqlalchemy import func, insert, select, update

import tafelrunde
from tafelrunde.league.draw import BOT, LEAST, MOST, History, draw
from tafelrunde.league.standings import Played, points, standings
from tafelrunde.server import schema
from tafelrunde.server.clocks import DAY
from tafelrunde.server.errors import Refused, unknown
from tafelrunde.server.facts import MISSES
from tafelrunde.server.janitor import alone
from tafelrunde.server.models.clubs import LeagueBody
from tafelrunde.server.names import FORMER, shown_name
from tafelrunde.server.new_table import MEMBER, Kept, NewTable, prepare
from tafelrunde.server.store import Conflict, Row, Step, Store, Write
from tafelrunde.server.table import Table
from tafelrunde.server.tables import Tables

logger = logging.getLogger("tafelrunde")
LOCK = 7461669
"""The advisory lock of PostgreSQL held by the one process that looks after leagues."""
LOOK_SECONDS = 30.0
LEVEL = "bot:normal"


class Leagues:
    def __init__(self, store: Store, tables: Tables) -> None:
        self._store, self._tables = store, tables
        self.ended = asyncio.Event()

    def noticed(self, table: Table) -> None:
        if table.over:
            self.ended.set()

    # --- what people do --------------------------------------------------------------------------

    async def make(self, club: str, body: LeagueBody) -> str:
        if body.game not in tafelrunde.games():
            raise unknown("game")
        fits = [n for n in tafelrunde.load(body.game).players if LEAST <= n <= MOST]
        if body.size not in fits:
            seats = ", ".join(map(str, fits))
            raise Refused(422, "bad_input", f"Tables of this game have {seats} seats in a league.", place="size")
        values = body.model_dump() | {
            "id": secrets.token_hex(8), "club": club, "round": 0, "seed": secrets.randbits(31), "created": time.time(),
        }  # fmt: skip
        await self._store.write(Write([Step(insert(schema.leagues), values)]))
        return str(values["id"])

    async def league(self, league: str) -> Row:
        leagues = schema.leagues
        row = await self._store.row(select(leagues).where(leagues.c.id == league))
        if row is None:
            raise unknown("league")
        return row

    async def join(self, league: Row, member: str) -> None:
        """Join a league before the first draw; a member who has withdrawn may rejoin for the next round."""
        there = schema.league_members
        mine = there.c.league == league["id"], there.c.member == member
        before = await self._store.row(select(there).where(*mine))
        if league["ended"] is not None or (before is None and league["round"] > 0):
            raise Refused(409, "begun", "This league has begun without you.")
        step = Step(insert(there), {"league": league["id"], "member": member})
        if before is not None:
            step = Step(update(there).where(*mine).values(withdrawn=None))
        with suppress(Conflict):  # joining twice at the same time has the effect of joining once
            await self._store.write(Write([step]))

    async def withdraw(self, league: Row, member: str) -> None:
        """Withdraw from further rounds; bots hold the seats at unfinished tables. Finished games still count."""
        there, seats = schema.league_members, schema.league_seats
        mine = there.c.league == league["id"], there.c.member == member, there.c.withdrawn.is_(None)
        try:
            await self._store.write(Write([Step(update(there).where(*mine).values(withdrawn=time.time()), None, 1)]))
        except Conflict:
            raise unknown("member of this league") from None
        open_seats = select(seats.c.table, seats.c.seat).where(
            seats.c.league == league["id"], seats.c.member == member, seats.c.points.is_(None)
        )
        for row in await self._store.rows(open_seats):
            await self._substitute(row["table"], [row["seat"]])

    async def withdraw_everywhere(self, member: str) -> None:
        there, leagues = schema.league_members, schema.leagues
        running = select(leagues).join(there, there.c.league == leagues.c.id)
        for league in await self._store.rows(
            running.where(there.c.member == member, there.c.withdrawn.is_(None), leagues.c.ended.is_(None))
        ):
            await self.withdraw(league, member)

    async def begin(self, league: Row) -> None:
        if league["round"] > 0:
            raise Refused(409, "begun", "This league has begun already.")
        if len(await self._active(league["id"])) < LEAST:
            raise Refused(409, "too_few", f"A league needs {LEAST} members or more.")
        await self._draw(league)

    # --- rounds ----------------------------------------------------------------------------------

    async def run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.ended.wait(), LOOK_SECONDS)
            self.ended.clear()
            try:
                await self.look_after()
            except Exception as error:
                logger.warning("leagues could not be looked after", extra={"reason": type(error).__name__})
                await asyncio.sleep(1)

    async def look_after(self, now: float | None = None) -> None:
        """Count finished tables, substitute bots after a due date, and draw the rounds that can begin."""
        now, leagues = time.time() if now is None else now, schema.leagues
        async with alone(self._store, LOCK) as free:
            if not free:
                return
            for league in await self._store.rows(select(leagues).where(leagues.c.ended.is_(None), leagues.c.round > 0)):
                await self._look_after(league, now)

    async def _look_after(self, league: Row, now: float) -> None:
        seats, tables = schema.league_seats, schema.tables
        open_games = (
            select(seats.c.table, seats.c.due, tables.c.over, tables.c.result, tables.c.players, tables.c.id)
            .join(tables, tables.c.id == seats.c.table, isouter=True)
            .where(seats.c.league == league["id"], seats.c.points.is_(None)).distinct()
        )  # fmt: skip
        waiting = 0
        for game in await self._store.rows(open_games):
            if game["id"] is None:
                await self._count_nothing(league, game["table"])
            elif game["over"] and game["result"] is not None:
                await self._count(league, game)
            else:
                waiting += 1
                if game["due"] < now:
                    table = await self._tables.get(game["table"])
                    await self._substitute(game["table"], [s for s in table.questions if table.seats[s].bot is None])
        if waiting:
            return
        if league["round"] < league["rounds"] and len(await self._active(league["id"])) >= LEAST:
            await self._draw(league)
        else:
            leagues = schema.leagues
            await self._store.write(Write([Step(update(leagues).where(leagues.c.id == league["id"]).values(ended=now))]))

    async def _count(self, league: Row, game: Row) -> None:
        result = orjson.loads(game["result"])
        scores, winners = result["scores"], result["winners"]
        steps = [
            self._seat_step(league, game["table"], seat, points=won, won=seat in winners, score=scores and scores[seat])
            for seat, won in enumerate(points(scores, winners, game["players"]))
        ]
        await self._store.write(Write(steps))

    async def _count_nothing(self, league: Row, table: str) -> None:
        """Record that a table was deleted, so that it counts for nobody."""
        seats = schema.league_seats
        gone = seats.delete().where(seats.c.league == league["id"], seats.c.table == table)
        await self._store.write(Write([Step(gone)]))

    def _seat_step(self, league: Row, table: str, seat: int, **values: Any) -> Step:
        seats = schema.league_seats
        here = seats.c.league == league["id"], seats.c.table == table, seats.c.seat == seat
        return Step(update(seats).where(*here).values(**values))

    async def _substitute(self, table_id: str, chairs: Sequence[int]) -> None:
        """Let bots hold seats and mark the seats; their people can take them back."""
        if not chairs:
            return
        held, seats = schema.seats, schema.league_seats
        marked = update(seats).where(seats.c.table == table_id, seats.c.seat.in_(chairs)).values(substitute=True)

        async def work(table: Table) -> None:
            for seat in chairs:
                if table.over or table.seats[seat].person is None:
                    continue
                table.seats[seat].missed = MISSES
                step = update(held).where(held.c.table == table_id, held.c.seat == seat).values(missed=MISSES)
                await self._tables.note(table, "seat", seat, {"held": True}, [Step(step), Step(marked)])

        await self._tables.change(table_id, work)

    async def _active(self, league: str) -> dict[str, tuple[str, str]]:
        """The active members: person and name."""
        there, members, people = schema.league_members, schema.members, schema.people
        found = (
            select(members.c.id, people.c.id.label("person"), people.c.name).join(there, there.c.member == members.c.id)
            .join(people, people.c.id == members.c.person)
            .where(there.c.league == league, there.c.withdrawn.is_(None), members.c.gone.is_(None), people.c.deleted.is_(None))
        )  # fmt: skip
        return {row["id"]: (row["person"], shown_name(row["name"])) for row in await self._store.rows(found)}

    async def _draw(self, league: Row) -> None:
        """Create all tables of the next round."""
        members = await self._active(league["id"])
        history = History()
        for game in (await self._games(league["id"])).values():
            history.add([row["member"] or BOT for row in game])
        number, allowed = league["round"] + 1, tafelrunde.load(league["game"]).players
        drawn = await asyncio.to_thread(
            draw, sorted(members), history, allowed, league["size"], league["seed"] + number
        )  # fmt: skip
        leagues, due = schema.leagues, time.time() + league["days"] * DAY
        same = leagues.c.id == league["id"], leagues.c.round == league["round"]
        steps = [Step(update(leagues).where(*same).values(round=number), None, 1)]
        rows: list[Row] = []
        made: list[str] = []
        common = {"league": league["id"], "round": number, "due": due, "substitute": False}
        for table in drawn:
            prepared = prepare(self._new_table(league, table, members))
            steps += prepared.write.steps
            rows += prepared.write.rows
            made.append(prepared.id)
            seats = [
                {**common, "table": prepared.id, "seat": seat, "member": member or None} for seat, member in enumerate(table)
            ]  # fmt: skip
            steps.append(Step(insert(schema.league_seats), seats))
        await self._store.write(Write(steps, rows))
        for table_id in made:
            with suppress(Refused):
                await self._tables.get(table_id)

    def _new_table(self, league: Row, table: Sequence[str], members: dict[str, tuple[str, str]]) -> NewTable:
        people = [Kept(*members[one], False) if one else None for one in table]
        first = next(one for one in people if one is not None)
        return NewTable(
            league["game"], len(table), [MEMBER if one else LEVEL for one in people], (first.person, first.name), kept=people
        )

    # --- what is shown ---------------------------------------------------------------------------

    async def _games(self, league: str) -> dict[tuple[int, str], list[Row]]:
        seats = schema.league_seats
        found: dict[tuple[int, str], list[Row]] = {}
        order = (seats.c.round, seats.c.table, seats.c.seat)
        for row in await self._store.rows(select(seats).where(seats.c.league == league).order_by(*order)):
            found.setdefault((row["round"], row["table"]), []).append(row)
        return found

    async def of_club(self, club: str, member: str) -> list[dict[str, Any]]:
        leagues, there = schema.leagues, schema.league_members
        others = there.alias()
        counted = select(func.count()).where(others.c.league == leagues.c.id, others.c.withdrawn.is_(None)).scalar_subquery()
        names = ("id", "title", "game", "round", "rounds", "ended")
        mine = (there.c.league == leagues.c.id) & (there.c.member == member) & there.c.withdrawn.is_(None)
        joined = select(there.c.member).where(mine).exists()
        found = select(*(leagues.c[name] for name in names), joined.label("joined"), counted.label("members"))
        rows = await self._store.rows(found.where(leagues.c.club == club).order_by(leagues.c.created.desc()))
        return [{**row, "joined": bool(row["joined"])} for row in rows]

    async def shown(self, league: Row, own: Row) -> dict[str, Any]:
        """The standings, and every game with its seats."""
        there, members, people = schema.league_members, schema.members, schema.people
        joined = select(there.c.member, there.c.withdrawn, people.c.name, people.c.deleted).join(
            members, members.c.id == there.c.member
        )
        joined = joined.join(people, people.c.id == members.c.person, isouter=True).where(there.c.league == league["id"])
        rows = {row["member"]: row for row in await self._store.rows(joined)}
        names = {name: FORMER if row["name"] is None or row["deleted"] else shown_name(row["name"]) for name, row in rows.items()}
        games = await self._games(league["id"])
        played = [Played(r["member"], r["points"], r["won"]) for game in games.values() for r in game
                  if r["member"] is not None and r["points"] is not None]  # fmt: skip
        table = [
            {**one._asdict(), "name": names[one.member], "withdrawn": rows[one.member]["withdrawn"] is not None}
            for one in standings(rows, played)
        ]
        rounds: dict[int, list[dict[str, Any]]] = {}
        for (number, table_id), seats in games.items():
            shown = [
                {name: seat[name] for name in ("seat", "member", "substitute", "points", "score", "won")}
                | {"name": names.get(seat["member"], LEVEL if seat["member"] is None else FORMER)}
                for seat in seats
            ]
            rounds.setdefault(number, []).append({"table": table_id, "due": seats[0]["due"], "seats": shown})
        kept = {name: league[name] for name in ("id", "club", "title", "game", "size", "rounds", "round", "days", "ended")}
        mine = rows.get(own["id"])
        return {
            **kept, "host": own["host"], "joined": mine is not None and mine["withdrawn"] is None,
            "members": sum(row["withdrawn"] is None for row in rows.values()), "standings": table,
            "played": [{"round": number, "games": rounds[number]} for number in sorted(rounds, reverse=True)],
        }  # fmt: skip

    async def due_dates(self, person: str) -> list[Row]:
        """The league tables at which a person still has to play."""
        seats, members, leagues = schema.league_seats, schema.members, schema.leagues
        found = (
            select(seats.c.table, seats.c.due, seats.c.round, leagues.c.title, leagues.c.game)
            .join(members, members.c.id == seats.c.member).join(leagues, leagues.c.id == seats.c.league)
            .where(members.c.person == person, members.c.gone.is_(None), seats.c.points.is_(None)).order_by(seats.c.due)
        )  # fmt: skip
        return await self._store.rows(found)
