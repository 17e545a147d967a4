"""Forecasts the threat of a city: how much is still to be expected, and how a card would change it.

Pure functions of the pieces in the city, the supply and the relevant cards, so that results can be cached.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from tafelrunde.games.new_angeles.effects import City, Effect, Position
from tafelrunde.games.new_angeles.layout import Layout
from tafelrunde.games.new_angeles.state import (
    ANDROID,
    DEVELOPMENT,
    HUMAN_FIRST,
    ILLNESS,
    ORGCRIME,
    OUTAGE,
    PROTEST,
    STRIKE,
    AngelesState,
    bits,
)

EASE = 0.45
"""The fraction of one missing resource that another deal before the demand compensates for."""
DEALS_A_ROUND = 4
LATER = 0.75
"""The fraction of the present pieces that is assumed to matter for an event after the next one."""
DRIFT = 1.2
"""The unforeseeable threat that every round adds."""
UNKNOWN_DEMAND = 2.5
"""The expected threat of a demand that is not yet revealed."""


class Scene(NamedTuple):
    """Everything that the forecast depends on."""

    city: City
    supply: tuple[int, ...]
    demand: int
    round: int
    deals: int
    """Deals to come before the next production, including the present one."""
    event: int
    """The top event of the sampled world, or -1."""


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
    """The threat that the effect of an event would add (NA-19.1a)."""
    return sum(operation.threat_in(layout, city) for operation in layout.event_effects[card])


@lru_cache(maxsize=1 << 14)
def any_event(layout: Layout, city: City) -> float:
    """The mean threat that an unknown event would add."""
    cards = range(len(layout.events))
    return sum(event_threat(layout, card, city) for card in cards) / len(cards)


@lru_cache(maxsize=1 << 16)
def outlook(layout: Layout, at: Scene) -> float:
    """The threat to be expected from now to the end if nothing but the pieces in the city mattered."""
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
    """The expected threat of the present demand: it is all or nothing, so the last missing piece counts most (NA-37.2)."""
    targets, last = layout.targets[at.demand], layout.track_last
    penalty = float(layout.demand_threat[at.demand])
    missing: int = sum(max(0, target - min(level, top)) for target, level, top in zip(targets, supply, last, strict=True))
    deals = at.deals + DEALS_A_ROUND * max(0, phases - 1) if phases else 0
    if not missing:
        return penalty * 0.2 * min(deals, 4) / 4
    return penalty * missing / (missing + EASE * deals)


# --- what a card can do --------------------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def after_card(layout: Layout, at: Scene, card: int, kindly: bool) -> float:
    """The outlook after a card is resolved, either to help the city or to make it fall."""
    effects = layout.effects[card]
    exempt = layout.illness_exempt[card]

    def price(p: Position) -> float:
        ill = layout.illness_threat if p.ill and not exempt else 0
        return outlook(layout, at._replace(city=p.city, supply=p.supply)) + p.extra + ill

    best: Callable[..., Position] = min if kindly else max
    start = Position(at.city, at.supply, 0, False, 0.0)
    return price(_play(layout, effects, start, price, best))


def _play(
    layout: Layout, ops: tuple[Effect, ...], start: Position, price: Callable[[Position], float], best: Callable[..., Position]
) -> Position:
    """Apply the operations one after the other, each as well as possible; the choice of a first district is searched
    completely."""
    position = start
    for i, operation in enumerate(ops):
        rest = ops[i + 1 :]
        options = list(operation.choices(layout, position))
        if not options:
            continue
        if any(later.depends for later in rest):
            return best((_play(layout, rest, option, price, best) for option in options), key=price)
        position = best(options, key=price)
        for _ in range(operation.times - 1):
            position = best((position, *operation.choices(layout, position)), key=price)
    return position


__all__ = ["City", "Scene", "after_card", "any_event", "outlook", "scene"]
