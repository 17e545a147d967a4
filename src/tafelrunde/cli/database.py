"""The options ``--db`` and ``--settings``, which several commands share: where a host's data is stored."""

from __future__ import annotations

import argparse
import os

from tafelrunde.cli import say


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--db", metavar="URL", help=say("arg_db"))
    parser.add_argument("--settings", metavar="FILE", help=say("arg_settings"))


def database(args: argparse.Namespace) -> str:
    """The database of a command: ``--db``, otherwise the environment, the settings file, or the user's data folder."""
    from tafelrunde.server import configuration

    db = configuration.load(args.settings, os.environ, {"db": args.db}).settings.db
    configuration.make_folder(db)
    return db
