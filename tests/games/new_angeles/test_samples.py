"""``sample`` against brute force: every deal the seat cannot rule out, each as often as the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations

import pytest

from tafelrunde.games.new_angeles.state import AngelesState
from tests.support import Table, game_of

GAME = game_of("new_angeles")
SAMPLES = 1500
Deal = tuple[int, ...]
HAAS = {"seats.0.assets": ["thomas_haas"], **{f"seats.{seat}.hand": [] for seat in range(4)}}


def end_of_turn() -> Table:
    return Table(GAME, 4, at={"step": "end_of_turn", "active": 0}, corporations="fixed").given(HAAS)


def looks(table: Table, seat: int, answer: str) -> None:
    """Thomas Haas lies before a seat at the end of its turn; it looks under the board and swaps or passes."""
    state = table.state
    assert isinstance(state, AngelesState)
    state.holder = list(state.holder)
    state.holder[GAME.components.data["assets"].index(HAAS_CARD)] = seat
    state.exhausted = 0
    state.used = 0
    state.active = seat
    state.stack[:] = [("end_step",)]
    state.asked = {}
    state.settle()
    table.play(f"{seat} use thomas_haas", f"{seat} {answer}")


HAAS_CARD = next(asset for asset in GAME.components.data["assets"] if asset["id"] == "thomas_haas")


def rivals(state: AngelesState) -> Deal:
    """The rival of each seat, and the one under the board."""
    return (*state.rivals, state.spare)


def sampled(state: AngelesState, seat: int) -> Counter[Deal]:
    return Counter(rivals(state.sample(seat, seed)) for seed in range(SAMPLES))


def assert_uniform(found: Counter[Deal], possible: Iterable[Deal]) -> None:
    worlds = set(possible)
    assert set(found) == worlds
    mean = found.total() / len(worlds)
    for world, n in found.items():
        assert abs(n - mean) < 5 * mean**0.5, (world, n, mean)


def test_rivals_that_nobody_has_shown() -> None:
    state = end_of_turn().state
    assert isinstance(state, AngelesState)
    own = state.rivals[0]
    assert_uniform(sampled(state, 0), (world for world in permutations(rivals(state)) if world[0] == own))


@pytest.mark.parametrize("answer", ["swap", "pass"])
def test_the_rival_under_the_board_has_been_seen(answer: str) -> None:
    table = end_of_turn()
    looks(table, 0, answer)
    state = table.state
    assert isinstance(state, AngelesState)
    truth = rivals(state)
    assert_uniform(sampled(state, 0), (world for world in permutations(truth) if (world[0], world[4]) == (truth[0], truth[4])))
    others = (world for world in permutations(truth) if world[1] == truth[1])
    assert_uniform(sampled(state, 1), others)


@pytest.mark.parametrize("first", ["swap", "pass"])
@pytest.mark.parametrize("last", ["swap", "pass"])
def test_what_follows_from_looking_twice(first: str, last: str) -> None:
    """Seat 0 looks, seat 1 may swap, seat 0 looks again, seat 2 may swap: all that can have happened, and nothing else."""
    table = end_of_turn()
    looks(table, 0, "pass")
    begin = table.state.clone()
    looks(table, 1, first)
    middle = table.state.clone()
    looks(table, 0, "pass")
    looks(table, 2, last)
    state = table.state
    assert isinstance(state, AngelesState)
    assert isinstance(begin, AngelesState)
    assert isinstance(middle, AngelesState)
    assert_uniform(sampled(state, 0), set(worlds_after_two_looks(rivals(begin), rivals(middle))))


def worlds_after_two_looks(begin: Deal, middle: Deal) -> Iterable[Deal]:
    """Every first deal that fits the first look, both choices of seat 1 that fit the second look, both of seat 2."""
    for world in permutations(begin):
        if (world[0], world[4]) != (begin[0], begin[4]):
            continue
        for after in (world, exchanged(world, 1)):
            if after[4] == middle[4]:
                yield after
                yield exchanged(after, 2)


def exchanged(world: Deal, seat: int) -> Deal:
    """A seat's rival and the one under the board have changed places."""
    new = list(world)
    new[seat], new[4] = new[4], new[seat]
    return tuple(new)


def test_investments_of_the_others() -> None:
    """Before the first demand round every seat has kept one of two; the own two are known, all others equally likely."""
    state = GAME.new(4, 5, {"corporations": "fixed"})
    rejected = {}
    while not state.deal:
        seat = state.to_act[0]
        if state.decision(seat).kind == "keep":
            kept = state.actions(seat)[0]
            rejected[seat] = next(card for card in state.dealt[seat] if GAME.vocabulary.number("keep", slug(card)) != kept)
        state.act(seat, state.actions(seat)[0])
    own = {state.investments[0], rejected[0]}
    unknown = [card for card in range(len(GAME.components.data["investments"])) if card not in own]
    found: Counter[Deal] = Counter()
    pairs: Counter[Deal] = Counter()
    for seed in range(SAMPLES):
        world = state.sample(0, seed).investments
        assert world[0] == state.investments[0]
        found[world[1:2]] += 1
        pairs[world[2:4]] += 1
    assert_uniform(found, permutations(unknown, 1))
    assert_uniform(pairs, permutations(unknown, 2))


def slug(card: int) -> str:
    return str(GAME.components.data["investments"][card]["id"])


def test_a_declaration_asks_the_same_in_every_world() -> None:
    """Energy for All lets the others draw before its proposer: what they would draw has no part in his declaration."""
    hands = {"seats.0.hand": ["ark_construction"], "seats.5.hand": ["vanity_project"] * 5 + ["budget_renovations"] * 5}
    hands |= {"seats.1.hand": ["ark_construction"] * 4 + ["gentrification"] * 3}
    table = Table(GAME, 6, at={"step": "main_offer", "active": 0}, corporations="fixed")
    table.given({**{f"seats.{seat}.hand": [] for seat in range(6)}, **hands, "seats.2.assets": ["caprice_nisei"]})
    table.play("0 offer ark_construction")
    while "counter energy_for_all" not in table.moves(table.state.to_act[0]):
        table.play(f"{table.state.to_act[0]} pass")
    table.play("3 counter energy_for_all", "2 use caprice_nisei")
    assert table.state.decision(3).kind == "declare"
    for seed in range(10):
        assert table.state.sample(3, seed).actions(3) == table.state.actions(3)
    assert "type construction" in table.moves(3)
