"""Culture B: a tile or the field's effects (RISE-CUL.4, CUL.5)."""

from __future__ import annotations

from tafelrunde.core.frames import Frame
from tafelrunde.games.rise.registry import FRAMES, interrupts, resolves
from tafelrunde.games.rise.state import NOBODY, RiseState
from tafelrunde.games.rise.words import FIELD, PASS


@FRAMES.asks("culture_tile", "RISE-CUL.4")
def ask_culture_tile(state: RiseState, frame: Frame) -> tuple[int, ...]:
    """Either the tile or the field's effects, not both; nothing is asked once the tile is gone."""
    tile = state.culture_slots[frame[2]]
    if tile == NOBODY:
        return ()
    layout = state.layout
    return (layout.take_moves[tile], FIELD, *layout.tails_with_pass[interrupts(state, frame[1])])


@FRAMES.lapses("culture_tile")
def field_without_tile(state: RiseState, frame: Frame) -> None:
    """Later visitors have only the field's effects (RISE-CUL.5)."""
    state.stack.extend(frame[3])


@resolves("culture_tile")
def resolve_culture_tile(state: RiseState, frame: Frame, move: int) -> None:
    _, seat, field, effects = frame
    if move == FIELD:
        state.stack.extend(effects)
        if state.log is not None:
            state.emit("field_used", seat, "RISE-CUL.4")
    elif move == PASS:
        if state.log is not None:
            state.emit("forfeited", seat, "RISE-T.6")
    else:
        tile = state.culture_slots[field]
        state.culture_slots[field] = NOBODY
        state.culture_taken[seat] = tuple(sorted((*state.culture_taken[seat], tile)))
        if state.log is not None:
            state.emit("culture_tile_taken", seat, "RISE-CUL.4", culture_tile=state.layout.culture_ids[tile])


@FRAMES.describes("culture_tile")
def describe_culture_tile(state: RiseState, frame: Frame) -> dict[str, object]:
    return {"culture_tile": state.layout.culture_ids[state.culture_slots[frame[2]]]}
