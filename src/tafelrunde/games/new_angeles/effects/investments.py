"""The conditions and payments of investments and demands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tafelrunde.games.new_angeles.effects.base import Named, Small, Sum, Teller
from tafelrunde.games.new_angeles.effects.events import Counted
from tafelrunde.games.new_angeles.rules.rounds import counted
from tafelrunde.games.new_angeles.terms import RESOURCES

Resource = Literal["energy", "consumables", "tech", "entertainment", "credits"]


class Investment(Named, frozen=True, kw_only=True, tag_field="kind"):
    """One investment card."""

    def worth(self, city: Sequence[int], supply: Sequence[int], targets: Sequence[int]) -> int:
        """The payment with this city and supply against this demand."""
        raise NotImplementedError

    def sentence(self, tell: Teller) -> str:
        raise NotImplementedError


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    at_least: Sum
    capital: Sum


class CountInvestment(Investment, frozen=True, kw_only=True, tag="count"):
    """Pay in steps for a count."""

    count: Counted
    steps: Annotated[tuple[Step, ...], Meta(min_length=1)]

    def worth(self, city: Sequence[int], supply: Sequence[int], targets: Sequence[int]) -> int:
        n = counted(self.count, city, supply)
        return max([0, *(step.capital for step in self.steps if n >= step.at_least)])

    def sentence(self, tell: Teller) -> str:
        steps = [tell("investment_step", n=step.at_least, capital=step.capital) for step in self.steps]
        return tell("investment_count", count=tell.counted(self.count), steps=steps)


class SectorInvestment(Investment, frozen=True, kw_only=True, tag="sector"):
    """Pays for a resource if the supply meets the demand."""

    resource: Resource
    base: Small
    per_unit: Small
    maximum: Sum

    def worth(self, city: Sequence[int], supply: Sequence[int], targets: Sequence[int]) -> int:
        resource = RESOURCES.index(self.resource)
        level = supply[resource]
        return min(self.maximum, self.base + self.per_unit * level) if level >= targets[resource] else 0

    def sentence(self, tell: Teller) -> str:
        facts = {"resource": self.resource, "base": self.base, "per_unit": self.per_unit, "maximum": self.maximum}
        return tell("investment_sector", **facts)


class DistrictInvestment(Investment, frozen=True, kw_only=True, tag="per_district"):
    """Pay for each element of a count, without limit."""

    count: Counted
    capital_each: Sum

    def worth(self, city: Sequence[int], supply: Sequence[int], targets: Sequence[int]) -> int:
        return counted(self.count, city, supply) * self.capital_each

    def sentence(self, tell: Teller) -> str:
        return tell("investment_per_district", count=tell.counted(self.count), capital_each=self.capital_each)


AnyInvestment = CountInvestment | SectorInvestment | DistrictInvestment


class Targets(Struct, frozen=True, forbid_unknown_fields=True):
    energy: Small = 0
    consumables: Small = 0
    tech: Small = 0
    entertainment: Small = 0
    credits: Small = 0


class Demand(Named, frozen=True, kw_only=True):
    """One demand card: the required supply, and the threat if it is not reached."""

    targets: Targets
    threat: Small

    def levels(self) -> tuple[int, ...]:
        return tuple(getattr(self.targets, resource) for resource in RESOURCES)

    def sentence(self, tell: Teller) -> str:
        wanted = zip(RESOURCES, self.levels(), strict=True)
        parts = [tell("demand_target", resource=resource, n=n) for resource, n in wanted if n]
        return tell("demand", targets=parts, n=self.threat)
