"""Views, built up and never stripped down.

A game lists its zones: what it is called, who may see it, how it looks, and what the others see in its place
(a count, or ``None``). A view starts empty and adds what the viewer may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tafelrunde.core.audience import SEAT, ZONES, Viewer, may_see, seats_of
from tafelrunde.core.zones import BoardZone, SeatZone

__all__ = ["BoardZone", "SeatZone", "Shared", "board_view", "seat_view"]

Part = dict[str, Any]


class Shared:
    """What the views of one position have in common, made once. It belongs to one state and one call of ``Game.views``.

    The parts are handed out to several views and must not be edited.
    """

    __slots__ = ("_made", "_open", "frame", "state")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.frame: Part | None = None
        """The keys that are the same in every view of the position."""
        self._open = [audience for audience in ZONES if may_see(None, seats_of(audience, None))]
        self._made: dict[tuple[int, int], tuple[object, Part]] = {}

    def seat(self, seat: int, zones: Sequence[SeatZone]) -> Part:
        """What everybody may see of a seat."""
        found = self._made.get((seat, id(zones)))
        if found is None:  # the zones are kept, so that their identity is not given to others
            part = {z.key: (z.show if z.audience in self._open else z.hide)(self.state, seat) for z in zones}
            found = self._made[seat, id(zones)] = zones, part
        return found[1]

    def board(self, zones: Sequence[BoardZone]) -> Part:
        """What everybody may see of the middle."""
        found = self._made.get((-1, id(zones)))
        if found is None:
            part = {z.key: (z.show if z.audience in self._open else z.hide)(self.state) for z in zones}
            found = self._made[-1, id(zones)] = zones, part
        return found[1]


def seat_view(state: Any, viewer: Viewer, seat: int, zones: Sequence[SeatZone], shared: Shared | None = None) -> Part:
    """What a viewer sees of a seat. With ``shared`` all who see the same get the same object."""
    if shared is None or shared.state is not state or viewer == "all":
        return _seat_part(state, viewer, seat, zones)
    common = shared.seat(seat, zones)
    if not may_see(viewer, seats_of(SEAT, seat)):
        return common
    own = {z.key: z.show(state, seat) for z in zones if z.audience == SEAT}
    return common | own if own else common


def board_view(state: Any, viewer: Viewer, zones: Sequence[BoardZone], shared: Shared | None = None) -> Part:
    """What a viewer sees of the middle; nobody owns anything there."""
    if shared is None or shared.state is not state or viewer == "all":
        return _board_part(state, viewer, zones)
    return shared.board(zones)


def _seat_part(state: Any, viewer: Viewer, seat: int, zones: Sequence[SeatZone]) -> Part:
    seen = [audience for audience in ZONES if may_see(viewer, seats_of(audience, seat))]
    return {z.key: (z.show if z.audience in seen else z.hide)(state, seat) for z in zones}


def _board_part(state: Any, viewer: Viewer, zones: Sequence[BoardZone]) -> Part:
    seen = [audience for audience in ZONES if may_see(viewer, seats_of(audience, None))]
    return {z.key: (z.show if z.audience in seen else z.hide)(state) for z in zones}
