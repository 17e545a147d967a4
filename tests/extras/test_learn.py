"""The example agent learns, sees only its view, is kept and read again, and plays in the arena; the notebook runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

import tafelrunde
from tafelrunde.bots.runner import choose
from tafelrunde.cli.main import main
from tafelrunde.research import learn
from tafelrunde.research.learn import HELD_OUT, Policy, Trainer, evaluate, imitate, read, save

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def policy() -> Policy:
    """A policy that has watched a few games."""
    torch.manual_seed(1)
    made = Policy("rise", 2)
    losses = imitate(made, "greedy", 12, epochs=10)
    assert losses[-1] < 0.8 * losses[0]
    return made


def test_it_beats_random_and_is_the_same_after_reading(policy: Policy, tmp_path: Path) -> None:
    save(policy, tmp_path / "policy.pt")
    again = read(tmp_path / "policy.pt")
    first, second = evaluate(policy, 8, ("random",)), evaluate(again, 8, ("random",))
    assert first == second
    assert first.won >= 0.75


def test_held_out_deals_are_not_trained_on(policy: Policy) -> None:
    """Training, imitation and evaluation use seeds of their own."""
    trained: list[int] = []

    class Watched(learn.Table):
        def __init__(self, game: Any, players: int, seed: int, opponents: tuple[str, ...]) -> None:
            super().__init__(game, players, seed, opponents)
            trained.append(self.state.seed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learn, "Table", Watched)
        Trainer(policy, ("random",)).step(4, epochs=1)
        assert max(trained) < HELD_OUT
        trained.clear()
        evaluate(policy, 4, ("random",))
        assert trained == [HELD_OUT, HELD_OUT, HELD_OUT + 1, HELD_OUT + 1]


def test_a_step_changes_the_policy_towards_what_won() -> None:
    """A one-game world: rewarded actions become likelier."""
    torch.manual_seed(2)
    policy = Policy("rise", 2)
    before = [parameter.detach().clone() for parameter in policy.parameters()]
    with Trainer(policy, ("random",)) as trainer:
        outcome = trainer.step(4)
    assert outcome.games == 4
    assert any((a != b).any() for a, b in zip(before, policy.parameters(), strict=True))


def test_the_bot_sees_only_its_view_and_plays_in_the_arena(
    policy: Policy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save(policy, tmp_path / "policy.pt")
    monkeypatch.setenv("TAFELRUNDE_MODEL", str(tmp_path / "policy.pt"))
    state = tafelrunde.load("rise").new(2, 3)
    seat = state.to_act[0]
    bot = learn.TrainedBot("trained", 1)
    assert choose(state, seat, bot) == choose(state.sample(seat, 9), seat, bot)
    assert main(["arena", "rise", "--bots", "tafelrunde.research.learn:TrainedBot,random", "--games", "2"]) == 0
    assert "TrainedBot" in capsys.readouterr().out
    assert main(["arena", "rise", "--bots", "tafelrunde.research.learn:TrainedBot,random", "--games", "2", "--players", "3"]) == 2


def test_another_layout_is_refused(policy: Policy, tmp_path: Path) -> None:
    policy.layout, kept = "0-another", policy.layout
    save(policy, tmp_path / "policy.pt")
    policy.layout = kept
    with pytest.raises(tafelrunde.BadInput, match="0-another"):
        read(tmp_path / "policy.pt")


def test_the_example_trains_evaluates_and_draws(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / "train_rise.py"), "--minutes", "0.05", "--out", str(tmp_path / "policy.pt")]
    small = ["--lessons", "3", "--games", "4", "--held-out", "4"]
    done = subprocess.run([*command, *small], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "test: won" in done.stdout
    assert (tmp_path / "rise_curve.csv").read_text(encoding="utf-8").startswith("minutes,games,")
    read(tmp_path / "policy.pt")


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell in order, as a notebook would run them, with a small budget."""
    small = {"MINUTES": "0.02", "LESSONS": "3", "GAMES": "4", "HELD": "4", "OUT": str(tmp_path / "policy.pt")}
    for key, value in small.items():
        monkeypatch.setenv(key, value)
    notebook = json.loads((EXAMPLES / "train_rise.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "train_rise.ipynb", "exec"), names)
    assert (tmp_path / "policy.pt").exists()
    assert names["curve"]
