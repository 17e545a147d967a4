"""``tafelrunde backup``: look after a host's data."""

from __future__ import annotations

import argparse
import asyncio
import os
from pathlib import Path

from tafelrunde.cli import OK, Commands, command, say
from tafelrunde.cli.serve import need_server


def add(commands: Commands) -> None:
    parser = command(commands, "backup")
    parser.add_argument("file", metavar="FILE", help=say("arg_backup_file"))
    parser.add_argument(
        "--db", default=os.environ.get("TAFELRUNDE_DB", "sqlite:///tafelrunde.db"), metavar="URL", help=say("arg_db")
    )


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server import care

    rows = asyncio.run(care.backup(args.db, Path(args.file)))
    print(say("backed_up", n=rows, file=args.file))
    return OK
