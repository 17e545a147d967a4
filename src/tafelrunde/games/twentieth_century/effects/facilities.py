"""Facilities: tiles with a building that increases one good of the connected cities (20C-8.A)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tafelrunde.games.twentieth_century.effects.base import Say, Use


class Facility(Use, frozen=True, kw_only=True):
    """A facility is placed in the region like a land; ``at`` and ``rails`` are its track."""

    good: ClassVar[int]
    """The good that it increases: 0 coins, 1 science, 2 prosperity."""
    letter: ClassVar[str]
    """The character for the building on the terminal."""

    bonus: Annotated[int, msgspec.Meta(ge=1, le=9)]
    at: dict[str, str]
    rails: tuple[str, ...]

    def sentence(self, say: Say) -> str:
        return say(self.op, n=self.bonus)


class Mine(Facility, frozen=True, tag="mine"):
    good: ClassVar[int] = 0
    letter: ClassVar[str] = "M"


class Lab(Facility, frozen=True, tag="lab"):
    good: ClassVar[int] = 1
    letter: ClassVar[str] = "L"


class Hospital(Facility, frozen=True, tag="hospital"):
    good: ClassVar[int] = 2
    letter: ClassVar[str] = "H"


AnyFacility = Mine | Lab | Hospital
FACILITIES = tuple(str(kind.__struct_config__.tag) for kind in (Mine, Lab, Hospital))
"""The kinds of facilities by the good that they increase."""
