"""Bots of other packages: by ``module:Class`` and by the name of an entry point."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafelrunde.bots import make
from tafelrunde.bots.base import Bot, kind_of
from tafelrunde.core.errors import BadInput
from tests.test_plugins import ROOT, install, run

EXAMPLE = "examples.cautious_bot:CautiousBot"


@pytest.fixture(autouse=True)
def _examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    kind_of.cache_clear()


def test_a_class_is_a_spec() -> None:
    bot = make(EXAMPLE, seed=1)
    assert isinstance(bot, Bot)
    assert bot.spec == EXAMPLE


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("nowhere:Bot", "There is no bot"),
        ("examples.nowhere:Bot", "No module named 'examples.nowhere'"),
        ("examples.cautious_bot:Missing", "Missing"),
        ("pathlib:Path", "not a class derived from tafelrunde.bots.Bot"),
        ("../bot:Bot", "There is no bot"),
        ("mcts:0", "There is no bot"),
    ],
)
def test_a_wrong_spec_is_refused_with_the_reason(spec: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        make(spec, seed=1)


def test_the_arena_takes_the_example(tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "tafelrunde.cli.main", "arena", "rise", "--bots", f"{EXAMPLE},random", "--games", "4")
    assert done.returncode == 0, done.stderr
    assert EXAMPLE in done.stdout


def test_an_installed_bot_has_a_name(tmp_path: Path) -> None:
    install(tmp_path, "patient", "from examples.cautious_bot import CautiousBot", "patient = patient:CautiousBot", "bots")
    games = ("simulate", "rise", "--games", "2", "--bots", "patient,random", "--workers", "1", "--out", "games.jsonl")
    done = run(tmp_path, "-m", "tafelrunde.cli.main", *games)
    assert done.returncode == 0, done.stderr
    unknown = run(tmp_path, "-m", "tafelrunde.cli.main", "arena", "rise", "--bots", "patent,random", "--games", "2")
    assert unknown.returncode == 2
    assert "patient" in unknown.stderr
