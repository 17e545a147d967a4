"""Messages of ``WS /api/tables/{id}/live``, in both directions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from tafelrunde.server.models.base import Answer, Body, Facts, Number
from tafelrunde.server.models.problem import Problem
from tafelrunde.server.models.tables import ChatLine, MovesBody, News, Standing, Table

# --- what a client sends -------------------------------------------------------------------------


class Hello(Body):
    """Selects the seat to listen as, and the version after which events are sent; ``token`` is for clients that cannot send a
    header."""

    type: Literal["hello"]
    token: Annotated[str, StringConstraints(max_length=200)] | None = None
    version: Number | None = None
    seat: Number | None = None
    patch: Literal["seats"] | None = None
    """``seats`` asks for patches of single seats instead of the whole list."""


class SendMoves(MovesBody):
    type: Literal["moves"]


class SendChat(Body):
    type: Literal["chat"]
    text: Annotated[str, StringConstraints(max_length=1000)]


class Whole(Body):
    """Requests the whole view; later patches apply to it."""

    type: Literal["whole"]


class Ping(Body):
    type: Literal["ping"]


# --- what the server sends -----------------------------------------------------------------------


class ViewMessage(Standing):
    """The whole view, with the events since the last message."""

    type: Literal["view"]


class PatchMessage(News):
    """A JSON merge patch (RFC 7396) from the view of the previous message to the present one.

    For sockets with ``patch=seats`` it contains single seats, ``{"seats": {"0": {"coins": 3}}}``, instead of the whole list.
    """

    type: Literal["patch"]
    after: Annotated[int, Field(description="the version of the message whose view is patched")]
    patch: Facts
    nulls: Annotated[list[list[str]], Field(description="paths of members that are null: a merge patch alone removes them")] = []


class Presence(Answer):
    """The people at the table, their presence, or a proposal have changed."""

    type: Literal["presence"]
    version: int
    table: Table


class Notice(Answer):
    """To one seat only: the prepared move could not be played."""

    type: Literal["notice"]
    notice: Literal["prepared_dropped"]
    seat: int
    move: str


class Ack(Answer):
    """The moves with this key are durable."""

    type: Literal["ack"]
    key: str | None
    version: int
    ply: int
    repeated: bool
    undone: bool


class ErrorMessage(Answer):
    """A message was refused; ``key`` is that of the refused moves."""

    type: Literal["error"]
    status: int
    key: str | None
    problem: Problem


class Pong(Answer):
    type: Literal["pong"]


ClientMessage = Annotated[Hello | SendMoves | SendChat | Whole | Ping, Field(discriminator="type")]
ServerMessage = Annotated[
    ViewMessage | PatchMessage | ChatLine | Presence | Notice | Ack | ErrorMessage | Pong, Field(discriminator="type")
]  # fmt: skip
