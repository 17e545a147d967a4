"""Information-set Monte Carlo tree search over sampled worlds, which the seat cannot tell from the true state.

Every simulation takes a world from the sampler, walks down one tree that all worlds share, tries one new move, plays
on for a while by moves that did well elsewhere, and lets the game judge where that ended. A move that a world does not
offer is skipped there; how often it was offered is counted, so that rare moves are not taken for neglected ones. Below the root
moves go by what they do (``Game.meanings``), so that "card 2" is not the same move where another card lies there. At the
root every move is first looked at as ``greedy`` does, and what looks good is searched first and most; further down the moves
of a position that is visited often are looked at once, in one world.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import exp, log, sqrt
from random import Random
from time import perf_counter

from tafelrunde.bots.bargain import BargainingBot
from tafelrunde.bots.base import Reason, Sampler, View
from tafelrunde.bots.greedy import DEPTH, WORLDS, after
from tafelrunde.bots.greedy import WIDTH as LOOK_WIDTH
from tafelrunde.bots.levels import Budget, level
from tafelrunde.bots.worlds import believed, drawn
from tafelrunde.core import rng
from tafelrunde.core.judgement import shown
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision, State

EXPLORE = 0.7
"""The exploration constant, as a fraction of the difference between the worst and the best outcome seen."""
WIDTH, WIDEN = 6, 0.5
"""Progressive widening: a node has this many moves at first, and more with this power of its visits."""
FAVOUR = 1.0
"""The weight of the first look in the choice at the root, as a fraction of the same difference."""
GLANCE = 0.2
"""The temperature of the first look: the fraction of its range that makes a move e times as likely."""
DOUBT = 0.1
"""The fraction of the prior that is distributed equally over all moves."""
LOOKS, LEAN = 12, 300
"""For games evaluated without playing on: the number of worlds in which each move is looked at, and its weight in simulations."""
LOOKING = 0.4
"""The fraction of the time budget after which the first look ends."""
DELAY = 0.004
"""The margin by which a move that leaves the question open must be better than an answer; less is noise."""
HABIT = 0.12
"""The temperature of playouts: the fraction of the range of outcomes that makes a move e times as likely."""
SETTLED = 32
"""The interval, in simulations, at which a search checks whether the leader can still be overtaken."""
HASTE = 1.25
"""The factor by which the remaining simulations of a timed search may be faster than the previous ones."""
GLIMPSE, GLIMPSES = 4, 16
"""After this many visits the moves of a position below the root are looked at, if there are at most this many."""
INSIGHT = 0.5
"""The weight of that look in the choice below the root, as a fraction of the range of outcomes."""
ENOUGH = 0.3
"""A move is ranked by its mean only if it has at least this fraction of the visits of the most visited move."""


class Edge:
    """A move at a node: its visits, how often it was available, and the mover's outcomes."""

    __slots__ = ("available", "nodes", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 1
        self.total = 0.0
        self.nodes: dict[tuple[int, str], Node] = {}


class Node:
    """A question asked of a seat, shared by all worlds in which the same moves led to it."""

    __slots__ = ("edges", "favours", "visits")

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}
        """The edges by the meaning of the move; at the root by its number."""
        self.favours: dict[int, float] = {}
        """The priors of the moves from a first look; the best is 1."""
        self.visits = 0


class Search:
    """One search for one decision of one seat."""

    def __init__(
        self, seat: int, sampler: Sampler, below: Callable[[int], int], random: Random, root: Node | None = None
    ) -> None:
        self.root = root if root is not None else Node()
        """The root may come from an earlier search of the same seat."""
        self.simulations = 0
        self._delaying: frozenset[int] = frozenset()
        """Moves that leave the question open."""
        self._worlds: list[State] = []
        """Worlds that are reused if sampling is more expensive than playing."""
        self._seat = seat
        self._sampler = sampler
        self._below = below
        self._random = random.random
        self._low, self._high = 1.0, 0.0
        self._habits: list[dict[int, list[float]]] = []
        self._favours: dict[int, float] = {}
        """The prior of each move at the root; the sum is 1."""
        self._looks: dict[int, float] = {}
        """The estimated change by each move at the root; empty if playouts are more informative than a look."""
        self._standing = 0.0
        """The sum of the seat's evaluations before its move over all simulations, if outcomes are relative to them."""
        self.total = 0.0
        """The sum of the outcomes of all simulations for the searching seat."""

    @property
    def standing(self) -> float:
        """The seat's evaluation before its move, if simulations report only the change since then; otherwise nothing."""
        return self._standing / self.simulations

    @property
    def chance(self) -> float:
        """The mean outcome of the simulations for the searching seat."""
        return shown(self.standing + self.total / self.simulations)

    def look(self, moves: Sequence[int], until: float) -> None:
        """Judge each move as ``greedy`` does; moves not examined before the time is up count as average."""
        totals = dict.fromkeys(moves, 0.0)
        looks = dict.fromkeys(moves, 0)
        world = believed(self._sampler, self._seat, self._below)
        for number in range(WORLDS if world.game.horizon else LOOKS):
            if number >= WORLDS and perf_counter() >= until:
                break
            if number:
                world = believed(self._sampler, self._seat, self._below)
            before = world.game.aim(world)[self._seat]
            for index in moves:
                if perf_counter() < until:
                    totals[index] += after(world, self._seat, index, DEPTH, LOOK_WIDTH, world.game.aim) - before
                    looks[index] += 1
        seen = {index: totals[index] / n for index, n in looks.items() if n}
        if not seen:
            return
        best, mean = max(seen.values()), sum(seen.values()) / len(seen)
        if not world.game.horizon:
            moves = sorted(moves, key=lambda _: self._random())  # equal moves in random order
            self._looks = {index: seen.get(index, mean) for index in moves}
            self._low, self._high = min(self._low, *seen.values()), max(self._high, best)
        scale = 1 / (GLANCE * (best - min(seen.values())) + 1e-9)
        weights = {index: exp((seen.get(index, mean) - best) * scale) for index in moves}
        total = sum(weights.values())
        self._favours = {index: DOUBT / len(moves) + (1 - DOUBT) * weight / total for index, weight in weights.items()}

    def run(self, budget: Budget, moves: Sequence[int] = ()) -> None:
        """Simulate until the budget is used up or the leader can no longer be overtaken; at least once."""
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
        """Run one simulation: sample a world, descend the tree, evaluate the position reached."""
        world = self._world()
        judge = world.game.aim
        if not self._habits:
            self._habits = [{} for _ in range(world.players)]
            self._delaying = world.game.interrupting
        self.simulations += 1
        before = judge(world) if not world.game.horizon else None
        walked = self._descend(world)
        played = self._play_on(world)
        values = judge(world)
        if before is not None:
            # evaluations differ more between worlds than between moves, so only the change within this world counts
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

    def _world(self) -> State:
        """A world to play in: a new sample, or an earlier one with other future draws."""
        if self._worlds and len(self._worlds) >= self._worlds[0].game.worlds_kept:
            kept = self._worlds[self.simulations % len(self._worlds)]
            world = kept.clone()
            world.rng = rng.seeded(self._below(1 << 64))
            return world
        world = believed(self._sampler, self._seat, self._below)
        if world.game.worlds_kept:
            self._worlds.append(world.clone())
        return world

    def ranking(self) -> list[tuple[int, Edge]]:
        """The moves at the root, best first: the best of the sufficiently searched moves, then the others by visits."""
        most = max(self._told(index)[1] for index in self.root.edges)

        def merit(item: tuple[int, Edge]) -> tuple[bool, float, int]:
            total, weight = self._told(item[0])
            enough = weight >= ENOUGH * most and bool(item[1].visits)
            return not enough, -total / weight if enough else -float(weight), item[0]

        return self._without_delay(sorted(self.root.edges.items(), key=merit))

    def _without_delay(self, ranked: list[tuple[int, Edge]]) -> list[tuple[int, Edge]]:
        """Rank a move that leaves the question open first only if it is clearly better than every answer."""
        if ranked[0][0] not in self._delaying:
            return ranked
        answers = [item for item in ranked if item[0] not in self._delaying and self._told(item[0])[1]]
        if not answers:
            return ranked
        best = max(answers, key=lambda item: self.mean(item[0]))
        if self.mean(ranked[0][0]) > self.mean(best[0]) + DELAY:
            return ranked
        return [best, *(item for item in ranked if item is not best)]

    def _span(self) -> float:
        """The difference between the best and the worst outcome seen; 1.0 if all are equal."""
        span = self._high - self._low
        return span if span > 1e-9 else 1.0

    def _told(self, index: int) -> tuple[float, int]:
        """The mean outcome of a move at the root and its number of simulations; a first look counts as several simulations."""
        edge = self.root.edges.get(index)
        total, visits = (edge.total, edge.visits) if edge is not None else (0.0, 0)
        return (total + LEAN * self._looks[index], visits + LEAN) if self._looks else (total, visits)

    def percent(self, index: int) -> int:
        """The seat's estimated chance of winning after a move at the root, in percent."""
        total, weight = self._told(index)
        return round(100 * shown(self.standing + total / weight)) if weight else 0

    def next_best(self, first: int) -> int | None:
        """The best alternative to the chosen move. Moves with too few simulations to be reliable are left out."""
        enough = ENOUGH * self._told(first)[1]
        others = [index for index in dict.fromkeys([*self.root.edges, *self._looks]) if index != first]
        worse = [index for index in others if self._told(index)[1] and self.mean(index) <= self.mean(first)]
        return max(worse, key=lambda index: (self._told(index)[1] >= enough, self.mean(index)), default=None)

    def mean(self, index: int) -> float:
        """The mean outcome of a move at the root."""
        total, weight = self._told(index)
        return total / weight if weight else 0.0

    def _settled(self, left: float) -> bool:
        """Whether the leader can no longer be overtaken with the remaining simulations."""
        visits = sorted(((edge.visits, index) for index, edge in self.root.edges.items()), reverse=True)
        if len(visits) < 2 or visits[0][0] - visits[1][0] <= left:
            return False
        return all(self.mean(index) <= self.mean(visits[0][1]) for _, index in visits[1:])

    def _mover(self, world: State) -> int:
        """The seat to move. If several seats are asked at once, the searching seat moves first: the other answers cannot affect
        it yet."""
        return self._seat if self._seat in world.asked else min(world.asked)

    def _descend(self, world: State) -> list[tuple[int, Edge]]:
        """Descend the tree to an untried move, or to the end of the game."""
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
            index, edge = self._favour() if node is self.root and self._favours else self._select(node, world, mover, moves)
            walked.append((mover, edge))
            world.act(mover, index)
            if not edge.visits:
                break
        return walked

    def _favour(self) -> tuple[int, Edge]:
        """Choose a move at the root: moves that did well so far, and among rarely tried moves those that looked good."""
        span = self._span()
        usual = self.total / max(self.simulations - 1, 1)
        reach = FAVOUR * sqrt(self.simulations)
        chosen, promise = -1, -1e9
        tried = self.root.edges
        second = self.simulations == 2 and len(tried) == 1  # at least two moves are compared, one of them an answer
        for index, favour in self._favours.items():
            if second and (
                index in tried or (index in self._delaying and not tried.keys() >= self._favours.keys() - self._delaying)
            ):
                continue
            total, weight = self._told(index)
            worth = total / weight if weight else usual
            hope = worth / span + reach * favour / (1 + weight)
            if hope > promise:
                chosen, promise = index, hope
        return chosen, self.root.edges.setdefault(chosen, Edge())

    def _select(self, node: Node, world: State, mover: int, moves: Sequence[int]) -> tuple[int, Edge]:
        """Choose an untried move if the node may still widen, otherwise the most promising move that this world offers."""
        edges, favours = node.edges, node.favours
        node.visits += 1
        keys = moves if node is self.root else world.game.meanings(world, mover)
        if node.visits == GLIMPSE and node is not self.root and len(moves) <= GLIMPSES and world.game.horizon:
            favours = node.favours = self._glimpse(world, mover, moves, keys)
        untried = 0
        span = self._span()
        reach = INSIGHT * sqrt(node.visits)
        chosen, promise, found = -1, -1e9, None
        fresh, best = -1, -1.0
        for place, key in enumerate(keys):
            edge = edges.get(key)
            if edge is None:
                untried += 1
                hope = favours.get(key, 1.0) + self._random() if favours else self._random()
                if hope > best:
                    fresh, best = place, hope
                continue
            edge.available += 1
            if not edge.visits:
                hope = 1e9
            else:
                hope = edge.total / edge.visits / span + EXPLORE * sqrt(log(edge.available) / edge.visits)
                if favours:
                    hope += reach * favours.get(key, 0.0) / (1 + edge.visits)
            if hope > promise:
                chosen, promise, found = place, hope, edge
        tried = len(moves) - untried
        if found is None or (untried and (tried < WIDTH or node is self.root or tried < WIDTH * node.visits**WIDEN / 2)):
            chosen = fresh
            found = edges[keys[chosen]] = Edge()
        return moves[chosen], found

    def _glimpse(self, world: State, mover: int, moves: Sequence[int], keys: Sequence[int]) -> dict[int, float]:
        """Score the mover's moves in one world, from 0 to 1, by the positions immediately after them."""
        worths = []
        for index in moves:
            reached = world.clone()
            reached.act(mover, index)
            worths.append(world.game.aim(reached)[mover])
        low, high = min(worths), max(worths)
        return {key: (worth - low) / (high - low + 1e-9) for key, worth in zip(keys, worths, strict=True)}

    def _play_on(self, world: State) -> list[tuple[int, int]]:
        """Play on below the tree; moves that did well elsewhere in this search are more likely."""
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
        """Choose a random move, weighted by its results so far; a move never played counts as good."""
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
    """Searches within its budget and plays the best of the sufficiently searched moves."""

    def __init__(self, spec: str, seed: int) -> None:
        super().__init__(spec, seed)
        self._kept: tuple[int, int, int, Node] | None = None
        """The last search: the seat, the ply and the facts revealed after its move, and the tree below that move."""

    def judge(self, world: State) -> list[float]:
        return world.game.aim(world)

    def decide(self, view: View, decision: Decision, sampler: Sampler) -> Move:
        seat: int = view["you"]
        world = sampler(0)
        mine = level(self.spec, world.game.ladder)
        moves = {move.index: move for move in decision.moves}
        search = Search(seat, sampler, self.below, Random(self.below(1 << 64)), self._carried_on(world, seat))
        search.run(mine.budget, list(moves))
        ranked = search.ranking()
        best, edge = ranked[self._slip(search, ranked, mine.noise) if mine.noise else 0]
        self._keep(world, seat, best, edge)
        facts: dict[str, object] = {"n": edge.visits, "all": search.simulations, "percent": search.percent(best)}
        other = search.next_best(best)
        if other is None:
            self.reason = Reason("searched_alone", facts)
        else:
            facts |= {"next": moves[other].text, "next_percent": search.percent(other)}
            self.reason = Reason("searched", facts, partial(_next_in_words, sampler, view, moves[other]))
        return moves[best]

    def _slip(self, search: Search, ranked: list[tuple[int, Edge]], noise: float) -> int:
        """Choose as a less careful player would: a move that is nearly as good as the best is nearly as likely."""
        best = search.mean(ranked[0][0])
        enough = ENOUGH * ranked[0][1].visits
        gaps = [search.mean(index) - best if edge.visits >= enough else -1.0 for index, edge in ranked]
        return drawn([exp(max(-50.0, gap / noise)) if gap > -1 else 0.0 for gap in gaps], self.below)

    def _keep(self, world: State, seat: int, best: int, edge: Edge) -> None:
        """Keep the subtree of the chosen move if the next question goes to this seat and nothing is drawn before it."""
        self._kept = None
        if not world.game.horizon:
            return  # the stored outcomes are changes relative to the position before the move, so they cannot be reused
        reached = world.clone()
        reached.act(seat, best)
        if seat not in reached.asked or (reached.rng, reached.reveals) != (world.rng, world.reveals):
            return
        node = edge.nodes.get((seat, reached.asked[seat][1].kind))
        if node is not None and len(reached.asked[seat][2]) > 1 and len(world.asked) == 1:
            self._kept = (seat, reached.ply, reached.reveals, node)

    def _carried_on(self, world: State, seat: int) -> Node | None:
        """The kept subtree with moves by their numbers, if the question is the one that followed."""
        kept, self._kept = self._kept, None
        if kept is None or kept[:3] != (seat, world.ply, world.reveals):
            return None
        node, moves = kept[3], world.actions(seat)
        keys = world.game.meanings(world, seat)
        node.edges = {index: node.edges[key] for index, key in zip(moves, keys, strict=True) if key in node.edges}
        return node


def _next_in_words(sampler: Sampler, view: View, move: Move, lang: str) -> dict[str, str]:
    return {"next": sampler(0).game.move_text(move, lang, view)}
