"""Comparisons between seats: the happiest and the unhappiest population, and the players whom an event affects."""

from __future__ import annotations

from tafelrunde.games.rise.state import SATISFACTION, TRACK_COUNT, RiseState


def happiest(state: RiseState, seat: int) -> bool:
    """The seats right of the start with nobody further right; ties count (RISE-T.34)."""
    fields = state.pos[SATISFACTION::TRACK_COUNT]
    return fields[seat] > state.layout.starts[SATISFACTION] and fields[seat] == max(fields)


def happiest_alone(state: RiseState, seat: int) -> bool:
    """The seat that alone is happiest."""
    fields = state.pos[SATISFACTION::TRACK_COUNT]
    return happiest(state, seat) and fields.count(fields[seat]) == 1


def unhappiest(state: RiseState, seat: int) -> bool:
    """The seats left of the start with nobody further left; ties count (RISE-T.35)."""
    fields = state.pos[SATISFACTION::TRACK_COUNT]
    return fields[seat] < state.layout.starts[SATISFACTION] and fields[seat] == min(fields)


def affected(state: RiseState) -> tuple[int, ...]:
    """The seats whose factories are still below cards, in the order of the factories (RISE-D.10, D.11)."""
    return tuple([seat for below in state.factories for seat in below])
