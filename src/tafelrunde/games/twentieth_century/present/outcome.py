"""The outcome of a game of 20th Century: points by source, and what decided the game."""

from __future__ import annotations

from collections.abc import Iterable

from tafelrunde.core.events import Event
from tafelrunde.core.outcome import Ending, Gain, by_score
from tafelrunde.games.twentieth_century.rules.counts import all_garbage
from tafelrunde.games.twentieth_century.state import CenturyState

BY_KIND = {
    "prosperity": "prosperity", "quality_of_life": "quality_of_life", "card_points": "scoring_cards",
    "clean_lands": "clean_lands", "dirty_land": "dirty_lands", "pollution_scored": "pollution_track",
}  # fmt: skip
RANKED = {"coins": "commerce", "science": "research"}
MOMENTS = {
    "won": "auction", "disaster_turned_up": "disaster", "column_paid": "columns", "card_points": "scoring_card",
    "prosperity": "prosperity", "clean_lands": "lands", "dirty_land": "lands", "pollution_scored": "pollution", "ranked": "ranks",
    "winner": "end", "tie_broken": "end", "shared_win": "end",
}  # fmt: skip
"""What screens hold until it was seen; neighbours with the same word are shown together."""


def gains(event: Event, players: int) -> Iterable[Gain]:
    kind, seat, data = event.kind, event.seat, event.data
    if kind == "colours":
        return [Gain(each, "start", data["points"]) for each in range(players)]
    if seat is None:
        return ()
    if kind == "ranked":
        return [Gain(seat, RANKED[data["good"]], data["points"])]
    if kind in BY_KIND:
        what = data.get("card") or data.get("technology") or data.get("tile") or ""
        return [Gain(seat, BY_KIND[kind], data["points"], what)]
    return ()


def ending(state: CenturyState) -> Ending:
    """Explain the result: most prosperity, then fewest garbage in the region (20C-7.5, 7.6)."""
    return by_score(state.score, state.winners, [("garbage", [-all_garbage(state, seat) for seat in range(state.players)])])
