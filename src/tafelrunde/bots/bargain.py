"""Bots that trade: they propose bargains from which both sides gain, and accept those from which they gain themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tafelrunde.bots.base import Bot, Reason, Sampler
from tafelrunde.bots.worlds import believed
from tafelrunde.core.game import Bargain
from tafelrunde.core.moves import Move
from tafelrunde.core.state import State

WORLDS = 2
"""The number of sampled worlds in which a bargain is evaluated."""
MARGIN = 0.002
"""The smallest gain that counts; smaller differences are noise."""

Options = Callable[[State, int], Iterable[Bargain]]


class BargainingBot(Bot):
    """Compares the bargains that the game suggests by the positions of both sides afterwards.

    A proposal that it declines is answered by one counter-proposal, at the lowest price at which it gains itself. Whether the
    other side still gains is left to that side: only it knows why it wants the bargain.
    """

    def judge(self, world: State) -> list[float]:
        """This bot's estimate of each seat's position; the other seats are assumed to judge by public information."""
        return world.game.evaluate(world)

    def volunteer(self, seat: int, sampler: Sampler) -> tuple[Move, ...]:
        self.refusal = None
        worlds = [believed(sampler, seat, self.below) for _ in range(WORLDS)]
        game = worlds[0].game
        gains = self._gains(worlds, seat, game.bargains)
        chosen = _best(gains)
        if chosen is None:
            return ()
        if chosen.refuses >= 0:
            other = chosen.refuses
            counters = self._gains(worlds, seat, lambda world, seat: game.haggles(world, seat, other))
            chosen = next((bargain for bargain, (own, _) in counters.items() if own > MARGIN), chosen)
            self.refusal = _refusal(chosen, gains, game.haggles(worlds[0], seat, other))
        return tuple(game.vocabulary[index] for index in chosen.moves)

    def _gains(self, worlds: list[State], seat: int, options: Options) -> dict[Bargain, list[float]]:
        """For each bargain, what the seat and its partner gain on average; without a partner, what the seat gains, twice."""
        gains: dict[Bargain, list[float]] = {}
        for world in worlds:
            before, plain = self.judge(world), world.game.evaluate(world)
            for bargain in options(world, seat):
                reached = _agreed(world, seat, bargain)
                own = self.judge(reached)[seat] - before[seat]
                partner = bargain.partner
                total = gains.setdefault(bargain, [0.0, 0.0])
                total[0] += own / len(worlds)
                total[1] += (own if partner < 0 else world.game.evaluate(reached)[partner] - plain[partner]) / len(worlds)
        return gains


def _refusal(chosen: Bargain, gains: dict[Bargain, list[float]], prices: Iterable[Bargain]) -> Reason:
    """Why a proposal is declined. It says no more than the refusal and the price do: nothing about rivals or hands."""
    if chosen.price:
        return Reason("refused_price", {"to": chosen.refuses, "n": chosen.price})
    accepting = [own for bargain, (own, _) in gains.items() if bargain.partner < 0 and bargain.refuses < 0]
    if not accepting:
        return Reason("refused_cannot", {"to": chosen.refuses})
    if any(True for _ in prices):
        return Reason("refused_any_price", {"to": chosen.refuses})
    return Reason("refused_worse" if max(accepting) < -MARGIN else "refused_little", {"to": chosen.refuses})


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
