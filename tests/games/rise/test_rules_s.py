"""RISE, set-up: what lies where, what is random, what everybody sees."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from tafelrunde.core.errors import BadInput
from tafelrunde.core.state import State
from tests.games.rise.oracle import DATA, TRACKS, effect, fields, run_scenario, sides
from tests.support import game_of, proves, random_play

SEEDS = range(60)
START_TILES = {tile["id"] for tile in DATA["school_tiles"] if tile["start"]}
OTHER_TILES = {tile["id"] for tile in DATA["school_tiles"] if not tile["start"]}


def new(players: int = 3, seed: int = 1, board: str = "A" * 10) -> State:
    state: State = game_of("rise").new(players, seed, {"sides": board})
    return state


def table(state: State) -> dict[str, Any]:
    return state.view("all")


@pytest.mark.rules("RISE-S.1")
def test_two_to_four_players() -> None:
    proves("RISE-S.1", because="a wrong number is refused before there is a game that could tell of it")
    assert [new(players).players for players in (2, 3, 4)] == [2, 3, 4]
    for players in (-1, 0, 1, 5, 6):
        with pytest.raises(BadInput, match=r"RISE-S\.1"):
            new(players)


@pytest.mark.rules("RISE-S.2", "RISE-S.26")
def test_all_1024_combinations_of_sides_are_legal() -> None:
    for letters in product("AB", repeat=10):
        board = "".join(letters)
        seen = table(new(2, board=board))["board"]
        assert seen["sides"] == board
        assert len(seen["school"]) == (12 if board[5] == "A" else 9)
        assert len(seen["culture"]) == (0 if board[2] == "A" else 5)
        assert len(seen["arrivals"]) == (3 if board[3] == "A" else 0)


@pytest.mark.rules("RISE-S.26")
@pytest.mark.parametrize("text", ["", "AAAAAAAAA", "AAAAAAAAAAA", "aaaaaaaaaa", "AAAAAAAAAC"])
def test_other_texts_are_no_combination(text: str) -> None:
    assert table(game_of("rise").new(2, 1))["board"]["sides"] == "A" * 10
    with pytest.raises(BadInput, match=r"RISE-S\.26"):
        new(2, board=text)


@pytest.mark.rules("RISE-S.5")
@pytest.mark.parametrize("side", "AB")
@pytest.mark.parametrize("track", TRACKS)
def test_markers_stand_on_the_start_field_of_their_side(track: str, side: str) -> None:
    start = DATA["tracks"][track][side]["start"]
    assert {seat["tracks"][track] for seat in table(new(4, board=sides(track, side)))["seats"]} == {start}


@pytest.mark.rules("RISE-S.6", "RISE-S.8")
def test_factories_stand_in_random_order_on_the_first_fields() -> None:
    for players in (2, 3, 4):
        found = {tuple(table(new(players, seed))["board"]["order"]) for seed in range(200)}
        assert found == set(permutations(range(players)))
    assert table(new(4))["board"]["factories"] == [[], [], [], []]


@pytest.mark.rules("RISE-S.9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_coins_by_order_field(players: int) -> None:
    for seed in SEEDS:
        seen = table(new(players, seed))
        assert [seen["seats"][seat]["coins"] for seat in seen["board"]["order"]] == [3, 3, 4, 4][:players]


@pytest.mark.rules("RISE-S.10")
def test_epoch_decks_are_sorted_and_shuffled() -> None:
    decks = table(new())["board"]["decks"]
    for epoch in (1, 2, 3):
        cards = {card["id"] for card in DATA["action_cards"] if card["epoch"] == epoch}
        shown = set(table(new())["board"]["actions"]) if epoch == 1 else set()
        assert len(cards) == 22
        assert set(decks[f"actions_{epoch}"]["pool"]) | shown == cards
    first = Counter(table(new(seed=seed))["board"]["actions"][0] for seed in range(300))
    assert len(first) == 22, "every card of the epoch can come first"


@pytest.mark.rules("RISE-S.11", "RISE-S.12", "RISE-S.13", "RISE-S.14", "RISE-D.13", "RISE-E.6")
@pytest.mark.parametrize("seed", [3, 4])
def test_cards_come_epoch_by_epoch_and_never_come_back(seed: int) -> None:
    """A whole game: 16 action cards of each epoch, 36 events, each pile of its own kind, no card twice."""
    proves("RISE-S.14", because="the piles are compared with all cards laid out in a whole game")
    state = new(2, seed)
    rows: dict[int, tuple[list[str], list[str]]] = {}
    random = Random(seed)
    while not state.over:
        seen = table(state)
        if seen["round"] not in rows:
            rows[seen["round"]] = seen["board"]["actions"], seen["board"]["events"]
        actor = state.to_act[0]
        moves = [move for move in state.legal(actor) if move.verb != "exchange"] or state.legal(actor)
        state.play(actor, random.choice(moves))
    assert sorted(rows) == list(range(1, 13))
    actions = [card for number in range(1, 13) for card in rows[number][0] if card]
    epochs = {card["id"]: card["epoch"] for card in DATA["action_cards"]}
    assert len(actions) == len(set(actions)) == 48
    assert [epochs[card] for card in actions] == [1] * 16 + [2] * 16 + [3] * 16
    discards = table(state)["board"]["discards"]
    assert sorted(discards["actions"]) == sorted(actions)
    assert len(discards["events"]) == 36
    copies = {card["id"]: card["count"] for card in DATA["event_cards"]}
    assert all(n <= copies[card] for card, n in Counter(discards["events"]).items())


@pytest.mark.rules("RISE-S.14")
def test_each_kind_of_card_has_its_own_pile() -> None:
    proves("RISE-S.14", because="the discards themselves are told under the rules of phase D")
    run_scenario("s/s14_two_discard_piles")


@pytest.mark.rules("RISE-S.15")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_gets_one_random_start_tile(players: int) -> None:
    dealt = set()
    for seed in SEEDS:
        state = new(players, seed)
        seats = table(state)["seats"]
        own = [seat["active_tiles"] for seat in seats]
        assert all(len(tiles) == 1 for tiles in own)
        assert len({tile for (tile,) in own} & START_TILES) == players
        assert all(seat["inactive_tiles"] == [] for seat in seats)
        left = {f"school:{tile}" for tile in START_TILES} & set(state.game.census(state))
        assert len(left) == players, "the other start tiles leave the game"
        dealt.add(own[0][0])
    assert dealt == START_TILES


@pytest.mark.rules("RISE-S.16", "RISE-S.17")
@pytest.mark.parametrize(("side", "laid"), [("A", 12), ("B", 9)])
def test_school_tiles_lie_open_at_random(side: str, laid: int) -> None:
    slots = {field["id"] for field in fields("school", side) if field.get("tile_slot")}
    assert len(slots) == laid
    assert side == "A" or slots.isdisjoint({"1d", "3d", "5d"}), "none on the rightmost field of a row"
    on_first = set()
    for seed in range(120):
        school = table(new(2, seed, sides("school", side)))["board"]["school"]
        assert set(school) == slots
        assert len(set(school.values()) & OTHER_TILES) == laid
        on_first.add(school["1a"])
    assert on_first == OTHER_TILES


@pytest.mark.rules("RISE-S.19")
def test_five_random_culture_tiles_lie_open_on_side_b() -> None:
    slots = {field["id"] for field in fields("culture", "B") if field.get("tile_slot")}
    everything = {tile["id"] for tile in DATA["culture_tiles"]}
    seen = set()
    for seed in SEEDS:
        state = new(2, seed, sides("culture", "B"))
        culture = table(state)["board"]["culture"]
        assert set(culture) == slots
        assert len(set(culture.values())) == 5
        assert sum(name.startswith("culture:") for name in state.game.census(state)) == 5, "the others leave the game"
        seen |= set(culture.values())
    assert seen == everything


@pytest.mark.rules("RISE-S.20")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("field", ["6", "10", "14"])
def test_arrival_bonuses_for_each_number_of_players(players: int, field: str) -> None:
    row = DATA["tracks"]["politics"]["A"]["first_come"][f"players_{players}"][field]
    assert len(row) == players
    for arrived, bonus in enumerate(row):
        given = {"seats.0.tracks.politics": str(int(field) - 1), f"board.arrivals.{field}": arrived}
        state = effect([{"op": "advance", "track": "politics", "n": 1}], given, players)
        state.play(0, f"step politics {field}")
        assert table(state)["seats"][0]["points"] == 15 + bonus


@pytest.mark.rules("RISE-S.22")
@pytest.mark.parametrize(("side", "kinds"), [("A", {None, "A"}), ("B", {None, "B1", "B2"})])
def test_only_the_penalty_tiles_of_the_side_are_used(side: str, kinds: set[str | None]) -> None:
    found = set()
    for field in fields("environment", side):
        state = effect([], {"seats.0.tracks.environment": field["id"]}, board=sides("environment", side))
        found.add(table(state)["seats"][0]["penalty"])
    assert found == kinds


COINS_IN_THE_BOX = 54


@pytest.mark.rules("RISE-S.23")
def test_the_supply_never_runs_out() -> None:
    proves("RISE-S.23", because="there is no supply to count; one player gets more coins than the box holds")
    state = effect([{"op": "coins", "n": 20}] * 4, {"seats.0.coins": 0})
    assert COINS_IN_THE_BOX < 80
    assert table(state)["seats"][0]["coins"] == 80


OPEN_TO_ALL = {
    "points", "coins", "coin_limit", "vault_turned", "tracks", "exchange", "income", "penalty", "active_tiles",
    "inactive_tiles", "culture_tiles",
}  # fmt: skip


@pytest.mark.rules("RISE-S.24", "RISE-S.25", "RISE-B.4")
@pytest.mark.parametrize("plies", [0, 40, 160])
def test_everything_but_the_decks_is_open(plies: int) -> None:
    proves("RISE-S.24", because="views are compared for every seat and a spectator")
    proves("RISE-S.25", because="views are compared for every seat and a spectator")
    proves("RISE-B.4", because="the row is part of the compared views, before the first placement too")
    state = new(3, 5, "BBBBBBBBBB")
    for _ in random_play(state, Random(7), plies):
        pass
    whole = table(state)
    assert all(set(seat) >= OPEN_TO_ALL for seat in whole["seats"])
    for viewer in (0, 1, 2, None):
        seen = state.view(viewer)
        assert seen["seats"] == whole["seats"]
        for key in ("sides", "actions", "events", "factories", "order", "turn_order", "school", "culture", "discards"):
            assert seen["board"][key] == whole["board"][key]
        for name, deck in seen["board"]["decks"].items():
            assert deck == {key: whole["board"]["decks"][name][key] for key in ("size", "removed")}


@pytest.mark.rules("RISE-S.25")
def test_nobody_can_tell_which_cards_come_or_left_the_game() -> None:
    """Worlds that look the same now go on with different cards, also such as may have been removed."""
    proves("RISE-S.25", because="sampled worlds are compared with the view of a seat")
    run_scenario("s/s25_decks_show_nothing_but_their_size")
    state = new(2)
    here = state.view(0)
    coming = set()
    for seed in range(40):
        world = state.sample(0, seed)
        assert world.view(0) == here
        while table(world)["round"] == 1:
            actor = world.to_act[0]
            world.act(actor, world.actions(actor)[0])
        coming |= set(table(world)["board"]["actions"])
    assert len(coming) == 18, "all cards of the epoch that do not lie open"
