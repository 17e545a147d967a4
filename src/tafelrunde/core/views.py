"""Views, built up and never stripped down.

A game lists its zones: what it is called, who may see it, how it looks, and what the others see in its place
(a count, or ``None``). A view starts empty and adds what the viewer may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Viewer = int | str | None

EVERYBODY = "everybody"
OWNER = "owner"
NOBODY = "nobody"


class SeatZone(NamedTuple):
    """Something that belongs to a seat."""

    key: str
    audience: str
    show: Callable[[Any, int], Any]
    hide: Callable[[Any, int], Any] = lambda state, seat: None


class BoardZone(NamedTuple):
    """Something that lies in the middle."""

    key: str
    audience: str
    show: Callable[[Any], Any]
    hide: Callable[[Any], Any] = lambda state: None


def allowed(audience: str, viewer: Viewer, owner: int | None = None) -> bool:
    """Whether a viewer belongs to an audience; ``"all"`` is the table itself and sees everything."""
    if viewer == "all" or audience == EVERYBODY:
        return True
    return audience == OWNER and owner is not None and viewer == owner


def seat_view(state: Any, viewer: Viewer, seat: int, zones: Iterable[SeatZone]) -> dict[str, Any]:
    return {z.key: (z.show if allowed(z.audience, viewer, seat) else z.hide)(state, seat) for z in zones}


def board_view(state: Any, viewer: Viewer, zones: Iterable[BoardZone]) -> dict[str, Any]:
    return {z.key: (z.show if allowed(z.audience, viewer) else z.hide)(state) for z in zones}
