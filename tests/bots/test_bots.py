"""Bots: fair, repeatable, and greedy is better than random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import tafelrunde
from tafelrunde.bots import Bot, Sampler, make, specs
from tafelrunde.bots.base import View
from tafelrunde.bots.runner import choose, fair_sampler, make_bots, play_game, seated
from tafelrunde.core.moves import Move
from tafelrunde.core.state import Decision, State

RISE = tafelrunde.load("rise")


class Witness(Bot):
    """Notes everything it is given, and plays the last move."""

    def __init__(self, seen: list[tuple[View, Decision, Sampler]]) -> None:
        super().__init__("witness", 0)
        self.seen = seen

    def decide(self, view: View, decision: Decision, sampler: Sampler) -> Move:
        self.seen.append((view, decision, sampler))
        return decision.moves[-1]


def positions(count: int, players: int = 3) -> list[State]:
    """Positions of a game of random bots, evenly spread."""
    bots = make_bots(["random"] * players, 5)
    state = RISE.new(players, 5)
    found = []
    while state.asked:
        seat = min(state.asked)
        if len(state.actions(seat)) > 1:
            found.append(state.clone())
        state.act(seat, choose(state, seat, bots[seat]).index)
    return found[:: max(1, len(found) // count)]


@pytest.mark.parametrize("state", positions(8), ids=lambda state: f"ply {state.ply}")
def test_a_bot_gets_its_seats_view_and_a_fair_sampler(state: State) -> None:
    seen: list[tuple[View, Decision, Sampler]] = []
    seat = state.to_act[0]
    move = choose(state, seat, Witness(seen))
    ((view, decision, sampler),) = seen
    assert view == state.view(seat)
    assert decision.moves == tuple(state.legal(seat))
    assert move == decision.moves[-1]
    for seed in (0, 1, 99):
        assert sampler(seed).to_json() == state.sample(seat, seed).to_json()


def test_the_truth_is_not_in_the_samplers_hands() -> None:
    state = RISE.new(3, seed=2**100 + 7)
    sampler: Any = fair_sampler(state, 0)
    world = sampler.func.__self__
    assert world is not state
    assert world.seed != state.seed
    assert world.rng != state.rng


def test_a_forced_move_is_not_asked() -> None:
    seen: list[tuple[View, Decision, Sampler]] = []
    outcome = play_game(RISE, [Witness(seen), Witness(seen)], 2, 1)
    assert outcome.state.over
    assert len(seen) == outcome.decisions
    assert all(len(decision.moves) > 1 for _, decision, _ in seen)


@pytest.mark.parametrize("names", [["random"] * 4, ["greedy", "random"]], ids=",".join)
def test_the_same_seed_is_the_same_game(names: Sequence[str]) -> None:
    first, again, other = (play_game(RISE, make_bots(names, seed), len(names), seed) for seed in (4, 4, 5))
    assert first.state.to_json() == again.state.to_json()
    assert first.state.to_json() != other.state.to_json()


def test_every_seat_of_every_game_has_a_generator_of_its_own() -> None:
    lines = {tuple(bot.below(1000) for _ in range(5)) for seed in range(3) for bot in make_bots(["random"] * 4, seed)}
    assert len(lines) == 12


def test_random_plays_every_move_about_as_often() -> None:
    state = positions(3)[1]
    seat = state.to_act[0]
    decision = state.decision(seat)
    bot = make("random", 1)
    n = 300 * len(decision.moves)
    counts = Counter(bot.decide({}, decision, fair_sampler(state, seat)) for _ in range(n))
    assert set(counts) == set(decision.moves)
    assert all(220 < count < 380 for count in counts.values())


def test_greedy_takes_the_victory_in_front_of_it() -> None:
    """At the last decision of a game every move is judged by who has won."""
    played = play_game(RISE, make_bots(["random", "random"], 8), 2, 8)
    last: State | None = None
    state = RISE.new(2, 8)
    bots = make_bots(["random", "random"], 8)
    while state.asked:
        seat = min(state.asked)
        if len(state.actions(seat)) > 1:
            last = state.clone()
        state.act(seat, choose(state, seat, bots[seat]).index)
    assert state.to_json() == played.state.to_json()
    assert last is not None
    seat = last.to_act[0]
    best = choose(last, seat, make("greedy", 1))
    values = {}
    for move in last.legal(seat):
        world = last.sample(seat, 1)
        world.act(seat, move.index)
        values[move] = RISE.evaluate(world)[seat] if world.over else None
    ended = [value for value in values.values() if value is not None]
    assert ended
    assert values[best] is None or values[best] == max(ended)


@pytest.mark.parametrize("first", [0, 1])
def test_greedy_beats_random(first: int) -> None:
    won = 0.0
    for seed in range(8):
        names = ["greedy", "random"] if first == 0 else ["random", "greedy"]
        winners = play_game(RISE, make_bots(names, seed), 2, seed).state.winners
        won += (first in winners) / max(1, len(winners))
    assert won >= 7


def test_a_bots_answers_follow_its_seed() -> None:
    decision = positions(3)[0].decision(positions(3)[0].to_act[0])
    sampler = fair_sampler(positions(3)[0], positions(3)[0].to_act[0])
    lines = [[make("random", seed).decide({}, decision, sampler) for seed in (1, 2, 3, 4, 5, 6)] for _ in range(2)]
    assert lines[0] == lines[1]
    assert len(set(lines[0])) > 1


@pytest.mark.parametrize(
    "spec", ["", "Random", "mcts", "mcts:", "mcts:x", "mcts:0", "mcts:0sims", "mcts:-1", "greedy ", "bot:random"]
)
def test_unknown_specs(spec: str) -> None:
    with pytest.raises(tafelrunde.BadInput, match="There is no bot"):
        make(spec, 1)


def test_lists_of_specs() -> None:
    assert specs("greedy, random") == ("greedy", "random")
    with pytest.raises(tafelrunde.BadInput):
        specs("greedy,,random")
    assert seated(("greedy",), 4) == ("greedy",) * 4
