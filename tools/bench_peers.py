"""Tafelrunde beside catanatron, another engine in pure Python, in one run. They play different games: RISE and Catan.

Both play random four-player games in this process and this interpreter, in turns of a few seconds, so that whatever
else the machine does meets both. Only real decisions count (two or more options). ``make bench-peers`` makes the
environment: one with catanatron in it; Tafelrunde's engine needs nothing but the standard library.

    python tools/bench_peers.py --rounds 5 --seconds 2
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
from collections import deque
from collections.abc import Callable
from importlib import import_module, metadata
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from tafelrunde.cli import bench
from tafelrunde.library import load

PEER = "catanatron"
WANTED = "3.2.1"
PLAYERS = 4


class Round(NamedTuple):
    """One turn of one engine."""

    decisions: float
    """Real decisions a second."""
    games: float
    """Games a second."""
    copy_first: float
    """Microseconds to copy a position of the first round."""
    copy_last: float
    """The same in the last round."""


class Peer:
    """catanatron's random games, played with its own loop and its own random players."""

    name = f"{PEER} {WANTED}"

    def __init__(self) -> None:
        game, player = import_module(f"{PEER}.game"), import_module(f"{PEER}.models.player")
        self._limit: int = game.TURNS_LIMIT
        self._game: Callable[..., Any] = game.Game
        self._players = [player.RandomPlayer(color) for color in player.Color]
        self._first, self._last = self._ends()

    def _new(self, seed: int) -> Any:
        return self._game(self._players, seed=seed)

    def _running(self, game: Any) -> bool:
        return game.winning_color() is None and game.state.num_turns < self._limit

    def _ends(self) -> tuple[list[Any], list[Any]]:
        first: list[Any] = []
        last: list[Any] = []
        for seed in range(1, 5):
            game = self._new(seed)
            tail: deque[Any] = deque(maxlen=bench.SAMPLES // 4)
            ply = 0
            while self._running(game):
                if ply < bench.SAMPLES // 4:
                    first.append(game.copy())
                tail.append(game.copy())
                game.play_tick()
                ply += 1
            last += tail
        return first, last

    def play(self, seconds: float, seed: int) -> Round:
        decisions = played = 0
        began = perf_counter()
        while (elapsed := perf_counter() - began) < seconds or not played:
            game = self._new(seed + played)
            while self._running(game):
                decisions += len(game.state.playable_actions) > 1
                game.play_tick()
            played += 1
        copy = type(self._first[0]).copy
        first, last = (bench.microseconds(copy, positions, 3, 5) for positions in (self._first, self._last))
        return Round(decisions / elapsed, played / elapsed, first, last)


class Ours:
    """RISE through ``actions`` and ``act``, as ``tafelrunde bench`` plays it."""

    name = "tafelrunde (rise)"

    def __init__(self) -> None:
        self._game = load("rise")
        self._first, self._last = bench.ends(self._game, PLAYERS)

    def play(self, seconds: float, seed: int) -> Round:
        pace = bench.playouts(self._game, PLAYERS, seconds, seed)
        first, last = (
            bench.microseconds(self._game.state_type.clone, positions, 3, 5) for positions in (self._first, self._last)
        )
        return Round(pace.decisions / pace.seconds, pace.games / pace.seconds, first, last)


def compare(rounds: int, seconds: float) -> None:
    """Both engines in turns; medians, and the ratios of the medians."""
    random.seed(1)
    ours, peer = Ours(), Peer()
    results: dict[str, list[Round]] = {ours.name: [], peer.name: []}
    for number in range(rounds):
        # who begins alternates, so that neither always runs on a warmer machine
        for engine in (ours, peer) if number % 2 == 0 else (peer, ours):
            gc.collect()
            results[engine.name].append(engine.play(seconds, 1 + 1000 * number))
    mine, theirs = (Round(*map(median, zip(*found, strict=True))) for found in results.values())
    print(f"Python {sys.version.split()[0]}, {PLAYERS} random players, median of {rounds} rounds of {seconds:g} s each\n")
    print(f"{'':32}{ours.name:>20}{peer.name:>20}{'ratio':>10}")
    row("decisions a second", mine.decisions, theirs.decisions, mine.decisions / theirs.decisions)
    row("games a second", mine.games, theirs.games, mine.games / theirs.games)
    row("copy in the first round (us)", mine.copy_first, theirs.copy_first, theirs.copy_first / mine.copy_first)
    row("copy in the last round (us)", mine.copy_last, theirs.copy_last, theirs.copy_last / mine.copy_last)
    print("\nThe ratio says how many times faster tafelrunde is. Games differ in length: compare decisions and copies.")


def row(name: str, mine: float, theirs: float, ratio: float) -> None:
    print(f"{name:32}{mine:20,.1f}{theirs:20,.1f}{ratio:10.2f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    args = parser.parse_args()
    if args.rounds < 1 or args.seconds <= 0:
        print("bench_peers: --rounds and --seconds must be positive.", file=sys.stderr)
        return 2
    try:
        found = metadata.version(PEER)
    except metadata.PackageNotFoundError:
        found = "none"
    if found != WANTED:
        print(f"bench_peers: {PEER} {WANTED} is needed, found {found}: run 'make bench-peers'.", file=sys.stderr)
        return 2
    compare(args.rounds, args.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
