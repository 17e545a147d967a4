"""A bot that plays a random legal move."""

from __future__ import annotations

from tafelrunde.bots.base import Bot, Sampler, View
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision


class RandomBot(Bot):
    """Chooses among all legal moves with equal probability."""

    looks = False

    def decide(self, view: View, decision: Decision, sampler: Sampler) -> Move:
        return decision.moves[self.pick(len(decision.moves))]

    def pick(self, n: int) -> int:
        return self.below(n)
