"""Writes games to disk, one JSON line each, with the standard library only. Each game is appended as soon as it ends."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tafelrunde.arena.plan import Plan, Row, Step
from tafelrunde.arena.store import Words
from tafelrunde.arena.tally import Course
from tafelrunde.core.errors import BadInput


class Keep:
    """A file of games. The first line holds the plan; each further one is a game. A run with the same plan continues the file."""

    def __init__(self, path: Path, plan: Plan, say: Words) -> None:
        self.path, self._say = path, say
        self._head = json.dumps(plan.identity(), sort_keys=True)

    def rows(self) -> list[Row]:
        try:
            lines = self.path.read_text(encoding="utf-8").split("\n") if self.path.exists() else []
        except (OSError, UnicodeDecodeError):
            raise BadInput("--keep", self._say("not_games", file=str(self.path))) from None
        if lines and lines[0] != self._head:
            raise BadInput("--keep", self._say("out_other_plan", file=str(self.path)))
        whole = lines[1:-1]  # the text after the last newline is an incomplete line
        rows = [_row(json.loads(line)) for line in whole]
        self._put("\n".join([self._head, *whole]) + "\n", "w")
        return rows

    def keep(self, rows: Sequence[Row], new: int, steps: Sequence[Step]) -> None:
        self._put("".join(json.dumps(list(row)) + "\n" for row in rows[len(rows) - new :]), "a")

    def close(self, rows: Sequence[Row]) -> None:
        """Nothing to do: every game was written when it ended."""

    def _put(self, text: str, mode: str) -> None:
        try:
            with self.path.open(mode, encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadInput("--keep", self._say("out_failed", file=str(self.path), reason=reason)) from None


def _row(data: list[object]) -> Row:
    fields = [tuple(value) if isinstance(value, list) else value for value in data]
    row = Row(*fields)  # type: ignore[arg-type]
    return row._replace(course=Course(*row.course))
