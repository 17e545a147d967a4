"""Productions of locations and their building bonuses (51S-2.5, 3.9)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec

from tafelrunde.core.effects import Operation
from tafelrunde.games.fifty_first_state.effects.base import Category, Gains, Good, Some, Tokens
from tafelrunde.games.fifty_first_state.names import CATEGORIES, GOODS
from tafelrunde.games.fifty_first_state.rules import actions, production
from tafelrunde.games.fifty_first_state.rules.layout import Bonus, Yield, goods

if TYPE_CHECKING:
    from tafelrunde.games.fifty_first_state.present.texts import Texts

Showing = Callable[[str], int]
"""Counts the locations of a category in a state."""
Terms = tuple[Any, ...]


class Produces(Operation, frozen=True, tag_field="type"):
    """The production or the building bonus of a location."""

    step: ClassVar[int] = production.AT_ONCE
    """The step of the production phase in which it takes place (51S-2.9)."""
    run: ClassVar[production.Run]
    bonus: ClassVar[actions.RunBonus | None] = None
    copyable: ClassVar[bool] = True
    """Whether another card can copy or redirect it (51S-R.29)."""
    open_rule: ClassVar[str] = "51S-8.3"

    def terms(self) -> Terms:
        return ()

    @property
    def stock(self) -> Collection[str]:
        """The goods that it puts on the location."""
        return ()

    def worth(self, value: tuple[float, ...], produced: Callable[[int], int]) -> float:
        """A rough estimate of its points per round."""
        return 0.6

    def sentence(self, texts: Texts) -> str:
        raise NotImplementedError

    def certain(self, showing: Showing) -> Mapping[Any, int] | None:
        """The goods that the next production certainly gives; ``None`` if that depends on choices or on other goods."""
        return None

    def objection(self) -> tuple[str, str] | None:
        """The key and the reason if the rules cannot use this production."""
        return None

    def compiled(self) -> Yield:
        return Yield(self.step, type(self).run, self.terms(), self.copyable, self.open_rule, self.worth)

    def compiled_bonus(self) -> Bonus:
        run = type(self).bonus
        assert run is not None
        return Bonus(run, self.terms())


class Gain(Produces, frozen=True, tag="gain"):
    """Gain fixed goods."""

    goods: Gains
    run: ClassVar[production.Run] = production.gain_goods
    bonus: ClassVar[actions.RunBonus | None] = actions.gain_bonus

    def terms(self) -> Terms:
        return goods(self.goods)

    def compiled(self) -> Yield:
        first = self.terms()[:1]
        rules = {((GOODS.index("vp"), 1),): "51S-CARD.open_points", ((GOODS.index("card"), 1),): "51S-CARD.open_cards"}
        return super().compiled()._replace(open_rule=rules.get(first, self.open_rule))

    def worth(self, value: tuple[float, ...], produced: Callable[[int], int]) -> float:
        return float(sum(value[good] * n for good, n in goods(self.goods)))

    def sentence(self, texts: Texts) -> str:
        return texts.goods(self.goods)

    def certain(self, showing: Showing) -> Mapping[Any, int] | None:
        return self.goods


class GainPerCategory(Produces, frozen=True, tag="gain_per_category"):
    """Gain one good for each of the owner's locations of a category, up to a limit (51S-9.2, 9.6)."""

    good: Good
    category: Category
    max: Some
    run: ClassVar[production.Run] = production.gain_per_category
    bonus: ClassVar[actions.RunBonus | None] = actions.gain_bonus_per_category

    def terms(self) -> Terms:
        return GOODS.index(self.good), 1 << CATEGORIES.index(self.category), self.max

    def worth(self, value: tuple[float, ...], produced: Callable[[int], int]) -> float:
        return value[GOODS.index(self.good)] * 1.7

    def sentence(self, texts: Texts) -> str:
        return texts.say("per_category", good=self.good, category=self.category, n=self.max)

    def certain(self, showing: Showing) -> Mapping[Any, int] | None:
        return {self.good: min(showing(self.category), self.max)}


class Choose(Produces, frozen=True, tag="choose"):
    """Gain one of several goods (51S-7.12)."""

    options: Annotated[tuple[Gains, ...], msgspec.Meta(min_length=1)]
    step: ClassVar[int] = production.BY_CHOICE
    run: ClassVar[production.Run] = production.choose_good

    def objection(self) -> tuple[str, str] | None:
        """Check the options: each is a single good, and the goods differ."""
        kinds = [tuple(option) for option in self.options]
        if any(len(kind) != 1 for kind in kinds) or len(set(kinds)) < len(kinds):
            return "options", "each option is one good, and no two are alike."
        return None

    def terms(self) -> Terms:
        return tuple(goods(option) for option in self.options)

    def sentence(self, texts: Texts) -> str:
        return texts.say("choose", options=texts.say("or").join(map(texts.goods, self.options)))


class GainPerProduced(Produces, frozen=True, tag="gain_per_produced"):
    """Gain one good for each unit of a good produced before, up to a limit (51S-R.47)."""

    produced: Good
    good: Good
    max: Some
    step: ClassVar[int] = production.PER_PRODUCED
    run: ClassVar[production.Run] = production.gain_per_produced

    def terms(self) -> Terms:
        return GOODS.index(self.produced), GOODS.index(self.good), self.max

    def worth(self, value: tuple[float, ...], produced: Callable[[int], int]) -> float:
        return min(self.max, 1.0 + produced(GOODS.index(self.produced)))

    def sentence(self, texts: Texts) -> str:
        return texts.say("per_produced", good=self.good, produced=self.produced, n=self.max)


class CopyOwn(Produces, frozen=True, tag="copy_production"):
    """Copy the production of another of the owner's locations (51S-CARD.power_station)."""

    whose: Literal["own_other"]
    step: ClassVar[int] = production.BY_COPYING
    run: ClassVar[production.Run] = production.copy_own
    copyable: ClassVar[bool] = False

    def sentence(self, texts: Texts) -> str:
        return texts.say("copy_own_other")


class Redirect(Produces, frozen=True, tag="redirect_production"):
    """Redirect the production of an opponent's location to the owner (51S-CARD.suppliers)."""

    whose: Literal["other"]
    step: ClassVar[int] = production.BY_REDIRECTING
    run: ClassVar[production.Run] = production.nothing_to_redirect
    copyable: ClassVar[bool] = False

    def sentence(self, texts: Texts) -> str:
        return texts.say("redirect")


class Cache(Produces, frozen=True, tag="cache"):
    """Put goods on the location as a lasting stock (51S-CARD.cache); only a building bonus."""

    goods: Tokens
    bonus: ClassVar[actions.RunBonus | None] = actions.lay_stock

    @property
    def stock(self) -> Collection[str]:
        return self.goods

    def terms(self) -> Terms:
        return goods(self.goods)

    def sentence(self, texts: Texts) -> str:
        return texts.say("cache", goods=dict(self.goods))


class CopyOther(Produces, frozen=True, tag="copy_production"):
    """Copy the production of an opponent's location once (51S-CARD.suppliers_bonus); only a building bonus."""

    whose: Literal["other"]
    bonus: ClassVar[actions.RunBonus | None] = actions.copy_of_opponent

    def sentence(self, texts: Texts) -> str:
        return texts.say("copy_other")


AnyProduction = Gain | GainPerCategory | Choose | GainPerProduced | CopyOwn | Redirect
AnyBonus = Gain | GainPerCategory | Cache | CopyOther
