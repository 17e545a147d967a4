"""``tafelrunde watch``: shows a game between bots step by step."""

from __future__ import annotations

import argparse
import math
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

from tafelrunde.arena.again import is_games, played_again
from tafelrunde.bots.base import specs
from tafelrunde.bots.runner import seated
from tafelrunde.cli import OK, add_game_options, keep, options, whole
from tafelrunde.cli import say as cli_say
from tafelrunde.cli.play import SEED_BITS
from tafelrunde.cli.table import Speaker, Table, Verbatim, make_console
from tafelrunde.cli.words import describe, play_say
from tafelrunde.core.errors import BadInput
from tafelrunde.core.moves import Move
from tafelrunde.library import load

MAX_DELAY = 60.0
DELAY = 1.0
"""Seconds between two moves on a terminal; there is no pause in a pipe."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = describe(commands, "watch")
    parser.add_argument("game", metavar="GAME", help=play_say("arg_game_or_games"))
    parser.add_argument("--bots", metavar="SPEC,...", help=cli_say("arg_bots"))
    parser.add_argument("--game", dest="row", type=whole(0), default=0, metavar="N", help=play_say("arg_row"))
    parser.add_argument("--players", type=whole(1, 9), metavar="N", help=cli_say("arg_players"))
    parser.add_argument("--seed", type=whole(0), metavar="S", help=play_say("arg_seed"))
    parser.add_argument("--delay", type=_seconds, metavar="S", help=play_say("arg_delay"))
    parser.add_argument("--record", metavar="FILE", help=play_say("arg_record"))
    add_game_options(parser)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= MAX_DELAY:
        raise argparse.ArgumentTypeError(play_say("not_seconds", text=text[:40], high=int(MAX_DELAY)))
    return seconds


def run(args: argparse.Namespace) -> int:
    moves: Iterator[tuple[int, Move]] | None = None
    if is_games(args.game):
        again = played_again(Path(args.game), args.row, args.components, cli_say)
        bots, moves = again.bots, iter(again.moves)
        table = Table(again.game, again.players, again.seed, again.options, [""] * again.players, dict(enumerate(bots)))
    else:
        game = load(args.game, args.components)
        if args.bots is None:
            raise BadInput("--bots", play_say("bots_needed"))
        bots = specs(args.bots)
        players = args.players or max(game.players[0], len(bots))
        seed = secrets.randbits(SEED_BITS) if args.seed is None else args.seed
        table = Table(game, players, seed, options(args.option), [""] * players, dict(enumerate(seated(bots, players))))
    speaker = Speaker(table, args.lang, make_console())
    path = Path(args.record) if args.record else None
    if path is not None:
        keep.check_free(path, speaker.words)
    delay = args.delay if args.delay is not None else DELAY if speaker.console.is_terminal else 0.0
    _watch(table, speaker, path, delay, moves)
    return OK


def _watch(
    table: Table, speaker: Speaker, path: Path | None, delay: float, moves: Iterator[tuple[int, Move]] | None = None
) -> None:
    """Show the position whenever a step of the game begins, and the moves between as sentences.

    The bots think, unless the ``moves`` of a game that was played before are given.
    """
    speaker.draw(None, legend=True)
    while not table.state.over:
        if moves is not None:
            log = table.play(*next(moves))
        else:
            for told in table.bargain():
                speaker.tell(told, None)
            log = table.play_bot(min(table.state.to_act))
        if path is not None:
            keep.write(path, table.text, speaker.words)
        speaker.tell(log, None)
        if not table.state.over and any(event.kind == "phase" for event in log):
            speaker.print()
            speaker.draw(None)
        time.sleep(delay)
    speaker.print()
    speaker.draw(None)
    speaker.print()
    speaker.result()
    speaker.say("seed", n=Verbatim(table.state.seed))
    if path is not None:
        speaker.say("record_is", file=Verbatim(path))
