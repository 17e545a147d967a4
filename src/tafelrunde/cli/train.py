"""``tafelrunde train``: learns by which weights positions of a game are judged, from games that bots play."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tafelrunde.cli import FAILURE, OK, Commands, columns, command, say, whole
from tafelrunde.core.errors import BadInput
from tafelrunde.library import load

if TYPE_CHECKING:
    from tafelrunde.training.run import Found

GAMES, ITERATIONS = 1000, 2
QUICK = 40
"""Games of a quick run: enough to be better than no weights at all on games that were not learned from."""


def add(commands: Commands) -> None:
    parser = command(commands, "train")
    parser.add_argument("game", metavar="GAME", help=say("arg_game"))
    parser.add_argument("--players", type=whole(2), action="append", metavar="N", help=say("arg_train_players"))
    parser.add_argument("--games", type=whole(10, 100_000), default=GAMES, metavar="N", help=say("arg_train_games"))
    parser.add_argument("--iterations", type=whole(1, 20), default=ITERATIONS, metavar="N", help=say("arg_iterations"))
    parser.add_argument("--seed", type=whole(0), default=1, metavar="S", help=say("arg_seed"))
    parser.add_argument("--folder", type=Path, default=Path("build/train"), metavar="DIR", help=say("arg_train_folder"))
    parser.add_argument("--quick", action="store_true", help=say("arg_quick"))


def run(args: argparse.Namespace) -> int:
    if find_spec("numpy") is None:
        raise BadInput("train", say("no_numpy"))
    from tafelrunde.training.run import train, write

    game = load(args.game)
    if game.judgement is None:
        raise BadInput("GAME", say("not_learned", game=game.id))
    seats = tuple(args.players or game.players)
    for players in seats:
        if players not in game.players:
            raise BadInput("--players", say("no_such_table", game=game.title, players=players))
    games, iterations = args.games, args.iterations
    if args.quick:
        seats, games, iterations = seats[:1], QUICK, 1
    folder = args.folder / ("quick" if args.quick else "") / game.id
    found = train(game, seats, games, iterations, args.seed, folder, _bar)
    for one in found:
        write(game, one, folder)
    print(table(found))
    print(say("trained", folder=str(folder)))
    return OK if all(one.trained < one.untrained for one in found) else FAILURE


def table(found: list[Found]) -> str:
    heads = ("players", "games", "held_out", "untrained", "packaged", "trained")
    lines = [[say(f"column_{head}") for head in heads]]
    for one in found:
        losses = (f"{loss:.4f}" for loss in (one.untrained, one.former, one.trained))
        lines.append([str(one.players), str(one.games), str(one.held_out), *losses])
    return columns(lines, right=range(len(heads)))


def _bar(text: str, steps: int) -> Callable[[int], None]:
    """A line that is written over, where the error stream is a terminal."""
    shows = sys.stderr.isatty()

    def step(done: int) -> None:
        if shows:
            filled = 30 * done // max(1, steps)
            end = "\n" if done >= steps else ""
            print(f"\r{text} [{'#' * filled}{'.' * (30 - filled)}] {done}/{steps}", end=end, file=sys.stderr, flush=True)

    return step
