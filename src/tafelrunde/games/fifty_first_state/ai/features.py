"""The features by which a position of 51st State is evaluated: one number for each seat and name.

Every feature is a public fact of the position, or one of a world that was sampled for a seat. The weights
(``weights/N.toml``) say what each is worth early and late in the game.
"""

from __future__ import annotations

from math import sqrt

from tafelrunde.games.fifty_first_state.names import TOKENS
from tafelrunde.games.fifty_first_state.state import GOOD_COUNT, REF, RUIN, STOCK, TOKEN_COUNT, USES, FiftyFirstState

FEATURES: dict[str, str] = {
    "points": "victory points, in fives",
    "triggered": "points over the best other seat in the last round, in fives",
    **{f"ready_{good}": f"{good} in the supply, of a seat that has not passed" for good in TOKENS},
    "kept": "goods in the supply of a seat that has passed",
    "hand": "hand cards, ten at most, in fives",
    "hand_spoils": "what the spoils of the hand cards are worth, in tens of points",
    "hand_deals": "different goods that deals with the hand cards would bring",
    "deals": "deals made, in fives",
    "deal_income": "what the deals yield in the rounds to come, in tens of points",
    "production": "locations that produce",
    "features": "locations with a feature",
    "actions": "locations with an action",
    "ruins": "ruins, on which locations can be rebuilt",
    "location_income": "what the producing locations yield in the rounds to come, in tens of points",
    "action_income": "what the action locations yield in the rounds to come, in tens of points",
    "unused": "uses of action locations left in this round, of a seat that has not passed",
    "stock": "what lies on the locations and stays there, in points",
    "shields": "defence tokens on locations",
    "rows": "faction actions left in this round, of a seat that has not passed",
    "passed": "1 after passing",
    "first": "1 for the first player",
    "estimate": "points to come with those there are, as a person would estimate them from the others, in fives",
}
_ACTS, _HAND, _PLACES = (list(FEATURES).index(name) for name in ("passed", "hand", "production"))
VALUE = (0.45, 0.45, 0.45, 0.45, 0.6, 0.4, 0.5, 0.45, 0.45, 0.6, 0.6, 0.1, 0.55, 1.0)
"""The approximate value of one unit of each good in points, for adding up different yields."""
_SPAN = 5.0
"""The maximum number of production phases considered."""


def rounds_left(state: FiftyFirstState) -> float:
    """The estimated number of production phases to come, from the leader's points."""
    if state.triggered:
        return 0.0
    limit = state.layout.end_trigger
    return max(0.6, min(_SPAN, (limit - max(state.vp)) / 6))


def progress(state: FiftyFirstState) -> float:
    """The fraction of the game that is over, from 0 to 1, from the leader's points: they end the game."""
    if state.triggered:
        return 1.0
    return min(1.0, max(state.vp) / state.layout.end_trigger)


def features(state: FiftyFirstState) -> list[list[float]]:
    """The features of each seat, in the order of :data:`FEATURES`."""
    left = rounds_left(state)
    return [_seat(state, seat, left) for seat in range(state.players)]


def _seat(state: FiftyFirstState, seat: int, left: float) -> list[float]:
    layout = state.layout
    acts = not state.passed >> seat & 1
    supply = state.supply[seat * TOKEN_COUNT : (seat + 1) * TOKEN_COUNT]
    best = max(points for other, points in enumerate(state.vp) if other != seat)
    row = [0.2 * state.vp[seat], 0.2 * (state.vp[seat] - best) if state.triggered else 0.0]
    row += [float(n) for n in supply] if acts else [0.0] * TOKEN_COUNT
    row.append(0.0 if acts else float(sum(supply)))
    hand = state.hands[seat]
    cards = [card for card in hand if card < layout.location_count]
    spoils = sum(VALUE[good] * n for card in cards for good, n in layout.spoils[card])
    row += [0.2 * min(len(hand), 10), 0.1 * spoils, float(len({layout.deal_gain[card][0][0] for card in cards}))]
    deals = state.deals[seat]
    row += [0.2 * len(deals), 0.1 * left * sum(VALUE[layout.deal_gain[card][0][0]] for card in deals)]
    row += _places(state, seat, left, acts)
    used = state.rows_used[seat].bit_count()
    row += [float(3 - used) if acts else 0.0, float(not acts), float(state.first == seat)]
    row.append(_estimate(row, supply, left))
    return row


def _estimate(row: list[float], supply: list[int], left: float) -> float:
    """The estimated final score in units of five points."""
    goods = sum(VALUE[good] * n for good, n in enumerate(supply))
    spending = 0.85 if row[_ACTS] == 0.0 else 0.02
    total = 5 * row[0] + spending * goods + 0.3 * min(1.0, left) * 5 * row[_HAND] + 9 * row[_HAND + 4]
    places = row[_PLACES : _PLACES + 8]
    total += sum(places[:3]) + 10 * places[4] + 10 * places[5] + 0.25 * places[6] + 0.9 * places[7] * min(1.0, left + 0.2)
    return 0.2 * total


def _places(state: FiftyFirstState, seat: int, left: float, acts: bool) -> list[float]:
    """The number of locations by kind, what they produce, and the resources on them."""
    layout = state.layout
    produced, base = state.produced, seat * GOOD_COUNT
    production = feature = action = ruins = 0
    income = actions = unused = stock = shields = 0.0
    for place in state.states[seat]:
        if place[USES] == RUIN:
            ruins += 1
            continue
        card = layout.card_of[place[REF]]
        offer, made = layout.actions[card], layout.production[card]
        if offer is not None:
            action += 1
            gained = sum(VALUE[good] * n for good, n in offer.gain)
            spent = 0.35 * sum(n for _, n in offer.cost.tokens) + 0.3 * offer.cost.any_n
            actions += 0.6 * sqrt(offer.limit) * max(0.3, gained - spent)
            unused += offer.limit - place[USES]
        elif made is not None:
            production += 1
            income += made.worth(VALUE, lambda good: produced[base + good])
        else:
            feature += 1
        stock += sum(VALUE[good] for good in place[STOCK])
        shields += place[5]
    return [
        float(production), float(feature), float(action), float(ruins), 0.1 * left * income, 0.1 * left * actions,
        unused if acts else 0.0, stock, shields,
    ]  # fmt: skip
