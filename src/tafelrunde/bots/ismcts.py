"""Information-set Monte Carlo tree search: thinks in worlds its seat cannot tell from the true one.

Every simulation draws a new world from the sampler, walks down one tree that all worlds share, tries one new move, plays
on for a while by moves that did well elsewhere, and lets the game judge where that ended. A move that a world does not
offer is skipped there; how often it was offered is counted, so that rare moves are not taken for neglected ones. At the
root every move is first looked at as ``greedy`` does, and what looks good is searched first and most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import exp, log, sqrt
from random import Random
from time import perf_counter
from typing import NamedTuple

from tafelrunde.bots.bargain import BargainingBot
from tafelrunde.bots.base import Reason, Sampler, View
from tafelrunde.bots.greedy import DEPTH, WORLDS, after
from tafelrunde.bots.greedy import WIDTH as LOOK_WIDTH
from tafelrunde.bots.worlds import believed
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision, State

EXPLORE = 0.7
"""How much a little-tried move is favoured, as a part of the span between the worst and the best outcome seen."""
WIDTH, WIDEN = 6, 0.5
"""A position tries this many moves at first, and more with this power of its visits: many moves do not drown the search."""
FAVOUR = 1.0
"""How much a move is searched that looks good at first sight, as a part of the same span."""
GLANCE = 0.2
"""How strictly: the part of the span between the best and the worst look that makes a move e times as likely."""
DOUBT = 0.1
"""The part of the favour that every move has alike, however it looks."""
LOOKS, LEAN = 12, 300
"""Where simulations are judged at once, too: in how many worlds every move is looked at; for how many simulations that counts."""
LOOKING = 0.4
"""The part of its time after which a search looks no further."""
HABIT = 0.12
"""How strictly the moves beyond the tree follow what did well: the part of the span that makes a move e times as likely."""
SETTLED = 32
"""After this many simulations, and every so many again, a search that cannot change its mind any more is ended."""
HASTE = 1.25
"""How much faster than so far the rest of a search by the clock is thought to go at most."""


class Budget(NamedTuple):
    """How long a search may take; whichever ends first. Simulations alone make a search repeatable on any machine."""

    simulations: int | None = None
    seconds: float | None = None
    looks: bool = True
    """Whether every move is looked at before the first simulation."""


SLIPS = {"easy": 3}
"""How often a level plays its second choice instead of its first, one time in so many: sensible, and not hard to beat."""
LEVELS = {
    "easy": Budget(simulations=10, looks=False),
    "normal": Budget(simulations=240, seconds=1.0),
    "hard": Budget(simulations=4000, seconds=1.2),
}


def budget(spec: str) -> Budget:
    """The budget of a level, of ``mcts:SECONDS`` or of ``mcts:Nsims``.

    >>> budget("mcts:800sims"), budget("mcts:0.5")
    (Budget(simulations=800, seconds=None, looks=True), Budget(simulations=None, seconds=0.5, looks=True))
    """
    if spec in LEVELS:
        return LEVELS[spec]
    amount = spec.partition(":")[2]
    return Budget(simulations=int(amount[:-4])) if amount.endswith("sims") else Budget(seconds=float(amount))


class Edge:
    """A move at a node: how often it was tried, how often it could have been, what came of it for the mover."""

    __slots__ = ("available", "nodes", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 1
        self.total = 0.0
        self.nodes: dict[tuple[int, str], Node] = {}


class Node:
    """A question some seat is asked, in all the worlds in which the same moves led to it."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}
        self.visits = 0


class Search:
    """One search for one decision of one seat."""

    def __init__(self, seat: int, sampler: Sampler, below: Callable[[int], int], random: Random) -> None:
        self.root = Node()
        self.simulations = 0
        self._seat = seat
        self._sampler = sampler
        self._below = below
        self._random = random.random
        self._low, self._high = 1.0, 0.0
        self._habits: list[dict[int, list[float]]] = []
        self._favours: dict[int, float] = {}
        """How promising each move at the root looked, together 1."""
        self._looks: dict[int, float] = {}
        """What each move at the root seemed to change; nothing where playing on tells more than a look."""
        self._standing = 0.0
        """How well the own seat stood in the worlds of all simulations together, where only the change is kept."""
        self.total = 0.0
        """What the simulations were worth to the own seat, together."""

    @property
    def standing(self) -> float:
        """How well the own seat stood before its move, where simulations tell only what has changed since; else nothing."""
        return self._standing / self.simulations

    @property
    def chance(self) -> float:
        """How well the simulations went for the own seat."""
        return self.standing + self.total / self.simulations

    def look(self, moves: Sequence[int], until: float) -> None:
        """Judge each move as ``greedy`` does; where time runs out, those not looked at count as average."""
        totals = dict.fromkeys(moves, 0.0)
        looks = dict.fromkeys(moves, 0)
        world = believed(self._sampler, self._seat, self._below)
        for number in range(WORLDS if world.game.horizon else LOOKS):
            if number >= WORLDS and perf_counter() >= until:
                break
            if number:
                world = believed(self._sampler, self._seat, self._below)
            before = world.game.chances(world)[self._seat]
            for index in moves:
                if perf_counter() < until:
                    totals[index] += after(world, self._seat, index, DEPTH, LOOK_WIDTH, world.game.chances) - before
                    looks[index] += 1
        seen = {index: totals[index] / n for index, n in looks.items() if n}
        if not seen:
            return
        best, mean = max(seen.values()), sum(seen.values()) / len(seen)
        if not world.game.horizon:
            moves = sorted(moves, key=lambda _: self._random())  # of moves that look alike any may be the first
            self._looks = {index: seen.get(index, mean) for index in moves}
            self._low, self._high = min(self._low, *seen.values()), max(self._high, best)
        scale = 1 / (GLANCE * (best - min(seen.values())) + 1e-9)
        weights = {index: exp((seen.get(index, mean) - best) * scale) for index in moves}
        total = sum(weights.values())
        self._favours = {index: DOUBT / len(moves) + (1 - DOUBT) * weight / total for index, weight in weights.items()}

    def run(self, budget: Budget, moves: Sequence[int] = ()) -> None:
        """Simulate until the budget is used up or the choice is settled; at least once."""
        began = perf_counter()
        most = budget.simulations if budget.simulations is not None else 1 << 62
        until = began + budget.seconds if budget.seconds is not None else float("inf")
        if budget.looks:
            self.look(moves, began + LOOKING * (until - began))
        start = now = perf_counter()
        longest = 0.0
        while True:
            self.simulate()
            before, now = now, perf_counter()
            longest = max(longest * 0.9, now - before)
            if self.simulations >= most or now + longest > until:
                return
            if not self.simulations % SETTLED:
                by_clock = HASTE * self.simulations * (until - now) / (now - start)
                if self._settled(min(most - self.simulations, by_clock)):
                    return

    def simulate(self) -> None:
        """One world, one walk, one judgement."""
        world = believed(self._sampler, self._seat, self._below)
        chances = world.game.chances
        if not self._habits:
            self._habits = [{} for _ in range(world.players)]
        self.simulations += 1
        before = chances(world) if not world.game.horizon else None
        walked = self._descend(world)
        played = self._play_on(world)
        values = chances(world)
        if before is not None:
            # judged at once, worlds differ more than moves do: what counts is what has changed in this one
            values = [value - then for value, then in zip(values, before, strict=True)]
            self._standing += before[self._seat]
        self.total += values[self._seat]
        for seat, edge in walked:
            edge.visits += 1
            edge.total += values[seat]
        self._low, self._high = min(self._low, *values), max(self._high, *values)
        for seat, index in played:
            habit = self._habits[seat].setdefault(index, [0.0, 0.0])
            habit[0] += 1.0
            habit[1] += values[seat]

    def ranking(self) -> list[tuple[int, Edge]]:
        """The moves at the root, the chosen one first."""
        return sorted(self.root.edges.items(), key=lambda item: (-item[1].visits, -item[1].total, item[0]))

    def _span(self) -> float:
        """Between the worst and the best outcome seen; where all were alike, nothing is to be told by it."""
        span = self._high - self._low
        return span if span > 1e-9 else 1.0

    def _told(self, index: int) -> tuple[float, int]:
        """What came of a move at the root, and of how many simulations; a look counts for several, if at all."""
        edge = self.root.edges.get(index)
        total, visits = (edge.total, edge.visits) if edge is not None else (0.0, 0)
        return (total + LEAN * self._looks[index], visits + LEAN) if self._looks else (total, visits)

    def percent(self, index: int) -> int:
        """How well a move at the root went."""
        total, weight = self._told(index)
        return round(100 * (self.standing + total / weight)) if weight else 0

    def next_best(self, first: int) -> int | None:
        """What did best beside the chosen move; what was tried little by comparison says little, so it comes last."""
        enough = self._told(first)[1] / 10

        def merit(index: int) -> tuple[bool, float, float]:
            total, weight = self._told(index)
            return weight >= enough, total / weight if weight >= enough else weight, total / weight

        others = dict.fromkeys([*(index for index, _ in self.ranking()), *self._looks])
        return max((index for index in others if index != first and self._told(index)[1]), key=merit, default=None)

    def _settled(self, left: float) -> bool:
        """Whether no other move can be visited as often as the first any more."""
        visits = sorted((edge.visits for edge in self.root.edges.values()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left

    def _mover(self, world: State) -> int:
        """Where several seats are asked at once, the own one first: the others' answers cannot matter to it yet."""
        return self._seat if self._seat in world.asked else min(world.asked)

    def _descend(self, world: State) -> list[tuple[int, Edge]]:
        """Down the tree to a move never tried before, or to the end of the game."""
        walked: list[tuple[int, Edge]] = []
        node = self.root
        edge: Edge | None = None
        while world.asked:
            mover = self._mover(world)
            _, frame, moves = world.asked[mover]
            if len(moves) == 1:
                world.act(mover, moves[0])
                continue
            if edge is not None:
                node = edge.nodes.setdefault((mover, frame.kind), Node())
            index, edge = self._favour() if node is self.root and self._favours else self._select(node, moves)
            walked.append((mover, edge))
            world.act(mover, index)
            if not edge.visits:
                break
        return walked

    def _favour(self) -> tuple[int, Edge]:
        """At the root: what did well so far, and among what was tried little, what looked good."""
        span = self._span()
        usual = self.total / max(self.simulations - 1, 1)
        reach = FAVOUR * sqrt(self.simulations)
        chosen, promise = -1, -1e9
        for index, favour in self._favours.items():
            total, weight = self._told(index)
            worth = total / weight if weight else usual
            hope = worth / span + reach * favour / (1 + weight)
            if hope > promise:
                chosen, promise = index, hope
        return chosen, self.root.edges.setdefault(chosen, Edge())

    def _select(self, node: Node, moves: Sequence[int]) -> tuple[int, Edge]:
        """An untried move while the node may still widen, else the most promising one of those this world offers."""
        edges = node.edges
        node.visits += 1
        untried = [index for index in moves if index not in edges]
        tried = len(moves) - len(untried)
        span = self._span()
        chosen, promise, found = -1, -1e9, None
        for index in moves:
            edge = edges.get(index)
            if edge is not None:
                edge.available += 1
                hope = edge.total / edge.visits / span + EXPLORE * sqrt(log(edge.available) / edge.visits) if edge.visits else 1e9
                if hope > promise:
                    chosen, promise, found = index, hope, edge
        if found is None or (untried and (tried < WIDTH or node is self.root or tried < WIDTH * node.visits**WIDEN / 2)):
            chosen = untried[int(self._random() * len(untried))]
            found = edges[chosen] = Edge()
        return chosen, found

    def _play_on(self, world: State) -> list[tuple[int, int]]:
        """Beyond the tree, moves that did well elsewhere in this search are likelier."""
        played: list[tuple[int, int]] = []
        random = self._random
        left = world.game.horizon
        while left and world.asked:
            mover = self._mover(world)
            moves = world.asked[mover][2]
            if len(moves) == 1:
                world.act(mover, moves[0])
                continue
            index = moves[int(random() * len(moves))] if len(moves) > 40 else self._by_habit(mover, moves)
            played.append((mover, index))
            world.act(mover, index)
            left -= 1
        return played

    def _by_habit(self, mover: int, moves: Sequence[int]) -> int:
        """A random move, one that did well so far more likely; one never played counts as good."""
        habits = self._habits[mover]
        scale = 1 / (HABIT * self._span())
        total = 0.0
        sums: list[float] = []
        for index in moves:
            habit = habits.get(index)
            total += exp((habit[1] / habit[0] - self._high) * scale) if habit is not None else 1.0
            sums.append(total)
        mark = self._random() * total
        return next((index for index, reached in zip(moves, sums, strict=True) if mark < reached), moves[-1])


class MctsBot(BargainingBot):
    """Searches within its budget and plays the move it came back to most often."""

    def __init__(self, spec: str, seed: int) -> None:
        super().__init__(spec, seed)
        self.budget = budget(spec)
        self.slips = SLIPS.get(spec, 0)

    def judge(self, world: State) -> list[float]:
        return world.game.chances(world)

    def decide(self, view: View, decision: Decision, sampler: Sampler) -> Move:
        search = Search(view["you"], sampler, self.below, Random(self.below(1 << 64)))
        search.run(self.budget, [move.index for move in decision.moves])
        ranked = search.ranking()
        if self.slips and len(ranked) > 1 and not self.below(self.slips):
            ranked[0], ranked[1] = ranked[1], ranked[0]
        moves = {move.index: move for move in decision.moves}
        best, edge = ranked[0]
        facts: dict[str, object] = {"n": edge.visits, "all": search.simulations, "percent": search.percent(best)}
        other = search.next_best(best)
        if other is None:
            self.reason = Reason("searched_alone", facts)
        else:
            facts |= {"next": moves[other].text, "next_percent": search.percent(other)}
            self.reason = Reason("searched", facts, partial(_next_in_words, sampler, view, moves[other]))
        return moves[best]


def _next_in_words(sampler: Sampler, view: View, move: Move, lang: str) -> dict[str, str]:
    return {"next": sampler(0).game.move_text(move, lang, view)}
