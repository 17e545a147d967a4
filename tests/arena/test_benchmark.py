"""``tafelrunde benchmark``: repeatable, resumable, and every published figure follows from its file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tafelrunde.arena import benchmark
from tafelrunde.arena.benchmark import Job, Played, Results, Setting, jobs
from tafelrunde.arena.benchmark_table import complete, figures
from tafelrunde.arena.figures import wilson
from tafelrunde.arena.plan import Plan, Row, play_job
from tafelrunde.bots.base import check
from tafelrunde.bots.levels import LEVELS, level
from tafelrunde.cli.main import main
from tests.arena.benchmark_page import DOCS, page

SMALL = ["benchmark", "fifty_first_state", "--bots", "random,easy,mcts:8sims", "--deals", "1"]


def run(out: Path, *more: str) -> list[Played]:
    """The games of a small run, without the time that they took."""
    assert main([*SMALL, *more, "--out", str(out)]) == 0
    return [game._replace(seconds=0.0) for game in Results(out).games]


def test_two_runs_give_the_same_games(tmp_path: Path) -> None:
    first = run(tmp_path / "a.json")
    assert len(first) == 6
    assert run(tmp_path / "b.json", "--workers", "2") == first
    assert "| `mcts:8sims` | 2 |" in (tmp_path / "b.md").read_text(encoding="utf-8")


def test_nothing_in_the_protocol_depends_on_a_clock() -> None:
    for bot in benchmark.BOTS:
        check(bot)
        assert not bot.startswith("mcts:")
        assert bot in ("random", "greedy") or level(bot, {}).budget.seconds is None, bot
    for name in LEVELS:
        timed, untimed = level(name, {}), level(f"{name}:untimed", {})
        assert untimed == timed._replace(budget=timed.budget._replace(seconds=None))


def test_a_run_that_was_stopped_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, whole, left = tmp_path / "a.json", run(tmp_path / "whole.json"), [4]
    real = benchmark.play

    def until_stopped(job: Job) -> Played:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        return real(job)

    monkeypatch.setattr(benchmark, "play", until_stopped)
    assert main([*SMALL, "--out", str(out)]) == 1
    assert "Stopped after 4 of 6 games." in capsys.readouterr().err
    left[0] = 2
    assert run(out) == whole
    assert "already contains 4 games" in capsys.readouterr().err


def test_the_settings_of_the_protocol() -> None:
    """Whoever changes them raises the version of the protocol."""
    settings = [("fifty_first_state", 2), ("new_angeles", 4), ("rise", 2), ("twentieth_century", 3)]
    assert (benchmark.PROTOCOL, list(benchmark.settings())) == (1, settings)


def test_every_deal_is_played_from_every_seat() -> None:
    found = list(jobs([Setting("rise", 3)], ["random", "greedy"], 4))
    assert [job.seat for job in found if job.bot == "random"] == [0, 1, 2] * 4
    assert [(job.deal, job.seat) for job in found if job.bot == "greedy"] == [(0, 0), (1, 1), (2, 2), (3, 0)]


def test_figures_count_complete_deals_only() -> None:
    games = [
        Played("rise", 2, "easy", 0, 0, 1, 1.0, 50, 10, 2.0),
        Played("rise", 2, "easy", 0, 1, 0, 0.0, 40, -4, 4.0),
        Played("rise", 2, "easy", 1, 0, 1, 1.0, 99, 70, 9.0),
    ]
    assert complete(games) == games[:2]
    found = figures(games)
    assert found is not None
    assert (found.games, found.rate, found.share, found.margin, found.seconds) == (2, 0.5, 0.5, 3.0, 3.0)
    assert found.interval == wilson(1, 2)
    assert figures(games[2:]) is None


def test_a_game_is_measured_from_the_seat_of_the_bot() -> None:
    """Greedy against random at seat 1 of a real game: what stands in the file is what the game says about that seat."""
    game = benchmark.play(Job("fifty_first_state", 2, "random", 0, 1))
    row = play_job(Plan("fifty_first_state", 2, {}, (("greedy", "random"),), benchmark.FIRST_SEED), 0)[0]
    assert (game.score, game.margin) == (row.scores[1], row.scores[1] - row.scores[0])
    assert (game.won, game.share) == (int(1 in row.winners), float(row.winners == (1,)))
    shared = benchmark.measured(Job("rise", 3, "easy", 0, 2), Row(1, (7, 5, 9), (1, 2), 60, 50), 1.0)
    assert shared[5:9] == (1, 0.5, 9, 2)
    assert benchmark.measured(Job("rise", 3, "easy", 0, 0), Row(1, (7, 5, 9), (1, 2), 60, 50), 1.0)[5:9] == (0, 0.0, 7, -2)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"protocol": 0}, "(protocol)"),
        ({"version": "0"}, "(version)"),
        ({"components": {"fifty_first_state": "0"}}, "(components fifty_first_state)"),
        ({"games": [[1]]}, "is not a file that"),
        ({"games": None}, "is not a file that"),
    ],
)
def test_a_file_of_something_else_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, object], reason: str
) -> None:
    out = tmp_path / "a.json"
    Results(out).write()
    out.write_text(json.dumps(json.loads(out.read_text(encoding="utf-8")) | change), encoding="utf-8")
    before = out.read_text(encoding="utf-8")
    assert main([*SMALL, "--out", str(out)]) == 2
    err = capsys.readouterr().err
    assert reason in err
    assert err.count("\n") == 1
    assert out.read_text(encoding="utf-8") == before


def test_the_page_follows_from_the_published_games() -> None:
    assert (DOCS / "benchmark.md").read_text(encoding="utf-8") == page(Results(DOCS / "benchmark.json")), "make benchmark"
