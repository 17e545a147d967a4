"""Bots that trade: they propose bargains from which both sides gain, and accept those from which they gain themselves."""

from __future__ import annotations

from tafelrunde.bots.base import Bot, Sampler
from tafelrunde.bots.worlds import believed
from tafelrunde.core.game import Bargain
from tafelrunde.core.moves import Move
from tafelrunde.core.state import State

WORLDS = 2
"""The number of sampled worlds in which a bargain is evaluated."""
MARGIN = 0.002
"""The smallest gain that counts; smaller differences are noise."""


class BargainingBot(Bot):
    """Compares the bargains that the game suggests by the positions of both sides afterwards."""

    def judge(self, world: State) -> list[float]:
        """This bot's estimate of each seat's position; the other seats are assumed to judge by public information."""
        return world.game.evaluate(world)

    def volunteer(self, seat: int, sampler: Sampler) -> tuple[Move, ...]:
        gains: dict[Bargain, list[float]] = {}
        for _ in range(WORLDS):
            world = believed(sampler, seat, self.below)
            before, plain = self.judge(world), world.game.evaluate(world)
            for bargain in world.game.bargains(world, seat):
                reached = _agreed(world, seat, bargain)
                own = self.judge(reached)[seat] - before[seat]
                partner = bargain.partner
                total = gains.setdefault(bargain, [0.0, 0.0])
                total[0] += own / WORLDS
                total[1] += (own if partner < 0 else world.game.evaluate(reached)[partner] - plain[partner]) / WORLDS
        chosen = _best(gains)
        if chosen is None:
            return ()
        vocabulary = world.game.vocabulary
        return tuple(vocabulary[index] for index in chosen.moves)


def _agreed(world: State, seat: int, bargain: Bargain) -> State:
    """The world after a bargain to which both sides have agreed."""
    reached = world.clone()
    for index in bargain.moves:
        reached.apply(seat, index)
    if bargain.answer >= 0:
        reached.apply(bargain.partner, bargain.answer)
    return reached


def _best(gains: dict[Bargain, list[float]]) -> Bargain | None:
    """The best bargain for the seat that the other seat should accept; if there is none, one that changes nothing."""
    good = [(own, bargain) for bargain, (own, other) in gains.items() if own > MARGIN and other > MARGIN]
    if good:
        return max(good)[1]
    plain = [(own, bargain) for bargain, (own, _) in gains.items() if bargain.partner < 0]
    return max(plain)[1] if plain else None
