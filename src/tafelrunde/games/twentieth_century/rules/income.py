"""Yield and recycling (20C-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame, Moves
from tafelrunde.games.twentieth_century.rules import narrate
from tafelrunde.games.twentieth_century.rules.registry import FRAMES, add_score, begin_phase
from tafelrunde.games.twentieth_century.state import CenturyState
from tafelrunde.games.twentieth_century.verbs import DONE


@FRAMES.auto("yield", "20C-5.1")
def take_yield(state: CenturyState, frame: Frame) -> None:
    """Income for all at once, then every seat's plants in a lane of its own (20C-5.1 to 5.4, R.29, R.52)."""
    begin_phase(state, "yield", "20C-R.52")
    full = state.full_round
    for seat in range(state.players):
        coins, science, prosperity = state.yields[seat]
        if full:
            state.coins[seat] += coins
            state.science[seat] += science
            if state.log is not None:
                state.emit("income", seat, "20C-5.1", coins=coins, science=science)
        elif state.log is not None:
            state.emit("no_income", seat, "20C-7.3")
        if prosperity or state.log is not None:
            add_score(state, seat, prosperity, "prosperity", "20C-5.2")
    if state.log is not None:
        state.emit("recycling_begins", None, "20C-R.29")
    state.push(("yield_end",))
    state.open_lanes([(("plants", seat, ()),) for seat in range(state.players)])


@FRAMES.asks("plants", "20C-5.4", answer=PUBLIC, moves=PUBLIC)
def ask_plants(state: CenturyState, frame: Frame) -> Moves:
    _, seat, used = frame
    garbage, citizens = state.garbage, state.citizens
    found = []
    for city, n, lands in state.regions[seat].plants:
        if citizens >> city & 1 and used.count(city) < n:
            for land in lands:
                if garbage[land]:
                    found.append(state.layout.of["plant"][city])
                    break
    return [DONE, *found] if found else ()


@FRAMES.resolves("plants")
def resolve_plants(state: CenturyState, frame: Frame, move: int) -> None:
    _, seat, used = frame
    if move == DONE:
        if state.log is not None:
            state.emit("recycling_stopped", seat, "20C-R.28")
        return
    city = state.layout.about[move]
    state.push(("clean", seat, city), ("plants", seat, (*used, city)))


def reach(state: CenturyState, seat: int, city: int) -> tuple[int, ...]:
    """The lands in reach of the plants in a city (20C-9.14)."""
    return next(lands for plant, _, lands in state.regions[seat].plants if plant == city)


@FRAMES.asks("clean", "20C-9.14", answer=PUBLIC, moves=PUBLIC)
def ask_clean(state: CenturyState, frame: Frame) -> Moves:
    _, seat, city = frame
    clean, garbage = state.layout.of["clean"], state.garbage
    return sorted(clean[land] for land in reach(state, seat, city) if garbage[land])


@FRAMES.describes("clean")
def describe_clean(state: CenturyState, frame: Frame) -> Mapping[str, Any]:
    tile, city = state.layout.city_name(frame[2])
    return {"tile": tile, "city": city}


@FRAMES.resolves("clean")
def resolve_clean(state: CenturyState, frame: Frame, move: int) -> None:
    _, seat, city = frame
    land = state.layout.about[move]
    state.garbage[land] -= 1
    if state.log is not None:
        narrate.cleaned(state, seat, city, land)


@FRAMES.auto("yield_end", "20C-5.11")
def yield_end(state: CenturyState, frame: Frame) -> None:
    if state.log is not None:
        state.emit("pawns_return", state.start, "20C-5.11")
