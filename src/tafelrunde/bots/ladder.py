"""The levels below the strongest: they look less far ahead and choose less carefully, but play no nonsense."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from tafelrunde.bots.base import Reason, Sampler, View
from tafelrunde.bots.greedy import SAME, WIDTH, after
from tafelrunde.bots.ismcts import MctsBot
from tafelrunde.bots.levels import Level, level
from tafelrunde.bots.worlds import believed, drawn, keep_lanes_open
from tafelrunde.core.game import Game
from tafelrunde.core.judgement import shown
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision

PATIENCE = 0.002
"""The loss that a move may cause and still be preferred to declining: evaluations are inexact, and free gains should be taken."""


class LadderBot(MctsBot):
    """A bot of one level: it searches, or if it has no simulations, evaluates each move in one world."""

    def decide(self, view: View, decision: Decision, sampler: Sampler) -> Move:
        seat: int = view["you"]
        world = believed(sampler, seat, self.below)
        mine = level(self.spec, world.game.ladder)
        if mine.budget.simulations:
            return super().decide(view, decision, sampler)
        keep_lanes_open(world, seat)
        moves = [move.index for move in decision.moves]
        values = [after(world, seat, index, mine.depth, WIDTH, world.game.evaluate) for index in moves]
        place = self._chosen(world.game, moves, values, mine)
        self.reason = Reason("looked", {"n": len(moves), "percent": round(100 * shown(values[place]))})
        return decision.moves[place]

    def _chosen(self, game: Game[Any], moves: Sequence[int], values: Sequence[float], mine: Level) -> int:
        """Choose among the moves worth playing: a move that looks nearly as good as the best is nearly as likely."""
        places = worth_playing(game, moves, values)
        best = max(values[place] for place in places)
        noise = mine.noise or SAME
        return places[drawn([exp(max(-50.0, (values[place] - best) / noise)) for place in places], self.below)]


def worth_playing(game: Game[Any], moves: Sequence[int], values: Sequence[float]) -> list[int]:
    """The indices of the moves that even a careless player considers.

    Declining moves are left out if any other move is as good; a move that only delays the answer (an exchange of points, say) is
    considered only if it gains something.
    """
    ordinary = [place for place, index in enumerate(moves) if index not in game.interrupting] or list(range(len(moves)))
    best = max(values[place] for place in ordinary)
    places = [place for place in range(len(moves)) if place in ordinary or values[place] > best + SAME]
    declining = game.declines(moves)
    if declining is None:
        return places
    least = values[moves.index(declining)] - PATIENCE
    return [place for place in places if moves[place] != declining and values[place] > least] or [moves.index(declining)]
