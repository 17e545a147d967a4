"""Counts finished games: results by person, and the ratings of those who want to be rated.

Each table is counted once, in the order in which games ended, by one process at a time. People without a rating are
ignored, as if their seats did not exist. Bots have their own ratings, one for each game and level.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import orjson
from sqlalchemy import func, insert, select, update

from tafelrunde.rating import Rating, rate, together
from tafelrunde.server import schema
from tafelrunde.server.errors import Refused
from tafelrunde.server.facts import Seat
from tafelrunde.server.janitor import alone
from tafelrunde.server.store import Conflict, Row, Step, Store, Write
from tafelrunde.server.table import Table
from tafelrunde.server.tables import Tables

logger = logging.getLogger("tafelrunde")
LOCK = 7461668
"""The advisory lock of PostgreSQL held by the one process that counts."""
LOOK_SECONDS = 60.0
"""The interval of the search for tables that another process finished; this process counts its own immediately."""
BATCH = 100


class Reckoner:
    def __init__(self, store: Store, tables: Tables) -> None:
        self._store, self._tables = store, tables
        self.ended = asyncio.Event()

    def noticed(self, table: Table) -> None:
        if table.over:
            self.ended.set()

    async def run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.ended.wait(), LOOK_SECONDS)
            self.ended.clear()
            try:
                await self.round()
            except Exception as error:
                logger.warning("finished games could not be counted", extra={"reason": type(error).__name__})
                await asyncio.sleep(1)
                self.ended.set()

    async def round(self) -> int:
        """Count finished tables; returns their number."""
        tables, log, counted = schema.tables, schema.log, 0
        ended = select(func.max(log.c.at)).where(log.c.table == tables.c.id).scalar_subquery()
        waiting = select(tables.c.id, ended.label("at")).where(tables.c.over, tables.c.counted.is_(None))
        async with alone(self._store, LOCK) as free:
            if not free:
                return 0
            for row in await self._store.rows(waiting.order_by(ended).limit(BATCH)):
                with suppress(Conflict):
                    await self._store.write(Write([self._mark(row["id"]), *await self._steps(row["id"], row["at"])]))
                    counted += 1
        if counted == BATCH:
            self.ended.set()
        return counted

    def _mark(self, table: str) -> Step:
        tables = schema.tables
        return Step(update(tables).where(tables.c.id == table, tables.c.counted.is_(None)).values(counted=time.time()), None, 1)

    async def _steps(self, table_id: str, at: float) -> list[Step]:
        """The rows of one game: for every person, and for bots that were rated."""
        try:
            table = await self._tables.get(table_id)
        except Refused:  # the table cannot be opened and is not counted
            return []
        info, result = table.info, table.result
        if result is None or info.practice or info.hot_seat or info.base is not None:
            return []
        winners, scores = set(result["winners"]), result["scores"]
        rated = await self._rate(table, winners)
        rows = []
        for seat, chair in enumerate(table.seats):
            if chair.person is None and seat not in rated:
                continue
            found = rated.get(seat)
            rows.append({
                "table": table_id, "seat": seat, "player": _player(chair), "person": chair.person, "game": info.game, "at": at,
                "players": info.players, "won": seat in winners, "winners": len(winners),
                "score": None if scores is None else scores[seat], "facts": orjson.dumps(played_with(table, seat)).decode(),
                "public": info.watch, "mu": found and found.mu, "sigma": found and found.sigma,
            })  # fmt: skip
        return [Step(insert(schema.results), rows)] if rows else []

    async def _rate(self, table: Table, winners: set[int]) -> dict[int, Rating]:
        """New ratings by seat, if at least one rated person and one other rated player took part; custom components are not
        rated."""
        if table.info.component_text is not None:
            return {}
        people = schema.people
        here = [chair.person for chair in table.seats if chair.person is not None]
        wanting = select(people.c.id).where(people.c.id.in_(here), people.c.rated, people.c.deleted.is_(None))
        willing = {row["id"] for row in await self._store.rows(wanting)}
        seats = [i for i, chair in enumerate(table.seats) if chair.person in willing or chair.kind.startswith("bot:")]
        if not willing or len(seats) < 2:
            return {}
        names = [_player(table.seats[seat]) for seat in seats]
        before = await ratings_of(self._store, table.info.game, names)
        after = rate([before.get(name, Rating()) for name in names], [i for i, seat in enumerate(seats) if seat in winners])
        return dict(zip(seats, together(names, after), strict=True))


def _player(chair: Seat) -> str:
    return chair.person if chair.person is not None else chair.kind


def played_with(table: Table, seat: int) -> Mapping[str, str]:
    """The public identity of a seat in the game, such as a faction or a corporation."""
    if table.end_lost:
        return {}
    shown: Mapping[str, Any] = table.shown.view(None)["seats"][seat]
    return {key: str(shown[key]) for key in table.game.plays_as if shown.get(key) is not None}


async def ratings_of(store: Store, game: str, players: Sequence[str]) -> dict[str, Rating]:
    """The present ratings in a game, for players who have one."""
    results = schema.results
    here = results.c.game == game, results.c.player.in_(list(players)), results.c.mu.is_not(None)
    last = select(results.c.player, func.max(results.c.at).label("at")).where(*here).group_by(results.c.player).subquery()
    same = (last.c.player == results.c.player) & (last.c.at == results.c.at)
    rows = await store.rows(select(results.c.player, results.c.mu, results.c.sigma).join(last, same).where(*here))
    return {row["player"]: Rating(row["mu"], row["sigma"]) for row in rows}


def shown_rating(row: Row) -> dict[str, Any] | None:
    if row["mu"] is None:
        return None
    rating = Rating(row["mu"], row["sigma"])
    return {"value": round(rating.value), "plus_minus": round(rating.plus_minus)}
