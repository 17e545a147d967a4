"""The types of 51st State's keys under ``seats[i]`` and ``board`` (described in docs/games/fifty_first_state.md)."""

from __future__ import annotations

from typing import Literal, TypedDict

from tafelrunde.core.view_types import DeckView

Counts = dict[str, int]
"""Goods by name."""


class Place(TypedDict):
    """A location in a state."""

    card: str
    kind: Literal["production", "open_production", "feature", "action"]
    uses: int
    marks: Counts
    stock: Counts
    stored: Counts
    defence: bool
    resistance: int


class HandSize(TypedDict):
    """The number of cards of each kind; their backs distinguish location, blue and red cards."""

    locations: int
    blue: int
    red: int


class Seat(TypedDict):
    """``state`` contains the locations by card; a second copy is ``pub 2``."""

    faction: str | None
    points: int
    supply: Counts
    state: dict[str, Place]
    ruins: list[str]
    deals: list[str]
    rows_used: list[int]
    passed: bool
    produced: Counts
    hand_size: HandSize
    hand: list[str] | None
    given_back: list[str] | None


class Offer(TypedDict):
    blue: str | None
    red: str | None


class Piles(TypedDict):
    locations: list[str]
    blue: list[str]
    red: list[str]


class Decks(TypedDict):
    locations: DeckView
    blue: DeckView
    red: DeckView


class Redirected(TypedDict):
    """The production of a location of ``owner`` goes to another seat this round."""

    to: int
    owner: int
    location: str


class Board(TypedDict):
    deck: str
    first: int
    end_triggered: bool
    row: list[str]
    offer: Offer
    redirected: list[Redirected]
    discards: Piles
    decks: Decks
