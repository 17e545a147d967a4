"""``tafelrunde arena``: plays bots against each other, each bot in every seat of every deal, and reports win rates and
ratings."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from tafelrunde.arena.figures import resampled, share, wilson, won
from tafelrunde.arena.keep import Keep
from tafelrunde.arena.plan import Plan, Row, rotations
from tafelrunde.arena.ratings import Result, ratings
from tafelrunde.arena.store import MOST_GAMES
from tafelrunde.bots.base import specs
from tafelrunde.bots.runner import seated
from tafelrunde.cli import FAILURE, OK, Commands, add_game_options, columns, command, options, say, whole
from tafelrunde.cli.simulate import add_workers, check_engine, fitting, play
from tafelrunde.library import load
from tafelrunde.rating import Rating, rate, together


def add(commands: Commands) -> None:
    parser = command(commands, "arena")
    parser.add_argument("game", metavar="GAME", help=say("arg_game"))
    parser.add_argument("--bots", required=True, metavar="A,B,...", help=say("arg_arena_bots"))
    parser.add_argument("--games", type=whole(1, MOST_GAMES), required=True, metavar="N", help=say("arg_games"))
    parser.add_argument("--players", type=whole(2), metavar="N", help=say("arg_players"))
    parser.add_argument("--seed", type=whole(0), default=1, metavar="S", help=say("arg_seed"))
    add_workers(parser)
    parser.add_argument("--keep", metavar="FILE", help=say("arg_keep"))
    parser.add_argument("--json", action="store_true", help=say("arg_json"))
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    game = load(args.game, args.components)
    bots = specs(args.bots)
    players = args.players if args.players is not None else fitting(game, len(bots))
    chosen = game.new(players, args.seed, options(args.option)).options
    plan = Plan(game.id, players, dict(chosen), lineups(bots, players), args.seed, (args.components,))
    check_engine(args)
    keep = Keep(Path(args.keep), plan, say) if args.keep is not None else None
    rows = keep.rows()[: args.games] if keep is not None else []
    stopped = play(plan, rows, args.games, args, keep)
    if not rows:
        print(say("nothing_played"), file=sys.stderr)
        return FAILURE
    found = standings(plan, rows)
    print(json.dumps(report(plan, rows, found), indent=2) if args.json else as_table(plan, rows, found))
    if stopped:
        print(say("stopped_after", n=len(rows), games=args.games), file=sys.stderr)
    return FAILURE if stopped else OK


def lineups(bots: Sequence[str], players: int) -> tuple[tuple[str, ...], ...]:
    """All seatings of these bots in all seats. A few bots are repeated to fill the seats; of many bots all selections play.

    >>> lineups(("a", "b"), 2)
    (('a', 'b'), ('b', 'a'))
    >>> len(lineups(("a", "b", "c"), 2))
    6
    """
    tables = combinations(bots, players) if len(bots) > players else [seated(bots, players)]
    return tuple(dict.fromkeys(turned for table in tables for turned in rotations(table)))


def standings(plan: Plan, rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """For each bot: seats played, victories, win rate and rating with their 95 % intervals."""
    names = list(dict.fromkeys(name for lineup in plan.lineups for name in lineup))
    victories, shares, seats = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0), dict.fromkeys(names, 0)
    points = dict.fromkeys(names, 0)
    deals: dict[int, list[Result]] = {}
    for row in rows:
        lineup = plan.lineups[row.lineup]
        deals.setdefault(row.seed, []).append(Result(lineup, row.winners))
        for seat, name in enumerate(lineup):
            victories[name] += won(row, seat)
            shares[name] += share(row, seat)
            seats[name] += 1
            points[name] += row.scores[seat]
    rated = ratings(result for results in deals.values() for result in results)
    spread = dict(zip(rated, _rating_intervals(list(deals.values()), tuple(rated)), strict=True))
    online = online_ratings(result for results in deals.values() for result in results)
    found: dict[str, dict[str, Any]] = {}
    for name in names:
        if not seats[name]:
            continue
        found[name] = {
            "seats": seats[name], "won": victories[name], "rate": victories[name] / seats[name],
            "interval": list(wilson(victories[name], seats[name])), "share": shares[name] / seats[name],
            "mean_score": points[name] / seats[name],
            "rating": rated[name], "rating_interval": list(spread[name]),
            "openskill": {"rating": online[name].value, "plus_minus": online[name].plus_minus},
        }  # fmt: skip
    return found


def online_ratings(results: Iterable[Result]) -> dict[str, Rating]:
    """The rating that a server would show after these games, one after the other; the same bot at two seats takes the mean."""
    found: dict[str, Rating] = {}
    for result in results:
        after = rate([found.get(name, Rating()) for name in result.seats], result.winners)
        found.update(zip(result.seats, together(result.seats, after), strict=True))
    return found


def _rating_intervals(deals: Sequence[list[Result]], names: tuple[str, ...]) -> list[tuple[float, float]]:
    if len(names) < 2:
        return [(1500.0, 1500.0)] * len(names)

    def figure(drawn: Sequence[list[Result]]) -> list[float]:
        rated = ratings(result for results in drawn for result in results)
        return [rated.get(name, 1500.0) for name in names]

    return resampled(deals, figure)


def report(plan: Plan, rows: Sequence[Row], found: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The data that ``--json`` prints."""
    return {
        "game": plan.game, "players": plan.players, "options": dict(plan.options), "games": len(rows), "seed": str(plan.seed),
        "nobody_won": sum(not row.winners for row in rows), "shared": sum(len(row.winners) > 1 for row in rows), "bots": found,
    }  # fmt: skip


def as_table(plan: Plan, rows: Sequence[Row], found: dict[str, dict[str, Any]]) -> str:
    nobody, shared = sum(not row.winners for row in rows), sum(len(row.winners) > 1 for row in rows)
    head = say("arena_played", n=len(rows), game=plan.game, players=plan.players, shared=shared, nobody=nobody)
    keys = ("bot", "seats", "mean_score", "won", "interval", "share", "rating", "interval")
    lines = [[say(f"column_{key}") for key in keys]]
    for name, entry in sorted(found.items(), key=lambda item: -item[1]["rating"]):
        low, high = entry["interval"]
        worse, better = entry["rating_interval"]
        lines.append([
            name, str(entry["seats"]), f"{entry['mean_score']:.2f}", f"{100 * entry['rate']:.1f} %",
            f"{100 * low:.1f} - {100 * high:.1f} %", f"{100 * entry['share']:.1f} %", f"{entry['rating']:.0f}",
            f"{worse:.0f} - {better:.0f}",
        ])  # fmt: skip
    return f"{head}\n\n{columns(lines, right=range(1, len(keys)))}"
