"""Checks for values that a scenario sets: each refuses with the key what cannot stand there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tafelrunde.core.errors import BadInput


def integer(where: str, value: Any, low: int, high: int) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not low <= value <= high:
        raise BadInput(where, f"expected a number from {low} to {high}, found {value!r:.40}.")
    return value


def slug(where: str, name: Any, known: Sequence[str]) -> int:
    """The place of a name among those that are known here."""
    if name not in known:
        listed = ", ".join(known) if len(known) <= 40 else f"{', '.join(known[:8])}, ..."
        raise BadInput(where, f"{name!r:.40} is not one of: {listed}.")
    return known.index(name)


def slugs(where: str, value: Any, known: Sequence[str]) -> list[int]:
    """A list of names as numbers."""
    if not isinstance(value, list):
        raise BadInput(where, f"expected a list, found {value!r:.40}.")
    return [slug(where, name, known) for name in value]
