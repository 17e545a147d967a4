"""``tafelrunde games`` and ``tafelrunde components``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import tafelrunde
from tafelrunde.cli.main import main
from tafelrunde.core.components import SOURCES


def records(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every table of a component file that says where it comes from."""
    if isinstance(value, Mapping):
        if "source" in value:
            yield value
        for item in value.values():
            yield from records(item)
    elif isinstance(value, list):
        for item in value:
            yield from records(item)


def test_games_tells_players_options_and_provenance(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    header = lines[0].split()
    for name in tafelrunde.games():
        game = tafelrunde.load(name)
        row = dict(
            zip(header, next(line for line in lines if line.startswith(name)).rsplit(maxsplit=len(header) - 1), strict=True)
        )
        provenance = dict.fromkeys(SOURCES, 0)
        for record in records(game.components.data):
            provenance[record["source"]] += 1
        assert {source: int(row[source]) for source in provenance} == provenance
        for option, about in game.options.items():
            assert f"{name} --option {option}={about.default}" in lines


def test_export_can_be_loaded_again(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["components", "rise"]) == 0
    copy = tmp_path / "copy.toml"
    copy.write_text(capfd.readouterr().out, encoding="utf-8")
    assert main(["components", "rise", "--check", str(copy)]) == 0
    own = tafelrunde.load("rise").components
    out = capfd.readouterr().out
    assert own.hash in out
    assert all(f"{n} {source}" in out for source, n in own.provenance().items())


def test_export_is_the_file(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["components", "rise"]) == 0
    assert capfdbinary.readouterr().out == tafelrunde.load("rise").components.text.encode()


def test_a_changed_set_has_another_hash(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tafelrunde.load("rise").components
    points = own.data["setup"]["start_vp"]
    changed = tmp_path / "changed.toml"
    text = own.text.replace(f"start_vp = {points}", f"start_vp = {points + 10}", 1)
    assert text != own.text, "the test must change something"
    changed.write_text(text, encoding="utf-8")
    assert main(["components", "rise", "--check", str(changed)]) == 0
    assert own.hash not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (None, "set.toml: The file cannot be read"),
        (b"\xff\xfe", "set.toml: The file is not UTF-8"),
        (b"a = ", "set.toml: This is not valid TOML"),
        (b"a = 1", "set.toml: "),
    ],
)
def test_check_refuses(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None, place: str) -> None:
    path = tmp_path / "set.toml"
    if content is not None:
        path.write_bytes(content)
    assert main(["components", "rise", "--check", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert place in err
    assert err.count("\n") == 1


def test_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["components", "chess"]) == 2
    assert capsys.readouterr().err.startswith("game: There is no game 'chess'")
