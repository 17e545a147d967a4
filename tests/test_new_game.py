"""``tafelrunde new-game``: what it makes is a game at once; names that are taken or invalid are refused.

``make new-game`` does the same as a stranger would: with pip in a fresh environment, in the terminal and in a browser.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tafelrunde import BadInput
from tafelrunde.cli.main import main
from tafelrunde.new_game import create

ROOT = Path(__file__).parents[1]


def run(folder: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A program that finds the package as if it were installed."""
    path = os.pathsep.join([str(folder), str(ROOT / "src")])
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new game with the metadata that pip would write."""
    folder = tmp_path_factory.mktemp("games")
    assert main(["new-game", "river_city", str(folder)]) == 0
    package = folder / "river_city"
    metadata = package / "river_city-0.1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: river_city\nVersion: 0.1\n")
    (metadata / "entry_points.txt").write_text("[tafelrunde.games]\nriver_city = river_city.game:RiverCity\n")
    return package


def test_it_passes_the_whole_suite(made: Path) -> None:
    done = run(made, "-m", "pytest", "-q", "-p", "tafelrunde.testing.plugin", "tests", "--write-golden")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    assert "skipped" not in done.stdout
    assert (made / "tests" / "golden" / "river_city" / "2_players.tafel").is_file()


def test_it_is_played_by_bots_and_in_the_terminal(made: Path) -> None:
    done = run(made, "-m", "tafelrunde.cli.main", "watch", "river_city", "--bots", "greedy,random", "--seed", "1")
    assert done.returncode == 0, done.stderr
    done = run(made, "-m", "tafelrunde.cli.main", "play", "river_city", "--players", "2", "--bots", "greedy", stdin="1\n" * 200)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-2000:]


def test_no_name_of_the_template_is_left(made: Path) -> None:
    files = [path for path in made.rglob("*") if path.is_file() and path.suffix in (".py", ".toml", ".md")]
    assert len(files) > 12
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not any(word in text or word in path.name for word in ("my_game", "MyGame", "My Game", "MG-")), path


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("rise", "a game 'rise' already"), ("class", "word of Python"), ("match", "word of Python"), ("json", "Python module"),
        ("pytest", "Python module"), ("tests", "Python module"), ("My_Game", "no id"), ("2048", "no id"), ("a-b", "no id"),
        ("a__b", "no id"), ("_a", "no id"), ("", "no id"), ("../a", "no id"), ("a" * 41, "no id"), ("ä", "no id"),
    ],
)  # fmt: skip
def test_names_that_are_taken_or_invalid_are_refused(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        create(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    create("river_city", tmp_path)
    with pytest.raises(BadInput, match="exists already"):
        create("river_city", tmp_path)
    with pytest.raises(BadInput, match="no folder"):
        create("river_city", tmp_path / "nowhere")
