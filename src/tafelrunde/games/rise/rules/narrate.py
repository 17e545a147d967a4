"""Log events about moving markers; called only if somebody reads the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tafelrunde.games.rise.frames import Advance
from tafelrunde.games.rise.state import (
    BANK,
    CULTURE,
    ENVIRONMENT,
    INDUSTRY,
    NOBODY,
    OFFICE,
    PRESS,
    SATISFACTION,
    SCHOOL,
    SCIENCE,
    TRACK_COUNT,
    TRACKS,
)

if TYPE_CHECKING:
    from tafelrunde.games.rise.state import RiseState


def track(number: int) -> str:
    return TRACKS[number]


def step(state: RiseState, seat: int, number: int, start: int, field: int) -> None:
    """Log one step to the right or along an arrow."""
    side = state.layout.tracks[number]
    ids = side.track.fields
    if state.pos[seat * TRACK_COUNT + number] != start:
        state.emit("returned", seat, "RISE-R.12", track=track(number))
    skipped = _skipped(state, start, field, number)
    if skipped:
        rule = "RISE-T.20" if len(skipped) > 1 else "RISE-PRS.3"
        state.emit("skipped", seat, rule, track=track(number), fields=[ids[i] for i in skipped])
    rule = _step_rule(state, seat, number, start, field)
    state.emit("step", seat, rule, track=track(number), field=ids[field], start=ids[start])
    if number == INDUSTRY:
        coins, points = state.layout.income[field]
        state.emit("income_set", seat, "RISE-T.31", coins=coins, points=points)
    elif number == CULTURE and field in state.layout.trade_field:
        state.emit("trade_unlocked", seat, "RISE-CUL.6", n=state.layout.trade_field[field].max)
    elif number == ENVIRONMENT:
        _penalty(state, seat, start, field)


def _skipped(state: RiseState, start: int, field: int, number: int) -> list[int]:
    """The occupied fields that were jumped over; none if one arrow leads straight to the target."""
    ways = state.layout.tracks[number].track.ways
    if field in ways[start]:
        return []
    for first in ways[start]:
        path = [first]
        while field not in ways[path[-1]] and len(ways[path[-1]]) == 1:
            path.append(ways[path[-1]][0])
        if field in ways[path[-1]]:
            return path
    return []


def _step_rule(state: RiseState, seat: int, number: int, start: int, field: int) -> str:
    """The most specific rule about entering this field."""
    side = state.layout.tracks[number]
    others = any(state.pos[other * TRACK_COUNT + number] == field for other in range(state.players) if other != seat)
    if number == SATISFACTION:
        return "RISE-SAT.1"
    if number == ENVIRONMENT:
        return "RISE-ENV.1"
    if number == SCIENCE and side.shortcuts.get(start) == field:
        return "RISE-SCI.2"
    if number == CULTURE and _tile_gone(state, field):
        return "RISE-CUL.5"
    if number == OFFICE:
        return "RISE-OFF.1"
    if number == BANK and side.is_leave:
        return "RISE-T.22"
    if others:  # on a press field another marker can only be one that waits to return
        return {SCHOOL: "RISE-SCH.2", PRESS: "RISE-R.13"}.get(number, "RISE-T.19")
    return side.board.fields[field].rule or "RISE-T.4"


def _tile_gone(state: RiseState, field: int) -> bool:
    tile_field = state.layout.tracks[CULTURE].board.fields[field].tile_slot == "culture"
    return tile_field and state.culture_slots[field] == NOBODY


def retreat(state: RiseState, seat: int, number: int, start: int, field: int, rule: str) -> None:
    """Log one forced step to the left."""
    ids = state.layout.tracks[number].track.fields
    kind, default = ("revolt", "RISE-T.9") if number == SATISFACTION else ("pollution", "RISE-T.8")
    state.emit(kind, seat, rule or default, field=ids[field], start=ids[start])
    if number == ENVIRONMENT:
        _penalty(state, seat, start, field)


_TAKEN = {"A": "RISE-ENV.2", "B1": "RISE-ENV.6", "B2": "RISE-ENV.8"}
_GIVEN_BACK = {"A": "RISE-ENV.4", "B1": "RISE-ENV.7"}


def _penalty(state: RiseState, seat: int, start: int, field: int) -> None:
    """Log the taking, turning and return of penalty tiles, which follow the environment marker."""
    old, new = state.layout.penalty[start], state.layout.penalty[field]
    if old == new:
        return
    if not new:
        state.emit("penalty_returned", seat, _GIVEN_BACK.get(old, "RISE-ENV.7"))
    elif old == "B2":
        state.emit("penalty_turned_back", seat, "RISE-ENV.10")
    elif old:
        state.emit("penalty_turned", seat, "RISE-ENV.8")
    else:
        state.emit("penalty_taken", seat, _TAKEN[new])


def left(state: RiseState, seat: int, number: int, field: int) -> None:
    """Log that a marker leaves a track; leaving between two steps of a move there has a separate rule."""
    side = state.layout.tracks[number]
    below = state.stack[-1] if state.stack else None
    rule = side.board.fields[field].leave_rule or side.board.leave_rule
    if isinstance(below, Advance) and below.seat == seat and below.track == number and below.taken:
        rule = "RISE-OFF.5" if number == OFFICE else "RISE-T.24"
    state.emit("left", seat, rule, track=track(number), field=side.track.fields[field])
