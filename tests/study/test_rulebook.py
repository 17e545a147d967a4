"""The living rulebook: every rule has its proof, every proof is there, every link leads somewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import tafelrunde
from tafelrunde.core.errors import BadInput
from tafelrunde.core.rules import LANGUAGES
from tafelrunde.study import doubt, rulebook, scenarios
from tafelrunde.study.proofs import from_coverage, proofs

ROOT = Path(__file__).parent.parent.parent
every_game = pytest.mark.parametrize("game", tafelrunde.games())


@every_game
def test_every_rule_that_software_can_break_has_a_scenario_or_a_named_test(game: str) -> None:
    known = proofs(game)
    without = [rule.id for rule in tafelrunde.load(game).rules.checked() if not (known.get(rule.id) and any(known[rule.id][:2]))]
    assert without == []
    assert rulebook.coverage(game)["covered"] == rulebook.coverage(game)["total"] == len(tafelrunde.load(game).rules.checked())


@every_game
def test_the_proofs_named_are_really_there(game: str) -> None:
    """The file is as fresh as the tests: each scenario exists and cites the rule, each test exists."""
    rules = tafelrunde.load(game).rules
    sources: dict[str, str] = {}
    for rule, proof in proofs(game).items():
        assert rule in rules, f"{rule} is no rule any more: python tools/proofs.py"
        for name in proof.scenarios:
            assert rule in scenarios.opened(game, name).rules, f"{name} does not cite {rule}: python tools/proofs.py"
        for test in proof.tests:
            file, _, function = test.rpartition("::")
            source = sources.setdefault(file, (ROOT / file.partition("::")[0]).read_text(encoding="utf-8"))
            assert re.search(rf"def {re.escape(function)}\(", source), f"{test} is gone: python tools/proofs.py"


@every_game
def test_no_scenario_is_forgotten(game: str) -> None:
    """A scenario that proves something is named by a rule it proves."""
    named = {name for proof in proofs(game).values() for name in proof.scenarios}
    assert set(scenarios.texts(game)) - named == set()


def test_a_report_becomes_a_file_of_proofs() -> None:
    covered = {
        "RISE-S.4": [
            "tests/test_scenarios.py::test_scenario[rise/s/x]",
            "tests/a.py::test_b[1-2]",
            "tests/a.py::test_b[3]",
        ]
    }
    report = {"rise": {"total": 2, "covered": covered, "proved": {"RISE-S.4": "seen"}}}
    assert from_coverage(report, "rise") == {
        "RISE-S.4": {"scenarios": ["s/x"], "tests": ["tests/a.py::test_b"], "because": "seen"}
    }


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_has_every_rule_once_with_links_that_lead_somewhere(game: str, lang: str) -> None:
    page = rulebook.page(game, lang)
    rules = [rule for section in page["sections"] for rule in section["rules"]]
    book = tafelrunde.load(game).rules
    assert [rule["id"] for rule in rules] == list(book)
    assert all(section["title"] for section in page["sections"])
    for rule in rules:
        assert rule["text"] == book[rule["id"]].text_in(lang)
        for text, other in rule["links"].items():
            assert other in book
            assert other != rule["id"]
            assert text in f"{rule['text']} [{rule['source']}]"
            assert rule["id"] in next(r for r in rules if r["id"] == other)["cited_by"]
    assert any(rule["links"] for rule in rules)
    assert all(rule["ruling"] for rule in rules if "-R." in rule["id"])


def test_short_names_of_rules_are_links_too() -> None:
    game = tafelrunde.load("fifty_first_state")
    assert rulebook.links(game, "Goods for 6.1, see R.3 and 51S-3.4.", "51S-6.4") == {
        "6.1": "51S-6.1",
        "R.3": "51S-R.3",
        "51S-3.4": "51S-3.4",
    }


# --- scenarios -----------------------------------------------------------------------------------


@every_game
def test_every_scenario_can_be_stepped_to_its_end(game: str) -> None:
    for name in scenarios.texts(game):
        scenario = scenarios.opened(game, name)
        place = scenarios.Place(scenario).go(len(scenario.then))
        assert place.failed is None
        assert place.step == len(scenario.then)
        assert len(place.show("all", "de")["steps"]) == len(scenario.then)


def test_a_step_tells_what_happened_what_is_refused_and_what_is_legal() -> None:
    name = next(n for n in scenarios.texts("rise") if scenarios.title_of("rise", n).startswith("Running a tile turns it over"))
    first = scenarios.Place(scenarios.opened("rise", name)).go(1).show("all", "en")
    assert first["refusal"]["rule"] == "RISE-C.11"
    assert "run start-politics" in [move["move"] for move in first["decisions"][0]["moves"]]
    second = scenarios.Place(scenarios.opened("rise", name)).go(2).show(0, "ru")
    assert second["events"]
    assert second["view"]["you"] == 0
    played = scenarios.Place(scenarios.opened("rise", name)).play(["0 run tile-bank", "0 step bank 9"]).show("all", "en")
    assert played["refusal"]["move"] == "step bank 9"
    assert played["view"]["seats"][0]["inactive_tiles"] == ["tile-bank"]


def test_an_own_scenario_that_fails_says_where() -> None:
    text = scenarios.text_of("rise", next(iter(scenarios.texts("rise"))))
    place = scenarios.open_text(text + '\n[[then]]\nexpect = { "round" = 99 }\n').go(1000)
    assert "expected round = 99" in str(place.failed)
    with pytest.raises(BadInput, match="kB"):
        scenarios.open_text("#" * (scenarios.MAX_TEXT + 1))


def test_a_doubt_in_a_scenario_is_a_scenario_that_runs() -> None:
    for game in tafelrunde.games():
        for name in list(scenarios.texts(game))[::9]:
            place = scenarios.Place(scenarios.opened(game, name)).go(1)
            seat = next(iter(place.state.to_act), None)
            if seat is None:
                continue
            moves = [f"{seat} {place.state.legal(seat)[-1]}"]
            text = scenarios.text_of(game, name)
            after = scenarios.Place(scenarios.opened(game, name)).go(1).play(moves)
            move = next(m.text for m in after.state.game.vocabulary)
            written = doubt.write_on(text, 1, moves, after.state, f"0 {move}")
            assert len(tomllib.loads(written)["then"]) == 3
            tafelrunde.load_scenario(written).run()


@every_game
def test_titles_of_scenarios_are_told_in_every_language(game: str) -> None:
    english = scenarios.titles(game, "en")
    for lang in ("de", "ru"):
        told = scenarios.titles(game, lang)
        assert told.keys() == english.keys()
        assert all(told.values())
        assert sum(told[title] == title for title in english) <= len(english) // 50, (
            "hardly any title reads alike in two languages"
        )
