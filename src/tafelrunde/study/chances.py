"""The curve of chances and the turning points of a finished game, worked out beside the server: ``python -m`` this module.

Reads a job as JSON (a record, perhaps with its component set), writes a line of JSON for each position and one at the end.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Iterator
from typing import Any

from tafelrunde.bots.review import Moment, chances, turning_points
from tafelrunde.study.replay import Replay, read_record

POINTS = 48
"""Positions that are looked at, evenly spread."""
SECONDS = 300
MEMORY = 1024 * 1024 * 1024


def places(last: int) -> list[int]:
    return sorted({round(i * last / min(last, POINTS)) for i in range(min(last, POINTS) + 1)}) if last else [0]


def review(replay: Replay) -> Iterator[dict[str, Any]]:
    """Each looked-at position with every seat's chance by what it knew then; at last the turning points."""
    wanted = places(replay.last)
    moments: list[Moment] = []
    for place in wanted:
        seat, move = replay.moves[place - 1] if place else (None, "")
        now = chances(replay.at(place))
        moments.append(Moment(place, seat, move, now, (0.0,) * replay.players))
        yield {"place": place, "chances": [round(chance, 3) for chance in now], "of": len(wanted)}
    turns = [
        {"place": t.moment.ply, "seat": t.seat, "before": round(t.before, 3), "after": round(t.after, 3)}
        for t in turning_points(moments)
    ]
    yield {"turns": turns}


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
