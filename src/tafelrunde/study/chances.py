"""The win probabilities, turning points and mistakes of a finished game, computed in a separate process (``python -m``).

Reads a job as JSON (a record, optionally with its component set), writes a line of JSON for each position, one for every few
decisions that were judged, one with the mistakes, one for each draw and one at the end.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from time import process_time
from typing import Any, NamedTuple

from tafelrunde.bots.review import Mistake, Moment, Turn, chances, luck_of, mistake, suspicion, turning_points
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.study.replay import Replay, read_record
from tafelrunde.study.result import in_words

POINTS = 48
"""The number of positions that are evaluated, evenly distributed."""
DRAW_SECONDS = 90.0
"""The number of draws that are evaluated; those where the curve is steepest come first."""
MISTAKES, SUSPECTS = 3, 8
"""The number of mistakes named for each seat, and of the decisions of each seat that are examined thoroughly for them."""
MISTAKE_SECONDS = 60.0
"""How long decisions are looked at, and then again how long the suspected ones are examined."""
STEP = 10
"""Decisions between two lines about the progress."""
SECONDS = 420
MEMORY = 1024 * 1024 * 1024


def places(last: int) -> list[int]:
    return sorted({round(i * last / min(last, POINTS)) for i in range(min(last, POINTS) + 1)}) if last else [0]


def review(replay: Replay) -> Iterator[dict[str, Any]]:
    """Yield the chances of every seat in each evaluated position, using what the seat knew then, followed by the turning
    points, the mistakes, the value of each draw, and the turning points again with their luck."""
    wanted = places(replay.last)
    moments: list[Moment] = []
    for place in wanted:
        seat, move = replay.moves[place - 1] if place else (None, "")
        now = chances(replay.at(place))
        moments.append(Moment(place, seat, move, now, (0.0,) * replay.players))
        yield {"place": place, "chances": [round(chance, 3) for chance in now], "of": len(wanted)}
    turns = [pinpoint(replay, turn, wanted) for turn in turning_points(moments)]
    yield {"turns": [_told(replay, turn, {}) for turn in turns]}
    yield from mistakes(replay, moments)
    until = process_time() + DRAW_SECONDS
    luck: dict[int, tuple[float, ...]] = {}
    for place in draws(replay, moments):
        seat, move = replay.moves[place - 1]
        luck[place] = luck_of(replay.at(place - 1), seat, replay.game.index(move), chances(replay.at(place)))
        yield {"draw": {"place": place, "mover": seat, "luck": [round(part, 3) for part in luck[place]]}}
        if process_time() > until:
            break
    yield {"turns": [_told(replay, turn, luck) for turn in turns], "done": True}


def draws(replay: Replay, moments: Sequence[Moment]) -> list[int]:
    """The indices of moves that drew something, ordered by the change between the evaluated positions around them."""
    found: list[tuple[float, int]] = []
    for earlier, later in pairwise(moments):
        change = max(abs(b - a) for a, b in zip(earlier.chances, later.chances, strict=True))
        state = replay.at(earlier.ply)
        for place in range(earlier.ply + 1, later.ply + 1):
            drawn, (seat, move) = state.rng, replay.moves[place - 1]
            state.apply(seat, replay.game.index(move))
            if state.rng != drawn:
                found.append((-change, place))
    return [place for _, place in sorted(found)]


def mistakes(replay: Replay, moments: Sequence[Moment]) -> Iterator[dict[str, Any]]:
    """Yield the progress, then the largest mistakes of each seat. Every decision is looked at, and the most suspicious ones of
    each seat are examined; those at which the seat's chance fell most come first, in case time runs out."""
    until = process_time() + MISTAKE_SECONDS
    suspects: dict[int, list[tuple[float, int, int]]] = {}
    for number, place in enumerate(decisions(replay, moments), 1):
        seat, move = replay.moves[place - 1]
        gap, better = suspicion(replay.at(place - 1), seat, replay.game.index(move))
        if gap > 0:
            suspects.setdefault(seat, []).append((gap, place, better))
        if not number % STEP:
            yield {"judged": number}
        if process_time() > until:
            break
    until = process_time() + MISTAKE_SECONDS
    found: dict[int, list[tuple[int, Mistake]]] = {seat: [] for seat in suspects}
    ranked = [sorted(of_seat, reverse=True)[:SUSPECTS] for of_seat in suspects.values()]
    for _, place, better in (one for row in zip_longest(*ranked) for one in row if one is not None):
        seat, move = replay.moves[place - 1]
        named = mistake(replay.at(place - 1), seat, replay.game.index(move), better)
        if named is not None:
            found[seat].append((place, named))
        if process_time() > until:
            break
    largest = [one for of_seat in found.values() for one in sorted(of_seat, key=lambda one: -one[1].loss)[:MISTAKES]]
    yield {"mistakes": [_mistake_told(replay, place, one) for place, one in sorted(largest)]}


def decisions(replay: Replay, moments: Sequence[Moment]) -> list[int]:
    """The indices of moves that were chosen among several answers, ordered by how much the mover's chance fell between the
    evaluated positions around them."""
    found: list[tuple[float, int]] = []
    for earlier, later in pairwise(moments):
        state = replay.at(earlier.ply)
        for place in range(earlier.ply + 1, later.ply + 1):
            seat, move = replay.moves[place - 1]
            index = replay.game.index(move)
            if len(state.actions(seat)) > 1 and index in state.actions(seat):  # free moves answer no question
                found.append((later.chances[seat] - earlier.chances[seat], place))
            state.apply(seat, index)
    return [place for _, place in sorted(found)]


def _mistake_told(replay: Replay, place: int, one: Mistake) -> dict[str, Any]:
    """A mistake, the move that was played and the better one in words, for the seat that chose."""
    vocabulary, view = replay.game.vocabulary, replay.at(place - 1).view(one.seat)
    return {
        "place": place, "seat": one.seat, "chance": round(one.chance, 3), "possible": round(one.possible, 3),
        "move": vocabulary[one.move].text, "better": vocabulary[one.better].text,
        "move_text": {lang: replay.game.move_text(vocabulary[one.move], lang, view) for lang in LANGUAGES},
        "better_text": {lang: replay.game.move_text(vocabulary[one.better], lang, view) for lang in LANGUAGES},
    }  # fmt: skip


class Pinned(NamedTuple):
    """A turning point that belongs to one move: its index, the seat, and the seat's chance before and after."""

    place: int
    seat: int
    before: float
    after: float


def pinpoint(replay: Replay, turn: Turn, wanted: Sequence[int]) -> Pinned:
    """Find the move between two evaluated positions that changed the chance most, by repeatedly keeping the half with the
    greater change."""
    seat, high = turn.seat, turn.moment.ply
    low = wanted[wanted.index(high) - 1]
    before, after = turn.before, turn.after
    while high - low > 1:
        middle = (low + high) // 2
        chance = chances(replay.at(middle))[seat]
        if abs(chance - before) > abs(after - chance):
            high, after = middle, chance
        else:
            low, before = middle, chance
    return Pinned(high, seat, before, after)


def _told(replay: Replay, turn: Pinned, luck: Mapping[int, Sequence[float]]) -> dict[str, Any]:
    """A turning point with its move in words, and the part of it that the draw caused."""
    words = {lang: in_words(replay, turn.place, lang) for lang in LANGUAGES}
    drawn = luck[turn.place][turn.seat] if turn.place in luck else 0.0
    return {
        "place": turn.place, "seat": turn.seat, "before": round(turn.before, 3), "after": round(turn.after, 3),
        "luck": round(drawn, 3), "mover": words["en"]["mover"], "move": words["en"]["move"],
        "text": {lang: told["text"] for lang, told in words.items()},
    }  # fmt: skip


def open_record(text: str, component_text: str | None) -> Replay:
    return Replay.of(read_record(text, component_text))


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    os.nice(10)
    job = json.load(sys.stdin)
    for line in review(open_record(job["record"], job["components"])):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
