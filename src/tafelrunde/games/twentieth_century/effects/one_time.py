"""One-time uses of technologies (20C-8.B); bridges are in ``rails.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tafelrunde.games.twentieth_century.effects.base import OneTime, use_up
from tafelrunde.games.twentieth_century.effects.garbage import dirty
from tafelrunde.games.twentieth_century.rules import narrate
from tafelrunde.games.twentieth_century.rules.country import bits
from tafelrunde.games.twentieth_century.rules.tiles import CITY_BITS

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.state import CenturyState


class Worker(OneTime, frozen=True, tag="worker"):
    """Put an extra citizen on an empty city."""

    verb: ClassVar[str] = "worker"
    target: ClassVar[str] = "city"
    rule: ClassVar[str] = "20C-8.B.1"
    worth: ClassVar[float] = 5.0

    def moves(self, state: CenturyState, seat: int, technology: int) -> list[int]:
        worker = state.layout.of["worker"]
        return [worker[city] for city in bits(state.regions[seat].cities & ~state.citizens)]

    def use(self, state: CenturyState, seat: int, technology: int, about: int) -> None:
        slug = use_up(state, seat, Worker)
        state.citizens |= 1 << about
        if state.log is not None:
            tile, name = state.layout.city_name(about)
            rule = "20C-R.42" if about // CITY_BITS in state.bought[seat] else "20C-8.B.2"
            state.emit("worker_placed", seat, rule, technology=slug, tile=tile, city=name)
            narrate.city_works(state, seat, about)

    def tell_bought(self, state: CenturyState, seat: int, slug: str) -> None:
        state.emit("extra_citizen", seat, "20C-8.B.1", technology=slug)


class WasteSorting(OneTime, frozen=True, tag="waste_sorting"):
    """Put one piece of garbage into a bin."""

    verb: ClassVar[str] = "sort"
    target: ClassVar[str] = "land"
    rule: ClassVar[str] = "20C-8.B.5"
    worth: ClassVar[float] = 2.5

    def moves(self, state: CenturyState, seat: int, technology: int) -> list[int]:
        sort = state.layout.of["sort"]
        return [sort[land] for land in dirty(state, seat)]

    def use(self, state: CenturyState, seat: int, technology: int, about: int) -> None:
        slug = use_up(state, seat, WasteSorting)
        state.garbage[about] -= 1
        if state.log is not None:
            state.emit("sorted", seat, "20C-8.B.5", technology=slug, tile=state.layout.slugs[about])


class Park(OneTime, frozen=True, tag="park"):
    """Only an immediate effect."""

    def tell_bought(self, state: CenturyState, seat: int, slug: str) -> None:
        state.emit("park", seat, "20C-8.B.6", technology=slug)
