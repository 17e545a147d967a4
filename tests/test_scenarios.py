"""Every scenario file of every game is run; a rule it names counts as covered where it really arises."""

from __future__ import annotations

from pathlib import Path

import pytest

import tafelrunde

FOLDER = Path(tafelrunde.__file__).parent / "games"
FILES = sorted(FOLDER.glob("*/content/scenarios/**/*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).with_suffix("").as_posix())
def test_scenario(path: Path, request: pytest.FixtureRequest) -> None:
    scenario = tafelrunde.load_scenario(path.read_text(encoding="utf-8"))
    request.node.add_marker(pytest.mark.rules(*scenario.rules))
    assert scenario.rules, "a scenario names the rules it proves"
    assert scenario.then, "a scenario has steps"
    scenario.run()
