"""What the city has to fear: the threat still to be expected, and what a card could do about it.

Pure functions of the pieces in the city, the supply and the cards that matter, so that the same question is answered once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tafelrunde.games.new_angeles.layout import ALL_DISTRICTS, Layout
from tafelrunde.games.new_angeles.phases import counted
from tafelrunde.games.new_angeles.schema import PIECES
from tafelrunde.games.new_angeles.state import (
    ANDROID,
    DEVELOPMENT,
    HUMAN_FIRST,
    ILLNESS,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    PROTEST,
    STRIKE,
    AngelesState,
    bits,
)

City = tuple[int, ...]
"""The nine masks of the state."""

EASE = 0.45
"""How far one more deal before the demand makes up for one missing resource."""
DEALS_A_ROUND = 4
LATER = 0.75
"""How much of what lies in the city now is thought to trouble an event after the next one."""
DRIFT = 1.2
"""Threat that every round brings beside what can be foreseen."""
UNKNOWN_DEMAND = 2.5
"""Threat to be expected of a demand that is not yet revealed."""
ENEMIES = (HUMAN_FIRST, ORGCRIME)


class Scene(NamedTuple):
    """All that the outlook depends on."""

    city: City
    supply: tuple[int, ...]
    demand: int
    round: int
    deals: int
    """Deals to come before the next production, the one on the table among them."""
    event: int
    """The event on top, as the sampled world has it, or -1."""


def scene(state: AngelesState) -> Scene:
    top = state.event_deck.top
    deals = len(state.track) + (state.main >= 0 or state.revealed >= 0)
    return Scene(tuple(state.city), tuple(state.supply), state.demand, state.round, deals, top[0].card if top else -1)


# --- the city left to itself ---------------------------------------------------------------------


def produced(layout: Layout, city: City, supply: tuple[int, ...]) -> tuple[City, tuple[int, ...]]:
    """City and supply after a production phase (NA-10)."""
    level = list(supply)
    outage, protest, strike = city[OUTAGE], city[PROTEST], city[STRIKE]
    for district in bits(city[ANDROID]):
        bit = 1 << district
        if not (strike | outage) & bit:
            if not city[ORGCRIME] & bit:
                resource, amount = layout.primary[district]
                level[resource] += amount + bool(city[DEVELOPMENT] & bit)
            second = layout.secondary[district]
            if second is not None:
                level[second[0]] += second[1]
        if city[HUMAN_FIRST] & bit:
            if (protest | strike | outage) & bit:
                outage, protest, strike = outage | bit, protest & ~bit, strike & ~bit
            else:
                strike |= bit
        elif protest & bit:
            protest, strike = protest & ~bit, strike | bit
        elif not (strike | outage) & bit:
            protest |= bit
    masks = list(city)
    masks[OUTAGE], masks[PROTEST], masks[STRIKE] = outage, protest, strike
    return tuple(masks), tuple(level)


def event_threat(layout: Layout, card: int, city: City) -> float:
    """What the effect of an event would add to threat (NA-19.1a)."""
    return sum(_op_threat(layout, op, city) for op in layout.event_data[card]["effect"])


def _op_threat(layout: Layout, op: Mapping[str, Any], city: City) -> float:
    kind = op["op"]
    if kind == "threat":
        return float(op["delta"])
    if kind == "threat_per":
        return float(counted(op["count"], city, ()) * op["delta"])
    if kind == "move_each":
        far = 0b11 << 8 if op["times"] == 2 else 0b10 << 8
        return 2.0 * (city[PIECES.index(op["what"])] & far).bit_count()
    if "exists" in op:
        holds = bool(city[PIECES.index(op["exists"])] & layout.tiers[op["tier"]])
    else:
        holds = counted(op["count"], city, ()) >= op["at_least"]
    return sum(_op_threat(layout, inner, city) for inner in op["then" if holds else "else"])


@lru_cache(maxsize=1 << 14)
def any_event(layout: Layout, city: City) -> float:
    """What an unknown event would add, on average."""
    cards = range(len(layout.events))
    return sum(event_threat(layout, card, city) for card in cards) / len(cards)


@lru_cache(maxsize=1 << 16)
def outlook(layout: Layout, at: Scene) -> float:
    """The threat to be expected from now to the end if nothing but what lies in the city mattered."""
    spaces = layout.spaces
    ahead = spaces[at.round - 1 :]
    phases = ahead.index("demand") if "demand" in ahead else 0
    city, supply, first = at.city, at.supply, at.city
    for phase in range(phases):
        city, supply = produced(layout, city, supply)
        first = first if phase else city
    total = _demand(layout, at, supply, phases)
    events = sum(space != "demand" for space in ahead)
    if events:
        total += event_threat(layout, at.event, first) if at.event >= 0 else any_event(layout, first)
        total += LATER * (events - 1) * any_event(layout, at.city) + DRIFT * events
    total += UNKNOWN_DEMAND * max(0, sum(space == "demand" for space in ahead) - 1)
    total += 0.3 * at.city[ILLNESS].bit_count() * min(events, 3) / 3
    near = sum((at.city[piece] & layout.tiers[3]).bit_count() for piece in (HUMAN_FIRST, ORGCRIME, ILLNESS, OUTAGE))
    idle = (at.city[ANDROID] & (at.city[OUTAGE] | at.city[STRIKE])).bit_count()
    return total + min(events, 3) * (0.12 * near + 0.1 * idle - 0.05 * at.city[DEVELOPMENT].bit_count())


def _demand(layout: Layout, at: Scene, supply: tuple[int, ...], phases: int) -> float:
    """What the present demand is expected to cost: all or nothing, so the last missing piece counts most (NA-37.2)."""
    targets, last = layout.targets[at.demand], layout.track_last
    penalty = float(layout.demand_threat[at.demand])
    missing: int = sum(max(0, target - min(level, top)) for target, level, top in zip(targets, supply, last, strict=True))
    deals = at.deals + DEALS_A_ROUND * max(0, phases - 1) if phases else 0
    if not missing:
        return penalty * 0.2 * min(deals, 4) / 4
    return penalty * missing / (missing + EASE * deals)


# --- what a card can do --------------------------------------------------------------------------

Ops = tuple[Mapping[str, Any], ...]


class _Position(NamedTuple):
    """A city during a card: ``here`` are the districts chosen, ``ill`` whether the illness increase is due."""

    city: City
    supply: tuple[int, ...]
    here: int
    ill: bool
    extra: float


@lru_cache(maxsize=1 << 15)
def after_card(layout: Layout, at: Scene, card: int, kindly: bool) -> float:
    """The outlook after a card that is resolved for the good of the city, or for its fall."""
    effects: Ops = layout.effects[card]
    exempt = layout.illness_exempt[card]

    def price(p: _Position) -> float:
        ill = layout.illness_threat if p.ill and not exempt else 0
        return outlook(layout, at._replace(city=p.city, supply=p.supply)) + p.extra + ill

    best: Callable[..., _Position] = min if kindly else max
    start = _Position(at.city, at.supply, 0, False, 0.0)
    return price(_play(layout, effects, start, price, best))


def _play(
    layout: Layout, ops: Ops, start: _Position, price: Callable[[_Position], float], best: Callable[..., _Position]
) -> _Position:
    """One operation after the other, each as well as it can be; what a first district decides is tried to the end."""
    position = start
    for i, op in enumerate(ops):
        rest = ops[i + 1 :]
        options = list(_choices(layout, op, position))
        if not options:
            continue
        if any(later.get("where") in ("same", "other_same_tier") for later in rest):
            return best((_play(layout, rest, option, price, best) for option in options), key=price)
        position = best(options, key=price)
        for _ in range(_times(op) - 1):
            position = best((position, *_choices(layout, op, position)), key=price)
    return position


def _times(op: Mapping[str, Any]) -> int:
    kind = op["op"]
    if kind == "remove":
        return int(op.get("max", 2))
    if kind == "place":
        return int(op["count"])
    if kind == "unrest_down":
        return int(op.get("districts_max", op["stages"]))
    return int(op["max"]) if kind == "move_android" else 1


def _choices(layout: Layout, op: Mapping[str, Any], p: _Position) -> Iterator[_Position]:
    kind = op["op"]
    if not op.get("min", 1):
        yield p
    if kind == "remove":
        yield from _removals(layout, op, p)
    elif kind == "place":
        yield from _placements(op, p)
    elif kind == "unrest_down":
        yield from _calmed(op, p)
    elif kind in ("unrest_up", "unrest_set"):
        yield from _stirred(op, p)
    elif kind == "move_android":
        yield from _moved_androids(p)
    elif kind == "or":
        yield from (found for option in op["options"] for found in _choices(layout, option[0], p))
    elif kind == "choose" and op["what"] == "district":
        yield from (_touch(p, 1 << d) for d in bits(ALL_DISTRICTS & ~(p.city[STRIKE] | p.city[OUTAGE])))
    elif kind == "produce":
        yield _produced_at(layout, p)
    elif kind == "threat":
        yield p._replace(extra=p.extra + op["delta"] * (0.8 if "if" in op else 1.0))


def _touch(p: _Position, bit: int, **masks: int) -> _Position:
    """A district is chosen and changed."""
    return p._replace(here=bit, ill=p.ill or bool(p.city[ILLNESS] & bit), city=_with(p.city, **masks) if masks else p.city)


_FIELDS = {
    "android": ANDROID, "outage": OUTAGE, "illness": ILLNESS, "development": DEVELOPMENT, "prisec": PRISEC,
    "human_first": HUMAN_FIRST, "orgcrime": ORGCRIME, "protest": PROTEST, "strike": STRIKE,
}  # fmt: skip


def _with(city: City, **masks: int) -> City:
    changed = list(city)
    for name, mask in masks.items():
        changed[_FIELDS[name]] = mask
    return tuple(changed)


def _where(layout: Layout, op: Mapping[str, Any], p: _Position) -> int:
    where = op.get("where")
    if where in ("same", "removed_from", "each_removed_from"):
        return p.here
    if where == "other_same_tier":
        return next((mask & ~p.here for mask in layout.tiers if mask & p.here), 0)
    return ALL_DISTRICTS


def _removals(layout: Layout, op: Mapping[str, Any], p: _Position) -> Iterator[_Position]:
    what = op["what"]
    enemies = what in ("enemy", "units_except_placed")
    pieces = [PIECES[piece] for piece in ENEMIES] if enemies else [what]
    allowed = _where(layout, op, p)
    if op.get("all"):
        for district in bits(allowed):
            bit = 1 << district
            masks = {piece: p.city[_FIELDS[piece]] & ~bit for piece in pieces}
            yield _touch(p, bit, **masks)
        return
    for piece in pieces:
        for district in bits(p.city[_FIELDS[piece]] & allowed):
            bit = 1 << district
            yield _touch(p, bit, **{piece: p.city[_FIELDS[piece]] & ~bit})


def _placements(op: Mapping[str, Any], p: _Position) -> Iterator[_Position]:
    """Where a piece finds room; that it might push another on is left out."""
    piece = op["what"]
    number = _FIELDS[piece]
    room = ~p.city[number] & ALL_DISTRICTS
    if op.get("where") in ("same", "removed_from"):
        room &= p.here
    if number in ENEMIES:
        room &= ~p.city[PRISEC]
    for district in bits(room):
        bit = 1 << district
        masks = {piece: p.city[number] | bit}
        if number == OUTAGE:
            masks |= {"protest": p.city[PROTEST] & ~bit, "strike": p.city[STRIKE] & ~bit}
        yield _touch(p, bit, **masks)


def _calmed(op: Mapping[str, Any], p: _Position) -> Iterator[_Position]:
    deep = op["spread"] == "one" and op["stages"] > 1
    for district in bits(p.city[PROTEST] | p.city[STRIKE]):
        bit = 1 << district
        protest = p.city[PROTEST] & ~bit
        if p.city[STRIKE] & bit and not deep:
            protest |= bit
        yield _touch(p, bit, protest=protest, strike=p.city[STRIKE] & ~bit)


def _stirred(op: Mapping[str, Any], p: _Position) -> Iterator[_Position]:
    allowed = p.here if op.get("where") in ("same", "each_removed_from") else ALL_DISTRICTS
    for district in bits(allowed & ~(p.city[STRIKE] | p.city[OUTAGE])):
        bit = 1 << district
        if op["op"] == "unrest_set" or p.city[PROTEST] & bit:
            yield _touch(p, bit, protest=p.city[PROTEST] & ~bit, strike=p.city[STRIKE] | bit)
        else:
            yield _touch(p, bit, protest=p.city[PROTEST] | bit)


def _moved_androids(p: _Position) -> Iterator[_Position]:
    there = p.city[ANDROID]
    for home in bits(there):
        for district in bits(~there & ALL_DISTRICTS & ~(p.city[OUTAGE] | p.city[STRIKE])):
            yield _touch(p, 1 << home | 1 << district, android=there & ~(1 << home) | 1 << district)


def _produced_at(layout: Layout, p: _Position) -> _Position:
    """One district produces at once, orgcrime or not."""
    level = list(p.supply)
    for district in bits(p.here):
        resource, amount = layout.primary[district]
        level[resource] += amount + bool(p.city[DEVELOPMENT] & p.here)
        second = layout.secondary[district]
        if second is not None:
            level[second[0]] += second[1]
    return p._replace(supply=tuple(level))


__all__ = ["City", "Scene", "after_card", "any_event", "outlook", "scene"]
