"""What the host of a server does about people and tables."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from tafelrunde.server.models.base import Answer, Body

FOR_EVER = 36_500.0
"""Days of a ban that names none."""


class BanBody(Body):
    days: Annotated[float, Field(gt=0, le=FOR_EVER)] = FOR_EVER
    reason: Annotated[str, StringConstraints(max_length=200, strip_whitespace=True)] = ""


class ListedPerson(Answer):
    id: str
    name: str
    account: str | None
    created: float
    seen: float | None
    banned: Annotated[float | None, Field(description="until when")]
    ban_reason: str | None
    tables: Annotated[list[str], Field(description="tables that are still played")]


class Ban(Answer):
    banned: float | None


class NewPassword(Answer):
    account: str
    password: str


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
