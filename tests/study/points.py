"""Points by source against the scores: ``make points`` plays 200 random games of each title.

``python -m tests.study.points [GAMES]``; prints a line for each title and fails at the first game whose sources do not add up.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import Any

import tafelrunde
from tafelrunde.core.events import Event, Log
from tafelrunde.core.game import Game
from tafelrunde.core.state import State

FREE = 0.2
"""How often a random player trades or promises instead of answering, where that is possible."""


def played(game: Game[Any], number: int) -> tuple[State, list[Event]]:
    """A random game with random options and everything that happened in it; the number chooses how many play."""
    random = Random(number)
    options = {name: random.choice(option.choices) for name, option in game.options.items()}
    state, log = game.begin(game.players[number % len(game.players)], random.getrandbits(64), options)
    told = list(log)
    while not state.over:
        seat = random.choice(state.to_act)
        free = game.free_moves(state, seat) if random.random() < FREE else ()
        state.log = log = Log()
        state.apply(seat, random.choice(free or state.actions(seat)))
        state.log = None
        told += log
    return state, told


def check(game: Game[Any], number: int) -> Counter[str]:
    """Play a game and compare; returns how many points each source moved."""
    state, told = played(game, number)
    sums, moved = [0] * state.players, Counter[str]()
    for event in told:
        for gain in game.gains(event, state.players):
            sums[gain.seat] += gain.points
            moved[gain.source] += abs(gain.points)
    assert sums == list(state.scores), f"{game.id} {number}: the sources give {sums}, the scores are {list(state.scores)}"
    unnamed = moved.keys() - game.messages("en").sections["sources"].keys()
    assert not unnamed, f"{game.id} {number}: sources without a name: {unnamed}"
    return moved


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for name in tafelrunde.games():
        moved = Counter[str]()
        for number in range(games):
            moved += check(tafelrunde.load(name), number)
        print(f"{name}: {games} games, " + ", ".join(f"{source} {n}" for source, n in moved.most_common()), flush=True)


if __name__ == "__main__":
    main()
