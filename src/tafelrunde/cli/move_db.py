"""``tafelrunde move-db``: look after a host's data."""

from __future__ import annotations

import argparse
import asyncio
import os

from tafelrunde.cli import OK, Commands, command, say
from tafelrunde.cli.serve import _shown, need_server


def add(commands: Commands) -> None:
    parser = command(commands, "move-db")
    parser.add_argument("to", metavar="URL", help=say("arg_move_to"))
    parser.add_argument(
        "--db", default=os.environ.get("TAFELRUNDE_DB", "sqlite:///tafelrunde.db"), metavar="URL", help=say("arg_db")
    )


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server import care

    rows = asyncio.run(care.move(args.db, args.to))
    print(say("moved_db", n=rows, file=_shown(args.to)))
    return OK
