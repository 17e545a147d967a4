"""The types of RISE's keys under ``seats[i]`` and ``board`` (described in docs/games/rise.md)."""

from __future__ import annotations

from typing import TypedDict

from tafelrunde.core.view_types import DeckView


class Tracks(TypedDict):
    """The field of a seat's marker on each track."""

    satisfaction: str
    science: str
    culture: str
    politics: str
    environment: str
    school: str
    bank: str
    press: str
    industry: str
    office: str


class Money(TypedDict):
    coins: int
    points: int


class Seat(TypedDict):
    """``placement`` is the present cost of placing below each action card, with the points that would be exchanged."""

    points: int
    coins: int
    coin_limit: int
    vault_turned: bool
    tracks: Tracks
    exchange: Money
    income: Money
    placement: list[Money]
    penalty: str | None
    active_tiles: list[str]
    inactive_tiles: list[str]
    culture_tiles: list[str]


class Discards(TypedDict):
    actions: list[str]
    events: list[str]


class Board(TypedDict):
    """``factories`` contains the seats below each action card; ``school`` and ``culture`` contain the tiles by field."""

    sides: str
    actions: list[str | None]
    events: list[str | None]
    factories: list[list[int]]
    order: list[int | None]
    turn_order: list[int]
    school: dict[str, str]
    culture: dict[str, str]
    arrivals: dict[str, int]
    ranks: list[int]
    discards: Discards
    decks: dict[str, DeckView]
