"""``tafelrunde settings``: prints a settings file with every setting, its meaning and its default."""

from __future__ import annotations

import argparse

from tafelrunde.cli import OK, Commands, command
from tafelrunde.cli.serve import need_server


def add(commands: Commands) -> None:
    command(commands, "settings")


def run(args: argparse.Namespace) -> int:
    need_server()
    from tafelrunde.server.configuration import as_toml

    print(as_toml(), end="")
    return OK
