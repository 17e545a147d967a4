"""Administration of people, tables and the server, and the parts of it that players see."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from typing_extensions import TypeAliasType

from tafelrunde.server.models.base import Answer, Body, SeatNumber, Word

FOR_EVER = 36_500.0
"""Days of a ban that names none."""

Reason = Annotated[str, StringConstraints(max_length=200, strip_whitespace=True)]
ReportReason = TypeAliasType("ReportReason", Literal["insult", "name", "cheating", "stalling", "spam", "other"])

# --- requests ------------------------------------------------------------------------------------


class TermBody(Body):
    """The duration and the reason, both of which the person is told."""

    days: Annotated[float, Field(gt=0, le=FOR_EVER)] = FOR_EVER
    reason: Reason = ""


class WhyBody(Body):
    reason: Reason = ""


class RoleBody(Body):
    role: Literal["admin"] | None


class RegistrationBody(Body):
    closed: bool


class CodeBody(Body):
    label: Annotated[str, StringConstraints(max_length=80, strip_whitespace=True)] = ""
    uses: Annotated[int, Field(ge=1, le=1000)] = 1
    days: Annotated[float, Field(gt=0, le=366)] = 30


class AnnounceBody(Body):
    text: Annotated[str, StringConstraints(min_length=1, max_length=1000, strip_whitespace=True)]
    days: Annotated[float, Field(gt=0, le=366)] | None = None


class AnswerBody(Body):
    answer: Annotated[str, StringConstraints(max_length=300, strip_whitespace=True)] = ""


class ReportBody(Body):
    table: Word
    seat: SeatNumber | None = None
    reason: ReportReason
    text: Annotated[str, StringConstraints(max_length=1000, strip_whitespace=True)] = ""


# --- answers -------------------------------------------------------------------------------------


class ListedPerson(Answer):
    id: str
    name: str
    account: str | None
    role: str | None
    created: float
    seen: float | None
    banned: Annotated[float | None, Field(description="until when")]
    ban_reason: str | None
    muted: Annotated[float | None, Field(description="until when")]
    mute_reason: str | None
    tables: Annotated[list[str], Field(description="tables that are still played")]


class Ban(Answer):
    banned: float | None


class Mute(Answer):
    muted: float | None


class Role(Answer):
    role: str | None


class PasswordLink(Answer):
    """``path``, appended to the address of the server, is a link that can be used once, within a day."""

    account: str
    path: str


class DeletedPerson(Answer):
    deleted: str


class ListedSeat(Answer):
    seat: int
    name: str
    person: str | None


class ListedTable(Answer):
    id: str
    game: Annotated[str, Field(description="may be a game that is no longer installed")]
    players: int
    created: float
    touched: float | None
    over: bool
    public: bool
    host: str | None
    seats: list[ListedSeat]


class FreedSeat(Answer):
    free: int


class RemovedTable(Answer):
    removed: str


class Load(Answer):
    """``numbers`` are those of the metrics page, summed over the workers of one ``tafelrunde serve``."""

    version: str
    numbers: dict[str, float]
    people: int
    accounts: int
    running: Annotated[int, Field(description="tables that are still played")]
    finished: int
    reports: Annotated[int, Field(description="reports that nobody has answered")]
    closed: Annotated[bool, Field(description="whether new guests need an invitation code")]
    fixed: Annotated[bool, Field(description="whether the settings file closes registration")]


class Registration(Answer):
    closed: bool


class NewCode(Answer):
    """``code`` is shown only in this response."""

    code: str
    path: str
    expires: float


class ListedCode(Answer):
    id: str
    label: str
    created: float
    expires: float
    left: int


class Announcement(Answer):
    id: str
    text: str
    created: float
    until: float | None


class NewAnnouncement(Answer):
    announcement: str


class Site(Answer):
    open: Annotated[bool, Field(description="whether guests are admitted without an invitation code")]
    announcements: list[Announcement]


class Reported(Answer):
    report: str


class OwnReport(Answer):
    id: str
    at: float
    table: str
    seat: int | None
    reason: ReportReason
    text: str
    closed: float | None
    answer: str | None


class ListedReport(OwnReport):
    person: str
    about: str | None
    by_name: str | None
    about_name: str | None


class ReportedLine(Answer):
    at: float
    seat: int | None
    name: str
    text: str
    person: str | None


class OwnEntry(Answer):
    """``by`` is the administrator's name; ``null`` if the host acted without an account."""

    at: float
    action: str
    table: str | None
    seat: int | None
    detail: str | None
    by: str | None


class ListedEntry(OwnEntry):
    id: str
    admin: str | None
    person: str | None
