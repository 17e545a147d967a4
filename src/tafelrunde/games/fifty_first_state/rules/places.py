"""Locations in states: find, change and count them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelrunde.games.fifty_first_state.state import (
    REF,
    RUIN,
    STOCK,
    STORED,
    TOKEN_COUNT,
    USES,
    FiftyFirstState,
    Place,
)

if TYPE_CHECKING:
    from tafelrunde.games.fifty_first_state.rules.layout import Activation, Layout


class Facts:
    """The facts about the locations of one seat that the moves of a turn depend on.

    The facts are computed once for a tuple of locations and reused until it is replaced, because most turns do not change the
    other seats' locations.
    """

    __slots__ = (
        "actions",
        "categories",
        "places",
        "producing",
        "raids",
        "seat",
        "stock",
        "stock_mask",
        "storing",
        "thresholds",
        "weakening",
    )

    def __init__(self, layout: Layout, seat: int, places: tuple[Place, ...]) -> None:
        self.places = places
        self.seat = seat
        self.raids: dict[int, list[int]] = {}
        matching_of, activation_of, feature_of = layout.matching_of, layout.activation_of, layout.feature_of
        categories = weakening = stock_mask = 0
        storing = False
        stock: tuple[int, ...] = ()
        actions: list[Activation] = []
        producing: list[int] = []
        thresholds: list[int] = []
        for ref, uses, _, goods, _, _ in places:
            if uses < 0:
                categories = layout.every_category
                continue
            categories |= matching_of[ref]
            activation = activation_of[ref]
            if activation is not None:
                if uses < activation[0]:
                    actions.append(activation)
            elif feature_of[ref]:
                weakening += layout.weakens_of[ref]
                storing = storing or layout.storage_of[ref]
                if layout.threshold[layout.card_of[ref]] is not None:
                    thresholds.append(ref)
            else:
                producing.append(ref)
            if goods:
                stock += goods
                for good in goods:
                    stock_mask |= 1 << good
        self.categories = categories
        """Bit mask of the categories that match something here; a ruin matches everything (51S-3.12, 3.17, 3.18)."""
        self.producing = producing
        """Locations with a production in the production phase (51S-2.5)."""
        self.thresholds = thresholds
        """Features that depend on the goods produced (51S-CARD.produced_threshold)."""
        self.storing = storing
        """Whether a feature can store goods (51S-4.1)."""
        self.actions = actions
        """Action locations that can be used once more this round (51S-3.37)."""
        self.stock = stock
        """The goods of the lasting stock (51S-R.12)."""
        self.stock_mask = stock_mask
        self.weakening = weakening
        """By how much features reduce the resistance that the owner has to pay."""

    def moves_of_others(self, layout: Layout, key: int) -> list[int]:
        """The ways in which other seats may raze and use these locations (51S-3.28, 3.49); the result is cached in ``raids``.

        The key is twice the number of red contacts (-1 for too few), plus one with a worker.
        """
        red, worker = key >> 1, key & 1
        raid, use = layout.raid[self.seat], layout.use[self.seat]
        resistance_of, open_of, shield = layout.resistance_of, layout.open_of, layout.limits.defence_token_resistance
        moves = self.raids[key] = []
        for ref, uses, _, _, _, token in self.places:
            if uses >= 0:
                if red >= resistance_of[ref] + shield * token:
                    moves.append(raid + ref)
                if worker and not uses and open_of[ref]:
                    moves.append(use[ref])
        return moves


def facts(state: FiftyFirstState, seat: int) -> Facts:
    """The facts about the present locations of a seat."""
    found = state.facts[seat]
    places = state.states[seat]
    if found.places is not places:
        found = Facts(state.layout, seat, places)
        known = list(state.facts)
        known[seat] = found
        state.facts = tuple(known)
    return found


def find(state: FiftyFirstState, seat: int, ref: int) -> int:
    """The position of a standing location in a state, or -1."""
    for i, place in enumerate(state.states[seat]):
        if place[REF] == ref and place[USES] != RUIN:
            return i
    return -1


def change(state: FiftyFirstState, seat: int, position: int, *places: Place) -> None:
    """Replace one location by others (or by none)."""
    row = state.states[seat]
    state.states[seat] = row[:position] + places + row[position + 1 :]


def update(state: FiftyFirstState, seat: int, ref: int, field: int, value: Any) -> None:
    """Change one property of a location."""
    position = find(state, seat, ref)
    place = state.states[seat][position]
    change(state, seat, position, (*place[:field], value, *place[field + 1 :]))


def enter(state: FiftyFirstState, seat: int, card: int) -> int:
    """Append a new, unused location to a state; it gets the lowest free number of its card (51S-3.11)."""
    layout = state.layout
    ref = layout.first_ref[card]
    if layout.copies_on_table[card] > 1:
        taken = {place[REF] for place in state.states[seat] if place[USES] != RUIN}
        while ref in taken:
            ref += 1
    state.states[seat] += ((ref, 0, (), (), (), 0),)
    return ref


def fall_back(state: FiftyFirstState, seat: int, place: Place) -> dict[int, int]:
    """Return stock and stored goods to the owner's supply and remove use markers and tokens (51S-R.11); returns those goods."""
    fallen: dict[int, int] = {}
    for good in place[STOCK] + place[STORED]:
        state.supply[seat * TOKEN_COUNT + good] += 1
        fallen[good] = fallen.get(good, 0) + 1
    return fallen


def standing(state: FiftyFirstState, seat: int) -> list[Place]:
    """The locations of a state that are not ruins (51S-7.17)."""
    return [place for place in state.states[seat] if place[USES] != RUIN]


def of_category(state: FiftyFirstState, seat: int, bit: int) -> int:
    """The number of locations of a category in a state; ruins and deals do not count (51S-9.4)."""
    categories, card_of = state.layout.categories, state.layout.card_of
    return sum(1 for place in state.states[seat] if place[USES] != RUIN and categories[card_of[place[REF]]] & bit)


def opponents(state: FiftyFirstState, seat: int) -> list[int]:
    """The other seats that have not passed; only they can be targets (51S-3.60)."""
    return [other for other in range(state.players) if other != seat and not state.passed >> other & 1]
