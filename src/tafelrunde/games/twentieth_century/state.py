"""The state of a game of 20th Century: goods, lands and boards; connections are derived from the placed tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tafelrunde.core.decks import Deck
from tafelrunde.core.state import State

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.rules.country import Region
    from tafelrunde.games.twentieth_century.rules.layout import Layout

NOBODY = -1
"""No seat, tile, card or column."""


class CenturyState(State):
    """The state. Lands and technologies are numbered in file order; technology ``t`` is tile ``layout.lands + t`` in a
    region.

    A tile exists only once, so garbage is stored by land and citizens by city for the whole table: bit ``4 * land + city``.
    """

    __slots__ = (
        "bid",
        "bidder",
        "bought",
        "bridges",
        "bridges_left",
        "card",
        "card_decks",
        "citizens",
        "coins",
        "column",
        "garbage",
        "gone",
        "gone_cards",
        "in_auction",
        "land_decks",
        "lands",
        "last_quit",
        "layout",
        "loose",
        "marker",
        "on_offer",
        "ordered",
        "passed",
        "phase",
        "placed",
        "pollution",
        "regions",
        "round",
        "science",
        "score",
        "scoring",
        "spent",
        "stake",
        "start",
        "stepped",
        "technologies",
        "technology_decks",
        "unlaid",
        "waiting",
        "worked",
        "working",
        "workshop",
        "yields",
    )
    DERIVED = ("layout", "regions")

    layout: Layout
    regions: tuple[Region, ...]
    """Each seat's region with its connections; replaced, never edited."""
    round: int
    phase: str
    start: int
    """The start player of the round, of the next auction, and of the order of administration (20C-S.10)."""
    coins: list[int]
    science: list[int]
    score: list[int]
    pollution: list[int]
    """The field of each marker, 0 the dirtiest."""
    yields: list[tuple[int, int, int]]
    """The yield tracks: coins, science, prosperity."""
    placed: list[tuple[tuple[int, int, int, int], ...]]
    """Each region: (tile, column, row, quarter turns)."""
    bridges: list[tuple[tuple[int, int, int], ...]]
    """Each region's bridges: (tile, point, point)."""
    garbage: list[int]
    """The number of cubes on each land, placed or not."""
    citizens: int
    waiting: list[int]
    """Garbage to be placed in the administration phase."""
    bought: list[tuple[int, ...]]
    """Each seat's lands of this round, in the order of purchase."""
    unlaid: list[tuple[int, ...]]
    """Lands and facilities that are not yet placed."""
    loose: list[tuple[int, ...]]
    """Placed lands whose citizen has no city yet."""
    workshop: list[tuple[int, ...]]
    """Each seat's technologies, including facilities, in the order of purchase."""
    spent: list[int]
    """Bit masks of technologies whose one-time use is over."""
    worked: list[int]
    """Bit masks of technologies whose repeat use is over for this phase."""
    lands: tuple[int, ...]
    """The land display."""
    technologies: tuple[int, ...]
    """The technology display."""
    marker: int
    """The field of the technology marker, 0 for the leftmost."""
    bridges_left: int
    in_auction: int
    """Bit mask of the seats that have not quit."""
    passed: int
    """Bit mask of the seats that have passed on the land on offer."""
    on_offer: int
    bid: int
    bidder: int
    last_quit: int
    card: int
    """The open disaster card."""
    column: list[int]
    """The disaster column of each pawn."""
    stake: list[int]
    """The science bid with this pawn."""
    working: int
    """A bit mask of the seats whose administration has not ended."""
    stepped: int
    """A bit mask of the seats that have made a step of it."""
    ordered: bool
    """Whether order has been demanded (20C-4.2)."""
    scoring: tuple[int, ...]
    """The open scoring cards."""
    land_decks: tuple[Deck, ...]
    technology_decks: tuple[Deck, ...]
    card_decks: tuple[Deck, ...]
    gone: tuple[int, ...]
    """Tiles (lands, and technologies as ``layout.lands + t``) that have left the game face up."""
    gone_cards: tuple[int, ...]

    @property
    def full_round(self) -> bool:
        """Whether this is a full round, in which lands and technologies are sold (20C-1.3)."""
        return "setup" in self.layout.rounds[self.round - 1].phases
