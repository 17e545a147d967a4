"""The command line as a whole: languages, help, exit codes, one sentence for every mistake."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tafelrunde import games
from tafelrunde.cli.main import COMMANDS, main
from tafelrunde.core.messages import common
from tafelrunde.core.rules import LANGUAGES

SOURCE = Path(__file__).parents[2] / "src"


def tafelrunde(*words: str, **settings: object) -> subprocess.CompletedProcess[str]:
    """The real program."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-m", "tafelrunde.cli.main", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False, **settings)  # type: ignore[call-overload,no-any-return]


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence with which bad input is refused."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1, err
    assert err.endswith(".\n")
    return err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_has_a_line_for_every_command(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    assert main(["--help", "--lang", lang]) == 0
    out = capsys.readouterr().out
    for name in COMMANDS:
        assert f"  {name} " in out
        assert common(lang).say("cli", f"does_{name}") in out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches_by_an_example(capsys: pytest.CaptureFixture[str], name: str, lang: str) -> None:
    assert main([name, "--help", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert f"\n  tafelrunde {name}" in out
    assert common(lang).say("cli", "arg_help") in out
    assert "--lang" in out


def test_the_catalogues_have_the_same_sentences() -> None:
    english = common("en").sections["cli"]
    for lang in LANGUAGES:
        assert list(common(lang).sections["cli"]) == list(english)
        for key, sentence in common(lang).sections["cli"].items():
            facts = [{part.split("}")[0].split("|")[0] for part in text.split("{")[1:]} for text in (sentence, english[key])]
            assert facts[0] == facts[1], (lang, key)


def test_language_may_stand_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for words in (["--lang", "de", "rules", "rise", "RISE-S.1"], ["rules", "rise", "--lang=de", "RISE-S.1"]):
        assert main(words) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "Spieler" in said[0]


def test_the_language_of_one_call_does_not_stay(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Befehl" in refused(capsys, "--lang", "de", "dance")
    assert "is not one of the languages" in refused(capsys, "--lang", "fr")
    assert "command" in refused(capsys, "dance")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["dance"], "tafelrunde: There is no command 'dance'"),
        (["--bogus"], "tafelrunde: Unrecognized arguments: --bogus"),
        (["games", "rise"], "Unrecognized arguments: rise"),
        (["games", "--lang", "fr"], "--lang: 'fr'"),
        (["games", "--lang"], "--lang: ''"),
        (["components"], "required: GAME. See 'tafelrunde components --help'."),
        (["play"], "GAME: A game is missing. The games are: "),
        (["completion", "fish"], "invalid choice: 'fish'"),
        (["bench", "chess"], "game: There is no game 'chess'"),
        (["bench", "rise", "--seconds", "0"], "Argument --seconds: '0'"),
    ],
)
def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], words: list[str], place: str) -> None:
    assert place in refused(capsys, *words)


def test_without_a_command_the_overview_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out = capsys.readouterr().out
    assert "examples:\n  tafelrunde play " in out
    assert all(f"  {name} " in out for name in COMMANDS)


def test_who_names_no_game_chooses_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    for answer, game in (("rise", "rise"), (str(1 + games().index("rise")), "rise"), ("17", "17")):
        asked = iter([answer])
        monkeypatch.setattr("builtins.input", lambda prompt="", asked=asked: next(asked, "quit"))
        code = main(["play", "--bots", "random,random", "--players", "3", "--seed", "1"])
        out, err = capsys.readouterr()
        assert "New Angeles (4-6), new_angeles" in out
        assert ("RISE" in out and code == 0) if game == "rise" else (f"no game {game!r}" in err and code == 2)


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_a_shell_can_complete_commands_and_options(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "simulate" in script
    assert "workers" in script


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    main(["completion", "bash"])
    ask = 'COMP_WORDS=(tafelrunde simu); COMP_CWORD=1; _shtab_tafelrunde; echo "${COMPREPLY[@]}"'
    done = subprocess.run(["bash"], input=capsys.readouterr().out + ask, capture_output=True, text=True, timeout=30, check=False)
    assert done.stdout.strip() == "simulate", done.stderr


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("tafelrunde ")


def test_the_real_program() -> None:
    done = tafelrunde("games")
    assert (done.returncode, done.stderr) == (0, "")
    assert "RISE" in done.stdout
    done = tafelrunde("rules", "chess", "castling")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_a_terminal_without_the_letters_gets_no_traceback() -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "tafelrunde.cli.main", "rules", "rise", "RISE-S.1", "--lang", "ru"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "???" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="pipes end differently elsewhere")
def test_a_reader_that_goes_away_is_no_error() -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-m", "tafelrunde.cli.main", "components", "rise"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait(60) == 1


def test_commands_start_without_heavy_libraries() -> None:
    code = (
        "import sys; from tafelrunde.cli.main import main; main(['games']); print(sorted({'rich', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"
