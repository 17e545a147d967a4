"""``tafelrunde restore``: restores a host's data from a backup."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from tafelrunde.cli import OK, Commands, command, say
from tafelrunde.cli.database import add_database, database
from tafelrunde.cli.serve import need_server


def add(commands: Commands) -> None:
    parser = command(commands, "restore")
    parser.add_argument("file", metavar="FILE", help=say("arg_backup_file"))
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server import care

    rows = asyncio.run(care.restore(database(args), Path(args.file)))
    print(say("restored", n=rows, file=args.file))
    return OK
