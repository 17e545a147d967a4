"""Golden games, vocabularies and move counts: what may change only on purpose."""

from __future__ import annotations

import json

import pytest

import tafelrunde
from tests.contract.golden import FOLDER, VOCABULARY, golden_game, perft_counts, story, vocabulary_hash

GAMES = [(name, players) for name in tafelrunde.games() for players in tafelrunde.load(name).players]


@pytest.mark.parametrize("name", tafelrunde.games())
def test_the_vocabulary_is_as_it_was(name: str) -> None:
    assert json.loads(VOCABULARY.read_text(encoding="utf-8"))[name] == vocabulary_hash(tafelrunde.load(name))


@pytest.mark.parametrize("name", tafelrunde.games())
def test_texts_and_numbers_of_moves_agree(name: str) -> None:
    game = tafelrunde.load(name)
    for i, move in enumerate(game.vocabulary):
        assert str(game.move(str(move))) == str(move)
        assert game.index(move) == i


@pytest.mark.parametrize("name", tafelrunde.games())
def test_move_counts(name: str) -> None:
    expected = json.loads((FOLDER / name / "golden" / "perft.json").read_text(encoding="utf-8"))
    assert perft_counts(tafelrunde.load(name)) == expected


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_golden_game(name: str, players: int) -> None:
    """Every event and every seat's view at every ply of a whole game."""
    expected = (FOLDER / name / "golden" / f"{players}_players.txt").read_text(encoding="utf-8")
    found = story(golden_game(tafelrunde.load(name), players))
    assert found.splitlines() == expected.splitlines()


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_golden_record(name: str, players: int) -> None:
    """A recorded game still ends as it did."""
    text = (FOLDER / name / "golden" / f"{players}_players.tafel").read_text(encoding="utf-8")
    assert tafelrunde.load_record(text).state.over
