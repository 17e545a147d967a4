"""Operations of event cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles.effects.base import City, Count, Effect, Position, Small
from tafelrunde.games.new_angeles.layout import Layout
from tafelrunde.games.new_angeles.rules.city import raise_threat
from tafelrunde.games.new_angeles.rules.rounds import counted
from tafelrunde.games.new_angeles.state import AngelesState, bits
from tafelrunde.games.new_angeles.terms import PIECES

Counted = Literal[
    "human_first_in_city", "orgcrime_in_city", "prisec_in_city", "illness_in_city", "outage_in_city",
    "districts_in_outage", "districts_in_strike", "districts_in_protest_or_strike", "resources_at_1_or_less",
]  # fmt: skip


class Threat(Effect, frozen=True, tag="threat", rename={"condition": "if"}):
    """One change of threat; on action cards it depends on what was collected (NA-R.36)."""

    delta: Annotated[int, Meta(ge=-25, le=25)]
    condition: Literal["", "collected >= players"] = ""

    def frames(self, rule: str) -> list[Frame]:
        return [("collected", 0, rule, self.delta)]

    def happen(self, state: AngelesState, rule: str) -> None:
        raise_threat(state, self.delta, "NA-13.5", (rule, "NA-14.2") if "tier" in rule else (rule,))

    def threat_in(self, layout: Layout, city: City) -> float:
        return float(self.delta)

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        yield p._replace(extra=p.extra + self.delta * (0.8 if self.condition else 1.0))


class ThreatPer(Effect, frozen=True, tag="threat_per"):
    """One increase of threat of so much for each piece or district counted (NA-R.56)."""

    count: Counted
    delta: Count

    def happen(self, state: AngelesState, rule: str) -> None:
        n = counted(self.count, state.city, state.supply) * self.delta
        if n:
            raise_threat(state, n, "NA-13.5", (rule, "NA-R.56"))

    def threat_in(self, layout: Layout, city: City) -> float:
        return float(counted(self.count, city, ()) * self.delta)


class MoveEach(Effect, frozen=True, tag="move_each", rename={"times_each": "times"}):
    """Each such unit in the city moves, in the order of NA-R.15."""

    what: Literal["human_first", "orgcrime"]
    times_each: Count

    def happen(self, state: AngelesState, rule: str) -> None:
        piece = PIECES.index(self.what)
        units = reversed(bits(state.city[piece]))
        if state.log is not None:
            state.emit("units_move", None, "NA-R.15", also=(rule,), piece=self.what)
        state.push(*(("displace", piece, district, self.times_each) for district in units))

    def threat_in(self, layout: Layout, city: City) -> float:
        far = 0b11 << 8 if self.times_each == 2 else 0b10 << 8
        return 2.0 * (city[PIECES.index(self.what)] & far).bit_count()


class If(Effect, frozen=True, tag="if", rename={"otherwise": "else"}):
    """A condition on the city, tested once: a piece in a district of a tier, or so many of what is counted."""

    then: tuple[EventEffect, ...]
    otherwise: tuple[EventEffect, ...]
    exists: Literal["", "human_first", "orgcrime", "outage", "illness", "prisec"] = ""
    tier: Annotated[int, Meta(ge=0, le=3)] = 0
    count: Counted | None = None
    at_least: Small = 0

    def holds(self, layout: Layout, city: City, supply: tuple[int, ...]) -> bool:
        if self.count is None:
            return bool(city[PIECES.index(self.exists)] & layout.tiers[self.tier])
        return counted(self.count, city, supply) >= self.at_least

    def __post_init__(self) -> None:
        if (self.count is None) == (not self.exists):
            raise ValueError("Expected either `exists` and `tier`, or `count` and `at_least`")

    def happen(self, state: AngelesState, rule: str) -> None:
        holds = self.holds(state.layout, tuple(state.city), tuple(state.supply))
        if holds and self.tier and state.log is not None:
            state.emit("tier_hit", None, "NA-14.2", tier=self.tier)
        for inner in self.then if holds else self.otherwise:
            inner.happen(state, rule)

    def threat_in(self, layout: Layout, city: City) -> float:
        return sum(inner.threat_in(layout, city) for inner in (self.then if self.holds(layout, city, ()) else self.otherwise))


EventEffect = Threat | ThreatPer | MoveEach | If
