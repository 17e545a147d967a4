"""Games of other packages: usable ones appear everywhere, broken ones are reported and disturb nobody.

Each test writes packages with real metadata into a folder and starts a Python process that finds them there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
GOOD = "from tests.kontor.game import Kontor\n\nclass Mine(Kontor):\n    id = 'mine'\n"


def install(folder: Path, package: str, source: str, entry: str, kind: str = "games") -> None:
    """Write a package and its metadata as an installer would."""
    (folder / f"{package}.py").write_text(source)
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[tafelrunde.{kind}]\n{entry}\n")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), str(ROOT / "src"), str(ROOT)])
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
    )


def python(folder: Path, code: str) -> str:
    done = run(folder, "-c", f"import tafelrunde\n{code}")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_game_of_another_package_is_listed_and_played(tmp_path: Path) -> None:
    install(tmp_path, "mine", GOOD, "mine = mine:Mine")
    assert "'mine'" in python(tmp_path, "print(tafelrunde.games())")
    assert python(tmp_path, "print(tafelrunde.load('mine').new(3, 1).to_act)") == "(0, 1, 2)"
    done = run(tmp_path, "-m", "tafelrunde.cli.main", "games")
    assert done.returncode == 0, done.stderr
    assert "\nmine " in done.stdout


def reported(folder: Path, game: str) -> str:
    """The report about a plugin by ``tafelrunde games``, which lists the other games all the same."""
    done = run(folder, "-m", "tafelrunde.cli.main", "games")
    assert done.returncode == 0, done.stderr
    assert "\nrise " in done.stdout
    lines = " ".join(done.stdout.split())
    assert f"Not available: {game} from the package" in lines
    return lines.partition("Not available: ")[2]


def test_a_package_that_fails_on_import_is_reported_with_the_reason(tmp_path: Path) -> None:
    install(tmp_path, "broken", "raise RuntimeError('no such file: board.png')", "broken = broken:Game")
    assert "RuntimeError: no such file: board.png" in reported(tmp_path, "broken")
    done = run(tmp_path, "-c", "import tafelrunde\ntafelrunde.load('broken')")
    assert "BadInput" in done.stderr
    assert "no such file: board.png" in done.stderr


def test_a_package_for_another_engine_is_reported(tmp_path: Path) -> None:
    install(tmp_path, "mine", GOOD + "    engine = 99\n", "mine = mine:Mine")
    assert "written for engine 99" in reported(tmp_path, "mine")
    assert "mine" not in python(tmp_path, "print(tafelrunde.games())")


def test_what_is_no_game_is_reported(tmp_path: Path) -> None:
    install(tmp_path, "mine", "Mine = 3", "mine = mine:Mine")
    assert "not a class derived from tafelrunde.core.game.Game" in reported(tmp_path, "mine")


def test_an_entry_point_must_be_called_as_its_game(tmp_path: Path) -> None:
    install(tmp_path, "mine", GOOD, "other = mine:Mine")
    assert "they must be equal" in reported(tmp_path, "other")


def test_two_packages_with_the_same_id_are_both_left_out(tmp_path: Path) -> None:
    install(tmp_path, "mine", GOOD, "mine = mine:Mine")
    install(tmp_path, "twin", GOOD, "mine = twin:Mine")
    assert "mine, twin: these packages use the same id" in reported(tmp_path, "mine")
    assert "mine" not in python(tmp_path, "print(tafelrunde.games())")


def test_nobody_replaces_a_game_of_this_package(tmp_path: Path) -> None:
    install(tmp_path, "mine", GOOD.replace("'mine'", "'rise'"), "rise = mine:Mine")
    assert "has a game with this id" in reported(tmp_path, "rise")
    assert python(tmp_path, "print(tafelrunde.load('rise').title)") == "RISE"
