"""Clubs, their members and leagues."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from tafelrunde.server.models.base import Answer, Body, Word

Title = Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]


class ClubBody(Body):
    name: Title


class InviteBody(Body):
    invite: Word


class LeagueBody(Body):
    """``size`` is the preferred number of seats at a table; ``days`` is the duration of a round."""

    title: Title
    game: Word
    size: Annotated[int, Field(ge=3, le=6)] = 4
    rounds: Annotated[int, Field(ge=1, le=20)] = 4
    days: Annotated[float, Field(gt=0, le=366)] = 14


class WithdrawBody(Body):
    """Without ``member`` the caller withdraws; the host of the club may withdraw any member."""

    member: Word | None = None


class ListedClub(Answer):
    id: str
    name: str
    host: bool
    members: int


class Member(Answer):
    id: str
    name: str
    host: bool
    you: bool


class ListedLeague(Answer):
    """``round`` is 0 before the first draw."""

    id: str
    title: str
    game: str
    round: int
    rounds: int
    ended: float | None
    joined: bool
    members: int


class Club(ListedClub):
    people: list[Member]
    leagues: list[ListedLeague]


class Invitation(Answer):
    path: str


class LeagueStanding(Answer):
    rank: int
    member: str
    name: str
    points: Annotated[int, Field(description="120 for a game in which one was ahead of everybody")]
    won: int
    played: int
    withdrawn: bool


class LeagueSeat(Answer):
    """``substitute``: a bot has taken over the seat. A seat without ``member`` belonged to a bot from the beginning."""

    seat: int
    member: str | None
    name: str
    substitute: bool
    points: int | None
    score: float | None
    won: bool | None


class LeagueGame(Answer):
    table: str
    due: float
    seats: list[LeagueSeat]


class LeagueRound(Answer):
    round: int
    games: list[LeagueGame]


class League(ListedLeague):
    club: str
    size: int
    days: float
    host: bool
    standings: list[LeagueStanding]
    played: Annotated[list[LeagueRound], Field(description="the newest round first")]


class Calendar(Answer):
    path: Annotated[str, Field(description="where calendar programs subscribe; whoever knows it can read the due dates")]
