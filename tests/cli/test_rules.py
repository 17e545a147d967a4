"""``tafelrunde rules``: looking up, and the coverage report."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tafelrunde
from tafelrunde.cli.main import main

CHECKED = [rule.id for rule in tafelrunde.load("rise").rules.checked()]

Report = Callable[[Any], None]


def test_one_rule(capsys: pytest.CaptureFixture[str]) -> None:
    rule = tafelrunde.load("rise").rules["RISE-S.1"]
    assert main(["rules", "rise", "rise-s.1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"RISE-S.1  {{{rule.tag}}}  {rule.section_in('en')}  [{rule.source}]\n")
    assert " ".join(out.split()).endswith(rule.text)


@pytest.mark.parametrize("lang", ["de", "ru"])
def test_in_another_language(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    rule = tafelrunde.load("rise").rules["RISE-S.1"]
    assert main(["rules", "rise", "RISE-S.1", "--lang", lang]) == 0
    assert rule.text_in(lang) in " ".join(capsys.readouterr().out.split())


def test_the_beginning_of_an_id_and_words(capsys: pytest.CaptureFixture[str]) -> None:
    book = tafelrunde.load("rise").rules
    for words in ("RISE-POL.", "vault limit"):
        hits = book.search(words)
        assert len(hits) > 1
        assert main(["rules", "rise", *words.split()]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in lines if line.startswith("RISE-")] == [rule.id for rule in hits]
        assert lines[-1] == f"{len(hits)} rules"


def test_nothing_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "rise", "spaceship"]) == 1
    assert capsys.readouterr() == ("", "rise: no rule has this id or these words: 'spaceship'.\n")


def test_the_sections_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "rise"]) == 0
    lines = capsys.readouterr().out.split("\n\n")[0].splitlines()
    assert sum(int(line.split()[1]) for line in lines) == len(tafelrunde.load("rise").rules)


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["rules"], "GAME: "),
        (["rules", "chess"], "game: There is no game 'chess'"),
        (["rules", "rise", "--strict"], "--strict: "),
        (["rules", "rise", "vault", "--coverage"], "--coverage: "),
        (["rules", "chess", "--coverage"], "game: There is no game 'chess'"),
    ],
)
def test_refused(capsys: pytest.CaptureFixture[str], words: list[str], place: str) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(place)
    assert err.count("\n") == 1


# --- coverage ------------------------------------------------------------------------------------


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    """Writes the report of a test run, and stands somewhere below it."""
    below = tmp_path / "some" / "where"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)

    def write(content: Any) -> None:
        (tmp_path / "build").mkdir(exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        (tmp_path / "build" / "rule-coverage.json").write_text(text, encoding="utf-8")

    return write


def rise(covered: list[str], proved: list[str] | None = None, total: int = len(CHECKED)) -> dict[str, Any]:
    part = {"covered": {rule: ["tests/x.py::test_y"] for rule in covered}, "total": total}
    return {"rise": {**part, "proved": dict.fromkeys(proved or [], "it is plain to see")}}


def test_complete(capsys: pytest.CaptureFixture[str], report: Report) -> None:
    report(rise(CHECKED))
    assert main(["rules", "rise", "--coverage", "--strict"]) == 0
    assert f"rise: {len(CHECKED)}/{len(CHECKED)}\n" in capsys.readouterr().out


def test_incomplete_lists_what_is_missing(capsys: pytest.CaptureFixture[str], report: Report) -> None:
    report(rise(CHECKED[2:]))
    assert main(["rules", "rise", "--coverage"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"rise: {len(CHECKED) - 2}/{len(CHECKED)}\n")
    assert f"2 not covered: {CHECKED[0]}, {CHECKED[1]}" in out
    assert main(["rules", "rise", "--coverage", "--strict"]) == 1


def test_rules_that_need_no_test_do_not_count(capsys: pytest.CaptureFixture[str], report: Report) -> None:
    others = [rule for rule in tafelrunde.load("rise").rules if rule not in CHECKED]
    report(rise([*CHECKED[1:], *others, "RISE-Z.99"]))
    assert main(["rules", "rise", "--coverage", "--strict"]) == 1
    assert f"rise: {len(CHECKED) - 1}/{len(CHECKED)}" in capsys.readouterr().out


def test_proved_rules_are_listed_and_limited(capsys: pytest.CaptureFixture[str], report: Report) -> None:
    fifth = len(CHECKED) // 5
    report(rise(CHECKED, CHECKED[:fifth]))
    assert main(["rules", "rise", "--coverage", "--strict"]) == 0
    out = capsys.readouterr().out
    assert f"{CHECKED[0]}: it is plain to see" in out
    assert "More than a fifth" not in out
    report(rise(CHECKED, CHECKED[: fifth + 1]))
    assert main(["rules", "rise", "--coverage"]) == 0
    assert f"More than a fifth rest on proves() alone: {fifth + 1} of {len(CHECKED)}." in capsys.readouterr().out
    assert main(["rules", "rise", "--coverage", "--strict"]) == 1


def test_a_game_without_a_report_is_not_covered(capsys: pytest.CaptureFixture[str], report: Report) -> None:
    report({})
    assert main(["rules", "rise", "--coverage", "--strict"]) == 1
    assert f"rise: 0/{len(CHECKED)}" in capsys.readouterr().out


def test_an_old_report_says_so(capsys: pytest.CaptureFixture[str], report: Report) -> None:
    report(rise(CHECKED, total=3))
    main(["rules", "rise", "--coverage"])
    assert f"counted 3 rules, there are {len(CHECKED)} now" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("{", "rule-coverage.json: This is not a coverage report"),
        ([1], "rule-coverage.json: This is not a coverage report"),
        ({"rise": 1}, "rule-coverage.json: rise.covered: "),
        ({"rise": {"covered": {}, "proved": [], "total": 1}}, "rule-coverage.json: rise.proved: "),
        ({"rise": {"covered": {}, "proved": {}, "total": "many"}}, "rule-coverage.json: rise.total: "),
    ],
)
def test_what_is_no_report(capsys: pytest.CaptureFixture[str], report: Report, content: Any, place: str) -> None:
    report(content)
    assert main(["rules", "--coverage"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert place in err
    assert err.count("\n") == 1


def test_no_report_at_all(capsys: pytest.CaptureFixture[str], report: Report) -> None:
    assert main(["rules", "--coverage"]) == 2
    assert "run 'make test'" in capsys.readouterr().err
