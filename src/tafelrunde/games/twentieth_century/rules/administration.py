"""Administration: waste, new tiles, citizens; every seat acts in its own lane (20C-4).

A seat may demand order before its own first step (20C-4.2, R.1). The demand is a free move, because it does not answer the
seat's question. From then on all lanes but one wait.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import WAIT, Known, Moves
from tafelrunde.core.seats import clockwise
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.rules import narrate
from tafelrunde.games.twentieth_century.rules.country import Region
from tafelrunde.games.twentieth_century.rules.registry import FRAMES, begin_phase
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS
from tafelrunde.games.twentieth_century.state import CenturyState
from tafelrunde.games.twentieth_century.verbs import DEMAND

F = TypeVar("F", bound=frames.SeatFrame)
Rule = str | Callable[[CenturyState, Any], str]


def asks(
    kind: type[F], rule: Rule, answer: str, moves: str | Known = PUBLIC
) -> Callable[[Callable[[CenturyState, F], Moves]], Callable[[CenturyState, F], Moves]]:
    """Register a question of the administration; while order is demanded it waits for the seat's turn."""

    def register(ask: Callable[[CenturyState, F], Moves]) -> Callable[[CenturyState, F], Moves]:
        def ask_in_order(state: CenturyState, frame: F) -> Moves:
            if state.ordered and on_turn(state) != frame.seat:
                return WAIT
            return ask(state, frame)

        return FRAMES.asks(kind, rule, answer, moves)(ask_in_order)

    return register


@FRAMES.auto(frames.Administration, "20C-4.1")
def administration(state: CenturyState, frame: frames.Administration) -> None:
    """Open a lane for every seat, each with waste, tiles and citizens, technologies (20C-4.1, 4.3)."""
    begin_phase(state, "administration", "20C-4.1" if state.full_round else "20C-1.3")
    state.working = (1 << state.players) - 1
    state.stepped = 0
    state.ordered = False
    state.worked = [0] * state.players
    state.open_lanes([(frames.Technologies(seat), frames.Tiles(seat), frames.Waste(seat)) for seat in range(state.players)])


# --- order -----------------------------------------------------------------------------------------


def on_turn(state: CenturyState) -> int:
    """The first seat in the order of administration that has not finished: from the leftmost column clockwise."""
    return next(seat for seat in clockwise(state.players, state.start) if state.working >> seat & 1)


def earlier_at_work(state: CenturyState, seat: int) -> bool:
    order = clockwise(state.players, state.start)
    return any(state.working >> other & 1 for other in order[: order.index(seat)])


def may_demand(state: CenturyState, seat: int) -> bool:
    """Whether a seat may demand order now (20C-R.1)."""
    free = state.phase == "administration" and not state.ordered and seat in state.asked
    return free and not state.stepped >> seat & 1 and earlier_at_work(state, seat)


def free_moves(state: CenturyState, seat: int) -> Moves:
    return (DEMAND,) if may_demand(state, seat) else ()


def demand(state: CenturyState, seat: int) -> None:
    state.ordered = True
    if state.log is not None:
        state.emit("demanded", seat, "20C-4.2", other=on_turn(state))


# --- waste -----------------------------------------------------------------------------------------


def waste_lands(state: CenturyState, seat: int) -> tuple[int, ...]:
    """The lands where waiting garbage may go: lands of this round, or the region if there are none (20C-4.6, 4.7)."""
    return state.bought[seat] or state.regions[seat].lands


@asks(frames.Waste, lambda state, frame: "20C-4.6" if state.bought[frame.seat] else "20C-4.7", answer=PUBLIC)
def ask_waste(state: CenturyState, frame: frames.Waste) -> Moves:
    seat = frame.seat
    if not state.waiting[seat]:
        return ()
    garbage = state.layout.of["garbage"]
    return [garbage[land] for land in waste_lands(state, seat)]


@FRAMES.describes(frames.Waste)
def describe_waste(state: CenturyState, frame: frames.Waste) -> Mapping[str, Any]:
    return {"n": state.waiting[frame.seat]}


@FRAMES.resolves(frames.Waste)
def resolve_waste(state: CenturyState, frame: frames.Waste, move: int) -> None:
    state.stepped |= 1 << frame.seat
    place_waste(state, frame, move)


@FRAMES.forces(frames.Waste)
def place_waste(state: CenturyState, frame: frames.Waste, move: int) -> None:
    """Place one cube on a land; if no other land can take it, this does not count as a step of the seat (20C-R.1)."""
    seat, land = frame.seat, state.layout.about[move]
    state.waiting[seat] -= 1
    state.garbage[land] += 1
    if state.log is not None:
        rule = "20C-R.23" if state.bought[seat] else "20C-4.4"
        state.emit("garbage_placed", seat, rule, tile=state.layout.slugs[land], n=state.garbage[land])
    state.stack.append(frame)


# --- tiles and citizens ----------------------------------------------------------------------------


def _tiles_rule(state: CenturyState, frame: frames.Tiles) -> str:
    unlaid, loose = state.unlaid[frame.seat], state.loose[frame.seat]
    if unlaid and loose:
        return "20C-R.24"
    return "20C-4.10" if unlaid else "20C-4.11"


@asks(frames.Tiles, _tiles_rule, answer=PUBLIC)
def ask_tiles(state: CenturyState, frame: frames.Tiles) -> Moves:
    seat = frame.seat
    unlaid, loose = state.unlaid[seat], state.loose[seat]
    if not unlaid and not loose:
        return ()
    layout = state.layout
    lay, citizen = layout.of["lay"], layout.of["citizen"]
    found = [lay[tile] for tile in unlaid]
    for tile in loose:
        found += [citizen[tile * CITY_BITS + city] for city in range(len(layout.tiles[tile].cities))]
    return found


@FRAMES.resolves(frames.Tiles)
def resolve_tiles(state: CenturyState, frame: frames.Tiles, move: int) -> None:
    seat, key = frame.seat, state.layout.about[move]
    state.stack.append(frame)
    if state.layout.of["lay"].get(key) == move:
        state.stack.append(frames.Cell(seat, key))
        return
    state.stepped |= 1 << seat
    place_citizen(state, seat, key)


def place_citizen(state: CenturyState, seat: int, city: int) -> None:
    """Put the citizen of a new land on one of its cities (20C-4.11)."""
    tile = city // CITY_BITS
    state.loose[seat] = tuple(other for other in state.loose[seat] if other != tile)
    state.citizens |= 1 << city
    if state.log is not None:
        name, called = state.layout.city_name(city)
        state.emit("citizen_placed", seat, "20C-4.11", tile=name, city=called)
        narrate.city_works(state, seat, city)


@asks(frames.Cell, "20C-9.3", answer=PUBLIC)
def ask_cell(state: CenturyState, frame: frames.Cell) -> Moves:
    first = state.layout.cell
    return [first + cell for cell in state.regions[frame.seat].frontier]


@FRAMES.describes(frames.Cell)
def describe_cell(state: CenturyState, frame: frames.Cell) -> Mapping[str, Any]:
    return {"tile": state.layout.slugs[frame.tile]}


@FRAMES.resolves(frames.Cell)
def resolve_cell(state: CenturyState, frame: frames.Cell, move: int) -> None:
    state.stack.append(frames.Turn(frame.seat, frame.tile, move - state.layout.cell))


@asks(frames.Turn, "20C-9.2", answer=PUBLIC)
def ask_turn(state: CenturyState, frame: frames.Turn) -> Moves:
    return state.layout.turns


@FRAMES.describes(frames.Turn)
def describe_turn(state: CenturyState, frame: frames.Turn) -> Mapping[str, Any]:
    x, y = state.layout.cell_at(frame.cell)
    return {"tile": state.layout.slugs[frame.tile], "x": x, "y": y}


@FRAMES.resolves(frames.Turn)
def resolve_turn(state: CenturyState, frame: frames.Turn, move: int) -> None:
    seat, tile, cell = frame.seat, frame.tile, frame.cell
    x, y = state.layout.cell_at(cell)
    state.stepped |= 1 << seat
    lay_tile(state, seat, tile, x, y, move - state.layout.turn)


def lay_tile(state: CenturyState, seat: int, tile: int, x: int, y: int, turn: int) -> None:
    """Place a land or a facility permanently in the region (20C-9.3 to 9.5)."""
    before = state.regions[seat]
    set_region(state, seat, before.lay(state.layout.plan(tile), x, y, turn))
    state.unlaid[seat] = tuple(other for other in state.unlaid[seat] if other != tile)
    if state.log is not None:
        narrate.tile_laid(state, seat, tile, x, y, turn)
    here = state.layout.tiles[tile]
    if here.is_land:
        if len(here.cities) > 1:
            state.loose[seat] = (*state.loose[seat], tile)
        else:
            place_citizen(state, seat, tile * CITY_BITS)


def set_region(state: CenturyState, seat: int, region: Region) -> None:
    """Store a region and its saved fields."""
    state.regions = (*state.regions[:seat], region, *state.regions[seat + 1 :])
    state.placed[seat] = region.placed
    state.bridges[seat] = region.bridges


def end_administration(state: CenturyState, seat: int) -> None:
    """Set the yield tracks and finish the seat's administration (20C-4.17)."""
    state.working &= ~(1 << seat)
    state.yields[seat] = state.regions[seat].yields(state.citizens)
    if state.log is not None:
        narrate.yields_set(state, seat)
        state.emit("administration_ended", seat, "20C-4.3")
