"""Operations of event cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles import frames
from tafelrunde.games.new_angeles.effects.base import City, Count, Effect, Position, Small, Symbol, Teller
from tafelrunde.games.new_angeles.layout import Layout
from tafelrunde.games.new_angeles.rules.city import change_threat, raise_threat
from tafelrunde.games.new_angeles.rules.rounds import counted
from tafelrunde.games.new_angeles.state import AngelesState, bits
from tafelrunde.games.new_angeles.terms import PIECES

Counted = Literal[
    "human_first_in_city", "orgcrime_in_city", "prisec_in_city", "illness_in_city", "outage_in_city",
    "districts_in_outage", "districts_in_strike", "districts_in_protest_or_strike", "resources_at_1_or_less",
]  # fmt: skip


class Threat(Effect, frozen=True, tag="threat"):
    """One change of threat."""

    delta: Annotated[int, Meta(ge=-25, le=25)]

    def sentence(self, tell: Teller) -> str:
        return tell("threat_up" if self.delta > 0 else "threat_down", n=abs(self.delta))

    def symbols(self) -> list[Symbol]:
        return [Symbol(f"+{self.delta}" if self.delta > 0 else f"−{-self.delta}", "threat", self.delta > 0)]

    def frames(self, rule: str) -> list[Frame]:
        return [frames.Threat(0, rule, self.delta)]

    def happen(self, state: AngelesState, rule: str) -> None:
        change_threat(state, self.delta, "NA-13.5", (rule,))

    def threat_in(self, layout: Layout, city: City) -> float:
        return float(self.delta)

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        yield p._replace(extra=p.extra + self.delta)


class ThreatPer(Effect, frozen=True, tag="threat_per"):
    """One increase of threat by an amount for each piece or district counted (NA-R.56)."""

    count: Counted
    delta: Count

    def sentence(self, tell: Teller) -> str:
        return tell(self.op, n=self.delta, count=tell.counted(self.count))

    def happen(self, state: AngelesState, rule: str) -> None:
        n = counted(self.count, state.city, state.supply) * self.delta
        if n:
            raise_threat(state, n, "NA-13.5", (rule, "NA-R.56"))

    def threat_in(self, layout: Layout, city: City) -> float:
        return float(counted(self.count, city, ()) * self.delta)


class MoveEach(Effect, frozen=True, tag="move_each", rename={"times_each": "times"}):
    """Every such unit in the city moves, in the order of NA-R.15."""

    what: Literal["human_first", "orgcrime"]
    times_each: Count

    def sentence(self, tell: Teller) -> str:
        return tell(self.op, what=self.what, n=self.times_each)

    def happen(self, state: AngelesState, rule: str) -> None:
        piece = PIECES.index(self.what)
        units = reversed(bits(state.city[piece]))
        if state.log is not None:
            state.emit("units_move", None, "NA-R.15", also=(rule,), piece=self.what)
        state.push(*(frames.Displace(piece, district, self.times_each) for district in units))

    def threat_in(self, layout: Layout, city: City) -> float:
        near = sum(self._reaches_root(layout, district) for district in bits(city[PIECES.index(self.what)]))
        return float(layout.root_threat * near)

    def _reaches_root(self, layout: Layout, district: int) -> bool:
        for _ in range(self.times_each):
            district = layout.to[district]
            if district < 0:
                return True
        return False


class If(Effect, frozen=True, tag="if", rename={"otherwise": "else"}):
    """A condition on the city, tested once: a piece in a district of a tier, or a minimum count."""

    then: tuple[EventEffect, ...]
    otherwise: tuple[EventEffect, ...] = ()
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

    def sentence(self, tell: Teller) -> str:
        text = tell.all(self.then)
        if self.count is None:
            told = tell("if_exists", what=self.exists, tier=self.tier, text=text)
        else:
            told = tell("if_count", count=tell.counted(self.count), n=self.at_least, text=text)
        return tell("otherwise", text=told, other_text=tell.all(self.otherwise)) if self.otherwise else told

    def happen(self, state: AngelesState, rule: str) -> None:
        holds = self.holds(state.layout, tuple(state.city), tuple(state.supply))
        if holds and self.tier and state.log is not None:
            state.emit("tier_hit", None, "NA-14.2", tier=self.tier)
        for inner in self.then if holds else self.otherwise:
            inner.happen(state, rule)

    def threat_in(self, layout: Layout, city: City) -> float:
        return sum(inner.threat_in(layout, city) for inner in (self.then if self.holds(layout, city, ()) else self.otherwise))


EventEffect = Threat | ThreatPer | MoveEach | If
