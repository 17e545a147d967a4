"""The state of a game of RISE: positions, coins, tiles and cards, without derived data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tafelrunde.core.decks import Deck
from tafelrunde.core.state import State

if TYPE_CHECKING:
    from tafelrunde.games.rise.rules.layout import Layout

TRACKS = ("satisfaction", "science", "culture", "politics", "environment", "school", "bank", "press", "industry", "office")
"""The ten tracks in the order of RISE-T.1."""
SATISFACTION, SCIENCE, CULTURE, POLITICS, ENVIRONMENT, SCHOOL, BANK, PRESS, INDUSTRY, OFFICE = range(10)
TRACK_COUNT = 10
NOBODY = -1
"""An empty order field, tile field or card place."""
FIRST, LATER, CHOSEN, RUN = 0, 1, 2, 3
"""The origin of the next step of an advance: the first one, a later one, one that was just chosen, or that of a school tile
just run."""


class RiseState(State):
    """The state; ``pos[seat * 10 + track]`` is the field of a marker, cards and tiles are numbers in file order."""

    __slots__ = (
        "action_decks",
        "action_discard",
        "actions_row",
        "arrivals",
        "changes",
        "coins",
        "culture_slots",
        "culture_taken",
        "event_deck",
        "event_discard",
        "events_row",
        "factories",
        "layout",
        "offered",
        "order",
        "phase",
        "pos",
        "ranks",
        "ready",
        "round",
        "school_slots",
        "turn_order",
        "used",
        "vault",
        "vp",
    )  # fmt: skip
    DERIVED = ("layout",)

    layout: Layout
    round: int
    phase: str
    pos: list[int]
    coins: list[int]
    vp: list[int]
    vault: list[int]
    """1 if the vault is turned to its greater limit."""
    ready: list[tuple[int, ...]]
    """Each seat's active school tiles."""
    used: list[tuple[int, ...]]
    """Each seat's inactive school tiles."""
    culture_taken: list[tuple[int, ...]]
    school_slots: list[int]
    culture_slots: list[int]
    arrivals: list[int]
    """The number of markers that have reached each field with arrival bonuses (RISE-POL.2)."""
    ranks: int
    """A bit mask of the ranks whose income was triggered (RISE-POL.6)."""
    actions_row: list[int]
    events_row: list[int]
    factories: list[tuple[int, ...]]
    """The seats below each action card, from left to right."""
    order: list[int]
    """The seats on the order fields."""
    turn_order: tuple[int, ...]
    action_decks: tuple[Deck, ...]
    event_deck: Deck
    action_discard: tuple[int, ...]
    event_discard: tuple[int, ...]
    changes: int
    """The number of answers that changed something; a change may make it worthwhile to ask a window again (RISE-R.43)."""
    offered: list[tuple[int, ...]]
    """The last offer to each seat beside a decision or in a window (:func:`~tafelrunde.games.rise.rules.registry.offer`)."""
