"""Operations on the pieces in the city."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles.effects.base import City, Count, Effect, Position, Small, places
from tafelrunde.games.new_angeles.layout import ALL_DISTRICTS, Layout
from tafelrunde.games.new_angeles.rules.city import ENEMIES
from tafelrunde.games.new_angeles.state import (
    ANDROID,
    DEVELOPMENT,
    OUTAGE,
    PRISEC,
    PROTEST,
    STRIKE,
    bits,
)
from tafelrunde.games.new_angeles.terms import PIECES

ALL_OF_THEM = 2
"""Forecast: how many pieces a removal without a number is thought to take."""


class Remove(Effect, frozen=True, tag="remove", rename={"condition": "if"}):
    """Pieces go to the reserve (targets: NA-R.55)."""

    what: Literal["outage", "illness", "human_first", "orgcrime", "prisec", "enemy", "units_except_placed"]
    where: Literal["city", "one", "same", "other_same_tier"]
    min: Small = 1
    max: Small = 0
    all: bool = False
    cost: bool = False
    condition: Literal["", "cost_paid"] = ""

    def __post_init__(self) -> None:
        if self.all == bool(self.max):
            raise ValueError("Expected either `max`, or `all`")

    @property
    def pieces(self) -> tuple[int, ...]:
        return ENEMIES if self.what in ("enemy", "units_except_placed") else (PIECES.index(self.what),)

    @property
    def most(self) -> int:
        return ALL_OF_THEM if self.all else self.max

    def frames(self, rule: str) -> list[Frame]:
        if self.all:
            everything = int(self.what == "units_except_placed")
            return [("clear_other", 0, rule) if self.where == "other_same_tier" else ("clear", 0, rule, everything)]
        paid = int(self.condition == "cost_paid")
        return [("remove", 0, rule, self.pieces, self.max, int(not self.min), int(self.cost), paid)]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        if not self.min:
            yield p
        allowed = places(layout, self.where, p)
        if self.all:
            for district in bits(allowed):
                bit = 1 << district
                yield p.touch(bit, {piece: p.city[piece] & ~bit for piece in self.pieces})
            return
        for piece in self.pieces:
            for district in bits(p.city[piece] & allowed):
                bit = 1 << district
                yield p.touch(bit, {piece: p.city[piece] & ~bit})

    def contract(self, layout: Layout, city: City) -> tuple[int, int]:
        tokens = {"illness": layout.pays_illness, "outage": layout.pays_outage, "prisec": -1}
        n = min(self.most, sum(city[piece].bit_count() for piece in self.pieces))
        return tokens.get(self.what, layout.pays_enemy), n

    @property
    def times(self) -> int:
        return self.most

    @property
    def depends(self) -> bool:
        return self.where in ("same", "other_same_tier")


class Place(Effect, frozen=True, tag="place", rename={"condition": "if"}):
    """Pieces are placed one after another (NA-R.38)."""

    what: Literal["outage", "illness", "development", "human_first", "orgcrime", "prisec"]
    count: Count
    where: Literal["city", "one", "same", "removed_from"]
    filter: Literal["", "not_outage"] = ""
    cost: bool = False
    condition: Literal["", "removed", "no_prisec"] = ""

    def frames(self, rule: str) -> list[Frame]:
        piece = PIECES.index(self.what)
        if self.where == "same":
            return [("place_same", 0, rule, piece)]
        if self.where == "removed_from":
            return [("place_back", 0, rule, piece)]
        return [("place", 0, rule, piece, int(self.cost), int(self.filter == "not_outage"))] * self.count

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        """Where a piece finds room; that it might push another on is left out."""
        piece = PIECES.index(self.what)
        room = ~p.city[piece] & places(layout, self.where, p)
        if piece in ENEMIES:
            room &= ~p.city[PRISEC]
        for district in bits(room):
            bit = 1 << district
            masks = {piece: p.city[piece] | bit}
            if piece == OUTAGE:
                masks |= {PROTEST: p.city[PROTEST] & ~bit, STRIKE: p.city[STRIKE] & ~bit}
            yield p.touch(bit, masks)

    @property
    def times(self) -> int:
        return self.count

    @property
    def depends(self) -> bool:
        return self.where == "same"


class UnrestDown(Effect, frozen=True, tag="unrest_down"):
    """Unrest falls; one: in one district; each: a stage in each of so many districts; any: so many stages in total."""

    stages: Count
    spread: Literal["one", "each", "any"]
    min: Small = 1
    districts_max: Small = 0

    def __post_init__(self) -> None:
        if (self.spread == "each") != bool(self.districts_max):
            raise ValueError('Expected `districts_max` where the spread is "each", and only there')

    def frames(self, rule: str) -> list[Frame]:
        return [(f"lower_{self.spread}", 0, rule, self.districts_max if self.spread == "each" else self.stages)]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        if not self.min:
            yield p
        deep = self.spread == "one" and self.stages > 1
        for district in bits(p.city[PROTEST] | p.city[STRIKE]):
            bit = 1 << district
            protest = p.city[PROTEST] & ~bit
            if p.city[STRIKE] & bit and not deep:
                protest |= bit
            yield p.touch(bit, {PROTEST: protest, STRIKE: p.city[STRIKE] & ~bit})

    def contract(self, layout: Layout, city: City) -> tuple[int, int]:
        return layout.pays_unrest, min(self.stages, (city[STRIKE] | city[PROTEST]).bit_count())

    @property
    def times(self) -> int:
        return self.districts_max or self.stages


def _calm(p: Position) -> int:
    return ALL_DISTRICTS & ~(p.city[STRIKE] | p.city[OUTAGE])


def _stirred(p: Position, allowed: int, straight_to_strike: bool) -> Iterator[Position]:
    for district in bits(allowed & _calm(p)):
        bit = 1 << district
        if straight_to_strike or p.city[PROTEST] & bit:
            yield p.touch(bit, {PROTEST: p.city[PROTEST] & ~bit, STRIKE: p.city[STRIKE] | bit})
        else:
            yield p.touch(bit, {PROTEST: p.city[PROTEST] | bit})


class UnrestUp(Effect, frozen=True, tag="unrest_up"):
    """Unrest rises by one stage in so many different districts, or in all from which something was removed."""

    stages: Literal[1]
    where: Literal["each_removed_from", "not_strike_or_outage"]
    districts: Count = 1

    def frames(self, rule: str) -> list[Frame]:
        return [("raise_back", 0, rule) if self.where == "each_removed_from" else ("raise", 0, rule, self.districts, ())]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        return _stirred(p, places(layout, self.where, p), False)


class UnrestSet(Effect, frozen=True, tag="unrest_set"):
    """Unrest goes straight to strike (NA-R.39)."""

    stage: Literal["strike"]
    where: Literal["same"]

    def frames(self, rule: str) -> list[Frame]:
        return [("strike", 0, rule)]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        return _stirred(p, p.here, True)

    @property
    def depends(self) -> bool:
        return True


class MoveAndroid(Effect, frozen=True, tag="move_android"):
    """Androids move to districts without one (NA-7.2, NA-R.37)."""

    min: Small
    max: Count

    def frames(self, rule: str) -> list[Frame]:
        return [("androids", 0, rule, self.max, int(not self.min))]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        if not self.min:
            yield p
        there = p.city[ANDROID]
        for home in bits(there):
            for district in bits(~there & _calm(p)):
                yield p.touch(1 << home | 1 << district, {ANDROID: there & ~(1 << home) | 1 << district})

    def contract(self, layout: Layout, city: City) -> tuple[int, int]:
        return layout.pays_android, 1

    @property
    def times(self) -> int:
        return self.max


class MoveEnemies(Effect, frozen=True, tag="move_enemies"):
    """Every enemy unit in the district moves along its path."""

    where: Literal["same"]

    def frames(self, rule: str) -> list[Frame]:
        return [("enemies_move", 0, rule)]

    @property
    def depends(self) -> bool:
        return True


class Produce(Effect, frozen=True, tag="produce"):
    """The district produces at once, orgcrime or not (NA-43.6)."""

    where: Literal["same"]
    ignore: Annotated[tuple[Literal["orgcrime"], ...], Meta(min_length=1)]

    def frames(self, rule: str) -> list[Frame]:
        return [("produce", 0, rule)]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        level = list(p.supply)
        for district in bits(p.here):
            resource, amount = layout.primary[district]
            level[resource] += amount + bool(p.city[DEVELOPMENT] & p.here)
            second = layout.secondary[district]
            if second is not None:
                level[second[0]] += second[1]
        yield p._replace(supply=tuple(level))

    @property
    def depends(self) -> bool:
        return True


class NoIllness(Effect, frozen=True, tag="no_illness"):
    """The illness increase of NA-33.0 does not apply to this card."""

    @property
    def lifts_illness(self) -> bool:
        return True
