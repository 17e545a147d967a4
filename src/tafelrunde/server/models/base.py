"""The base classes of all models, and the small types that requests and responses share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints
from typing_extensions import TypeAliasType

MAX_MOVES = 64
MAX_UPLOAD = 256 * 1024


class Body(BaseModel):
    """A request; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid")


class Answer(BaseModel):
    """A part of a response or of a socket message. An undeclared key would be an error of the server."""

    model_config = ConfigDict(extra="forbid")


Move = Annotated[str, StringConstraints(min_length=1, max_length=120)]
Moves = Annotated[list[Move], Field(max_length=MAX_MOVES)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[ -~]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Upload = Annotated[str, StringConstraints(max_length=MAX_UPLOAD)]

Lang = TypeAliasType("Lang", Literal["en", "de", "ru"])
GameId = TypeAliasType("GameId", str)
"""One of the installed games; ``GET /games`` lists them."""
Facts = dict[str, JsonValue]
"""The facts that fill a sentence; their names depend on the event, the decision or the refusal."""
Texts = TypeAliasType("Texts", dict[Lang, str])
"""A text in several languages."""


class Nothing(Answer):
    """Success without further data."""
