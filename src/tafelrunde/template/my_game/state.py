"""What My Game consists of: components, state, and who sees what."""

from __future__ import annotations

from msgspec import Struct

from tafelrunde.core.decks import Deck
from tafelrunde.core.families import Family, Pile
from tafelrunde.core.state import State
from tafelrunde.core.zone_kinds import board, seat
from tafelrunde.core.zones import shown

# --- components: the records of data/components.toml ---------------------------------------------


class Card(Struct, frozen=True):
    """A card: the points it is worth, and how many there are."""

    id: str
    points: int
    copies: int


class Parts(Struct, frozen=True):
    """The component file."""

    coins: int
    rounds: int
    card: list[Card]


# --- state: plain data by slot and annotation; clone and JSON are made from it -------------------


class MyGameState(State):
    __slots__ = ("bid", "card", "coins", "deck", "discard", "leader", "out", "points", "round", "start")
    round: int
    start: int
    """The seat that bids first."""
    coins: list[int]
    points: list[int]
    deck: Deck
    card: int
    """The card that is auctioned, -1 between auctions."""
    discard: tuple[int, ...]
    bid: int
    leader: int
    """Who bid highest, -1 while nobody did."""
    out: int
    """Who has passed, one bit for each seat."""


# --- zones: what lies where, who may see it, how a scenario sets it ------------------------------

CARDS = Family(
    lambda state: [card.id for card in state.game.parts.card],
    home=lambda state, card: ("deck", None),
    lends=("card", "discard"),
)
SEAT_ZONES = (
    shown(seat.number("points", "points", 0, 99), "track", high=20),
    seat.number("coins", "coins", 0, 99),
    seat.marked("passed", "out"),
)
BOARD_ZONES = (
    board.card("card", "card", CARDS),
    board.number("bid", "bid", 0, 99),
    board.cards("discard", "discard", CARDS, ordered=True),
    board.decks("decks", {"cards": Pile(CARDS, "deck")}),
)
