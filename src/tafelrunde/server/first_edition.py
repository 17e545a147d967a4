"""The results of games in databases of the first edition.

The first edition stored the result of a table only in the events of its moves. If the installed rules no longer lead to that
result, it is read from the events. These are facts about old databases: they must not change when events change.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import orjson

import tafelrunde
from tafelrunde.library import about


class Ending(NamedTuple):
    """The events that contain the result of a game."""

    scores: Mapping[str, str]
    """By kind of event: the fact that is the score of its seat, or a part of it."""
    winners: frozenset[str]
    """The kinds of events that name a winner."""
    summed: bool
    """Whether the scores are the sums of the facts over the whole game."""


@cache
def ending(game: str) -> Ending | None:
    """The contents of ``data/first_edition.toml`` of a game; ``None`` if its last event contained the result."""
    if game not in tafelrunde.games():
        return None
    file = files(about(game).folder) / "data" / "first_edition.toml"
    if not file.is_file():
        return None
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    return Ending(told["scores"], frozenset(told["winners"]), told["summed"])


def told_result(game: str, players: int, moves: Sequence[Mapping[str, Any]], whole: bool) -> dict[str, Any] | None:
    """The scores and winners from the events of the moves; ``whole`` means that the events reach back to the beginning of the
    game."""
    if not moves:
        return None
    last = _events(moves[-1])
    told = ending(game)
    if told is None:
        ends = (event["data"] for event in last if event["kind"] == "game_over")
        return next(({"scores": end["scores"], "winners": end["winners"]} for end in ends if "scores" in end), None)
    if told.summed and not whole:
        return None
    scores: list[int | None] = [0 if told.summed else None] * players
    for event in (event for move in moves for event in _events(move)) if told.summed else last:
        name = told.scores.get(event["kind"])
        if name is not None:
            seat, points = event["seat"], event["data"][name]
            scores[seat] = (scores[seat] or 0) + points
    winners = [event["seat"] for event in last if event["kind"] in told.winners]
    if None in scores or (told.summed and not winners):
        return None
    return {"scores": scores, "winners": winners}


def _events(move: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [event for _, event in orjson.loads(move["data"])]
