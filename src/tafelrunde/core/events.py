"""What happened, by which rule, and who may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Event(NamedTuple):
    """One thing that happened. ``audience`` is ``None`` for everybody, else the seats that may see it.

    Where only some seats may know the details, the rules emit two events: a public one with counts and a
    private one with names. The text for people comes from the message catalogues by ``kind``.
    """

    kind: str
    seat: int | None
    data: Mapping[str, Any]
    rule: str
    audience: tuple[int, ...] | None = None
    also: tuple[str, ...] = ()
    """Further rules that say the same, where a rulebook states a thing in several places."""

    def visible_to(self, viewer: int | str | None) -> bool:
        """Whether a seat, a spectator (``None``) or the table itself (``"all"``) may see this event."""
        return self.audience is None or viewer == "all" or viewer in self.audience


class Log(list[Event]):
    """What one move set off; ``cut`` is where chance or a hidden fact first came in, for previews."""

    cut: int | None = None

    def mark(self) -> None:
        if self.cut is None:
            self.cut = len(self)
