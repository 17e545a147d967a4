"""The HTTP routes under ``/api/tables``: parse a request, call :mod:`play`, and respond."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse

import tafelrunde
from tafelrunde.server.errors import Refused, unknown, wrong
from tafelrunde.server.guard import token_of
from tafelrunde.server.limits import asker
from tafelrunde.server.log_rows import said
from tafelrunde.server.models import tables as models
from tafelrunde.server.names import person_name
from tafelrunde.server.new_table import NewTable, checked_seats
from tafelrunde.server.openapi import answers
from tafelrunde.server.outage import Unavailable
from tafelrunde.server.people import Person
from tafelrunde.server.seating import seat_bot

router = APIRouter(prefix="/api")
CHATS = 200
"""Lines of talk that come with a table."""


async def host(request: Request) -> Any:
    """The host. An async function, because FastAPI runs plain ones in a thread, which takes longer than the rest of a small
    request."""
    return request.app.state.host


async def caller(request: Request) -> Person | None:
    """The person who sends the request, or ``None``."""
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
    """The result of checking an upload: the data read, or the reason for a refusal."""
    return done if done["ok"] else {"ok": False, "problem": wrong(done["place"], done["reason"]).body}


def id_of(person: Person | None) -> str | None:
    return None if person is None else person.id


# --- tables --------------------------------------------------------------------------------------


@router.post("/tables", responses=answers(models.Created))
async def create(body: models.TableBody, person: Somebody, host: Host) -> Response:
    """Create a table; ``invites`` are for the open seats in their order, ``back`` the private return tokens of the caller's
    seats."""
    seats = checked_seats(body.seats, body.players)
    names = [name and person_name(f"names[{i}]", name) for i, name in enumerate(body.names)]
    if body.game not in tafelrunde.games():
        raise unknown("game")
    if body.components is not None:
        checked = await host.workers.read_file({"kind": "components", "game": body.game, "text": body.components})
        if not checked["ok"]:
            raise wrong("components", checked["reason"])
    new = NewTable(
        body.game, body.players, seats, (person.id, person.name), body.options, body.pace.model_dump(exclude_none=True),
        body.public, body.watch, body.hints, names, body.components,
    )  # fmt: skip
    made = await host.tables.create(new)
    return json({"id": made.id, "invites": made.invites, "back": made.backs})


@router.get("/tables/{table_id}", responses=answers(models.Shown))
async def show(
    table_id: str, person: Caller, host: Host, seat: OwnSeat = None, since: Annotated[int, Query(ge=0)] | None = None
) -> Response:
    """The caller's own view, or a spectator's; ``events`` are those after version ``since``, else the latest.

    ``left`` is private: what the seat has left with the server.
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


@router.get("/tables/{table_id}/about", responses=answers(models.About))
async def about(table_id: str, person: Caller, host: Host) -> Response:
    """The table without a view: the caller's seats and the seats that are asked. A hot seat requests this before the curtain is
    opened."""
    table = await host.tables.get(table_id)
    own = table.seats_of(id_of(person))
    if not own and not table.info.watch:
        raise Refused(403, "not_yours", "This table is not open to spectators.")
    return json({"table": table.about(), "own": own, "to_act": list(table.questions), "host": table.info.host == id_of(person)})


@router.post("/tables/{table_id}/join", responses=answers(models.Seated))
async def join(table_id: str, body: models.JoinBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.join(table_id, person, body.invite))


@router.post("/tables/{table_id}/return", responses=answers(models.Seated))
async def come_back(table_id: str, body: models.BackBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.come_back(table_id, person, body.back))


@router.post("/tables/{table_id}/seat-bot", responses=answers(models.Seat))
async def bot_to_seat(table_id: str, body: models.BotBody, person: Somebody, host: Host) -> Response:
    """Let a bot take a free seat, also during the game; for the host of the table."""
    return json(await seat_bot(host.tables, table_id, person.id, body.free_seat, body.bot))


@router.post("/tables/{table_id}/leave", responses=answers(models.Vacated))
async def leave(table_id: str, body: models.SeatBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.leave(table_id, person.id, body.seat))


@router.post("/tables/{table_id}/take-back", responses=answers(models.Seat))
async def take_back(table_id: str, body: models.SeatBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.take_back(table_id, person.id, body.seat))


@router.post("/tables/{table_id}/hold", responses=answers(models.Held))
async def hold(table_id: str, body: models.SwitchBody, person: Somebody, host: Host) -> Response:
    """Hand the caller's seat to a bot, or take it back."""
    work = host.play.hand_over if body.on else host.play.take_back
    return json({**await work(table_id, person.id, body.seat), "held": body.on})


@router.post("/tables/{table_id}/invites", responses=answers(models.Invites))
async def invites(table_id: str, person: Somebody, host: Host) -> Response:
    return json(await host.play.invites(table_id, person.id))


@router.post("/tables/{table_id}/moves", responses=answers(models.Moved))
async def moves(table_id: str, body: models.MovesBody, person: Caller, host: Host) -> Response:
    """Make all of the moves or none; the response is sent when they are durable."""
    answer = await host.play.moves(table_id, id_of(person), body)
    return json((await host.tables.get(table_id)).answered(answer))


@router.post("/tables/{table_id}/preview", responses=answers(models.Preview))
async def preview(table_id: str, body: models.PreviewBody, person: Caller, host: Host) -> Response:
    return json(await host.play.preview(table_id, id_of(person), body))


@router.post("/tables/{table_id}/plan", responses=answers(models.Preview))
async def plan(table_id: str, body: models.PlanBody, person: Somebody, host: Host) -> Response:
    """A preview of the next own turn, for a waiting seat: a sampled world in which the others have moved."""
    return json(await host.play.plan(table_id, person.id, body))


@router.post("/tables/{table_id}/words", responses=answers(models.Sentences))
async def words(table_id: str, body: models.WordsBody, person: Caller, host: Host) -> Response:
    """Every legal move, now or after tentative ones, as a sentence."""
    return json(await host.play.words(table_id, id_of(person), body))


@router.post("/tables/{table_id}/prospects", responses=answers(models.Prospects))
async def prospects(table_id: str, body: models.AfterBody, person: Caller, host: Host) -> Response:
    """The possible gains of the caller's seat by its next moves, now or after tentative ones; the contents depend on the game."""
    return json(await host.play.prospects(table_id, id_of(person), body))


@router.post("/tables/{table_id}/why", responses=answers(models.Why))
async def why_not(table_id: str, body: models.WhyBody, person: Caller, host: Host) -> Response:
    return json(await host.play.why_not(table_id, id_of(person), body))


@router.post("/tables/{table_id}/undo", responses=answers(models.Standing))
async def undo(table_id: str, person: Caller, host: Host, body: models.UndoBody | None = None) -> Response:
    return json(await host.play.undo(table_id, id_of(person), body or models.UndoBody()))


@router.post("/tables/{table_id}/rules", responses=answers(models.Voted))
async def vote_on_rules(table_id: str, body: models.RulesBody, person: Somebody, host: Host) -> Response:
    """Vote, if ``table.rules_changed`` is set, to continue from the position shown under the installed rules, or to stay
    read-only."""
    return json(await host.play.vote(table_id, person.id, body))


@router.post("/tables/{table_id}/standing", responses=answers(models.StandingAnswers))
async def standing(table_id: str, body: models.SwitchBody, person: Somebody, host: Host) -> Response:
    """Pass on optional windows until the seat's next turn; the other seats cannot tell."""
    return json(await host.play.secretly(table_id, person.id, body.seat, standing=body.on))


@router.post("/tables/{table_id}/auto", responses=answers(models.Auto))
async def answer_automatically(table_id: str, body: models.SwitchBody, person: Somebody, host: Host) -> Response:
    """Set whether forced questions are answered automatically, after an ordinary delay; on by default."""
    return json(await host.play.secretly(table_id, person.id, body.seat, auto=body.on))


@router.post("/tables/{table_id}/orders", responses=answers(models.Orders))
async def standing_order(table_id: str, body: models.OrderBody, person: Somebody, host: Host) -> Response:
    """Give or cancel a standing order of the game; the other seats cannot tell."""
    return json(await host.play.order(table_id, person.id, body))


@router.post("/tables/{table_id}/prepare", responses=answers(models.Prepared))
async def prepare(table_id: str, body: models.PlanBody, person: Somebody, host: Host) -> Response:
    """Store the moves of the next turn on the server; an empty list removes them."""
    return json(await host.play.prepare(table_id, person.id, body))


@router.post("/tables/{table_id}/hints", responses=answers(models.Hints))
async def agree_hints(table_id: str, body: models.SwitchBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.agree_hints(table_id, person.id, body.on))


@router.post("/tables/{table_id}/hint", responses=answers(models.Hint))
async def hint(table_id: str, body: models.SeatBody, person: Somebody, host: Host) -> Response:
    """The move that a bot would make for the caller's seat, and why: a sentence of the catalogue's section ``bots`` with its
    facts."""
    return json(await host.play.hint(table_id, person.id, body.seat))


@router.post("/tables/{table_id}/chat", responses=answers(models.Said))
async def say(table_id: str, body: models.ChatBody, person: Somebody, host: Host) -> Response:
    return json(await host.play.chat(table_id, person.id, person.name, body.text))


@router.post("/tables/{table_id}/rematch", responses=answers(models.Rematch))
async def rematch(table_id: str, person: Somebody, host: Host) -> Response:
    return json(await host.play.rematch(table_id, person))


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def record(table_id: str, person: Caller, host: Host, seat: OwnSeat = None) -> Response:
    """The record as the caller may read it: hidden moves of others are masked until the game is over."""
    return Response(await host.play.record(table_id, id_of(person), seat), media_type="text/plain; charset=utf-8")


@router.post("/verify", responses=answers(models.Verified | models.Rejected))
async def verify(body: models.RecordBody, person: Somebody, host: Host) -> Response:
    """Replay a record in a limited worker."""
    return json(verdict(await host.workers.read_file({"kind": "record", "text": body.record})))


@router.get("/health", responses={200: {"model": models.Health}, 503: {"model": models.Health}})
async def health(host: Host) -> Response:
    """Tests a write: 200 while this process can store moves, else 503."""
    found = await host.health()
    answer = json(found, 200 if found["ok"] else 503)
    if not found["ok"]:
        answer.headers.update(Unavailable().refusal.headers)
    return answer
