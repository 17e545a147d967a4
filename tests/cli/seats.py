"""People at the keyboard, for tests: lines typed into the real command."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

import tafelrunde
from tafelrunde.cli.main import main
from tafelrunde.core.record import Record


def typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: Iterable[str], *words: str
) -> tuple[int, str]:
    """Run a command with these lines on its standard input; its exit code and everything it printed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    monkeypatch.setenv("COLUMNS", "100")
    code = main(words)
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return code, captured.out + captured.err


def any_answers(seed: int, n: int = 4000) -> Iterator[str]:
    """Numbers small enough to be an answer nearly always; others are refused and asked again."""
    random = Random(seed)
    return (str(random.choice((1, 1, 2, 2, 3))) for _ in range(n))


def recorded(path: Path) -> Record:
    return tafelrunde.load_record(path.read_text(encoding="utf-8"))
