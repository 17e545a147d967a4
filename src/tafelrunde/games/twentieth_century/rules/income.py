"""Yield and recycling (20C-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Moves
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.rules import narrate
from tafelrunde.games.twentieth_century.rules.registry import FRAMES, add_score, begin_phase
from tafelrunde.games.twentieth_century.state import CenturyState
from tafelrunde.games.twentieth_century.verbs import DONE


@FRAMES.auto(frames.Yield, "20C-5.1")
def take_yield(state: CenturyState, frame: frames.Yield) -> None:
    """Give all seats their income at once, then let every seat use its plants in its own lane (20C-5.1 to 5.4, R.29, R.52)."""
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
    state.push(frames.YieldEnd())
    state.open_lanes([(frames.Plants(seat, ()),) for seat in range(state.players)])


@FRAMES.asks(frames.Plants, "20C-5.4", answer=PUBLIC, moves=PUBLIC)
def ask_plants(state: CenturyState, frame: frames.Plants) -> Moves:
    seat, used = frame.seat, frame.used
    garbage, citizens = state.garbage, state.citizens
    found = []
    for city, n, lands in state.regions[seat].plants:
        if citizens >> city & 1 and used.count(city) < n:
            for land in lands:
                if garbage[land]:
                    found.append(state.layout.of["plant"][city])
                    break
    return [DONE, *found] if found else ()


@FRAMES.resolves(frames.Plants)
def resolve_plants(state: CenturyState, frame: frames.Plants, move: int) -> None:
    seat, used = frame.seat, frame.used
    if move == DONE:
        if state.log is not None:
            state.emit("recycling_stopped", seat, "20C-R.28")
        return
    city = state.layout.about[move]
    state.push(frames.Clean(seat, city), frames.Plants(seat, (*used, city)))


def reach(state: CenturyState, seat: int, city: int) -> tuple[int, ...]:
    """The lands in reach of the plants in a city (20C-9.14)."""
    return next(lands for plant, _, lands in state.regions[seat].plants if plant == city)


@FRAMES.asks(frames.Clean, "20C-9.14", answer=PUBLIC, moves=PUBLIC)
def ask_clean(state: CenturyState, frame: frames.Clean) -> Moves:
    seat, city = frame.seat, frame.city
    clean, garbage = state.layout.of["clean"], state.garbage
    return sorted(clean[land] for land in reach(state, seat, city) if garbage[land])


@FRAMES.describes(frames.Clean)
def describe_clean(state: CenturyState, frame: frames.Clean) -> Mapping[str, Any]:
    tile, city = state.layout.city_name(frame.city)
    return {"tile": tile, "city": city}


@FRAMES.resolves(frames.Clean)
def resolve_clean(state: CenturyState, frame: frames.Clean, move: int) -> None:
    seat, city = frame.seat, frame.city
    land = state.layout.about[move]
    state.garbage[land] -= 1
    if state.log is not None:
        narrate.cleaned(state, seat, city, land)


@FRAMES.auto(frames.YieldEnd, "20C-5.11")
def yield_end(state: CenturyState, frame: frames.YieldEnd) -> None:
    if state.log is not None:
        state.emit("pawns_return", state.start, "20C-5.11")
