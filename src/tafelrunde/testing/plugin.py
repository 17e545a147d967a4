"""The plugin of pytest that comes with the package (entry point ``pytest11``).

It gives the tests of :mod:`tafelrunde.testing.suite` the games, scenarios and golden games of the module that imports them, and
measures which rules the tests really cover: a test cites rules with ``@pytest.mark.rules("RISE-C.3")``, a scenario by its own
list, and ``--rule-coverage`` writes what ``tafelrunde rules --coverage`` reads.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest

import tafelrunde
from tafelrunde.testing import games, mutants, trace

pytest.register_assert_rewrite("tafelrunde.testing.contract")

MARKERS = (
    "rules(*ids): the rules a test proves",
    "every_game: runs once for each game in GAMES of the module",
    "every_table: runs for each number of players of each game in GAMES of the module",
    "every_scenario: runs once for each scenario of the games in GAMES of the module",
)
REPORT = Path("build") / "rule-coverage.json"

covered: dict[str, list[str]] = {}
proved: dict[str, str] = {}
"""Rules that a test calls proved although they did not arise in it."""
arose: set[str] = set()
"""Rules that arose in a test that cites them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tafelrunde")
    group.addoption("--rule-coverage", action="store_true", help="write build/rule-coverage.json")
    group.addoption("--write-golden", action="store_true", help="write the golden games anew, after a change that was meant")


def pytest_configure(config: pytest.Config) -> None:
    for line in MARKERS:
        config.addinivalue_line("markers", line)
    mutants.install()


# --- what the suite runs on ----------------------------------------------------------------------


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test of the suite the games of the module that imports it."""
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    wanted = marks & {"every_game", "every_table", "every_scenario"}
    if not wanted:
        return
    names = getattr(metafunc.module, "GAMES", None)
    if not names:
        pytest.fail(f"{metafunc.module.__name__} needs a list GAMES with the ids of the games that are tested.", pytrace=False)
    found = {name: games.game(name) for name in names}
    if "every_game" in wanted:
        metafunc.parametrize("name", list(found), ids=[game.id for game in found.values()])
    elif "every_table" in wanted:
        tables = [pytest.param(name, n, id=f"{game.id}-{n}") for name, game in found.items() for n in game.players]
        metafunc.parametrize(("name", "players"), tables)
    else:
        files = [_scenarios(name, game.id, game.content("scenarios")) for name, game in found.items()]
        metafunc.parametrize(("name", "path"), [file for each in files for file in each])


def _scenarios(name: str, game: str, folder: Traversable) -> Iterator[Any]:
    """The scenario files of a game, by their place below its folder."""
    top = Path(str(folder))
    for path in sorted(top.rglob("*.toml")):
        yield pytest.param(name, path, id=f"{game}/{path.relative_to(top).with_suffix('').as_posix()}")


@pytest.fixture
def golden_folder(request: pytest.FixtureRequest, name: str) -> Path:
    """Where the golden games of a game are: ``golden/<id>`` beside the module, or what its constant ``GOLDEN`` says."""
    pattern = getattr(request.module, "GOLDEN", "golden/{game}")
    return request.path.parent / pattern.format(game=games.game(name).id)


# --- rule coverage -------------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    trace.claims.clear()
    with trace.collecting() as arisen:
        result = yield
    # only a passing test comes here
    cited = {rule for mark in item.iter_markers("rules") for rule in mark.args}
    for rule in sorted(cited & (arisen | set(trace.claims))):
        covered.setdefault(rule, []).append(item.nodeid)
    arose.update(cited & arisen)
    _claim({rule: because for rule, because in trace.claims.items() if rule in cited and rule not in arisen})
    return result


def _claim(claims: Mapping[str, str]) -> None:
    """Of several reasons for one rule the first by the alphabet is kept, whatever the order in which the tests ran."""
    for rule, because in claims.items():
        proved[rule] = min(because, proved.get(rule, because))


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["rules"] = [covered, proved, sorted(arose)]
    elif session.config.getoption("--rule-coverage") and not hasattr(session.config, "workerinput"):
        _write(session.config.rootpath / REPORT)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Merge what a parallel worker found."""
    for rule, tests in node.workeroutput["rules"][0].items():
        covered.setdefault(rule, []).extend(tests)
    _claim(node.workeroutput["rules"][1])
    arose.update(node.workeroutput["rules"][2])


def _write(path: Path) -> None:
    report = {}
    for name in tafelrunde.games():
        ids = [rule.id for rule in tafelrunde.load(name).rules.checked()]
        report[name] = {
            "total": len(ids),
            "covered": {rule: sorted(covered[rule]) for rule in ids if rule in covered},
            "proved": {rule: proved[rule] for rule in ids if rule in proved and rule not in arose},
        }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(report, indent=1), encoding="utf-8")
