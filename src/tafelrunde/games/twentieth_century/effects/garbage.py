"""Repeat uses for clean land: trucks, recycling, remediation, quality of life (20C-8.C)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Moves
from tafelrunde.games.twentieth_century import frames
from tafelrunde.games.twentieth_century.effects.base import Paid, Repeat, Say, Small, listed, marks, use_up
from tafelrunde.games.twentieth_century.rules.administration import asks
from tafelrunde.games.twentieth_century.rules.registry import FRAMES, add_score, move_marker

if TYPE_CHECKING:
    from tafelrunde.games.twentieth_century.state import CenturyState


def dirty(state: CenturyState, seat: int) -> list[int]:
    """The lands of the region that have garbage."""
    garbage = state.garbage
    return [land for land in state.regions[seat].lands if garbage[land]]


class GarbageTruck(Repeat, frozen=True, tag="garbage_truck"):
    """Move one piece of garbage to another land."""

    verb: ClassVar[str] = "truck"
    target: ClassVar[str] = "land"
    rule: ClassVar[str] = "20C-8.C.5"
    worth: ClassVar[float] = 1.0

    def moves(self, state: CenturyState, seat: int, technology: int) -> list[int]:
        if len(state.regions[seat].lands) < 2:
            return []
        truck = state.layout.of["truck"]
        return [truck[land] for land in dirty(state, seat)]

    def use(self, state: CenturyState, seat: int, technology: int, about: int) -> None:
        state.stack.append(frames.Unload(seat, about))


@asks(frames.Unload, "20C-8.C.5", answer=PUBLIC)
def ask_unload(state: CenturyState, frame: frames.Unload) -> Moves:
    seat, land = frame.seat, frame.tile
    unload = state.layout.of["unload"]
    return [unload[other] for other in state.regions[seat].lands if other != land]


@FRAMES.describes(frames.Unload)
def describe_unload(state: CenturyState, frame: frames.Unload) -> Mapping[str, Any]:
    return {"tile": state.layout.slugs[frame.tile]}


@FRAMES.resolves(frames.Unload)
def resolve_unload(state: CenturyState, frame: frames.Unload, move: int) -> None:
    seat, land = frame.seat, frame.tile
    target = state.layout.about[move]
    use_up(state, seat, GarbageTruck)
    state.garbage[land] -= 1
    state.garbage[target] += 1
    if state.log is not None:
        state.emit("garbage_moved", seat, "20C-8.C.5", tile=state.layout.slugs[land], target=state.layout.slugs[target])


class Recycling(Paid, frozen=True, tag="recycling"):
    """Remove one piece of garbage."""

    verb: ClassVar[str] = "recycle"
    target: ClassVar[str] = "land"
    rule: ClassVar[str] = "20C-8.C.7"
    worth: ClassVar[float] = 1.6

    def moves(self, state: CenturyState, seat: int, technology: int) -> list[int]:
        recycle = state.layout.recycle
        return [recycle[technology, land] for land in dirty(state, seat)]

    def use(self, state: CenturyState, seat: int, technology: int, about: int) -> None:
        self.pay(state, seat, technology)
        state.garbage[about] -= 1
        if state.log is not None:
            state.emit("recycled", seat, "20C-8.C.7", tile=state.layout.slugs[about], n=state.garbage[about])


class Remediation(Paid, frozen=True, tag="remediation"):
    """Move the pollution marker one field to the right."""

    verb: ClassVar[str] = "remediate"
    rule: ClassVar[str] = "20C-8.C.8"
    worth: ClassVar[float] = 2.0

    def moves(self, state: CenturyState, seat: int, technology: int) -> list[int]:
        at_end = state.pollution[seat] == len(state.layout.pollution) - 1
        return [] if at_end else [state.layout.of["remediate"][technology]]

    def use(self, state: CenturyState, seat: int, technology: int, about: int) -> None:
        self.pay(state, seat, technology)
        move_marker(state, seat, 1, "20C-8.C.8")


class QualityOfLife(Paid, frozen=True, kw_only=True, tag="quality_of_life"):
    """Score prosperity."""

    verb: ClassVar[str] = "improve"
    rule: ClassVar[str] = "20C-8.C.9"
    worth: ClassVar[float] = 1.4

    prosperity: Small

    def moves(self, state: CenturyState, seat: int, technology: int) -> list[int]:
        return [state.layout.of["improve"][technology]]

    def use(self, state: CenturyState, seat: int, technology: int, about: int) -> None:
        self.pay(state, seat, technology)
        slug = state.layout.technologies[technology].slug
        add_score(state, seat, self.prosperity, "quality_of_life", "20C-8.C.9", technology=slug)

    def sentence(self, say: Say) -> str:
        return say(f"{self.op}_for", cost=listed(say, self.cost), gain=say("prosperity", n=self.prosperity))

    def mark(self, say: Say) -> str:
        return say("use_for_gain", kind=self.op, cost=marks(self.cost), gain=marks((0, 0, self.prosperity)))

    def symbol(self) -> dict[str, Any]:
        return {**super().symbol(), "prosperity": self.prosperity}
