"""The bodies of requests about tables, and the kinds of values that they share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MAX_MOVES = 64

Move = Annotated[str, StringConstraints(min_length=1, max_length=120)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[ -~]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=15)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MovesBody(Body):
    """``decision`` is the id of the question that is answered; free moves leave it out. ``key`` makes it safe to repeat."""

    decision: Annotated[str, StringConstraints(max_length=120)] | None = None
    moves: Annotated[list[Move], Field(min_length=1, max_length=MAX_MOVES)]
    key: Word | None = None
    seat: SeatNumber | None = None


class PreviewBody(Body):
    """``version`` is the one the caller looks at: where the table has moved on, moves that are no longer legal are no mistake.

    ``far`` goes as far as the moves are legal: ``at`` of them were made, ``refused`` tells why the next was not.
    """

    moves: Annotated[list[Move], Field(min_length=1, max_length=MAX_MOVES)]
    version: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None
    far: bool = False
    seat: SeatNumber | None = None


class PlanBody(Body):
    moves: Annotated[list[Move], Field(max_length=MAX_MOVES)]
    seat: SeatNumber | None = None


class AfterBody(Body):
    """``after`` are tentative moves made before; ``later`` means the next own turn, as ``plan`` shows it."""

    after: Annotated[list[Move], Field(max_length=MAX_MOVES)] = []
    later: bool = False
    seat: SeatNumber | None = None


class WordsBody(AfterBody):
    lang: Literal["en", "de", "ru"] = "en"


class WhyBody(AfterBody):
    move: Move


class PaceBody(Body):
    """``seconds`` is the time for each decision; none for a game without clocks."""

    mode: Literal["live", "day"] = "live"
    seconds: Annotated[int, Field(ge=1, le=30 * 86_400)] | None = None
    vacation: bool = True


class UndoBody(Body):
    """Nothing: back to the own safe point. ``ply``: ask the others to go back there. ``agree``: yes to what was asked."""

    ply: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None
    agree: bool | None = None
    seat: SeatNumber | None = None


class OrderBody(Body):
    """A standing order of the game, by name."""

    name: Annotated[str, StringConstraints(max_length=40)]
    on: bool
    seat: SeatNumber | None = None


class RulesBody(Body):
    """Whether to continue the table from its present position under the installed rules."""

    accept: bool
    seat: SeatNumber | None = None
