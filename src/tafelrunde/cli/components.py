"""``tafelrunde components``: exports a game's component set or checks one."""

from __future__ import annotations

import argparse
import sys

from tafelrunde.cli import OK, Commands, command, say
from tafelrunde.library import load


def add(commands: Commands) -> None:
    parser = command(commands, "components")
    parser.add_argument("game", metavar="GAME", help=say("arg_game"))
    parser.add_argument("--check", metavar="FILE", help=say("arg_check"))


def run(args: argparse.Namespace) -> int:
    game = load(args.game, args.check)
    if args.check is None:
        _export(game.components.text)
    else:
        provenance = game.components.provenance()
        print(say("components_ok", file=args.check, game=game.id, hash=game.components.hash, **provenance))
    return OK


def _export(text: str) -> None:
    """Print the file unchanged as UTF-8, whatever the terminal's encoding is, so that a saved copy can be loaded."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    buffer.write(text.encode())
    buffer.flush()
