"""Taking a tile from wherever it lies, and putting it back (scenarios only)."""

from __future__ import annotations

from tafelrunde.core.errors import BadInput
from tafelrunde.games.twentieth_century.state import CenturyState


def _stack_of(state: CenturyState, tile: int) -> tuple[str, int, int]:
    """The field of its stacks, the number of its stack, and its number there."""
    land = tile < state.layout.lands
    number = tile if land else tile - state.layout.lands
    stacks = state.layout.land_stacks if land else state.layout.technology_stacks
    return ("land_decks" if land else "technology_decks"), next(i for i, stack in enumerate(stacks) if number in stack), number


def give_back(state: CenturyState, tile: int) -> None:
    """Shuffle a tile into its stack."""
    field, stack, number = _stack_of(state, tile)
    decks = list(getattr(state, field))
    decks[stack] = decks[stack].give_to_pool(number)
    setattr(state, field, tuple(decks))
    if tile < state.layout.lands:
        state.garbage[tile] = 0


def take(state: CenturyState, where: str, tile: int) -> None:
    """Take a tile from its stack, from a display or from those that left the game."""
    field, stack, number = _stack_of(state, tile)
    decks = list(getattr(state, field))
    if number in decks[stack].pool:
        decks[stack] = decks[stack].take_from_pool(number)
        setattr(state, field, tuple(decks))
    elif tile in state.gone:
        state.gone = tuple(other for other in state.gone if other != tile)
    elif tile in state.lands:
        state.lands = tuple(other for other in state.lands if other != tile)
    elif tile >= state.layout.lands and number in state.technologies:
        state.technologies = tuple(other for other in state.technologies if other != number)
    else:
        raise BadInput(where, f"the tile {state.layout.slugs[tile]} lies in a region or in a known place of its stack.")
