"""Tree search: fair, repeatable, within its budget, able to say why, and stronger than looking one move ahead."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from time import perf_counter, process_time

import pytest

import tafelrunde
from tafelrunde.bots import make
from tafelrunde.bots.ismcts import Search
from tafelrunde.bots.levels import LADDER, LEVELS, Budget, level
from tafelrunde.bots.runner import choose, fair_sampler, make_bots, play_game
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.state import State
from tests.contract.games import every_game, every_table, game

SPECS = ("random", "greedy", "beginner", "easy", "mcts:40sims")


def decisions(name: str, players: int, count: int, seed: int = 3) -> list[tuple[State, int]]:
    """Real choices of a random game, evenly spread, with the seat that has to make them."""
    random = Random(seed)
    state: State = game(name).new(players, seed)
    found = []
    while state.asked:
        found += [(state.clone(), seat) for seat in state.to_act if len(state.actions(seat)) > 1]
        seat = random.choice(state.to_act)
        state.act(seat, random.choice(state.actions(seat)))
    return found[:: max(1, len(found) // count)][:count]


def search_of(state: State, seat: int, budget: Budget, seed: int = 1) -> Search:
    seeds = Random(seed)
    search = Search(seat, fair_sampler(state, seat), seeds.randrange, Random(seed))
    search.run(budget)
    return search


@every_table
def test_no_choice_depends_on_what_the_seat_cannot_know(name: str, players: int) -> None:
    for state, seat in decisions(name, players, 3):
        for spec in SPECS:
            chosen = choose(state, seat, make(spec, 11))
            for deal in (1, 2):
                assert choose(state.sample(seat, deal), seat, make(spec, 11)) == chosen, spec


def test_kontor_has_something_to_hide() -> None:
    """The test above would prove nothing if re-dealing changed nothing."""
    state, seat = decisions("kontor", 3, 1)[0]
    assert len({str(state.sample(seat, deal).view("all")["seats"]) for deal in range(6)}) > 1


@every_game
def test_the_same_seed_and_simulations_give_the_same_search(name: str) -> None:
    state, seat = decisions(name, min(game(name).players), 3)[-1]
    trees = [search_of(state, seat, Budget(60)).ranking() for _ in range(2)]
    first, again = ([(index, edge.visits, edge.available, edge.total) for index, edge in tree] for tree in trees)
    assert first == again


@every_game
def test_every_move_is_tried_and_only_legal_ones(name: str) -> None:
    state, seat = decisions(name, max(game(name).players), 2)[-1]
    moves = state.actions(seat)
    search = search_of(state, seat, Budget(len(moves) + 30))
    assert set(search.root.edges) == set(moves)
    assert sum(edge.visits for edge in search.root.edges.values()) == search.simulations
    assert all(edge.visits <= edge.available for edge in search.root.edges.values())


def test_searching_leaves_the_position_alone() -> None:
    state, seat = decisions("rise", 3, 4)[2]
    before = state.to_json()
    choose(state, seat, make("mcts:50sims", 1))
    assert state.to_json() == before


@pytest.mark.usefixtures("settled_heap")
def test_time_is_kept() -> None:
    state, seat = decisions("rise", 4, 3)[1]
    began = perf_counter()
    search = search_of(state, seat, Budget(seconds=0.2))
    assert perf_counter() - began < 0.6
    assert search.simulations > 20


@pytest.mark.usefixtures("settled_heap")
@every_table
def test_expert_answers_in_time(name: str, players: int) -> None:
    """What is done between two looks at the clock, and before the first, fits into what is left of 2 seconds.

    By the time of this process alone, so that a busy machine does not decide; the slowest simulation takes about 20 ms.
    """
    left = 2.0 - (LADDER["expert"].budget.seconds or 0.0)
    for state, seat in decisions(name, players, 12)[4:]:
        began = process_time()
        state.view(seat), state.decision(seat)
        search = Search(seat, fair_sampler(state, seat), Random(1).randrange, Random(1))
        before = process_time() - began
        for _ in range(12):
            began = process_time()
            search.simulate()
            assert before + process_time() - began < left, (state, state.asked[seat][1])


@pytest.mark.usefixtures("settled_heap")
@pytest.mark.parametrize("name", tafelrunde.games())
def test_expert_keeps_to_its_budget(name: str) -> None:
    state, seat = decisions(name, max(game(name).players), 3)[-1]
    began = process_time()
    choose(state, seat, make("expert", 1))
    assert process_time() - began < 2.0


def test_a_settled_search_ends_early() -> None:
    """When the second best can no longer catch up, more simulations would change nothing."""
    ended = [search_of(state, seat, Budget(400)).simulations for state, seat in decisions("rise", 2, 6)]
    assert min(ended) < 400
    assert max(ended) <= 400


@pytest.mark.usefixtures("settled_heap")
def test_a_search_by_the_clock_ends_early_when_it_is_settled() -> None:
    spent = []
    for state, seat in decisions("rise", 2, 6):
        began = perf_counter()
        search_of(state, seat, Budget(seconds=0.3))
        spent.append(perf_counter() - began)
    assert min(spent) < 0.27


def test_budgets_of_the_specs() -> None:
    assert level("mcts:2", {}).budget == Budget(seconds=2.0)
    assert level("mcts:64sims", {}).budget == Budget(simulations=64)
    assert [*LEVELS] == ["beginner", "easy", "normal", "hard", "expert"]


@every_game
def test_every_level_thinks_more_or_slips_less_than_the_one_below(name: str) -> None:
    ladder = [level(spec, game(name).ladder) for spec in LEVELS]
    for below, above in pairwise(ladder):
        thinks, slips = (above.budget.simulations or 0) - (below.budget.simulations or 0), above.noise - below.noise
        assert thinks >= 0
        assert slips <= 0
        assert thinks > 0 or slips < 0
    assert max(one.budget.seconds or 0.0 for one in ladder) < 2


@pytest.mark.parametrize("spec", ["greedy", "mcts:30sims"])
def test_a_bot_says_why(spec: str) -> None:
    state, seat = decisions("rise", 2, 3)[1]
    bot = make(spec, 1)
    assert bot.why() == ""
    choose(state, seat, bot)
    said = [bot.why(lang) for lang in LANGUAGES]
    assert len(set(said)) == 3
    assert all("?" not in text and "%" in text for text in said)


def test_the_reason_is_that_of_the_search() -> None:
    state, seat = decisions("rise", 2, 3)[1]
    bot = make("mcts:50sims", 1)
    move = choose(state, seat, bot)
    assert bot.reason is not None
    facts = bot.reason.facts
    assert facts["n"] <= facts["all"] <= 50
    assert facts["next"] in {str(other) for other in state.legal(seat)} - {str(move)}
    assert f"{facts['percent']} % of {facts['n']} games" in bot.why()


@every_game
def test_the_reason_tells_the_next_best_move_in_words(name: str) -> None:
    state, seat = decisions(name, min(game(name).players), 3)[1]
    bot = make("mcts:30sims", 1)
    choose(state, seat, bot)
    assert bot.reason is not None
    other = str(bot.reason.facts["next"])
    for lang in LANGUAGES:
        said = state.game.move_text(state.game.move(other), lang, state.view(seat))
        assert said in bot.why(lang)
        assert said != other


def test_enough_simulations_a_second() -> None:
    """At least 1,500 in RISE, by the time of this process alone, so that a busy machine does not decide."""
    made, spent = 0, 0.0
    for state, seat in decisions("rise", 2, 6):
        began = process_time()
        made += search_of(state, seat, Budget(200)).simulations
        spent += process_time() - began
    assert made / spent >= 1500


def test_search_beats_greedy() -> None:
    rise = tafelrunde.load("rise")
    won = 0.0
    for seed in range(4):
        names = ["mcts:60sims", "greedy"] if seed % 2 else ["greedy", "mcts:60sims"]
        winners = play_game(rise, make_bots(names, seed), 2, seed).state.winners
        won += (names.index("mcts:60sims") in winners) / len(winners)
    assert won >= 3
