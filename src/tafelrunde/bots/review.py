"""Hints during a game and analysis after it: reasons, winning chances over time, turning points, mistakes, luck.

A seat's chance at a position is estimated by a short search in sampled worlds. The luck of a draw is the difference between
the position it led to and the mean over alternative draws. A mistake is judged by what the seat knew: the move played and the
better one are compared in the same sampled worlds.

>>> import tafelrunde
>>> state = tafelrunde.load("rise").new(2, seed=3)
>>> hint(state, state.to_act[0], "mcts:20sims").move in state.legal(state.to_act[0])
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from tafelrunde.bots.base import Reason, make
from tafelrunde.bots.ismcts import Search
from tafelrunde.bots.levels import Budget
from tafelrunde.bots.runner import choose, fair_sampler
from tafelrunde.core.messages import common
from tafelrunde.core.moves import Move
from tafelrunde.core.state import State

SIMULATIONS = 24
"""The number of worlds over which a chance is averaged, each followed by a short playout."""
DRAWS = 4
"""The number of alternative draws with which a real one is compared."""
GLANCE = 60
"""The simulations of the search for a better move at each decision."""
WORLDS, IN_EACH = 12, 40
"""The number of worlds in which two moves are compared, and the simulations after each of them in each world."""
SMALLEST, SURE = 0.03, 2.0
"""The smallest difference in winning chance that counts as a mistake, and the standard errors that it must exceed."""


class Hint(NamedTuple):
    """The move that a bot would choose, and why."""

    move: Move
    reason: Reason | None


class Moment(NamedTuple):
    """A position: the move that led to it, every seat's winning chance, and how much of the change was luck."""

    ply: int
    seat: int | None
    """The seat that moved; ``None`` at the beginning."""
    move: str
    chances: tuple[float, ...]
    luck: tuple[float, ...]


class Turn(NamedTuple):
    """A moment at which a seat's winning chance changed considerably."""

    moment: Moment
    seat: int
    before: float

    @property
    def after(self) -> float:
        return self.moment.chances[self.seat]

    def text(self, lang: str, names: Sequence[str] = ()) -> str:
        luck = round(100 * self.moment.luck[self.seat])
        facts = {
            "n": self.moment.ply, "owner": self.seat, "seat": self.moment.seat, "move": self.moment.move,
            "before": round(100 * self.before), "after": round(100 * self.after), "luck": f"{luck:+d}",
        }  # fmt: skip
        return common(lang).say("bots", "turn_drawn" if luck else "turn", facts, names)


class Mistake(NamedTuple):
    """A decision after which the seat's chance was clearly lower than it would have been after another move."""

    seat: int
    move: int
    better: int
    chance: float
    """The seat's winning chance after the move that was played, from its own knowledge."""
    possible: float
    """The seat's winning chance after the better move."""

    @property
    def loss(self) -> float:
        return self.possible - self.chance


def hint(state: State, seat: int, spec: str = "expert", seed: int = 0) -> Hint:
    """A bot's advice to a seat; the bot sees only what the seat sees."""
    bot = make(spec, seed)
    return Hint(choose(state, seat, bot), bot.reason)


def chances(state: State) -> tuple[float, ...]:
    """Every seat's winning chance, from the seat's own knowledge; when the game is over, 1 for every winner."""
    if state.over:
        winners = state.winners
        return tuple(1.0 if seat in winners else 0.0 for seat in range(state.players))
    return tuple(_chance(state, seat) for seat in range(state.players))


def _chance(state: State, seat: int) -> float:
    seeds = Random(state.ply)
    search = Search(seat, fair_sampler(state, seat), seeds.randrange, Random(seat))
    search.run(Budget(SIMULATIONS))
    return search.chance


def curve(start: State, moves: Iterable[tuple[int, Move | str]]) -> list[Moment]:
    """The winning chances at the beginning and after every move of a line played from ``start``."""
    state = start.clone()
    moments = [Moment(state.ply, None, "", chances(state), (0.0,) * state.players)]
    for seat, move in moves:
        index = state.game.index(move)
        before, drawn = state.clone(), state.rng
        state.apply(seat, index)
        now = chances(state)
        luck = luck_of(before, seat, index, now) if state.rng != drawn else (0.0,) * state.players
        moments.append(Moment(state.ply, seat, str(state.game.vocabulary[index]), now, luck))
    return moments


def luck_of(before: State, mover: int, index: int, now: Sequence[float]) -> tuple[float, ...]:
    """The actual chances minus their mean over the alternative draws that the mover could not rule out."""
    expected = [0.0] * before.players
    for k in range(DRAWS):
        world = before.sample(mover, k)
        world.apply(mover, index)
        for seat, chance in enumerate(chances(world)):
            expected[seat] += chance / DRAWS
    return tuple(chance - mean for chance, mean in zip(now, expected, strict=True))


def turning_points(moments: Sequence[Moment], most: int = 5) -> list[Turn]:
    """The moments at which a seat's winning chance changed most, in the order of the game; the end of the game does not count."""
    turns = []
    for earlier, later in pairwise(moments[:-1]):
        changes = [abs(b - a) for a, b in zip(earlier.chances, later.chances, strict=True)]
        seat = max(range(len(changes)), key=lambda s: changes[s])
        turns.append((changes[seat], Turn(later, seat, earlier.chances[seat])))
    turns.sort(key=lambda item: -item[0])
    return sorted((turn for _, turn in turns[:most]), key=lambda turn: turn.moment.ply)


def suspicion(state: State, seat: int, move: int) -> tuple[float, int]:
    """How much better another move of the seat looks in a short search, and which; 0 where the move itself looks best."""
    seeds = Random(state.ply)
    search = Search(seat, fair_sampler(state, seat), seeds.randrange, Random(seat))
    search.run(Budget(GLANCE), state.actions(seat))
    best = search.ranking()[0][0]
    return (search.mean(best) - search.mean(move), best) if best != move else (0.0, move)


def mistake(state: State, seat: int, move: int, better: int) -> Mistake | None:
    """Compare two moves of a decision in the same worlds; ``None`` unless the second is better beyond doubt.

    The search that found the better move overestimates it, because it is the best of many; so both are measured anew.
    """
    pairs = [(_after(state, seat, move, k), _after(state, seat, better, k)) for k in range(WORLDS)]
    gaps = [there - here for here, there in pairs]
    loss, error = fmean(gaps), stdev(gaps) / sqrt(WORLDS)
    if loss < SMALLEST or loss < SURE * error:
        return None
    return Mistake(seat, move, better, fmean(here for here, _ in pairs), fmean(there for _, there in pairs))


def _after(state: State, seat: int, move: int, number: int) -> float:
    """The seat's chance after a move in one of the worlds it could not tell from the true one."""
    world = state.sample(seat, number)
    world.apply(seat, move)
    if world.over:
        return float(seat in world.winners)
    search = Search(seat, fair_sampler(world, seat), Random(number).randrange, Random(seat))
    search.run(Budget(IN_EACH))
    return search.chance
