"""The use of technologies at the end of an administration (20C-8.B, 8.C)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame, Moves
from tafelrunde.games.twentieth_century import narrate
from tafelrunde.games.twentieth_century.administration import asks, end_administration, set_region
from tafelrunde.games.twentieth_century.country import bits
from tafelrunde.games.twentieth_century.registry import FRAMES, add_score, move_marker, open_money
from tafelrunde.games.twentieth_century.state import CenturyState
from tafelrunde.games.twentieth_century.tiles import CITY_BITS, Bridge
from tafelrunde.games.twentieth_century.words import DONE

# --- what can be used ------------------------------------------------------------------------------


def unused(state: CenturyState, seat: int, kind: str) -> int:
    """A technology of that kind the seat can still use, or -1; copies of a kind without cost are interchangeable."""
    technologies = state.layout.technologies
    for technology in state.workshop[seat]:
        facts = technologies[technology]
        if facts.one_time == kind and not state.spent[seat] >> technology & 1:
            return technology
        if facts.repeat == kind and not state.worked[seat] >> technology & 1:
            return technology
    return -1


def affordable(state: CenturyState, seat: int, technology: int) -> bool:
    facts = state.layout.technologies[technology]
    return state.coins[seat] >= facts.coins and state.science[seat] >= facts.science


def dirty(state: CenturyState, seat: int) -> list[int]:
    """The lands of the region with garbage."""
    garbage = state.garbage
    return [land for land in state.regions[seat].lands if garbage[land]]


def empty_cities(state: CenturyState, seat: int) -> int:
    return state.regions[seat].cities & ~state.citizens


def bridges_of(state: CenturyState, seat: int, tile: int) -> tuple[Bridge, ...]:
    """The bridges on one tile of a region."""
    return tuple(bridge[1:] for bridge in state.bridges[seat] if bridge[0] == tile)


def bridge_tiles(state: CenturyState, seat: int) -> list[int]:
    """The tiles of the region on which a bridge can be laid."""
    return [tile for tile, *_ in state.placed[seat] if state.layout.bridges_on(tile, bridges_of(state, seat, tile))]


def point_names_of(state: CenturyState, seat: int, tile: int) -> tuple[str, ...]:
    """What the points of a laid tile are called as it lies."""
    return state.layout.tiles[tile].names_by_turn[state.regions[seat].turn_of(tile)]


def _worker(state: CenturyState, seat: int) -> list[int]:
    worker = state.layout.of["worker"]
    return [worker[city] for city in bits(empty_cities(state, seat))]


def _bridge(state: CenturyState, seat: int) -> list[int]:
    bridge = state.layout.of["bridge"]
    return [bridge[tile] for tile in bridge_tiles(state, seat)]


def _sorting(state: CenturyState, seat: int) -> list[int]:
    sort = state.layout.of["sort"]
    return [sort[land] for land in dirty(state, seat)]


def _locomotive(state: CenturyState, seat: int) -> list[int]:
    locomotive = state.layout.of["locomotive"]
    return [locomotive[city] for city in bits(state.regions[seat].movable(state.citizens))]


def _truck(state: CenturyState, seat: int) -> list[int]:
    if len(state.regions[seat].lands) < 2:
        return []
    truck = state.layout.of["truck"]
    return [truck[land] for land in dirty(state, seat)]


def _nothing(state: CenturyState, seat: int) -> list[int]:
    return []


_OFFERS: Mapping[str, Callable[[CenturyState, int], list[int]]] = {
    "worker": _worker, "bridge": _bridge, "waste_sorting": _sorting, "park": _nothing,
    "locomotive": _locomotive, "garbage_truck": _truck,
}  # fmt: skip


def _paid(state: CenturyState, seat: int, technology: int, kind: str) -> list[int]:
    """Moves of a technology that costs something, whether the seat can pay or not."""
    layout = state.layout
    if kind == "recycling":
        return [layout.recycle[technology, land] for land in dirty(state, seat)]
    if kind == "remediation":
        at_end = state.pollution[seat] == len(layout.pollution) - 1
        return [] if at_end else [layout.of["remediate"][technology]]
    return [layout.of["improve"][technology]]


def _known_uses(state: CenturyState, frame: Frame) -> bool:
    """Whether coins and science in hand show, or make no difference because nothing that costs them could be used."""
    seat = frame[1]
    if open_money(state):
        return True
    technologies, worked = state.layout.technologies, state.worked[seat]
    dear = ((t, technologies[t].repeat) for t in state.workshop[seat] if not worked >> t & 1)
    return not any(kind and kind not in _OFFERS and _paid(state, seat, t, kind) for t, kind in dear)


@asks("technologies", lambda state, frame: "20C-4.16" if state.full_round else "20C-7.2", answer=PUBLIC, moves=_known_uses)
def ask_technologies(state: CenturyState, frame: Frame) -> Moves:
    seat = frame[1]
    workshop = state.workshop[seat]
    if not workshop:
        return (DONE,)
    technologies, spent, worked = state.layout.technologies, state.spent[seat], state.worked[seat]
    offered = set()
    found = [DONE]
    for technology in workshop:
        facts = technologies[technology]
        once, again = facts.one_time, facts.repeat
        if once and once not in offered and not spent >> technology & 1:
            offered.add(once)
            found += _OFFERS[once](state, seat)
        if again and not worked >> technology & 1:
            if again not in _OFFERS:
                if affordable(state, seat, technology):
                    found += _paid(state, seat, technology, again)
            elif again not in offered:
                offered.add(again)
                found += _OFFERS[again](state, seat)
    return found


@FRAMES.resolves("technologies")
def resolve_technologies(state: CenturyState, frame: Frame, move: int) -> None:
    seat = frame[1]
    state.stepped |= 1 << seat
    if move == DONE:
        end_administration(state, seat)
        return
    state.stack.append(frame)
    if move in state.layout.recycled:
        _use_recycling(state, seat, *state.layout.recycled[move])
        return
    _USES[state.layout.verb[move]](state, seat, state.layout.about[move])


def spend(state: CenturyState, seat: int, kind: str) -> int:
    """Mark the one-time use of a technology as over."""
    technology = unused(state, seat, kind)
    state.spent[seat] |= 1 << technology
    return technology


def work(state: CenturyState, seat: int, kind: str) -> int:
    """Mark the repeat use of a technology as over for this phase (20C-8.C.1)."""
    technology = unused(state, seat, kind)
    state.worked[seat] |= 1 << technology
    return technology


def pay(state: CenturyState, seat: int, technology: int) -> None:
    facts = state.layout.technologies[technology]
    state.worked[seat] |= 1 << technology
    state.coins[seat] -= facts.coins
    state.science[seat] -= facts.science
    if state.log is not None:
        for kind, n in (("technology_paid_coins", facts.coins), ("technology_paid_science", facts.science)):
            if n:
                state.emit(kind, seat, "20C-8.5", technology=facts.slug, n=n)


# --- one-time technologies -------------------------------------------------------------------------


def _use_worker(state: CenturyState, seat: int, city: int) -> None:
    technology = spend(state, seat, "worker")
    state.citizens |= 1 << city
    if state.log is not None:
        tile, name = state.layout.city_name(city)
        rule = "20C-R.42" if city // CITY_BITS in state.bought[seat] else "20C-8.B.2"
        slug = state.layout.technologies[technology].slug
        state.emit("worker_placed", seat, rule, technology=slug, tile=tile, city=name)
        narrate.city_works(state, seat, city)


def _use_sorting(state: CenturyState, seat: int, land: int) -> None:
    technology = spend(state, seat, "waste_sorting")
    state.garbage[land] -= 1
    if state.log is not None:
        slug = state.layout.technologies[technology].slug
        state.emit("sorted", seat, "20C-8.B.5", technology=slug, tile=state.layout.slugs[land])


def _use_bridge(state: CenturyState, seat: int, tile: int) -> None:
    state.stack.append(("bridge_begin", seat, tile))


@asks("bridge_begin", "20C-9.18", answer=PUBLIC)
def ask_bridge_begin(state: CenturyState, frame: Frame) -> Moves:
    _, seat, tile = frame
    names, end = point_names_of(state, seat, tile), state.layout.end
    return [end[names[point]] for point in state.layout.bridges_on(tile, bridges_of(state, seat, tile))]


@FRAMES.resolves("bridge_begin")
def resolve_bridge_begin(state: CenturyState, frame: Frame, move: int) -> None:
    _, seat, tile = frame
    state.stack.append(("bridge_end", seat, tile, point_names_of(state, seat, tile).index(state.layout.point[move])))


@asks("bridge_end", "20C-9.19", answer=PUBLIC)
def ask_bridge_end(state: CenturyState, frame: Frame) -> Moves:
    _, seat, tile, begin = frame
    names, end = point_names_of(state, seat, tile), state.layout.end
    return [end[names[point]] for point in state.layout.bridges_on(tile, bridges_of(state, seat, tile))[begin]]


@FRAMES.describes("bridge_begin")
@FRAMES.describes("bridge_end")
def describe_bridge(state: CenturyState, frame: Frame) -> Mapping[str, Any]:
    return {"tile": state.layout.slugs[frame[2]]}


@FRAMES.resolves("bridge_end")
def resolve_bridge_end(state: CenturyState, frame: Frame, move: int) -> None:
    _, seat, tile, begin = frame
    end = point_names_of(state, seat, tile).index(state.layout.point[move])
    spend(state, seat, "bridge")
    set_region(state, seat, state.regions[seat].bridged((tile, min(begin, end), max(begin, end)), state.layout.plan))
    if state.log is not None:
        narrate.bridge_laid(state, seat, tile, begin, end)


# --- repeat technologies ---------------------------------------------------------------------------


def _use_locomotive(state: CenturyState, seat: int, city: int) -> None:
    state.stack.append(("ride", seat, city))


@asks("ride", "20C-9.16", answer=PUBLIC)
def ask_ride(state: CenturyState, frame: Frame) -> Moves:
    _, seat, city = frame
    to = state.layout.of["to"]
    return [to[target] for target in bits(state.regions[seat].targets(city, state.citizens))]


@FRAMES.describes("ride")
def describe_ride(state: CenturyState, frame: Frame) -> Mapping[str, Any]:
    tile, city = state.layout.city_name(frame[2])
    return {"tile": tile, "city": city}


@FRAMES.resolves("ride")
def resolve_ride(state: CenturyState, frame: Frame, move: int) -> None:
    _, seat, city = frame
    target = state.layout.about[move]
    before = state.worked[seat]
    work(state, seat, "locomotive")
    state.citizens ^= 1 << city | 1 << target
    if state.log is not None:
        narrate.rode(state, seat, city, target, before)


def _use_truck(state: CenturyState, seat: int, land: int) -> None:
    state.stack.append(("unload", seat, land))


@asks("unload", "20C-8.C.5", answer=PUBLIC)
def ask_unload(state: CenturyState, frame: Frame) -> Moves:
    _, seat, land = frame
    unload = state.layout.of["unload"]
    return [unload[other] for other in state.regions[seat].lands if other != land]


@FRAMES.describes("unload")
def describe_unload(state: CenturyState, frame: Frame) -> Mapping[str, Any]:
    return {"tile": state.layout.slugs[frame[2]]}


@FRAMES.resolves("unload")
def resolve_unload(state: CenturyState, frame: Frame, move: int) -> None:
    _, seat, land = frame
    target = state.layout.about[move]
    work(state, seat, "garbage_truck")
    state.garbage[land] -= 1
    state.garbage[target] += 1
    if state.log is not None:
        state.emit("garbage_moved", seat, "20C-8.C.5", tile=state.layout.slugs[land], target=state.layout.slugs[target])


def _use_recycling(state: CenturyState, seat: int, technology: int, land: int) -> None:
    pay(state, seat, technology)
    state.garbage[land] -= 1
    if state.log is not None:
        state.emit("recycled", seat, "20C-8.C.7", tile=state.layout.slugs[land], n=state.garbage[land])


def _use_remediation(state: CenturyState, seat: int, technology: int) -> None:
    pay(state, seat, technology)
    move_marker(state, seat, 1, "20C-8.C.8")


def _use_quality_of_life(state: CenturyState, seat: int, technology: int) -> None:
    pay(state, seat, technology)
    gain = state.layout.technologies[technology].gain
    add_score(state, seat, gain, "quality_of_life", "20C-8.C.9", technology=state.layout.technologies[technology].slug)


_USES: Mapping[str, Callable[[CenturyState, int, int], None]] = {
    "worker": _use_worker, "sort": _use_sorting, "bridge": _use_bridge, "locomotive": _use_locomotive, "truck": _use_truck,
    "remediate": _use_remediation, "improve": _use_quality_of_life,
}  # fmt: skip
