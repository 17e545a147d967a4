"""Rule coverage: which rules really arose in a passing test that cites them.

A test cites rules with ``@pytest.mark.rules("RISE-C.3")``, a scenario by its own list. ``--rule-coverage`` writes what
the run covered to ``build/rule-coverage.json``, which ``tafelrunde rules --coverage`` reads.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

import tafelrunde
from tafelrunde.testing import mutants, trace
from tests import support

mutants.install()

REPORT = Path(__file__).parent.parent / "build" / "rule-coverage.json"

covered: dict[str, list[str]] = {}
proved: dict[str, str] = {}
"""Rules that a test calls proved although they did not arise in it."""
arose: set[str] = set()
"""Rules that arose in a test that cites them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule-coverage", action="store_true", help="write build/rule-coverage.json")


@pytest.fixture
def settled_heap() -> Generator[None]:
    """For tests that measure time: a full garbage collection looks only at what the test itself allocates.

    Otherwise one collection that falls into the measurement goes through everything that thousands of earlier tests left
    in memory, which takes more than half a second.
    """
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    support.claims.clear()
    with trace.collecting() as arisen:
        result = yield
    # only a passing test comes here
    cited = {rule for mark in item.iter_markers("rules") for rule in mark.args}
    for rule in sorted(cited & (arisen | set(support.claims))):
        covered.setdefault(rule, []).append(item.nodeid)
    arose.update(cited & arisen)
    _claim({rule: because for rule, because in support.claims.items() if rule in cited and rule not in arisen})
    return result


def _claim(claims: Mapping[str, str]) -> None:
    """Of several reasons for one rule the first by the alphabet is kept, whatever the order in which the tests ran."""
    for rule, because in claims.items():
        proved[rule] = min(because, proved.get(rule, because))


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["rules"] = [covered, proved, sorted(arose)]
    elif session.config.getoption("--rule-coverage") and not hasattr(session.config, "workerinput"):
        _write()


def pytest_testnodedown(node: Any) -> None:
    """Merge what a parallel worker found."""
    for rule, tests in node.workeroutput["rules"][0].items():
        covered.setdefault(rule, []).extend(tests)
    _claim(node.workeroutput["rules"][1])
    arose.update(node.workeroutput["rules"][2])


def _write() -> None:
    report = {}
    for name in tafelrunde.games():
        ids = [rule.id for rule in tafelrunde.load(name).rules.checked()]
        report[name] = {
            "total": len(ids),
            "covered": {rule: sorted(covered[rule]) for rule in ids if rule in covered},
            "proved": {rule: proved[rule] for rule in ids if rule in proved and rule not in arose},
        }
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=1), encoding="utf-8")
