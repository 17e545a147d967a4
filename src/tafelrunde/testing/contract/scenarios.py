"""Every scenario of a game is run; a rule it names counts as covered where it really arises."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafelrunde.core.scenario import parse
from tafelrunde.testing.games import game


@pytest.mark.every_scenario
def test_scenario(name: str, path: Path, request: pytest.FixtureRequest) -> None:
    scenario = parse(path.read_text(encoding="utf-8"), lambda *_: game(name))
    request.node.add_marker(pytest.mark.rules(*scenario.rules))
    assert scenario.rules, "a scenario names the rules it proves"
    assert scenario.then, "a scenario has steps"
    scenario.run()
