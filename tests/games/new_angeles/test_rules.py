"""Rules of New Angeles that a scenario file cannot show: the set-up, secrets, what there is no move for."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from tafelrunde.core.errors import IllegalMove
from tests.support import Table, game_of, proves, random_play

GAME = game_of("new_angeles")
DATA: dict[str, Any] = tomllib.loads((files("tafelrunde.games.new_angeles") / "data/components.toml").read_text(encoding="utf-8"))
FIXED = {"corporations": "fixed"}
SEATS = (4, 5, 6)


@pytest.mark.rules(
    "NA-S.1", "NA-S.2", "NA-S.3", "NA-S.4", "NA-S.5", "NA-S.12", "NA-63.0", "NA-69.1", "NA-68.3", "NA-R.16", "NA-67.0"
)
@pytest.mark.parametrize("players", SEATS)
def test_set_up_follows_the_setup_card(players: int) -> None:
    for seed in range(8):
        state, log = GAME.begin(players, seed, FIXED)
        view = state.view("all")["board"]
        slug = next(event.data["card"] for event in log if event.kind == "setup_card")
        card = next(card for card in DATA["setup_cards"] if card["id"] == slug)
        for piece, districts in card["place"].items():
            for number, district in view["districts"].items():
                lies = district["unrest"] == piece if piece in ("protest", "strike") else district[piece]
                assert lies == (int(number) in districts), (piece, number)
        assert len(view["turn_track"]) == card["assets"]
        demand = next(demand for demand in DATA["demands"] if demand["id"] == view["demand"])
        assert view["targets"] == demand["targets"]
        assert set(view["supply"].values()) == {0}
        assert view["threat"] == 0
        on_board = Counter(piece for district in view["districts"].values() for piece, lies in district.items() if lies is True)
        assert all(view["reserve"][p["id"]] + on_board[p["id"]] == p["count"] for p in DATA["pieces"] if "count" in p)


@pytest.mark.rules("NA-R.28", "NA-S.6", "NA-31.3", "NA-31.3a")
@pytest.mark.parametrize("how", ["random", "fixed"])
def test_corporations_by_option(how: str) -> None:
    state, _ = GAME.begin(6, 5, {"corporations": how})
    names = [seat["corporation"] for seat in state.view("all")["seats"]]
    assert sorted(names) == sorted(corporation["id"] for corporation in DATA["corporations"])
    assert how == "random" or names == [corporation["id"] for corporation in DATA["corporations"]]


@pytest.mark.rules("NA-2.7", "NA-30.2", "NA-46.3", "NA-66.9", "NA-R.47", "NA-2.4")
@pytest.mark.parametrize("players", SEATS)
def test_what_others_see(players: int) -> None:
    state = GAME.new(players, 3, FIXED)
    random = Random(players)
    for _ in random_play(state, random, 120):
        if state.over:
            break
        for viewer in (*range(players), None):
            view, truth = state.view(viewer), state.view("all")
            for seat, (seen, real) in enumerate(zip(view["seats"], truth["seats"], strict=True)):
                assert seen["capital"] == real["capital"]
                assert seen["hand_size"] == len(real["hand"])
                if seat != viewer:
                    assert seen["hand"] == len(real["hand"])
                    assert seen["rival"] is None
                    assert seen["draft"] is None
                    assert seen["knows"] is None
            assert view["board"]["turn_track"] == len(truth["board"]["turn_track"])
            assert view["board"]["discard_pile"] == len(truth["board"]["discard_pile"])
            assert view["board"]["spare_rival"] is None
    proves("NA-2.7", because="every viewer sees the size of every hand, as large as it is")
    proves("NA-30.2", because="every viewer sees every capital, as it is")
    proves("NA-46.3", because="no viewer sees another rival card or the one under the board")
    proves("NA-66.9", because="every viewer sees only how many assets lie on the turn track")
    proves("NA-R.47", because="private knowledge is shown to its owner only")
    proves("NA-2.4", because="every viewer sees only the size of the discard pile")


@pytest.mark.rules("NA-26.5", "NA-38.5")
def test_what_there_is_no_move_for() -> None:
    state = Table(GAME, 6, at={"step": "support", "main": "ark_construction"}, corporations="fixed").state
    for text in ("give card puff_piece", "give rival nbn", "give emergency sweeps_week", "add sweeps_week"):
        with pytest.raises(IllegalMove, match="There is no move"):
            state.play(1, text)
    moves = [move for move in GAME.vocabulary if move.verb in ("give", "ask") and move.words[1] != "support"]
    texts = {move.text for move in GAME.vocabulary}
    acts = {move.index for move in moves if move.text.partition(" ")[2] in texts}
    assert {move.words[1] for move in moves if move.index not in acts} == {"capital", "asset"}
    proves("NA-26.5", because="a trade hands over capital and assets; what else it names is a move of whoever owes it")
    proves("NA-38.5", because="no move adds an emergency card to the support of an offer")


@pytest.mark.rules("NA-62.5", "NA-41.3", "NA-7.3")
def test_random_play_keeps_the_city_in_order() -> None:
    """Unrest and development never move; a district holds one of each kind; enemies never stand beside prisec."""
    random = Random(11)
    for seed in range(6):
        state = GAME.new(4 + seed % 3, seed, FIXED)
        before = state.view("all")["board"]["districts"]
        for seat in random_play(state, random):
            move = random.choice(state.legal(seat))
            clone = state.clone()
            events = clone.play(seat, move)
            after = clone.view("all")["board"]["districts"]
            before = state.view("all")["board"]["districts"]
            gained = sum(after[n]["development"] and not before[n]["development"] for n in after)
            lost = sum(before[n]["development"] and not after[n]["development"] for n in after)
            assert lost == 0
            assert gained <= sum(event.kind == "placed" and event.data["piece"] == "development" for event in events)
            assert sum(d["android"] for d in after.values()) == 4
            for district in after.values():
                assert not (district["prisec"] and (district["human_first"] or district["orgcrime"]))
                assert not (district["outage"] and district["unrest"] != "stable")
    proves("NA-62.5", because="over whole games no development token leaves its district and unrest changes only in place")
    proves("NA-41.3", because="prisec is a yes or no of a district, and placing it again is refused as a cost")
    proves("NA-7.3", because="four androids lie in four districts all the time")


HANDS = {f"seats.{i}.hand": ["puff_piece"] for i in range(1, 6)}
SUPPORT = {"step": "support", "main": "ark_construction"}


def promises(table: Table) -> list[tuple[str, str]]:
    return [(p["promise"], p["status"]) for p in table.state.view(None)["board"]["promises"]]


def rest_abstain(table: Table, *seats: int) -> None:
    table.play(*(f"{seat} abstain" for seat in seats), "0 place development 1")


def test_promises_of_support_are_judged_when_the_deal_ends() -> None:
    table = Table(GAME, 6, at=SUPPORT, corporations="fixed").given({**HANDS, "board.revealed": "coach_walden"})
    table.play("1 promise 0 support 0 now", "2 promise 0 support 0 now", "3 promise 0 no_counter now", "0 promise 1 pay 3 now")
    table.play("1 support main", "1 add puff_piece")
    rest_abstain(table, 2, 3, 4, 5)
    assert promises(table) == [("support", "kept"), ("support", "broken"), ("no_counter", "void"), ("pay", "broken")]


def test_promises_are_kept_by_trading() -> None:
    table = Table(GAME, 6, at=SUPPORT, corporations="fixed").given({**HANDS, "seats.1.assets": ["eiko"]})
    table.play(
        "1 promise 0 give eiko now", "0 promise 1 pay 2 now", "0 trade 1", "0 give capital 2", "0 ask asset eiko", "0 propose"
    )
    table.play("1 accept 0")
    assert promises(table) == [("give", "kept"), ("pay", "kept")]


def test_a_promise_without_ground_is_void() -> None:
    table = Table(GAME, 6, at=SUPPORT, corporations="fixed").given({**HANDS, "board.revealed": "coach_walden"})
    table.play("1 promise 0 support 4 now", "0 promise 1 support 2 now", "1 promise 2 support 2 next")
    rest_abstain(table, 1, 2, 3, 4, 5)
    assert promises(table) == [("support", "void"), ("support", "void"), ("support", "open")]


@pytest.mark.rules("NA-R.20")
def test_claims_from_an_empty_deck_do_nothing() -> None:
    at = {"step": "main_offer"}
    table = Table(GAME, 6, at=at, corporations="fixed")
    others = [asset["id"] for asset in DATA["assets"] if asset["id"] not in ("naoko_watanabe", "eiko", "tanaka")]
    table.given(
        {
            "board.turn_track": ["eiko"], "board.revealed": "naoko_watanabe", "seats.5.assets": [*others, "tanaka"],
            **{f"seats.{seat}.hand": [] for seat in range(6)}, "seats.0.hand": ["ark_construction"],
        }
    )  # fmt: skip
    table.play("0 offer ark_construction")
    while table.state.view("all")["board"]["offer"]["main"]:
        seat = table.state.to_act[0]
        moves = table.moves(seat)
        table.play(f"{seat} {next((move for move in ('pass', 'abstain') if move in moves), moves[0])}")
    table.expect({"seats.0.assets": [], "board.decks.assets.bottom": ["naoko_watanabe"]})


@pytest.mark.rules("NA-S.3")
def test_the_storm_on_the_beanstalk_begins_with_a_strike() -> None:
    """The German reference shows one on this card; the name of Haas-Bioroid's card is that of the public list."""
    card = next(card for card in DATA["setup_cards"] if card["id"] == "storm_on_the_beanstalk")
    assert card["place"]["strike"] == [8]
    for seed in range(40):
        state, log = GAME.begin(6, seed, FIXED)
        if any(event.kind == "setup_card" and event.data["card"] == card["id"] for event in log):
            assert state.view(None)["board"]["districts"]["8"]["unrest"] == "strike"
            break
    else:
        pytest.fail("the card did not come in 40 games")
    assert GAME.messages("en").name("underpaid_overclocked") == "Unpaid, Overclocked"
