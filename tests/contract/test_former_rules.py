"""Records of former rules: replayed if every move is still legal, otherwise refused with line, rule and both versions."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tafelrunde
from tafelrunde import BadInput
from tafelrunde.core import record
from tafelrunde.core.game import RULES_VERSION, RULES_VERSIONS, Game
from tafelrunde.core.history import History
from tafelrunde.library import with_components
from tafelrunde.testing.forced import asking
from tests.contract.games import every_table, game

FOLDER = Path(__file__).parent.parent / "compatibility"
RECORDS = sorted(FOLDER.glob("*/*.tafel"))
"""The golden games of former versions, as they were recorded."""
REFUSED = frozenset({
    "new_angeles_5_players", "rise_2_players", "rise_3_players", "rise_4_players", "twentieth_century_4_players",
    "twentieth_century_5_players",
})  # fmt: skip
"""Records with a move that the present rules do not allow: an asset of New Angeles that is asked for again after another seat has
used one (NA-R.23), windows of RISE that had several answers and are not opened any more (RISE-R.2), rail connections of 20th
Century."""
FORMER = RULES_VERSIONS[-2]


def find(name: str, components: str) -> Game[Any]:
    return game(name)


def records(refused: bool) -> pytest.MarkDecorator:
    chosen = [path for path in RECORDS if (path.stem in REFUSED) == refused]
    return pytest.mark.parametrize("path", chosen, ids=lambda path: f"{path.parent.name}-{path.stem}")


def text_of(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    assert f"rules {path.parent.name}\n" in text
    assert path.parent.name in RULES_VERSIONS[:-1]
    return text


@records(refused=False)
def test_a_record_of_former_rules_is_replayed(path: Path) -> None:
    text = text_of(path)
    assert "result " + " ".join(map(str, tafelrunde.load_record(text).state.scores)) in text


@records(refused=True)
def test_a_record_of_former_rules_is_refused_by_its_line(path: Path) -> None:
    with pytest.raises(BadInput) as error:
        tafelrunde.load_record(text_of(path))
    assert re.fullmatch(r"line \d+", error.value.where)
    assert f"rules {path.parent.name}, these are {RULES_VERSION}" in error.value.reason
    assert re.search(r"\[[A-Z0-9]+-[^\]]+\]|changed since: [A-Z0-9]+-", error.value.reason)


def asked_record(name: str, players: int, seed: int) -> tuple[History, str]:
    """A random game in which every question was asked, as former rules did, and its record in their name."""
    random = Random(seed)
    options = {name: random.choice(option.choices) for name, option in game(name).options.items()}
    history = History(asking(game(name)).new(players, seed, options))
    while not history.state.over:
        seat = random.choice(history.state.to_act)
        history.play(seat, random.choice(history.state.legal(seat)))
    return history, record.write(history).replace(f"rules {RULES_VERSION}\n", f"rules {FORMER}\n")


@every_table
@pytest.mark.parametrize("seed", [1, 2])
def test_an_answer_that_is_no_longer_asked_for_is_dropped(name: str, players: int, seed: int) -> None:
    history, text = asked_record(name, players, seed)
    found = record.read(text, find)
    assert found.state.scores == history.state.scores
    dropped = len(history.line) - len(found.history.line)
    assert dropped > 0 or not any(kind.public for kind in game(name).frames.kinds.values())
    again = record.write(found.history)
    assert record.read(again, find).state.to_json() == found.state.to_json(), "what is left is a record of these rules"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_another_answer_than_the_only_one_is_refused(players: int) -> None:
    _, text = asked_record("rise", players, 3)
    with pytest.raises(BadInput) as error:  # under these rules nobody asks for it
        record.read(text.replace(f"rules {FORMER}\n", f"rules {RULES_VERSION}\n"), find)
    number = int(error.value.where.removeprefix("line "))
    assert FORMER not in error.value.reason
    lines = text.splitlines()
    lines[number - 1] = f"{lines[number - 1].split()[0]} take treasury"
    with pytest.raises(BadInput) as error:
        record.read("\n".join(lines), find)
    assert error.value.where == f"line {number}"
    told = rf"\[RISE-[^\]]+\].* {FORMER}, these are {RULES_VERSION} \(changed since: RISE-R.2"
    assert re.search(told, error.value.reason)


def test_a_record_keeps_the_components_it_was_played_with() -> None:
    text = (FOLDER / "2026.1" / "rise_2_players.tafel").read_text(encoding="utf-8")
    former = re.search(r"^components (\w+)$", text, re.MULTILINE)
    assert former is not None
    assert former[1] != tafelrunde.load("rise").components.hash
    assert with_components("rise", former[1]).components.hash == former[1]
    assert with_components("rise", "0" * 12) is tafelrunde.load("rise")
    assert with_components("rise", "../../../x") is tafelrunde.load("rise")
