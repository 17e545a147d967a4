"""``tafelrunde arena``: every deal at every seat, the same on any number of processes, kept and continued."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tafelrunde
from tafelrunde.bots.runner import make_bots, play_game
from tafelrunde.cli.main import main
from tafelrunde.core.rules import LANGUAGES

WORDS = ["arena", "rise", "--bots", "greedy,random", "--games"]


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_rates_are_those_of_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    game = tafelrunde.load("rise")
    won = {"greedy": 0.0, "random": 0.0}
    for number in range(4):
        seats = ["greedy", "random"] if number % 2 == 0 else ["random", "greedy"]
        winners = play_game(game, make_bots(seats, 1 + number // 2), 2, 1 + number // 2).state.winners
        for seat in winners:
            won[seats[seat]] += 1
    found = as_json(capsys, *WORDS, "4")
    assert (found["game"], found["players"], found["games"]) == ("rise", 2, 4)
    for name, count in won.items():
        entry = found["bots"][name]
        assert (entry["won"], entry["seats"]) == (count, 4)
        assert entry["interval"][0] <= entry["rate"] <= entry["interval"][1]
        assert entry["rating_interval"][0] <= entry["rating"] <= entry["rating_interval"][1]
    assert found["bots"]["greedy"]["rating"] > found["bots"]["random"]["rating"]


def test_workers_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "rise", "--bots", "random,random,random", "--games", "9"]
    assert as_json(capsys, *words) == as_json(capsys, *words, "--workers", "2")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_as_a_table(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    assert main(["arena", "rise", "--bots", "random", "--games", "3", "--players", "4", "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("rise, ")
    assert lines[-1].split()[:2] == ["random", "12"]


def test_a_kept_arena_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    words = ["arena", "rise", "--bots", "random", "--games"]
    as_json(capsys, *words, "3", "--keep", str(file))
    head, *games = file.read_text(encoding="utf-8").splitlines()
    assert len(games) == 3
    file.write_text("\n".join([head, *games]) + "\n[7, [1", encoding="utf-8")  # killed while writing
    whole = as_json(capsys, *words, "5", "--keep", str(file))
    assert whole == as_json(capsys, *words, "5")
    assert file.read_text(encoding="utf-8").splitlines()[:4] == [head, *games]
    assert len(file.read_text(encoding="utf-8").splitlines()) == 6


def test_another_plans_games_are_not_mixed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    as_json(capsys, "arena", "rise", "--bots", "random", "--games", "1", "--keep", str(file))
    before = file.read_bytes()
    assert main(["arena", "rise", "--bots", "random", "--games", "1", "--seed", "2", "--keep", str(file)]) == 2
    assert "another plan" in capsys.readouterr().err
    assert file.read_bytes() == before
    file.write_bytes(b"\xff\xfe")
    assert main(["arena", "rise", "--bots", "random", "--games", "1", "--keep", str(file)]) == 2
    assert main(["arena", "rise", "--bots", "random", "--games", "1", "--keep", str(tmp_path / "no" / "x")]) == 2
    assert main(["arena", "rise", "--bots", "nobody", "--games", "1"]) == 2
