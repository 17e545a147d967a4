"""Long tables with typed columns, one row a game, a seat, a decision or an event, for polars, DuckDB and pandas.

``simulate --decisions`` writes them beside the file of games, in folders ``games``, ``seats``, ``decisions`` and ``events`` of
``NAME.tables``. Every row has ``game``, the place of the game in the run. An option is a column ``option_NAME``.
``docs/research.md`` has examples.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tafelrunde.arena.figures import share
from tafelrunde.arena.plan import Plan, Row, Step, loaded

LARGEST_SEED = 2**64
"""Seeds are a column of 64 bits; a run that keeps decisions refuses larger ones."""


def schemas(plan: Plan) -> dict[str, Any]:
    """The typed columns of each table."""
    import pyarrow as pa

    game = ("game", pa.uint32())
    options = [(f"option_{name}", pa.string()) for name in loaded(plan.game, None).options]
    return {
        "games": pa.schema([
            game, ("seed", pa.uint64()), ("components", pa.string()), ("rules", pa.string()), ("players", pa.uint8()), *options,
            ("rounds", pa.uint16()), ("plies", pa.uint32()), ("decisions", pa.uint32()), ("branching", pa.float32()),
            ("lead_changes", pa.uint16()), ("margin", pa.int32()), ("winners", pa.list_(pa.uint8())),
        ]),
        "seats": pa.schema([
            game, ("seat", pa.uint8()), ("bot", pa.string()), ("score", pa.int32()), ("won", pa.bool_()), ("share", pa.float32()),
            ("curve", pa.list_(pa.int32())), ("held", pa.list_(pa.string())),
            ("offered", pa.list_(pa.string())), ("drawn", pa.list_(pa.string())), ("played", pa.list_(pa.string())),
        ]),
        "decisions": pa.schema([
            game, ("decision", pa.uint32()), ("ply", pa.uint32()), ("seat", pa.uint8()), ("kind", pa.string()),
            ("rule", pa.string()), ("move", pa.string()), ("action", pa.uint16()), ("legal", pa.list_(pa.uint16())),
        ]),
        "events": pa.schema([
            game, ("decision", pa.uint32()), ("ply", pa.uint32()), ("number", pa.uint16()), ("kind", pa.string()),
            ("seat", pa.uint8()), ("rule", pa.string()), ("data", pa.string()),
        ]),
    }  # fmt: skip


def records(plan: Plan, first: int, rows: Sequence[Row], steps: Sequence[Step]) -> dict[str, list[dict[str, Any]]]:
    """The rows of all tables for some games of a run, of which the first is number ``first``."""
    out: dict[str, list[dict[str, Any]]] = {name: [] for name in ("games", "seats", "decisions", "events")}
    known = {(row.seed, row.variant): first + i for i, row in enumerate(rows)}
    identity, made = plan.identity(), Counter[int]()
    for game, row in enumerate(rows, first):
        out["games"].append(_game(game, row, identity["components"][row.variant], identity["rules"]))
        out["seats"] += [_seat(game, seat, row, plan.lineups[row.lineup][seat]) for seat in range(len(row.scores))]
    for step in steps:
        game = known[step.seed, step.variant]
        place = {"game": game, "decision": made[game], "ply": step.ply}
        made[game] += 1
        asked = {"seat": step.seat, "kind": step.kind, "rule": step.rule}
        out["decisions"].append({**place, **asked, "move": step.text, "action": step.move, "legal": list(step.mask)})
        for i, event in enumerate(json.loads(step.events)):
            told = {"kind": event["kind"], "seat": event["seat"], "rule": event["rule"]}
            out["events"].append({**place, "number": i, **told, "data": json.dumps(event["data"], ensure_ascii=False)})
    return out


def _game(game: int, row: Row, components: str, rules: str) -> dict[str, Any]:
    ordered = sorted(row.scores, reverse=True)
    return {
        "game": game, "seed": row.seed, "components": components, "rules": rules, "players": len(row.scores),
        **{f"option_{name}": value for name, value in json.loads(row.options).items()},
        "rounds": len(row.course.curve), "plies": row.plies, "decisions": row.decisions,
        "branching": row.choices / max(1, row.decisions), "lead_changes": row.course.leads,
        "margin": ordered[0] - ordered[1] if len(ordered) > 1 else 0, "winners": list(row.winners),
    }  # fmt: skip


def _seat(game: int, seat: int, row: Row, bot: str) -> dict[str, Any]:
    course = row.course
    return {
        "game": game, "seat": seat, "bot": bot, "score": row.scores[seat], "won": seat in row.winners, "share": share(row, seat),
        "curve": [scores[seat] for scores in course.curve], "held": list(row.marks[seat]),
        "offered": list(course.offered[seat]), "drawn": list(course.drawn[seat]), "played": list(course.played[seat]),
    }  # fmt: skip


def write(folder: Path, plan: Plan, first: int, rows: Sequence[Row], steps: Sequence[Step], put: Any) -> None:
    """Write one part of each table, named for its first game; ``put`` writes a table to a path."""
    import pyarrow as pa

    found = records(plan, first, rows, steps)
    for name, schema in schemas(plan).items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        put(folder / name / f"part-{first:09}.parquet", pa.Table.from_pylist(found[name], schema=schema))
