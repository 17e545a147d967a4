"""``tafelrunde scenario``: one line a file, and what the exit code says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tafelrunde.cli.main import main

HEAD = 'title = "The first round"\ngame = "rise"\nplayers = 2\n'
GOOD = HEAD + '[[then]]\nexpect = { "round" = 1 }\n'
FAILS = HEAD + '[[then]]\nexpect = { "round" = 1 }\n[[then]]\nexpect = { "round" = 99 }\n'

Write = Callable[[str, str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def writer(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return writer


def test_good(capsys: pytest.CaptureFixture[str], write: Write) -> None:
    path = write("good.toml", GOOD)
    assert main(["scenario", path]) == 0
    assert capsys.readouterr() == (f"{path}: ok: The first round\n", "")


def test_a_failure_says_step_expected_and_found(capsys: pytest.CaptureFixture[str], write: Write) -> None:
    good, fails = write("good.toml", GOOD), write("fails.toml", FAILS)
    assert main(["scenario", fails, good]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"{fails}: failed: step 2: expected round = 99, found 1", f"{good}: ok: The first round"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = ", "scenario: This is not valid TOML"),
        ('game = "rise"\nplayers = 2', "title: "),
        (HEAD + "colour = 1", "colour: unknown key"),
        (HEAD.replace("rise", "chess"), "game: There is no game 'chess'"),
        (HEAD + 'rules = ["RISE-Z.99"]', "rules: "),
        (HEAD + "seed = -1", "seed: "),
        (HEAD + "[[then]]\nplay = 3", "then[1].play: "),
        (HEAD + '[[then]]\nplay = "0 dance"', "then[1]: "),
        (HEAD + '[[then]]\nexpect = { "board.moon" = 1 }', "then[1]: board.moon: "),
        (HEAD + 'at = { step = "tea" }', "at.step: "),
    ],
)
def test_what_is_no_scenario(capsys: pytest.CaptureFixture[str], write: Write, text: str, place: str) -> None:
    path = write("bad.toml", text)
    assert main(["scenario", path]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{path}: {place}")
    assert err.count("\n") == 1


def test_the_others_are_still_run(capsys: pytest.CaptureFixture[str], write: Write, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.toml")
    assert main(["scenario", missing, write("fails.toml", FAILS), write("good.toml", GOOD)]) == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert err.startswith(f"{missing}: The file cannot be read")


def test_without_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario"]) == 2
    assert "FILE" in capsys.readouterr().err
