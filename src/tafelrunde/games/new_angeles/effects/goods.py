"""Operations of action cards on supply, capital, cards and assets, and what the resolver chooses for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from tafelrunde.core.frames import Frame
from tafelrunde.games.new_angeles.effects.base import Count, Effect, Position, Small
from tafelrunde.games.new_angeles.effects.events import Threat
from tafelrunde.games.new_angeles.layout import ALL_DISTRICTS, Layout
from tafelrunde.games.new_angeles.state import OUTAGE, STRIKE, bits
from tafelrunde.games.new_angeles.terms import RESOURCES


class Supply(Effect, frozen=True, tag="supply", rename={"instead": "else"}):
    """A resource changes; ``else`` happens where it cannot. "chosen": up to ``choices_max`` different resources."""

    resource: Literal["energy", "consumables", "tech", "entertainment", "credits", "chosen"]
    delta: Annotated[int, Meta(ge=-9, le=9)]
    choices_max: Small = 0
    instead: Threat | None = None

    def frames(self, rule: str) -> list[Frame]:
        if self.resource == "chosen":
            return [("resources", 0, rule, self.choices_max, self.delta)]
        instead = self.instead.delta if self.instead else 0
        return [("supply", 0, rule, RESOURCES.index(self.resource), self.delta, instead)]


class Collect(Effect, frozen=True, tag="collect"):
    """Every player in that order spends what he likes (NA-R.36)."""

    what: Literal["capital"]
    order: Literal["clockwise_from_active"]
    amount: Literal["any"]
    refund: Literal[False]

    def frames(self, rule: str) -> list[Frame]:
        return [("collect", 0, rule)]


class Choose(Effect, frozen=True, tag="choose", rename={"oneself": "self"}):
    """Fixes "chosen" players, or the district meant by "same"."""

    what: Literal["player", "district"]
    count: Count = 1
    distinct: bool = True
    ordered: bool = False
    oneself: bool = False
    filter: Literal["", "not_strike_or_outage"] = ""

    def frames(self, rule: str) -> list[Frame]:
        if self.what == "district":
            return [("pick_district", 0, rule)]
        return [("pick_player", 0, rule, self.count, int(self.oneself))]

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        if self.what == "district":
            for district in bits(ALL_DISTRICTS & ~(p.city[STRIKE] | p.city[OUTAGE])):
                yield p.touch(1 << district)


class Capital(Effect, frozen=True, tag="capital"):
    """Capital for the resolver or for chosen players; ``supporters_delta`` replaces ``delta`` for a supporter of the offer."""

    who: Literal["resolver", "chosen", "chosen_in_order"]
    delta: Small = 0
    deltas: tuple[Small, ...] = ()
    supporters_delta: Small | None = None

    def frames(self, rule: str) -> list[Frame]:
        if self.who == "chosen_in_order":
            return [("pay_in_order", 0, rule, self.deltas)]
        if self.who == "resolver":
            return [("pay_resolver", 0, rule, self.delta)]
        return [("pay_chosen", 0, rule, self.delta, self.delta if self.supporters_delta is None else self.supporters_delta)]


class Draw(Effect, frozen=True, tag="draw"):
    """Cards of one type: everybody's own choice, or the resolver's for the chosen player."""

    who: Literal["each_clockwise_from_active", "chosen"]
    type: Literal["one_of_own_choice", "one_of_resolver_choice"]
    count: Annotated[int, Meta(ge=1, le=20)]
    supporters_count: Small = 0
    optional: bool = False

    def frames(self, rule: str) -> list[Frame]:
        return [("draw_each", 0, rule, self.count, self.supporters_count or self.count, int(self.optional))]


class FlipEmergency(Effect, frozen=True, tag="flip_emergency"):
    """The chosen player's emergency card is turned face up (NA-R.49)."""

    who: Literal["chosen"]
    side: Literal["up"]


class PeekEvents(Effect, frozen=True, tag="peek_events"):
    """Look at the top events in secret, bury some, put the rest back."""

    count: Literal[3]
    to_bottom: Literal[1]
    rest: Literal["top_any_order"]

    def frames(self, rule: str) -> list[Frame]:
        return [("peek", 0, rule)]


class DiscardAsset(Effect, frozen=True, tag="discard_asset", rename={"condition": "if"}):
    """An asset of the chosen player goes under the asset deck."""

    of: Literal["chosen"]
    count: Literal[1]
    chooser: Literal["resolver"] = "resolver"
    condition: Literal["possible"] = "possible"

    def frames(self, rule: str) -> list[Frame]:
        return [("drop_asset", 0, rule)]
