"""Games on disk as Parquet: a file with one row a game, and beside it a folder with one row a decision. A run can be
continued."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from tafelrunde.arena import tables
from tafelrunde.arena.plan import Plan, Row, Step
from tafelrunde.arena.tally import Course
from tafelrunde.core.errors import BadInput

KEEP_SECONDS = 60
"""The interval at which the finished games are written during a run."""
MOST_GAMES = 1_000_000
"""A run with more games would not fit into memory."""
KEEP_STEPS = 20_000
"""Decisions held in memory before they are written."""
GAMES = ("seed", "players", "options", "bots", "scores", "winners", "plies", "decisions", "choices", "lineup", "variant", "marks")
COURSE = ("offered", "drawn", "played", "curve", "leads")
"""Columns that files of earlier versions do not have."""


class Words(Protocol):
    """A function that gives the caller's sentences in the chosen language."""

    def __call__(self, key: str, **facts: Any) -> str: ...


class Sink(Protocol):
    """The interface of a destination for finished games."""

    def keep(self, rows: Sequence[Row], new: int, steps: Sequence[Step]) -> None:
        """Store all rows so far, of which the last ``new`` have just been played, and the decisions of those."""

    def close(self, rows: Sequence[Row]) -> None:
        """Finish writing; no more games will come."""


def check_target(path: Path, where: str, say: Words) -> Path:
    """Check before the run that the file can be written after it."""
    if find_spec("pyarrow") is None:
        raise BadInput(where, say("no_pyarrow"))
    if path.is_dir():
        raise BadInput(where, say("out_is_folder", file=str(path)))
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise BadInput(where, say("out_folder", file=str(path.parent)))
    return path


class Store:
    """The file of games of one plan."""

    def __init__(self, path: Path, plan: Plan, say: Words) -> None:
        self.path = check_target(path, "--out", say)
        self.plan = plan
        self._say = say
        if plan.steps and plan.seed + MOST_GAMES >= tables.LARGEST_SEED:
            raise BadInput("--seed", say("out_large_seed"))
        self._identity = json.dumps(plan.identity(), sort_keys=True)
        self._steps: list[Step] = []
        self._first = 0
        self._written = perf_counter()

    @property
    def folder(self) -> Path:
        """The folder of the decisions: ``games.parquet`` has ``games.decisions/``."""
        return self.path.with_suffix(".decisions")

    def rows(self) -> list[Row]:
        """The rows of an earlier run of the same plan; another plan's file is refused, not overwritten."""
        if not self.path.exists():
            return []
        table, about = read(self.path, "--out", self._say)
        if about.get("plan") != self._identity:
            raise BadInput("--out", self._say("out_other_plan", file=str(self.path)))
        rows = table_rows(table)
        if self.plan.steps:
            self._same_decisions(rows)
        self._first = len(rows)
        return rows

    def keep(self, rows: Sequence[Row], new: int, steps: Sequence[Step]) -> None:
        """Write periodically, so that an interrupted run loses only the last minute."""
        self._steps += steps
        if perf_counter() - self._written > KEEP_SECONDS:
            self.close(rows)
        elif len(self._steps) > KEEP_STEPS:
            self._write_steps(rows)

    def close(self, rows: Sequence[Row]) -> None:
        """Write the decisions before the games they belong to, so that an interruption between the two loses no decision."""
        self._write_steps(rows)
        if rows:
            self.write(rows)
        self._written = perf_counter()

    def _same_decisions(self, rows: Sequence[Row]) -> None:
        """Refuse a folder whose first decisions are missing: it belongs to a run without decisions. Remove parts without
        games."""
        kept = [int(part.stem.partition("-")[2]) for part in self.folder.glob("part-*.parquet")]
        if rows and (not kept or min(kept) > 0):
            raise BadInput("--decisions", self._say("out_no_decisions", file=str(self.path)))
        parts = (*self.folder.glob("part-*.parquet"), *self.path.with_suffix(".tables").glob("*/part-*.parquet"))
        for part in parts:  # a part is written before its games, so an interruption can leave one behind
            if int(part.stem.partition("-")[2]) >= len(rows):
                part.unlink()

    def write(self, rows: Sequence[Row]) -> None:
        """Write all rows so far to a temporary file and rename it, so that the file is always complete."""
        import pyarrow as pa

        numbers = pa.list_(pa.int64())
        kinds = {
            "seed": pa.string(),  # a seed may exceed the largest integer of the format
            "players": pa.int64(), "options": pa.string(), "bots": pa.list_(pa.string()),
            "scores": numbers, "winners": numbers, "plies": pa.int64(), "decisions": pa.int64(), "choices": pa.int64(),
            "lineup": pa.int64(), "variant": pa.int64(), "marks": pa.list_(pa.list_(pa.string())),
            **{key: pa.list_(pa.list_(pa.string())) for key in ("offered", "drawn", "played")},
            "curve": pa.list_(pa.list_(pa.int64())), "leads": pa.int64(),
        }  # fmt: skip
        plan = self.plan
        given = json.dumps(dict(plan.options))
        columns: dict[str, list[Any]] = {
            "seed": [str(row.seed) for row in rows],
            "players": [plan.players] * len(rows),
            "options": [row.options or given for row in rows],
            "bots": [list(plan.lineups[row.lineup]) for row in rows],
            **{key: [list(getattr(row, key)) for row in rows] for key in ("scores", "winners")},
            **{key: [getattr(row, key) for row in rows] for key in ("plies", "decisions", "choices", "lineup", "variant")},
            "marks": [[list(held) for held in row.marks] for row in rows],
            **{key: [[list(each) for each in getattr(row.course, key)] for row in rows] for key in COURSE[:-1]},
            "leads": [row.course.leads for row in rows],
        }
        identity = plan.identity()
        about = {"game": plan.game, "components": identity["components"][0], "rules": identity["rules"], "plan": self._identity}
        self._put(
            self.path, pa.table(columns, schema=pa.schema([(key, kinds[key]) for key in (*GAMES, *COURSE)], metadata=about))
        )

    def _write_steps(self, rows: Sequence[Row]) -> None:
        """Write the decisions since the last time as one part of the folder, named for its first game."""
        import pyarrow as pa

        steps, first = self._steps, self._first
        self._steps, self._first = [], len(rows)
        if steps:
            tables.write(self.path.with_suffix(".tables"), self.plan, first, rows[first:], steps, self._put)
            self.folder.mkdir(exist_ok=True)
            columns: dict[str, list[Any]] = {key: [getattr(step, key) for step in steps] for key in Step._fields}
            columns["seed"] = [str(seed) for seed in columns["seed"]]
            columns["mask"] = [list(mask) for mask in columns["mask"]]
            self._put(self.folder / f"part-{first:09}.parquet", pa.table(columns))

    def _put(self, path: Path, table: Any) -> None:
        import pyarrow.parquet as pq

        with self._replacing(path) as name:
            pq.write_table(table, name)

    @contextmanager
    def _replacing(self, path: Path) -> Iterator[str]:
        try:
            handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
            os.close(handle)
            try:
                yield name
                os.chmod(name, 0o666 & ~_umask())  # a temporary file is private; the result gets the usual permissions
                os.replace(name, path)
            finally:
                Path(name).unlink(missing_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadInput("--out", self._say("out_failed", file=str(path), reason=reason)) from None


def read(path: Path, where: str, say: Words) -> tuple[Any, dict[str, str]]:
    """Read a file of games and its metadata."""
    if find_spec("pyarrow") is None:
        raise BadInput(where, say("no_pyarrow"))
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path, partitioning=None)
    except FileNotFoundError:
        raise BadInput(where, say("no_games_file", file=str(path))) from None
    except (OSError, pa.ArrowException):
        raise BadInput(where, say("not_games", file=str(path))) from None
    about = {key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items() if key != b"ARROW:schema"}
    if not set(GAMES) <= set(table.column_names) or "plan" not in about:
        raise BadInput(where, say("not_games", file=str(path)))
    return table, about


def table_rows(table: Any) -> list[Row]:
    """The rows of a table that :func:`read` returned."""
    return [
        Row(
            int(row["seed"]), tuple(row["scores"]), tuple(row["winners"]), row["plies"], row["decisions"], row["choices"],
            row["lineup"], row["variant"], row["options"], tuple(map(tuple, row["marks"])), _course(row),
        )
        for row in table.to_pylist()
    ]  # fmt: skip


def _course(row: dict[str, Any]) -> Course:
    if "leads" not in row:
        return Course()
    offered, drawn, played, curve = (tuple(map(tuple, row[key])) for key in COURSE[:-1])
    return Course(offered, drawn, played, curve, row["leads"])


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
