"""Problem details: why a request was refused."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tafelrunde.server.models.base import Answer, Facts, SeatNumber


class Difference(Answer):
    """The first move with a different result under the installed rules."""

    ply: int
    reason: str


class RulesChange(Answer):
    """The installed rules make a difference for the moves of a table."""

    from_: Annotated[str, Field(alias="from")]
    to: str
    rules: list[str]
    difference: Difference | None
    position: Annotated[int, Field(description="the ply of the position from which the table can continue")]
    lost: Annotated[int, Field(description="moves after it that cannot be kept")]
    finished: Annotated[bool, Field(description="the game is over: there is nothing to continue")]


class Problem(Answer):
    """Problem details in one format for every refusal; the members after ``place`` are present only if they apply."""

    type: Annotated[str, Field(description="a word for programs, such as `illegal`, `stale` or `bad_input`")]
    rule: Annotated[str | None, Field(description="the rule that forbids it")]
    reason: Annotated[str, Field(description="a sentence for people")]
    place: Annotated[str | None, Field(description="the part of the request that is wrong: `seats[2]`, `moves[0]`")]
    move: Annotated[str, Field(description="the refused move")] = ""
    key: Annotated[str, Field(description="the refusal in the game's message catalogue, to be filled with `params`")] = ""
    params: Facts = {}
    retry: Annotated[int, Field(description="seconds after which it may succeed")] = 0
    limit: Annotated[str, Field(description="the limit that was reached, by the name of its setting")] = ""
    value: Annotated[float, Field(description="the value of that limit")] = 0
    unknown: Annotated[bool, Field(description="whether the change may have been made all the same")] = False
    why: Annotated[str, Field(description="why a table cannot be opened, or why an account was banned")] = ""
    until: Annotated[float | None, Field(description="when a ban ends, in seconds since 1970")] = None
    seat: Annotated[SeatNumber, Field(description="the seat that the caller has or had")] = 0
    left: Annotated[float, Field(description="days of vacation that are left")] = 0
    change: Annotated[RulesChange | None, Field(description="what has changed since the table was made")] = None
