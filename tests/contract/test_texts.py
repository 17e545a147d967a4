"""Texts: the suite for every game, and what concerns the core."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from tafelrunde.core.messages import plural
from tafelrunde.testing.contract.texts import *  # noqa: F403
from tests.contract.games import GAMES  # noqa: F401


def test_plural_forms() -> None:
    assert [plural("ru", n) for n in (1, 2, 5, 11, 12, 21, 22, 25, 111, -3)] == [0, 1, 2, 2, 2, 0, 1, 2, 2, 1]
    assert [plural("de", n) for n in (0, 1, 2)] == [1, 0, 1]


def test_the_core_knows_no_game() -> None:
    for source in Path(str(files("tafelrunde") / "core")).glob("*.py"):
        code = re.sub(r'""".*?"""', "", source.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name in ("rise", "new_angeles", "twentieth_century", "fifty_first_state"):
            assert not re.search(rf"\b{name}\b", code, re.IGNORECASE), f"{source.name} names {name}"
