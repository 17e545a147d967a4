"""Switch off guards and effects of a game, one at a time, and see whether its tests notice.

python tools/mutants.py rise --count 30 --seed 1
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import tafelrunde
from tafelrunde.testing.mutants import VARIABLE, switches

ROOT = Path(__file__).parent.parent
GOAL = 27
TIMEOUT = 600
"""Seconds after which the tests count as hanging."""


def noticed(game: str, switch: str, timeout: int) -> str:
    """How the game's tests notice that one switch is off; empty if they do not.

    The scenarios come first: they take seconds and fail for most switches.
    """
    tests = ["tests/test_scenarios.py", f"tests/games/{game}", "tests/contract"]
    command = [sys.executable, "-m", "pytest", *tests, "-k", game, "-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    try:
        run = subprocess.run(
            command, cwd=ROOT, env={**os.environ, VARIABLE: switch}, capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        return f"no end after {timeout} s"
    if run.returncode not in (0, 1):
        print(f"  {switch}: the tests did not run (exit {run.returncode})\n{run.stdout[-2000:]}", file=sys.stderr)
        return ""
    failed = re.search(r"^FAILED (\S+)", run.stdout, re.MULTILINE)
    return "" if run.returncode == 0 else failed[1] if failed else "an error"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=tafelrunde.games())
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1, help="which of all switches are tried")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=TIMEOUT, metavar="SECONDS")
    args = parser.parse_args()
    game = tafelrunde.load(args.game)
    everything = switches(game.id, game.frames, game.guards)
    chosen = Random(args.seed).sample(everything, min(args.count, len(everything)))
    with ThreadPoolExecutor(args.jobs) as pool:
        results = []
        for switch, seen in zip(chosen, pool.map(lambda s: noticed(args.game, s, args.timeout), chosen), strict=True):
            results.append(bool(seen))
            print(f"{len(results):3} {'noticed' if seen else 'NOT NOTICED':12} {switch}  {seen}", flush=True)
    print(f"{sum(results)} of {len(results)} noticed ({len(everything)} switches in all)")
    return 0 if sum(results) * 30 >= GOAL * len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
