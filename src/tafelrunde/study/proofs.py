"""The tests and scenarios that prove each rule: a small file in each game's folder, generated from the last full test run.

``python tools/proofs.py`` writes the files from ``build/rule-coverage.json``, so that an installed rulebook page can list its
proofs although the tests are not installed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from tafelrunde.library import game_class, load

FILE = "proofs.json"
_SCENARIO = re.compile(r"tests/test_scenarios\.py::test_scenario\[\w+/(?P<name>.+)\]\Z")


class Proof(NamedTuple):
    """The proofs of a rule: scenarios by name, tests by file and function, and the reason if a test only claims it."""

    scenarios: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    because: str = ""


@cache
def proofs(game: str) -> Mapping[str, Proof]:
    """Every proved rule of a game with its proofs."""
    path = game_class(game).content("rules") / FILE
    if not path.is_file():  # a game under development
        return {}
    text = path.read_text(encoding="utf-8")
    return {
        rule: Proof(tuple(p.get("scenarios", ())), tuple(p.get("tests", ())), p.get("because", ""))
        for rule, p in json.loads(text).items()
    }


def from_coverage(report: Mapping[str, Any], game: str) -> dict[str, Any]:
    """The contents of a game's file, generated from the report of a test run."""
    found: dict[str, Any] = {}
    part = report[game]
    for rule in load(game).rules.checked():
        entry: dict[str, Any] = {"scenarios": [], "tests": []}
        for node in part["covered"].get(rule.id, ()):
            match = _SCENARIO.match(node)
            kind, name = ("scenarios", match["name"]) if match else ("tests", node.partition("[")[0])
            if name not in entry[kind]:
                entry[kind].append(name)
        if rule.id in part["proved"]:
            entry["because"] = part["proved"][rule.id]
        if entry["scenarios"] or entry["tests"]:
            found[rule.id] = {key: value for key, value in entry.items() if value}
    return found


def dump(contents: Mapping[str, Any]) -> str:
    """Write one rule per line, so that changes are readable in a diff."""
    lines = (f"{json.dumps(rule)}: {json.dumps(entry, ensure_ascii=False)}" for rule, entry in contents.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
