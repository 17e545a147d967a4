"""The types of 20th Century's keys under ``seats[i]`` and ``board`` (described in docs/games/twentieth_century.md)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from tafelrunde.core.view_types import DeckView


class Goods(TypedDict):
    coins: int
    science: int
    prosperity: int


class Laid(TypedDict):
    """A tile in a region; lands also contain citizens and garbage."""

    cell: tuple[int, int]
    turn: int
    bridges: list[tuple[str, str]]
    citizens: NotRequired[list[str]]
    garbage: NotRequired[int]


class Unlaid(TypedDict):
    garbage: NotRequired[int]


class Technology(TypedDict):
    """Whether its one-time effect is spent, and whether its repeated one was used this round."""

    spent: NotRequired[bool]
    used: NotRequired[bool]


class ColumnBid(TypedDict):
    column: int
    bid: int


class Service(TypedDict):
    """A facility that increases the yield of a city, and the route between them."""

    facility: str
    city: str
    good: Literal["coins", "science", "prosperity"]
    way: list[str]


class Line(TypedDict):
    """Cities between which a locomotive can travel, and the segments of track that join them."""

    cities: list[str]
    track: list[str]


class Track(TypedDict):
    """The connections by track in a region; points have the names of their tile's sheet, cities are ``tile city``."""

    worth: dict[str, Goods]
    dead_ends: dict[str, list[int]]
    services: list[Service]
    reach: dict[str, dict[str, list[str]]]
    lines: list[Line]


class Seat(TypedDict):
    """``plants`` are the operational plants with the lands in their reach, ``lines`` the cities that a locomotive connects."""

    points: int
    coins: int | None
    science: int | None
    pollution: int
    yields: Goods
    prospect: Goods
    region: dict[str, Laid]
    unlaid: dict[str, Unlaid]
    loose_citizens: list[str]
    waiting_garbage: int
    bought: list[str]
    technologies: dict[str, Technology]
    plants: dict[str, list[str]]
    lines: list[list[str]]
    track: Track
    auction: Literal["in", "passed", "quit"]
    disaster: ColumnBid | None
    garbage: int
    clean_lands: int


class OnOffer(TypedDict):
    land: str
    bid: int
    bidder: int


class Damage(TypedDict):
    garbage: int
    pollution: int
    lowest_bid: int


class Disaster(TypedDict):
    card: str
    columns: dict[str, Damage]


class Board(TypedDict):
    start_player: int
    lands: list[str]
    technologies: list[str]
    minimum_bid: int | None
    price: int | None
    marker: int | None
    on_offer: OnOffer | None
    disaster: Disaster | None
    scoring_cards: list[str]
    bridges: int
    ordered: bool
    working: list[int]
    removed: list[str]
    past_disasters: list[str]
    decks: dict[str, DeckView]
