"""``tafelrunde simulate``: plays many games between bots on several processes; the result does not depend on their number."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from tafelrunde.arena.engines import has_ray, played
from tafelrunde.arena.figures import mean_interval, share, wilson, won
from tafelrunde.arena.plan import Plan, Row
from tafelrunde.arena.store import MOST_GAMES, Sink, Store
from tafelrunde.bots.base import specs
from tafelrunde.bots.runner import seated
from tafelrunde.cli import FAILURE, OK, Commands, add_game_options, columns, command, options, say, whole
from tafelrunde.core.errors import BadInput
from tafelrunde.core.game import Game
from tafelrunde.library import load


def add(commands: Commands) -> None:
    parser = command(commands, "simulate")
    parser.add_argument("game", metavar="GAME", help=say("arg_game"))
    parser.add_argument("--games", type=whole(1, MOST_GAMES), required=True, metavar="N", help=say("arg_games"))
    parser.add_argument("--bots", required=True, metavar="SPEC,...", help=say("arg_bots"))
    parser.add_argument("--players", type=whole(1), metavar="N", help=say("arg_players"))
    parser.add_argument("--seed", type=whole(0), default=1, metavar="S", help=say("arg_seed"))
    add_workers(parser)
    parser.add_argument("--out", metavar="FILE.parquet", help=say("arg_out"))
    parser.add_argument("--decisions", action="store_true", help=say("arg_decisions"))
    parser.add_argument("--vary", action="append", default=[], metavar="NAME", help=say("arg_vary"))
    add_game_options(parser)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options for the processes: their number, the engine that runs them and its address."""
    parser.add_argument("--workers", type=whole(1, 256), default=1, metavar="W", help=say("arg_workers"))
    parser.add_argument("--engine", choices=("local", "ray"), default="local", help=say("arg_engine"))
    parser.add_argument("--address", metavar="HOST:PORT", help=say("arg_address"))


def run(args: argparse.Namespace) -> int:
    plan = _plan(args)
    check_engine(args)
    store = None if args.out is None else Store(Path(args.out), plan, say)
    total = args.games * len(plan.sets)
    rows = store.rows()[:total] if store is not None else []
    if rows:
        print(say("resumed", n=len(rows), file=args.out), file=sys.stderr)
    kept = len(rows)
    began = perf_counter()
    stopped = play(plan, rows, total, args, store)
    elapsed = perf_counter() - began
    if not rows:
        print(say("nothing_played"), file=sys.stderr)
        return FAILURE
    print(_summary(plan, rows, sum(row.decisions for row in rows[kept:]), elapsed))
    if store is not None:
        print(say("written", n=len(rows), file=args.out))
    if stopped:
        print(say("stopped_after", n=len(rows), games=total), file=sys.stderr)
        return FAILURE
    return OK


# --- what is asked -------------------------------------------------------------------------------


def _plan(args: argparse.Namespace) -> Plan:
    """The complete plan, checked before the first game begins."""
    game = load(args.game)
    if args.components is not None:
        load(args.game, args.components)
    bots = specs(args.bots)
    players = args.players if args.players is not None else fitting(game, len(bots))
    if len(bots) > players:
        raise BadInput("--bots", say("too_many_bots", n=len(bots), players=players))
    for name in args.vary:
        if name not in game.options:
            raise BadInput("--vary", say("no_such_option", name=name[:40], names=list(game.options)))
    if args.decisions and args.out is None:
        raise BadInput("--decisions", say("decisions_need_out"))
    chosen = game.new(players, args.seed, options(args.option)).options  # rejects options that the game does not have
    sets = (None,) if args.components is None else (None, args.components)
    return Plan(
        game.id, players, dict(chosen), (seated(bots, players),), args.seed, sets, tuple(dict.fromkeys(args.vary)),
        args.decisions, args.out is not None,
    )  # fmt: skip


def fitting(game: Game[Any], bots: int) -> int:
    """As many seats as bots; with fewer bots than the game needs, its smallest number of players."""
    return next((count for count in game.players if count >= bots), max(game.players))


def check_engine(args: argparse.Namespace) -> None:
    if args.engine == "ray" and not has_ray():
        raise BadInput("--engine", say("no_ray"))
    if args.address is not None and args.engine != "ray":
        raise BadInput("--address", say("address_needs_ray"))


# --- playing -------------------------------------------------------------------------------------


def play(plan: Plan, rows: list[Row], total: int, args: argparse.Namespace, sink: Sink | None = None) -> bool:
    """Add the missing games to ``rows``; returns ``True`` if it was interrupted before the last one."""
    jobs = range(len(rows), total)
    if not jobs:
        return False
    try:
        with (
            progress(total, len(rows)) as advance,
            played(plan, jobs, min(args.workers, len(jobs)), args.engine, args.address) as chunks,
        ):
            for chunk in chunks:
                rows += [row for row, _ in chunk]
                if sink is not None:
                    sink.keep(rows, len(chunk), [step for _, steps in chunk for step in steps])
                advance(len(chunk))
    except KeyboardInterrupt:
        return True
    finally:
        if sink is not None:
            sink.close(rows)
    return False


@contextmanager
def progress(games: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on the error stream, if it is a terminal."""
    if not sys.stderr.isatty():
        yield lambda n: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games, completed=done)
        yield lambda n: bar.advance(task, n)


# --- what came of it -----------------------------------------------------------------------------


def _summary(plan: Plan, rows: Sequence[Row], decisions: int, elapsed: float) -> str:
    head = say(
        "simulated", n=len(rows), game=plan.game, players=plan.players, first=rows[0].seed, last=rows[-1].seed,
        decisions=decisions, rate=round(decisions / elapsed) if decisions else 0, seconds=f"{elapsed:.1f}",
    )  # fmt: skip
    parts = [head]
    for variant, name in enumerate(plan.sets):
        played_so = [row for row in rows if row.variant == variant]
        if played_so:
            parts += [say("with_components", file=name or say("standard_set"))] if len(plan.sets) > 1 else []
            parts.append(_tables(plan, played_so))
    if len(plan.sets) > 1:
        parts.append(_differences(plan, rows))
    return "\n\n".join(parts)


def _tables(plan: Plan, rows: Sequence[Row]) -> str:
    header = [say(f"column_{key}") for key in ("seat", "bot", "mean_score", "won", "interval", "share")]
    seats: list[list[str]] = [header]
    by_bot: dict[str, tuple[float, float]] = {}
    lineup = plan.lineups[0]
    for seat, bot in enumerate(lineup):
        victories, shares = sum(won(row, seat) for row in rows), sum(share(row, seat) for row in rows)
        before = by_bot.get(bot, (0.0, 0.0))
        by_bot[bot] = before[0] + victories, before[1] + shares
        mean = sum(row.scores[seat] for row in rows) / len(rows)
        seats.append([str(seat), bot, f"{mean:.2f}", *rate(victories, shares, len(rows))])
    bots = [header[1:2] + header[3:]]
    bots += [[bot, *rate(*counted, len(rows) * lineup.count(bot))] for bot, counted in by_bot.items()]
    return f"{columns(seats, right=(2, 3, 4, 5))}\n\n{columns(bots, right=(1, 2, 3))}"


def differences(rows: Sequence[Row]) -> list[tuple[str, list[float]]]:
    """Variant minus standard, deal by deal: scores and length. Equal seeds make small changes visible."""
    pairs = [(a, b) for a, b in zip(rows[::2], rows[1::2], strict=False) if a.seed == b.seed]
    if not pairs:
        return []
    seats = range(len(pairs[0][0].scores))
    found = [(f"score_{seat}", [float(b.scores[seat] - a.scores[seat]) for a, b in pairs]) for seat in seats]
    found += [(f"won_{seat}", [100 * (won(b, seat) - won(a, seat)) for a, b in pairs]) for seat in seats]
    found.append(("decisions", [float(b.decisions - a.decisions) for a, b in pairs]))
    found.append(("branching", [b.choices / max(1, b.decisions) - a.choices / max(1, a.decisions) for a, b in pairs]))
    return found


def figure_name(key: str) -> str:
    kind, _, seat = key.partition("_")
    return say(f"figure_{kind}", n=int(seat)) if seat else say(f"figure_{kind}")


def _differences(plan: Plan, rows: Sequence[Row]) -> str:
    lines: list[list[str]] = [[say("column_figure"), say("column_difference"), say("column_interval")]]
    for key, values in differences(rows):
        mean, low, high = mean_interval(values)
        lines.append([figure_name(key), f"{mean:+.2f}", f"{low:+.2f} - {high:+.2f}"])
    return f"{say('variant_less_standard')}\n\n{columns(lines, right=(1, 2))}"


def rate(victories: float, shares: float, trials: int) -> list[str]:
    """How often a bot was among the winners, with its interval, and its mean share of a victory."""
    low, high = wilson(victories, trials)
    return [f"{100 * victories / trials:.1f} %", f"{100 * low:.1f} - {100 * high:.1f} %", f"{100 * shares / trials:.1f} %"]
