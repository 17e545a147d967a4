"""Set-up and the build-up of rounds (20C-S, 20C-1)."""

from __future__ import annotations

from random import Random

import pytest

from tafelrunde import BadInput
from tests.games.twentieth_century.helpers import NAME, kinds, table
from tests.support import game_of, proves, random_play

rules = pytest.mark.rules
GAME = game_of(NAME)


@rules(
    "20C-S.1", "20C-S.2", "20C-S.4", "20C-S.5", "20C-S.6", "20C-S.8", "20C-S.10", "20C-S.11", "20C-S.12", "20C-S.13", "20C-S.14",
    "20C-S.15", "20C-R.2", "20C-R.3", "20C-R.51", "20C-6.2",
)  # fmt: skip
@pytest.mark.parametrize("players", [3, 4, 5])
def test_set_up(players: int) -> None:
    state, events = GAME.begin(players, 8)
    told = {event.rule for event in events}
    assert told >= {"20C-S.2", "20C-S.4", "20C-S.5", "20C-S.6", "20C-S.8", "20C-S.14", "20C-S.15", "20C-R.3", "20C-6.2"}
    view = state.view("all")
    assert [card[:3] for card in view["board"]["scoring_cards"]] == ["sc2", "sc4"]
    lands, technologies = {3: 5, 4: 6, 5: 8}[players], {3: 4, 4: 5, 5: 6}[players]
    sizes = {name: deck["size"] for name, deck in view["board"]["decks"].items()}
    assert [sizes[f"lands_{s}"] for s in ("i-ii", "iii-iv", "v")] == [16 - lands, 16, 8]
    assert [sizes[f"technologies_{s}"] for s in ("i-ii", "iii-iv", "v")] == [12 - technologies, 12, 6]
    assert [sizes[f"disasters_{s}"] for s in ("i-ii", "iii-iv", "v")] == [1, 2, 1]
    starts = set()
    for seat in view["seats"]:
        ((name, tile),) = seat["region"].items()
        starts.add(name)
        assert tile == {"cell": [0, 0], "turn": 0, "bridges": [], "citizens": ["a", "b"], "garbage": 1}
        assert seat["yields"] == {"coins": 3, "science": 2, "prosperity": 0}
        assert (seat["points"], seat["coins"], seat["science"], seat["pollution"]) == (0, 10, 10, 0)
    assert len(starts) == players
    with pytest.raises(BadInput):
        GAME.new(6, 1)


@rules("20C-S.3")
def test_introductory_game() -> None:
    state, events = GAME.begin(3, 1, {"scoring_cards": "no"})
    assert "20C-S.3" in {event.rule for event in events}
    assert state.view(None)["board"]["scoring_cards"] == []


@rules("20C-S.7")
def test_stacks_are_hidden() -> None:
    proves("20C-S.7", because="views of seats and spectators give the size of a stack and nothing else")
    state = GAME.new(4, 3)
    for viewer in (0, None):
        assert all(set(deck) == {"size"} for deck in state.view(viewer)["board"]["decks"].values())


@rules("20C-R.2")
def test_start_player_and_start_tiles_are_drawn() -> None:
    games = [GAME.new(3, seed) for seed in range(40)]
    assert {state.view(None)["board"]["start_player"] for state in games} == {0, 1, 2}
    assert {name for state in games for name in state.view(None)["seats"][0]["region"]} == {"s1", "s2", "s3", "s4", "s5"}


@rules(
    "20C-1.1", "20C-1.4", "20C-1.5", "20C-1.6", "20C-1.7", "20C-1.8", "20C-1.11", "20C-1.13", "20C-1.14", "20C-1.16", "20C-1.9"
)
@pytest.mark.parametrize(("players", "lands", "technologies", "price"), [(3, 5, 4, 4), (4, 6, 5, 6), (5, 8, 6, 6)])
def test_build_up_of_round_three(players: int, lands: int, technologies: int, price: int) -> None:
    t = table("yield", round=2, active=1, players=players, given={"seats.0.region": {"s1": {"garbage": 1, "citizens": ["c"]}}})
    old = t.state.view(None)["board"]
    t.play("0 done")
    told = {event.rule for event in t.events}
    assert told >= {f"20C-1.{n}" for n in (1, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16)}
    board = t.state.view(None)["board"]
    assert (len(board["lands"]), len(board["technologies"])) == (lands, technologies)
    assert all(name.startswith("b") for name in board["lands"])
    assert set(old["lands"]) | set(old["technologies"]) <= set(board["removed"])
    assert old["disaster"]["card"] in board["past_disasters"]
    assert (board["minimum_bid"], board["price"], board["start_player"]) == (3, price, 1)
    assert t.state.to_act == (1,)
    assert all(seat["auction"] == "in" and seat["bought"] == [] for seat in t.state.view(None)["seats"])


@rules("20C-1.12")
@pytest.mark.parametrize(("round", "minimum", "prices"), [(1, 2, [3, 2, 1, 0]), (3, 3, [4, 3, 2, 1]), (5, 4, [6, 4, 3, 2])])
def test_price_tracks(round: int, minimum: int, prices: list[int]) -> None:
    t = table("build_up", round=round)
    t.expect({"board.minimum_bid": minimum, "board.price": prices[0]})
    t = table("land_auction", round=round)
    for field, price in enumerate(prices, 2):
        t.given({"board.marker": field}).expect({"board.price": price})


@rules("20C-1.2", "20C-1.3", "20C-1.9", "20C-1.12")
def test_the_phases_of_the_six_rounds() -> None:
    state, random = GAME.new(3, 5), Random(5)
    seen = []
    while not state.over:
        seat = state.to_act[0]
        for event in state.play(seat, random.choice(state.legal(seat))):
            if event.kind == "phase":
                seen.append((event.data["round"], event.data["phase"]))
    full = ["build_up", "land_auction", "disaster", "administration", "yield"]
    wanted = [(n, phase) for n in range(1, 6) for phase in (*full, *(["bonus"] if n in (2, 4) else []))]
    wanted += [(6, phase) for phase in ("administration", "yield", "bonus", "over")]
    assert seen == wanted[2:]  # the first two were told while the game was set up


@rules("20C-1.10")
def test_displays_only_shrink_within_a_round() -> None:
    state, random = GAME.new(5, 5), Random(6)
    before = state.view(None)
    for _ in random_play(state, random, 120):
        view = state.view(None)
        if view["round"] == before["round"]:
            assert set(view["board"]["lands"]) <= set(before["board"]["lands"])
            assert set(view["board"]["technologies"]) <= set(before["board"]["technologies"])
        before = view
    t = table("land_auction").play("0 quit", "0 decline", "1 quit", "1 decline", "2 quit", "2 decline")
    assert kinds(t)["left_over"] == ["20C-1.10"]
