"""Shapes inferred from examples: the values seen in a zone, and the shape that follows from them.

A zone whose kind does not declare its values is observed in random games. Names are completed: a zone that showed three of
the event cards can show all of them. Lists get half as much room again as they needed. The result is kept as JSON
(``data/layout.json`` of the game), so that sizes stay the same from version to version.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from tafelrunde.core.shapes import (
    Code,
    Either,
    Flag,
    Keyed,
    Name,
    Nothing,
    Number,
    Places,
    Record,
    Row,
    Seat,
    SeatName,
    Shape,
    Table,
)

_SEAT_WORD = re.compile(r"seat \d+\Z")
FEW_KEYS = 6
"""A table with fewer keys is a record, each of whose keys has its own shape."""
LARGE, LARGE_INSIDE = 400, 100
"""Rows and tables with more numbers than this are encoded more compactly; the second limit applies inside other rows."""
MANY_NAMES = 16
"""A choice of more names than this is encoded in binary digits inside rows."""

Lists = Mapping[str, Sequence[str]]
"""The names of the components, kind by kind."""


class Found:
    """The values seen at one place of a view."""

    def __init__(self, record: bool = False) -> None:
        self.record = record
        """Whether its keys are known to be facts of different kinds, however rare each of them is."""
        self.seen = 0
        self.null = False
        self.flag = False
        self.number = False
        self.texts: dict[str, None] = {}
        self.most = 0
        self.copies = 1
        self.item: Found | None = None
        self.fields: dict[str, Found] | None = None
        self.tables = 0
        self.most_keys = 0
        self.keys: dict[str, None] = {}
        self.value: Found | None = None

    def add(self, value: Any) -> None:
        self.seen += 1
        if value is None:
            self.null = True
        elif isinstance(value, bool):
            self.flag = True
        elif isinstance(value, int):
            self.number = True
        elif isinstance(value, str):
            self.texts[value] = None
        elif isinstance(value, Mapping):
            self.fields = {} if self.fields is None else self.fields
            self.tables += 1
            self.most_keys = max(self.most_keys, len(value))
            for key, each in value.items():
                self.fields.setdefault(str(key), Found()).add(each)
        elif isinstance(value, list | tuple):
            self.most = max(self.most, len(value))
            words = Counter(each for each in value if isinstance(each, str))
            self.copies = max(self.copies, max(words.values(), default=1))
            self.item = self.item or Found()
            for each in value:
                self.item.add(each)
        else:
            raise TypeError(f"a view holds no {type(value).__name__}")

    # --- as a shape ------------------------------------------------------------------------------

    def shape(self, lists: Lists, players: int, seats: Collection[str] = (), key: str = "", inside: bool = False) -> Shape:
        """The shape of these values; numbers below one of the keys in ``seats`` are seats, ``inside`` means in a row."""
        kinds: dict[type, Shape] = {}
        if self.flag:
            kinds[bool] = Flag()
        if self.number:
            kinds[int] = Seat(players) if key in seats else Number()
        if self.texts:
            kinds[str] = _name(completed(self.texts, lists), players, inside)
        if self.item is not None:
            kinds[list] = self._row(self.item, lists, players, seats, key, inside)
        if self.alike() is not None or self.fields is not None:
            kinds[dict] = self._table(lists, players, seats, inside)
        if not kinds:
            return Nothing()
        (kind, shape), *others = kinds.items()
        alone = not others and (not self.null or kind is str or isinstance(shape, Seat))
        return shape if alone else Either(kinds)

    def _row(self, item: Found, lists: Lists, players: int, seats: Collection[str], key: str, inside: bool) -> Shape:
        """The shape of a row: by positions if that is short, or by the places of each name if that is shorter."""
        length = self.most + (self.most + 1) // 2
        large = LARGE_INSIDE if inside else LARGE
        inner = item.shape(lists, players, seats, key)
        if isinstance(inner, Seat):
            return Row(inner, max(self.most, players))
        whole = Row(inner, length)
        if whole.size <= large:
            return whole
        if type(inner) is Name and not item.null and inner.size * self.copies <= max(large, LARGE_INSIDE):
            return Places(list(inner.index), self.copies)
        return Row(item.shape(lists, players, seats, key, inside=True), length)

    def _table(self, lists: Lists, players: int, seats: Collection[str], inside: bool) -> Shape:
        alike = self.alike()
        if alike is None:
            fields = self.fields or {}
            shapes = {name: each.shape(lists, players, seats, name, inside) for name, each in fields.items()}
            return Record(shapes, [name for name in shapes if fields[name].seen < self.tables])
        names = completed(self.keys or self.fields or (), lists)
        whole = Keyed(names, alike.shape(lists, players, seats, inside=inside))
        if whole.size <= (LARGE_INSIDE if inside else LARGE):
            return whole
        return Table(names, alike.shape(lists, players, seats, inside=True), self.most_keys + (self.most_keys + 1) // 2)

    def alike(self) -> Found | None:
        """The common shape of the values of a table whose keys vary, as components do; ``None`` for a record."""
        if self.value is not None or self.record or self.fields is None or len(self.fields) < FEW_KEYS:
            return self.value
        return merged(self.fields.values()) if all(each.seen < self.tables for each in self.fields.values()) else None

    # --- as data ---------------------------------------------------------------------------------

    def dump(self, lists: Lists) -> dict[str, Any]:
        out: dict[str, Any] = {key: True for key in ("null", "flag", "number") if getattr(self, key)}
        if self.texts:
            out["texts"] = _dump_names(self.texts, lists)
        if self.item is not None:
            out |= {"most": self.most, "copies": self.copies, "item": self.item.dump(lists)}
        alike = self.alike()
        if alike is not None:
            keys = _dump_names(self.keys or self.fields or {}, lists)
            out |= {"keys": keys, "most_keys": self.most_keys, "value": alike.dump(lists)}
        elif self.fields is not None:
            out["fields"] = {key: each.dump(lists) for key, each in self.fields.items()}
            optional = [key for key, each in self.fields.items() if each.seen < self.tables]
            out |= {"optional": optional} if optional else {}
        return out

    @staticmethod
    def load(data: Mapping[str, Any], lists: Lists) -> Found:
        found = Found()
        found.null, found.flag, found.number = (bool(data.get(key)) for key in ("null", "flag", "number"))
        found.texts = _load_names(data.get("texts"), lists)
        if "item" in data:
            found.most, found.copies, found.item = data["most"], data["copies"], Found.load(data["item"], lists)
        if "value" in data:
            found.keys, found.most_keys = _load_names(data["keys"], lists), data["most_keys"]
            found.value = Found.load(data["value"], lists)
        if "fields" in data:
            found.fields = {key: Found.load(each, lists) for key, each in data["fields"].items()}
            found.tables, found.record = 1, True
            for key, each in found.fields.items():
                each.seen = int(key not in data.get("optional", ()))
        return found


def merged(several: Collection[Found]) -> Found:
    """The values seen at several places, merged."""
    whole = Found()
    for each in several:
        whole.seen += each.seen
        whole.null, whole.flag, whole.number = whole.null or each.null, whole.flag or each.flag, whole.number or each.number
        whole.texts |= each.texts
        whole.most, whole.copies = max(whole.most, each.most), max(whole.copies, each.copies)
        whole.tables, whole.most_keys = whole.tables + each.tables, max(whole.most_keys, each.most_keys)
        whole.keys |= each.keys
    items = [each.item for each in several if each.item is not None]
    whole.item = merged(items) if items else None
    values = [each.value for each in several if each.value is not None]
    whole.value = merged(values) if values else None
    tables = [each.fields for each in several if each.fields is not None]
    if tables:
        keys = dict.fromkeys(key for table in tables for key in table)
        whole.fields = {key: merged([table[key] for table in tables if key in table]) for key in keys}
    return whole


def covering(names: Collection[str], lists: Lists) -> tuple[list[str], list[str]]:
    """The smallest set of component kinds that holds most of the names, and the names in none of them."""
    left, chosen = set(names), []
    while left:
        best = max(lists, key=lambda kind: (len(left & set(lists[kind])), -len(lists[kind])), default="")
        if not best or not left & set(lists[best]):
            break
        chosen.append(best)
        left -= set(lists[best])
    return chosen, sorted(left)


def completed(names: Collection[str], lists: Lists) -> list[str]:
    """The names, with all others of the component kinds that they belong to."""
    chosen, others = covering(names, lists)
    return list(dict.fromkeys([*(name for kind in chosen for name in lists[kind]), *others]))


def component_lists(data: Any, where: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every list of records with an id in a component set, at any depth, by its path."""
    if isinstance(data, Mapping):
        for key, each in data.items():
            yield from component_lists(each, f"{where}.{key}" if where else str(key))
    elif isinstance(data, list) and data and all(isinstance(each, Mapping) and isinstance(each.get("id"), str) for each in data):
        names = [each["id"] for each in data]
        yield where, names
        if names != (slugs := [name.lower() for name in names]):  # some games show names in lower case
            yield f"{where}.slugs", slugs


def _name(names: Sequence[str], players: int, inside: bool) -> Shape:
    if any(map(_SEAT_WORD.match, names)):
        words = [name for name in names if not _SEAT_WORD.match(name)]
        return SeatName([*(f"seat {i}" for i in range(players)), *words])
    return Code(names) if inside and len(names) > MANY_NAMES else Name(names)


def _dump_names(names: Collection[str], lists: Lists) -> dict[str, Any]:
    chosen, others = covering(names, lists)
    return {"lists": chosen, "names": others}


def _load_names(data: Mapping[str, Any] | None, lists: Lists) -> dict[str, None]:
    if data is None:
        return {}
    return dict.fromkeys([*(name for kind in data["lists"] for name in lists.get(kind, ())), *data["names"]])
