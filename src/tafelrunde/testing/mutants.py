"""Mutants: the rules with one guard or effect switched off, to see whether the tests notice.

``python -m tafelrunde.testing.mutants GAME tests`` switches off thirty of them, one at a time, and runs the tests each time.
``TAFELRUNDE_MUTANT`` names one switch (``rise/effect/income``, ``rise/guard/place/1``); the plugin of pytest installs it.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

import tafelrunde
from tafelrunde.core.frames import Frames, Kind
from tafelrunde.core.guards import Guards, filter_rules

VARIABLE = "TAFELRUNDE_MUTANT"
GOAL = 0.9
"""The share of the mutants that the tests must notice."""
TIMEOUT = 600
"""Seconds after which the tests count as hanging."""


def switches(game: str, frames: Frames, guards: Guards) -> list[str]:
    """Everything that can be switched off in a game."""
    effects = [f"{game}/effect/{name}" for name in frames.kinds]
    checks = [f"{game}/guard/{verb}/{i}" for verb, v in guards.verbs.items() for i in range(len(v.guards))]
    return effects + checks


def install() -> None:
    """Switch off in games that are loaded from now on what the environment names."""
    if os.environ.get(VARIABLE):
        filter_rules(disarmed)


def disarmed(game: str, frames: Frames, guards: Guards) -> tuple[Mapping[str, Kind], Guards]:
    """A game's frames and guards, less the one the environment switches off."""
    kinds, checks = dict(frames.kinds), guards
    name = os.environ.get(VARIABLE, "")
    if not name.startswith(f"{game}/"):
        return kinds, checks
    _, sort, *rest = name.split("/")
    if sort == "effect":
        kinds[rest[0]] = _without_effect(kinds[rest[0]])
    else:
        checks = _without_guard(guards, rest[0], int(rest[1]))
    return kinds, checks


def _without_effect(kind: Kind) -> Kind:
    mutant = Kind(kind.name, kind.rule, kind.type)
    mutant.ask, mutant.lapse, mutant.describe = kind.ask, kind.lapse, kind.describe
    mutant.answer, mutant.public = kind.answer, kind.public
    mutant.act = lambda state, frame, move=None: None
    return mutant


def _without_guard(guards: Guards, verb: str, place: int) -> Guards:
    mutant = Guards()
    for name, v in guards.verbs.items():
        kept = [g for i, g in enumerate(v.guards) if not (name == verb and i == place)]
        mutant.verbs[name] = v._replace(guards=kept)
    return mutant


# --- running the tests of a game -----------------------------------------------------------------


def noticed(tests: Sequence[str], switch: str, timeout: int) -> str:
    """How the tests notice that one switch is off; empty if they do not."""
    command = [sys.executable, "-m", "pytest", *tests, "-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    environment = {**os.environ, VARIABLE: switch}
    try:
        run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return f"no end after {timeout} s"
    if run.returncode not in (0, 1):
        print(f"  {switch}: the tests did not run (exit {run.returncode})\n{run.stdout[-2000:]}", file=sys.stderr)
        return ""
    failed = re.search(r"^FAILED (\S+)", run.stdout, re.MULTILINE)
    return "" if run.returncode == 0 else failed[1] if failed else "an error"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=tafelrunde.games())
    parser.add_argument("tests", nargs="*", help="what pytest is told to run, the quickest tests first (default: all tests)")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1, help="which of all switches are tried")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=TIMEOUT, metavar="SECONDS")
    args, more = parser.parse_known_args(arguments)
    tests = [*args.tests, *more]
    game = tafelrunde.load(args.game)
    everything = switches(game.id, game.frames, game.guards)
    chosen = Random(args.seed).sample(everything, min(args.count, len(everything)))
    with ThreadPoolExecutor(args.jobs) as pool:
        results = []
        for switch, seen in zip(chosen, pool.map(lambda s: noticed(tests, s, args.timeout), chosen), strict=True):
            results.append(bool(seen))
            print(f"{len(results):3} {'noticed' if seen else 'NOT NOTICED':12} {switch}  {seen}", flush=True)
    print(f"{sum(results)} of {len(results)} noticed ({len(everything)} switches in all)")
    return 0 if sum(results) >= GOAL * len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
