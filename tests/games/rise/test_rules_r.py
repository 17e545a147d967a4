"""Rulings that show in the order of things rather than in one event."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.rise.ledger import DATA, fields, laid, resolving
from tests.support import Table, game_of, proves, random_play


def _kinds(table: Table, seat: int) -> list[str]:
    return [event.kind for event in table.events if event.seat == seat]


@pytest.mark.rules("RISE-R.7", "RISE-BNK.2", "RISE-BNK.3")
def test_bank_revolt_comes_before_the_field() -> None:
    table = resolving([{"op": "advance", "track": "bank", "n": 1}], {"seats.0.tracks.bank": "1"})
    assert _kinds(table.play("0 step bank 2"), 0) == ["step", "revolt", "coins", "points"]
    proves("RISE-R.7", because="the revolt stands between the step and what the field gives")


@pytest.mark.rules("RISE-R.7", "RISE-IND.2")
def test_industry_pollution_comes_before_the_field() -> None:
    """The pollution has been carried out when the science step of the field is asked for."""
    table = resolving([{"op": "advance", "track": "industry", "n": 1}], {"seats.0.tracks.industry": "1"})
    table.play("0 step industry 2").expect({"seats.0.tracks.environment": "-1"})
    assert "step science 1" in table.moves(0)
    proves("RISE-R.7", because="the environment marker has moved before the effect of the field")


@pytest.mark.rules("RISE-R.7", "RISE-IND.3")
def test_pollution_of_the_upper_row_comes_before_the_field() -> None:
    effects = [{"op": "advance", "track": "industry", "n": 1}]
    table = resolving(effects, {"seats.0.tracks.industry": "u3"}, sides=laid("industry", "B"))
    assert _kinds(table.play("0 step industry u4"), 0) == ["step", "income_set", "pollution", "coins"]
    proves("RISE-R.7", because="the pollution stands between the step and the coins")


@pytest.mark.rules("RISE-R.11")
def test_next_step_starts_where_a_chain_has_put_the_marker() -> None:
    """Politics 4 gives a press step, and the end of that path another politics step inside the first one."""
    given = {"seats.0.tracks.politics": "3", "seats.0.tracks.press": "midleft2"}
    table = resolving([{"op": "advance", "track": "politics", "n": 2}], given)
    table.play("0 step politics 4", "0 step press midleft3", "0 step politics 5")
    assert [move for move in table.moves(0) if move.startswith("step")] == ["step politics 6"]
    table.play("0 step politics 6").expect({"seats.0.tracks.politics": "6"})
    proves("RISE-R.11", because="the second step went on from field 5, not from field 4")


RETREATS = [
    (side, field) for side in "AB" for field in fields("environment", side) if fields("environment", side)[field].get("prev")
]


@pytest.mark.rules("RISE-R.14", "RISE-T.8")
@pytest.mark.parametrize(("side", "field"), RETREATS)
def test_moving_left_triggers_only_penalties(side: str, field: str) -> None:
    before = fields("environment", side)[field]["prev"][0]
    revolts = sum(effect["n"] for effect in fields("environment", side)[before].get("retreat_effects", []))
    given = {
        "seats.0.tracks.environment": field,
        "seats.0.coins": 2,
        "seats.0.points": 10,
        "seats.0.active_tiles": [],
        "seats.0.inactive_tiles": ["start-press"],
    }
    table = resolving([{"op": "retreat", "track": "environment", "n": 1}], given, sides=laid("environment", side))
    table.expect({"seats.0.coins": 2, "seats.0.points": 10, "seats.0.inactive_tiles": ["start-press"]})
    table.expect({"seats.0.tracks.environment": before, "seats.0.tracks.satisfaction": str(-revolts)})
    assert table.state.decision(0).kind == "joker"
    assert table.state.decision(0).data["n"] == 1
    proves("RISE-R.14", because="the effects of the field to the left were not received")


@pytest.mark.rules("RISE-R.15", "RISE-ENV.1")
def test_environment_field_gives_its_effect_again() -> None:
    step = {"op": "advance", "track": "environment", "n": 1}
    table = resolving([step, {"op": "retreat", "track": "environment", "n": 1}, step], {"seats.0.coins": 0})
    table.play("0 step environment 1").expect({"seats.0.coins": 1, "seats.0.tracks.environment": "0"})
    table.play("0 step environment 1").expect({"seats.0.coins": 2})
    proves("RISE-R.15", because="field 1 gave its coin twice")


@pytest.mark.rules("RISE-R.29", "RISE-EV.13")
def test_rent_increase_gives_the_coins_first() -> None:
    given = {
        "board.events": ["rent_increase", "festival", "lecture"],
        "board.factories": [[], [0], [], []],
        "seats.0.tracks.satisfaction": "2",
    }
    table = Table(game_of("rise"), 2, at={"step": "event", "round": 1, "active": 0, "card": 1}).given(given)
    assert _kinds(table.play("0 pass"), 0)[:3] == ["share", "coins", "revolt"]
    proves("RISE-R.29", because="the coins stand before the revolt")


@pytest.mark.rules("RISE-R.36")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_seed_is_one_game(players: int) -> None:
    """The generator is used in set-up and by the display of a round, by nothing else."""
    game = game_of("rise")
    games = [game.new(players, seed=11, options={"sides": "B" * 10}) for _ in range(2)]
    assert games[0].to_json() == games[1].to_json()
    for state in games:
        rng, round_ = state.rng, state.round
        for _ in random_play(state, Random(5), plies=400):
            if state.round == round_:
                assert state.rng == rng
            rng, round_ = state.rng, state.round
    assert games[0].to_json() == games[1].to_json()
    starts = {str(game.new(players, seed=seed).view("all")) for seed in range(8)}
    assert len(starts) == 8
    proves("RISE-R.36", because="the seed and the moves decide everything, and only a display draws")


def _two_off_the_start(order: list[int]) -> Table:
    """Seat 0 has resolved its effects; both players stand on a field of the office that gives a joker on leaving."""
    at = {"step": "effect", "round": 1, "active": 0, "effects": [{"op": "vp", "n": 1}]}
    given = {"seats.0.tracks.office": "4", "seats.1.tracks.office": "4", "board.turn_order": order}
    return Table(game_of("rise"), 2, at=at).given(given)


@pytest.mark.rules("RISE-R.43", "RISE-R.2")
def test_window_is_left_out_if_nothing_has_changed() -> None:
    """Seat 0 passes at the end of its action and is not asked again before phase E; seat 1 has not yet answered."""
    table = _two_off_the_start([0, 1]).play("0 pass")
    assert table.state.to_act == (1,)
    table.play("1 pass").expect({"round": 2})
    proves("RISE-R.43", because="the second window of seat 0 was left out")


@pytest.mark.rules("RISE-R.43", "RISE-R.2")
def test_window_comes_again_after_somebody_has_moved() -> None:
    table = _two_off_the_start([1, 0]).play("0 pass")
    assert table.state.to_act == (1,)
    table.play("1 leave office", "1 joker politics")
    assert table.state.to_act == (0,)
    assert table.state.decision(0).kind == "window"
    table.play("0 pass").expect({"round": 2})
    proves("RISE-R.43", because="the move of seat 1 gave seat 0 a window again")


@pytest.mark.rules("RISE-R.43", "RISE-R.2")
def test_window_comes_again_before_another_event() -> None:
    """Seat 1 is not affected, has passed before event 1 and is asked again before event 2, although nobody has moved."""
    given = {
        "board.events": ["survey", "breaking_news", "lecture"],
        "board.actions": ["e1-05", "e1-01", "e1-02", "e1-03"],
        "board.factories": [[], [], [0], []],
        "seats.1.tracks.office": "4",
    }
    table = Table(game_of("rise"), 2, at={"step": "event", "round": 1, "active": 0, "card": 1}).given(given)
    assert table.state.to_act == (1,)
    table.play("1 pass").expect({"to_act": [1], "board.discards.events": ["survey"]})
    table.play("1 pass").expect({"to_act": [0]})
    assert table.state.decision(0).kind == "advance"
    proves("RISE-R.43", because="nobody had moved, but it is another window")


@pytest.mark.rules("RISE-R.45", "RISE-C.11", "RISE-R.30")
def test_refresh_inside_the_step_turns_the_tile_back() -> None:
    """The last field of school A refreshes the very tile whose step led there."""
    given = {"seats.0.tracks.school": "5a", "seats.0.active_tiles": ["tile-school"], "seats.0.inactive_tiles": ["tile-bank"]}
    table = resolving([{"op": "school_run"}], given).play("0 run tile-school")
    assert [event.kind for event in table.events if event.kind in ("tile_run", "step", "refreshed")] == [
        "tile_run",
        "step",
        "refreshed",
    ]
    table.expect({"seats.0.active_tiles": ["tile-school", "tile-bank"], "seats.0.inactive_tiles": []})
    proves("RISE-R.45", because="the refresh inside the step made the tile active again")


def test_tracks_of_the_ruling_on_overflow() -> None:
    """RISE-R.9: only these sides have no bonus beyond their end, apart from science B and the paths of press."""
    without = {(track, side) for track, sides in DATA["tracks"].items() for side in "AB" if not sides[side]["overflow"]}
    assert without == {("office", "A"), ("office", "B"), ("bank", "B"), ("science", "B"), ("press", "A"), ("press", "B")}
