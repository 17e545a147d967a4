"""Operations of action cards on supply, capital, cards and assets, and the choices of the resolver for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles import frames
from tafelrunde.games.new_angeles.effects.base import Count, Effect, Position, Small, Sum, Symbol, Teller
from tafelrunde.games.new_angeles.effects.events import Threat
from tafelrunde.games.new_angeles.layout import ALL_DISTRICTS, Layout
from tafelrunde.games.new_angeles.state import OUTAGE, STRIKE, bits
from tafelrunde.games.new_angeles.terms import RESOURCES

Cards = Annotated[int, Meta(ge=1, le=20)]


class Supply(Effect, frozen=True, tag="supply", rename={"instead": "else"}):
    """Change a resource; ``else`` applies if that is impossible. "chosen": up to ``choices_max`` different resources."""

    resource: Literal["energy", "consumables", "tech", "entertainment", "credits", "chosen"]
    delta: Annotated[int, Meta(ge=-9, le=9)]
    choices_max: Small = 0
    instead: Threat | None = None

    def __post_init__(self) -> None:
        if (self.resource == "chosen") != bool(self.choices_max):
            raise ValueError("Expected `choices_max` where the resource is chosen, and only there")
        if self.resource == "chosen" and self.delta < 0:
            raise ValueError("Expected a resource where the supply falls")
        if self.instead is not None and (self.delta > 0 or self.instead.delta < 0):
            raise ValueError("Expected `else` with a rise of threat, and only where the supply falls")

    def sentence(self, tell: Teller) -> str:
        if self.resource == "chosen":
            return tell("supply_chosen", most=self.choices_max, n=self.delta)
        if self.delta > 0:
            return tell("supply_rise", resource=self.resource, n=self.delta)
        if self.instead is None:
            return tell("supply_fall", resource=self.resource, n=-self.delta)
        return tell("supply_fall_else", resource=self.resource, n=-self.delta, threat=self.instead.delta)

    def symbols(self) -> list[Symbol]:
        sign = f"+{self.delta}" if self.delta > 0 else f"−{-self.delta}"
        return [Symbol(sign, "consumables" if self.resource == "chosen" else self.resource, self.delta < 0)]

    def frames(self, rule: str) -> list[Frame]:
        if self.resource == "chosen":
            return [frames.Resources(0, rule, self.choices_max, self.delta)]
        instead = self.instead.delta if self.instead else 0
        return [frames.Supply(0, rule, RESOURCES.index(self.resource), self.delta, instead)]


class Collect(Effect, frozen=True, tag="collect"):
    """Let everybody spend any amount of capital; if the sum is at least the number of players, threat falls (NA-R.36)."""

    threat: Annotated[int, Meta(ge=-25, le=-1)]

    def sentence(self, tell: Teller) -> str:
        return tell(self.op, n=-self.threat)

    def symbols(self) -> list[Symbol]:
        return [Symbol("−?", "capital"), Symbol(f"−{-self.threat}", "threat")]

    def frames(self, rule: str) -> list[Frame]:
        return [frames.Collect(0, rule), frames.Collected(0, rule, self.threat)]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        yield p._replace(extra=p.extra + self.threat * 0.8)


class ChoosePlayer(Effect, frozen=True, tag="choose_player", rename={"oneself": "self"}):
    """Name different players for the following operations; the resolver only if the card allows it."""

    count: Count
    oneself: bool

    def sentence(self, tell: Teller) -> str:
        return tell("choose_player_self" if self.oneself else "choose_player_other", n=self.count)

    def frames(self, rule: str) -> list[Frame]:
        return [frames.PickPlayer(0, rule, self.count, int(self.oneself))]


class ChooseDistrict(Effect, frozen=True, tag="choose_district"):
    """Name a district with neither strike nor outage for the following operations."""

    def frames(self, rule: str) -> list[Frame]:
        return [frames.PickDistrict(0, rule)]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        for district in bits(ALL_DISTRICTS & ~(p.city[STRIKE] | p.city[OUTAGE])):
            yield p.touch(1 << district)


class Capital(Effect, frozen=True, tag="capital"):
    """Give capital to the resolver or to chosen players; supporters of the offer get more, or each gets one amount in order."""

    who: Literal["resolver", "chosen", "chosen_in_order"]
    delta: Small = 0
    deltas: tuple[Sum, ...] = ()
    supporters_delta: Sum | None = None

    def __post_init__(self) -> None:
        if (self.who == "chosen_in_order") != bool(self.deltas) or bool(self.deltas) == bool(self.delta):
            raise ValueError("Expected `deltas` for players in order, `delta` for others")
        if self.supporters_delta is not None and self.who != "chosen":
            raise ValueError("Expected `supporters_delta` for chosen players only")

    def sentence(self, tell: Teller) -> str:
        if self.who == "chosen_in_order":
            return tell("capital_in_order", sums=list(self.deltas))
        if self.supporters_delta is not None:
            return tell("capital_chosen_supporters", n=self.delta, more=self.supporters_delta)
        return tell(f"capital_{self.who}", n=self.delta)

    def symbols(self) -> list[Symbol]:
        return [Symbol("+" + "/".join(map(str, self.deltas or (self.delta,))), "capital")]

    def frames(self, rule: str) -> list[Frame]:
        if self.who == "chosen_in_order":
            return [frames.PayInOrder(0, rule, self.deltas)]
        if self.who == "resolver":
            return [frames.PayResolver(0, rule, self.delta)]
        return [frames.PayChosen(0, rule, self.delta, self.delta if self.supporters_delta is None else self.supporters_delta)]

    def own_gain(self) -> float:
        return float(self.deltas[0] if self.deltas else self.delta)


class DrawEach(Effect, frozen=True, tag="draw_each"):
    """Let everybody draw cards of one type of their choice; 0 for supporters means that they get no more than the others."""

    count: Cards
    optional: bool
    supporters_count: Annotated[int, Meta(ge=0, le=20)] = 0

    def sentence(self, tell: Teller) -> str:
        text = tell("draw_each_may" if self.optional else "draw_each", n=self.count)
        return f"{text} {tell('draw_supporters', n=self.supporters_count)}" if self.supporters_count else text

    def symbols(self) -> list[Symbol]:
        return [Symbol(f"+{self.count}", "draw")]

    def frames(self, rule: str) -> list[Frame]:
        return [frames.DrawEach(0, rule, self.count, self.supporters_count or self.count, int(self.optional))]

    def own_gain(self) -> float:
        return 0.5


class Deploy(Effect, frozen=True, tag="deploy"):
    """Let the chosen player draw cards of a type that the resolver names, or turn the emergency card face up (NA-R.49)."""

    count: Cards

    def sentence(self, tell: Teller) -> str:
        return tell(self.op, n=self.count)

    def symbols(self) -> list[Symbol]:
        return [Symbol(f"+{self.count}", "draw"), Symbol("/", ""), Symbol("↺", "emergency")]

    def frames(self, rule: str) -> list[Frame]:
        return [frames.Deploy(0, rule, self.count)]


class PeekEvents(Effect, frozen=True, tag="peek_events"):
    """Look at the top events in secret, put one under the deck and the rest back in any order."""

    count: Annotated[int, Meta(ge=1, le=5)]

    def sentence(self, tell: Teller) -> str:
        return tell(self.op, n=self.count)

    def symbols(self) -> list[Symbol]:
        return [Symbol(f"{self.count}", "peek")]

    def frames(self, rule: str) -> list[Frame]:
        return [frames.Peek(0, rule, self.count)]

    @property
    def secret(self) -> bool:
        return True


class DiscardAsset(Effect, frozen=True, tag="discard_asset"):
    """Put an asset of the chosen player, picked by the resolver, under the asset deck."""

    def symbols(self) -> list[Symbol]:
        return [Symbol("−1", "discard_self", True)]

    def frames(self, rule: str) -> list[Frame]:
        return [frames.DropAsset(0, rule)]
