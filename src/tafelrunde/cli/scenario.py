"""``tafelrunde scenario FILE...``: runs executable examples of rules."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tafelrunde.cli import BAD_INPUT, FAILURE, OK, Commands, command, say
from tafelrunde.core.errors import BadInput
from tafelrunde.core.scenario import Failed
from tafelrunde.library import load_scenario, read_text


def add(commands: Commands) -> None:
    parser = command(commands, "scenario")
    parser.add_argument("files", nargs="+", metavar="FILE", help=say("arg_scenario_file"))


def run(args: argparse.Namespace) -> int:
    """Run every file; the worst result is the exit code."""
    return max(_run_one(name) for name in args.files)


def _run_one(name: str) -> int:
    try:
        scenario = load_scenario(read_text(Path(name)))
        scenario.run()
    except Failed as failed:
        print(say("scenario_failed", file=name, step=failed.step, expected=failed.expected, found=failed.found))
        return FAILURE
    except BadInput as error:
        where = name if error.where == name else f"{name}: {error.where}"
        print(" ".join(f"{where}: {error.reason}".split()), file=sys.stderr)
        return BAD_INPUT
    print(say("scenario_ok", file=name, title=scenario.title))
    return OK
