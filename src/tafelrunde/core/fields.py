"""The fields of a state, declared once: clone and JSON functions are generated from the annotations, so no field can be
forgotten.

A field is a plain value (``int``, ``str``, ``bool``), a ``list`` (owned by the state and copied by ``clone``), a ``tuple``
(shared between clones, replaced and never edited) or a :class:`~tafelrunde.core.decks.Deck`. Everything inside a list or tuple is
immutable. The generated straight-line code copies as fast as handwritten code.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import get_annotations
from typing import Any

from tafelrunde.core.decks import Deck
from tafelrunde.core.errors import BadInput
from tafelrunde.core.frames import freeze, thaw

Encode = Callable[[Any], Any]
Decode = Callable[[str, Any], Any]


def _plain(expected: type) -> Decode:
    def decode(where: str, value: Any) -> Any:
        if type(value) is not expected:
            raise BadInput(where, f"expected {expected.__name__}, found {value!r:.60}.")
        return value

    return decode


def _list(where: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise BadInput(where, f"expected a list, found {value!r:.60}.")
    return [freeze(item) for item in value]


def _deck(where: str, value: Any) -> Deck:
    try:
        deck = Deck.from_json(value)
        numbers = [*deck.pool, deck.hidden, *(n for known in deck.top + deck.bottom for n in known)]
        if not all(type(n) is int for n in numbers) or not 0 <= deck.hidden <= len(deck.pool):
            raise ValueError
    except (TypeError, KeyError, ValueError):
        raise BadInput(where, "this is not a deck.") from None
    return deck


class Field:
    """How to copy and serialise one field."""

    __slots__ = ("copy", "decode", "encode", "name")

    def __init__(self, name: str, annotation: str) -> None:
        self.name = name
        self.copy = "{0}"
        self.encode: Encode = thaw
        if annotation.startswith("list["):
            self.copy = "{0}[:]"
            self.encode = lambda value: [thaw(item) for item in value]
            self.decode: Decode = _list
        elif annotation.startswith("tuple[Deck"):
            self.encode = lambda decks: [deck.to_json() for deck in decks]
            self.decode = lambda where, value: tuple(_deck(where, item) for item in _list(where, value))
        elif annotation.startswith("tuple["):
            self.decode = lambda where, value: tuple(_list(where, value))
        elif annotation == "Deck":
            self.encode = Deck.to_json
            self.decode = _deck
        elif annotation in ("int", "str", "bool"):
            self.decode = _plain({"int": int, "str": str, "bool": bool}[annotation])
        else:
            raise TypeError(f"field {name!r}: {annotation!r} is no kind of field that can be copied and saved")


def declared(cls: type) -> tuple[Field, ...]:
    """The fields that a state class declares itself, in the order of its slots."""
    annotations = get_annotations(cls)
    slots = [name for name in cls.__dict__.get("__slots__", ()) if name not in getattr(cls, "DERIVED", ())]
    annotations = {name: kind for name, kind in annotations.items() if name not in getattr(cls, "DERIVED", ())}
    if set(slots) != set(annotations):
        raise TypeError(f"{cls.__name__}: slots and annotations differ: {sorted(set(slots) ^ set(annotations))}")
    return tuple(Field(name, str(annotations[name])) for name in slots)


def clone_lines(shared: tuple[str, ...], fields: tuple[Field, ...]) -> list[str]:
    """The body of a state's clone method as straight-line code, between the creation of ``new`` and its return."""
    return [
        *(f"new.{name} = self.{name}" for name in shared),
        *(f"new.{f.name} = " + f.copy.format(f"self.{f.name}") for f in fields),
        "new.stack = self.stack[:]",
        "lanes = self.lanes",
        "new.lanes = None if lanes is None else [lane[:] for lane in lanes]",
        "new.log = None",
    ]


def compile_clone(cls: type, shared: tuple[str, ...], fields: tuple[Field, ...]) -> Callable[[Any], Any]:
    """Generate a clone function for ``cls``."""
    body = [f"    {line}" for line in clone_lines(shared, fields)]
    lines = ["def clone(self):", "    new = create(cls)", *body, "    return new"]
    scope: dict[str, Any] = {"cls": cls, "create": object.__new__}
    exec("\n".join(lines), scope)  # safe: the text contains only the class's own slot names
    clone: Callable[[Any], Any] = scope["clone"]
    clone.__doc__ = "An independent copy."
    return clone
