"""The base class of the operations of action, emergency and event cards, with defaults for everything that other code asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from tafelrunde.core.effects import Operation
from tafelrunde.core.frames import Frame
from tafelrunde.core.messages import Catalogue
from tafelrunde.games.new_angeles.layout import ALL_DISTRICTS, Layout
from tafelrunde.games.new_angeles.state import ILLNESS, AngelesState

City = tuple[int, ...]
"""The nine masks of the state."""
Slug = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9_-]*$")]
Small = Annotated[int, Meta(ge=0, le=99)]
Sum = Annotated[int, Meta(ge=1, le=99)]
Count = Annotated[int, Meta(ge=1, le=9)]


class Named(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record with an id. Cards of other sets contain their names; the catalogues have the names of the official set."""

    id: Slug
    name: str = ""
    name_de: str = ""
    name_ru: str = ""


class Symbol(NamedTuple):
    """A drawing on a card, with a sign or number before it."""

    sign: str
    icon: str
    bad: bool = False
    """Whether the effect is a disadvantage."""


class Teller:
    """The sentences of effects in one language (section ``effects`` of the catalogue)."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def __call__(self, key: str, **facts: Any) -> str:
        return self.catalogue.say("effects", key, facts)

    def all(self, effects: Iterable[Any]) -> str:
        """The sentences of several operations."""
        return " ".join(filter(None, (effect.sentence(self) for effect in effects)))

    def counted(self, what: str) -> str:
        return self(f"counted_{what}")


class Position(NamedTuple):
    """A city while a card is resolved, for the forecast: ``here`` are the chosen districts, ``ill`` is true while the illness
    increase is due."""

    city: City
    supply: tuple[int, ...]
    here: int
    ill: bool
    extra: float

    def touch(self, bit: int, masks: dict[int, int] | None = None) -> Position:
        """Return the position after a district was chosen and changed."""
        city = list(self.city)
        for piece, mask in (masks or {}).items():
            city[piece] = mask
        return Position(tuple(city), self.supply, bit, self.ill or bool(self.city[ILLNESS] & bit), self.extra)


class Effect(Operation, frozen=True):
    """One operation of a card. The default of each method means that the operation has no such part."""

    def sentence(self, tell: Teller) -> str:
        """The sentence that describes the operation."""
        return tell(self.op)

    def symbols(self) -> list[Symbol]:
        """The symbols that represent the operation."""
        return []

    def frames(self, rule: str) -> list[Frame]:
        """The frames ``(kind, resolver, rule, ...)`` of an action card, without the resolver."""
        return []

    def happen(self, state: AngelesState, rule: str) -> None:
        """Carry out the effect of an event card."""

    def threat_in(self, layout: Layout, city: City) -> float:
        """Forecast: the amount that an event card adds to threat."""
        return 0.0

    def choices(self, layout: Layout, p: Position) -> Iterator[Position]:
        """Forecast: the positions that one step of an action card can lead to."""
        yield from ()

    def contract(self, layout: Layout, city: City) -> tuple[str, int]:
        """Forecast: the contract that pays, and the number of pieces or stages."""
        return "", 0

    def own_gain(self) -> float:
        """Forecast: the resolver's gain in capital, or in cards of equal value."""
        return 0.0

    @property
    def times(self) -> int:
        """Forecast: the number of steps."""
        return 1

    @property
    def depends(self) -> bool:
        """Whether it takes place in, or next to, the district that an earlier operation has chosen."""
        return False

    @property
    def lifts_illness(self) -> bool:
        """Whether it exempts the card from the illness increase (NA-33.0)."""
        return False

    @property
    def secret(self) -> bool:
        """Whether no declaration can bind the way in which the player will carry it out (NA-2.9)."""
        return False


def places(layout: Layout, where: str, p: Position) -> int:
    """Forecast: the districts that ``where`` allows."""
    if where in ("same", "removed_from", "each_removed_from"):
        return p.here
    if where == "other_same_tier":
        return next((mask & ~p.here for mask in layout.tiers if mask & p.here), 0)
    return ALL_DISTRICTS
