"""Events: something that happened, the rule behind it and who may see it. See :mod:`tafelrunde.core.audience` for audiences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tafelrunde.core.audience import Seats, Viewer, may_see


class Event(NamedTuple):
    """One thing that happened. ``audience`` is ``None`` for everybody, otherwise the seats that may see it; ``State.emit``
    derives it from the game's declaration for the kind.

    Where only some seats may know the details, the rules emit two events: a public one with counts and a
    private one with names. The text for people comes from the message catalogues by ``kind``.
    """

    kind: str
    seat: int | None
    data: Mapping[str, Any]
    rule: str
    audience: Seats = None
    also: tuple[str, ...] = ()
    """Further rules with the same content, where a rulebook states something in several places."""

    def visible_to(self, viewer: Viewer) -> bool:
        """Whether a seat, a spectator (``None``) or the complete view (``"all"``) may see this event."""
        return may_see(viewer, self.audience)


class Log(list[Event]):
    """The events of one move; ``cut`` is the position of the first event that depends on chance or a hidden fact, where previews
    stop.

    ``forced`` lists the answers (seat and index) that the engine gave itself because there was no other.
    """

    cut: int | None = None

    def __init__(self) -> None:
        super().__init__()
        self.forced: list[tuple[int, int]] = []

    def mark(self) -> None:
        if self.cut is None:
            self.cut = len(self)
