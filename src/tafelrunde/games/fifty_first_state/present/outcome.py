"""The outcome of a game of 51st State: points by source, and what decided the game."""

from __future__ import annotations

from collections.abc import Iterable

from tafelrunde.core.events import Event
from tafelrunde.core.outcome import Ending, Gain, by_rule, by_score
from tafelrunde.games.fifty_first_state.rules.scoring import location_count, standing_at_end, supply_size
from tafelrunde.games.fifty_first_state.state import FiftyFirstState

BY_RULE = {
    "2.": "production",
    "2.4": "deals",
    "3.14": "rebuilding",
    "3.15": "rebuilding",
    "3.24": "deals",
    "3.27": "razing",
    "3.31": "razing",
    "3.4": "faction",
    "3.49": "open_production",
    "3.58": "connections",
    "3.8": "building_bonus",
    "8.3": "open_production",
    "9.": "faction",
    "CARD.": "location_actions",
    "CARD.armed_merchants": "production",
    "CARD.bonus_gain": "building_bonus",
    "CARD.camino_real": "deals",
    "CARD.caravanner": "deals",
    "CARD.dream_city": "production",
    "CARD.fixed_production": "production",
    "CARD.on_": "features",
    "CARD.open_": "open_production",
    "CARD.patriot_tower": "production",
    "CARD.produced_threshold": "production",
    "CARD.production_": "production",
    "CARD.production_manager": "location_actions",
    "CARD.suppliers_bonus": "building_bonus",
    "CARD.truck": "features",
    "R.36": "razing",
    "R.47": "building_bonus",
}
MOMENTS = {
    "raided": "razing", "end_triggered": "end", "locations_scored": "final", "final_score": "result",
    "tie": "result", "won": "result",
}  # fmt: skip
"""What screens hold until it was seen; neighbours with the same word are shown together."""


def gains(event: Event, players: int) -> Iterable[Gain]:
    seat = event.seat
    if event.kind == "start":
        return [Gain(each, "start", event.data["n"]) for each in range(players)]
    if seat is None:
        return ()
    if event.kind == "gained" and "vp" in event.data["goods"]:
        return [Gain(seat, by_rule(event.rule, BY_RULE), event.data["goods"]["vp"])]
    if event.kind == "locations_scored":
        return [Gain(seat, "locations", event.data["n"])]
    return ()


def ending(state: FiftyFirstState) -> Ending:
    """Explain the result: most points, then most goods in the supply, then most locations (51S-5.7, 6.1, 6.2)."""
    seats = range(len(standing_at_end(state)))
    goods, locations = [supply_size(state, seat) for seat in seats], [location_count(state, seat) for seat in seats]
    return by_score(state.vp, state.winners, [("goods", goods), ("locations", locations)])
