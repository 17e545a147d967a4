"""``tafelrunde verify-tables``: replay every stored table against the installed code, before an upgrade."""

from __future__ import annotations

import argparse
import asyncio
import os

from tafelrunde.cli import FAILURE, OK, Commands, command, say
from tafelrunde.cli.serve import need_server


def add(commands: Commands) -> None:
    parser = command(commands, "verify-tables")
    parser.add_argument(
        "--db", default=os.environ.get("TAFELRUNDE_DB", "sqlite:///tafelrunde.db"), metavar="URL", help=say("arg_db")
    )


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server.care import verify_tables

    checked, wrong = asyncio.run(verify_tables(args.db))
    for table, reason in wrong:
        print(f"{table}: {reason}")
    print(say("verified", n=checked, wrong=len(wrong)))
    return FAILURE if wrong else OK
