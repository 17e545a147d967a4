"""What people do at tables; each method is one request, whatever way it came."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from sqlalchemy import update

from tafelrunde.core.errors import BadInput, IllegalMove
from tafelrunde.core.history import History, Played
from tafelrunde.core.record import write as write_record
from tafelrunde.server import schema
from tafelrunde.server.errors import Refused, illegal, not_yours, wrong
from tafelrunde.server.loading import beginning
from tafelrunde.server.people import Person
from tafelrunde.server.store import Conflict, Step, seat_step
from tafelrunde.server.table import MISSES, Answer, Table
from tafelrunde.server.tables import Tables, digest, secret
from tafelrunde.server.thinking import Thinkers

MAX_MOVES = 64
HINT_LEVEL = "normal"

Move = Annotated[str, StringConstraints(min_length=1, max_length=120)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[ -~]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=15)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MovesBody(Body):
    """``decision`` is the id of the question that is answered; free moves leave it out. ``key`` makes it safe to repeat."""

    decision: Annotated[str, StringConstraints(max_length=120)] | None = None
    moves: Annotated[list[Move], Field(min_length=1, max_length=MAX_MOVES)]
    key: Word | None = None
    seat: SeatNumber | None = None


class PreviewBody(Body):
    """``version`` is the one the caller looks at: where the table has moved on, moves that are no longer legal are no mistake.

    ``far`` goes as far as the moves are legal: ``at`` of them were made, ``refused`` tells why the next was not.
    """

    moves: Annotated[list[Move], Field(min_length=1, max_length=MAX_MOVES)]
    version: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None
    far: bool = False
    seat: SeatNumber | None = None


class PlanBody(Body):
    moves: Annotated[list[Move], Field(max_length=MAX_MOVES)]
    seat: SeatNumber | None = None


class AfterBody(Body):
    """``after`` are tentative moves made before; ``later`` means the next own turn, as ``plan`` shows it."""

    after: Annotated[list[Move], Field(max_length=MAX_MOVES)] = []
    later: bool = False
    seat: SeatNumber | None = None


class WordsBody(AfterBody):
    lang: Literal["en", "de", "ru"] = "en"


class WhyBody(AfterBody):
    move: Move


class PaceBody(Body):
    """``seconds`` is the time for each decision; none for a game without clocks."""

    mode: Literal["live", "day"] = "live"
    seconds: Annotated[int, Field(ge=1, le=30 * 86_400)] | None = None
    vacation: bool = True


class UndoBody(Body):
    """Nothing: back to the own safe point. ``ply``: ask the others to go back there. ``agree``: yes to what was asked."""

    ply: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None
    agree: bool | None = None
    seat: SeatNumber | None = None


class Play:
    """Requests of people about tables."""

    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self._tables, self._thinkers = tables, thinkers

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

    async def preview(self, table_id: str, person: str | None, body: PreviewBody) -> dict[str, Any]:
        table, seat = await self._own(table_id, person, body.seat)
        try:
            return table.line.preview(table.shown, seat, body.moves, far=body.far)
        except Refused:
            if body.version is None or body.version == table.version:
                raise
            return {"events": [], "view": orjson.loads(table.view(seat)), "stopped": True, "at": 0, "stale": True}

    async def plan(self, table_id: str, person: str | None, body: PlanBody) -> dict[str, Any]:
        table, seat = await self._own(table_id, person, body.seat)
        return table.line.preview(table.shown, seat, body.moves, later=True, far=True)

    async def words(self, table_id: str, person: str | None, body: WordsBody) -> dict[str, str]:
        table, seat = await self._own(table_id, person, body.seat)
        try:
            return table.line.words(table.shown, seat, body.after, body.lang, body.later)
        except Refused:  # the table has moved on
            return {}

    async def why_not(self, table_id: str, person: str | None, body: WhyBody) -> dict[str, Any]:
        table, seat = await self._own(table_id, person, body.seat)
        return table.line.why_not(table.shown, seat, body.move, body.after, body.later)

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
        if table.info.base is not None and ply < beginning(table.game, table.info).ply:
            raise wrong("ply", "This table began later.")
        await self._tables.note(table, "ask", seat, {"ply": ply})
        await self._undo_if_agreed(table)

    async def _agree(self, table: Table, seat: int, agree: bool) -> None:
        if table.proposal is None:
            raise wrong("agree", "Nobody asks to go back.")
        if not agree:
            await self._tables.note(table, "ask", table.proposal["seat"], {"ply": table.line.state.ply, "refused": seat})
            table.proposal = None
            return
        if seat != table.proposal["seat"] and seat not in table.proposal["agreed"]:
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

    # --- seats -----------------------------------------------------------------------------------

    async def join(self, table_id: str, person: Person, invite: str | None) -> dict[str, Any]:
        """Take a seat by invitation, or any free one at a public table; returns it with the private return word."""

        async def work(table: Table) -> dict[str, Any]:
            free = [i for i, seat in enumerate(table.seats) if seat.open]
            if invite is not None:
                free = [i for i in free if table.seats[i].invite == digest(invite)]
                if not free:
                    raise Refused(403, "bad_invite", "This invitation was used already or is not for this table.")
            elif not table.info.public:
                raise Refused(403, "bad_invite", "This table is private: an invitation is needed.")
            if not free:
                raise Refused(409, "full", "Every seat is taken.")
            seat, back = free[0], secret()
            seats = schema.seats
            here = update(seats).where(seats.c.table == table_id, seats.c.seat == seat, seats.c.person.is_(None))
            step = Step(here.values(person=person.id, name=person.name, invite=None, back=digest(back), missed=0), None, 1)
            chair = table.seats[seat]
            old = chair.person, chair.name, chair.invite, chair.back
            chair.person, chair.name, chair.invite, chair.back = person.id, person.name, None, digest(back)
            try:
                await self._tables.note(table, "seat", seat, {"joined": person.name}, [step])
            except Conflict:
                chair.person, chair.name, chair.invite, chair.back = old
                raise
            return {"seat": seat, "back": back}

        return await self._tables.change(table_id, work)

    async def come_back(self, table_id: str, person: Person, back: str) -> dict[str, Any]:
        """A seat by its return link, for who lost the cookie; the link is changed by its use."""

        async def work(table: Table) -> dict[str, Any]:
            seat = next((i for i, chair in enumerate(table.seats) if chair.back == digest(back)), None)
            if seat is None:
                raise Refused(403, "bad_link", "This is not the return link of a seat at this table.")
            word = secret()
            await self._sit(table, seat, person.id, {"back": table.seats[seat].name}, back=digest(word))
            return {"seat": seat, "back": word}

        return await self._tables.change(table_id, work)

    async def leave(self, table_id: str, person: str | None, wanted: int | None) -> dict[str, Any]:
        """Give a seat up; it is open again, and its new invitation is the host's to give away."""

        async def work(table: Table) -> dict[str, Any]:
            seat = table.seat_of(person, wanted)
            if seat is None:
                raise not_yours()
            table.seats[seat].standing, table.seats[seat].prepared = False, None
            name = table.seats[seat].name
            await self._sit(table, seat, None, {"left": name}, back=None, standing=False, prepared=None, invite=digest(secret()))
            return {"left": seat}

        return await self._tables.change(table_id, work)

    async def _sit(self, table: Table, seat: int, person: str | None, data: Any, **values: Any) -> None:
        values.setdefault("missed", 0)
        step = seat_step(table.info.id, seat, person=person, **values)
        chair = table.seats[seat]
        chair.person, chair.missed = person, values["missed"]
        chair.back, chair.invite = values.get("back", chair.back), values.get("invite", chair.invite)
        await self._tables.note(table, "seat", seat, data, [step])

    async def invites(self, table_id: str, person: str | None) -> dict[str, Any]:
        """New invitations for the open seats; the old ones are void."""

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
        """A person takes the own seat back from the bot that held it."""

        async def work(table: Table) -> dict[str, Any]:
            seat = table.seat_of(person, wanted)
            if seat is None:
                raise not_yours()
            await self._sit(table, seat, person, {"returned": table.seats[seat].name})
            return {"seat": seat}

        return await self._tables.change(table_id, work)

    async def hand_over(self, table_id: str, person: str | None, wanted: int | None) -> dict[str, Any]:
        """A bot plays the own seat until the person takes it back."""

        async def work(table: Table) -> dict[str, Any]:
            seat = table.seat_of(person, wanted)
            if seat is None:
                raise not_yours()
            table.seats[seat].missed = MISSES
            step = seat_step(table_id, seat, missed=MISSES)
            await self._tables.note(table, "seat", seat, {"held": table.seats[seat].name}, [step])
            return {"seat": seat}

        return await self._tables.change(table_id, work)

    async def prepare(self, table_id: str, person: str | None, body: PlanBody) -> dict[str, Any]:
        """Leave moves for the next turn; whether they are legal is seen when it comes, whether they are moves at once."""
        table, _ = await self._own(table_id, person, body.seat)
        for i, move in enumerate(body.moves):
            try:
                table.game.move(move)
            except IllegalMove as unknown:
                raise illegal(unknown, i) from None
        return await self.secretly(table_id, person, body.seat, prepared=body.moves, dropped=None)

    async def secretly(self, table_id: str, person: str | None, wanted: int | None, **values: Any) -> dict[str, Any]:
        """Standing answers and prepared turns: known to the seat alone."""

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
            entry = await self._tables.note(table, "chat", seat, {"name": name, "text": text})
            return {"version": entry.version}

        return await self._tables.change(table_id, work)

    async def rematch(self, table_id: str, person: Person) -> dict[str, Any]:
        """The same people once more, everybody one seat on; whoever asks second finds the table that was made."""

        async def work(table: Table) -> dict[str, Any]:
            if not table.seats_of(person.id):
                raise not_yours()
            if not table.shown.over:
                raise Refused(409, "running", "This game is not over yet.")
            made = table.rematch()
            if made is None:
                info, old = table.info, [*table.seats[1:], table.seats[0]]
                specs = [seat.kind if seat.kind != "person" else "open" for seat in old]
                people = [(seat.person, seat.name) if seat.person is not None else None for seat in old]
                made, _, _ = await self._tables.create(
                    info.game, info.players, info.options, specs, info.pace, (person.id, person.name), info.public, info.watch,
                    info.component_text, rematch=info.id, people=people,
                )  # fmt: skip
                await self._tables.note(table, "chat", None, {"name": "", "text": "", "rematch": made})
            return {"id": made}

        return await self._tables.change(table_id, work)

    async def record(self, table_id: str, person: str | None) -> str:
        """The record; while the game runs its seed and its hidden moves are veiled."""
        table = await self._tables.get(table_id)
        if not table.info.watch and table.seat_of(person) is None:
            raise not_yours("This table is not open to spectators.")
        async with table.lock:
            rows = await self._tables.store.standing_line(table_id)
            history = History(table.shown)
        history.line = [Played(row["seat"], table.game.index(row["move"]), False, None, row["hidden"]) for row in rows]
        base = None if table.info.base is None else beginning(table.game, table.info)
        return write_record(history, [seat.name for seat in table.seats], reveal=False, base=base)


def checked_seats(seats: list[str] | None, players: int) -> list[str]:
    """Who sits where: ``me``, ``open``, or a bot by its level, never by a free budget."""
    specs = ["me"] + ["open"] * (players - 1) if seats is None else seats
    for i, spec in enumerate(specs):
        if spec not in ("me", "open", "bot:easy", "bot:normal", "bot:hard"):
            raise BadInput(f"seats[{i}]", "A seat is 'me', 'open', 'bot:easy', 'bot:normal' or 'bot:hard'.")
    return specs
