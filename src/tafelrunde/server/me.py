"""The HTTP routes for the caller's own data: session, account, e-mail address, notifications, export."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy import func, insert, select
from starlette.responses import RedirectResponse

from tafelrunde.server import schema
from tafelrunde.server.api import Caller, Host, Somebody, json
from tafelrunde.server.clubs import leave_all
from tafelrunde.server.errors import Refused, wrong
from tafelrunde.server.guard import header, language_of, token_of
from tafelrunde.server.limits import asker
from tafelrunde.server.models import people as models
from tafelrunde.server.models.base import Nothing
from tafelrunde.server.models.people import Link
from tafelrunde.server.openapi import answers
from tafelrunde.server.people import COOKIE, Person
from tafelrunde.server.store import Conflict, Step, Write
from tafelrunde.server.tokens import digest

router = APIRouter(prefix="/api")
SUBSCRIPTIONS = 10
"""The maximum number of browsers of one person that get pushes."""
REQUESTED = 5
"""The weight of an e-mail caused by a request, because the caller may not be the recipient."""


async def session_of(request: Request) -> str:
    """The stored session of the caller's token."""
    return digest(token_of(request.scope) or "")


Session = Annotated[str, Depends(session_of)]

_BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
_SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip


def device_of(request: Request) -> str:
    """A few words that describe the device of a session; the complete header is not stored."""
    agent = header(request.scope, b"user-agent")
    found = (next((name for sign, name in known if sign in agent), "") for known in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, found))


# --- sessions ------------------------------------------------------------------------------------


def welcome(request: Request, person: Person, token: str) -> Response:
    """The cookie; programs other than browsers also get the token, to send it as a bearer token."""
    body: dict[str, Any] = {"person": person.id, "name": person.name, "account": person.account}
    if not header(request.scope, b"sec-fetch-site") and not header(request.scope, b"origin"):
        body["token"] = token
    return with_cookie(request, json(body), token)


def with_cookie(request: Request, answer: Response, token: str) -> Response:
    """Set the session's cookie, which lasts as long as an unused session."""
    host = request.app.state.host
    secure = host.settings.secure_cookies or request.url.scheme == "https"
    age = int(host.people.lifetime)
    answer.set_cookie(COOKIE, token, max_age=age, httponly=True, samesite="lax", secure=secure, path="/")
    return answer


def farewell() -> Response:
    answer = json({})
    answer.delete_cookie(COOKIE, path="/")
    return answer


@router.post("/session", responses=answers(models.Welcome))
async def begin_session(request: Request, body: models.SessionBody, host: Host) -> Response:
    """Begin a guest session."""
    host.limits.take("sessions")
    closed = not host.settings.registration or await host.administration.registration_closed()
    code = await host.administration.admit(body.code) if closed else []
    lang = body.lang or language_of(request.scope)
    try:
        return welcome(request, *await host.people.guest(body.name, lang, device_of(request), code))
    except Conflict:
        raise Refused(403, "bad_code", "This invitation code was used up at the same moment.") from None


@router.get("/session", responses=answers(models.Person | None))
async def who_am_i(request: Request, person: Caller) -> Response:
    """The person of the session, or ``null`` if there is none; a browser's cookie is renewed with the session."""
    answer = json(None if person is None else person._asdict())
    token = request.cookies.get(COOKIE)
    return with_cookie(request, answer, token) if person is not None and token is not None else answer


@router.delete("/session", responses=answers(Nothing))
async def end_session(request: Request, person: Somebody, host: Host, session: Session) -> Response:
    await host.people.leave(token_of(request.scope) or "")
    host.signed_out(session)
    return farewell()


@router.get("/sessions", responses=answers(list[models.Session]))
async def sessions(person: Somebody, host: Host, session: Session) -> Response:
    """The caller's sessions: their start, the kind of device, and which one is the present one."""
    return json(await host.people.sessions(person.id, session))


@router.delete("/sessions", responses=answers(Nothing))
async def end_all_sessions(person: Somebody, host: Host) -> Response:
    """End all sessions, including this one."""
    await host.people.end(person.id)
    return farewell()


@router.delete("/sessions/{mark}", responses=answers(Nothing))
async def end_one_session(mark: str, person: Somebody, host: Host) -> Response:
    word = await host.people.end_one(person.id, mark)
    if word is None:
        raise Refused(404, "unknown", "There is no such session.")
    host.signed_out(word)
    return json({})


@router.post("/profile", responses=answers(models.Profile))
async def change_profile(body: models.ProfileBody, person: Somebody, host: Host) -> Response:
    """Change the name, also at unfinished tables, or the language of e-mails."""
    if body.lang is not None:
        await host.people.set(person, lang=body.lang)
    name = person.name if body.name is None else await host.personal.rename(person, body.name)
    return json({"name": name, "lang": body.lang or person.lang})


@router.post("/away", responses=answers(models.Away))
async def go_away(body: models.AwayBody, person: Somebody, host: Host) -> Response:
    """Begin or end a vacation: day clocks stop for a number of days. ``left`` is the number of days left of this year's 30."""
    until, left = await host.people.away(person, body.days, host.uptime.wall())
    await host.tables.vacation_changed(person.id)
    return json({"until": until, "left": left})


# --- accounts and passwords ----------------------------------------------------------------------


def try_password(host: Any, of: str) -> None:
    """Limit the rate of password attempts, for each account and each address."""
    host.limits.take("logins", key=f"{asker().address} {of}")
    host.limits.take("logins")


@router.post("/account", responses=answers(models.AccountName))
async def keep_account(body: models.AccountBody, person: Somebody, host: Host, session: Session) -> Response:
    """Add a password: the guest keeps the identity and all games; other sessions of this guest end."""
    host.limits.take("accounts")
    await host.accounts.keep(person, session, body.account, body.password)
    return json({"account": body.account})


@router.post("/login", responses=answers(models.Welcome))
async def enter(request: Request, body: models.AccountBody, host: Host) -> Response:
    try_password(host, body.account)
    return welcome(request, *await host.accounts.enter(body.account, body.password, device_of(request)))


@router.post("/password", responses=answers(Nothing))
async def change_password(body: models.PasswordBody, person: Somebody, host: Host, session: Session) -> Response:
    """Change the password; all other sessions end."""
    try_password(host, person.id)
    await host.accounts.change_password(person, session, body.old, body.new)
    return json({})


@router.post("/password/forgot", responses=answers(Nothing))
async def forgot_password(body: models.ForgotBody, host: Host) -> Response:
    """E-mail a reset link to the confirmed address of an account, which is named by itself or by that address.

    The answer is the same whether or not there is such an account.
    """
    if not host.accounts.mailer.on:
        raise Refused(403, "off", "This host sends no mail.")
    host.limits.take("mails", amount=REQUESTED)
    host.accounts.forgot(body.account)
    return json({})


@router.post("/password/reset", responses=answers(models.Welcome))
async def reset_password(request: Request, body: models.ResetBody, host: Host) -> Response:
    """Set a new password with the link from an e-mail and sign in; all other sessions end."""
    try_password(host, digest(body.link))
    return welcome(request, *await host.accounts.reset(body.link, body.password, device_of(request)))


@router.delete("/account", responses=answers(Nothing))
async def delete_account(body: models.DeleteBody, person: Somebody, host: Host) -> Response:
    """Delete everything that is stored about the caller. Seats remain as those of a former player."""
    try_password(host, person.id)
    await host.accounts.check(person, body.password)
    await leave_all(host, person.id)
    await host.personal.delete(person.id)
    return farewell()


@router.get("/me", responses=answers(models.Me))
async def about_me(person: Somebody, host: Host, session: Session) -> Response:
    """The caller's profile: name, account, language, e-mail address and whether it is confirmed, sessions."""
    row = await host.people.profile(person.id)
    mail = await host.accounts.mail(row)
    sessions = await host.people.sessions(person.id, session)
    return json({**person._asdict(), "role": row["role"], "mail": mail, "sessions": sessions})


@router.get("/me/export", responses=answers(models.Export))
async def export(person: Somebody, host: Host, session: Session) -> Response:
    """Everything that is stored about the caller, as a file to download."""
    body = orjson.dumps(await host.personal.export(person.id, session), option=orjson.OPT_INDENT_2)
    return json(body, headers={"content-disposition": 'attachment; filename="tafelrunde.json"'})


# --- mail ----------------------------------------------------------------------------------------


@router.post("/mail", responses=answers(models.Mail))
async def set_mail(body: models.MailBody, person: Somebody, host: Host) -> Response:
    """E-mail a confirmation link to an address (an account's password is needed), or delete the address."""
    if body.mail is not None:
        host.limits.take("mails", amount=REQUESTED)
        if person.account is not None:
            try_password(host, person.id)
    await host.accounts.set_mail(person, body.mail, body.password)
    return json(await host.accounts.mail(await host.people.profile(person.id)))


@router.post("/mail/confirm", responses=answers(models.Confirmed))
async def confirm_mail(body: models.LinkBody, host: Host) -> Response:
    """Use a confirmation link; no session is needed, because e-mail is often read on another device."""
    return json({"address": await host.accounts.confirm(body.link)})


@router.post("/mail/turns", responses=answers(models.Turns))
async def want_turns(body: models.TurnsBody, person: Somebody, host: Host) -> Response:
    """Set whether "it is your turn" is sent by e-mail."""
    await host.accounts.want_turns(person, body.on)
    return json({"turns": body.on})


@router.post("/mail/stop/{word}", responses=answers(Nothing))
async def stop_mail(word: Link, host: Host) -> Response:
    """Unsubscribe an address with the link in each e-mail; mail programs call this themselves (RFC 8058)."""
    await host.accounts.links.stop(await host.accounts.links.stopped_by(word), True)
    return json({})


@router.delete("/mail/stop/{word}", responses=answers(Nothing))
async def resume_mail(word: Link, host: Host) -> Response:
    await host.accounts.links.stop(await host.accounts.links.stopped_by(word), False)
    return json({})


@router.get("/mail/stop/{word}", include_in_schema=False)
async def ask_to_stop(word: Link) -> Response:
    """Redirect a browser that opens the unsubscribe address of an e-mail's header to the page with the button."""
    return RedirectResponse(f"/mail/stop#{word}" if word.isalnum() else "/", 303)


# --- push ----------------------------------------------------------------------------------------


@router.post("/push", responses=answers(Nothing))
async def subscribe(body: models.PushBody, person: Somebody, host: Host) -> Response:
    if not host.notifier.pusher.on:
        raise Refused(403, "off", "This host sends no notifications.")
    if not await host.notifier.pusher.takes(body.endpoint):
        raise wrong("endpoint", "A push address is a public https address.")
    if not host.notifier.pusher.fits(body.keys):
        raise wrong("keys", "These are not the keys of a push subscription.")
    pushes = schema.pushes
    others = select(func.count().label("n")).where(pushes.c.person == person.id, pushes.c.endpoint != body.endpoint)
    if (await host.store.rows(others))[0]["n"] >= SUBSCRIPTIONS:
        raise Refused(409, "too_many", f"Notifications go to {SUBSCRIPTIONS} browsers at most.")
    values = {"endpoint": body.endpoint, "person": person.id, "keys": orjson.dumps(body.keys).decode()}
    await host.store.write(Write([Step(pushes.delete().where(pushes.c.endpoint == body.endpoint)), Step(insert(pushes), values)]))
    return json({})


@router.get("/push", responses=answers(models.PushKey))
async def push_key(host: Host) -> Response:
    """The public key with which a browser subscribes; ``null`` if the host sends no notifications."""
    return json({"key": host.notifier.pusher.public_key})


@router.delete("/push", responses=answers(Nothing))
async def unsubscribe(body: models.EndpointBody, person: Somebody, host: Host) -> Response:
    pushes = schema.pushes
    gone = pushes.delete().where(pushes.c.endpoint == body.endpoint, pushes.c.person == person.id)
    await host.store.write(Write([Step(gone)]))
    return json({})
