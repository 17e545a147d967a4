"""``make leaks``: every game from several places, then every injected leak; prints what was compared.

``python -m tests.leaks.suite --turns 5`` plays shorter, ``--only NAME`` keeps runs and leaks whose names contain a word.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
import traceback
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import pytest

import tafelrunde
from tafelrunde.games import REGISTRY
from tests.leaks.compare import Report
from tests.leaks.guards import check
from tests.leaks.injected import LEAKS, found_in
from tests.leaks.stage import Run
from tests.leaks.story import told
from tests.server.described import KONTOR

TURNS, MOVES, SEEDS = 30, 3, 2
VIEWERS = (0, 1, None)


def all_runs(turns: int) -> list[Run]:
    """The games of the package and the sample game, each from two seats and as a spectator."""
    seeds = range(1, SEEDS + 1)
    return [Run(game, viewer, seed, turns, MOVES) for game in tafelrunde.games() for viewer in VIEWERS for seed in seeds]


def prepare() -> None:
    REGISTRY["kontor"] = KONTOR


def played(run: Run) -> tuple[Report | None, str]:
    """In a worker: what a run compared, and the trouble it found."""
    try:
        report = asyncio.run(told(run))
        check(report, run)
    except Exception:
        return None, traceback.format_exc(limit=-3)
    return report, ""


def injected(place: int) -> tuple[str, str]:
    """In a worker: the channel in which a leak was found, and the trouble that prevented it."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            return asyncio.run(found_in(LEAKS[place], patch)), ""
    except Exception:
        return "", traceback.format_exc(limit=-3)


def play_all(pool: ProcessPoolExecutor, runs: Sequence[Run]) -> tuple[Report, int]:
    """All runs without a leak; returns what they compared, and how many failed."""
    total, failed = Report(), 0
    pending: dict[Future[tuple[Report | None, str]], Run] = {pool.submit(played, run): run for run in runs}
    for done in as_completed(pending):
        report, trouble = done.result()
        if report is None:
            failed += 1
            print(f"FAILED  {pending[done]}\n{trouble}", flush=True)
            continue
        total.add(report)
        figures = f"{report.turns} turns, {report.plies} moves, {report.answers.total()} comparisons"
        print(f"clean   {pending[done]}: {figures}", flush=True)
    return total, failed


def inject_all(pool: ProcessPoolExecutor, places: Sequence[int]) -> int:
    """All leaks, one at a time; returns how many were found where they are."""
    caught = 0
    pending = {pool.submit(injected, place): LEAKS[place] for place in places}
    for done in as_completed(pending):
        leak, (channel, trouble) = pending[done], done.result()
        caught += channel == leak.channel
        word = "caught " if channel == leak.channel else "MISSED "
        print(f"{word} {leak} ({channel or 'nowhere'}, expected in {leak.channel})\n{trouble}".rstrip(), flush=True)
    return caught


def show(report: Report) -> None:
    print(f"\n{report.runs} runs, {report.worlds} worlds beside the true ones, {report.turns} turns, {report.plies} moves")
    moves = ", ".join(f"{kind}: {n}" for kind, n in report.moves.most_common())
    print(f"moves in other worlds: {moves}")
    print(f"seats that hid something: {report.hidden.total()}, something else than in truth: {report.varied.total()}")
    print(f"\n{'channel':16}{'comparisons':>12}{'kB':>10}")
    for channel, n in sorted(report.answers.items()):
        print(f"{channel:16}{n:12}{report.bytes[channel] // 1000:10}")
    print(f"{'all':16}{report.answers.total():12}{report.bytes.total() // 1000:10}\n", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.leaks.suite", description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one for each processor)")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"turns of each run without a leak (default: {TURNS})")
    parser.add_argument("--only", default="", help="runs and leaks whose name contains this")
    asked = parser.parse_args()
    began = time.monotonic()
    prepare()
    runs = [run for run in all_runs(asked.turns) if asked.only in str(run)]
    places = [place for place, leak in enumerate(LEAKS) if asked.only in str(leak)]
    with ProcessPoolExecutor(asked.jobs, get_context("spawn"), prepare) as pool:
        report, failed = play_all(pool, runs)
        show(report)
        caught = inject_all(pool, places)
    untested = sorted(report.answers.keys() - {leak.channel for leak in LEAKS})
    print(f"\nruns without a leak: {len(runs) - failed} of {len(runs)} clean")
    print(f"injected leaks: {caught} of {len(places)} caught")
    if untested:
        print(f"channels without an injected leak: {', '.join(untested)}")
    print(f"{time.monotonic() - began:.0f} seconds")
    return 1 if failed or caught < len(places) or untested else 0


if __name__ == "__main__":
    sys.exit(main())
