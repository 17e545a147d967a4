"""A component file that is wrong is refused with file, key and reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import tafelrunde
from tafelrunde import BadInput

RISE = tafelrunde.load("rise").components.text

WRONG: dict[str, tuple[Callable[[str], str], str]] = {
    "not TOML": (lambda t: t + "\n= 3", r"not valid TOML"),
    "unknown key": (lambda t: t.replace("start_vp = 15", "start_vp = 15\nstart_pv = 3"), r"setup\.start_pv: unknown key"),
    "missing key": (lambda t: t.replace("start_vp = 15\n", ""), r"setup\.start_vp: this key is missing"),
    "wrong type": (
        lambda t: t.replace("start_vp = 15", 'start_vp = "15"'),
        r"setup\.start_vp: expected `int`, got `str`; found '15'",
    ),
    "out of range": (
        lambda t: t.replace("start_vp = 15", "start_vp = 1500"),
        r"setup\.start_vp: expected `int` <= 99; found 1500",
    ),
    "a number below its range": (
        lambda t: t.replace("count = 3", "count = 0", 1),
        r"event_cards\[2\].count: expected `int` >= 1",
    ),
    "a card too few": (
        lambda t: t[: t.rindex("[[action_cards]]")],
        r"action_cards: the game needs at least 22 cards of epoch 3, .*; found 21",
    ),
    "unknown effect": (lambda t: t.replace('op = "vault"', 'op = "vaultt"', 1), r"leave\[1\]\.op: invalid value 'vaultt'"),
    "unknown track": (lambda t: t.replace('track = "office"', 'track = "offices"', 1), r"\.track: invalid enum value 'offices'"),
    "a field that is not there": (lambda t: t.replace('next = ["14"]', 'next = ["99"]', 1), r"there is no field '99'"),
    "an id twice": (lambda t: t.replace('id = "e1-02"', 'id = "e1-01"'), r"the id 'e1-01' stands twice"),
    "a source nobody knows": (lambda t: t.replace('source = "house"', 'source = "hearsay"', 1), r"'hearsay' is not one of"),
    "an event too few": (
        lambda t: re.sub(r'(id = "survey"(?:\n.*)*?\ncount = )2', r"\g<1>1", t, count=1),
        r"event_cards: the game needs at least 44 cards, .*; found 43",
    ),
    "a start tile too few": (lambda t: t.replace("start = true", "start = false", 1), r"school_tiles: .* 4 start tiles.*found 3"),
    "no terms": (
        lambda t: t.replace('condition = "last_field"\ntrack = "science"', 'condition = "last_field"'),
        r"culture_tiles\[0\]\.track: this key is missing",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_refused_with_file_key_and_reason(kind: str, tmp_path: Path) -> None:
    change, pattern = WRONG[kind]
    path = tmp_path / "mine.toml"
    text = change(RISE)
    assert text != RISE, "the test itself must change something"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as error:
        tafelrunde.load("rise", components=path)
    assert "mine.toml" in error.value.where
    assert re.search(pattern, str(error.value)), str(error.value)


def test_comments_and_layout_do_not_change_the_hash(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("# mine\n\n" + RISE.replace("start_vp = 15", "start_vp   =   15"), encoding="utf-8")
    assert tafelrunde.load("rise", components=path).components.hash == tafelrunde.load("rise").components.hash
    path.write_text(RISE.replace("start_vp = 15", "start_vp = 16"), encoding="utf-8")
    other = tafelrunde.load("rise", components=path)
    assert other.components.hash != tafelrunde.load("rise").components.hash
    assert other.new(2, 1).scores == [16, 16]


def test_missing_and_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        tafelrunde.load("rise", components=tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="UTF-8"):
        tafelrunde.load("rise", components=tmp_path / "bytes.toml")
    with pytest.raises(BadInput, match="no game 'chess'"):
        tafelrunde.load("chess")
