"""Secrets: sampled worlds look the same, views and refusals give nothing away."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.core.state import State
from tafelrunde.testing import random_position
from tafelrunde.testing.contract.play import examples, offered, seeds
from tafelrunde.testing.games import every_table, game

COMMON = {
    "game", "players", "ply", "round", "phase", "active", "to_act", "over", "scores", "winners", "you", "seats", "board",
    "decision", "free",
}  # fmt: skip


def position(name: str, players: int, seed: int, plies: int) -> State:
    return random_position(game(name), players, Random(seed), plies)


@every_table
@examples
@given(seed=seeds, plies=st.integers(0, 250))
def test_a_sampled_world_looks_the_same(name: str, players: int, seed: int, plies: int) -> None:
    state = position(name, players, seed, plies)
    before = state.to_json()
    for seat in range(players):
        world = state.sample(seat, seed % 97)
        assert world.view(seat) == state.view(seat)
        assert world.view(None) == state.view(None)
        assert world.seed != state.seed
        assert world.game.census(world) == state.game.census(state)
    assert state.to_json() == before


@every_table
@examples
@given(seed=seeds, plies=st.integers(0, 250))
def test_a_sample_depends_only_on_what_the_seat_knows(name: str, players: int, seed: int, plies: int) -> None:
    state = position(name, players, seed, plies)
    for seat in range(players):
        assert state.sample(seat, 3).sample(seat, 8).to_json() == state.sample(seat, 8).to_json()


@every_table
@examples
@given(seed=seeds, plies=st.integers(0, 250))
def test_a_seat_is_told_the_same_in_every_sampled_world(name: str, players: int, seed: int, plies: int) -> None:
    """Events up to the first draw or hidden fact, and refusals, do not depend on what the seat cannot know."""
    random = Random(seed)
    state = position(name, players, seed, plies)
    for seat in range(players):
        world = state.sample(seat, seed % 89)
        assert offered(world, seat) == offered(state, seat)
        for move in random.sample(state.game.vocabulary, min(12, len(state.game.vocabulary))):
            truth, guess = state.explain(seat, move), world.explain(seat, move)
            assert str(truth) == str(guess)
        for move in state.legal(seat):
            here, there = state.clone().play(seat, move), world.clone().play(seat, move)
            assert here.cut == there.cut
            told = [event for event in here[: here.cut] if event.visible_to(seat)]
            assert told == [event for event in there[: there.cut] if event.visible_to(seat)]


@every_table
@examples
@given(seed=seeds, plies=st.integers(0, 250))
def test_views_are_complete_and_show_only_the_own_decision(name: str, players: int, seed: int, plies: int) -> None:
    state = position(name, players, seed, plies)
    for viewer in (None, "all", *range(players)):
        view = state.view(viewer)
        assert set(view) >= COMMON
        assert json.loads(json.dumps(view)) == view
        assert len(view["seats"]) == players
        own = viewer in state.to_act
        assert (view["decision"] is not None) == own
        if own:
            assert set(view["decision"]) >= {"id", "kind", "prompt", "rule", "moves"}
            assert view["decision"]["rule"] in state.game.rules
            assert view["decision"]["moves"] == [str(move) for move in state.legal(viewer)]
        assert str(state.seed) not in json.dumps(view) or state.seed < 10_000


@every_table
@examples
@given(seed=seeds)
def test_a_decision_id_names_one_question(name: str, players: int, seed: int) -> None:
    """The id changes when another question is asked of that seat, and stays while others answer."""
    random = Random(seed)
    state = random_position(game(name), players, random, random.randrange(100))
    for _ in range(40):
        if state.over:
            return
        seat = random.choice(state.to_act)
        before = {s: state.decision(s).id for s in state.to_act}
        state.act(seat, random.choice(state.actions(seat)))
        now = {s: state.decision(s).id for s in state.to_act}
        assert now.get(seat) != before[seat]
        if state.lanes is not None:
            for other, question in before.items():
                if other != seat and other in now and len(before) > 1:
                    assert now[other] == question
