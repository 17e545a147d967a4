"""The counts for scoring in a region (20C-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.state import CenturyState


def clean_lands(state: CenturyState, seat: int) -> int:
    return sum(not state.garbage[land] for land in state.regions[seat].lands)


def all_garbage(state: CenturyState, seat: int) -> int:
    """The garbage on the lands of a region; cubes in spent bins are gone (20C-R.37)."""
    return sum(state.garbage[land] for land in state.regions[seat].lands)


def working_plants(state: CenturyState, seat: int) -> int:
    return sum(n for city, n, _ in state.regions[seat].plants if state.citizens >> city & 1)


def section_value(state: CenturyState, seat: int) -> int:
    """The points for a clean land at the marker's field (20C-R.35)."""
    return state.layout.section[state.pollution[seat]]


def flower_value(state: CenturyState, seat: int) -> int:
    """The value of a field with the clean symbol, otherwise 0 (20C-R.36)."""
    field = state.pollution[seat]
    return state.layout.pollution[field] if field >= state.layout.flower_from else 0
