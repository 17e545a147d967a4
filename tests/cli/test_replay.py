"""``tafelrunde replay``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafelrunde.cli.main import main
from tests.cli.seats import recorded

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("played") / "g.tafel"
    assert main(["watch", "rise", "--bots", "random", "--players", "2", "--seed", "2", "--record", str(path)]) == 0
    return path.read_text()


@pytest.fixture
def game(record: str, tmp_path: Path, capsys: Capture) -> Path:
    capsys.readouterr()
    path = tmp_path / "g.tafel"
    path.write_text(record)
    return path


def test_the_last_position(game: Path, capsys: Capture) -> None:
    assert main(["replay", str(game)]) == 0
    out = capsys.readouterr().out
    found = recorded(game)
    assert f"after {len(found.history.line)} of {len(found.history.line)} moves" in out
    assert "Winner" in out
    assert all(f"{score:>4}  Player" in out for score in found.state.scores)


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
@pytest.mark.parametrize("ply", [0, 1, 30])
def test_a_position_as_a_seat_sees_it(ply: int, lang: str, game: Path, capsys: Capture) -> None:
    state = recorded(game).history.at(ply)
    seat = state.to_act[0]
    assert main(["replay", str(game), "--to", str(ply), "--as", str(seat), "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert f"[{state.decision(seat).rule}]" in out
    assert out.count("\n  - ") == len(state.legal(seat))


def test_a_spectator_gets_no_list_of_answers(game: Path, capsys: Capture) -> None:
    assert main(["replay", str(game), "--to", "3"]) == 0
    assert "\n  - " not in capsys.readouterr().out


def test_the_whole_log(game: Path, capsys: Capture) -> None:
    assert main(["replay", str(game), "--to", "3", "--log"]) == 0
    out = capsys.readouterr().out
    assert "[RISE-S.4]" in out
    assert out.count("places below card") == 2


def test_a_record_of_bots_that_do_not_exist_can_be_shown(game: Path, capsys: Capture) -> None:
    game.write_text(game.read_text().replace("bot:random", "bot:oracle"))
    assert main(["replay", str(game)]) == 0
    assert "Player 2 (oracle)" in capsys.readouterr().out


def test_bad_input(game: Path, capsys: Capture) -> None:
    broken = game.with_name("broken.tafel")
    broken.write_text(game.read_text().replace("moves\n", "moves\n0 dance\n"))
    for words, sentence in (
        ([str(game), "--to", "100000"], "there is no position after 100000"),
        ([str(game), "--as", "4"], "There is no seat 4; the seats are 0 to 1."),
        ([str(game.with_name("absent"))], "cannot be read"),
        ([str(broken)], "broken.tafel: line "),
    ):
        assert main(["replay", *words]) == 2
        captured = capsys.readouterr()
        assert sentence in captured.err
        assert len(captured.err.splitlines()) == 1
        assert captured.out == ""
