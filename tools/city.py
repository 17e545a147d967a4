"""New Angeles by its own measures: how often the city stands when all seats are greedy, and how rich one greedy seat ends
among random ones. Repeatable and resumable: finished games are kept under ``build/strength``, one a line.

The exit code is 1 if a complete figure misses its mark.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tafelrunde import load
from tafelrunde.arena.figures import wilson
from tafelrunde.bots.runner import make_bots, play_game

SEATS = (4, 5, 6)
LEAST, MOST, RICHER = 0.40, 0.90, 0.80
THREAT_END = 25


class Played(NamedTuple):
    """One game: its number decides seats and seed."""

    number: int
    players: int
    threat: int
    capital: list[int]
    winners: list[int]
    federalist: int | None


def play(kind: str, number: int) -> Played:
    players = SEATS[number % len(SEATS)]
    lone = number // len(SEATS) % players
    specs = ["greedy" if kind == "city" or seat == lone else "random" for seat in range(players)]
    state = play_game(load("new_angeles"), make_bots(specs, number), players, number).state
    seats = state.view("all")["seats"]
    federalist = next((i for i, seat in enumerate(seats) if seat["rival"] == "federalist"), None)
    return Played(number, players, state.view(None)["board"]["threat"], list(state.scores), list(state.winners), federalist)


def good(kind: str, game: Played) -> bool:
    """Whether the city stands, or the greedy seat is richer than the others on average."""
    if kind == "city":
        return game.threat < THREAT_END
    lone = game.number // len(SEATS) % game.players
    others = [capital for seat, capital in enumerate(game.capital) if seat != lone]
    return game.capital[lone] > sum(others) / len(others)


def kept(path: Path) -> list[Played]:
    if not path.exists():
        return []
    return [Played(**json.loads(line)) for line in path.read_text().splitlines()]


def add_missing(kind: str, path: Path, total: int, workers: int) -> Iterator[Played]:
    """Play the games that are not there yet, in order, and keep each as soon as it is finished."""
    missing = range(len(kept(path)), total)
    with ProcessPoolExecutor(workers) as pool, path.open("a") as file:
        for game in pool.map(play, [kind] * len(missing), missing):
            file.write(json.dumps(game._asdict()) + "\n")
            file.flush()
            yield game


def line(kind: str, games: Sequence[Played]) -> str:
    n = sum(good(kind, game) for game in games)
    low, high = wilson(n, len(games))
    parts = []
    for players in SEATS:
        table = [game for game in games if game.players == players]
        parts.append(f"{players} seats {sum(good(kind, game) for game in table)}/{len(table)}")
    name = "the city stands" if kind == "city" else "greedy is richer"
    return (
        f"{name}: {n} of {len(games)} = {100 * n / len(games):.1f} % ({100 * low:.1f} - {100 * high:.1f} %); {', '.join(parts)}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", nargs="*", default=["city", "lone"], help="city, lone or both")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("build/strength"))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    fine = True
    for kind in args.kind:
        path = args.folder / f"new_angeles-{kind}.jsonl"
        for game in add_missing(kind, path, args.games, args.workers):
            if not (game.number + 1) % 10:
                print(f"{kind} {game.number + 1}", file=sys.stderr)
        games = kept(path)
        print(line(kind, games))
        rate = sum(good(kind, game) for game in games) / len(games)
        fine = fine and (LEAST <= rate <= MOST if kind == "city" else rate >= RICHER)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
