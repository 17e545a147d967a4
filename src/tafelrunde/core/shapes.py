"""Shapes: the types of zone values and how each is encoded as numbers. All observation tensors are built from them.

Every shape is unambiguous: different values give different numbers. An absent value is all zeros and differs from the value zero,
ordered values have one position each, and seats are counted from the viewer. Values that do not fit a shape (an unknown name, a
list that is too long) are passed to ``rest``; the observer computes a digest of them, so nothing is lost silently.

Zones of the ready-made kinds know their shape. A zone with its own functions may declare one (``shape=``); otherwise it is learnt
from random games (``tafelrunde/research/found.py``).

>>> row = Row(Name(["bank", "press"]), 2)
>>> out = [0.0] * row.size
>>> row.write(["press"], 0, out, [0, 1], [])
>>> dict(zip(row.labels(), out, strict=True))
{'[1]?': 1.0, '[1]=bank': 0.0, '[1]=press': 1.0, '[2]?': 0.0, '[2]=bank': 0.0, '[2]=press': 0.0}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log1p
from typing import Any, Final, NamedTuple

LARGEST: Final = 999
"""The scale is exact for numbers up to this one."""
_SCALE: Final = [log1p(n) / log1p(LARGEST) for n in range(LARGEST + 1)]
COPIES: Final = 8
"""The greatest number of equal names that a bag can count."""
PLACES: Final = 256
"""The greatest number of positions in a long row."""

Out = Any
"""Anything that accepts numbers by index: a list, or the memory of a tensor."""
Turn = Sequence[int]
"""The distance of each seat from the viewer."""
Rest = list[tuple[int, Any]]


class Held(NamedTuple):
    """A component found in a value: its name and its position in the row, or -1 if positions do not matter."""

    name: str
    place: int
    facts: Any = None
    """Further facts about the component, in the shape declared for the table that contains it."""


class Shape:
    """The type of a value. ``write`` fills ``size`` numbers beginning at ``at``, which must be zero before."""

    size: int

    def labels(self) -> list[str]:
        """The meaning of each number."""
        raise NotImplementedError

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        raise NotImplementedError

    def components(self, value: Any, place: int = -1) -> Iterator[Held]:
        """The names in the value, for the entity form of observations."""
        return iter(())


class Number(Shape):
    """A whole number on a logarithmic scale that distinguishes all numbers from -999 to 999."""

    size = 1

    def labels(self) -> list[str]:
        return [""]

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        if type(value) is int and 0 <= value <= LARGEST:
            out[at] = _SCALE[value]
        elif type(value) is int and -LARGEST <= value < 0:
            out[at] = -_SCALE[-value]
        else:
            rest.append((at, value))


class Flag(Shape):
    """True or false."""

    size = 1

    def labels(self) -> list[str]:
        return [""]

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        if value is True:
            out[at] = 1.0
        elif value is not False:
            rest.append((at, value))


class Name(Shape):
    """One of several names: one number for each, all zero for null."""

    def __init__(self, names: Sequence[Any]) -> None:
        self.index = {name: i for i, name in enumerate(dict.fromkeys(names))}
        self.size = len(self.index)

    def labels(self) -> list[str]:
        return [f"={name}" for name in self.index]

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        i = self.index.get(value)
        if i is not None:
            out[at + i] = 1.0
        elif value is not None:
            rest.append((at, value))

    def components(self, value: Any, place: int = -1) -> Iterator[Held]:
        if isinstance(value, str):
            yield Held(value, place)


class Code(Name):
    """One of a large set of names: its index in binary digits, all zero for null."""

    def __init__(self, names: Sequence[Any]) -> None:
        super().__init__(names)
        self.size = len(self.index).bit_length()

    def labels(self) -> list[str]:
        return [f"~{1 << i}" for i in range(self.size)]

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        i = self.index.get(value)
        if i is None:
            if value is not None:
                rest.append((at, value))
            return
        i += 1
        while i:
            if i & 1:
                out[at] = 1.0
            at += 1
            i >>= 1


class Letters(Shape):
    """A word in which every letter has its own meaning."""

    def __init__(self, alphabet: str, length: int) -> None:
        self.alphabet, self.length, self.size = alphabet, length, len(alphabet) * length

    def labels(self) -> list[str]:
        return [f"{place}={letter}" for place in range(1, self.length + 1) for letter in self.alphabet]

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        if len(value) > self.length or not set(value) <= set(self.alphabet):
            rest.append((at, value))
            return
        for place, letter in enumerate(value):
            out[at + place * len(self.alphabet) + self.alphabet.index(letter)] = 1.0


class Seat(Shape):
    """A seat number, counted from the viewer; all zero for null."""

    def __init__(self, players: int) -> None:
        self.size = players

    def labels(self) -> list[str]:
        return [f"=seat {i}" if i else "=own" for i in range(self.size)]

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        if type(value) is int and 0 <= value < self.size:
            out[at + turn[value]] = 1.0
        elif value is not None:
            rest.append((at, value))


class SeatName(Name):
    """One of several words. Those of the form ``seat 0``, ``seat 1``, ... are counted from the viewer."""

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        kind, _, number = value.partition(" ") if isinstance(value, str) else ("", "", "")
        known = kind == "seat" and number.isdecimal() and int(number) < len(turn)
        super().write(f"seat {turn[int(number)]}" if known else value, at, out, turn, rest)

    def components(self, value: Any, place: int = -1) -> Iterator[Held]:
        return iter(())


class Bag(Shape):
    """Names in no particular order, each with its number of occurrences."""

    def __init__(self, names: Sequence[Any]) -> None:
        self.index = {name: i for i, name in enumerate(dict.fromkeys(names))}
        self.size = len(self.index)

    def labels(self) -> list[str]:
        return [f"={name}" for name in self.index]

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        index = self.index
        for name in value:
            i = index.get(name)
            if i is None or out[at + i] >= 1.0:
                rest.append((at, name))
            else:
                out[at + i] = out[at + i] + 1 / COPIES

    def components(self, value: Any, place: int = -1) -> Iterator[Held]:
        for name in value:
            if isinstance(name, str):
                yield Held(name, -1)


class Places(Shape):
    """A long row of names: the position of each copy of a name."""

    def __init__(self, names: Sequence[Any], copies: int) -> None:
        self.index = {name: i for i, name in enumerate(dict.fromkeys(names))}
        self.copies = copies
        self.size = len(self.index) * copies

    def labels(self) -> list[str]:
        return [f"={name}#{copy + 1}" for name in self.index for copy in range(self.copies)]

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        index, copies = self.index, self.copies
        for place, name in enumerate(value, 1):
            i = index.get(name)
            if i is None or place > PLACES:
                rest.append((place, name))
                continue
            first = at + i * copies
            for cell in range(first, first + copies):
                if not out[cell]:
                    out[cell] = place / PLACES
                    break
            else:
                rest.append((place, name))

    def components(self, value: Any, place: int = -1) -> Iterator[Held]:
        for at, name in enumerate(value):
            if isinstance(name, str):
                yield Held(name, at)


class Row(Shape):
    """An ordered list: for each position whether it is filled, and its value."""

    def __init__(self, item: Shape, length: int) -> None:
        self.item, self.length, self.step = item, length, 1 + item.size
        self.size = length * self.step

    def labels(self) -> list[str]:
        inner = ["?", *self.item.labels()]
        return [f"[{place}]{label}" for place in range(1, self.length + 1) for label in inner]

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        item, end = self.item, at + self.size
        for each in value:
            if at >= end:
                rest.append((at, each))
            else:
                out[at] = 1.0
                item.write(each, at + 1, out, turn, rest)
            at += self.step

    def components(self, value: Any, place: int = -1) -> Iterator[Held]:
        for at, each in enumerate(value):
            yield from self.item.components(each, at)


class Record(Shape):
    """A table with fixed keys: for each key its value, and whether it is present if it can be absent."""

    def __init__(self, fields: Mapping[str, Shape], optional: Sequence[str] = ()) -> None:
        self.fields: dict[Any, tuple[int, bool, Shape]] = {}
        self.size = 0
        for key, shape in fields.items():
            self.fields[key] = self.size, key in optional, shape
            self.size += shape.size + (key in optional)

    def labels(self) -> list[str]:
        found = []
        for key, (_, optional, shape) in self.fields.items():
            found += [f".{key}?"] if optional else []
            found += [f".{key}{label}" for label in shape.labels()]
        return found

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        fields = self.fields
        for key, each in value.items():
            field = fields.get(key)
            if field is None:
                rest.append((at, (key, each)))
                continue
            offset, optional, shape = field
            if optional:
                out[at + offset] = 1.0
                offset += 1
            shape.write(each, at + offset, out, turn, rest)

    def components(self, value: Any, place: int = -1) -> Iterator[Held]:
        for at, (key, (_, _, shape)) in enumerate(self.fields.items()):
            if key in value:
                yield from shape.components(value[key], at if place < 0 else place)


class Keyed(Record):
    """A table whose keys are components and whose values all have the same shape."""

    def __init__(self, names: Sequence[str], facts: Shape) -> None:
        super().__init__(dict.fromkeys(names, facts), names)
        self.facts = facts

    def components(self, value: Any, place: int = -1) -> Iterator[Held]:
        for at, (key, facts) in enumerate(value.items()):
            yield Held(str(key), at, facts)


class Table(Shape):
    """A table whose keys are components, few of which are present at once: a row of keys with their values, in the order of the
    keys."""

    def __init__(self, names: Sequence[str], facts: Shape, length: int) -> None:
        self.key, self.facts, self.length = Code(names), facts, length
        self.step = 1 + self.key.size + facts.size
        self.size = length * self.step

    def labels(self) -> list[str]:
        inner = ["?", *self.key.labels(), *self.facts.labels()]
        return [f"[{place}]{label}" for place in range(1, self.length + 1) for label in inner]

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        end = at + self.size
        for key in sorted(value):
            if at >= end:
                rest.append((at, (key, value[key])))
                continue
            out[at] = 1.0
            self.key.write(key, at + 1, out, turn, rest)
            self.facts.write(value[key], at + 1 + self.key.size, out, turn, rest)
            at += self.step

    def components(self, value: Any, place: int = -1) -> Iterator[Held]:
        for at, (key, facts) in enumerate(value.items()):
            yield Held(str(key), at, facts)


class Either(Shape):
    """A value of one of several types, or null: for each type whether the value has it, and the value."""

    def __init__(self, shapes: Mapping[type, Shape]) -> None:
        self.shapes: dict[type, tuple[int, Shape]] = {}
        self.size = 0
        for kind, shape in shapes.items():
            self.shapes[kind] = self.size, shape
            self.size += 1 + shape.size
        self._found: dict[type, tuple[int, Shape]] = {**self.shapes}
        if list in self.shapes:
            self._found[tuple] = self.shapes[list]

    def labels(self) -> list[str]:
        return [
            label if i else f":{kind.__name__}?"
            for kind, (_, shape) in self.shapes.items()
            for i, label in enumerate(["", *shape.labels()])
        ]

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        if value is None:
            return
        found = self._found.get(type(value))
        if found is None:
            rest.append((at, value))
        else:
            out[at + found[0]] = 1.0
            found[1].write(value, at + found[0] + 1, out, turn, rest)

    def components(self, value: Any, place: int = -1) -> Iterator[Held]:
        found = self._found.get(type(value))
        return found[1].components(value, place) if found is not None else iter(())


class Nothing(Shape):
    """A value that is always null."""

    size = 0

    def labels(self) -> list[str]:
        return []

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        if value is not None:
            rest.append((at, value))


class Derived(Shape):
    """A value that follows from other zones and is omitted, because it would need too many numbers."""

    size = 0

    def labels(self) -> list[str]:
        return []

    def write(self, value: Any, at: int, out: Out, turn: Turn, rest: Rest) -> None:
        pass


def derived(state: Any) -> Shape:
    """Mark a zone that follows from others: ``shape=derived``."""
    return Derived()


def nullable(shape: Shape, kind: type) -> Shape:
    """Return a shape whose value can also be null."""
    return Either({kind: shape})
