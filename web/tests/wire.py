"""What a browser received against what its seat may know: reads ``{record, seat, frames}``, says what differs.

Every view must be the engine's view of that seat at that ply, and every event one that the seat may see. That those
views hold no secret is what the engine's own tests prove.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tafelrunde.core.events import Event
from tafelrunde.library import load_record


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=list)


def event_key(event: Event) -> str:
    return canonical({"kind": event.kind, "seat": event.seat, "data": event.data, "rule": event.rule})


def main() -> None:
    told = json.load(sys.stdin)
    record, seat = load_record(told["record"], None), told["seat"]
    history = record.history
    state, log = history.state.game.begin(history.state.players, history.state.seed, dict(history.state.options))
    views, visible = {state.ply: canonical(state.view(seat))}, {event_key(event) for event in log if event.visible_to(seat)}
    for mover, move in history.moves():
        visible |= {event_key(event) for event in state.play(mover, move) if event.visible_to(seat)}
        views[state.ply] = canonical(state.view(seat))
    compared = 0
    for frame in told["frames"]:
        view = frame["view"]
        if view["decision"]:  # the server numbers questions itself
            view["decision"]["id"] = json.loads(views[view["ply"]])["decision"]["id"]
        if frame["seat"] != seat or canonical(view) != views[view["ply"]]:
            sys.exit(f"The view at ply {view['ply']} is not what seat {seat} may see.")
        for event in frame["events"]:
            if canonical(event) not in visible:
                sys.exit(f"Seat {seat} was told {event}, which it may not see.")
        compared += 1
    print(f"{compared} views, {len(visible)} events")


if __name__ == "__main__":
    main()
