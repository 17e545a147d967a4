"""Uses that change the track of a region or travel on it: bridges and locomotives (20C-8.B.3, 8.C.2, 9.16 to 9.25)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Moves
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.effects.base import OneTime, Repeat, use_up
from tafelrunde.games.twentieth_century.rules import narrate
from tafelrunde.games.twentieth_century.rules.administration import asks, set_region
from tafelrunde.games.twentieth_century.rules.country import bits
from tafelrunde.games.twentieth_century.rules.registry import FRAMES

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.rules.tiles import Bridge as LaidBridge
    from tafelrunde.games.twentieth_century.state import CenturyState


def bridges_of(state: CenturyState, seat: int, tile: int) -> tuple[LaidBridge, ...]:
    """The bridges on one tile of a region."""
    return tuple(bridge[1:] for bridge in state.bridges[seat] if bridge[0] == tile)


def point_names_of(state: CenturyState, seat: int, tile: int) -> tuple[str, ...]:
    """The names of a tile's points in its present rotation."""
    return state.layout.tiles[tile].names_by_turn[state.regions[seat].turn_of(tile)]


class Bridge(OneTime, frozen=True, tag="bridge"):
    """Place a bridge on one tile of the region."""

    verb: ClassVar[str] = "bridge"
    target: ClassVar[str] = "tile"
    rule: ClassVar[str] = "20C-8.B.3"
    worth: ClassVar[float] = 1.5
    bridges: ClassVar[int] = 1

    def moves(self, state: CenturyState, seat: int, technology: int) -> list[int]:
        """The moves for all tiles of the region on which a bridge can be placed."""
        layout, bridge = state.layout, state.layout.of["bridge"]
        return [bridge[tile] for tile, *_ in state.placed[seat] if layout.bridges_on(tile, bridges_of(state, seat, tile))]

    def use(self, state: CenturyState, seat: int, technology: int, about: int) -> None:
        state.stack.append(frames.BridgeBegin(seat, about))

    def bought(self, state: CenturyState, seat: int, technology: int) -> None:
        """Take one bridge from the common supply; if none is left, the technology gives none (20C-R.5)."""
        if state.bridges_left:
            state.bridges_left -= 1
            if state.log is not None:
                state.emit("bridge_taken", seat, "20C-8.B.3", n=state.bridges_left)
        else:
            state.spent[seat] |= 1 << technology
            if state.log is not None:
                state.emit("no_bridge", seat, "20C-R.5")


@asks(frames.BridgeBegin, "20C-9.18", answer=PUBLIC)
def ask_bridge_begin(state: CenturyState, frame: frames.BridgeBegin) -> Moves:
    seat, tile = frame.seat, frame.tile
    names, end = point_names_of(state, seat, tile), state.layout.end
    return [end[names[point]] for point in state.layout.bridges_on(tile, bridges_of(state, seat, tile))]


@FRAMES.resolves(frames.BridgeBegin)
def resolve_bridge_begin(state: CenturyState, frame: frames.BridgeBegin, move: int) -> None:
    seat, tile = frame.seat, frame.tile
    state.stack.append(frames.BridgeEnd(seat, tile, point_names_of(state, seat, tile).index(state.layout.point[move])))


@asks(frames.BridgeEnd, "20C-9.19", answer=PUBLIC)
def ask_bridge_end(state: CenturyState, frame: frames.BridgeEnd) -> Moves:
    seat, tile, begin = frame.seat, frame.tile, frame.begin
    names, end = point_names_of(state, seat, tile), state.layout.end
    return [end[names[point]] for point in state.layout.bridges_on(tile, bridges_of(state, seat, tile))[begin]]


def describe_bridge(state: CenturyState, frame: frames.TileFrame) -> Mapping[str, Any]:
    return {"tile": state.layout.slugs[frame.tile]}


FRAMES.describes(frames.BridgeBegin)(describe_bridge)
FRAMES.describes(frames.BridgeEnd)(describe_bridge)


@FRAMES.resolves(frames.BridgeEnd)
def resolve_bridge_end(state: CenturyState, frame: frames.BridgeEnd, move: int) -> None:
    seat, tile, begin = frame.seat, frame.tile, frame.begin
    end = point_names_of(state, seat, tile).index(state.layout.point[move])
    use_up(state, seat, Bridge)
    set_region(state, seat, state.regions[seat].bridged((tile, min(begin, end), max(begin, end)), state.layout.plan))
    if state.log is not None:
        narrate.bridge_laid(state, seat, tile, begin, end)


class Locomotive(Repeat, frozen=True, tag="locomotive"):
    """Move a citizen by rail to an empty city."""

    verb: ClassVar[str] = "locomotive"
    target: ClassVar[str] = "city"
    rule: ClassVar[str] = "20C-8.C.2"
    worth: ClassVar[float] = 1.2

    def moves(self, state: CenturyState, seat: int, technology: int) -> list[int]:
        locomotive = state.layout.of["locomotive"]
        return [locomotive[city] for city in bits(state.regions[seat].movable(state.citizens))]

    def use(self, state: CenturyState, seat: int, technology: int, about: int) -> None:
        state.stack.append(frames.Ride(seat, about))


@asks(frames.Ride, "20C-9.16", answer=PUBLIC)
def ask_ride(state: CenturyState, frame: frames.Ride) -> Moves:
    seat, city = frame.seat, frame.city
    to = state.layout.of["to"]
    return [to[target] for target in bits(state.regions[seat].targets(city, state.citizens))]


@FRAMES.describes(frames.Ride)
def describe_ride(state: CenturyState, frame: frames.Ride) -> Mapping[str, Any]:
    tile, city = state.layout.city_name(frame.city)
    return {"tile": tile, "city": city}


@FRAMES.resolves(frames.Ride)
def resolve_ride(state: CenturyState, frame: frames.Ride, move: int) -> None:
    seat, city = frame.seat, frame.city
    target, before = state.layout.about[move], state.worked[seat]
    use_up(state, seat, Locomotive)
    state.citizens ^= 1 << city | 1 << target
    if state.log is not None:
        technologies = state.layout.technologies
        again = any(isinstance(technologies[t].repeat, Locomotive) and before >> t & 1 for t in state.workshop[seat])
        narrate.rode(state, seat, city, target, again)
