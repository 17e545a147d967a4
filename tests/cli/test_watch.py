"""``tafelrunde watch``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafelrunde.cli.main import main
from tests.cli.seats import recorded

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(("lang", "last"), [("en", "Record: "), ("de", "Aufzeichnung: "), ("ru", "Запись: ")])
def test_bots_play_to_the_end(lang: str, last: str, capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "g.tafel"
    words = ["watch", "rise", "--bots", "greedy,random", "--players", "3", "--seed", "7", "--delay", "0", "--lang", lang]
    assert main([*words, "--record", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    found = recorded(path)
    assert found.state.over
    assert found.names == ("bot:greedy", "bot:random", "bot:greedy")
    assert any(line.startswith(last) for line in lines)
    assert f"RISE · {'Runde' if lang == 'de' else 'round' if lang == 'en' else 'раунд'} 12" in "\n".join(lines)
    assert sum(line.startswith(" RISE · ") for line in lines) > 12


def test_the_same_seed_shows_the_same_game(capsys: Capture) -> None:
    shown = []
    for _ in range(2):
        assert main(["watch", "rise", "--bots", "random", "--seed", "3"]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["rise"], "--bots"),
        (["rise", "--bots", "nobody"], "There is no bot"),
        (["rise", "--bots", "random", "--delay", "soon"], "'soon' is not a number of seconds"),
        (["rise", "--bots", "random", "--delay", "nan"], "'nan' is not a number of seconds"),
        (["rise", "--bots", "random", "--players", "9"], "RISE is for 2, 3, 4 players"),
        (["go", "--bots", "random"], "There is no game 'go'"),
    ],
)
def test_bad_input(words: list[str], sentence: str, capsys: Capture) -> None:
    assert main(["watch", *words]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert len(captured.err.splitlines()) == 1
