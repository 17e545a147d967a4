"""The figures of a benchmark with their intervals, and the Markdown tables made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tafelrunde.arena.benchmark import Played, Setting, seats
from tafelrunde.arena.figures import mean_interval, wilson
from tafelrunde.arena.store import Words

ENOUGH = 10
"""Games from which the interval of a mean is shown; it assumes a normal distribution, which fewer games do not support."""


class Figures(NamedTuple):
    """One bot in one setting; each interval is one of 95 %."""

    bot: str
    games: int
    rate: float
    interval: tuple[float, float]
    share: float
    margin: float
    margin_interval: tuple[float, float]
    seconds: float


def complete(games: Sequence[Played]) -> list[Played]:
    """The games of one bot in one setting whose deal was played from every seat: a run that was stopped favours no seat."""
    by_deal: dict[int, list[Played]] = {}
    for game in games:
        by_deal.setdefault(game.deal, []).append(game)
    return [
        game
        for deal, found in sorted(by_deal.items())
        if {one.seat for one in found} == set(seats(found[0].bot, found[0].players, deal))
        for game in found
    ]


def figures(games: Sequence[Played]) -> Figures | None:
    """The figures of one bot in one setting; nothing if no deal is complete."""
    counted = complete(games)
    if not counted:
        return None
    n = len(counted)
    victories = sum(game.won for game in counted)
    margin, low, high = mean_interval([float(game.margin) for game in counted])
    return Figures(
        counted[0].bot, n, victories / n, wilson(victories, n), sum(game.share for game in counted) / n, margin, (low, high),
        sum(game.seconds for game in counted) / n,
    )  # fmt: skip


def grouped(games: Sequence[Played]) -> Iterator[tuple[Setting, list[Figures]]]:
    """The settings in alphabetical order, in each the bots from the weakest to the strongest."""
    for one in sorted({Setting(game.game, game.players) for game in games}):
        here = [game for game in games if (game.game, game.players) == one]
        found = [figures([game for game in here if game.bot == bot]) for bot in dict.fromkeys(game.bot for game in here)]
        rows = sorted((row for row in found if row is not None), key=lambda row: (row.rate, row.margin))
        if rows:
            yield one, rows


KEYS = ("bot", "games", "won", "interval", "share", "margin", "interval", "seconds")


def markdown(games: Sequence[Played], say: Words) -> str:
    """A table for every setting."""
    parts = []
    for (game, players), rows in grouped(games):
        head = [say(f"column_{key}") for key in KEYS]
        lines = [head, ["---", *["---:"] * (len(KEYS) - 1)], *map(_cells, rows)]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        parts.append(f"### {say('benchmark_setting', game=game, players=players)}\n\n{table}\n")
    return "\n".join(parts)


def _cells(row: Figures) -> list[str]:
    low, high = row.interval
    less, more = row.margin_interval
    return [
        f"`{row.bot}`",
        str(row.games),
        f"{100 * row.rate:.0f} %",
        f"{100 * low:.0f} - {100 * high:.0f} %",
        f"{100 * row.share:.0f} %",
        f"{row.margin:+.1f}",
        f"{less:+.1f} / {more:+.1f}" if row.games >= ENOUGH else "?",
        f"{row.seconds:.1f}",
    ]
