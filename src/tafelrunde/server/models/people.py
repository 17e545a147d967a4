"""The caller's own data: session, account, e-mail address, notifications, export."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from tafelrunde.server.models.base import Answer, Body, Lang, Word
from tafelrunde.server.passwords import LONGEST

Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
"""The name as typed; the rule for names counts characters after normalisation."""
Account = Annotated[str, StringConstraints(min_length=3, max_length=40)]
Password = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]
Link = Annotated[str, StringConstraints(min_length=1, max_length=200)]
_ADDRESS = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}$"
Address = Annotated[str, StringConstraints(max_length=254, pattern=_ADDRESS)]
Endpoint = Annotated[str, StringConstraints(max_length=500)]

# --- requests ------------------------------------------------------------------------------------


class SessionBody(Body):
    """``code`` is an invitation code, required if the server takes no new guests without one."""

    name: Name
    lang: Lang | None = None
    code: Annotated[str, StringConstraints(max_length=64)] | None = None


class AccountBody(Body):
    account: Account
    password: Password


class ProfileBody(Body):
    name: Name | None = None
    lang: Lang | None = None


class AwayBody(Body):
    days: Annotated[float, Field(ge=0, le=30)]


class PasswordBody(Body):
    old: Password
    new: Password


class ForgotBody(Body):
    account: Annotated[str, StringConstraints(min_length=3, max_length=254)]


class ResetBody(Body):
    link: Link
    password: Password


class DeleteBody(Body):
    """An account is deleted with its password, a guest with ``confirm``."""

    confirm: Literal[True]
    password: Password | None = None


class MailBody(Body):
    mail: Address | None = None
    password: Password | None = None


class LinkBody(Body):
    link: Link


class TurnsBody(Body):
    on: bool


class PushBody(Body):
    endpoint: Endpoint
    keys: Annotated[dict[Word, Annotated[str, StringConstraints(max_length=200)]], Field(max_length=4)]


class EndpointBody(Body):
    endpoint: Endpoint


# --- answers -------------------------------------------------------------------------------------


class Welcome(Answer):
    """``token`` is the bearer token, for programs other than browsers."""

    person: str
    name: str
    account: str | None
    token: str = ""


class Person(Answer):
    id: str
    name: str
    account: str | None
    lang: Lang


class Session(Answer):
    """``id`` is neither a token nor the hash of one."""

    id: str
    created: float | None
    expires: float
    device: Annotated[str, Field(description="a few words by which people recognise it; may be empty")]
    current: bool


class Mail(Answer):
    on: Annotated[bool, Field(description="whether the host sends mail at all")]
    address: str | None
    unconfirmed: str | None
    turns: Annotated[bool, Field(description='whether "it is your turn" is mailed')]


class Me(Person):
    role: Annotated[str | None, Field(description="`admin` for administrators of this server")]
    mail: Mail
    sessions: list[Session]


class Profile(Answer):
    name: str
    lang: Lang


class Away(Answer):
    """The end of the vacation, and the number of days left of this year's 30."""

    until: float | None
    left: float


class AccountName(Answer):
    account: str


class Confirmed(Answer):
    address: str


class Turns(Answer):
    turns: bool


class PushKey(Answer):
    """The public key with which a browser subscribes; ``null`` if the host sends no notifications."""

    key: str | None


class StoredPerson(Answer):
    id: str
    name: str
    account: str | None
    mail: str | None
    mail_confirmed: str | None
    lang: str | None
    created: float


class Vacation(Answer):
    begins: float
    ends: float


class HostedTable(Answer):
    table: str
    game: Annotated[str, Field(description="may be a game that is no longer installed")]
    created: float
    over: bool


class StoredSeat(HostedTable):
    seat: int
    name: str
    record: Annotated[str | None, Field(description="where the record of a finished game is")]


class StoredLine(Answer):
    table: str
    at: float
    text: str


class StoredReport(Answer):
    at: float
    table: str
    seat: int | None
    reason: str
    text: str
    closed: float | None
    answer: str | None


class StoredAction(Answer):
    """An administrator's action that concerns the caller."""

    at: float
    action: str
    table: str | None
    seat: int | None
    detail: str | None


class StoredResult(Answer):
    """``mu`` and ``sigma`` are the rating after the game."""

    table: str
    seat: int
    game: str
    at: float
    won: bool
    score: float | None
    mu: float | None
    sigma: float | None


class Export(Answer):
    """Everything that is stored about the caller."""

    exported: float
    person: StoredPerson
    sessions: list[Session]
    vacations: list[Vacation]
    push_endpoints: list[str]
    seats: list[StoredSeat]
    hosted: list[HostedTable]
    results: list[StoredResult]
    reports: list[StoredReport]
    administration: list[StoredAction]
    chat: list[StoredLine]
