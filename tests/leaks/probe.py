"""A bot whose answer and reason depend on everything it is handed: whatever it could know, its answer tells."""

from __future__ import annotations

import json
from hashlib import sha256

from tafelrunde.bots.base import Bot, Reason, Sampler, View
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision


def print_of(*things: object) -> int:
    return int(sha256(json.dumps(things).encode()).hexdigest()[:12], 16)


class Probe(Bot):
    """Chooses by a hash of the view, the question and two worlds."""

    def decide(self, view: View, decision: Decision, sampler: Sampler) -> Move:
        moves = [move.text for move in decision.moves]
        number = print_of(dict(view), moves, sampler(1).to_json(), sampler(2).to_json(), self.below(1 << 30))
        self.reason = Reason("turn", {"n": number})
        return decision.moves[number % len(moves)]

    def volunteer(self, seat: int, sampler: Sampler) -> tuple[Move, ...]:
        """Now and then the first bargain that is worth weighing, in truth worth it or not."""
        world = sampler(1)
        if print_of(world.to_json(), self.below(1 << 30)) % 3:
            return ()
        game = world.game
        for bargain in game.bargains(world, seat):
            return tuple(game.vocabulary[i] for i in bargain.moves)
        return ()
