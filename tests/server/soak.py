"""``make soak``: every promise about the database, for long. It goes on where it was stopped, and prints what it found.

Servers are killed 300 times on each database, PostgreSQL fails 50 times (stopped, killed, cut off), the power of the disk below
SQLite is cut, a real file system runs full, and every injected fault must be noticed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tafelrunde.games import REGISTRY
from tests.server import guarantees, host_guarantees
from tests.server.crash import Figures, play_and_kill, play_and_restart
from tests.server.described import KONTOR
from tests.server.harness import ROOT, Server
from tests.server.nursery import Nursery
from tests.server.place import Place
from tests.server.postgres import cluster, fresh_database

PROGRESS = Path("build") / "soak.json"
PORTION = 25
"""Kills on one database before a new one is begun."""
LONG_OUTAGE = 75.0
"""Seconds of the longest outage: longer than the pause between two looks for tables of dead processes."""


class Progress:
    """What has been done, kept in a file after each portion."""

    def __init__(self, anew: bool) -> None:
        self._parts: dict[str, dict[str, Any]] = {}
        if PROGRESS.exists() and not anew:
            self._parts = json.loads(PROGRESS.read_text())
        self.began = time.monotonic()

    def figures(self, part: str) -> Figures:
        return Figures(**self._parts.get(part, {}))

    def add(self, part: str, found: Figures) -> None:
        total = self.figures(part)
        total.add(found)
        self._parts[part] = vars(total)
        PROGRESS.parent.mkdir(exist_ok=True)
        PROGRESS.write_text(json.dumps(self._parts, indent=1))
        self.say(part, f"{total}")

    def say(self, part: str, text: str) -> None:
        print(f"[{time.monotonic() - self.began:6.0f} s] {part}: {text}", flush=True)

    def kinds(self, part: str) -> str:
        return ", ".join(f"{count} {kind}" for kind, count in sorted(self.figures(part).kinds.items()))


def kills(progress: Progress, wanted: int) -> None:
    part = "SIGKILL, SQLite"
    while (done := progress.figures(part).faults) < wanted:
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(play_and_kill(f"sqlite:///{folder}/soak.db", min(PORTION, wanted - done), done))
        progress.add(part, found)
    part = "SIGKILL, PostgreSQL"
    with cluster() as own:
        while (done := progress.figures(part).faults) < wanted:
            progress.add(part, asyncio.run(play_and_kill(fresh_database(own.url), min(PORTION, wanted - done), done)))


def restarts(progress: Progress, wanted: int) -> None:
    part = "PostgreSQL fails"
    with cluster() as own:
        while (done := progress.figures(part).faults) < wanted:
            longest = 0.0 if done else LONG_OUTAGE
            progress.add(part, asyncio.run(play_and_restart(own, min(10, wanted - done), done, longest)))
    progress.say(part, progress.kinds(part))


def power(progress: Progress, wanted: int) -> None:
    part = "power cuts, SQLite"
    while (done := progress.figures(part).faults) < wanted:
        with tempfile.TemporaryDirectory() as folder:
            place = Place(Path(folder), _no_cluster)
            cuts = asyncio.run(host_guarantees.power_cut(place, answers=600, cuts=40, seed=done))
        progress.add(part, Figures(faults=cuts))


def full_file_system(progress: Progress) -> None:
    """A real file system of a few megabytes runs full, where this account may mount one."""
    part = "full file system"
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as beside:
        try:
            with _small_disk(folder):
                asyncio.run(guarantees.really_full_disk(Place(Path(beside), _no_cluster), Path(folder)))
        except PermissionError:
            progress.say(part, "not tried, because this account may not mount; the shim's full disk was")
            return
    progress.say(part, "503 while it is full, goes on afterwards")


@contextmanager
def _small_disk(folder: str) -> Iterator[None]:
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        raise PermissionError
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def _no_cluster() -> Any:
    raise AssertionError("this needs no PostgreSQL")


def suites(progress: Progress) -> None:
    """All guarantees, and all faults that must break them."""
    for part, file in (("guarantees", "test_guarantees.py"), ("injected faults", "test_faults.py")):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", "long or not long", f"tests/server/{file}"],
            check=False, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            sys.exit(done.stdout)
        progress.say(part, done.stdout.strip().splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300, help="SIGKILLs of a server on each database")
    parser.add_argument("--restarts", type=int, default=50, help="faults of PostgreSQL")
    parser.add_argument("--cuts", type=int, default=400, help="power cuts")
    parser.add_argument("--anew", action="store_true", help="forget what was done before")
    parser.add_argument("--only", choices=("kills", "restarts", "power", "full", "suites"), help="one part")
    args = parser.parse_args()
    Server.nursery = Nursery(ROOT)  # a killed server is back in a moment, and the next kill need not wait for imports
    REGISTRY["kontor"] = KONTOR
    progress = Progress(args.anew)
    parts: dict[str, Callable[[], None]] = {
        "suites": lambda: suites(progress),
        "full": lambda: full_file_system(progress),
        "power": lambda: power(progress, args.cuts),
        "restarts": lambda: restarts(progress, args.restarts),
        "kills": lambda: kills(progress, args.kills),
    }
    for name, part in parts.items():
        if args.only in (None, name):
            part()


if __name__ == "__main__":
    main()
