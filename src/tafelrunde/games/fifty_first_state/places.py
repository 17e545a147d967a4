"""Locations in states: finding, changing, counting them."""

from __future__ import annotations

from typing import Any

from tafelrunde.games.fifty_first_state.state import REF, RUIN, STOCK, STORED, TOKEN_COUNT, USES, FiftyFirstState, Place


def find(state: FiftyFirstState, seat: int, ref: int) -> int:
    """The position of a standing location in a state, or -1."""
    for i, place in enumerate(state.states[seat]):
        if place[REF] == ref and place[USES] != RUIN:
            return i
    return -1


def change(state: FiftyFirstState, seat: int, position: int, *places: Place) -> None:
    """Put other locations (or none) in the place of one."""
    row = state.states[seat]
    state.states[seat] = row[:position] + places + row[position + 1 :]


def update(state: FiftyFirstState, seat: int, ref: int, field: int, value: Any) -> None:
    """Change one thing about a standing location."""
    position = find(state, seat, ref)
    place = state.states[seat][position]
    change(state, seat, position, (*place[:field], value, *place[field + 1 :]))


def enter(state: FiftyFirstState, seat: int, card: int) -> int:
    """A new location at the end of a state, unused; it is called by the lowest free number of its card (51S-3.11)."""
    layout = state.layout
    ref = layout.first_ref[card]
    taken = {place[REF] for place in state.states[seat] if place[USES] != RUIN}
    while ref in taken:
        ref += 1
    state.states[seat] += ((ref, 0, (), (), (), 0),)
    return ref


def fall_back(state: FiftyFirstState, seat: int, place: Place) -> dict[int, int]:
    """Stock and stored goods go to the owner's supply, use markers and tokens are gone (51S-R.11); what fell back."""
    fallen: dict[int, int] = {}
    for good in place[STOCK] + place[STORED]:
        state.supply[seat * TOKEN_COUNT + good] += 1
        fallen[good] = fallen.get(good, 0) + 1
    return fallen


def standing(state: FiftyFirstState, seat: int) -> list[Place]:
    """The locations of a state that are no ruins (51S-7.17)."""
    return [place for place in state.states[seat] if place[USES] != RUIN]


def of_category(state: FiftyFirstState, seat: int, bit: int) -> int:
    """How many locations of a state show a category; ruins and deals show none (51S-9.4)."""
    categories, card_of = state.layout.categories, state.layout.card_of
    return sum(1 for place in state.states[seat] if place[USES] != RUIN and categories[card_of[place[REF]]] & bit)


def opponents(state: FiftyFirstState, seat: int) -> list[int]:
    """The other seats that have not passed: only they can be aimed at (51S-3.60)."""
    return [other for other in range(state.players) if other != seat and not state.passed >> other & 1]
