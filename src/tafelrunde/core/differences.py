"""The differences between two views of one viewer, as data that every screen shows in the same way.

A game declares in the section ``[changes]`` of its message catalogue which differences are reported, with their order and
sentences. A key is the path of a value below a seat, or ``board.`` and the path below the board; ``{name}`` stands for any key
and becomes a fact of the sentence:

======================  ===================================================================================
``coins``               a number: ``{by}`` is ``+1`` or ``−2``, ``{n}`` its size, ``{from}`` and ``{to}`` the values
``tracks.{track}``      a text that is another one: ``{from}`` and ``{to}``
``vault_turned=true``   a truth value that becomes true (or ``=false``)
``hand+{card}``         items that a list or the keys of a mapping have gained (``+``) or lost (``-``), or a single value
                        where there was none; the fact is the list of them and ``{n}`` their number
======================  ===================================================================================

Undeclared differences are not reported. Both views belong to the same viewer, so the differences reveal nothing new.

>>> declared = read_keys(["coins", "tracks.{track}", "hand+{card}"])
>>> before = {"seats": [{"coins": 2, "tracks": {"bank": "1"}, "hand": ["a"]}], "board": {}}
>>> after = {"seats": [{"coins": 3, "tracks": {"bank": "2"}, "hand": ["a", "b"]}], "board": {}}
>>> for change in differences(declared, before, after):
...     print(change["key"], change["data"])
coins {'n': 1, 'from': 2, 'to': 3, 'by': '+1'}
tracks.{track} {'from': '1', 'to': '2', 'track': 'bank'}
hand+{card} {'card': ['b'], 'n': 1}
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

_END = re.compile(r"(.*?)(?:([+-])\{(\w+)\}|=(true|false))?")


class Key(NamedTuple):
    """One declared key."""

    text: str
    board: bool
    path: tuple[str, ...]
    """The keys of the path; a wildcard is in braces."""
    sign: str
    """``+``, ``-`` or nothing."""
    fact: str
    """The fact that names the items gained or lost."""
    truth: bool | None


def read_keys(texts: Iterable[str]) -> list[Key]:
    """The keys of the section ``[changes]``, in their order."""
    found = []
    for text in texts:
        match = _END.fullmatch(text)
        assert match is not None
        path = tuple(match[1].split("."))
        board = path[0] == "board"
        truth = None if match[4] is None else match[4] == "true"
        found.append(Key(text, board, path[1:] if board else path, match[2] or "", match[3] or "", truth))
    return found


def differences(keys: Sequence[Key], before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The differences of the later view: the seat (or ``None`` for the board), the ``key``, and the facts."""
    found: list[dict[str, Any]] = []
    for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        for key in keys:
            if not key.board:
                found += ({"seat": seat, "key": key.text, "data": data} for data in _changed(key, key.path, old, new, {}))
    for key in keys:
        if key.board:
            found += (
                {"seat": None, "key": key.text, "data": data}
                for data in _changed(key, key.path, before["board"], after["board"], {})
            )
    return found


def _changed(key: Key, path: tuple[str, ...], old: Any, new: Any, facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Follow the path in both views and compare the values at its end."""
    if old == new:
        return
    if not path:
        data = _compared(key, old, new)
        if data is not None:
            yield data | facts
        return
    if not isinstance(old, Mapping | None) or not isinstance(new, Mapping | None):
        return
    old, new, step, rest = old or {}, new or {}, path[0], path[1:]
    if step[0] != "{":
        yield from _changed(key, rest, old.get(step), new.get(step), facts)
        return
    for name in dict.fromkeys([*old, *new]):
        yield from _changed(key, rest, old.get(name), new.get(name), {**facts, step[1:-1]: name})


def _compared(key: Key, old: Any, new: Any) -> dict[str, Any] | None:
    """The facts of one difference, or ``None`` if the key is about another kind of difference."""
    if key.sign:
        more, less = (new, old) if key.sign == "+" else (old, new)
        items = sorted((_items(more) - _items(less)).elements())
        return {key.fact: items, "n": len(items)} if items else None
    if key.truth is not None:
        return {} if new is key.truth else None
    number = type(old) is int or type(new) is int
    if number and type(old) in (int, type(None)) and type(new) in (int, type(None)):
        by = (new or 0) - (old or 0)
        sign = "+" if by > 0 else "\N{MINUS SIGN}"
        return {"n": abs(by), "from": old or 0, "to": new or 0, "by": f"{sign}{abs(by)}"} if by else None
    if isinstance(old, str) and isinstance(new, str):
        return {"from": old, "to": new}
    return None


def _items(value: Any) -> Counter[str]:
    if isinstance(value, str):
        return Counter([value])
    if isinstance(value, Mapping | list):
        return Counter(item for item in value if isinstance(item, str))
    return Counter()
