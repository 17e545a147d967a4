"""A stranger's first hour: a new game is made, installed, tested and played without a change to this project.

``make new-game`` runs it. In a fresh environment: ``tafelrunde new-game``, ``pip install``, the game's own tests, bots against
each other and a person in the terminal, PettingZoo's ``api_test``, and a whole game in Chromium at desktop and phone size.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAME = "river_city"
ZOO = f"""
from pettingzoo.test import api_test
from tafelrunde.research.pettingzoo import env
api_test(env("{NAME}", players=2), num_cycles=200)
"""


def step(title: str, command: Sequence[str], folder: Path, given: str = "", env: dict[str, str] | None = None) -> None:
    """Run a command; what it said is shown if it fails."""
    begun = time.monotonic()
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=folder, input=given, text=True, capture_output=True, env={**clean, **(env or {})}, check=False
    )
    print(f"{'ok' if done.returncode == 0 else 'FAILED':6} {title} ({time.monotonic() - begun:.0f} s)", flush=True)
    if done.returncode:
        sys.exit(f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        python = str(folder / "venv" / "bin" / "python")
        tafelrunde = str(folder / "venv" / "bin" / "tafelrunde")
        package, pip = folder / NAME, [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        constraints = ["--constraint", str(ROOT / "constraints.txt")]
        step(
            "pip install tafelrunde", [*pip, *constraints, f"{ROOT}[server,testing]", "pettingzoo", "gymnasium", "numpy"], folder
        )
        step("tafelrunde new-game", [tafelrunde, "new-game", NAME, str(folder)], folder)
        step("pip install", [*pip, *constraints, str(package)], folder)
        step("its tests", [python, "-m", "pytest", "-q", "tests", "--write-golden"], package)
        step("bots", [tafelrunde, "watch", NAME, "--bots", "greedy,random", "--seed", "1"], folder)
        step("the terminal", [tafelrunde, "play", NAME, "--players", "2", "--bots", "greedy"], folder, "1\n" * 200)
        step("PettingZoo api_test", [python, "-c", ZOO], folder)
        browser = {"TAFELRUNDE_PYTHON": python, "TAFELRUNDE_GAME": NAME, "TAFELRUNDE_INSTALLED": "1"}
        step(
            "Chromium, desktop and phone",
            ["npx", "playwright", "test", "--workers=1", "third_party.spec.ts"],
            ROOT / "web",
            "",
            browser,
        )


if __name__ == "__main__":
    main()
