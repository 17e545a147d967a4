"""``tafelrunde benchmark``: plays the fixed protocol of :mod:`tafelrunde.arena.benchmark` and writes JSON and Markdown."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tafelrunde.arena import benchmark
from tafelrunde.arena.benchmark import OtherRun, Results
from tafelrunde.arena.benchmark_table import markdown
from tafelrunde.bots.base import specs
from tafelrunde.cli import FAILURE, OK, Commands, command, say, whole
from tafelrunde.cli.simulate import progress
from tafelrunde.core.errors import BadInput


def add(commands: Commands) -> None:
    parser = command(commands, "benchmark")
    parser.add_argument("games", nargs="*", metavar="GAME", help=say("arg_benchmark_games"))
    parser.add_argument("--bots", metavar="A,B,...", help=say("arg_benchmark_bots", names=",".join(benchmark.BOTS)))
    parser.add_argument("--deals", type=whole(1, 100_000), metavar="N", help=say("arg_deals", n=benchmark.DEALS))
    parser.add_argument("--workers", type=whole(1, 256), default=1, metavar="W", help=say("arg_workers"))
    parser.add_argument("--out", type=Path, default=Path("benchmark.json"), metavar="FILE.json", help=say("arg_benchmark_out"))
    parser.add_argument("--quick", action="store_true", help=say("arg_benchmark_quick"))


def run(args: argparse.Namespace) -> int:
    named = tuple(benchmark.setting(game) for game in dict.fromkeys(args.games))
    settings = named or benchmark.settings()[: benchmark.QUICK_GAMES if args.quick else None]
    bots = specs(args.bots) if args.bots is not None else (benchmark.QUICK_BOTS if args.quick else benchmark.BOTS)
    deals = args.deals or (benchmark.QUICK_DEALS if args.quick else benchmark.DEALS)
    wanted = list(benchmark.jobs(settings, tuple(dict.fromkeys(bots)), deals))
    results = _results(args.out, settings)
    missing = results.missing(wanted)
    kept = len(wanted) - len(missing)
    if kept:
        print(say("resumed", n=kept, file=args.out), file=sys.stderr)
    stopped = False
    try:
        with progress(len(wanted), kept) as advance:
            results.play(missing, args.workers, advance)
        table = args.out.with_suffix(".md")
        table.write_text(markdown(results.games, say), encoding="utf-8")
    except KeyboardInterrupt:
        stopped = True
    except OSError as error:
        raise BadInput("--out", say("out_failed", file=str(args.out), reason=error.strerror or str(error))) from None
    print(markdown(results.games, say).rstrip())
    if stopped:
        print(say("stopped_after", n=len(wanted) - len(results.missing(wanted)), games=len(wanted)), file=sys.stderr)
        return FAILURE
    print(f"\n{say('benchmark_written', file=str(args.out), table=str(table))}")
    return OK


def _results(path: Path, settings: tuple[benchmark.Setting, ...]) -> Results:
    """The file's games, if they can be continued."""
    try:
        results = Results(path)
        results.check(settings)
    except OtherRun as error:
        raise BadInput("--out", say("benchmark_other", file=str(path), what=str(error))) from None
    except ValueError:
        raise BadInput("--out", say("benchmark_unreadable", file=str(path))) from None
    except OSError as error:
        raise BadInput("--out", say("out_failed", file=str(path), reason=error.strerror or str(error))) from None
    return results
