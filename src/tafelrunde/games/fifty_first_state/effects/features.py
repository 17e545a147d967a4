"""Features: effects that last while their location stands (51S-8.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec

from tafelrunde.core.effects import Operation
from tafelrunde.games.fifty_first_state.effects.base import Digit, Gains, Good, Token, either
from tafelrunde.games.fifty_first_state.names import GOODS
from tafelrunde.games.fifty_first_state.rules.layout import Storage, goods
from tafelrunde.games.fifty_first_state.state import Goods

if TYPE_CHECKING:
    from tafelrunde.games.fifty_first_state.present.texts import Texts


class Feature(Operation, frozen=True, tag_field="type"):
    """The base of all features; by default a feature does nothing."""

    idle: ClassVar[bool] = False

    @property
    def weakens(self) -> int:
        """By how much it reduces the resistance that the owner has to pay."""
        return 0

    @property
    def own_resource(self) -> int:
        """The amount of the faction's resource that the bottom faction row gives the owner; 0 for no change."""
        return 0

    def trigger(self, event: str) -> tuple[Goods, str] | None:
        """The goods that an event gives the owner, and the rule."""
        return None

    @property
    def threshold(self) -> tuple[tuple[int, ...], int, Goods] | None:
        """The goods that count, how many must be produced, and the reward."""
        return None

    @property
    def storage(self) -> tuple[Storage, ...]:
        return ()

    def sentence(self, texts: Texts) -> str:
        """The printed sentence; empty if nothing is printed."""
        raise NotImplementedError


class NoFeature(Feature, frozen=True, tag="none"):
    idle: ClassVar[bool] = True

    def sentence(self, texts: Texts) -> str:
        return ""


class Slot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    of: tuple[Token, ...]
    max: Annotated[int, msgspec.Meta(ge=-1, le=99)]
    """The number of goods; -1 for any number."""

    def sentence(self, texts: Texts) -> str:
        names = either(texts, self.of)
        return texts.say("slot_any", goods=names) if self.max < 0 else texts.say("slot", n=self.max, goods=names)


class Stores(Feature, frozen=True, tag="storage"):
    """Allows goods to be kept during clean-up (51S-4.1)."""

    slots: tuple[Slot, ...]

    @property
    def storage(self) -> tuple[Storage, ...]:
        return tuple(Storage(tuple(map(GOODS.index, slot.of)), slot.max) for slot in self.slots)

    def sentence(self, texts: Texts) -> str:
        return texts.say("storage", slots=", ".join(slot.sentence(texts) for slot in self.slots))


class OnEvent(Feature, frozen=True, tag="on_event"):
    """Gives goods after each of the owner's deals or razings (51S-R.26)."""

    events: Annotated[frozenset[Literal["deal", "raze"]], msgspec.Meta(min_length=1)]
    gain: Gains

    def trigger(self, event: str) -> tuple[Goods, str] | None:
        if event not in self.events:
            return None
        return goods(self.gain), "51S-CARD.truck" if len(self.events) > 1 else f"51S-CARD.on_{event}"

    def sentence(self, texts: Texts) -> str:
        return texts.say("on_" + "_".join(sorted(self.events)), gain=texts.goods(self.gain))


class ProducedAtLeast(Feature, frozen=True, tag="produced_at_least"):
    """Gives goods if enough of certain goods were produced (51S-CARD.produced_threshold)."""

    of: tuple[Good, ...]
    n: Annotated[int, msgspec.Meta(ge=1, le=99)]
    gain: Gains

    @property
    def threshold(self) -> tuple[tuple[int, ...], int, Goods] | None:
        return tuple(map(GOODS.index, self.of)), self.n, goods(self.gain)

    def sentence(self, texts: Texts) -> str:
        return texts.say("threshold", n=self.n, goods=either(texts, self.of), gain=texts.goods(self.gain))


class OwnResource(Feature, frozen=True, tag="own_resource"):
    """Makes the bottom faction row give more of the faction's resource (51S-CARD.secret_stock)."""

    n: Annotated[int, msgspec.Meta(ge=2, le=9)]

    @property
    def own_resource(self) -> int:
        return self.n

    def sentence(self, texts: Texts) -> str:
        return texts.say(self.op, n=self.n)


class WeakerTargets(Feature, frozen=True, tag="weaker_targets"):
    """Reduces the resistance that the owner has to pay (51S-CARD.armored_car)."""

    n: Digit

    @property
    def weakens(self) -> int:
        return self.n

    def sentence(self, texts: Texts) -> str:
        return texts.say(self.op, n=self.n)


AnyFeature = NoFeature | Stores | OnEvent | ProducedAtLeast | OwnResource | WeakerTargets
