"""The types of New Angeles' keys under ``seats[i]`` and ``board`` (described in docs/games/new_angeles.md)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from tafelrunde.core.view_types import DeckView

Side = Literal["main", "counter"]
Trade = TypedDict("Trade", {"with": int, "gives": list[str], "asks": list[str]})


class KnownCard(TypedDict):
    """A card that the seat has seen in another hand; not ``certain`` once cards have left that hand unseen."""

    seat: int
    card: str
    certain: bool


class KnownRival(TypedDict):
    """The possible places of a rival card: ``spare`` or ``seat 2``."""

    rival: str
    places: list[str]


class Knows(TypedDict):
    """The cards that a seat has seen besides its own; ``null`` stands for an event that it has not seen."""

    hands: list[KnownCard]
    rivals: list[KnownRival]
    events: list[str | None]
    events_under: list[str | None]
    rejected: list[str]


class Seat(TypedDict):
    """For viewers who may not see the cards, ``hand``, ``choosing`` and ``support`` are their number."""

    corporation: str | None
    capital: int
    threat_raised: int
    hand: list[str] | int
    hand_size: int
    hand_limit: int
    assets: list[str]
    exhausted: list[str]
    emergencies: dict[str, Literal["up", "down"]]
    rival: str | None
    investment: str | None
    scored: str | None
    choosing: list[str] | int
    supports: Side | None
    support: list[str] | int
    proposal: Trade | None
    draft: Trade | None
    barred: bool
    knows: Knows | None


class District(TypedDict):
    android: bool
    outage: bool
    illness: bool
    development: bool
    human_first: bool
    orgcrime: bool
    prisec: bool
    unrest: Literal["stable", "protest", "strike"]
    tier: int
    to: int


class Resources(TypedDict):
    energy: int
    consumables: int
    tech: int
    entertainment: int
    credits: int


class Pieces(TypedDict):
    android: int
    outage: int
    illness: int
    development: int
    human_first: int
    orgcrime: int
    prisec: int


class BoxCard(TypedDict):
    seat: int
    card: str


class Bet(TypedDict):
    """A seat's bet on the winner of the deal."""

    seat: int
    on: int


class Declared(TypedDict):
    offer: Side
    moves: list[str]


class Offer(TypedDict):
    main: str | None
    counter: str | None
    counter_by: int | None
    box: list[BoxCard]
    support_main: int
    support_counter: int
    kept_from_counter: list[int]
    bets: list[Bet]
    declared: list[Declared]
    winner: Side | None


class Promise(TypedDict):
    by: int
    to: int
    promise: Literal["support", "oppose", "pay", "no_counter", "give"]
    leader: NotRequired[int]
    n: NotRequired[int]
    asset: NotRequired[str]
    deal: int
    status: Literal["open", "kept", "broken", "void"]


class Board(TypedDict):
    space: str | None
    deal: int
    active: int
    threat: int
    districts: dict[str, District]
    supply: Resources
    targets: Resources
    demand: str
    demand_threat: int
    turn_track: list[str] | int
    revealed: str | None
    offer: Offer
    promises: list[Promise]
    event_backs: list[str]
    events_under: list[str]
    fronts_under: list[str | None]
    discard_pile: list[str] | int
    sorted_out: list[str]
    reserve: Pieces
    spare_rival: str | None
    decks: dict[str, DeckView]
