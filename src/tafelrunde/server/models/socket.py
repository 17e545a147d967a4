"""Messages of ``WS /api/tables/{id}/live``, in both directions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from tafelrunde.server.models.base import Answer, Body, Number
from tafelrunde.server.models.problem import Problem
from tafelrunde.server.models.tables import ChatLine, MovesBody, Standing, Table

# --- what a client sends -------------------------------------------------------------------------


class Hello(Body):
    """Who listens, to which seat, and after which version; ``token`` is for clients that cannot send a header."""

    type: Literal["hello"]
    token: Annotated[str, StringConstraints(max_length=200)] | None = None
    version: Number | None = None
    seat: Number | None = None


class SendMoves(MovesBody):
    type: Literal["moves"]


class SendChat(Body):
    type: Literal["chat"]
    text: Annotated[str, StringConstraints(max_length=1000)]


class Ping(Body):
    type: Literal["ping"]


# --- what the server sends -----------------------------------------------------------------------


class ViewMessage(Standing):
    """The whole view, with the events since the last message."""

    type: Literal["view"]


class Presence(Answer):
    """Who sits where and who is here, or what is proposed, has changed."""

    type: Literal["presence"]
    version: int
    table: Table


class Notice(Answer):
    """For one seat alone: the prepared move could not be played."""

    type: Literal["notice"]
    notice: Literal["prepared_dropped"]
    seat: int
    move: str


class Ack(Answer):
    """The moves with this key are stored."""

    type: Literal["ack"]
    key: str | None
    version: int
    ply: int
    repeated: bool
    undone: bool


class ErrorMessage(Answer):
    """What was sent is refused; ``key`` is that of the refused moves."""

    type: Literal["error"]
    status: int
    key: str | None
    problem: Problem


class Pong(Answer):
    type: Literal["pong"]


ClientMessage = Annotated[Hello | SendMoves | SendChat | Ping, Field(discriminator="type")]
ServerMessage = Annotated[
    ViewMessage | ChatLine | Presence | Notice | Ack | ErrorMessage | Pong, Field(discriminator="type")
]  # fmt: skip
