"""``tafelrunde backup``: makes a backup of a host's data, once or at regular intervals."""

from __future__ import annotations

import argparse
import asyncio
import re
import signal
import sys
import time
from pathlib import Path

from tafelrunde.cli import OK, Commands, command, say, whole
from tafelrunde.cli.database import add_database, database
from tafelrunde.cli.serve import need_server
from tafelrunde.core.errors import BadInput

RETRY_SECONDS = 60.0
"""The wait after a backup that failed, for example because the database was away."""
_UNITS = {"m": 60, "h": 3600, "d": 86400}


def add(commands: Commands) -> None:
    parser = command(commands, "backup")
    parser.add_argument("file", metavar="FILE", help=say("arg_backup_to"))
    parser.add_argument("--every", type=interval, metavar="TIME", help=say("arg_backup_every"))
    parser.add_argument("--keep", type=whole(1, 100_000), metavar="N", help=say("arg_backup_keep"))
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server import care

    if args.every is not None:
        return _regularly(database(args), Path(args.file), args.every, args.keep)
    if args.keep is not None:
        raise BadInput("--keep", say("keep_needs_every"))
    rows = asyncio.run(care.backup(database(args), Path(args.file)))
    print(say("backed_up", n=rows, file=args.file))
    return OK


def interval(text: str) -> float:
    """A time in minutes, hours or days, in seconds.

    >>> interval("6h")
    21600.0
    """
    match = re.fullmatch(r"(?P<n>[1-9][0-9]{0,5})(?P<unit>[mhd])", text)
    if match is None:
        raise argparse.ArgumentTypeError(say("not_an_interval", text=text[:40]))
    return float(int(match["n"]) * _UNITS[match["unit"]])


def _regularly(db: str, folder: Path, every: float, keep: int | None) -> int:
    """Make backups until the command is stopped. One that fails is reported and tried again; the server runs meanwhile."""
    from tafelrunde.server import backups, care

    if not folder.is_dir():
        raise BadInput("FILE", say("not_a_folder", folder=str(folder)))
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a service manager stops it as Ctrl+C does
    try:
        while True:
            time.sleep(backups.seconds_until_next(folder, every, time.time()))
            backups.tidy(folder, keep)
            file = folder / backups.file_name(time.time())
            try:
                rows = asyncio.run(care.backup(db, file))
            except BadInput as error:
                print(error, file=sys.stderr, flush=True)
                time.sleep(min(every, RETRY_SECONDS))
            else:
                backups.tidy(folder, keep)
                print(say("backed_up", n=rows, file=str(file)), flush=True)
    except KeyboardInterrupt:
        print(say("stopped"), file=sys.stderr)
        return OK
