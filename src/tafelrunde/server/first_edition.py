"""How the first edition told the end of a game.

It stored the result of a table nowhere but in the events of its moves. Where the installed rules do not lead to that end any
more, the result is read from the events. These are facts about old databases: they stay as they are when events change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson


class Ending(NamedTuple):
    """Which events tell the result of a game."""

    scores: Mapping[str, str]
    """By kind of event: the fact that is the score of its seat, or a part of it."""
    winners: frozenset[str]
    """The kinds of events that name a winner."""
    summed: bool = False
    """Whether the scores are the sums of the facts over the whole game."""


_POINTS = ("prosperity", "card_points", "clean_lands", "dirty_land", "pollution_scored", "ranked", "quality_of_life")
ENDINGS: Mapping[str, Ending] = {
    "fifty_first_state": Ending({"final_score": "n"}, frozenset({"won"})),
    "new_angeles": Ending({"wins": "n", "loses": "n"}, frozenset({"wins"})),
    "twentieth_century": Ending(
        dict.fromkeys(_POINTS, "points"), frozenset({"winner", "tie_broken", "shared_win"}), summed=True
    ),
}  # fmt: skip


def told_result(game: str, players: int, moves: Sequence[Mapping[str, Any]], whole: bool) -> dict[str, Any] | None:
    """Scores and winners as the events of the moves told them; ``whole`` says that they go back to the beginning of the game."""
    if not moves:
        return None
    last = _events(moves[-1])
    if game not in ENDINGS:
        ends = (event["data"] for event in last if event["kind"] == "game_over")
        return next(({"scores": end["scores"], "winners": end["winners"]} for end in ends if "scores" in end), None)
    ending = ENDINGS[game]
    if ending.summed and not whole:
        return None
    scores: list[int | None] = [0 if ending.summed else None] * players
    for event in (event for move in moves for event in _events(move)) if ending.summed else last:
        name = ending.scores.get(event["kind"])
        if name is not None:
            seat, points = event["seat"], event["data"][name]
            scores[seat] = (scores[seat] or 0) + points
    winners = [event["seat"] for event in last if event["kind"] in ending.winners]
    if None in scores or (ending.summed and not winners):
        return None
    return {"scores": scores, "winners": winners}


def _events(move: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [event for _, event in orjson.loads(move["data"])]
