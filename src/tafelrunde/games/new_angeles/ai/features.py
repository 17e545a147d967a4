"""The features by which a position of New Angeles is evaluated: one number for each seat and name.

Every feature is a public fact of the position, or one of a world that was sampled for a seat: rivals, hands and investments are
those of that world. The weights (``weights/N.toml``) say what each is worth early and late in the game.
"""

from __future__ import annotations

from math import exp as _exp
from math import log, sqrt

from tafelrunde.games.new_angeles.ai.evaluate import forecast, to_beat
from tafelrunde.games.new_angeles.ai.prices import prices, rounds_left
from tafelrunde.games.new_angeles.state import NOBODY, AngelesState

FEATURES: dict[str, str] = {
    "constant": "1 for everybody",
    "own_rival": "1 for a seat that is its own rival: it must be ahead of several others",
    "enemy": "1 for everybody else where a Federalist plays",
    "federalist": "1 for the Federalist",
    "estimate": "the odds, as a logarithm, that the seat wins: the forecast of the city times that of the lead over the rival",
}
"""Few features, because long games with few decisive facts made more features learn noise."""
SPAN_A_ROUND, SPREAD_A_ROUND = 0.6, 2.1
"""How wrong forecasts of threat and leads are per round to come, and per its square root."""
RIVAL = 0.85
"""The weight of the lead over the rival; the rest is the lead over all seats."""
_RICH = 3.0
_START = -1.3
"""The usual estimate at the beginning of the first round."""


def progress(state: AngelesState) -> float:
    """The fraction of the game that is over, from 0 to 1."""
    return max(0, state.round - 1) / len(state.layout.spaces)


def features(state: AngelesState) -> list[list[float]]:
    """The features of each seat, in the order of :data:`FEATURES`; before rivals are dealt all seats are equal."""
    layout = state.layout
    if state.spare == NOBODY or not state.round:
        return [[1.0, *[0.0] * (len(FEATURES) - 2), _START] for _ in range(state.players)]
    left = rounds_left(layout, state.round)
    riches, burdens, danger = forecast(state, prices(layout, left))
    city = _bound((layout.threat_end - danger) / (SPAN_A_ROUND * left))
    spread = SPREAD_A_ROUND * sqrt(left)
    federal = layout.federalist in state.rivals
    rows = []
    for seat, wealth in enumerate(riches):
        own = wealth - burdens[seat]
        if state.rivals[seat] == layout.federalist:
            hope = _chance(-city) * _chance(_bound((own - layout.federalist_capital) / _RICH))
            rows.append([1.0, 0.0, 0.0, 1.0, _odds(hope)])
        else:
            alone = layout.rival_corporation[state.rivals[seat]] == state.corporations[seat]
            hope = _chance(city) * _chance(_bound(_lead(state, seat, own, riches) / spread))
            rows.append([1.0, float(alone), float(federal), 0.0, _odds(hope)])
    return rows


def _lead(state: AngelesState, seat: int, own: float, riches: list[float]) -> float:
    """The lead of a seat: mostly over its rival, partly over all other seats."""
    return own - RIVAL * to_beat(state, seat, riches) - (1 - RIVAL) * sum(riches) / len(riches)


def _odds(chance: float) -> float:
    return log(max(chance, 1e-4) / max(1 - chance, 1e-4))


def _bound(x: float) -> float:
    return max(-6.0, min(6.0, x))


def _chance(x: float) -> float:
    return 1 / (1 + _exp(-x))
