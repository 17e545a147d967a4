"""Saves states as JSON-compatible data without loss, also in the middle of a chained effect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tafelrunde.core.errors import BadInput
from tafelrunde.core.frames import write

if TYPE_CHECKING:
    from tafelrunde.core.state import State


def dump(state: State) -> dict[str, Any]:
    """The content of a state; the game adds its id and the hash of its components."""
    lanes = state.lanes
    return {
        "players": state.players,
        "options": dict(state.options),
        "seed": state.seed,
        "rng": state.rng,
        "ply": state.ply,
        "reveals": state.reveals,
        "asked": {str(seat): question[0] for seat, question in state.asked.items()},
        "stack": [write(frame) for frame in state.stack],
        "lanes": None if lanes is None else [[write(frame) for frame in lane] for lane in lanes],
        "fields": {f.name: f.encode(getattr(state, f.name)) for f in state.FIELDS},
    }


def restore(state: State, data: Mapping[str, Any]) -> None:
    """Fill a new state with saved data and advance it to its decision; invalid data is rejected and the error names the key."""
    for key in ("rng", "ply", "reveals"):
        if type(data[key]) is not int or data[key] < 0:
            raise BadInput(key, f"expected a non-negative integer, found {data[key]!r:.60}.")
        setattr(state, key, data[key])
    if set(data["fields"]) != {f.name for f in state.FIELDS}:
        data = state.game.updated(data)
    unknown = set(data["fields"]) ^ {f.name for f in state.FIELDS}
    if unknown:
        raise BadInput(f"fields.{min(unknown)}", "this field is missing or not known.")
    for f in state.FIELDS:
        setattr(state, f.name, f.decode(f"fields.{f.name}", data["fields"][f.name]))
    state.game.restored(state)
    read = state.game.frames.read
    state.stack = [read(f"stack[{i}]", frame) for i, frame in enumerate(data["stack"])]
    if data["lanes"] is not None:
        state.lanes = [[read(f"lanes[{i}]", frame) for frame in lane] for i, lane in enumerate(data["lanes"])]
    state.settle()
    if sorted(map(str, state.asked)) != sorted(data["asked"]):
        raise BadInput("asked", "The saved state does not stand at a decision of these seats.")
    state.asked = {seat: (int(data["asked"][str(seat)]), q[1], q[2]) for seat, q in state.asked.items()}
