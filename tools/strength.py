"""How strong the bots are, as it must be: repeatable by ``make strength``, and resumable, because it takes hours.

Every match is an arena with everybody at every seat of every deal. Finished games are kept under ``build/strength``; the
same command goes on where it was stopped. The exit code is 1 if a match that is complete misses its mark.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tafelrunde import games, load
from tafelrunde.arena.figures import resampled, share, wilson
from tafelrunde.arena.keep import Keep
from tafelrunde.arena.plan import Plan, Row, rotations
from tafelrunde.cli import columns, say
from tafelrunde.cli.simulate import play

HARD = "mcts:0.2"
"""``hard``, held to 0.2 seconds a move for the measurement."""
GREEDY_OVER_RANDOM, HARD_OVER_GREEDY = 0.90, 0.65


class Match(NamedTuple):
    """One bot against copies of another; ``mark`` is the win rate it needs, ``None`` where being above the rest is asked."""

    game: str
    bots: tuple[str, ...]
    mark: float | None

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
                yield Match(game, ("greedy", "random"), GREEDY_OVER_RANDOM)
            if players > 1:
                yield Match(game, (HARD, *["greedy"] * (players - 1)), HARD_OVER_GREEDY if players == 2 else None)


def wins(plan: Plan, row: Row) -> tuple[float, float]:
    """What the bot and what each of its opponents on average won of a game. A duel that is shared counts half for each; at a
    larger table who is among the winners has won: in New Angeles several do, and none the less for it."""
    seats = plan.lineups[row.lineup]
    mine = seats.index(plan.lineups[0][0])
    won = [share(row, seat) if len(seats) == 2 else float(seat in row.winners) for seat in range(len(seats))]
    return won[mine], (sum(won) - won[mine]) / (len(seats) - 1)


def judged(match: Match, plan: Plan, rows: Sequence[Row]) -> tuple[list[str], bool]:
    """A line of the table, and whether the match reached its mark."""
    deals: dict[int, list[tuple[float, float]]] = {}
    for row in rows:
        deals.setdefault(row.seed, []).append(wins(plan, row))
    won = sum(own for games_of in deals.values() for own, _ in games_of)
    low, high = wilson(won, len(rows))
    ratio = _ratio(list(deals.values()))[0]
    least = resampled(list(deals.values()), _ratio)[0][0]
    good = won / len(rows) >= match.mark if match.mark is not None else least > 1
    mark = f">= {100 * match.mark:.0f} %" if match.mark is not None else "ratio > 1"
    name = f"{match.game}, {len(match.bots)} players: {match.bots[0]} - {match.bots[1]}"
    interval = f"{100 * low:.1f} - {100 * high:.1f} %"
    line = [name, str(len(rows)), f"{100 * won / len(rows):.1f} %", interval, f"{ratio:.2f}", f"{least:.2f}", mark]
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
