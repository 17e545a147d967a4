"""The terminal screen and the evaluation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from rich.console import Console

from tafelrunde.core.state import State
from tafelrunde.games.twentieth_century.ai.features import FEATURES, features
from tafelrunde.games.twentieth_century.present.terminal import look, screen
from tests.games.twentieth_century.helpers import NAME, auction, office, table
from tests.support import Table, game_of, random_play

GAME = game_of(NAME)


def printed(state: State, viewer: int | None, lang: str = "en", width: int = 110, names: Sequence[str] = ()) -> str:
    console = Console(width=width, color_system=None, record=True, file=None, quiet=False)
    with console.capture() as capture:
        console.print(screen(GAME, state.view(viewer), lang, names))
    return capture.get()


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_every_position_of_a_game_can_be_shown(lang: str) -> None:
    random = Random(4)
    state = GAME.new(4, 4)
    for n, seat in enumerate(random_play(state, random)):
        if n % 7 == 0:
            assert "?" not in printed(state, seat, lang).splitlines()[0]
            printed(state, None, lang)
    assert printed(state, None, lang)


def test_a_region_is_drawn_with_rails_cities_and_garbage() -> None:
    state = office({"s1": {"garbage": 2, "citizens": ["a", "c"]}, "a01": {"cell": [1, 0], "citizens": ["b"]}}).state
    lines = printed(state, 0).splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("S1"))
    assert [line.rstrip() for line in lines[first : first + 5]] == [
        "S1     ▪2 A01",
        " ╱A╲ ╱b╲",
        "─   ┼   ────a───B──",
        "    C♻",
        "    │",
    ]  # fmt: skip


def test_a_wide_region_is_folded_between_tiles() -> None:
    row = {f"a{n:02}": {"cell": [n, 0], "garbage": 1} for n in range(1, 11)}
    state = office({"s1": {}, **row}).state
    for width, parts in ((80, ["x 0 … 7", "x 8 … 10"]), (100, ["x 0 … 9", "x 10 … 10"]), (110, [])):
        lines = [line.rstrip() for line in printed(state, 0, width=width).splitlines()]
        assert [line for line in lines if line.startswith("x ")] == parts
        tops = [line for line in lines if line.startswith(("S1", "A08", "A10"))]
        assert re.findall(r"[SA]\d+", " ".join(tops)) == ["S1", *(name.upper() for name in row)]
        assert max(map(len, tops)) <= width


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_nothing_is_cut_off_on_a_narrow_terminal(lang: str, width: int) -> None:
    state = GAME.new(5, 2)
    for n, seat in enumerate(random_play(state, Random(2))):
        if n % 40 == 0:
            for names in ((), ["Player 1 (bot greedy:depth=2)"] * 5):
                text = printed(state, seat, lang, width, names)
                assert "…" not in text.replace(" … ", "")
                assert max(map(len, text.splitlines())) <= width


def test_the_other_regions_are_shown_on_request() -> None:
    state = office({"s1": {"citizens": ["a"]}}, more={"seats.1.region": {"s2": {}, "a01": {"cell": [1, 0], "garbage": 3}}}).state
    console = Console(width=80, color_system=None)
    assert "A01" not in printed(state, 0)
    with console.capture() as capture:
        console.print(look(GAME, state.view(0), "en", "2"))
    assert "Player 2" in capture.get()
    assert "A01    ▪3" in capture.get()
    assert look(GAME, state.view(0), "en", "0") is None
    assert look(GAME, state.view(0), "en", "4") is None


def test_the_disaster_helper_tells_what_can_be_avoided() -> None:
    t = table("disaster", given={"seats.1.science": 5}).play("0 column 5", "0 bid 3")
    text = printed(t.state, 1)
    assert "You can still avoid column 3 for 4 science: take column 5." in text
    assert "You can still avoid column 1 for 0 science: take column 3." in text
    assert "You can still take column 1 for 0 science." in text
    poor = table("disaster", given={"seats.1.science": 3}).play("0 column 5", "0 bid 3")
    assert "avoid column 3" not in printed(poor.state, 1)


def test_the_auction_helper_tells_what_a_bid_leaves() -> None:
    t = auction({"seats.0.coins": 9, "seats.1.coins": 4, "seats.0.science": 5, "seats.1.science": 2})
    text = printed(t.state, 0)
    assert "A bid of 2¢ leaves you 7¢, enough for 3 more lands at the minimum bid; you can bid up to 9¢." in text
    assert "A technology costs 3⚗ now and leaves you 2⚗ for the disaster." in text
    assert "After one more land is sold it costs 2⚗ and leaves you 3⚗." in text
    t.play("0 pick a01", "0 bid 4")
    text = printed(t.state, 1)
    assert "A bid of 5¢ is more than your 4¢." in text
    assert "A technology costs 3⚗ now, which is too much; you keep 2⚗ for the disaster." in text
    assert "After one more land is sold it costs 2⚗ and leaves you 0⚗." in text
    t.play("1 quit")
    assert "A technology costs 3⚗ now" in printed(t.state, 1)


def test_moves_tell_the_yield_before_and_after_a_placement() -> None:
    def told(t: Table, move: str, lang: str = "en") -> str:
        return GAME.move_text(GAME.move(move), lang, t.state.view(0))

    t = office(more={"seats.0.unlaid": {"t03": {}}})
    assert told(t, "cell 1 0").endswith(" · 3¢ 2⚗ → 3¢ 3⚗ at best (turn 0)")
    assert told(t, "cell 1 1", "de").endswith(" · 3¢ 2⚗ → 3¢ 2⚗ im besten Fall (Drehung 0)")
    t.play("0 cell 1 0")
    assert told(t, "turn 0").endswith(" · 3¢ 2⚗ → 3¢ 3⚗")
    assert told(t, "turn 2").endswith(" · 3¢ 2⚗ → 3¢ 2⚗")
    t = office(more={"seats.0.unlaid": {"a01": {}}}).play("0 cell 1 0")
    assert told(t, "turn 0").endswith(" · 3¢ 2⚗ → 6¢ 2⚗ / 4¢ 4⚗")
    t.play("0 turn 0")
    assert told(t, "citizen a01 a").endswith(" · 3¢ 2⚗ → 6¢ 2⚗")
    assert told(t, "citizen a01 b").endswith(" · 3¢ 2⚗ → 4¢ 4⚗")
    assert "→" not in told(t, "done")
    t = office({"s1": {"citizens": ["a"]}}, ["t06", "t08"])
    assert told(t, "worker s1 b").endswith(" · 1¢ 1⚗ → 3¢ 2⚗")
    assert "→" not in told(t, "locomotive s1 a")
    assert told(t.play("0 locomotive s1 a"), "to s1 b").endswith(" · 1¢ 1⚗ → 2¢ 1⚗")


def test_moves_to_cells_beyond_30_are_told() -> None:
    """A region can grow beyond the numbers of moves; such cells are written by their direction (20C-9.26)."""
    lands = [tile["id"].lower() for tile in GAME.components.data["tiles"]["land"] if tile["stack"] != "start"][:33]
    row = {tile: {"cell": [-n, 0], "citizens": ["a"]} for n, tile in enumerate(lands[:-1], 1)}
    t = office({"s1": {}, **row}, more={"seats.0.unlaid": {lands[-1]: {}}})
    for lang in ("en", "de", "ru"):
        assert "→" in GAME.move_text(GAME.move("cell w33 0"), lang, t.state.view(0))
        assert "→" in GAME.move_text(GAME.move("cell w31 -1"), lang, t.state.view(0))
    t.play("0 cell w33 0")
    assert "→" in GAME.move_text(GAME.move("turn 1"), "en", t.state.view(0))


def test_tiles_in_words() -> None:
    view = GAME.new(3, 1).view(0)
    console = Console(width=90, color_system=None)
    for name, wanted in (("a10", "city b: 1¢ ♻"), ("t30", "quality of life, cost 3⚗, gain 6★"), ("", "junction")):
        with console.capture() as capture:
            console.print(look(GAME, view, "en", name))
        assert wanted in capture.get()
    assert look(GAME, view, "en", "nonsense") is None


def test_evaluation_is_fair_at_the_start_and_exact_at_the_end() -> None:
    state = GAME.new(3, 1)
    assert max(GAME.evaluate(state)) - min(GAME.evaluate(state)) < 0.2
    rich = table("land_auction", given={"seats.1.coins": 40, "seats.1.points": 20}).state
    assert GAME.evaluate(rich)[1] > 0.7 > 0.3 > GAME.evaluate(rich)[0]
    for _ in random_play(state, Random(1)):
        assert all(0 <= value <= 1 for value in GAME.evaluate(state))
    assert GAME.chances(state) == [float(seat in state.winners) for seat in range(3)]


@pytest.mark.parametrize(
    ("step", "round", "buys"),
    [("yield", 2, True), ("yield", 4, True), ("land_auction", 5, True), ("disaster", 5, False), ("yield", 5, False)],
)
def test_coins_are_valued_in_full_until_the_last_auction_is_over(step: str, round: int, buys: bool) -> None:
    """The garbage gives seat 0 something to recycle, so that the yield phase waits for it."""
    dirty = {"s1": {"garbage": 2, "citizens": ["a", "b", "c"]}}
    state: Any = table(step, round=round, given={"seats.0.region": dirty}).state
    assert (state.phase, state.round) == (step, round)
    before = dict(zip(FEATURES, features(state)[0], strict=True))
    state.coins[0] += 5
    after = dict(zip(FEATURES, features(state)[0], strict=True))
    changed = {name for name in FEATURES if after[name] != before[name]} - {"estimate"}
    assert changed == {"coins" if buys else "left_over"}


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_the_round_tells_scoring_cards_of_one_name_apart(lang: str) -> None:
    words = GAME.messages(lang)
    slugs = list(GAME.sheets(lang)["scoring_card"])
    for section, key, fact in (("events", "card_scored", "card"), ("terminal", "scoring_cards", "cards")):
        told = [words.say(section, key, {fact: slug if fact == "card" else [slug]}) for slug in slugs]
        assert len(set(told)) == 6
        assert ["(II)" in line for line in told] == [True] * 3 + [False] * 3
        assert ["(IV)" in line for line in told] == [False] * 3 + [True] * 3
