"""The state of a game of 51st State: supplies, hands, states, deals and piles, without derived data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tafelrunde.core.decks import Deck
from tafelrunde.core.state import State

if TYPE_CHECKING:
    from tafelrunde.games.fifty_first_state.rules.layout import Layout
    from tafelrunde.games.fifty_first_state.rules.places import Facts

TOKEN_COUNT = 12
"""Goods that are kept in a supply; cards and points are not."""
GOOD_COUNT = 14
NOBODY = -1
"""An empty place or an empty offer."""

REF: Final = 0
USES: Final = 1
MARKS: Final = 2
STOCK: Final = 3
STORED: Final = 4
SHIELD: Final = 5
"""A location in a state: the copy of the card, the number of uses this round, the goods that mark the uses, its lasting
stock, goods stored during clean-up, and 1 with a defence token. A ruin has ``RUIN`` uses and nothing else."""
RUIN = -1

Place = tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...], int]
Goods = tuple[tuple[int, int], ...]
"""(good, quantity) in the order of the goods."""


class FiftyFirstState(State):
    """``supply[seat * 12 + good]`` counts tokens; cards are numbers in file order, with connection cards after locations."""

    __slots__ = (
        "aside", "connection_decks", "connection_discards", "deals", "deck", "discard", "factions", "facts", "first", "hands",
        "known", "layout", "offer", "passed", "phase", "produced", "redirected", "round", "row", "rows_used", "states", "supply",
        "triggered", "vp",
    )  # fmt: skip
    DERIVED = ("layout", "facts")

    layout: Layout
    facts: tuple[Facts, ...]
    """The cached facts about the locations of each seat; ``places.facts`` updates them."""
    round: int
    phase: str
    first: int
    triggered: bool
    passed: int
    """Bit mask of the seats that have passed this round."""
    factions: tuple[int, ...]
    supply: list[int]
    produced: list[int]
    """``produced[seat * 14 + good]``: units produced this round (51S-R.28)."""
    vp: list[int]
    hands: list[tuple[int, ...]]
    known: list[tuple[int, ...]]
    """The cards of a hand that everybody saw being taken. Views show only counts, but other players can remember them."""
    aside: list[tuple[int, ...]]
    """The cards that a seat gives back at set-up, hidden until all have chosen (51S-S.8)."""
    states: list[tuple[Place, ...]]
    deals: list[tuple[int, ...]]
    rows_used: list[int]
    """Bit mask of the faction rows a seat has used this round."""
    row: tuple[int, ...]
    offer: list[int]
    """The connection cards on offer, blue and red."""
    redirected: tuple[tuple[int, int, int], ...]
    """(receiver, owner, location): the targets of Suppliers in this production phase."""
    deck: Deck
    discard: tuple[int, ...]
    connection_decks: tuple[Deck, ...]
    connection_discards: list[tuple[int, ...]]
