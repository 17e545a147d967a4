"""``tafelrunde new-game``: a package for a game of one's own."""

from __future__ import annotations

import argparse
from pathlib import Path

from tafelrunde.cli import OK, Commands, command, say
from tafelrunde.new_game import create


def add(commands: Commands) -> None:
    parser = command(commands, "new-game")
    parser.add_argument("name", metavar="NAME", help=say("arg_new_name"))
    parser.add_argument("folder", nargs="?", type=Path, default=Path(), metavar="DIR", help=say("arg_new_folder"))


def run(args: argparse.Namespace) -> int:
    made = create(args.name, args.folder)
    print(say("new_game_made", folder=str(made), name=args.name))
    return OK
