"""How well each seat stands, for the greedy bot: capital against the rival, and the city's life while it matters."""

from __future__ import annotations

from math import exp

from tafelrunde.games.new_angeles.phases import worth
from tafelrunde.games.new_angeles.state import (
    ANDROID,
    DEVELOPMENT,
    HUMAN_FIRST,
    ILLNESS,
    NOBODY,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    PROTEST,
    STRIKE,
    AngelesState,
)

SPREAD = 6.0


def trouble(state: AngelesState) -> float:
    """Threat to be expected from what lies in the city and what the demand still lacks."""
    city = state.city
    total = 0.45 * city[HUMAN_FIRST].bit_count() + 0.4 * city[ORGCRIME].bit_count() + 0.5 * city[OUTAGE].bit_count()
    total += 0.3 * city[ILLNESS].bit_count() + 0.25 * city[STRIKE].bit_count() + 0.12 * city[PROTEST].bit_count()
    total -= 0.25 * city[PRISEC].bit_count() + 0.1 * city[DEVELOPMENT].bit_count()
    return total + _shortage(state)


def _shortage(state: AngelesState) -> float:
    """What failing the demand would cost, by how much the androids can still bring in."""
    if not state.round:
        return 0.0
    layout, city = state.layout, state.city
    phases = 0
    for space in layout.spaces[state.round - 1 :]:
        if space == "demand":
            break
        phases += 1
    gain = [0.0] * 5
    for district in range(10):
        bit = 1 << district
        if not city[ANDROID] & bit or (city[STRIKE] | city[OUTAGE]) & bit:
            continue
        resource, amount = layout.primary[district]
        if not city[ORGCRIME] & bit:
            gain[resource] += amount + bool(city[DEVELOPMENT] & bit)
        second = layout.secondary[district]
        if second is not None:
            gain[second[0]] += second[1]
    targets = layout.targets[state.demand]
    missing = sum(max(0.0, targets[i] - state.supply[i] - phases * 0.8 * gain[i]) for i in range(5))
    penalty = float(layout.demand_threat[state.demand])
    return penalty * (1 - exp(-missing / 2.0)) * (0.9 if phases < 2 else 0.6)


def wealth(state: AngelesState, seat: int) -> float:
    """Capital, and what cards, assets and the investment promise."""
    total = state.capital[seat] + 0.35 * min(len(state.hands[seat]), 8)
    total += sum(1.5 if holder == seat else 0.0 for holder in state.holder)
    emergency = state.corporations[seat]
    if emergency != NOBODY and state.emergency_up >> emergency & 1:
        total += 0.8
    if state.investments[seat] != NOBODY and not state.scored:
        total += 0.6 * worth(state, state.investments[seat])
    return total


def evaluate(state: AngelesState) -> list[float]:
    """Per seat, 0 to 1; exact when the game is over."""
    if state.over:
        winners = state.winners
        return [1.0 if seat in winners else 0.0 for seat in range(state.players)]
    if state.spare == NOBODY:
        return [0.5] * state.players
    layout = state.layout
    left = max(0, len(layout.spaces) - state.round)
    danger = state.threat + trouble(state) + 0.9 * left
    fall = 1 / (1 + exp(-(danger - 23.0) / 2.5))
    riches = [wealth(state, seat) for seat in range(state.players)]
    return [_stands(state, seat, riches, fall) for seat in range(state.players)]


def _stands(state: AngelesState, seat: int, riches: list[float], fall: float) -> float:
    layout, rival = state.layout, state.rivals[seat]
    mean = sum(riches) / len(riches)
    if rival == layout.federalist:
        rich = 1 / (1 + exp(-(riches[seat] - layout.federalist_capital) / 4.0))
        return 0.05 + 0.9 * fall * (0.3 + 0.7 * rich) + 0.03 * rich
    corporation = layout.rival_corporation[rival]
    if corporation == state.corporations[seat]:
        ranked = sorted((r for i, r in enumerate(riches) if i != seat), reverse=False)
        other = ranked[layout.own_rival_beats - 1]
    else:
        other = riches[state.corporations.index(corporation)]
    lead = 0.7 * (riches[seat] - other) + 0.3 * (riches[seat] - mean)
    return (1 - fall) / (1 + exp(-lead / SPREAD))
