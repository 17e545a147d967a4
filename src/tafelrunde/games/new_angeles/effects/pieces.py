"""Operations on the pieces in the city."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles import frames
from tafelrunde.games.new_angeles.effects.base import City, Count, Effect, Position, Small, Symbol, Teller, places
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
"""Forecast: the assumed number of pieces for a removal without a number."""
WELCOME = ("prisec", "development")
"""Pieces whose presence in the city is an advantage."""
ENEMY = ("enemy", "units_except_placed")
LOWERED = {"one": frames.LowerOne, "each": frames.LowerEach, "any": frames.LowerAny}


def drawn(sign: str, what: str, bad: bool) -> list[Symbol]:
    """A piece, or both kinds of enemy units."""
    if what not in ENEMY:
        return [Symbol(sign, what, bad)]
    return [Symbol(sign if not i else "", PIECES[piece], bad) for i, piece in enumerate(ENEMIES)]


def _told(tell: Teller, cost: bool, paid: bool, text: str) -> str:
    """A sentence in its form as a cost, or as the benefit for a cost (NA-R.10)."""
    return tell("cost", text=text) if cost else tell("if_paid", text=text) if paid else text


class Remove(Effect, frozen=True, tag="remove", rename={"condition": "if"}):
    """Remove pieces to the reserve (targets: NA-R.55)."""

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
        if self.all != (self.where in ("same", "other_same_tier")) or (self.where == "one" and self.max > 1):
            raise ValueError("Expected `all` with the places same and other_same_tier, and 1 piece with the place one")
        if (self.all and self.what not in ENEMY) or (self.where != "same" and self.what == "units_except_placed"):
            raise ValueError("Expected enemy units where all of them are removed, units_except_placed in the same district only")
        if self.all and (self.cost or not self.condition):
            raise ValueError("Expected `if` cost_paid where all units are removed: a cost has chosen the district")
        if not self.all and self.min not in (0, self.max):
            raise ValueError("Expected 0 for `min` (up to so many pieces), or as many as `max`")

    @property
    def pieces(self) -> tuple[int, ...]:
        return ENEMIES if self.what in ENEMY else (PIECES.index(self.what),)

    @property
    def most(self) -> int:
        return ALL_OF_THEM if self.all else self.max

    def sentence(self, tell: Teller) -> str:
        if self.where == "other_same_tier":
            text = tell("clear_other")
        elif self.all:
            text = tell(f"clear_{self.what}")
        else:
            form = "n" if self.min else "up_to"
            text = tell(f"remove_{self.where}", pieces=tell(f"{form}_{self.what}", n=self.max))
        return _told(tell, self.cost, bool(self.condition), text)

    def symbols(self) -> list[Symbol]:
        return drawn("−" if self.all else f"−{self.max}", self.what, self.what in WELCOME)

    def frames(self, rule: str) -> list[Frame]:
        if self.all:
            return [(frames.ClearOther if self.where == "other_same_tier" else frames.Clear)(0, rule)]
        paid = int(self.condition == "cost_paid")
        return [frames.Remove(0, rule, self.pieces, self.max, int(not self.min), int(self.cost), paid)]

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

    def contract(self, layout: Layout, city: City) -> tuple[str, int]:
        tokens = {"illness": "illness_removed_from_district", "outage": "outage_removed_from_district", "prisec": ""}
        n = min(self.most, sum(city[piece].bit_count() for piece in self.pieces))
        return tokens.get(self.what, "enemy_unit_removed_from_district"), n

    @property
    def times(self) -> int:
        return self.most

    @property
    def depends(self) -> bool:
        return self.where in ("same", "other_same_tier")


class Place(Effect, frozen=True, tag="place"):
    """Place pieces one after another (NA-R.38)."""

    what: Literal["outage", "illness", "development", "human_first", "orgcrime", "prisec"]
    count: Count
    where: Literal["city", "one", "same", "removed_from"]
    cost: bool = False

    def __post_init__(self) -> None:
        if self.count > 1 and (self.cost or self.where != "city"):
            raise ValueError("Expected 1 for `count`, unless the place is city and it is no cost")
        if self.cost and self.where != "one":
            raise ValueError("Expected the place one where placing is a cost")

    def sentence(self, tell: Teller) -> str:
        pieces = tell(f"n_{self.what}", n=self.count)
        return _told(tell, self.cost, False, tell("place_cost" if self.cost else f"place_{self.where}", pieces=pieces))

    def symbols(self) -> list[Symbol]:
        return drawn(f"+{self.count}", self.what, self.what not in WELCOME)

    def frames(self, rule: str) -> list[Frame]:
        piece = PIECES.index(self.what)
        if self.where == "same":
            return [frames.PlaceSame(0, rule, piece)]
        if self.where == "removed_from":
            return [frames.PlaceBack(0, rule, piece)]
        return [frames.Place(0, rule, piece, int(self.cost))] * self.count

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        """The places where a piece finds room; the forecast ignores that it might push another piece on."""
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


# --- unrest --------------------------------------------------------------------------------------


class UnrestDown(Effect, frozen=True, tag="unrest_down"):
    """Lower unrest; one: ``n`` stages in one district; each: a stage in each of up to ``n``; any: up to ``n`` in total."""

    n: Count
    spread: Literal["one", "each", "any"]

    def sentence(self, tell: Teller) -> str:
        return tell(f"unrest_down_{self.spread}", n=self.n)

    def symbols(self) -> list[Symbol]:
        return [Symbol(f"▼{self.n}", "protest_strike")]

    def frames(self, rule: str) -> list[Frame]:
        return [LOWERED[self.spread](0, rule, self.n)]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        if self.spread == "any":
            yield p
        yield from _calmed(p, self.spread == "one" and self.n > 1)

    def contract(self, layout: Layout, city: City) -> tuple[str, int]:
        stages = 1 if self.spread == "each" else self.n
        return "unrest_lowered", min(stages, (city[STRIKE] | city[PROTEST]).bit_count())

    @property
    def times(self) -> int:
        return self.n


def _calmed(p: Position, deep: bool) -> Iterator[Position]:
    for district in bits(p.city[PROTEST] | p.city[STRIKE]):
        bit = 1 << district
        protest = p.city[PROTEST] & ~bit
        if p.city[STRIKE] & bit and not deep:
            protest |= bit
        yield p.touch(bit, {PROTEST: protest, STRIKE: p.city[STRIKE] & ~bit})


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
    """Raise unrest by one stage in a number of different districts; 0: in all from which something was removed."""

    districts: Small

    def sentence(self, tell: Teller) -> str:
        return tell("unrest_up", n=self.districts) if self.districts else tell("unrest_up_removed")

    def symbols(self) -> list[Symbol]:
        return [Symbol("▲1", "protest_strike", True)]

    def frames(self, rule: str) -> list[Frame]:
        return [frames.Raise(0, rule, self.districts, ()) if self.districts else frames.RaiseBack(0, rule)]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        return _stirred(p, ALL_DISTRICTS if self.districts else p.here, False)


class UnrestSet(Effect, frozen=True, tag="unrest_set"):
    """Set unrest in the chosen district to strike (NA-R.39)."""

    def symbols(self) -> list[Symbol]:
        return [Symbol("", "strike", True)]

    def frames(self, rule: str) -> list[Frame]:
        return [frames.Strike(0, rule)]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        return _stirred(p, p.here, True)

    @property
    def depends(self) -> bool:
        return True


class LowerOrRemove(Effect, frozen=True, tag="lower_or_remove"):
    """Lower unrest in one district or remove one piece, as the resolver chooses (NA-R.55)."""

    stages: Count
    what: Literal["outage", "illness", "human_first", "orgcrime", "prisec"]

    def sentence(self, tell: Teller) -> str:
        return tell(self.op, stages=self.stages, pieces=tell(f"n_{self.what}", n=1))

    def symbols(self) -> list[Symbol]:
        return [Symbol(f"▼{self.stages}", "protest_strike"), Symbol("/", ""), *drawn("−1", self.what, self.what in WELCOME)]

    def frames(self, rule: str) -> list[Frame]:
        return [frames.LowerOrRemove(0, rule, self.stages, PIECES.index(self.what))]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        yield from _calmed(p, self.stages > 1)
        piece = PIECES.index(self.what)
        for district in bits(p.city[piece]):
            yield p.touch(1 << district, {piece: p.city[piece] & ~(1 << district)})


# --- androids, units, production -----------------------------------------------------------------


class MoveAndroid(Effect, frozen=True, tag="move_android"):
    """Move androids to districts without one (NA-7.2, NA-R.37)."""

    min: Small
    max: Count

    def __post_init__(self) -> None:
        if self.min not in (0, self.max):
            raise ValueError("Expected 0 for `min` (up to so many androids), or as many as `max`")

    def sentence(self, tell: Teller) -> str:
        return tell(self.op, pieces=tell("n_android" if self.min else "up_to_android", n=self.max))

    def symbols(self) -> list[Symbol]:
        return [Symbol(f"↷{self.max}" if self.max > 1 else "↷", "android")]

    def frames(self, rule: str) -> list[Frame]:
        return [frames.Androids(0, rule, self.max, int(not self.min))]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        if not self.min:
            yield p
        there = p.city[ANDROID]
        for home in bits(there):
            for district in bits(~there & _calm(p)):
                yield p.touch(1 << home | 1 << district, {ANDROID: there & ~(1 << home) | 1 << district})

    def contract(self, layout: Layout, city: City) -> tuple[str, int]:
        return "android_moved", 1

    @property
    def times(self) -> int:
        return self.max


class MoveEnemies(Effect, frozen=True, tag="move_enemies"):
    """Move every enemy unit in the chosen district along its path, if prisec is there."""

    def symbols(self) -> list[Symbol]:
        return drawn("↷", "enemy", False)

    def frames(self, rule: str) -> list[Frame]:
        return [frames.EnemiesMove(0, rule)]

    @property
    def depends(self) -> bool:
        return True


class Produce(Effect, frozen=True, tag="produce"):
    """Let the chosen district produce immediately, even with orgcrime (NA-43.6)."""

    def symbols(self) -> list[Symbol]:
        return [Symbol("+", "labor")]

    def frames(self, rule: str) -> list[Frame]:
        return [frames.Produce(0, rule)]

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
