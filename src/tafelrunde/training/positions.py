"""Positions of played games as numbers: the features of every seat, the progress of the game, and what came of it.

Each position is a world sampled for the seat that is asked, because that is what a bot judges: what the seat could not know is
as uncertain in training as it is in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from tafelrunde.core import rng
from tafelrunde.core.game import Game
from tafelrunde.core.judgement import Judgement
from tafelrunde.training.selfplay import Played

POSITIONS = 24
"""Positions taken from a game: neighbours tell little that is new."""

Array = Any


class Positions(NamedTuple):
    """All positions of some games of one seat count."""

    features: Array
    """(positions, seats, features)"""
    progress: Array
    won: Array
    """(positions, seats): 1 for winners"""
    margins: Array
    game: Array
    """The number of the game each position is from."""

    def select(self, rows: Array) -> Positions:
        return Positions(*(part[rows] for part in self))


def positions(game: Game[Any], judgement: Judgement, played: Iterable[Played]) -> Iterator[Positions]:
    """The positions of one game after the other."""
    for number, one in enumerate(played):
        rows: list[Array] = []
        stages: list[float] = []
        state = game.new(one.players, one.seed, one.options)
        wanted = {rng.derive(one.seed, 5, i) % len(one.line) for i in range(POSITIONS)}
        for ply, (seat, index) in enumerate(one.line):
            if ply in wanted and seat in state.asked:
                world = state.sample(seat, rng.derive(one.seed, 6, ply))
                rows.append(judgement.features(world))
                stages.append(min(1.0, max(0.0, judgement.progress(world))))
            state.apply(seat, index)
        won = [float(seat in one.winners) for seat in range(one.players)]
        n = len(rows)
        if n:
            margins = judgement.margins_of(one.scores)
            yield Positions(np.array(rows), np.array(stages), np.tile(won, (n, 1)), np.tile(margins, (n, 1)), np.full(n, number))


def joined(parts: list[Positions]) -> Positions:
    return Positions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
