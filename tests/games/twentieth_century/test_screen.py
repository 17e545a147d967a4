"""The terminal screen, the evaluation and the component file."""

from __future__ import annotations

from random import Random

import pytest
from rich.console import Console

from tafelrunde import BadInput
from tafelrunde.core import components
from tafelrunde.core.state import State
from tafelrunde.games.twentieth_century.schema import schema
from tafelrunde.games.twentieth_century.terminal import look, screen
from tests.games.twentieth_century.helpers import NAME, office, table
from tests.support import game_of, random_play

GAME = game_of(NAME)


def printed(state: State, viewer: int | None, lang: str = "en") -> str:
    console = Console(width=110, color_system=None, record=True, file=None, quiet=False)
    with console.capture() as capture:
        console.print(screen(GAME, state.view(viewer), lang, ()))
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


def test_the_helpers_tell_prices_and_yields() -> None:
    t = table("disaster").play("0 column 5", "0 bid 3")
    text = printed(t.state, 1)
    assert "You can still avoid the worst: column 5 for 4 science." in text
    assert "You can still take column 1 for 0 science." in text
    t = office(more={"seats.0.unlaid": {"t03": {}}}).play("0 lay t03", "0 cell 1 0")
    text = printed(t.state, 0)
    assert "turn 0: 3¢ 2⚗ → 3¢ 2⚗" in text
    assert "turn 1: 3¢ 2⚗ → 3¢ 3⚗" in text


def test_tiles_in_words() -> None:
    view = GAME.new(3, 1).view(0)
    console = Console(width=90, color_system=None)
    for name, wanted in (("a10", "city b: 1¢ ♻"), ("t30", "quality of life, cost 0¢ 4⚗, gain 6★"), ("", "junction")):
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
    assert [value == 1.0 for value in GAME.evaluate(state)] == [seat in state.winners for seat in range(3)]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('id = "A02"', 'id = "A01"', "tiles"),
        ('rails = ["W-a", "a-b", "b-E"] }', 'rails = ["W-a", "a-z", "b-E"] }', "rails"),
        ('stack = "V", source = "house", at', 'stack = "III-IV", source = "house", at', "stack"),
        ("min_players = [3, 5, 3, 4, 3]", "min_players = [3, 5, 5, 4, 3]", "disaster_columns"),
        ("price = [4, 3, 2, 1, 0]", "price = [4]", "price"),
        ("n = 2\n", "n = 3\n", "n"),
        ('facility = "mine"', 'facility = "casino"', "facility"),
    ],
)
def test_a_wrong_component_file_is_refused_with_its_place(old: str, new: str, where: str) -> None:
    text = GAME.components.text
    assert old in text
    with pytest.raises(BadInput) as error:
        components.read(text.replace(old, new, 1), "mine.toml", schema)
    assert where in error.value.where
