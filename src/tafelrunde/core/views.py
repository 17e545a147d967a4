"""Views, built up and never stripped down.

A game lists its zones: what it is called, who may see it, how it looks, and what the others see in its place
(a count, or ``None``). A view starts empty and adds what the viewer may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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


Part = dict[str, Any]

_common: dict[Any, Part] | None = None
"""What everybody but the owner sees of a seat or the board, while views of one position are made together."""


@contextmanager
def together() -> Iterator[None]:
    """While it lasts all views are of one position: what several viewers see alike is made once and shared, read-only."""
    global _common
    _common = {}
    try:
        yield
    finally:
        _common = None


def seat_view(state: Any, viewer: Viewer, seat: int, zones: Iterable[SeatZone]) -> Part:
    if _common is None or viewer == "all":
        return {z.key: (z.show if allowed(z.audience, viewer, seat) else z.hide)(state, seat) for z in zones}
    place = seat, id(zones)
    common = _common.get(place)
    if common is None:
        common = _common[place] = {z.key: (z.show if z.audience == EVERYBODY else z.hide)(state, seat) for z in zones}
    if viewer != seat:
        return common
    return common | {z.key: z.show(state, seat) for z in zones if z.audience == OWNER}


def board_view(state: Any, viewer: Viewer, zones: Iterable[BoardZone]) -> Part:
    if _common is None or viewer == "all":
        return {z.key: (z.show if allowed(z.audience, viewer) else z.hide)(state) for z in zones}
    place = "board", id(zones)
    common = _common.get(place)
    if common is None:
        common = _common[place] = {z.key: (z.show if z.audience == EVERYBODY else z.hide)(state) for z in zones}
    return common
