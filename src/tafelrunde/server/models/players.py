"""The games and ratings of a player."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tafelrunde.server.models.base import Answer, Body


class PlayerBody(Body):
    """Members that are left out do not change."""

    rated: bool | None = None
    published: bool | None = None


class PlayerRating(Answer):
    value: Annotated[int, Field(description="1500 is where everybody begins; 400 points are odds of ten to one")]
    plus_minus: Annotated[int, Field(description="half the width of the 95 % interval")]


class RatingPoint(PlayerRating):
    at: float


class Share(Answer):
    """``kind`` is `players`, `seat`, or a key of the game's views such as `faction`; ``name`` is its value."""

    kind: str
    name: str
    played: int
    won: int


class PlayerGame(Answer):
    game: Annotated[str, Field(description="may be a game that is no longer installed")]
    played: int
    won: Annotated[int, Field(description="shared victories count as won")]
    rating: PlayerRating | None
    history: list[RatingPoint]
    shares: list[Share]


class PlayerResult(Answer):
    game: str
    at: float
    players: int
    seat: int
    won: bool
    winners: int
    score: float | None
    rating: PlayerRating | None
    table: Annotated[str | None, Field(description="where it can be replayed, unless the table was closed to spectators")]


class PlayerPage(Answer):
    name: str
    games: list[PlayerGame]
    results: Annotated[list[PlayerResult], Field(description="the newest first")]


class OwnPage(PlayerPage):
    rated: bool
    page: Annotated[str | None, Field(description="the name of the published page; `null` while it is private")]
