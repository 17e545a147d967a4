"""CONTRIBUTING's steps for adding a card, carried out literally on a copy of the package, one function for each game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tafelrunde

SOURCE = Path(tafelrunde.__file__).parent
LANGUAGES = ("en", "de", "ru")
CHECKS = """
import sys
from pathlib import Path
import tafelrunde
from tafelrunde.core import scenario
name, kind, slug, path, *names = sys.argv[1:]
game = tafelrunde.load(name)
for lang, wanted in zip(("en", "de", "ru"), names, strict=True):
    sheet = game.sheets(lang)[kind][slug]
    assert sheet["name"] == wanted, sheet["name"]
    assert len(sheet["text"]) > 10 and "{" not in sheet["text"]
scenario.parse(Path(path).read_text(encoding="utf-8"), tafelrunde.load).run()
for players in game.players:
    state = game.new(players, 1)
    while not state.over:
        seat = state.to_act[0]
        state.play(seat, state.legal(seat)[-1])
print("played")
"""


class Workspace:
    """A copy of the package in which somebody follows the instructions."""

    def __init__(self, folder: Path, game: str) -> None:
        shutil.copytree(SOURCE, folder / "tafelrunde", ignore=shutil.ignore_patterns("__pycache__", "static"))
        self.root, self.game = folder, game
        self.folder = folder / "tafelrunde" / "games" / game
        self.components = self.folder / "data" / "components.toml"

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.root)}
        return subprocess.run([sys.executable, *command], capture_output=True, text=True, env=environment, cwd=self.root)

    def append(self, record: str) -> None:
        """Step 1: append a record, marked as our own."""
        self.components.write_text(f"{self.components.read_text(encoding='utf-8')}\n{record}", encoding="utf-8")

    def check(self) -> subprocess.CompletedProcess[str]:
        """Step 2."""
        start = "import sys; from tafelrunde.cli.main import main; sys.exit(main(sys.argv[1:]))"
        return self.run("-c", start, "components", self.game, "--check", str(self.components))

    def name(self, slug: str, *names: str) -> None:
        """Step 3: the name of the card in the three catalogues."""
        for lang, name in zip(LANGUAGES, names, strict=True):
            path = self.folder / "content" / "messages" / f"{lang}.toml"
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("[names]\n", f'[names]\n{slug} = "{name}"\n', 1), encoding="utf-8")

    def scenario(self, text: str) -> Path:
        """Step 4."""
        path = self.folder / "content" / "scenarios" / "added.toml"
        path.write_text(text, encoding="utf-8")
        return path

    def follow(self, kind: str, slug: str, record: str, names: tuple[str, str, str], scenario: str) -> None:
        """All steps; at the end the card has its names and a text, its scenario holds, and whole games can be played."""
        self.append(record)
        checked = self.check()
        assert checked.returncode == 0, checked.stdout + checked.stderr
        self.name(slug, *names)
        path = self.scenario(scenario)
        played = self.run("-c", CHECKS, self.game, kind, slug, str(path), *names)
        assert played.stdout.strip() == "played", played.stderr


NEW_ANGELES_ASSET = """
[[assets]]
id = "second_broker"
timing = "end_of_turn"
effect = [{ op = "steal_capital", any = 2, richest = 3 }, { op = "give_self" }]
source = "house"
"""
NEW_ANGELES_SCENARIO = """
title = "The second broker robs the richest player and is handed on"
game = "new_angeles"
players = 4
seed = 1
options = { corporations = "fixed" }
rules = ["NA-R.41"]
at = { step = "end_of_turn", active = 0 }
[given]
"seats.0.assets" = ["second_broker"]
"seats.0.capital" = 5
"seats.1.capital" = 20
"seats.2.capital" = 5
"seats.3.capital" = 5
[[then]]
play = "0 use second_broker"
[[then]]
play = "0 name 1"
[[then]]
play = "0 name 2"
[[then]]
expect = { "seats.0.capital" = 8, "seats.1.capital" = 17, "seats.2.assets" = ["second_broker"] }
"""


def test_new_angeles(tmp_path: Path) -> None:
    """An asset whose operations other assets have already."""
    workspace = Workspace(tmp_path, "new_angeles")
    names = ("Second Broker", "Zweiter Makler", "Второй брокер")
    workspace.follow("assets", "second_broker", NEW_ANGELES_ASSET, names, NEW_ANGELES_SCENARIO)


@pytest.mark.parametrize("wrong", ['op = "steel_capital"', 'op = "return_counteroffer"'])
def test_new_angeles_names_what_is_wrong(tmp_path: Path, wrong: str) -> None:
    workspace = Workspace(tmp_path, "new_angeles")
    workspace.append(NEW_ANGELES_ASSET.replace('op = "steal_capital"', wrong))
    checked = workspace.check()
    assert checked.returncode
    assert "assets[34].effect[0]" in checked.stdout + checked.stderr
