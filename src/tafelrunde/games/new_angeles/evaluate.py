"""How well each seat stands, for the greedy bot: capital against the rival, and the city's life while it matters."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any

from tafelrunde.games.new_angeles.deal import support_for
from tafelrunde.games.new_angeles.phases import worth
from tafelrunde.games.new_angeles.schema import PIECES
from tafelrunde.games.new_angeles.state import (
    ANDROID,
    COUNTER,
    DEVELOPMENT,
    HUMAN_FIRST,
    ILLNESS,
    MAIN,
    NOBODY,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    PROTEST,
    STRIKE,
    AngelesState,
)

SPREAD = 6.0
CARE = 0.92
"""How much the city's life counts against being ahead: nobody but the Federalist wins in a fallen city."""
CERTAIN_FALL = 40.0
"""Threat and expected trouble at which the city is given up."""


def trouble(state: AngelesState) -> float:
    """Threat to be expected from what lies in the city and what the demand still lacks."""
    city = state.city
    total = 0.9 * city[HUMAN_FIRST].bit_count() + 0.8 * city[ORGCRIME].bit_count() + 0.9 * city[OUTAGE].bit_count()
    total += 0.9 * city[ILLNESS].bit_count() + 0.6 * city[STRIKE].bit_count() + 0.35 * city[PROTEST].bit_count()
    total -= 0.4 * city[PRISEC].bit_count() + 0.15 * city[DEVELOPMENT].bit_count()
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
    return penalty * (1 - exp(-missing / 2.0)) * (1.1 if phases < 2 else 0.8)


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


# --- the deal on the table -----------------------------------------------------------------------

WEIGHT = {"human_first": 0.9, "orgcrime": 0.8, "enemy": 0.85, "outage": 0.9, "illness": 0.9, "prisec": -0.4, "development": -0.15}
SPREADS = {"one": 0.35, "each": 0.7, "any": 1.3}


def _present(state: AngelesState, what: str) -> int:
    city = state.city
    if what == "enemy":
        return city[HUMAN_FIRST].bit_count() + city[ORGCRIME].bit_count()
    return city[PIECES.index(what)].bit_count() if what in PIECES else 1


def relief(state: AngelesState, card: int, shortage: float) -> float:
    """Roughly how much trouble a card would take from the city when it is resolved."""
    total = 0.0
    for op in state.layout.effects[card]:
        total += _op_relief(state, op, shortage)
    if not state.layout.illness_exempt[card] and state.city[ILLNESS]:
        total -= 0.25 * state.city[ILLNESS].bit_count()
    return total


def _op_relief(state: AngelesState, op: Mapping[str, Any], shortage: float) -> float:
    kind = op["op"]
    if kind == "remove":
        most = 2 if op.get("all") else op["max"]
        return WEIGHT.get(op["what"], 0.4) * min(most, _present(state, op["what"]))
    if kind == "place":
        return float(-WEIGHT[op["what"]] * op["count"])
    if kind == "unrest_down":
        unquiet = (state.city[STRIKE] | state.city[PROTEST]).bit_count()
        return SPREADS[op["spread"]] * min(1.0, unquiet / 2)
    if kind == "or":
        return max(_op_relief(state, option[0], shortage) for option in op["options"])
    if kind == "threat":
        return 1.4
    return {"unrest_up": -0.15, "move_android": 0.3 * shortage, "produce": 0.35 * shortage, "unrest_set": -0.3}.get(kind, 0.0)


def contract_income(state: AngelesState, card: int, income: list[float], share: float) -> None:
    """What the contracts would bring when a card is resolved."""
    layout = state.layout
    for op in layout.effects[card]:
        corporation, n = -1, 0
        if op["op"] == "remove":
            n = min(op.get("max", 2), _present(state, op["what"]))
            enemy = op["what"] in ("enemy", "human_first", "orgcrime", "units_except_placed")
            found = {"illness": layout.pays_illness, "outage": layout.pays_outage}
            corporation = layout.pays_enemy if enemy else found.get(op["what"], -1)
        elif op["op"] == "move_android":
            corporation, n = layout.pays_android, 1
        elif op["op"] == "unrest_down":
            corporation, n = layout.pays_unrest, min(op["stages"], (state.city[STRIKE] | state.city[PROTEST]).bit_count())
        if n and corporation in state.corporations:
            income[state.corporations.index(corporation)] += share * n * layout.contract_pay[corporation]


def deal_forecast(state: AngelesState, shortage: float, income: list[float]) -> float:
    """The relief to be expected of the deal on the table; what it brings to whom goes into ``income``."""
    if state.main == NOBODY or state.resolving >= 0:
        return 0.0
    margin = support_for(state, MAIN) - support_for(state, COUNTER)
    main = 1.0 if not state.box else 1 / (1 + exp(-(margin + 0.3) / 0.9))
    if state.winner:
        main = float(state.winner == MAIN)
    offers = [(state.active, state.main, main)]
    if state.box:
        offers.append((*state.box[-1], 1 - main))
    total = 0.0
    for seat, card, share in offers:
        total += share * relief(state, card, shortage)
        income[seat] += share * (1.6 + OWN_GAIN.get(state.layout.cards[card], 0.0))
        contract_income(state, card, income, share)
    return total


OWN_GAIN = {
    "high_risk_investments": 3.0,
    "vanity_project": 2.0,
    "underpaid_overclocked": 4.0,
    "puff_piece": 0.5,
    "energy_for_all": 0.5,
}


def evaluate(state: AngelesState) -> list[float]:
    """Per seat, 0 to 1; exact when the game is over."""
    if state.over:
        winners = state.winners
        return [1.0 if seat in winners else 0.0 for seat in range(state.players)]
    if state.spare == NOBODY:
        return [0.5] * state.players
    layout = state.layout
    left = max(0, len(layout.spaces) - state.round)
    riches = [wealth(state, seat) for seat in range(state.players)]
    shortage = _shortage(state)
    danger = state.threat + trouble(state) + 0.9 * left - deal_forecast(state, shortage, riches)
    if state.affected:
        danger += layout.illness_threat
    if state.collected:
        danger -= 1.8 * min(1.0, state.collected / state.players)
    fall = min(1.0, max(0.0, danger / CERTAIN_FALL))
    return [_stands(state, seat, riches, fall) for seat in range(state.players)]


def _stands(state: AngelesState, seat: int, riches: list[float], fall: float) -> float:
    layout, rival = state.layout, state.rivals[seat]
    mean = sum(riches) / len(riches)
    if rival == layout.federalist:
        # first the money without which a fallen city is worth nothing to him, then the fall, and not too openly before
        rich = 1 / (1 + exp(-(riches[seat] - layout.federalist_capital - 6) / 6.0))
        return 0.05 + 0.85 * rich + 0.1 * rich * fall**4
    corporation = layout.rival_corporation[rival]
    if corporation == state.corporations[seat]:
        ranked = sorted((r for i, r in enumerate(riches) if i != seat), reverse=False)
        other = ranked[layout.own_rival_beats - 1]
    else:
        other = riches[state.corporations.index(corporation)]
    lead = 0.7 * (riches[seat] - other) + 0.3 * (riches[seat] - mean)
    return CARE * (1 - fall) + (1 - CARE) / (1 + exp(-lead / SPREAD))
