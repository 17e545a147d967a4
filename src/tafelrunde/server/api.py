"""The HTTP interface under ``/api``: reads a request, asks :mod:`play`, answers."""

from __future__ import annotations

import time
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field, StringConstraints
from sqlalchemy import insert, update

import tafelrunde
from tafelrunde.server import schema
from tafelrunde.server.errors import Refused, unknown, wrong
from tafelrunde.server.guard import header, token_of
from tafelrunde.server.notify import public_https
from tafelrunde.server.people import COOKIE, LIFETIME, Person
from tafelrunde.server.play import (
    Body,
    MovesBody,
    PaceBody,
    PlanBody,
    PreviewBody,
    SeatNumber,
    UndoBody,
    WhyBody,
    Word,
    WordsBody,
    checked_seats,
)
from tafelrunde.server.store import Step, Write
from tafelrunde.server.table import said
from tafelrunde.server.tables import digest

router = APIRouter(prefix="/api")
CHATS = 200
"""Lines of talk that come with a table."""
NO: dict[int | str, dict[str, Any]] = {code: {"description": text} for code, text in {
    400: "not JSON", 401: "no session", 403: "not yours", 404: "no such thing", 408: "too slow", 409: "no longer asked",
    410: "not installed any more", 413: "too large", 422: "refused, with the rule or the place", 429: "too many", 503: "busy",
}.items()}  # fmt: skip


def host(request: Request) -> Any:
    return request.app.state.host


async def caller(request: Request) -> Person | None:
    """The person who asks, or nobody."""
    found: Person | None = await request.app.state.host.people.of(token_of(request.scope))
    return found


async def somebody(request: Request) -> Person:
    person = await caller(request)
    if person is None:
        raise Refused(401, "no_session", "Begin a session first: POST /api/session.")
    return person


Host = Annotated[Any, Depends(host)]
Caller = Annotated[Person | None, Depends(caller)]
Somebody = Annotated[Person, Depends(somebody)]
OwnSeat = Annotated[int | None, Query(ge=0, le=15)]


def json(body: bytes | Any, status: int = 200) -> Response:
    return Response(body if isinstance(body, bytes) else orjson.dumps(body), status, media_type="application/json")


def id_of(person: Person | None) -> str | None:
    return None if person is None else person.id


# --- sessions ------------------------------------------------------------------------------------


class SessionBody(Body):
    name: Annotated[str, StringConstraints(min_length=1, max_length=40)]


class AccountBody(Body):
    account: Annotated[str, StringConstraints(min_length=3, max_length=40)]
    password: Annotated[str, StringConstraints(min_length=8, max_length=200)]


def welcome(request: Request, person: Person, token: str) -> Response:
    """The cookie; programs that are no browser also get the token, to send it as a bearer."""
    body: dict[str, Any] = {"person": person.id, "name": person.name, "account": person.account}
    if not header(request.scope, b"sec-fetch-site") and not header(request.scope, b"origin"):
        body["token"] = token
    answer = json(body)
    secure = request.app.state.host.settings.secure_cookies or request.url.scheme == "https"
    answer.set_cookie(COOKIE, token, max_age=int(LIFETIME), httponly=True, samesite="lax", secure=secure, path="/")
    return answer


@router.post("/session", responses=NO)
async def begin_session(request: Request, body: SessionBody, host: Host) -> Response:
    """A guest session."""
    if not host.settings.registration:
        raise Refused(403, "closed", "This host takes no new guests; sign in with an account.")
    if not host.newcomers.take(request.client.host if request.client else "?"):
        raise Refused(429, "too_many", "Too many new guests from this address.")
    person, token = await host.people.guest(body.name)
    return welcome(request, person, token)


@router.get("/session", responses=NO)
async def who_am_i(person: Caller) -> Response:
    """The person of the session, or ``null`` for who has none yet."""
    return json(None if person is None else person._asdict())


@router.delete("/session", responses=NO)
async def end_session(request: Request, person: Somebody, host: Host) -> Response:
    token = token_of(request.scope) or ""
    await host.people.leave(token)
    host.signed_out(digest(token))
    answer = json({})
    answer.delete_cookie(COOKIE, path="/")
    return answer


@router.post("/account", responses=NO)
async def keep_account(body: AccountBody, person: Somebody, host: Host) -> Response:
    """Add a password: the guest and all games are kept."""
    await host.people.keep(person, body.account, body.password)
    return json({"account": body.account})


@router.post("/login", responses=NO)
async def enter(request: Request, body: AccountBody, host: Host) -> Response:
    if not host.logins.take(request.client.host if request.client else "?"):
        raise Refused(429, "too_many", "Too many attempts; wait a minute.")
    return welcome(request, *await host.people.enter(body.account, body.password))


class AwayBody(Body):
    days: Annotated[float, Field(ge=0, le=60)]


@router.post("/away", responses=NO)
async def go_away(body: AwayBody, person: Somebody, host: Host) -> Response:
    """Vacation: clocks wait so long."""
    until = time.time() + body.days * 86_400 if body.days else None
    await host.people.away(person, until)
    return json({"until": until})


class PushBody(Body):
    endpoint: Annotated[str, StringConstraints(max_length=500)]
    keys: Annotated[dict[Word, Annotated[str, StringConstraints(max_length=200)]], Field(max_length=4)]


@router.post("/push", responses=NO)
async def subscribe(body: PushBody, person: Somebody, host: Host) -> Response:
    if not host.settings.push_key:
        raise Refused(403, "off", "This host sends no notifications.")
    if not (host.settings.push_anywhere or await host.aside(public_https, body.endpoint)):
        raise wrong("endpoint", "A push address is a public https address.")
    values = {"endpoint": body.endpoint, "person": person.id, "keys": orjson.dumps(body.keys).decode()}
    pushes = schema.pushes
    await host.store.write(Write([Step(pushes.delete().where(pushes.c.endpoint == body.endpoint)), Step(insert(pushes), values)]))
    return json({})


@router.get("/push", responses=NO)
async def push_key(host: Host) -> Response:
    """The public key with which a browser subscribes; ``null`` where the host sends no notifications."""
    return json({"key": host.notifier.public_key})


class EndpointBody(Body):
    endpoint: Annotated[str, StringConstraints(max_length=500)]


@router.delete("/push", responses=NO)
async def unsubscribe(body: EndpointBody, person: Somebody, host: Host) -> Response:
    pushes = schema.pushes
    gone = pushes.delete().where(pushes.c.endpoint == body.endpoint, pushes.c.person == person.id)
    await host.store.write(Write([Step(gone)]))
    return json({})


class MailBody(Body):
    mail: Annotated[str, StringConstraints(max_length=254, pattern=r"^[^@\s,;<>\"]+@[^@\s,;<>\"]+\.[^@\s,;<>\"]+$")] | None = None


@router.post("/mail", responses=NO)
async def set_mail(body: MailBody, person: Somebody, host: Host) -> Response:
    people = schema.people
    await host.store.write(Write([Step(update(people).where(people.c.id == person.id).values(mail=body.mail))]))
    return json({"mail": body.mail})


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
        checked = await host.sandboxed({"kind": "components", "game": body.game, "text": body.components})
        if not checked["ok"]:
            raise wrong("components", checked["reason"])
    table_id, invites, back = await host.tables.create(
        body.game, body.players, body.options, seats, body.pace.model_dump(exclude_none=True), (person.id, person.name),
        body.public, body.watch, body.components, body.hints,
    )  # fmt: skip
    return json({"id": table_id, "invites": invites, "back": back})


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
    events = [event for entry in entries for event in entry.events_for(viewer)]
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


@router.post("/tables/{table_id}/standing", responses=NO)
async def standing(table_id: str, body: SwitchBody, person: Somebody, host: Host) -> Response:
    """Pass on optional windows until the next own turn; nobody else can tell."""
    return json(await host.play.secretly(table_id, person.id, body.seat, standing=body.on))


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
async def record(table_id: str, person: Caller, host: Host) -> Response:
    return Response(await host.play.record(table_id, id_of(person)), media_type="text/plain; charset=utf-8")


class RecordBody(Body):
    record: Annotated[str, StringConstraints(max_length=256 * 1024)]


@router.post("/verify", responses=NO)
async def verify(body: RecordBody, person: Somebody, host: Host) -> Response:
    """Replay a record in a limited worker."""
    return json(await host.sandboxed({"kind": "record", "text": body.record}))


@router.get("/health")
async def health(host: Host) -> Response:
    healthy = await host.healthy()
    return json({"ok": healthy, "version": tafelrunde.__version__}, 200 if healthy else 503)
