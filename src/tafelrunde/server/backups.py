"""Backups at regular intervals in one folder, and the drill that restores one without touching the host's data."""

from __future__ import annotations

import re
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tafelrunde.server import care

_OWN = re.compile(r"tafelrunde-\d{8}T\d{6}Z\.backup(?P<part>\.part)?")
"""Names of files that are written here. Nothing else in the folder is ever removed."""


def file_name(now: float) -> str:
    """The name of a backup by its time in UTC; names sort by time.

    >>> file_name(0)
    'tafelrunde-19700101T000000Z.backup'
    """
    return time.strftime("tafelrunde-%Y%m%dT%H%M%SZ.backup", time.gmtime(now))


def seconds_until_next(folder: Path, every: float, now: float) -> float:
    """How long to wait for the next backup; a restart of the command does not make one too early."""
    newest = max((file.stat().st_mtime for file in _complete(folder)), default=None)
    return 0.0 if newest is None else min(max(newest + every - now, 0.0), every)


def tidy(folder: Path, keep: int | None) -> None:
    """Remove all but the newest backups, and what an interrupted one left."""
    old = _complete(folder)[:-keep] if keep is not None else []
    for file in [*old, *(file for file in folder.iterdir() if (own := _OWN.fullmatch(file.name)) and own["part"])]:
        file.unlink(missing_ok=True)


def _complete(folder: Path) -> list[Path]:
    """The backups that were written here, the oldest first."""
    return sorted(file for file in folder.iterdir() if (own := _OWN.fullmatch(file.name)) and not own["part"])


class Drill(NamedTuple):
    """What a restored copy is like."""

    rows: int
    report: care.Report
    seconds: float


async def drill(file: Path) -> Drill:
    """Restore a backup into a temporary database, compare all rows and replay all tables; the copy is then deleted."""
    begun = time.monotonic()
    with TemporaryDirectory(prefix="tafelrunde-drill-") as folder:
        db = f"sqlite:///{folder}/drill.db"
        rows = await care.restore(db, file)
        report = await care.verify_tables(db)
    return Drill(rows, report, time.monotonic() - begun)
