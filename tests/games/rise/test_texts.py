"""What the components and moves of RISE say, and that they say what they do."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from rich.console import Console

import tafelrunde
from tafelrunde.core.game import Game
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.core.state import State
from tafelrunde.games.rise.effects import EFFECTS, Effects, compile_effects, effects_of, marks
from tafelrunde.games.rise.present.terminal import SHAPES, look, screen
from tafelrunde.games.rise.present.texts import Texts
from tafelrunde.games.rise.state import TRACKS
from tafelrunde.study.prose import plain, position_text
from tests.support import Table

GAME: Game[Any] = tafelrunde.load("rise")
DATA = GAME.components.data


def effect_lists(value: Any) -> Iterator[Effects]:
    """Every list of effects anywhere in the component data."""
    if isinstance(value, Mapping):
        for entry in value.values():
            yield from effect_lists(entry)
    elif isinstance(value, list):
        if value and isinstance(value[0], Mapping) and "op" in value[0]:
            yield EFFECTS.read("", value)
        for entry in value:
            yield from effect_lists(entry)


def positions(sides: str, players: int, seed: int) -> Iterator[State]:
    """Every position of a random game."""
    random = Random(seed)
    state: State = GAME.new(players, seed, {"sides": sides})
    while not state.over:
        yield state
        seat = state.to_act[0]
        moves = [m for m in state.legal(seat) if m.verb != "exchange"] or state.legal(seat)
        state.play(seat, random.choice(moves))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_component_has_words_and_symbols(lang: str) -> None:
    texts, short = Texts(GAME, lang), GAME.messages(lang).sections["symbols"]
    said = [texts.effects(effects) for effects in effect_lists(DATA)]
    said += [texts.option(card["id"], which) for card in DATA["action_cards"] for which in ("upper", "lower")]
    said += [texts.event(card["id"]) for card in DATA["event_cards"]]
    said += [texts.school_tile(tile["id"]) for tile in DATA["school_tiles"]]
    said += [texts.culture_tile(tile["id"]) for tile in DATA["culture_tiles"]]
    said += [texts.penalty(tile["id"]) for tile in DATA["penalty_tiles"]]
    for track in TRACKS:
        for side in "AB":
            said += [texts.field(track, side, field["id"]) for field in DATA["tracks"][track][side]["fields"]]
            said += texts.track_notes(track, side)
    said += [marks(effects, short) for effects in effect_lists(DATA)]
    assert not [text for text in said if not text.strip() or "?" in text or "{" in text]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_different_effects_read_differently(lang: str) -> None:
    words = GAME.messages(lang)
    different = {effect for effects in effect_lists(DATA) for effect in effects}
    assert len({effect.sentence(words) for effect in different}) == len(different)
    assert len({effect.mark(words.sections["symbols"]) for effect in different}) == len(different)
    assert len({json.dumps(effect.tree()["signs"]) for effect in different if not effect.parts}) == sum(
        not effect.parts for effect in different
    )


def test_frames_lead_back_to_the_effects_they_came_from() -> None:
    """A pending choice is described by the effects of its frames: the same as in the component file."""
    for effects in effect_lists(DATA):
        assert effects_of(compile_effects(0, effects, "RISE-T.4", 3)) == effects


@pytest.mark.parametrize(
    ("track", "side", "field", "text"),
    [
        ("science", "A", "3", "1 pollution, then 1 step on Office"),
        ("science", "B", "2", "either 1 coin or 1 point; shortcut to field 5"),
        ("culture", "A", "4", "either pay 1 coin: 1 step on Satisfaction or pay 3 coins: 2 steps on Satisfaction"),
        ("bank", "A", "1", "1 revolt; spaces 1 to 2 are free from here on"),
        ("office", "B", "3", "on leaving: turn the vault, then 1 coin, then 1 point, then 1 coin, then refresh school tiles"),
        ("press", "A", "left3", "1 step on School; then the marker returns to the start"),
        ("industry", "A", "3", "1 pollution; income 2 coins, 1 point"),
        ("politics", "B", "2", "rank 1 (1 coin)"),
        ("satisfaction", "A", "2", "1 point buys 1 coin; 3 points at the end of the game"),
        ("politics", "A", "1", "no effect"),
    ],
)
def test_fields_in_words(track: str, side: str, field: str, text: str) -> None:
    assert Texts(GAME, "en").field(track, side, field) == text


@pytest.mark.parametrize(("lang", "sides", "players"), [("en", "A" * 10, 2), ("de", "B" * 10, 3), ("ru", "AB" * 5, 4)])
def test_every_move_of_a_game_reads_as_a_sentence_of_its_own(lang: str, sides: str, players: int) -> None:
    for state in positions(sides, players, 4):
        seat = state.to_act[0]
        view = state.view(seat)
        said = [GAME.move_text(move, lang, view) for move in state.legal(seat)]
        assert len(set(said)) == len(said)
        assert not [text for text in said if "{" in text or "?" in text]


def test_costs_are_those_of_the_engine() -> None:
    """The cost shown beside a card is what placing there takes from the purse."""
    for at in ("0", "1", "3", "5"):
        for place in (1, 2, 3, 4):
            table = Table(GAME, 2, at={"step": "place", "active": 0})
            table.given({"seats.0.tracks.bank": at, "seats.0.coins": 5})
            cost = table.state.view(0)["seats"][0]["placement"][place - 1]["coins"]
            table.play(f"0 place {place}")
            assert table.state.view(0)["seats"][0]["coins"] == 5 - cost


def test_steps_tell_what_lies_there() -> None:
    state = GAME.new(2, 1)
    view = state.view(state.to_act[0])
    tile = view["board"]["school"]["1a"]
    said = GAME.move_text(GAME.move("step school 1a"), "en", view)
    assert said == f"Step on School to field 1a: take the school tile ({Texts(GAME, 'en').school_tile(tile)})"


# --- the screen ----------------------------------------------------------------------------------


def drawn(state: State, lang: str, width: int) -> list[str]:
    out = Console(width=width, file=io.StringIO(), highlight=False)
    seat = state.to_act[0] if state.to_act else 0
    out.print(screen(GAME, state.view(seat), lang, ()))
    text = out.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text.splitlines()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("sides", ["A" * 10, "B" * 10])
def test_the_screen_fits_and_cuts_nothing_off(lang: str, width: int, sides: str) -> None:
    for ply, state in enumerate(positions(sides, 4, 3)):
        if ply % 40:
            continue
        lines = drawn(state, lang, width)
        assert all(len(line) <= width for line in lines)
        assert "…" not in "".join(lines)
        flat = " ".join(" ".join(lines).split())
        for name in (GAME.messages(lang).name(track) for track in TRACKS):
            assert name in flat


def test_every_marker_is_on_the_screen_without_colour() -> None:
    """Ten markers of each seat, told apart by their shape alone, and its factory where it stands below a card."""
    for ply, state in enumerate(positions("AB" * 5, 3, 5)):
        if ply % 25:
            continue
        lines = drawn(state, "en", 100)
        seats = [line for line in lines if "Player " in line]
        below = state.view(None)["board"]["factories"]
        for seat in range(3):
            shape = SHAPES[seat]
            assert "".join(lines).count(shape) == 10 + 1 + sum(seat in cards for cards in below)
            assert shape in seats[seat]


def test_look_finds_a_track_by_either_name() -> None:
    view = GAME.new(2, 1).view(0)
    assert look(GAME, view, "ru", "нау") is not None
    assert look(GAME, view, "ru", "science") is not None
    assert look(GAME, view, "ru", "") is not None
    assert look(GAME, view, "ru", "moon") is None


WORDY = re.compile(r"\b(?:left|midleft|midright|right|u|l)[1-9]\b")
"""Fields that moves call by more than a number; whoever reads a sentence should not have to know how."""


def test_the_fields_with_wordy_ids_are_those_of_press_and_industry() -> None:
    boards = [DATA["tracks"][track][side] for track in TRACKS for side in "AB"]
    wordy = {field["id"] for board in boards for field in board["fields"] if field["id"][0].isalpha()}
    assert len(wordy) == 28
    assert all(WORDY.fullmatch(field) for field in wordy)
    for lang in LANGUAGES:
        names = {GAME.messages(lang).name(field) for field in wordy}
        assert len(names) == len(wordy)
        assert not [name for name in names if WORDY.search(name)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("sides", "players"), [("B" * 10, 3), ("ABABABAABB", 2)])
def test_no_sentence_of_a_game_calls_a_field_by_its_id(lang: str, sides: str, players: int) -> None:
    words, random = GAME.messages(lang), Random(6)
    state: State = GAME.new(players, 6, {"sides": sides})
    said: list[str] = []
    stepped = 0
    while not state.over:
        seat = state.to_act[0]
        said += plain(position_text(GAME, state.view(seat), lang)).splitlines()
        steps = [move for move in state.legal(seat) if move.verb == "step"]
        move = random.choice(steps or [m for m in state.legal(seat) if m.verb != "exchange"] or state.legal(seat))
        stepped += WORDY.search(move.text) is not None
        said += [words.event(event) for event in state.play(seat, move)]
    for track in ("press", "industry"):
        drawn = io.StringIO()
        Console(file=drawn, width=200).print(look(GAME, state.view(0), lang, track) or "")
        said += drawn.getvalue().splitlines()
    assert stepped > 5
    assert not [text for text in said if WORDY.search(text)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refused_step_names_its_field_in_words(lang: str) -> None:
    state: State = GAME.new(2, 1, {"sides": "B" * 10})
    for key in ("other_side", "backwards", "field_taken", "field_skipped", "not_next"):
        told = state.game.messages(lang).refusal(key, {"track": "press", "side": "B", "field": "midright1"})
        assert GAME.messages(lang).name("midright1") in told
