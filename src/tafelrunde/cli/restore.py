"""``tafelrunde restore``: restores a host's data from a backup, or shows that it could be restored."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from tafelrunde.cli import FAILURE, OK, Commands, command, say
from tafelrunde.cli.database import add_database, database
from tafelrunde.cli.serve import need_server
from tafelrunde.core.errors import BadInput


def add(commands: Commands) -> None:
    parser = command(commands, "restore")
    parser.add_argument("file", metavar="FILE", help=say("arg_backup_file"))
    parser.add_argument("--drill", action="store_true", help=say("arg_drill"))
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server import care

    if args.drill:
        if args.db is not None:
            raise BadInput("--db", say("drill_has_no_db"))
        return _drill(Path(args.file))
    rows = asyncio.run(care.restore(database(args), Path(args.file)))
    print(say("restored", n=rows, file=args.file))
    return OK


def _drill(file: Path) -> int:
    from tafelrunde.server import backups

    rows, report, seconds = asyncio.run(backups.drill(file))
    for found in report.wrong:
        print(f"{found.table} {found.game}: {say('table_wrong', reason=found.reason)}")
    facts = {"n": rows, "tables": report.checked, "wrong": len(report.wrong), "seconds": round(seconds, 1)}
    print(say("drilled", file=str(file), **facts))
    return FAILURE if report.wrong else OK
