"""Evaluates a position for each seat: whether the city survives to the end, and the seats' leads over their rivals."""

from __future__ import annotations

from functools import lru_cache
from math import exp, tanh

from tafelrunde.games.new_angeles.ai.bargains import agreed_support, promised_support, settle_promises
from tafelrunde.games.new_angeles.ai.outlook import City, Scene, after_card, outlook, scene
from tafelrunde.games.new_angeles.ai.prices import Prices, plain_prices
from tafelrunde.games.new_angeles.frames import Counter
from tafelrunde.games.new_angeles.layout import Layout
from tafelrunde.games.new_angeles.rules.deal import support_for
from tafelrunde.games.new_angeles.state import COUNTER, MAIN, NOBODY, AngelesState

SPAN = 4.0
"""The usual error of the outlook, in threat."""
SHARE = 0.75
"""The share of the evaluation for the survival of the city; the rest is for the lead, which counts in a lost city too."""
SPREAD = 6.0
"""The usual difference between the lead now and at the end, in capital."""
WANT = 0.6
"""The weight of the fall in a Federalist's evaluation; the rest is the capital without which the fall is worth nothing."""
PUSH = 3.0
"""The threat that a Federalist with enough capital is expected to cause."""
TRUST = 0.35
"""How much a waiting supporter is expected to add to the offer that helps the city more."""


SPAN_A_ROUND, SPREAD_A_ROUND = 0.6, 2.1
"""How wrong outlook and lead are per round to come, and per its square root, as greedy games tell; a city weighs more still."""
RIVAL = 0.85
"""The weight of the lead over the rival; the rest is the lead over all seats."""
WISH = 0.9
"""The weight of the fall in a Federalist's chance."""
RICH = 3.0
"""The capital that a Federalist may still lack and have a chance."""

SURPRISE = 0.1
"""The assumed probability that each seat that may still make a counteroffer wins with it."""
USUAL = 0.5
"""The expected relief of an offer that nobody has made yet."""


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


@lru_cache(maxsize=1 << 14)
def _returns(layout: Layout, at: Scene) -> tuple[int, ...]:
    """The present return of every investment."""
    return tuple(investment.worth(at.city, at.supply, layout.targets[at.demand]) for investment in layout.investing)


def wealth(state: AngelesState, at: Scene, prices: Prices) -> list[float]:
    """Each seat's capital, plus the expected value of its cards, assets and investment."""
    riches = []
    for seat, capital in enumerate(state.capital):
        total = capital + prices.card * min(len(state.hands[seat]), 8)
        emergency = state.corporations[seat]
        if emergency != NOBODY and state.emergency_up >> emergency & 1:
            total += prices.emergency
        if state.investments[seat] != NOBODY and (not state.scored or state.dealt[seat]):
            total += prices.pending * _returns(state.layout, at)[state.investments[seat]]
        riches.append(total)
    for asset, holder in enumerate(state.holder):
        if holder != NOBODY:
            riches[holder] += prices.assets[asset]
    return riches


# --- the deal on the table -----------------------------------------------------------------------


def deal_forecast(state: AngelesState, at: Scene, now: float, riches: list[float], prices: Prices) -> float:
    """The expected relief from the deal on the table; its expected gains are added to ``riches``."""
    if state.main == NOBODY or state.resolving >= 0:
        return 0.0
    offers = [(state.active, state.main), *state.box[-1:]]
    reliefs = [now - after_card(state.layout, at, card, not _wrecks(state, seat, riches)) for seat, card in offers]
    main = _main_wins(state, reliefs)
    asset = prices.assets[state.revealed] if state.revealed != NOBODY else prices.asset
    total = 0.0
    if len(offers) == 1:
        total += (1 - main) * USUAL
    for (seat, card), relief, share in zip(offers, reliefs, (main, 1 - main), strict=False):
        total += share * relief
        riches[seat] += share * (asset + 0.1 + state.layout.own_gain[card])
        for corporation, capital in contracts(state.layout, card, at.city):
            if corporation in state.corporations:
                riches[state.corporations.index(corporation)] += share * capital
    return total


def _wrecks(state: AngelesState, seat: int, riches: list[float]) -> bool:
    """Whether a seat would resolve its offer to make the city fall: the Federalist does once he can afford it."""
    layout = state.layout
    return state.rivals[seat] == layout.federalist and riches[seat] >= layout.federalist_capital - 3


def _main_wins(state: AngelesState, reliefs: list[float]) -> float:
    """The probability that the main offer wins, from the cards laid so far and those expected of the seats still to decide."""
    if state.winner:
        return float(state.winner == MAIN)
    if not state.box:
        return exp(-SURPRISE * sum(isinstance(frame, Counter) for frame in state.stack))
    out = (state.active, state.box[-1][0])
    waiting = sum(bool(state.hands[seat]) and seat not in out and not state.refused >> seat & 1 for seat in range(state.players))
    _, agreed, side = agreed_support(state)
    margin = support_for(state, MAIN) - support_for(state, COUNTER) + side * agreed + promised_support(state) + 0.3
    return sigmoid((margin + TRUST * waiting * tanh(0.5 * (reliefs[0] - reliefs[1]))) / 0.9)


@lru_cache(maxsize=1 << 14)
def contracts(layout: Layout, card: int, city: City) -> tuple[tuple[int, int], ...]:
    """The gains from contracts when a card is resolved: (corporation, capital)."""
    found: list[tuple[int, int]] = []
    for operation in layout.effects[card]:
        trigger, n = operation.contract(layout, city)
        found += [(corporation, n * layout.contract_pay[corporation]) for corporation in layout.contracts.get(trigger, ()) if n]
    return tuple(found)


# --- suspicion -----------------------------------------------------------------------------------

LEARN = 0.4
"""How strongly a point of threat from a seat's own offers indicates that it is the Federalist."""


def credence(state: AngelesState, seat: int) -> float:
    """How well a world explains the threat that the other seats caused: 1 for the most likely Federalist."""
    federalist = state.layout.federalist
    if state.spare == NOBODY or state.rivals[seat] == federalist:
        return 1.0
    total = sum(state.raised)
    mean = total / state.players
    ratios = [exp(LEARN * (raised - mean) * state.players / (state.players - 1)) for raised in state.raised]
    likeliest = max(1.0, *(ratio for other, ratio in enumerate(ratios) if other != seat))
    return (ratios[state.rivals.index(federalist)] if federalist in state.rivals else 1.0) / likeliest


# --- the seats -----------------------------------------------------------------------------------


def evaluate(state: AngelesState) -> list[float]:
    """The evaluation of each seat, from 0 to 1: the survival of the city counts most for all; exact when the game is over."""
    known = _known(state)
    if known:
        return known
    riches, burdens, danger = forecast(state, plain_prices(state.layout))
    stands = sigmoid((state.layout.threat_end - danger) / SPAN)
    return [_stands(state, seat, riches[seat] - burdens[seat], riches, stands) for seat in range(state.players)]


def _known(state: AngelesState) -> list[float]:
    """The evaluation that needs no forecast: of a game that is over or has hardly begun; otherwise empty."""
    if state.over:
        winners = state.winners
        return [1.0 if seat in winners else 0.0 for seat in range(state.players)]
    return [0.5] * state.players if state.spare == NOBODY or not state.round else []


def forecast(state: AngelesState, prices: Prices) -> tuple[list[float], list[float], float]:
    """The present and expected riches of each seat, the weight of its promises, and the expected final threat."""
    layout, at = state.layout, scene(state)
    riches = wealth(state, at, prices)
    burdens = settle_promises(state, riches) if state.promises else [0.0] * state.players
    laying, cards, _ = agreed_support(state)
    if cards:
        riches[laying] -= prices.card * cards
    now = outlook(layout, at)
    danger = state.threat + now - deal_forecast(state, at, now, riches, prices)
    if state.affected:
        danger += layout.illness_threat
    if state.collected:
        danger -= 1.8 * min(1.0, state.collected / state.players)
    if layout.federalist in state.rivals:
        danger += PUSH * _rich(layout.federalist_capital, riches[state.rivals.index(layout.federalist)])
    return riches, burdens, danger


def _rich(capital: int, riches: float) -> float:
    return sigmoid((riches - capital - 2) / RICH)


def _stands(state: AngelesState, seat: int, own: float, riches: list[float], stands: float) -> float:
    layout = state.layout
    if state.rivals[seat] == layout.federalist:
        # the fall is worth nothing to him without the money, and the money nothing without the fall
        return _rich(layout.federalist_capital, own) * (1 - WANT * stands)
    mean = sum(riches) / len(riches)
    lead = 0.7 * (own - to_beat(state, seat, riches)) + 0.3 * (own - mean)
    return SHARE * stands + (1 - SHARE) * sigmoid(lead / SPREAD)


def to_beat(state: AngelesState, seat: int, riches: list[float]) -> float:
    """The riches that a seat must surpass: its rival's, or enough others' if it has none."""
    layout = state.layout
    corporation = layout.rival_corporation[state.rivals[seat]]
    if corporation == state.corporations[seat]:
        return sorted(r for i, r in enumerate(riches) if i != seat)[layout.own_rival_beats - 1]
    return riches[state.corporations.index(corporation)]
