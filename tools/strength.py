"""How strong the bots are, as it must be: repeatable by ``make strength``, and resumable, because it takes hours.

Every match is an arena with everybody at every seat of every deal. Finished games are kept under ``build/strength``; the
same command goes on where it was stopped. The exit code is 1 if a match that is complete misses its mark.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tafelrunde import games, load
from tafelrunde.arena.figures import resampled, wilson, won
from tafelrunde.arena.keep import Keep
from tafelrunde.arena.plan import Plan, Row, rotations
from tafelrunde.bots.levels import LEVELS
from tafelrunde.cli import columns, say
from tafelrunde.cli.simulate import play

GREEDY_OVER_RANDOM = 0.90
STEP, STEP_RATIO = (0.60, 0.80), (1.3, 2.5)
"""A level beats the one below in so many duels; at larger tables its win rate is so many times that of the others."""


class Match(NamedTuple):
    """One bot against copies of another: the win rate of a duel has to lie within ``mark``, at larger tables the ratio."""

    game: str
    bots: tuple[str, ...]
    mark: tuple[float, float]

    @property
    def name(self) -> str:
        return f"{self.game}-{len(self.bots)}-{self.bots[0]}-{self.bots[1]}".replace(":", "_")

    def plan(self) -> Plan:
        options = load(self.game).new(len(self.bots), 1).options
        return Plan(self.game, len(self.bots), dict(options), rotations(self.bots), 1)


def matches(chosen: Sequence[str], seats: int | None) -> Iterator[Match]:
    for game in chosen:
        for players in [n for n in load(game).players if seats in (None, n)]:
            if players == 2:
                yield Match(game, ("greedy", "random"), (GREEDY_OVER_RANDOM, 1.0))
            for below, above in pairwise(LEVELS):
                yield Match(game, (above, *[below] * (players - 1)), STEP if players == 2 else STEP_RATIO)


def wins(plan: Plan, row: Row) -> tuple[float, float]:
    """What the bot and what each of its opponents on average won of a game; every winner has won."""
    seats = plan.lineups[row.lineup]
    mine = seats.index(plan.lineups[0][0])
    victories = [won(row, seat) for seat in range(len(seats))]
    return victories[mine], (sum(victories) - victories[mine]) / (len(seats) - 1)


def judged(match: Match, plan: Plan, rows: Sequence[Row]) -> tuple[list[str], bool]:
    """A line of the table, and whether the match reached its mark."""
    deals: dict[int, list[tuple[float, float]]] = {}
    for row in rows:
        deals.setdefault(row.seed, []).append(wins(plan, row))
    victories = sum(own for games_of in deals.values() for own, _ in games_of)
    low, high = wilson(victories, len(rows))
    ratio = _ratio(list(deals.values()))[0]
    least = resampled(list(deals.values()), _ratio)[0][0]
    duel = len(match.bots) == 2
    good = match.mark[0] <= (victories / len(rows) if duel else ratio) <= match.mark[1]
    scale, unit = (100, " %") if duel else (1, "")
    mark = f"{scale * match.mark[0]:g} - {scale * match.mark[1]:g}{unit}"
    name = f"{match.game}, {len(match.bots)} players: {match.bots[0]} - {match.bots[1]}"
    interval = f"{100 * low:.1f} - {100 * high:.1f} %"
    line = [name, str(len(rows)), f"{100 * victories / len(rows):.1f} %", interval, f"{ratio:.2f}", f"{least:.2f}", mark]
    return [*line, "ok" if good else "missed"], good


def _ratio(deals: Sequence[Sequence[tuple[float, float]]]) -> list[float]:
    own = sum(mine for games_of in deals for mine, _ in games_of)
    others = sum(theirs for games_of in deals for _, theirs in games_of)
    return [own / max(others, 0.5)]  # an opponent that never won counts as half a victory


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=games())
    parser.add_argument("--players", type=int, help="only tables of this size")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("build/strength"))
    args = parser.parse_args()
    args.engine, args.address = "local", None
    args.folder.mkdir(parents=True, exist_ok=True)
    table = [["match", "games", "won", "95 % interval", "ratio", "at least", "mark", ""]]
    fine, stopped = True, False
    for match in matches(args.game, args.players):
        plan = match.plan()
        keep = Keep(args.folder / f"{match.name}.jsonl", plan, say)
        rows = keep.rows()
        stopped = stopped or play(plan, rows, args.games, args, keep)
        if rows:
            line, good = judged(match, plan, rows)
            table.append(line)
            fine = fine and (good or len(rows) < args.games)
    print(columns(table, right=range(1, 6)))
    return 0 if fine and not stopped else 1


if __name__ == "__main__":
    sys.exit(main())
