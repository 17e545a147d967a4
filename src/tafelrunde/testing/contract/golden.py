"""Golden games, vocabularies and move counts: what may change only on purpose.

``pytest --write-golden`` writes them; read the difference before it is committed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tafelrunde.core import record
from tafelrunde.testing import golden
from tafelrunde.testing.games import every_game, game

MISSING = "there are no golden games yet: pytest --write-golden writes them"


@pytest.fixture
def written(request: pytest.FixtureRequest, name: str, golden_folder: Path) -> Path:
    """The folder with the golden games; with ``--write-golden`` they are written first."""
    if request.config.getoption("--write-golden"):
        golden.write(game(name), golden_folder)
    if not golden_folder.is_dir():
        pytest.skip(MISSING)
    return golden_folder


@every_game
def test_texts_and_numbers_of_moves_agree(name: str) -> None:
    rules = game(name)
    for i, move in enumerate(rules.vocabulary):
        assert str(rules.move(str(move))) == str(move)
        assert rules.index(move) == i


@every_game
def test_move_counts(name: str, written: Path) -> None:
    """Also the vocabulary: which moves there are, and in which order."""
    rules = game(name)
    expected = json.loads((written / "perft.json").read_text(encoding="utf-8"))
    assert golden.perft_counts(rules) == expected
    assert (written / "vocabulary.txt").read_text(encoding="utf-8").strip() == golden.vocabulary_hash(rules)


@every_game
def test_golden_games(name: str, written: Path) -> None:
    """Every event and every seat's view at every ply of a whole game, and the record of it."""
    rules = game(name)
    for players in rules.players:
        expected = (written / f"{players}_players.txt").read_text(encoding="utf-8")
        assert golden.story(golden.golden_game(rules, players)).splitlines() == expected.splitlines()
        text = (written / f"{players}_players.tafel").read_text(encoding="utf-8")
        assert record.read(text, lambda *_: rules).state.over
