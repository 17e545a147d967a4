"""``tafelrunde backup``: makes a backup of a host's data."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from tafelrunde.cli import OK, Commands, command, say
from tafelrunde.cli.database import add_database, database
from tafelrunde.cli.serve import need_server


def add(commands: Commands) -> None:
    parser = command(commands, "backup")
    parser.add_argument("file", metavar="FILE", help=say("arg_backup_file"))
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server import care

    rows = asyncio.run(care.backup(database(args), Path(args.file)))
    print(say("backed_up", n=rows, file=args.file))
    return OK
