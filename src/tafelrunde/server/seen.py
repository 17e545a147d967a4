"""A viewer's view of a position as JSON in parts, and the patches that lead from one view to the next.

A patch is a JSON merge patch (RFC 7396). A merge patch removes the members that it gives as null, so ``nulls`` beside it lists
the paths of members that are null and remain. A merge patch has to repeat the list ``seats`` as a whole; a socket that asks for
``patch=seats`` gets an object instead, which maps the number of a seat to the patch of that seat.

Views share most of their parts: each part is encoded once, and each change of a part is computed once (:class:`Writer`,
:class:`Changes`). Parts are compared as bytes, so that a view that was patched is equal to the view itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
import orjson

from tafelrunde.server.log_rows import Viewer

NULL = b"null"
Path = tuple[str, ...]
Change = tuple[bytes, Sequence[Path]]
"""A merge patch, and the paths of the members in it that are null afterwards."""

_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class NoPatch(Exception):
    """A change that a patch cannot express: a list became an object."""


@dataclass(eq=False)
class Seen:
    """One viewer's view of one position."""

    viewer: Viewer
    parts: dict[str, bytes]
    """The members of the view, without the seats."""
    seats: list[bytes]

    @cached_property
    def whole(self) -> bytes:
        """The view as JSON."""
        parts = b",".join(b'"%s":%s' % (name.encode(), part) for name, part in self.parts.items())
        return b'{%s,"seats":[%s]}' % (parts, b",".join(self.seats))

    @property
    def size(self) -> int:
        """The size in bytes, ignoring shared parts."""
        return sum(map(len, self.parts.values())) + sum(map(len, self.seats))


class Writer:
    """Encodes the views of one position. Parts that are equal for several viewers are encoded once."""

    def __init__(self) -> None:
        self._written: dict[int, tuple[Any, bytes]] = {}

    def write(self, viewer: Viewer, view: Mapping[str, Any]) -> Seen:
        parts = {name: orjson.dumps(part) for name, part in view.items() if name not in ("seats", "board")}
        parts["board"] = self._once(view["board"])
        return Seen(viewer, parts, [self._once(seat) for seat in view["seats"]])

    def _once(self, part: Any) -> bytes:
        found = self._written.get(id(part))
        if found is None:  # the part is kept, so that its ``id`` is not reused
            found = self._written[id(part)] = part, orjson.dumps(part)
        return found[1]


class Changes:
    """Changes between the views of two positions; those of shared parts are computed once."""

    def __init__(self) -> None:
        self._known: dict[tuple[bytes, bytes], Change] = {}

    def between(self, old: Seen, new: Seen, by_seat: bool) -> bytes:
        """The members ``patch`` and, if needed, ``nulls`` of a message that leads from one view to another."""
        pieces, nulls = self._object(old.parts, new.parts)
        if by_seat:
            seats, more = self._object(_numbered(old.seats), _numbered(new.seats))
            if seats:
                pieces.append(b'"seats":{%s}' % b",".join(seats))
            nulls += [("seats", *path) for path in more]
        elif old.seats != new.seats:
            pieces.append(b'"seats":[%s]' % b",".join(new.seats))
        patch = b'"patch":{%s}' % b",".join(pieces)
        return b'%s,"nulls":%s' % (patch, orjson.dumps(nulls)) if nulls else patch

    def _object(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[list[bytes], list[Path]]:
        """The members of the merge patch of an object."""
        pieces: list[bytes] = []
        nulls: list[Path] = []
        for name, value in new.items():
            before = old.get(name)
            if before != value:
                body, paths = self._value(b"" if before is None else bytes(before), bytes(value))
                pieces.append(b"%s:%s" % (orjson.dumps(name), body))
                nulls += [(name, *path) for path in paths]
        pieces += [orjson.dumps(name) + b":null" for name in old if name not in new]
        return pieces, nulls

    def _value(self, old: bytes, new: bytes) -> Change:
        """The change of a value; ``old`` is empty if there was none."""
        if not new.startswith(b"{"):
            return new, ((),) if new == NULL else ()
        known = self._known.get((old, new))
        if known is None:
            if old.startswith(b"["):
                raise NoPatch
            pieces, nulls = self._object(_members(old) if old.startswith(b"{") else {}, _members(new))
            known = self._known[old, new] = b"{%s}" % b",".join(pieces), nulls
        return known


def _numbered(seats: Sequence[bytes]) -> dict[str, bytes]:
    return {str(seat): part for seat, part in enumerate(seats)}
