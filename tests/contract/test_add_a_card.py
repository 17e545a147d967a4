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


RISE_ACTION_CARD = """
[[action_cards]]
id = "e1-23"
epoch = 1
upper = { effects = [{ op = "coins", n = 2 }] }
lower = { cost_coins = 1, effects = [{ op = "choice", options = [[{ op = "vp", n = 3 }], [{ op = "joker", n = 1 }]] }] }
source = "house"
"""
RISE_SCENARIO = """
title = "The added action card gives three points for a coin"
game = "rise"
players = 2
seed = 1
rules = ["RISE-T.21"]
at = { step = "action", round = 1, active = 0 }
[given]
"seats.0.coins" = 3
"seats.0.points" = 10
"board.actions" = ["e1-23", "e1-01", "e1-02", "e1-03"]
[[then]]
play = "0 lower"
[[then]]
play = "0 choose 1"
[[then]]
expect = { "seats.0.coins" = 2, "seats.0.points" = 13 }
"""
RISE_EVENT = """
[[event_cards]]
id = "dividend"
count = 2
effects = [{ op = "if_happiest", gain = [{ op = "coins", n = 2 }] }]
source = "house"
"""
RISE_EVENT_SCENARIO = """
title = "The added event pays the happiest population"
game = "rise"
players = 2
seed = 1
rules = ["RISE-D.10"]
at = { step = "event", round = 1, active = 0, card = 1 }
[given]
"seats.0.coins" = 1
"seats.0.tracks.satisfaction" = "2"
"seats.1.coins" = 1
"board.events" = ["dividend", "elections", "festival"]
[[then]]
play = "0 upper"
[[then]]
expect = { "seats.0.coins" = 3, "seats.1.coins" = 1 }
"""


def test_rise_action_card(tmp_path: Path) -> None:
    """Action cards are called by their numbers."""
    workspace = Workspace(tmp_path, "rise")
    workspace.follow("action_cards", "e1-23", RISE_ACTION_CARD, ("e1-23", "e1-23", "e1-23"), RISE_SCENARIO)


def test_rise_event(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, "rise")
    workspace.follow("event_cards", "dividend", RISE_EVENT, ("Dividend", "Dividende", "Дивиденды"), RISE_EVENT_SCENARIO)


def test_rise_names_what_is_wrong(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, "rise")
    workspace.append(RISE_ACTION_CARD.replace('op = "joker"', 'op = "jester"'))
    checked = workspace.check()
    assert checked.returncode
    assert "action_cards[66].lower.effects[0].options[1][0].op" in checked.stdout + checked.stderr


TWENTIETH_CENTURY_TECHNOLOGY = """
  { id = "T31", stack = "V", source = "house", eco = {}, repeat = { op = "quality_of_life", coins = 1, prosperity = 4 } },
]
"""
TWENTIETH_CENTURY_SCENARIO = """
title = "Broadcasting gives prosperity for a coin"
game = "twentieth_century"
players = 3
seed = 1
rules = ["20C-8.C.9"]
at = { step = "administration", round = 5, active = 0 }
[given]
"seats.0.technologies" = { t31 = {}, t12 = {} }
"seats.0.coins" = 5
[[then]]
play = "0 improve t31"
[[then]]
expect = { "seats.0.coins" = 4, "seats.0.points" = 4 }
[[then]]
refuse = "0 improve t31"
rule = "20C-8.C.1"
"""


def test_twentieth_century(tmp_path: Path) -> None:
    """A technology whose uses others have already; technologies are the last list of the file."""
    workspace = Workspace(tmp_path, "twentieth_century")
    text = workspace.components.read_text(encoding="utf-8").rstrip().removesuffix("]")
    workspace.components.write_text(text, encoding="utf-8")
    names = ("Broadcasting", "Rundfunk", "Радиовещание")
    workspace.follow("technology", "t31", TWENTIETH_CENTURY_TECHNOLOGY, names, TWENTIETH_CENTURY_SCENARIO)
