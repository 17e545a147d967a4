"""The terminal with a game that has what RISE has not: hidden cards, simultaneous answers, free moves, no screen of its own."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from tafelrunde.cli.play import Sitting
from tafelrunde.cli.table import Speaker, Table
from tests.kontor.game import load

Patch = pytest.MonkeyPatch


def sit(monkeypatch: Patch, lines: list[str], players: int = 3, bots: dict[int, str] | None = None) -> tuple[Table, str]:
    """Play at a table of the small test game with these lines typed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    table = Table(load(), players, 5, {}, [""] * players, bots or {})
    out = Console(width=100, file=io.StringIO(), highlight=False, markup=False)
    assert Sitting(table, Speaker(table, "en", out), None, previews=False).run() == 0
    text = out.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return table, text


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_whole_game_with_free_moves(monkeypatch: Patch) -> None:
    random = Random(3)
    table, out = sit(monkeypatch, [str(random.randint(1, 4)) for _ in range(2000)])
    assert table.state.over
    assert "Record: " in out


def test_one_person_reads_only_what_that_seat_may_see(monkeypatch: Patch) -> None:
    random = Random(4)
    table, out = sit(monkeypatch, [str(random.randint(1, 3)) for _ in range(2000)], bots={1: "random", 2: "random"})
    assert table.state.over
    speaker = Speaker(table, "en", Console(file=io.StringIO()))
    names = speaker.names()
    secret = {speaker.words.event(e, names) for log in table.logs for e in log if not e.visible_to(0)}
    known = {speaker.words.event(e, names) for log in table.logs for e in log if e.visible_to(0)}
    assert secret - known
    assert not [sentence for sentence in secret - known if sentence in out]


def test_undo_among_simultaneous_answers_takes_back_the_own_one(monkeypatch: Patch) -> None:
    table, out = sit(monkeypatch, ["1", "undo"])
    assert "1 move is taken back." in out
    assert not table.history.line
    assert len(table.logs) == 1
