"""The summary of a game: every seat's scores and goods over the plies, and its gains in each round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.study.replay import Replay

POINTS = 400
"""The maximum number of points in a plot; longer games are thinned out."""
JUMPS = 8


def numbers(seat: Mapping[str, Any]) -> dict[str, int]:
    """The values of a seat that can be plotted: whole numbers, and tables of whole numbers as ``table.key``."""
    found: dict[str, int] = {}
    for key, value in seat.items():
        if type(value) is int:
            found[key] = value
        elif isinstance(value, Mapping):
            found |= {f"{key}.{name}": n for name, n in value.items() if type(n) is int}
    return found


def digest(replay: Replay, lang: str) -> dict[str, Any]:
    """The plots as plain numbers; ``label`` is the displayed name of a series."""
    game = replay.game
    step = max(1, -(-replay.last // POINTS))
    places = sorted({*range(0, replay.last + 1, step), replay.last, *(mark.ply for mark in replay.marks)})
    scores: list[list[int]] = []
    goods: list[list[dict[str, int]]] = []
    for place in places:
        state = replay.at(place)
        scores.append(list(state.scores))
        goods.append([numbers(seat) for seat in state.view("all")["seats"]])
    varied = [key for key in goods[0][0] if len({row[seat].get(key) for row in goods for seat in range(replay.players)}) > 1]
    # The score already has its own series.
    varied = [key for key in varied if [[seat.get(key) for seat in row] for row in goods] != scores]
    series = [_series("scores", scores, game, lang)]
    series += [_series(key, [[seat.get(key, 0) for seat in row] for row in goods], game, lang) for key in varied]
    return {"places": places, "series": series, "rounds": _rounds(replay, places, series), "jumps": _jumps(replay, lang)}


def _series(key: str, rows: list[list[int]], game: Any, lang: str) -> dict[str, Any]:
    return {"key": key, "label": label(game, key, lang), "seats": [list(column) for column in zip(*rows, strict=True)]}


def label(game: Any, key: str, lang: str) -> str:
    """The displayed name of a series: from the prose if it has one, otherwise from the catalogue."""
    words = game.prose(lang)
    table, _, name = key.rpartition(".")
    if words.has("labels", key):
        return str(words.say("labels", key))
    if table and words.has("labels", table):
        return f"{words.say('labels', table)}: {words.name(name)}"
    return str(words.name(name))


def _rounds(replay: Replay, places: list[int], series: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each seat's gain (or loss) in each round for each series."""
    starts = [mark for i, mark in enumerate(replay.marks) if i == 0 or mark.round != replay.marks[i - 1].round]
    found = []
    for i, mark in enumerate(starts):
        first = places.index(mark.ply)
        last = places.index(starts[i + 1].ply) if i + 1 < len(starts) else len(places) - 1
        gains = {s["key"]: [column[last] - column[first] for column in s["seats"]] for s in series}
        found.append({"round": mark.round, "place": mark.ply, "gains": {k: v for k, v in gains.items() if any(v)}})
    return found


def _jumps(replay: Replay, lang: str) -> list[dict[str, Any]]:
    """The moves after which a seat's score rose most, in the order of the game, with the sentences of the log."""
    words = replay.game.messages(lang)
    found: list[dict[str, Any]] = []
    state = replay.at(0)
    before = list(state.scores)
    for place, (seat, move) in enumerate(replay.moves, 1):
        state.apply(seat, replay.game.index(move))
        now = list(state.scores)
        gains = [b - a for a, b in zip(before, now, strict=True)]
        who = max(range(replay.players), key=gains.__getitem__)
        if gains[who] > 0:
            own = [e for e in replay.logs[place] if e.seat == who][:4]
            text = [words.event(e, replay.names) for e in own]
            events = [{"kind": e.kind, "seat": e.seat, "data": e.data, "rule": e.rule} for e in own]
            found.append({"place": place, "seat": who, "gain": gains[who], "move": move, "text": text, "events": events})
        before = now
    best: list[dict[str, Any]] = sorted(found, key=lambda jump: -int(jump["gain"]))[:JUMPS]
    return sorted(best, key=lambda jump: int(jump["place"]))
