"""A bot that plays the move with the best position for its seat afterwards."""

from __future__ import annotations

from collections.abc import Callable

from tafelrunde.bots.bargain import BargainingBot
from tafelrunde.bots.base import Reason, Sampler, View
from tafelrunde.bots.worlds import believed, keep_lanes_open
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision, State

WORLDS = 2
"""The number of sampled worlds in which a move is evaluated, so that a single lucky draw does not decide."""
DEPTH = 2
"""The number of the seat's own follow-up decisions that are searched before the position is evaluated."""
WIDTH = 120
"""The maximum number of positions evaluated for one move in one world; beyond it, the position is evaluated without search."""
SAME = 1e-12
Judge = Callable[[State], list[float]]
"""A function that evaluates a world for each seat."""


class GreedyBot(BargainingBot):
    """Looks one move ahead, and also through its own decisions that follow immediately."""

    worlds, depth = WORLDS, DEPTH

    def decide(self, view: View, decision: Decision, sampler: Sampler) -> Move:
        seat: int = view["you"]
        totals = [0.0] * len(decision.moves)
        for _ in range(self.worlds):
            world = believed(sampler, seat, self.below)
            keep_lanes_open(world, seat)
            for i, move in enumerate(decision.moves):
                totals[i] += after(world, seat, move.index, self.depth, WIDTH, self.judge)
        best = max(totals)
        self.reason = Reason("looked", {"n": len(totals), "percent": round(100 * best / self.worlds)})
        equal = [move for move, total in zip(decision.moves, totals, strict=True) if total > best - SAME]
        return equal[self.below(len(equal))] if len(equal) > 1 else equal[0]


def after(world: State, seat: int, index: int, depth: int, width: int, judge: Judge) -> float:
    """The value of the position after a move, assuming the seat's best answers to the questions that follow immediately.

    A move that leaves the question open is worth as much as the best answer after it, so delaying an answer gains nothing.
    """
    reached = world.clone()
    reached.act(seat, index)
    options = reached.actions(seat)
    if index in world.game.interrupting:
        answers = [option for option in options if option not in world.game.interrupting]
        if answers:
            return max(after(reached, seat, option, depth, width // len(answers), judge) for option in answers)
    if depth and options and len(options) <= width:
        return max(after(reached, seat, option, depth - 1, width // len(options), judge) for option in options)
    return judge(reached)[seat]
