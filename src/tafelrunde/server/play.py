"""The actions of people at tables. Each method handles one request, from HTTP or from a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import Integer, String, insert, literal, select, update

from tafelrunde.core.errors import IllegalMove
from tafelrunde.server import schema
from tafelrunde.server.ahead import What, look_ahead
from tafelrunde.server.errors import Refused, finished, illegal, not_yours, unknown, wrong
from tafelrunde.server.facts import MISSES
from tafelrunde.server.limits import Quotas
from tafelrunde.server.models.tables import (
    AfterBody,
    MovesBody,
    OrderBody,
    PlanBody,
    PreviewBody,
    RulesBody,
    UndoBody,
    WhyBody,
    WordsBody,
)
from tafelrunde.server.new_table import Kept, NewTable
from tafelrunde.server.people import Person, check_may_talk
from tafelrunde.server.record import record_of
from tafelrunde.server.seating import mark, may_sit
from tafelrunde.server.store import Step, seat_step
from tafelrunde.server.table import Answer, Table
from tafelrunde.server.tables import Tables
from tafelrunde.server.thinking import Thinkers
from tafelrunde.server.tokens import digest, secret
from tafelrunde.server.workers import Workers

HINT_LEVEL = "expert"
SPECTATORS_SHARE = 5
"""Spectators may write one fifth of the chat lines that the players may."""


class Play:
    """Handles the requests of people at tables."""

    def __init__(self, tables: Tables, thinkers: Thinkers, workers: Workers, limits: Quotas) -> None:
        self._tables, self._thinkers, self._workers, self._limits = tables, thinkers, workers, limits

    # --- moves -----------------------------------------------------------------------------------

    async def moves(self, table_id: str, person: str | None, body: MovesBody) -> Answer:
        async def work(table: Table) -> Answer:
            own = table.seats_of(person)
            meant = [s for s in own if body.key is not None and (s, body.key) in table.keys]
            meant += [s for s in own if body.decision is not None and table.questions.get(s) == body.decision]
            seat = meant[0] if meant and body.seat is None else table.seat_of(person, body.seat)
            if seat is None:
                raise not_yours()
            return await self._tables.move(table, seat, body.moves, body.decision, body.key)

        return await self._tables.change(table_id, work)

    async def preview(self, table_id: str, person: str | None, body: PreviewBody) -> bytes:
        table, seat = await self._own(table_id, person, body.seat)
        asked = {"moves": body.moves, "far": body.far, "since": body.since, "forced": body.forced}
        try:
            return await look_ahead(self._workers, table, seat, "preview", **asked)
        except Refused as refusal:
            if refusal.status != 422 or body.version is None or body.version == table.version:
                raise
            return b'{"events":[],"changes":[],"moves":[],"until":"refused","view":%s,"stopped":true,"at":0,"stale":true}' % (
                table.view(seat)
            )

    async def plan(self, table_id: str, person: str | None, body: PlanBody) -> bytes:
        table, seat = await self._own(table_id, person, body.seat)
        return await look_ahead(self._workers, table, seat, "preview", moves=body.moves, later=True, far=True)

    async def words(self, table_id: str, person: str | None, body: WordsBody) -> bytes:
        return await self._ahead(table_id, person, body, "words", lang=body.lang)

    async def prospects(self, table_id: str, person: str | None, body: AfterBody) -> bytes:
        return await self._ahead(table_id, person, body, "prospects")

    async def _ahead(self, table_id: str, person: str | None, body: AfterBody, what: What, **more: Any) -> bytes:
        table, seat = await self._own(table_id, person, body.seat)
        try:
            return await look_ahead(self._workers, table, seat, what, after=body.after, later=body.later, **more)
        except Refused as refusal:
            if refusal.status not in (409, 422):
                raise
            return b'{"words":{},"declines":null}' if what == "words" else b"{}"  # the table has moved on

    async def why_not(self, table_id: str, person: str | None, body: WhyBody) -> bytes:
        table, seat = await self._own(table_id, person, body.seat)
        more = {"move": body.move, "after": body.after, "later": body.later}
        return await look_ahead(self._workers, table, seat, "why_not", **more)

    async def _own(self, table_id: str, person: str | None, wanted: int | None) -> tuple[Table, int]:
        table = await self._tables.get(table_id)
        seat = table.seat_of(person, wanted)
        if seat is None:
            raise not_yours()
        return table, seat

    async def undo(self, table_id: str, person: str | None, body: UndoBody) -> bytes:
        async def work(table: Table) -> bytes:
            seat = table.seat_of(person, body.seat)
            own = table.seats_of(person)
            if seat is None:
                raise not_yours()
            if table.change is not None:
                raise table.change.refusal()
            if table.over:
                raise finished()
            if body.agree is not None:
                await self._agree(table, seat, body.agree)
            elif body.ply is not None:
                await self._ask_undo(table, seat, body.ply)
            else:
                can = [s for s in own if table.line.history.own_moves(s)]
                await self._tables.undo(table, seat if body.seat is not None or seat in can or not can else can[-1])
            return table.message(seat, [], b"")

        return await self._tables.change(table_id, work)

    async def _ask_undo(self, table: Table, seat: int, ply: int) -> None:
        if ply >= table.line.state.ply:
            raise wrong("ply", f"The game stands at ply {table.line.state.ply}.")
        if table.info.base is not None and ply < table.info.first_ply:
            raise wrong("ply", "This table began later.")
        table.proposal = {"seat": seat, "ply": ply, "agreed": []}
        await self._tables.note(table, "ask", seat, {"ply": ply})
        await self._undo_if_agreed(table)

    async def _agree(self, table: Table, seat: int, agree: bool) -> None:
        if table.proposal is None:
            raise wrong("agree", "Nobody asks to go back.")
        if not agree:
            asker, table.proposal = table.proposal["seat"], None
            await self._tables.note(table, "ask", asker, {"ply": table.line.state.ply, "refused": seat})
            return
        if seat != table.proposal["seat"] and seat not in table.proposal["agreed"]:
            table.proposal = {**table.proposal, "agreed": [*table.proposal["agreed"], seat]}
            await self._tables.note(table, "agree", seat, None)
        await self._undo_if_agreed(table)

    async def _undo_if_agreed(self, table: Table) -> None:
        proposal = table.proposal
        if proposal is None:
            return
        asker = table.seats[proposal["seat"]].person
        agreed = {table.seats[s].person for s in proposal["agreed"]} | {asker}
        if all(seat.person is None or seat.person in agreed for seat in table.seats):
            await self._tables.undo_by_consent(table, proposal["seat"], proposal["ply"])

    async def vote(self, table_id: str, person: str | None, body: RulesBody) -> bytes:
        """Vote to continue under the installed rules, or to keep the table read-only; the vote may be changed until all agree."""

        async def work(table: Table) -> bytes:
            own = table.seats_of(person) if body.seat is None else [seat for seat in table.seats_of(person) if seat == body.seat]
            if not own:
                raise not_yours()
            if table.change is None:
                raise Refused(409, "nothing_asked", "This table is played under the installed rules.")
            if table.change.finished:
                raise table.change.refusal()
            table.votes = {**table.votes, **dict.fromkeys(own, body.accept)}
            await self._tables.note(table, "vote", own[0], {"accept": body.accept, "to": table.change.new})
            if all(table.vote_list()):
                await self._tables.continue_table(table, own[0])
            return table.message(own[0], [], b'"table":%s,' % orjson.dumps(table.about()))

        return await self._tables.change(table_id, work)

    # --- seats -----------------------------------------------------------------------------------

    async def join(self, table_id: str, person: Person, invite: str | None) -> dict[str, Any]:
        """Take a seat by invitation, one that is reserved for the person, or a free one at a public table.

        Returns it with the private return token.
        """

        async def work(table: Table) -> dict[str, Any]:
            if table.over:
                raise finished()
            free = [i for i, seat in enumerate(table.seats) if seat.open]
            if invite is not None:
                free = [i for i in free if table.seats[i].invite == digest(invite)]
                if not free:
                    raise Refused(403, "bad_invite", "This invitation was used already or is not for this table.")
            elif any(table.seats[i].reserved == person.id for i in free):
                free = [i for i in free if table.seats[i].reserved == person.id]
            elif table.info.public:
                free = [i for i in free if table.seats[i].reserved is None]
            else:
                raise Refused(403, "bad_invite", "This table is private: an invitation is needed.")
            if not free:
                raise Refused(409, "full", "Every seat is taken.")
            seat, back = (await may_sit(self._tables.store, table, person.id, free))[0], secret()
            chair = table.seats[seat]
            agreed = chair.hints and chair.reserved == person.id  # nobody else has agreed to hints
            values = {
                "person": person.id, "name": person.name, "invite": None, "back": digest(back), "missed": 0, "reserved": None,
                "hints": agreed,
            }  # fmt: skip
            seats = schema.seats
            here = update(seats).where(seats.c.table == table_id, seats.c.seat == seat, seats.c.person.is_(None))
            await self._tables.hand_over(table, seat, values)
            await self._tables.note(table, "seat", seat, {"joined": True}, [Step(here.values(**values), None, 1)])
            return {"seat": seat, "back": back}

        return await self._tables.change(table_id, work)

    async def come_back(self, table_id: str, person: Person, back: str) -> dict[str, Any]:
        """Take a seat with its return link, after losing the cookie; the link is replaced when it is used."""

        async def work(table: Table) -> dict[str, Any]:
            seat = next((i for i, chair in enumerate(table.seats) if chair.back == digest(back)), None)
            if seat is None:
                raise Refused(403, "bad_link", "This is not the return link of a seat at this table.")
            await may_sit(self._tables.store, table, person.id, [seat])
            before, word = table.seats[seat].person, secret()
            values = {"person": person.id, "back": digest(word)}
            await self._sit(table, seat, {"back": True, **(mark(table, before) if before != person.id else {})}, values)
            return {"seat": seat, "back": word}

        return await self._tables.change(table_id, work)

    async def leave(self, table_id: str, person: str | None, wanted: int | None) -> dict[str, Any]:
        """Leave a seat; it is open again, and the host gets its new invitation."""

        async def work(table: Table) -> dict[str, Any]:
            seat = table.seat_of(person, wanted)
            if seat is None:
                raise not_yours()
            await self._vacate(table, seat)
            return {"left": seat}

        return await self._tables.change(table_id, work)

    async def vacate(self, table_id: str, seat: int, also: Sequence[Step] = ()) -> None:
        """Take a seat from its person, for an administrator; ``also`` is written in the same transaction."""

        async def work(table: Table) -> None:
            if not 0 <= seat < table.info.players or table.seats[seat].person is None:
                raise unknown("person at this table")
            await self._vacate(table, seat, also)

        await self._tables.change(table_id, work)

    async def _vacate(self, table: Table, seat: int, also: Sequence[Step] = ()) -> None:
        values = {
            "person": None, "back": None, "standing": False, "auto": True, "orders": None, "prepared": None, "dropped": None,
            "invite": digest(secret()), "hints": False,
        }  # fmt: skip
        await self._sit(table, seat, {"left": True, **mark(table, table.seats[seat].person)}, values, also)

    async def _sit(
        self, table: Table, seat: int, data: Any, values: dict[str, Any], also: Sequence[Step] = ()
    ) -> None:  # fmt: skip
        values = {"missed": 0, **values}
        await self._tables.hand_over(table, seat, values)
        await self._tables.note(table, "seat", seat, data, [seat_step(table.info.id, seat, **values), *also])

    async def invites(self, table_id: str, person: str | None) -> dict[str, Any]:
        """New invitations for the open seats; the old ones become invalid."""

        async def work(table: Table) -> dict[str, Any]:
            if person is None or table.info.host != person:
                raise not_yours("Only the host invites.")
            words = {}
            for i, seat in enumerate(table.seats):
                if seat.open:
                    words[i] = secret()
                    await self._tables.set_seat(table, i, invite=digest(words[i]))
                    seat.invite = digest(words[i])
            return {"invites": list(words.values()), "seats": list(words)}

        return await self._tables.change(table_id, work)

    async def take_back(self, table_id: str, person: str | None, wanted: int | None) -> dict[str, Any]:
        """Take the person's seat back from the bot that held it."""

        async def work(table: Table) -> dict[str, Any]:
            seat = table.seat_of(person, wanted)
            if seat is None:
                raise not_yours()
            await self._sit(table, seat, {"returned": True}, {})
            return {"seat": seat}

        return await self._tables.change(table_id, work)

    async def hand_over(self, table_id: str, person: str | None, wanted: int | None) -> dict[str, Any]:
        """Let a bot play the person's seat until the person takes it back."""

        async def work(table: Table) -> dict[str, Any]:
            seat = table.seat_of(person, wanted)
            if seat is None:
                raise not_yours()
            table.seats[seat].missed = MISSES
            step = seat_step(table_id, seat, missed=MISSES)
            await self._tables.note(table, "seat", seat, {"held": True}, [step])
            return {"seat": seat}

        return await self._tables.change(table_id, work)

    async def prepare(self, table_id: str, person: str | None, body: PlanBody) -> dict[str, Any]:
        """Store moves for the next turn; their form is checked now, their legality when the turn comes."""
        table, _ = await self._own(table_id, person, body.seat)
        for i, move in enumerate(body.moves):
            try:
                table.game.move(move)
            except IllegalMove as unknown:
                raise illegal(unknown, i) from None
        return await self.secretly(table_id, person, body.seat, prepared=body.moves, dropped=None)

    async def secretly(self, table_id: str, person: str | None, wanted: int | None, **values: Any) -> dict[str, Any]:
        """Change standing answers or prepared turns, which are known only to the seat."""

        async def work(table: Table) -> dict[str, Any]:
            seat = table.seat_of(person, wanted)
            if seat is None:
                raise not_yours()
            stored = {name: orjson.dumps(v).decode() if isinstance(v, list) and v else v for name, v in values.items()}
            await self._tables.set_seat(table, seat, **{name: None if value == [] else value for name, value in stored.items()})
            for name, value in values.items():
                setattr(table.seats[seat], name, value)
            self._tables.woken(table)
            return {"seat": seat, **values}

        return await self._tables.change(table_id, work)

    async def order(self, table_id: str, person: str | None, body: OrderBody) -> dict[str, Any]:
        """Give or cancel a standing order of the game, which is known only to the seat."""

        async def work(table: Table) -> dict[str, Any]:
            seat = table.seat_of(person, body.seat)
            if seat is None:
                raise not_yours()
            known = table.game.standing_orders
            if body.name not in known:
                raise wrong("name", f"{table.game.title} has no such order; it has: {', '.join(known) or 'none'}.")
            orders = {name: mark for name, mark in (table.seats[seat].orders or {}).items() if name != body.name}
            if body.on:
                orders[body.name] = known[body.name].mark(table.shown, seat)
            await self._tables.set_seat(table, seat, orders=orjson.dumps(orders).decode() if orders else None)
            table.seats[seat].orders = orders or None
            self._tables.woken(table)
            return {"seat": seat, "orders": {name: name in orders for name in known}}

        return await self._tables.change(table_id, work)

    # --- hints, chat, rematch, record --------------------------------------------------------------

    async def agree_hints(self, table_id: str, person: str | None, on: bool) -> dict[str, Any]:
        async def work(table: Table) -> dict[str, Any]:
            own = table.seats_of(person)
            if not own:
                raise not_yours()
            for seat in own:
                table.seats[seat].hints = on
            steps = [seat_step(table_id, seat, hints=on) for seat in own]
            await self._tables.note(table, "seat", own[0], {"hints": on}, steps)
            return {"hints": on}

        return await self._tables.change(table_id, work)

    async def hint(self, table_id: str, person: str | None, wanted: int | None) -> dict[str, Any]:
        table, seat = await self._own(table_id, person, wanted)
        if not all(chair.hints for chair in table.seats if chair.kind == "person"):
            raise Refused(403, "no_consent", "Hints are given only where every person at the table agreed.")
        if seat not in table.questions:
            raise Refused(409, "stale", "Nothing is asked of you now.")
        question = table.questions[seat]
        thought = await self._thinkers.think(table, seat, HINT_LEVEL)
        reason = {"key": thought.key, "facts": thought.facts} if thought.key else None
        return {"decision": question, "move": thought.move, "level": HINT_LEVEL, "reason": reason}

    async def chat(self, table_id: str, person: str | None, name: str, text: str) -> dict[str, Any]:
        text = " ".join("".join(c for c in text if c.isprintable()).split())
        if not 1 <= len(text) <= 500:
            raise wrong("text", "A line has 1 to 500 characters.")

        async def work(table: Table) -> dict[str, Any]:
            seat = table.seat_of(person)
            if person is None or (seat is None and not table.info.watch):
                raise not_yours("Say who you are first.")
            chats = await self._allow_chat(table, seat)
            entry = await self._tables.note(table, "chat", seat, {"name": name, "text": text}, [author_step(table, person)])
            table.chats = chats
            return {"version": entry.version}

        self._limits.take("chat")
        if person is not None:
            await check_may_talk(self._tables.store, person)
        return await self._tables.change(table_id, work)

    async def _allow_chat(self, table: Table, seat: int | None) -> tuple[int, int]:
        """Enforce the limits on stored chat lines; spectators cannot use up the limit of the players."""
        if table.chats is None:
            table.chats = await self._tables.count_chat(table)
        seats, spectators = table.chats
        if seat is not None:
            self._limits.allow("chat_lines", seats)
            return seats + 1, spectators
        self._limits.allow("chat_lines", spectators * SPECTATORS_SHARE)
        self._limits.take("spectator_chat", key=table.info.id)
        return seats, spectators + 1

    async def rematch(self, table_id: str, person: Person) -> dict[str, Any]:
        """Create a table for the same people in the same seats, and so with the same colours, options, pace, openness and hints.
        The rules draw the starting player.

        The caller is seated (``taken``); the seats of the others are reserved until each of them asks for a rematch or joins.
        There is
        only one rematch.
        """

        async def work(table: Table) -> dict[str, Any]:
            if not table.seats_of(person.id):
                raise not_yours()
            if not table.over:
                raise Refused(409, "running", "This game is not over yet.")
            if table.successor is not None:
                return {"id": table.successor, "taken": []}
            again = self._again(table, person)
            made = await self._tables.create(again)
            table.successor = made.id
            await self._tables.note(table, "chat", None, {"name": "", "text": "", "rematch": made.id})
            own = [seat for seat, spec in enumerate(again.seats) if spec == "me"]
            return {"id": made.id, "taken": [{"seat": seat, "back": back} for seat, back in zip(own, made.backs, strict=True)]}

        answer = await self._tables.change(table_id, work)
        later = await self._tables.get(answer["id"])
        while any(seat.open and seat.reserved == person.id for seat in later.seats):
            answer["taken"].append(await self.join(later.info.id, person, None))
        return answer

    def _again(self, table: Table, person: Person) -> NewTable:
        info, old = table.info, table.seats
        specs = [seat.kind if seat.kind != "person" else "me" if seat.person == person.id else "open" for seat in old]
        kept = [None if seat.person is None else Kept(seat.person, seat.name, seat.hints) for seat in old]
        return NewTable(
            info.game, info.players, specs, (person.id, person.name), info.options, info.pace, info.public, info.watch,
            component_text=info.component_text, rematch=info.id, kept=kept, shared_screen=info.hot_seat,
        )  # fmt: skip

    async def record(self, table_id: str, person: str | None, wanted: int | None = None) -> str:
        """The record; while the game runs it hides the seed and the moves that the caller may not see.

        A person with several seats at one screen names the seat; otherwise the record is a spectator's.
        """
        table = await self._tables.get(table_id)
        own = table.seats_of(person)
        if wanted is not None and wanted not in own:
            raise not_yours()
        if not own and not table.info.watch:
            raise not_yours("This table is not open to spectators.")
        viewer = own[0] if wanted is None and len(own) == 1 else wanted
        async with table.lock:
            rows = await self._tables.store.standing_line(table_id, table.info.first_ply)
            end, over = table.shown, table.over
        return await asyncio.to_thread(record_of, table, rows, end, over, viewer)


def author_step(table: Table, person: str) -> Step:
    """Record the author of the next line; a person who was deleted in the meantime is not recorded."""
    people, authors = schema.people, schema.authors
    line = literal(table.info.id, String), literal(table.version + 1, Integer)
    author = select(*line, people.c.id).where(people.c.id == person, people.c.deleted.is_(None))
    return Step(insert(authors).from_select(["table", "version", "person"], author), None, 1)
