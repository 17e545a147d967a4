"""The learned judgement: probabilities that add up, finished games by their result, features that know what the seat knows."""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import Any

import pytest

import tafelrunde
from tafelrunde.bots import make
from tafelrunde.bots.ladder import worth_playing
from tafelrunde.bots.levels import LEVELS
from tafelrunde.bots.runner import choose, make_bots, play_game
from tafelrunde.cli.main import main
from tafelrunde.core.judgement import MARGIN, Judgement, shown, untrained
from tafelrunde.training.selfplay import Games
from tests.bots.test_search import decisions
from tests.contract.games import game

GAMES = tafelrunde.games()
TABLES = [(name, players) for name in GAMES for players in game(name).players]


def judgement(name: str) -> Judgement:
    found = game(name).judgement
    assert found is not None
    return found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_chances_sum_to_the_expected_number_of_winners(name: str, players: int) -> None:
    judge = judgement(name)
    for state, _ in decisions(name, players, 6):
        chances = game(name).chances(state)
        assert all(0 <= chance <= 1 for chance in chances)
        if judge.each:
            assert 0 <= sum(chances) <= players
        else:
            assert sum(chances) <= judge.weights(players).winners + 1e-9
            assert sum(chances) >= 0.98 or max(chances) > 0.999


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_worth_its_result_and_a_little_of_the_margin(name: str) -> None:
    players = min(game(name).players)
    end = play_game(game(name), make_bots(["random"] * players, 4), players, 4).state
    assert game(name).chances(end) == [float(seat in end.winners) for seat in range(players)]
    worths = game(name).aim(end)
    for seat, worth in enumerate(worths):
        assert abs(worth - (seat in end.winners)) <= 2 * MARGIN
        assert shown(worth) == pytest.approx(float(seat in end.winners), abs=2 * MARGIN)
    poorer = judgement(name).margins_of([score - 10 * (seat == 0) for seat, score in enumerate(end.scores)])
    assert poorer[0] < judgement(name).margins_of(end.scores)[0] or poorer[0] == -1
    assert worths[0] == pytest.approx(
        (1 - 2 * MARGIN) * (0 in end.winners) + MARGIN * (1 + judgement(name).margins_of(end.scores)[0])
    )
    assert MARGIN > 0


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_count_has_weights_and_every_weight_a_described_feature(name: str) -> None:
    judge = judgement(name)
    for players in game(name).players:
        weights = judge.weights(players)
        assert weights != untrained(len(judge.names))
        assert len(weights.chance) == len(weights.margin) == len(judge.names)
    module: Any = __import__(f"tafelrunde.games.{name}.ai.features", fromlist=["FEATURES"])
    assert tuple(module.FEATURES) == judge.names
    assert all(len(text) > 8 for text in module.FEATURES.values())


@pytest.mark.parametrize("name", GAMES)
def test_no_feature_reads_what_the_seat_cannot_know(name: str) -> None:
    """A search judges sampled worlds only; what it gets from a re-dealt truth is what it gets from the truth."""
    judge = judgement(name)
    hidden = 0
    for state, seat in decisions(name, max(game(name).players), 5):
        other = state.sample(seat, 7)
        for seed in (1, 2):
            assert judge.features(state.sample(seat, seed)) == judge.features(other.sample(seat, seed))
        hidden += state.to_json() != other.to_json()
    assert hidden


@pytest.mark.parametrize("name", GAMES)
def test_beginners_answer_at_once(name: str) -> None:
    """Within 0.2 seconds at the largest table, by the time of this process alone, so that a busy machine does not decide."""
    for state, seat in decisions(name, max(game(name).players), 6):
        bot = make("beginner", 3)
        began = process_time()
        move = choose(state, seat, bot)
        assert process_time() - began < 0.2, state.asked[seat][1]
        assert move in state.legal(seat)


def test_a_careless_player_declines_only_what_is_worse_and_exchanges_only_for_a_gain() -> None:
    rise = tafelrunde.load("rise")
    passing, exchange, step, other = (rise.index(text) for text in ("pass", "exchange", "joker science", "joker culture"))
    assert rise.interrupting >= {exchange}
    moves = [passing, step, exchange]
    assert worth_playing(rise, moves, [0.5, 0.5, 0.5]) == [1]
    assert worth_playing(rise, moves, [0.5, 0.4, 0.5]) == [0]
    assert worth_playing(rise, moves, [0.5, 0.51, 0.6]) == [1, 2]
    assert worth_playing(rise, [step, other, exchange], [0.1, 0.2, 0.2]) == [0, 1]


def test_the_levels_are_known_everywhere() -> None:
    for spec in LEVELS:
        assert make(spec, 1).spec == spec


@pytest.mark.parametrize("spec", ["greedy", "beginner", "mcts:30sims"])
def test_no_bot_ends_a_game_with_pointless_exchanges(spec: str) -> None:
    """A beaten seat used to give its points away for coins that buy nothing any more."""
    rise = tafelrunde.load("rise")
    exchange = rise.index("exchange")

    class Counted:
        def __init__(self) -> None:
            self.exchanges = 0

        def play(self, state: Any, seat: int, move: Any) -> None:
            self.exchanges += move.index == exchange and state.round == state.layout.rounds
            state.act(seat, move.index)

    for seed in range(2):
        counted = Counted()
        play_game(rise, make_bots([spec, "greedy"], seed), 2, seed, player=counted)
        assert counted.exchanges <= 6


def test_greedy_considers_the_whole_card_row() -> None:
    rise = tafelrunde.load("rise")
    places = set()

    class Noted:
        def play(self, state: Any, seat: int, move: Any) -> None:
            if move.verb == "place":
                places.add(move.args[0])
            state.act(seat, move.index)

    play_game(rise, make_bots(["greedy", "greedy"], 3), 2, 3, player=Noted())
    assert len(places) >= 3


def test_training_is_better_than_no_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--quick`` on the held-out games; the second run plays nothing anew and finds the same weights."""
    command = ["train", "rise", "--quick", "--folder", str(tmp_path)]
    assert main(command) == 0
    first = capsys.readouterr().out
    weights = tmp_path / "quick" / "rise" / "2.toml"
    text = weights.read_text(encoding="utf-8")
    games = weights.with_name("0-2.jsonl").read_bytes()
    assert main(command) == 0
    assert capsys.readouterr().out == first
    assert weights.read_text(encoding="utf-8") == text
    assert weights.with_name("0-2.jsonl").read_bytes() == games
    assert weights.with_suffix(".svg").read_text(encoding="utf-8").startswith("<svg")
    assert judgement("rise").read(text) != untrained(len(judgement("rise").names))
    assert main(["train", "rise", "--players", "9"]) == 2


def test_a_game_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    store = Games(tmp_path / "games.jsonl")
    rise = tafelrunde.load("rise")
    assert list(store.more(rise, 2, 1, 5)) == [1]
    whole = store.path.read_text(encoding="utf-8")
    store.path.write_text(whole[: len(whole) // 2], encoding="utf-8")
    assert list(store.read()) == []
    assert list(store.more(rise, 2, 1, 5)) == [1]
    assert store.path.read_text(encoding="utf-8") == whole
