"""The places from which a scenario takes tiles and cards. When a scenario places a tile, it is removed from its old place."""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.core.decks import without
from tafelrunde.core.families import Family
from tafelrunde.core.patches import At
from tafelrunde.games.twentieth_century.state import CenturyState


def _stack(stacks: tuple[tuple[int, ...], ...], number: int) -> int:
    """The stack in which a tile or card begins; -1 for a start tile, which is in no stack."""
    return next((i for i, stack in enumerate(stacks) if number in stack), -1)


def _from(field: str) -> Callable[[CenturyState, int], bool]:
    """Remove a tile from a tuple of the state; ``False`` if it is not there."""

    def take(state: CenturyState, tile: int) -> bool:
        tiles: tuple[int, ...] = getattr(state, field)
        if tile in tiles:
            setattr(state, field, without(tiles, tile))
        return tile in tiles

    return take


_REMOVED = _from("gone")
LANDS = Family(
    lambda state: state.layout.slugs[: state.layout.lands],
    home=lambda state, land: ("land_decks", _stack(state.layout.land_stacks, land)),
    lends=(_REMOVED, _from("lands")),
    distinct=True,
)
TECHNOLOGIES = Family(
    lambda state: state.layout.slugs[state.layout.lands :],
    home=lambda state, technology: ("technology_decks", _stack(state.layout.technology_stacks, technology)),
    lends=(lambda state, technology: _REMOVED(state, state.layout.lands + technology), _from("technologies")),
    distinct=True,
)
CARDS = Family(
    lambda state: state.layout.card_slugs,
    home=lambda state, card: ("card_decks", _stack(state.layout.card_stacks, card)),
    distinct=True,
)


def fetch(state: CenturyState, at: At, tile: int) -> None:
    """Take a land, or a technology by its number as a tile, from a stack, a display or the tiles that left the game."""
    lands = state.layout.lands
    family, number = (LANDS, tile) if tile < lands else (TECHNOLOGIES, tile - lands)
    family.fetch(state, at, number)


def give_back(state: CenturyState, seat: int, tile: int) -> None:
    """Shuffle a seat's land or facility into its stack."""
    technology = tile - state.layout.lands
    if technology < 0:
        state.garbage[tile] = 0
        LANDS.give_back(state, (tile,))
    else:
        state.workshop[seat] = without(state.workshop[seat], technology)
        TECHNOLOGIES.give_back(state, (technology,))
