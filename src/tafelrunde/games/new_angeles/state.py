"""The state of a game of New Angeles: the city as bit masks, cards as numbers, the current deal, and the knowledge of each
seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tafelrunde.core.decks import Deck
from tafelrunde.core.state import State

if TYPE_CHECKING:
    from tafelrunde.games.new_angeles.layout import Layout
    from tafelrunde.games.new_angeles.numbers import Verbs

ANDROID, OUTAGE, ILLNESS, DEVELOPMENT, HUMAN_FIRST, ORGCRIME, PRISEC, PROTEST, STRIKE = range(9)
NOBODY = -1
NONE, MAIN, COUNTER = 0, 1, 2
"""The offer that a seat supports."""

Item = tuple[str, int]
"""Part of a trade: ``("capital", 3)`` or ``("asset", number)``."""
Trade = tuple[int, tuple[Item, ...], tuple[Item, ...], tuple[int, ...]]
"""Partner, goods given, goods requested, and the requested act: its move, or nothing. A proposal adds the ply of the
question."""

Promise = tuple[int, int, str, int, int, int, int]
"""(by, to, kind, what, deal, status, paid so far); the status is 0 open, 1 kept, 2 broken, 3 void."""


class AngelesState(State):
    """The state; ``city[piece]`` is a bit mask of districts, bit 0 for district 1; cards, assets and so on are numbers in
    file order."""

    __slots__ = (
        "active",
        "affected",
        "asset_deck",
        "backs_seen",
        "barred",
        "bets",
        "bound",
        "box",
        "capital",
        "city",
        "collected",
        "corporations",
        "deal",
        "dealt",
        "decks",
        "declared",
        "demand",
        "demand_deck",
        "discards",
        "drafts",
        "emergency_at",
        "emergency_up",
        "event_deck",
        "event_rise",
        "exhausted",
        "federal_end",
        "forced",
        "groups",
        "haas_paid",
        "hands",
        "holder",
        "illness_off",
        "investment_deck",
        "investments",
        "known",
        "layout",
        "locust",
        "main",
        "paid",
        "payments",
        "phase",
        "picked",
        "promises",
        "proposals",
        "raised",
        "refused",
        "resolver",
        "resolving",
        "revealed",
        "rival_known",
        "rivals",
        "round",
        "same",
        "scored",
        "sent_back",
        "side",
        "sorted_out",
        "spare",
        "supply",
        "support",
        "table_support",
        "threat",
        "track",
        "used",
        "verbs",
        "waived",
        "winner",
    )  # fmt: skip
    DERIVED = ("layout", "verbs")

    layout: Layout
    verbs: Verbs
    round: int
    """The space of the round track, 1 to 9; 0 during set-up."""
    phase: str
    active: int
    deal: int
    """The number of deals begun so far; promises refer to deals by this number."""

    # --- the city and the players' goods
    city: list[int]
    supply: list[int]
    threat: int
    raised: list[int]
    """The threat caused by the offers that each seat resolved; this is public information."""
    demand: int
    capital: list[int]
    corporations: list[int]
    emergency_at: list[int]
    """The seat with each emergency card in its play area; -1 if its corporation does not take part."""
    emergency_up: int
    holder: list[int]
    """The holder of each asset, or -1."""
    exhausted: int
    hands: list[tuple[int, ...]]
    rivals: tuple[int, ...]
    spare: int
    investments: tuple[int, ...]
    dealt: tuple[tuple[int, ...], ...]
    """The pairs of investments from which the seats are choosing."""
    scored: tuple[int, ...]
    """The investments revealed in the present demand round, until new ones are kept."""

    # --- decks
    decks: tuple[Deck, ...]
    discards: list[tuple[int, ...]]
    """The common discard pile by origin: the seats, then cards of unknown face, then open ones."""
    asset_deck: Deck
    track: tuple[int, ...]
    event_deck: Deck
    demand_deck: Deck
    investment_deck: Deck
    backs_seen: int
    """The number of event cards at the top whose back is public."""
    sorted_out: tuple[int, ...]
    """The discard pile that was last sorted face up (NA-2.2a)."""

    # --- the deal
    revealed: int
    main: int
    box: tuple[tuple[int, int], ...]
    """Counteroffers as (seat, card), the top one last."""
    support: list[tuple[int, ...]]
    side: list[int]
    table_support: tuple[tuple[int, int], ...]
    """Cards placed unseen by Isabel McGuire: (card, side)."""
    bets: tuple[tuple[int, int, int], ...]
    """Bets: which seat has named which seat as the winner, by which asset."""
    barred: int
    locust: int
    sent_back: int
    refused: int
    """A bit mask of the seats that have supported or abstained in this deal."""
    forced: int
    """A bit mask of the seats that have proposed a counteroffer in this deal."""
    declared: tuple[tuple[int, tuple[tuple[str, int], ...]], ...]
    """Declarations made for Caprice Nisei: (offer, answers); offer 0 is the main offer, n the n-th card of the box."""
    winner: int

    # --- the effect being resolved
    resolver: int
    resolving: int
    """The action card being resolved, or -1."""
    affected: bool
    illness_off: bool
    haas_paid: bool
    paid: bool
    """Whether the cost of a cost-and-benefit card was paid."""
    same: int
    picked: tuple[int, ...]
    collected: int
    bound: tuple[tuple[str, int], ...]
    event_rise: int

    # --- the turn and the end
    used: int
    """A bit mask of the End of Turn abilities used in this step."""
    waived: int
    federal_end: bool

    # --- what each seat knows, trades and promises
    known: tuple[tuple[tuple[int, int, int], ...], ...]
    groups: tuple[tuple[int, ...], ...]
    rival_known: tuple[tuple[tuple[int, int], ...], ...]
    drafts: tuple[Trade | tuple[()], ...]
    proposals: tuple[Trade | tuple[()], ...]
    promises: tuple[Promise, ...]
    payments: tuple[tuple[int, int, int], ...]
    """The trades in this deal: (from, to, capital)."""


def bits(mask: int) -> tuple[int, ...]:
    """The positions of the set bits in ascending order."""
    return _BITS[mask]


_BITS = tuple(tuple(i for i in range(10) if mask >> i & 1) for mask in range(1 << 10))
