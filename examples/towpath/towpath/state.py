"""What a game of Towpath consists of: components, state, and who sees what."""

from __future__ import annotations

from msgspec import Struct

from tafelrunde.core.decks import Deck
from tafelrunde.core.families import Family, Pile
from tafelrunde.core.state import State
from tafelrunde.core.zone_kinds import board, seat
from tafelrunde.core.zones import shown

# --- components: the records of data/components.toml ---------------------------------------------


class Tow(Struct, frozen=True):
    """A card: how far it tows a barge, and what all others earn meanwhile."""

    id: str
    steps: int
    wage: int
    copies: int


class Parts(Struct, frozen=True):
    """The component file."""

    coins: int
    rounds: int
    locks: list[int]
    lock_pays: int
    tow: list[Tow]


# --- state: plain data by slot and annotation; clone and JSON are made from it -------------------


class TowpathState(State):
    __slots__ = ("barge", "bid", "card", "coins", "deck", "discard", "leader", "out", "round", "start")
    round: int
    start: int
    """The seat that bids first."""
    coins: list[int]
    barge: list[int]
    """How far each barge has come."""
    deck: Deck
    card: int
    """The tow that is auctioned, -1 between auctions."""
    discard: tuple[int, ...]
    bid: int
    leader: int
    """Who bid highest, -1 while nobody did."""
    out: int
    """Who has passed, one bit for each seat."""


# --- zones: what lies where, who may see it, how a scenario sets it ------------------------------

TOWS = Family(
    lambda state: [tow.id for tow in state.game.parts.tow],
    home=lambda state, card: ("deck", None),
    lends=("tow", "discard"),
)
SEAT_ZONES = (
    shown(seat.number("barge", "barge", 0, 99), "track", high=40),
    seat.number("coins", "coins", 0, 99),
    seat.marked("passed", "out"),
)
BOARD_ZONES = (
    board.card("tow", "card", TOWS),
    board.number("bid", "bid", 0, 99),
    board.cards("discard", "discard", TOWS, ordered=True),
    board.decks("decks", {"tows": Pile(TOWS, "deck")}),
)
