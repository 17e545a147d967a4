"""``tafelrunde simulate``: the same games on any number of processes, nothing half-written, nothing lost."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tafelrunde
from tafelrunde.arena.figures import share, wilson
from tafelrunde.arena.plan import Row
from tafelrunde.arena.store import COURSE, GAMES
from tafelrunde.bots.runner import make_bots, play_game
from tafelrunde.cli.main import main

SOURCE = Path(__file__).parents[2] / "src"
PROGRAM = [sys.executable, "-m", "tafelrunde.cli.main", "simulate", "rise"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE)}


def tables(out: str) -> list[str]:
    """What is printed below the line with the time in it."""
    return out.split("\n\n", 1)[1].splitlines()


def test_the_number_of_workers_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for workers in "1", "2", "3":
        assert main(["simulate", "rise", "--games", "7", "--bots", "random", "--players", "3", "--workers", workers]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        assert out.startswith("rise, 3 players: 7 games, seeds 1 to 7, ")
        said.append(tables(out))
    assert said[0] == said[1] == said[2]


def test_the_figures_are_those_of_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    game = tafelrunde.load("rise")
    played = [play_game(game, make_bots(["random", "random"], seed), 2, seed) for seed in range(10, 16)]
    assert main(["simulate", "rise", "--games", "6", "--bots", "random", "--seed", "10"]) == 0
    out = capsys.readouterr().out
    assert f"{sum(outcome.decisions for outcome in played)} decisions" in out
    for seat in (0, 1):
        mean = sum(outcome.state.scores[seat] for outcome in played) / 6
        won = sum((seat in o.state.winners) / len(o.state.winners) for o in played if o.state.winners)
        cells = tables(out)[1 + seat].split()
        assert cells[:5] == [str(seat), "random", f"{mean:.2f}", f"{100 * won / 6:.1f}", "%"]


def test_bots_fill_the_seats_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "rise", "--games", "1", "--bots", "greedy,random", "--players", "3"]) == 0
    assert [line.split()[1] for line in tables(capsys.readouterr().out)[1:4]] == ["greedy", "random", "greedy"]


def test_options_and_components_are_played_with(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["simulate", "rise", "--games", "4", "--bots", "random"])
    plain = tables(capsys.readouterr().out)
    main(["simulate", "rise", "--games", "4", "--bots", "random", "--option", "sides=BBBBBBBBBB"])
    assert tables(capsys.readouterr().out) != plain
    own = tmp_path / "own.toml"
    components = tafelrunde.load("rise").components
    points = components.data["setup"]["start_vp"]
    own.write_text(components.text.replace(f"start_vp = {points}", f"start_vp = {points + 10}", 1), encoding="utf-8")
    assert main(["simulate", "rise", "--games", "4", "--bots", "random", "--components", str(own), "--workers", "2"]) == 0
    assert tables(capsys.readouterr().out) != plain


def test_parquet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    parquet = importlib.import_module("pyarrow.parquet")
    out = tmp_path / "games.parquet"
    big = 2**70
    assert main(["simulate", "rise", "--games", "3", "--bots", "random", "--seed", str(big), "--out", str(out)]) == 0
    table = parquet.read_table(out)
    assert table.column_names == [*GAMES, *COURSE]
    rows = table.to_pylist()
    assert [int(row["seed"]) for row in rows] == [big, big + 1, big + 2]
    state, decisions, choices = play_game(tafelrunde.load("rise"), make_bots(["random", "random"], big), 2, big)
    assert rows[0]["scores"] == state.scores
    assert rows[0]["winners"] == list(state.winners)
    assert (rows[0]["plies"], rows[0]["decisions"], rows[0]["choices"]) == (state.ply, decisions, choices)
    assert json.loads(rows[0]["options"]) == dict(state.options)
    assert rows[0]["bots"] == ["random", "random"]
    assert table.schema.metadata[b"components"] == tafelrunde.load("rise").components.hash.encode()
    assert os.listdir(tmp_path) == ["games.parquet"], "no temporary file stays"


def test_without_pyarrow(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["simulate", "rise", "--games", "1", "--bots", "random", "--out", str(tmp_path / "x.parquet")]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "--out: Parquet needs pyarrow: pip install 'tafelrunde[lab]'.\n")
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(os.name != "posix", reason="sets a limit on the size of files")
def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    """Writing really fails here: the program may write no more than a few bytes into any file."""
    out = tmp_path / "games.parquet"
    words = ["simulate", "rise", "--bots", "random", "--out", str(out), "--games"]
    assert main([*words, "1"]) == 0
    old = out.read_bytes()
    limit = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))"
    code = f"{limit}; from tafelrunde.cli.main import main; sys.exit(main())"
    environment = {**ENVIRONMENT, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code, *words, "2"], capture_output=True, text=True, env=environment, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "\n--out: " in done.stderr
    assert done.stderr.count("\n") == 2
    assert out.read_bytes() == old
    assert os.listdir(tmp_path) == ["games.parquet"]


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["chess", "--games", "1", "--bots", "random"], "game: There is no game 'chess'"),
        (["rise", "--bots", "random"], "tafelrunde simulate: The following arguments are required: --games"),
        (["rise", "--games", "1"], "tafelrunde simulate: The following arguments are required: --bots"),
        (["rise", "--games", "many", "--bots", "random"], "Argument --games: 'many'"),
        (["rise", "--games", "0", "--bots", "random"], "Argument --games: '0'"),
        (["rise", "--games", "1", "--bots", "random", "--seed", "-1"], "--seed"),
        (["rise", "--games", "1", "--bots", "random", "--workers", "0"], "Argument --workers: '0'"),
        (["rise", "--games", "1", "--bots", "alphazero"], "bots: There is no bot 'alphazero'"),
        (["rise", "--games", "1", "--bots", "random,"], "bots: There is no bot ''"),
        (["rise", "--games", "1", "--bots", "mcts:0"], "bots: There is no bot 'mcts:0'"),
        (["rise", "--games", "1", "--bots", "random", "--players", "9"], "players: RISE is for"),
        (["rise", "--games", "1", "--bots", "random,random,random", "--players", "2"], "--bots: 3 bots"),
        (["rise", "--games", "1", "--bots", "random", "--option", "sides"], "--option: An option is written"),
        (["rise", "--games", "1", "--bots", "random", "--option", "a=1", "--option", "a=2"], "--option: The option 'a'"),
        (["rise", "--games", "1", "--bots", "random", "--option", "sides=AB"], "option sides: "),
        (["rise", "--games", "1", "--bots", "random", "--option", "colour=red"], "option colour: "),
        (["rise", "--games", "1", "--bots", "random", "--components", "missing.toml"], "missing.toml: The file cannot"),
        (["rise", "--games", "1", "--bots", "random", "--out", "missing/x.parquet"], "--out: The folder missing"),
        (["rise", "--games", "1", "--bots", "random", "--out", "."], "--out: . is a folder"),
    ],
)
def test_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert place in err
    assert err.count("\n") == 1
    assert os.listdir(tmp_path) == []


def _hears_ctrl_c() -> None:
    """A shell that runs the tests in the background lets them ignore the signal; the program under test must not inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a group of processes")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, workers: str) -> None:
    parquet = importlib.import_module("pyarrow.parquet")
    out = tmp_path / "games.parquet"
    command = [*PROGRAM, "--games", "1000000", "--bots", "random", "--workers", workers, "--out", str(out)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
        preexec_fn=_hears_ctrl_c,
    ) as program:
        time.sleep(3)
        os.killpg(program.pid, signal.SIGINT)
        said, complained = program.communicate(timeout=60)
    assert program.returncode == 1
    assert "Traceback" not in complained
    assert complained.startswith("Stopped after ")
    rows = parquet.read_table(out).to_pylist()
    assert rows
    assert f"{len(rows)} games, seeds 1 to {len(rows)}, " in said
    assert [int(row["seed"]) for row in rows] == list(range(1, len(rows) + 1))
    assert os.listdir(tmp_path) == ["games.parquet"]


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of its own")
def test_a_terminal_sees_a_bar() -> None:
    ours, theirs = os.openpty()
    done = subprocess.run(
        [*PROGRAM, "--games", "20", "--bots", "random"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=ENVIRONMENT,
        timeout=60,
        check=True,
    )
    os.close(theirs)
    assert b"/20" in os.read(ours, 100_000)
    os.close(ours)
    assert b"20 games" in done.stdout
    assert b"\x1b" not in done.stdout


def test_wilson_against_known_values() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_a_shared_victory_is_divided() -> None:
    row = Row(1, (5, 5, 2), (0, 1), 9, 9)
    assert [share(row, seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    assert share(row._replace(winners=()), 0) == 0.0
