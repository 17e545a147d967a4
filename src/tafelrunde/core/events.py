"""What happened, by which rule, and who may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tafelrunde.core.audience import Seats, Viewer, may_see


class Event(NamedTuple):
    """One thing that happened. ``audience`` is ``None`` for everybody, else the seats that may see it: ``State.emit`` works it
    out from what the game declares for the kind.

    Where only some seats may know the details, the rules emit two events: a public one with counts and a
    private one with names. The text for people comes from the message catalogues by ``kind``.
    """

    kind: str
    seat: int | None
    data: Mapping[str, Any]
    rule: str
    audience: Seats = None
    also: tuple[str, ...] = ()
    """Further rules that say the same, where a rulebook states a thing in several places."""

    def visible_to(self, viewer: Viewer) -> bool:
        """Whether a seat, a spectator (``None``) or the table itself (``"all"``) may see this event."""
        return may_see(viewer, self.audience)


class Log(list[Event]):
    """What one move set off; ``cut`` is where chance or a hidden fact first came in, for previews.

    ``forced`` lists the answers (seat and index) that the engine gave itself because there was no other.
    """

    cut: int | None = None

    def __init__(self) -> None:
        super().__init__()
        self.forced: list[tuple[int, int]] = []

    def mark(self) -> None:
        if self.cut is None:
            self.cut = len(self)
