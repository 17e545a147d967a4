"""Operations: the instructions that effects in a component file consist of, each declared once by its game.

A game derives one small class per operation from ``Operation``. Its fields are the keys of the component file; its methods define
everything else about the operation, such as its frames, its sentence and its symbol. This module only reads and checks operations
and must not depend on any game; each game chooses the names of the methods.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from tafelrunde.core.typed import refusal


class Operation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="op"):
    """One operation. Derived classes pass their name as the tag: ``class Advance(Operation, frozen=True, tag="advance")``."""

    @property
    def op(self) -> str:
        """The name of the operation in component files."""
        return str(self.__struct_config__.tag)

    def data(self) -> dict[str, Any]:
        """The operation as written in a component file."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return plain


O = TypeVar("O", bound=Operation)  # noqa: E741


class Operations(Generic[O]):
    """The closed set of operations of a game; ``union`` is the union of their classes."""

    def __init__(self, union: Any, kinds: Mapping[str, type[O]] | None = None) -> None:
        self._type = tuple[union, ...]
        self.kinds: Mapping[str, type[O]] = kinds or {str(kind.__struct_config__.tag): kind for kind in union.__args__}
        """The classes by the names of their operations."""

    def read(self, where: str, value: Any) -> tuple[O, ...]:
        """A list of effects as operations; ``where`` is the key of the list, for the error."""
        try:
            found: tuple[O, ...] = msgspec.convert(value, self._type)
        except msgspec.ValidationError as error:
            raise refusal(self._type, value, str(error), where, self.kinds) from None
        return found

    def check(self, where: str, value: Any) -> None:
        """The checker for component files (``core/components.py``)."""
        self.read(where, value)

    @cached_property
    def json_schema(self) -> dict[str, Any]:
        """The JSON Schema of a list of effects, for editors."""
        return msgspec.json.schema(self._type)
