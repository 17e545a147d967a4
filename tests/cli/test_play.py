"""``tafelrunde play``, driven through its standard input like a script would."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tafelrunde
from tafelrunde.cli import keep
from tafelrunde.cli.main import main
from tests.cli.seats import any_answers, recorded, typed

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Every test plays in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "players", "bots", "sides", "over"),
    [
        ("en", 2, "greedy", "AAAAAAAAAA", "The game is over."),
        ("de", 3, "random,random", "BBBBBBBBBB", "Die Partie ist zu Ende."),
        ("ru", 4, "random", "ABABABABAB", "Игра окончена"),
        ("en", 2, "", "BABABABABA", "The game is over."),
    ],
)
def test_a_whole_game(
    lang: str, players: int, bots: str, sides: str, over: str, monkeypatch: Patch, capsys: Capture, folder: Path
) -> None:
    words = ["play", "rise", "--lang", lang, "--players", str(players), "--option", f"sides={sides}", "--no-preview"]
    words += ["--bots", bots] if bots else []
    code, out = typed(monkeypatch, capsys, any_answers(players, 9000), *words, "--record", "game.tafel")
    assert code == 0
    found = recorded(folder / "game.tafel")
    assert found.state.over
    assert found.state.options["sides"] == sides
    assert str(found.state.seed) in out
    assert "game.tafel" in out.splitlines()[-1]
    assert over.rstrip(".") in out
    assert all(len(line) <= 100 for line in out.splitlines())
    assert "{" not in out
    assert [name for name in found.names if name.startswith("bot:")] == [f"bot:{spec}" for spec in bots.split(",") if spec]


def test_previews_change_nothing(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    """The same answers with and without previews lead to the same record."""
    plain = list(any_answers(5, 25))
    words = ["play", "rise", "--bots", "random", "--seed", "9"]
    typed(monkeypatch, capsys, plain, *words, "--no-preview", "--record", "plain.tafel")
    moves = [str(move) for seat, move in recorded(folder / "plain.tafel").history.moves() if seat == 0]
    confirmed = [line for move in moves for line in (move, "")]
    typed(monkeypatch, capsys, confirmed, *words, "--record", "previewed.tafel")
    assert (folder / "previewed.tafel").read_text() == (folder / "plain.tafel").read_text()


def test_a_fresh_seed_each_time(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    for name in ("a", "b"):
        typed(monkeypatch, capsys, [], "play", "rise", "--record", f"{name}.tafel")
    assert recorded(folder / "a.tafel").state.seed != recorded(folder / "b.tafel").state.seed


# --- answers and previews ------------------------------------------------------------------------


def test_number_and_text_are_the_same_answer(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    for name, answer in (("n", "2"), ("t", "  Place   2 ")):
        typed(monkeypatch, capsys, [answer], "play", "rise", "--seed", "1", "--no-preview", "--record", f"{name}.tafel")
    assert (folder / "n.tafel").read_text() == (folder / "t.tafel").read_text()
    assert len(recorded(folder / "n.tafel").history.line) == 1


def test_preview_shows_the_chain_and_waits(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    _, out = typed(monkeypatch, capsys, ["2"], "play", "rise", "--seed", "1", "--record", "g.tafel")
    assert "this would follow:" in out
    assert "pays 1 coin." in out
    assert "decides: Choose an action card for your factory. [RISE-C.2]" in out
    assert not recorded(folder / "g.tafel").history.line


def test_another_answer_instead_of_enter(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    typed(monkeypatch, capsys, ["2", "3", ""], "play", "rise", "--seed", "1", "--record", "g.tafel")
    assert [str(move) for _, move in recorded(folder / "g.tafel").history.moves()] == ["place 3"]


def test_preview_stops_at_the_draw_and_shows_no_card(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    """Before the move that ends round 1 the preview names none of the cards that the display then shows."""
    lines: list[str] = []
    state = tafelrunde.load("rise").new(2, 3)
    history = []
    while True:
        seat = state.to_act[0]
        moves = [m for m in state.legal(seat) if m.verb != "exchange"]
        move = next((m for m in moves if m.verb == "pass"), moves[0])
        events = state.play(seat, move)
        history.append(str(move))
        if any(event.kind == "display" for event in events):
            break
    for text in history:
        lines += [text, ""]
    _, out = typed(monkeypatch, capsys, lines[:-1], "play", "rise", "--seed", "3")
    shown = out[out.rindex("this would follow:") :]
    drawn = next(event for event in events if event.kind == "display").data
    assert "The rest depends on chance" in shown
    assert not [card for card in drawn["actions"] if card in shown]
    assert "Action cards" not in shown


def test_what_a_preview_has_told_is_not_told_again(monkeypatch: Patch, capsys: Capture) -> None:
    _, out = typed(monkeypatch, capsys, ["2", ""], "play", "rise", "--seed", "1")
    assert out.count("pays 1 coin.") == 1


# --- commands ------------------------------------------------------------------------------------


def test_undo(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    words = ["play", "rise", "--seed", "1", "--no-preview"]
    _, out = typed(monkeypatch, capsys, ["undo", "2", "undo", "1"], *words, "--record", "g.tafel")
    assert "Nothing has been played yet." in out
    assert "1 move is taken back." in out
    assert [str(move) for _, move in recorded(folder / "g.tafel").history.moves()] == ["place 1"]


def test_undo_takes_its_part_of_the_log_along(monkeypatch: Patch, capsys: Capture) -> None:
    _, out = typed(monkeypatch, capsys, ["4", "undo", "1", "log 2"], "play", "rise", "--seed", "1", "--no-preview")
    told = out[out.rindex("> log 2") :]
    assert "places below card 1" in told
    assert "places below card 4" not in told


def test_undo_all_goes_to_the_safe_point(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    lines = ["exchange", "exchange", "undo all"]
    _, out = typed(monkeypatch, capsys, lines, "play", "rise", "--seed", "1", "--no-preview", "--record", "g.tafel")
    assert "2 moves are taken back." in out


def test_the_bots_answer_stands(monkeypatch: Patch, capsys: Capture) -> None:
    _, out = typed(monkeypatch, capsys, ["1", "undo"], "play", "rise", "--seed", "1", "--no-preview", "--bots", "random")
    assert "has moved since." in out


def test_undo_says_that_cards_were_drawn(monkeypatch: Patch, capsys: Capture) -> None:
    """Two people pass through round 1; the move that ends it draws cards."""
    state = tafelrunde.load("rise").new(2, 3)
    lines = []
    while state.round == 1:
        seat = state.to_act[0]
        moves = [m for m in state.legal(seat) if m.verb != "exchange"]
        move = next((m for m in moves if m.verb == "pass"), moves[0])
        state.play(seat, move)
        lines.append(str(move))
    _, out = typed(monkeypatch, capsys, [*lines, "undo"], "play", "rise", "--seed", "3", "--no-preview")
    assert "it drew or revealed cards" in out


def test_why(monkeypatch: Patch, capsys: Capture) -> None:
    lines = ["why leave office", "why 2", "why dance", "why", "lower", "99"]
    _, out = typed(monkeypatch, capsys, lines, "play", "rise", "--seed", "1")
    assert "there is nothing to leave. [RISE-T.23]" in out
    assert "'place 2' is legal now." in out
    assert "There is no move 'dance'." in out
    assert "A move begins with one of: pass, place," in out
    assert "Which move?" in out
    assert "[RISE-D.3]" in out
    assert "numbered 1 to 5" in out


def test_why_in_german_keeps_the_move_as_it_is_typed(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    """``upper`` is the name of an option too, and would read „obere“."""
    state = tafelrunde.load("rise").new(2, 1)
    lines = []
    while "upper" not in map(str, state.legal(state.to_act[0])):
        lines.append("1")
        state.play(state.to_act[0], state.legal(state.to_act[0])[0])
    _, out = typed(monkeypatch, capsys, [*lines, "why upper"], "play", "rise", "--seed", "1", "--no-preview", "--lang", "de")
    assert "„upper“ ist jetzt erlaubt." in out


def test_rules(monkeypatch: Patch, capsys: Capture) -> None:
    book = tafelrunde.load("rise").rules
    lines = ["?", "? rise-t.20", "?vault limit", "? zebra", "? the"]
    _, out = typed(monkeypatch, capsys, lines, "play", "rise", "--seed", "1")
    flat = " ".join(out.split())
    assert f"RISE-C.2 {book['RISE-C.2'].text}" in flat
    assert f"RISE-T.20 {book['RISE-T.20'].text}" in flat
    assert "RISE-S.7 " in flat
    assert "No rule has this id or these words: 'zebra'." in flat
    assert "more; add a word." in flat


def test_look_help_log_lang(monkeypatch: Patch, capsys: Capture) -> None:
    lines = ["look", "look scho", "look moon", "help", "log", "lang fr", "lang ru", "look нау", "lang de", ""]
    _, out = typed(monkeypatch, capsys, lines, "play", "rise", "--seed", "1")
    assert out.count("+Sci step") == 2
    assert "take the school tile (1 step on" in out
    assert "called 'moon'" in out
    assert "undo all" in out
    assert "[RISE-S.4]" in out
    assert "'fr' is not one of the languages: en, de, ru." in out
    assert "1 шаг на треке" in out
    assert out.count("Wähle eine Aktionskarte für deine Fabrik. [RISE-C.2]") == 2


def test_save(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    (folder / "letter.txt").write_text("Dear Anna")
    lines = ["2", "save mine.tafel", "save letter.txt", "save no/such/folder.tafel", "1", "save mine.tafel", "quit"]
    code, out = typed(monkeypatch, capsys, lines, "play", "rise", "--seed", "1", "--no-preview")
    assert code == 0
    assert len(recorded(folder / "mine.tafel").history.line) == 2
    assert (folder / "letter.txt").read_text() == "Dear Anna"
    assert "This file is not a record" in out
    assert "cannot be written" in out


def test_people_hand_the_keyboard_over(monkeypatch: Patch, capsys: Capture) -> None:
    _, out = typed(monkeypatch, capsys, ["1"], "play", "rise", "--seed", "1", "--no-preview", "--names", "Anna,Ben")
    first = tafelrunde.load("rise").new(2, 1).to_act[0]
    names = ("Anna", "Ben")
    assert f"--- The keyboard goes to {names[1 - first]}. ---" in out
    assert f"{names[first]} places below card 1" in out


# --- stopping and going on -----------------------------------------------------------------------


def test_end_of_input_keeps_the_game_under_a_free_name(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    for _ in range(2):
        code, out = typed(monkeypatch, capsys, ["1"], "play", "rise", "--seed", "1", "--no-preview")
        assert code == 0
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 2
    assert names[1].endswith("-2.tafel")
    assert f"tafelrunde play rise --resume {names[1]}" in out


def test_nothing_played_nothing_kept(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    _, out = typed(monkeypatch, capsys, ["quit"], "play", "rise")
    assert "nothing is saved" in out
    assert not list(folder.iterdir())


def test_a_resumed_game_is_the_same_game(monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    """Stopped again and again and resumed, a game with bots ends as if nobody had stopped."""
    answers = [*any_answers(8, 2000)]
    words = ["play", "rise", "--no-preview", "--players", "3"]
    typed(monkeypatch, capsys, answers, *words, "--seed", "6", "--bots", "greedy,random", "--record", "whole.tafel")
    whole = recorded(folder / "whole.tafel")
    mine = [str(move) for seat, move in whole.history.moves() if seat == 0]
    typed(monkeypatch, capsys, mine[:7], *words, "--seed", "6", "--bots", "greedy,random", "--record", "parts.tafel")
    for at in range(7, len(mine), 45):
        code, _ = typed(monkeypatch, capsys, mine[at : at + 45], "play", "rise", "--no-preview", "--resume", "parts.tafel")
        assert code == 0
    assert whole.state.over
    assert (folder / "parts.tafel").read_text() == (folder / "whole.tafel").read_text()


def test_resume_knows_names_and_speaks_any_language(monkeypatch: Patch, capsys: Capture) -> None:
    typed(monkeypatch, capsys, ["1"], "play", "rise", "--names", "Anna", "--players", "3", "--record", "g.tafel", "--no-preview")
    _, out = typed(monkeypatch, capsys, [], "play", "rise", "--resume", "g.tafel", "--lang", "de")
    assert "Anna" in out
    assert "Spieler 2" in out


def _start(folder: Path, *words: str) -> subprocess.Popen[str]:
    source = Path(tafelrunde.__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "tafelrunde.cli.main", "play", "rise", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", env=environment, cwd=folder
    )


def _wait_for(path: Path, text: str) -> None:
    for _ in range(300):
        if path.exists() and text in path.read_text():
            return
        time.sleep(0.05)
    raise AssertionError(f"{text!r} never came")


def test_ctrl_c_keeps_the_game(folder: Path) -> None:
    with _start(folder, "--seed", "1", "--no-preview", "--record", "g.tafel") as process:
        assert process.stdin is not None
        process.stdin.write("2\n1\n")
        process.stdin.flush()
        _wait_for(folder / "g.tafel", " place 1")
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 0
    assert err == ""
    assert "tafelrunde play rise --resume g.tafel" in out
    assert [str(move) for _, move in recorded(folder / "g.tafel").history.moves()][:2] == ["place 2", "place 1"]
    assert [path.name for path in folder.iterdir()] == ["g.tafel"]


def test_a_reader_who_leaves_costs_nothing(folder: Path) -> None:
    """``tafelrunde play ... | head -1``: the game is kept although nobody reads any more."""
    with _start(folder, "--seed", "1", "--no-preview", "--record", "g.tafel") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write("2\n" * 5)
        process.stdin.close()
        process.wait(timeout=20)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    recorded(folder / "g.tafel")


def test_bytes_that_are_no_text(folder: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "tafelrunde.cli.main", "play", "rise"],
        input=b"\xff\xfe\n\x00\n2\n\n", capture_output=True, cwd=folder, timeout=20,
        env={**os.environ, "PYTHONPATH": str(Path(tafelrunde.__file__).parent.parent), "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    assert process.stderr == b""


# --- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "There is no game 'chess'"),
        (["rise", "--players", "7"], "RISE is for 2, 3, 4 players"),
        (["rise", "--players", "two"], "'two' is not a whole number"),
        (["rise", "--players", "2", "--bots", "random,random"], "no seat is left for people"),
        (["rise", "--bots", "deep_thought"], "There is no bot"),
        (["rise", "--seed", "-1"], "seed"),
        (["rise", "--option", "sides=C"], "option sides"),
        (["rise", "--names", "a,b,c"], "3 names for 2 people."),
        (["rise", "--names", "bot:greedy"], "not a valid name for a person"),
        (["rise", "--record", "taken.tafel"], "This file already exists"),
        (["rise", "--record", "no/such/folder/g.tafel"], "cannot be written"),
        (["rise", "--resume", "absent.tafel"], "absent.tafel: The file cannot be read"),
        (["rise", "--resume", "taken.tafel"], "taken.tafel: line 1: A record begins with"),
        (["rise", "--resume", "bots.tafel"], "All players of this record are bots"),
        (["rise", "--resume", "good.tafel", "--seed", "0"], "The record already contains this"),
        (["rise", "--components", "absent.toml"], "absent.toml"),
    ],
)
def test_bad_input(words: list[str], sentence: str, monkeypatch: Patch, capsys: Capture, folder: Path) -> None:
    (folder / "taken.tafel").write_text("Dear Anna")
    typed(monkeypatch, capsys, [], "play", "rise", "--record", "good.tafel")
    text = (folder / "good.tafel").read_text().replace("moves\n", "seat 0 bot:random\nseat 1 bot:random\nmoves\n")
    (folder / "bots.tafel").write_text(text)
    before = {path.name: path.read_text() for path in folder.iterdir()}
    assert main(["play", *words]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert len(captured.err.splitlines()) == 1
    assert captured.out == ""
    assert {path.name: path.read_text() for path in folder.iterdir()} == before


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
@pytest.mark.parametrize("command", ["play", "watch", "replay"])
def test_help_teaches(command: str, lang: str, capsys: Capture) -> None:
    assert main([command, "--help", "--lang", lang]) == 0
    assert f"tafelrunde {command} " in capsys.readouterr().out.split("GAME" if command != "replay" else "FILE", 1)[1]


def test_a_write_that_fails_leaves_the_old_record(folder: Path, monkeypatch: Patch) -> None:
    words = tafelrunde.load("rise").messages("en")
    path = folder / "g.tafel"
    keep.write(path, "old", words)

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(tafelrunde.BadInput, match="No space left"):
        keep.write(path, "new", words)
    assert path.read_text() == "old"
    assert [entry.name for entry in folder.iterdir()] == ["g.tafel"]
