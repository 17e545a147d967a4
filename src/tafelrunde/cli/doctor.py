"""``tafelrunde doctor``: checks an installation and says how to repair what is wrong."""

from __future__ import annotations

import argparse
import asyncio
import os
from pathlib import Path

from tafelrunde.cli import FAILURE, OK, Commands, command, language, say, wrapped
from tafelrunde.cli.database import add_database
from tafelrunde.cli.serve import PORT, need_server
from tafelrunde.core.errors import BadInput
from tafelrunde.core.messages import common


def add(commands: Commands) -> None:
    parser = command(commands, "doctor")
    add_database(parser)
    parser.add_argument("--url", metavar="URL", help=say("arg_doctor_url"))
    parser.add_argument("--backups", metavar="FOLDER", help=say("arg_doctor_backups"))


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server import configuration

    found = configuration.load(args.settings, os.environ, {"db": args.db})
    folder = None if args.backups is None else Path(args.backups)
    if folder is not None and not folder.is_dir():
        raise BadInput("--backups", say("not_a_folder", folder=str(folder)))
    host = "127.0.0.1" if found.serving.host in ("0.0.0.0", "::") else found.serving.host
    url = args.url or f"http://{host}:{found.serving.port or PORT}"
    if not url.startswith(("http://", "https://")):
        raise BadInput("--url", say("host_bad_url"))
    return asyncio.run(_examine(found, url, folder))


async def _examine(found: object, url: str, folder: Path | None) -> int:
    """Print the findings as they appear; a failure makes the command fail."""
    from tafelrunde.server.configuration import Configuration
    from tafelrunde.server.doctor import examine

    assert isinstance(found, Configuration)
    words = common(language())
    code = OK
    async for level, key, facts in examine(found, url, folder):
        mark = words.say("doctor", f"level_{level}")
        print(wrapped(f"{mark}: {words.say('doctor', key, facts)}", ""), flush=True)
        code = FAILURE if level == "failure" else code
    return code
