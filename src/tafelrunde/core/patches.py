"""Checks for the values that a scenario sets; each raises an error that names the key of an invalid value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tafelrunde.core.errors import BadInput


def integer(where: str, value: Any, low: int, high: int) -> int:
    """Check a whole number against its bounds."""
    if type(value) is not int or not low <= value <= high:
        raise BadInput(where, f"expected a number from {low} to {high}, found {value!r:.40}.")
    return value


def slug(where: str, name: Any, known: Sequence[str]) -> int:
    """Convert a known name into its number."""
    if name not in known:
        listed = ", ".join(known) if len(known) <= 40 else f"{', '.join(known[:8])}, ..."
        raise BadInput(where, f"{name!r:.40} is not one of: {listed}.")
    return known.index(name)


class At(NamedTuple):
    """The target of a value that a scenario sets: the full key (for errors) and the rest of the path inside the zone."""

    where: str
    path: tuple[str, ...] = ()

    def refuse(self, reason: str) -> BadInput:
        return BadInput(self.where, reason)

    def end(self) -> None:
        """Reject further keys in a zone that has none."""
        if self.path:
            raise self.refuse("there is no such key that can be set.")

    def below(self) -> tuple[str, At]:
        """Return the next key and the target inside it."""
        if not self.path:
            raise self.refuse("name one of the keys below this one.")
        return self.path[0], At(self.where, self.path[1:])

    def inner(self, name: str) -> At:
        """The target of a value inside a table that is set as a whole."""
        return At(f"{self.where}.{name}")

    def number(self, value: Any, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            raise self.refuse(f"expected a number from {low} to {high}, found {value!r:.40}.")
        return value

    def truth(self, value: Any) -> bool:
        if type(value) is not bool:
            raise self.refuse("expected true or false.")
        return value

    def name(self, value: Any, known: Sequence[str]) -> int:
        """Convert a name into its number."""
        if value not in known:
            listed = ", ".join(known) if len(known) <= 40 else f"{', '.join(known[:8])}, ..."
            raise self.refuse(f"{value!r:.40} is not one of: {listed}.")
        return known.index(value)

    def names(self, value: Any, known: Sequence[str], distinct: bool = False) -> list[int]:
        """Convert a list of names into numbers."""
        if not isinstance(value, list):
            raise self.refuse(f"expected a list, found {value!r:.40}.")
        found = [self.name(name, known) for name in value]
        if distinct and len(set(found)) < len(found):
            raise self.refuse("a name stands there twice.")
        return found

    def mapping(self, value: Any) -> Mapping[str, Any]:
        """A table with arbitrary keys."""
        if not isinstance(value, Mapping):
            raise self.refuse(f"expected a table, found {value!r:.40}.")
        return value

    def table(self, value: Any, known: Sequence[str]) -> Mapping[str, Any]:
        """A table that has no keys but the known ones."""
        if not isinstance(value, Mapping) or set(value) - set(known):
            raise self.refuse(f"expected a table with some of: {', '.join(known)}; found {value!r:.60}.")
        return value
