"""``tafelrunde completion``: prints a script that completes commands and options in a shell."""

from __future__ import annotations

import argparse

from tafelrunde.cli import OK, Commands, command

SHELLS = ("bash", "zsh", "tcsh")


def add(commands: Commands) -> None:
    command(commands, "completion").add_argument("shell", choices=SHELLS)


def run(args: argparse.Namespace) -> int:
    import shtab

    from tafelrunde.cli.main import COMMANDS, parser_of

    print(shtab.complete(parser_of(*COMMANDS), shell=args.shell))
    return OK
