"""The result of a finished game: the reason for its outcome, every seat's points by source, and three moments worth
replaying."""

from __future__ import annotations

from typing import Any

from tafelrunde.core.outcome import Gain, Said
from tafelrunde.study.digest import label
from tafelrunde.study.replay import Replay

MOMENTS = 3
BEFORE = "before"
"""The source of the points that the seats had when a practice game began in the middle."""


def result(replay: Replay, lang: str) -> dict[str, Any]:
    """The result. Sentences are keys with facts, which the reader completes with the displayed names; moves are already in
    words."""
    game, end = replay.game, replay.end
    gains = [[gain for event in log for gain in game.gains(event, replay.players)] for log in replay.logs]
    ending = game.ending(end)
    return {
        "label": label(game, "scores", lang),
        "scores": list(end.scores),
        "winners": list(end.winners),
        "verdict": _said(ending.verdict),
        "aims": [_said(aim) for aim in ending.aims],
        "sources": _sources(replay, [gain for log in gains for gain in log]),
        "moments": [_moment(replay, place, seat, gain, lang) for place, seat, gain in _moments(gains)],
    }


def _said(said: Said) -> dict[str, Any]:
    return {"key": said.key, "facts": dict(said.facts)}


def _sources(replay: Replay, gains: list[Gain]) -> list[dict[str, Any]]:
    """Every seat's points by source, in the order of the catalogue, in total and for each component. Their sum is the score."""
    if not gains:
        return []
    seats = range(replay.players)
    found: dict[str, dict[str, list[int]]] = {}
    brought = [score - sum(gain.points for gain in gains if gain.seat == seat) for seat, score in enumerate(replay.end.scores)]
    if replay.start.ply and any(brought):
        found[BEFORE] = {"": brought}
    for seat, source, points, what in gains:
        found.setdefault(source, {}).setdefault(what, [0] * replay.players)[seat] += points
    order = [BEFORE, *replay.game.messages("en").sections.get("sources", {})]
    return [
        {
            "source": source,
            "points": [sum(points[seat] for points in found[source].values()) for seat in seats],
            "items": [{"what": what, "points": points} for what, points in found[source].items() if what and any(points)],
        }
        for source in order
        if any(any(points) for points in found.get(source, {}).values())
    ]


def _moments(gains: list[list[Gain]]) -> list[tuple[int, int, int]]:
    """The moves that changed the chances most, in the order of the game: index, the seat that gained most, the gain."""
    found = []
    for place, log in enumerate(gains[1:-1], 1):  # the last position itself does not count
        by_seat: dict[int, int] = {}
        for gain in log:
            if gain.source != "start":
                by_seat[gain.seat] = by_seat.get(gain.seat, 0) + gain.points
        if any(by_seat.values()):
            seat = max(by_seat, key=lambda s: abs(by_seat[s]))
            found.append((place, seat, by_seat[seat]))
    found.sort(key=lambda moment: -abs(moment[2]))
    return sorted(found[:MOMENTS])


def _moment(replay: Replay, place: int, seat: int, gain: int, lang: str) -> dict[str, Any]:
    return {"place": place, "seat": seat, "gain": gain, **in_words(replay, place, lang)}


def in_words(replay: Replay, place: int, lang: str) -> dict[str, Any]:
    """The move that led to a position: its seat, and its text for that seat."""
    mover, text = replay.moves[place - 1]
    move = replay.game.move(text)
    return {"mover": mover, "move": text, "text": replay.game.move_text(move, lang, replay.at(place - 1).view(mover))}
