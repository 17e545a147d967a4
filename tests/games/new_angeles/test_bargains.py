"""Bots at a table where things are traded: what they accept, refuse, propose and believe."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tafelrunde.arena.plan import Recorder
from tafelrunde.bots.base import Reason, make
from tafelrunde.bots.runner import fair_sampler, make_bots, play_game, volunteers
from tafelrunde.bots.worlds import believed
from tafelrunde.core.moves import Move
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.state import State
from tafelrunde.games.new_angeles.ai.bargains import trust
from tafelrunde.games.new_angeles.rules.promises import BROKEN, KEPT
from tafelrunde.games.new_angeles.state import AngelesState
from tests.support import Table, game_of

GAME = game_of("new_angeles")
BOTS = ("greedy", "easy", "hard")
CORPORATIONS = GAME.new(4, 1, {"corporations": "fixed"}).view(None)["seats"]


def deal(rival: str = CORPORATIONS[3]["corporation"]) -> Table:
    """The main offer of seat 1 is due; seat 0 has the corporation of seat 3 for a rival, everybody some capital."""
    given = {f"seats.{seat}.capital": 15 for seat in range(4)}
    table = Table(GAME, 4, at={"step": "main_offer", "active": 1}, corporations="fixed")
    return table.given({**given, "seats.0.rival": rival, "seats.0.assets": ["eiko"]})


def answer(state: State, seat: int, spec: str) -> list[str]:
    return [move.text for move in make(spec, 1).volunteer(seat, fair_sampler(state, seat))]


@pytest.mark.parametrize("spec", BOTS)
def test_a_good_trade_is_accepted(spec: str) -> None:
    table = deal().play("2 trade 0", "2 give capital 4", "2 ask asset eiko", "2 propose")
    assert answer(table.state, 0, spec) == ["accept 2"]


@pytest.mark.parametrize("spec", BOTS)
def test_a_bad_trade_is_refused(spec: str) -> None:
    table = deal().play("2 trade 0", "2 give capital 1", "2 ask capital 4", "2 ask asset eiko", "2 propose")
    assert answer(table.state, 0, spec) == ["decline 2"]


@pytest.mark.parametrize("spec", BOTS)
def test_the_word_of_a_promise_breaker_is_worth_nothing(spec: str) -> None:
    """The same loan, with the same promise to pay it back: refused to who has broken one before, granted to others.

    The lender is the Federalist himself, so that no suspicion of the borrower has a part in it.
    """
    loan = ("2 promise 0 pay 6 next", "2 trade 0", "2 give capital 1", "2 ask capital 2", "2 propose")
    honest, breaker = deal("federalist"), deal("federalist")
    state = breaker.state
    assert isinstance(state, AngelesState)
    state.promises = ((2, 3, "pay", 2, 0, BROKEN, 0),)
    assert answer(honest.play(*loan).state, 0, spec) == ["accept 2"]
    assert answer(breaker.play(*loan).state, 0, spec) == ["decline 2"]


def test_trust_comes_from_the_ledger() -> None:
    state = deal().state
    assert isinstance(state, AngelesState)
    stranger = trust(state, 2)
    state.promises = ((2, 3, "pay", 2, 0, KEPT, 0),)
    assert trust(state, 2) > stranger
    state.promises = ((2, 3, "pay", 2, 0, KEPT, 0), (2, 0, "pay", 1, 0, BROKEN, 0))
    assert trust(state, 2) < stranger


def heard(state: State, seat: int, spec: str) -> tuple[list[str], str]:
    """What a bot does about a proposal, and the sentence with which it declines."""
    bot = make(spec, 1)
    moves = [move.text for move in bot.volunteer(seat, fair_sampler(state, seat))]
    return moves, bot.refusal.text("en") if bot.refusal else ""


def test_a_price_that_is_too_low_is_answered_by_a_better_one() -> None:
    """Once: the buyer answers the counter-proposal by accepting or declining it."""
    table = deal().given({"seats.0.assets": ["marco_cubrero"]})
    table.play("2 trade 0", "2 give capital 1", "2 ask asset marco_cubrero", "2 propose")
    line, why = heard(table.state, 0, "greedy")
    assert line[:3] == ["decline 2", "trade 2", "give asset marco_cubrero"]
    price = int(line[3].removeprefix("ask capital "))
    assert 1 < price <= 4
    assert line[4:] == ["propose"]
    assert why == f"The price is too low: I would accept {price} capital."
    table.play(*(f"0 {move}" for move in line))
    assert heard(table.state, 2, "greedy")[0] in (["accept 0"], ["decline 0"])
    assert not list(GAME.haggles(table.state, 2, 0)), "no counter-proposal to a counter-proposal"
    assert table.state.explain(2, "accept 0") is None


@pytest.mark.parametrize("spec", BOTS)
def test_a_refusal_is_explained(spec: str) -> None:
    table = deal().play("2 trade 0", "2 give capital 1", "2 ask capital 4", "2 ask asset eiko", "2 propose")
    assert heard(table.state, 0, spec) == (["decline 2"], "I would be worse off afterwards.")
    table = deal().play("2 trade 0", "2 give capital 4", "2 ask asset eiko", "2 propose")
    assert heard(table.state, 0, spec) == (["accept 2"], "")


def test_every_refusal_is_said_in_three_languages() -> None:
    for key in ("price", "cannot", "any_price", "worse", "little"):
        said = {Reason(f"refused_{key}", {"n": 3}).text(lang) for lang in LANGUAGES}
        assert len(said) == 3
        assert not any("{" in text or "refused" in text for text in said)


def test_support_is_bought_where_it_pays() -> None:
    """Seat 1 offers itself three capital; seat 2 counters with nothing of use; seat 0 has cards to lay and is paid for it."""
    given: dict[str, list[str]] = {f"seats.{seat}.hand": [] for seat in range(4)}
    given |= {"seats.1.hand": ["high_risk_investments"], "seats.2.hand": ["unorthodox_knowledge"]}
    given |= {"seats.0.hand": ["puff_piece", "vanity_project", "ark_construction"], "seats.3.hand": []}
    table = Table(GAME, 4, at={"step": "main_offer", "active": 1}, corporations="fixed").given(given)
    table.play("1 offer high_risk_investments", "2 counter unorthodox_knowledge")
    while table.state.decision(table.state.to_act[0]).kind == "counter":
        table.play(f"{table.state.to_act[0]} pass")
    while table.state.to_act != (0,):
        table.play(f"{table.state.to_act[0]} abstain")
    line = answer(table.state, 1, "greedy")
    assert line[-1] == "propose"
    assert any(text.startswith("give capital") for text in line)
    assert any(text.startswith("ask support main") for text in line)
    for move in line:
        table.play(f"1 {move}")
    assert not GAME.may_bargain(table.state, 1), "one proposal for a question"
    assert answer(table.state, 0, "greedy") == ["accept 1"]


def test_an_asset_that_brings_little_is_sold() -> None:
    """Before its main offer; to a bot for which all assets are alike it is worth the price."""
    table = deal().given({"seats.1.assets": ["mr_white"]})
    assert answer(table.state, 1, "greedy") == []
    trade, *line = answer(table.state, 1, "hard")
    assert line == ["give asset mr_white", "ask capital 1", "propose"]
    buyer = int(trade.removeprefix("trade "))
    table.play(f"1 {trade}", *(f"1 {move}" for move in line))
    assert not GAME.may_bargain(table.state, 1), "one proposal a turn"
    assert answer(table.state, buyer, "greedy") == ["accept 1"]


def test_an_asset_that_brings_much_is_bought() -> None:
    table = deal().given({"seats.2.assets": ["marco_cubrero"]})
    line = answer(table.state, 1, "hard")
    assert line == ["trade 2", "give capital 2", "ask asset marco_cubrero", "propose"]
    table.play(*(f"1 {move}" for move in line))
    assert answer(table.state, 2, "greedy") == ["accept 1"]
    assert answer(table.state, 2, "hard") == ["decline 1"]


def bargaining(seeds: int) -> list[tuple[State, int]]:
    """Positions of greedy games at which a seat may weigh free moves, once something was proposed and before."""
    found: list[tuple[State, int]] = []
    state = GAME.new(5, seeds)
    bots = dict(enumerate(make_bots(["greedy"] * 5, seeds)))
    random = Random(seeds)
    while state.asked and len(found) < 12:
        for seat in range(5):
            if GAME.may_bargain(state, seat):
                found.append((state.clone(), seat))
        for seat, move in volunteers(state, bots):
            state.apply(seat, move.index)
        seat = state.to_act[0]
        state.act(seat, random.choice(state.actions(seat)))
    return found


@pytest.mark.parametrize("spec", BOTS)
def test_what_cannot_be_known_changes_no_bargain(spec: str) -> None:
    for state, seat in bargaining(3):
        chosen: set[tuple[Move, ...]] = set()
        for k in range(3):
            world = state.sample(seat, k)
            assert GAME.may_bargain(world, seat)
            assert list(GAME.bargains(world, seat)) == list(GAME.bargains(state, seat))
            for other in range(5):
                assert list(GAME.haggles(world, seat, other)) == list(GAME.haggles(state, seat, other))
            chosen.add(make(spec, 4).volunteer(seat, fair_sampler(world, seat)))
        assert chosen == {make(spec, 4).volunteer(seat, fair_sampler(state, seat))}


class Ledger:
    """Counts what bots do beside their decisions."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()

    def play(self, state: State, seat: int, move: Move) -> None:
        self.kinds.update(event.kind for event in state.play(seat, move))


def test_a_game_of_trading_bots_ends() -> None:
    ledger = Ledger()
    outcome = play_game(GAME, make_bots(["greedy"] * 4, 0), 4, 0, None, ledger)
    assert outcome.state.over
    assert ledger.kinds["traded"]
    assert ledger.kinds["proposed"] <= outcome.state.ply


def test_free_moves_are_not_noted_as_decisions() -> None:
    state, recorder = deal().state, Recorder(1, 0)
    recorder.play(state, 1, GAME.move("trade 2"))
    assert not recorder.steps
    chosen = state.legal(1)[0]
    recorder.play(state, 1, chosen)
    assert [step.move for step in recorder.steps] == [chosen.index]


def test_who_raised_the_threat_is_suspected() -> None:
    """With one look at the tally, the seat whose offers did the harm is the Federalist in most of the worlds believed in."""
    state = deal().state
    assert isinstance(state, AngelesState)
    federalist = state.layout.federalist
    state.raised = [0, 0, 8, 0]
    others = [GAME.credence(world, 0) for world in (state.sample(0, k) for k in range(60)) if world.rivals[2] != federalist]
    suspect = [GAME.credence(world, 0) for world in (state.sample(0, k) for k in range(60)) if world.rivals[2] == federalist]
    assert min(suspect) == 1.0
    assert max(others) < 0.3
    random = Random(1)
    believed_in = [believed(fair_sampler(state, 0), 0, random.randrange) for _ in range(40)]
    assert sum(world.game.view(world, "all")["seats"][2]["rival"] == "federalist" for world in believed_in) > 20
