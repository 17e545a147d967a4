"""The terminal screen: readable in three languages on narrow terminals, and the forecast tells the truth."""

from __future__ import annotations

from random import Random

import pytest
from rich.console import Console, RenderableType

from tafelrunde.core.rules import LANGUAGES
from tafelrunde.games.fifty_first_state.components import read
from tafelrunde.games.fifty_first_state.present.terminal import look, screen
from tafelrunde.games.fifty_first_state.present.texts import forecast
from tests.support import Table, game_of

GAME = game_of("fifty_first_state")


def shown(renderable: RenderableType, width: int) -> str:
    console = Console(width=width, record=True, file=None, force_terminal=False)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100])
def test_whole_games_are_shown(lang: str, width: int) -> None:
    random = Random(f"{lang} {width}")
    state = GAME.new(3, 9, {"deck": random.choice(("base_new_era", "base_winter"))})
    names = ["Anna", "Bo", "Cem"]
    while not state.over:
        seat = state.to_act[0]
        if random.random() < 0.05:
            for viewer in (seat, None):
                view = state.view(viewer)
                text = shown(screen(GAME, view, lang, names), width)
                assert "{" not in text
                assert "?" not in text
                assert all(len(line) <= width for line in text.splitlines())
                assert all(name in text for name in names)
            for move in state.legal(seat):
                words = GAME.move_text(move, lang, state.view(seat))
                assert words
                assert "?" not in words
        state.act(seat, random.choice(state.actions(seat)))


def test_all_three_uses_of_a_hand_card_are_told() -> None:
    at = Table(GAME, 2, at={"step": "action", "active": 0}, factions="NAMG")
    at.given({"seats.0.hand": ["assembly_plant"], "seats.0.supply": {"gun": 1}, "seats.1.state": {"school": {"defence": True}}})
    text = " ".join(shown(screen(GAME, at.state.view(0), "en", ["Anna", "Bo"]), 100).split())
    assert "build 3: 1 × Worker, 2 × Iron → 3 × Victory point, once a round" in text
    assert "deal 3: 1 × Iron" in text
    assert "raze 3: 3 × Iron, 1 × Victory point" in text
    assert "♦raze 4" in text


def test_another_hand_is_never_shown() -> None:
    at = Table(GAME, 2, at={"step": "action", "active": 0}, factions="NAMG").given({"seats.1.hand": ["skyscraper"]})
    for viewer in (0, None):
        assert "Skyscraper" not in shown(screen(GAME, at.state.view(viewer), "en", ["Anna", "Bo"]), 100)
    assert "Skyscraper" in shown(screen(GAME, at.state.view(1), "en", ["Anna", "Bo"]), 100)


def test_the_forecast_is_what_production_gives() -> None:
    given = {
        "seats.0.state": ["arena", "assassin", "school"],
        "seats.0.deals": ["docks", "church"],
        "seats.0.supply": {},
        "seats.0.hand": [],
    }
    before = Table(GAME, 2, at={"step": "action", "active": 0}, factions="NAMG").given(given)
    certain, more = forecast(read(GAME.components.data), before.state.view(0)["seats"][0])
    after = Table(GAME, 2, at={"step": "production", "active": 0}, factions="NAMG").given(given).state.view(0)["seats"][0]
    gained = {**after["supply"], "card": len(after["hand"]), "vp": after["points"]}
    assert certain == {good: n for good, n in gained.items() if n}
    assert not more


def test_a_card_can_be_looked_up() -> None:
    view = GAME.new(2, 1).view(0)
    found = look(GAME, view, "de", "kneipe")
    assert found is not None
    assert "Kneipe" in shown(found, 100)
    assert look(GAME, view, "en", "no such card") is None
