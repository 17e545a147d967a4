"""The HTTP interface under ``/api/tables``: reads a request, asks :mod:`play`, answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, Field, StringConstraints

import tafelrunde
from tafelrunde.server.bodies import (
    Body,
    MovesBody,
    OrderBody,
    PaceBody,
    PlanBody,
    PreviewBody,
    RulesBody,
    SeatNumber,
    UndoBody,
    WhyBody,
    WordsBody,
)
from tafelrunde.server.errors import Refused, unknown, wrong
from tafelrunde.server.guard import token_of
from tafelrunde.server.limits import asker
from tafelrunde.server.log_rows import said
from tafelrunde.server.new_table import NewTable, checked_seats
from tafelrunde.server.outage import Unavailable
from tafelrunde.server.people import Person

router = APIRouter(prefix="/api")
CHATS = 200
"""Lines of talk that come with a table."""
NO: dict[int | str, dict[str, Any]] = {code: {"description": text} for code, text in {
    400: "not JSON", 401: "no session", 403: "not yours", 404: "no such thing", 408: "too slow", 409: "no longer asked",
    410: "cannot be opened", 413: "too large", 422: "refused, with the rule or the place", 429: "too many", 503: "not available",
}.items()}  # fmt: skip


async def host(request: Request) -> Any:
    """Not a plain function: FastAPI calls those in a thread, which takes longer than all the rest of a small request."""
    return request.app.state.host


async def caller(request: Request) -> Person | None:
    """The person who asks, or nobody."""
    found: Person | None = await request.app.state.host.people.of(token_of(request.scope))
    asker().person = id_of(found)
    return found


async def somebody(request: Request) -> Person:
    person = await caller(request)
    if person is None:
        raise no_session()
    return person


def no_session() -> Refused:
    return Refused(401, "no_session", "Begin a session first: POST /api/session.")


Host = Annotated[Any, Depends(host)]
Caller = Annotated[Person | None, Depends(caller)]
Somebody = Annotated[Person, Depends(somebody)]
OwnSeat = Annotated[int | None, Query(ge=0, le=15)]


def json(body: bytes | Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(body if isinstance(body, bytes) else orjson.dumps(body), status, headers, media_type="application/json")


def verdict(done: dict[str, Any]) -> dict[str, Any]:
    """The result of checking an upload: what was found, or why it was refused."""
    return done if done["ok"] else {"ok": False, "problem": wrong(done["place"], done["reason"]).body}


def id_of(person: Person | None) -> str | None:
    return None if person is None else person.id


# --- tables --------------------------------------------------------------------------------------


class TableBody(Body):
    game: Annotated[str, StringConstraints(max_length=64)]
    players: Annotated[int, Field(ge=1, le=15)]
    options: Annotated[dict[Annotated[str, StringConstraints(max_length=64)], Annotated[str, StringConstraints(max_length=200)]],
                       Field(max_length=50)] = {}  # fmt: skip
    seats: Annotated[list[Annotated[str, StringConstraints(max_length=16)]], Field(max_length=15)] | None = None
    pace: PaceBody = PaceBody()
    public: bool = False
    watch: bool = True
    hints: bool = False
    components: Annotated[str, StringConstraints(max_length=256 * 1024)] | None = None


@router.post("/tables", responses=NO)
async def create(body: TableBody, person: Somebody, host: Host) -> Response:
    """A new table; ``invites`` are for the open seats in their order, ``back`` the private return words of the own seats."""
    seats = checked_seats(body.seats, body.players)
    if body.game not in tafelrunde.games():
        raise unknown("game")
    if body.components is not None:
        checked = await host.workers.read_file({"kind": "components", "game": body.game, "text": body.components})
        if not checked["ok"]:
            raise wrong("components", checked["reason"])
    new = NewTable(
        body.game, body.players, seats, (person.id, person.name), body.options, body.pace.model_dump(exclude_none=True),
        body.public, body.watch, body.hints, body.components,
    )  # fmt: skip
    made = await host.tables.create(new)
    return json({"id": made.id, "invites": made.invites, "back": made.backs})


@router.get("/tables/{table_id}", responses=NO)
async def show(
    table_id: str, person: Caller, host: Host, seat: OwnSeat = None, since: Annotated[int, Query(ge=0)] | None = None
) -> Response:
    """The caller's own view, a spectator's if not seated; ``events`` are those after version ``since``, else the latest.

    ``left`` is what the seat has left with the server and nobody else is told.
    """
    table = await host.tables.get(table_id)
    viewer = table.seat_of(id_of(person), seat)
    if seat is not None and viewer is None:
        raise Refused(403, "not_yours", "This seat is not yours.")
    if viewer is None and not table.info.watch:
        raise Refused(403, "not_yours", "This table is not open to spectators.")
    entries = list(table.recent) if since is None else await host.tables.entries_after(table, since)
    events = [event for entry in entries for event in entry.events_for(viewer, table.game.events)]
    lines = [said(entry) for entry in entries if entry.kind == "chat"][-CHATS:]
    parts = orjson.dumps(table.about()), orjson.dumps(table.left(viewer)), orjson.dumps(lines)
    return json(table.message(viewer, events, b'"table":%s,"left":%s,"chat":%s,' % parts))


@router.get("/tables/{table_id}/about", responses=NO)
async def about(table_id: str, person: Caller, host: Host) -> Response:
    """The table without a view: which seats are the caller's own and who is asked. A hot seat looks here before the curtain."""
    table = await host.tables.get(table_id)
    own = table.seats_of(id_of(person))
    if not own and not table.info.watch:
        raise Refused(403, "not_yours", "This table is not open to spectators.")
    return json({"table": table.about(), "own": own, "to_act": list(table.questions), "host": table.info.host == id_of(person)})


class JoinBody(Body):
    invite: Annotated[str, StringConstraints(max_length=100)] | None = None


@router.post("/tables/{table_id}/join", responses=NO)
async def join(table_id: str, body: JoinBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.join(table_id, person, body.invite))


class BackBody(Body):
    back: Annotated[str, StringConstraints(min_length=1, max_length=100)]


@router.post("/tables/{table_id}/return", responses=NO)
async def come_back(table_id: str, body: BackBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.come_back(table_id, person, body.back))


class SeatBody(Body):
    seat: SeatNumber | None = None


@router.post("/tables/{table_id}/leave", responses=NO)
async def leave(table_id: str, body: SeatBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.leave(table_id, person.id, body.seat))


@router.post("/tables/{table_id}/take-back", responses=NO)
async def take_back(table_id: str, body: SeatBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.take_back(table_id, person.id, body.seat))


class SwitchBody(Body):
    on: bool
    seat: SeatNumber | None = None


@router.post("/tables/{table_id}/hold", responses=NO)
async def hold(table_id: str, body: SwitchBody, person: Somebody, host: Host) -> Response:
    """Hand the own seat to a bot, or take it back."""
    work = host.play.hand_over if body.on else host.play.take_back
    return json({**await work(table_id, person.id, body.seat), "held": body.on})


@router.post("/tables/{table_id}/invites", responses=NO)
async def invites(table_id: str, person: Somebody, host: Host) -> Response:
    return json(await host.play.invites(table_id, person.id))


@router.post("/tables/{table_id}/moves", responses=NO)
async def moves(table_id: str, body: MovesBody, person: Caller, host: Host) -> Response:
    """All of the moves or none; answered when they are durable."""
    answer = await host.play.moves(table_id, id_of(person), body)
    return json((await host.tables.get(table_id)).answered(answer))


@router.post("/tables/{table_id}/preview", responses=NO)
async def preview(table_id: str, body: PreviewBody, person: Caller, host: Host) -> Response:
    return json(await host.play.preview(table_id, id_of(person), body))


@router.post("/tables/{table_id}/plan", responses=NO)
async def plan(table_id: str, body: PlanBody, person: Somebody, host: Host) -> Response:
    """A preview of the next own turn, for a seat that waits: a sampled world in which the others have gone on."""
    return json(await host.play.plan(table_id, person.id, body))


@router.post("/tables/{table_id}/words", responses=NO)
async def words(table_id: str, body: WordsBody, person: Caller, host: Host) -> Response:
    """Every move that can be made now, or after tentative ones, as a sentence."""
    return json(await host.play.words(table_id, id_of(person), body))


@router.post("/tables/{table_id}/why", responses=NO)
async def why_not(table_id: str, body: WhyBody, person: Caller, host: Host) -> Response:
    return json(await host.play.why_not(table_id, id_of(person), body))


@router.post("/tables/{table_id}/undo", responses=NO)
async def undo(table_id: str, person: Caller, host: Host, body: UndoBody | None = None) -> Response:
    return json(await host.play.undo(table_id, id_of(person), body or UndoBody()))


@router.post("/tables/{table_id}/rules", responses=NO)
async def vote_on_rules(table_id: str, body: RulesBody, person: Somebody, host: Host) -> Response:
    """Where ``table.rules_changed`` asks: continue from the position shown under the installed rules, or keep it read-only."""
    return json(await host.play.vote(table_id, person.id, body))


@router.post("/tables/{table_id}/standing", responses=NO)
async def standing(table_id: str, body: SwitchBody, person: Somebody, host: Host) -> Response:
    """Pass on optional windows until the next own turn; nobody else can tell."""
    return json(await host.play.secretly(table_id, person.id, body.seat, standing=body.on))


@router.post("/tables/{table_id}/auto", responses=NO)
async def answer_automatically(table_id: str, body: SwitchBody, person: Somebody, host: Host) -> Response:
    """Whether questions that have only one answer are answered for the seat, after an ordinary delay; on by default."""
    return json(await host.play.secretly(table_id, person.id, body.seat, auto=body.on))


@router.post("/tables/{table_id}/orders", responses=NO)
async def standing_order(table_id: str, body: OrderBody, person: Somebody, host: Host) -> Response:
    """Give or cancel a standing order of the game; nobody else can tell."""
    return json(await host.play.order(table_id, person.id, body))


@router.post("/tables/{table_id}/prepare", responses=NO)
async def prepare(table_id: str, body: PlanBody, person: Somebody, host: Host) -> Response:
    """Leave the moves of the next turn with the server; an empty list takes them away."""
    return json(await host.play.prepare(table_id, person.id, body))


@router.post("/tables/{table_id}/hints", responses=NO)
async def agree_hints(table_id: str, body: SwitchBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.agree_hints(table_id, person.id, body.on))


@router.post("/tables/{table_id}/hint", responses=NO)
async def hint(table_id: str, body: SeatBody, person: Somebody, host: Host) -> Response:
    """What a bot would do at the own seat, and why: a sentence of the catalogue's section ``bots`` with its facts."""
    return json(await host.play.hint(table_id, person.id, body.seat))


class ChatBody(Body):
    text: Annotated[str, StringConstraints(min_length=1, max_length=1000)]


@router.post("/tables/{table_id}/chat", responses=NO)
async def say(table_id: str, body: ChatBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.chat(table_id, person.id, person.name, body.text))


@router.post("/tables/{table_id}/rematch", responses=NO)
async def rematch(table_id: str, person: Somebody, host: Host) -> Response:
    return json(await host.play.rematch(table_id, person))


@router.get("/tables/{table_id}/record", responses=NO)
async def record(table_id: str, person: Caller, host: Host, seat: OwnSeat = None) -> Response:
    """The record as the caller may read it: hidden moves of others are veiled until the game is over."""
    return Response(await host.play.record(table_id, id_of(person), seat), media_type="text/plain; charset=utf-8")


class RecordBody(Body):
    record: Annotated[str, StringConstraints(max_length=256 * 1024)]


@router.post("/verify", responses=NO)
async def verify(body: RecordBody, person: Somebody, host: Host) -> Response:
    """Replay a record in a limited worker."""
    return json(verdict(await host.workers.read_file({"kind": "record", "text": body.record})))


class HealthAnswer(BaseModel):
    ok: Annotated[bool, Field(description="whether this process can store moves")]
    version: str
    writes: Annotated[bool, Field(description="whether a row was written within the last seconds")]
    reads: Annotated[bool, Field(description="whether the last read of the database succeeded")]
    since: Annotated[float | None, Field(description="when the outage began, in seconds since 1970")]
    reason: Annotated[str, Field(description="type and code of the database's error, empty while there is none")]
    durable: Annotated[bool, Field(description="false if the database itself does not wait for its disk (fsync is off)")]
    quarantined: Annotated[int, Field(description="tables that this process could not open")]
    closing: bool


@router.get("/health", responses={200: {"model": HealthAnswer}, 503: {"model": HealthAnswer}})
async def health(host: Host) -> Response:
    """Tests a write: 200 while this process can store moves, else 503."""
    found = await host.health()
    answer = json(found, 200 if found["ok"] else 503)
    if not found["ok"]:
        answer.headers.update(Unavailable().refusal.headers)
    return answer
