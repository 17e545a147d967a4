"""``tafelrunde simulate``: many games between bots, on several processes, with the same result on any number of them."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from tafelrunde.bots.base import specs
from tafelrunde.bots.runner import make_bots, play_game, seated
from tafelrunde.cli import FAILURE, OK, Commands, add_game_options, columns, command, options, say, whole
from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import RULES_VERSION, Game
from tafelrunde.library import load

CHUNKS_A_WORKER = 16
"""Pieces of work for each process: enough that none waits long for the last, few enough that handing over is cheap."""
MAX_CHUNK = 50
MAX_GAMES = 1_000_000
"""More would not fit into memory at once."""
Z95 = 1.959964


class Row(NamedTuple):
    """One game, as it is counted and as it stands in the Parquet file."""

    seed: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    plies: int
    decisions: int


class Plan(NamedTuple):
    """What is to be played: plain data, so that it can be sent to another process."""

    game: str
    components: str | None
    players: int
    options: Mapping[str, str]
    bots: tuple[str, ...]
    seed: int
    games: int


def add(commands: Commands) -> None:
    parser = command(commands, "simulate")
    parser.add_argument("game", metavar="GAME", help=say("arg_game"))
    parser.add_argument("--games", type=whole(1, MAX_GAMES), required=True, metavar="N", help=say("arg_games"))
    parser.add_argument("--bots", required=True, metavar="SPEC,...", help=say("arg_bots"))
    parser.add_argument("--players", type=whole(1), metavar="N", help=say("arg_players"))
    parser.add_argument("--seed", type=whole(0), default=1, metavar="S", help=say("arg_seed"))
    parser.add_argument("--workers", type=whole(1, 256), default=1, metavar="W", help=say("arg_workers"))
    parser.add_argument("--out", metavar="FILE.parquet", help=say("arg_out"))
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    plan = _plan(args)
    out = None if args.out is None else _checked_out(Path(args.out))
    began = perf_counter()
    rows, stopped = _play(plan, min(args.workers, plan.games))
    elapsed = perf_counter() - began
    if not rows:
        print(say("nothing_played"), file=sys.stderr)
        return FAILURE
    print(_summary(plan, rows, elapsed))
    if out is not None:
        _write(out, plan, rows)
        print(say("written", n=len(rows), file=args.out))
    if stopped:
        print(say("stopped_after", n=len(rows), games=plan.games), file=sys.stderr)
        return FAILURE
    return OK


# --- what is asked -------------------------------------------------------------------------------


def _plan(args: argparse.Namespace) -> Plan:
    """The whole plan, checked before the first game begins."""
    game = load(args.game, args.components)
    bots = specs(args.bots)
    players = args.players if args.players is not None else _players(game, len(bots))
    if len(bots) > players:
        raise BadInput("--bots", say("too_many_bots", n=len(bots), players=players))
    chosen = game.new(players, args.seed, options(args.option)).options  # refuses what the game does not know
    return Plan(game.id, args.components, players, dict(chosen), seated(bots, players), args.seed, args.games)


def _players(game: Game[Any], bots: int) -> int:
    """As many as there are bots; with fewer bots than the game needs, as few as it allows."""
    return next((count for count in game.players if count >= bots), max(game.players))


def _checked_out(path: Path) -> Path:
    """Refuse before playing what could not be written after it."""
    if find_spec("pyarrow") is None:
        raise BadInput("--out", say("no_pyarrow"))
    if path.is_dir():
        raise BadInput("--out", say("out_is_folder", file=str(path)))
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise BadInput("--out", say("out_folder", file=str(path.parent)))
    return path


# --- playing -------------------------------------------------------------------------------------


def _play(plan: Plan, workers: int) -> tuple[list[Row], bool]:
    """The games, and whether they were stopped before the last one."""
    rows: list[Row] = []
    stopped = False
    size = max(1, min(MAX_CHUNK, plan.games // (workers * CHUNKS_A_WORKER))) if workers > 1 else 1
    chunks = (range(i, min(i + size, plan.games)) for i in range(0, plan.games, size))
    try:
        with _progress(plan.games) as advance, _mapped(plan, workers, chunks) as done:
            for part in done:
                rows += part
                advance(len(part))
    except KeyboardInterrupt:
        stopped = True
    return rows, stopped


@contextmanager
def _mapped(plan: Plan, workers: int, chunks: Iterable[range]) -> Iterator[Iterable[list[Row]]]:
    """The chunks in order: if they were taken as they are finished, stopping early would favour short games."""
    if workers == 1:
        yield map(partial(_play_chunk, plan), chunks)
        return
    with multiprocessing.Pool(workers, _leave_interrupts_to_parent) as pool:
        yield pool.imap(partial(_play_chunk, plan), chunks)


def _leave_interrupts_to_parent() -> None:
    """Ctrl-C reaches every process of a terminal; only the one that collects the games shall act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_chunk(plan: Plan, chunk: range) -> list[Row]:
    game = _loaded(plan.game, plan.components)
    return [_play_one(game, plan, plan.seed + i) for i in chunk]


@cache
def _loaded(game: str, components: str | None) -> Game[Any]:
    """A component file is read once in each process, not once for each chunk."""
    return load(game, components)


def _play_one(game: Game[Any], plan: Plan, seed: int) -> Row:
    state, decisions = play_game(game, make_bots(plan.bots, seed), plan.players, seed, plan.options)
    return Row(seed, tuple(state.scores), state.winners, state.ply, decisions)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on the error stream, where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda n: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda n: bar.advance(task, n)


# --- what came of it -----------------------------------------------------------------------------


def wilson(won: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of a rate.

    >>> [round(bound, 3) for bound in wilson(54, 60)]
    [0.799, 0.953]
    """
    rate, z2 = won / trials, Z95 * Z95
    middle = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 / (1 + z2 / trials) * sqrt(rate * (1 - rate) / trials + z2 / (4 * trials * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def share(row: Row, seat: int) -> float:
    """A seat's part of a victory: a shared one is divided, so that the rates of all seats add up to one."""
    return 1 / len(row.winners) if seat in row.winners else 0.0


def _summary(plan: Plan, rows: Sequence[Row], elapsed: float) -> str:
    decisions = sum(row.decisions for row in rows)
    head = say(
        "simulated", n=len(rows), game=plan.game, players=plan.players, first=rows[0].seed, last=rows[-1].seed,
        decisions=decisions, rate=round(decisions / elapsed), seconds=f"{elapsed:.1f}",
    )  # fmt: skip
    header = [say(f"column_{key}") for key in ("seat", "bot", "mean_score", "won", "interval")]
    seats: list[list[str]] = [header]
    won_by: dict[str, float] = {}
    for seat, bot in enumerate(plan.bots):
        won = sum(share(row, seat) for row in rows)
        won_by[bot] = won_by.get(bot, 0.0) + won
        mean = sum(row.scores[seat] for row in rows) / len(rows)
        seats.append([str(seat), bot, f"{mean:.2f}", *_rate(won, len(rows))])
    bots = [header[1:2] + header[3:]]
    bots += [[bot, *_rate(won, len(rows) * plan.bots.count(bot))] for bot, won in won_by.items()]
    return f"{head}\n\n{columns(seats, right=(2, 3, 4))}\n\n{columns(bots, right=(1, 2))}"


def _rate(won: float, trials: int) -> list[str]:
    low, high = wilson(won, trials)
    return [f"{100 * won / trials:.1f} %", f"{100 * low:.1f} - {100 * high:.1f} %"]


def _write(path: Path, plan: Plan, rows: Sequence[Row]) -> None:
    """One row a game; under another name first, so that nothing half-written ever stands there."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    numbers = pa.list_(pa.int64())
    kinds = {
        "seed": pa.string(),  # a seed may be larger than any integer of the format
        "players": pa.int64(), "options": pa.string(), "bots": pa.list_(pa.string()),
        "scores": numbers, "winners": numbers, "plies": pa.int64(), "decisions": pa.int64(),
    }  # fmt: skip
    same = {"players": plan.players, "options": json.dumps(dict(plan.options)), "bots": list(plan.bots)}
    table = {
        **{key: [value] * len(rows) for key, value in same.items()},
        "seed": [str(row.seed) for row in rows],
        "scores": [list(row.scores) for row in rows],
        "winners": [list(row.winners) for row in rows],
        "plies": [row.plies for row in rows],
        "decisions": [row.decisions for row in rows],
    }
    game = _loaded(plan.game, plan.components)
    about = {"game": plan.game, "components": game.components.hash, "rules": RULES_VERSION}
    schema = pa.schema(list(kinds.items()), metadata=about)
    content = pa.table({key: table[key] for key in kinds}, schema=schema)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        os.close(handle)
        try:
            pq.write_table(content, name)
            os.chmod(name, 0o666 & ~_umask())  # a temporary file is private, the result is an ordinary one
            os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise BadInput("--out", say("out_failed", file=str(path), reason=error.strerror or str(error))) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
