"""``tafelrunde move-db``: moves a host's data to another database."""

from __future__ import annotations

import argparse
import asyncio

from tafelrunde.cli import OK, Commands, command, say
from tafelrunde.cli.database import add_database, database
from tafelrunde.cli.serve import _shown, need_server


def add(commands: Commands) -> None:
    parser = command(commands, "move-db")
    parser.add_argument("to", metavar="URL", help=say("arg_move_to"))
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server import care

    rows = asyncio.run(care.move(database(args), args.to))
    print(say("moved_db", n=rows, file=_shown(args.to)))
    return OK
