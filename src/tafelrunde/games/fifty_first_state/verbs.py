"""The verbs of 51st State in the order of the vocabulary. The order must not change, because records and bots store the
numbers.

A location on the table is named by its card, a further copy in the same state by card and number (``pub 2``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from tafelrunde.core.audience import PUBLIC, WHEN_DONE
from tafelrunde.core.verbs import Args, Verbs
from tafelrunde.games.fifty_first_state.frames import (
    Again,
    CancelCost,
    Choose,
    Collect,
    Copy,
    Defend,
    DiscardCost,
    Draft,
    Fix,
    Keep,
    Pay,
    Replace,
    Reset,
    Select,
    Sift,
    Steal,
    Store,
    Tap,
    Target,
    Turn,
)
from tafelrunde.games.fifty_first_state.names import BASIC, COLOURS, GOODS, JOKERS, PROMO, TOKENS

if TYPE_CHECKING:
    from tafelrunde.games.fifty_first_state.components import Components, Location

SEATS = range(4)
PASS, DONE = 0, 1
"""The numbers of the first two verbs."""


class Ref(NamedTuple):
    """One copy of a location in a state: its card (number and data) and the number of the copy."""

    card: int
    data: Location
    number: int

    @property
    def words(self) -> Args:
        """The words for it in moves."""
        return (self.data.id,) if self.number == 1 else (self.data.id, self.number)

    @property
    def stock(self) -> list[str]:
        """The goods that it can hold as a lasting stock."""
        bonus = self.data.building_bonus
        return [good for good in TOKENS if bonus and good in bonus.stock]


def refs(parts: Components) -> list[Ref]:
    """Every copy of every location, in file order."""
    found = []
    for card, location in enumerate(parts.location):
        most = max(location.copies_in([*option.sets, PROMO]) for option in parts.deck_option)
        found += [Ref(card, location, number) for number in range(1, most + 1)]
    return found


Domain = Callable[["Components"], Iterable[Args]]
"""The arguments of a verb for a component set."""


def _locations(parts: Components) -> Iterable[Args]:
    return [(card.id,) for card in parts.location]


def _cards(parts: Components) -> Iterable[Args]:
    return [*_locations(parts), *_connections(parts)]


def _connections(parts: Components) -> Iterable[Args]:
    return [(card.id,) for card in parts.connection]


def _places(able: Callable[[Location], object] = lambda card: True) -> Domain:
    """The copies of the locations that have an action."""
    return lambda parts: [ref.words for ref in refs(parts) if able(ref.data)]


def _of_seats(domain: Domain) -> Domain:
    """The same for each seat."""
    return lambda parts: [(seat, *words) for seat in SEATS for words in domain(parts)]


def _stocks(paying: Iterable[str]) -> Domain:
    """Each piece of a stock on a location."""
    goods = tuple(paying)
    return lambda parts: [("stock", *ref.words, good) for ref in refs(parts) for good in ref.stock if good in goods]


def _storable(parts: Components) -> Iterable[Args]:
    """Each token with each location that can store it."""
    storing = _places(lambda card: card.feature and card.feature.storage)
    return [(good, *words) for words in storing(parts) for good in TOKENS]


def _takes_markers(card: Location) -> bool:
    return card.kind in ("action", "open_production")


def _produces(card: Location) -> bool:
    return card.production is not None


_JOKERS = tuple(dict.fromkeys(JOKERS.values()))
_PLAIN = tuple(good for good in TOKENS if good not in _JOKERS)

VERBS = Verbs()
VERBS.verb("pass", "51S-3.59", Turn, Draft, audience=PUBLIC)
VERBS.verb("done", "51S-3.66", Defend, Again, Collect, Reset, Store, audience=PUBLIC)
VERBS.verb("faction", "51S-3.41", Turn, Again, audience=PUBLIC, args=(1, 2, 3, 4))
VERBS.verb("take", "51S-3.54", Turn, audience=PUBLIC, args=COLOURS)
VERBS.verb("build", "51S-3.7", Turn, audience=WHEN_DONE, args=_locations)
VERBS.verb("rebuild", "51S-3.12", Turn, audience=WHEN_DONE, args=_locations)
VERBS.verb("deal", "51S-3.23", Turn, audience=WHEN_DONE, args=_locations)
VERBS.verb("raze", "51S-3.27", Turn, audience=WHEN_DONE, args=_locations)
VERBS.verb("draft", "51S-1.2", Draft, audience=PUBLIC, args=_locations)
VERBS.verb("discard", "51S-S.7", Keep, DiscardCost, Sift, audience=PUBLIC, args=_cards)
VERBS.verb("play", "51S-3.56", Turn, audience=PUBLIC, args=_connections)
VERBS.verb("replace", "51S-3.12", Replace, audience=WHEN_DONE, args=_places())
VERBS.verb("defend", "51S-3.62", Turn, Defend, audience=PUBLIC, args=_places())
VERBS.more("replace_ruin", "replace", lambda parts: [("ruin", *card) for card in _locations(parts)])
VERBS.verb("raid", "51S-3.28", Turn, audience=PUBLIC, args=_of_seats(_places()))
VERBS.verb("activate", "51S-3.36", Turn, Again, audience=PUBLIC, args=_places(lambda card: card.action))
VERBS.verb("use", "51S-3.49", Turn, Fix, audience=PUBLIC, args=_of_seats(_places(_produces)))
# the ways of paying follow the default order (51S-R.46): jokers come after the goods that they replace
VERBS.verb("pay", "51S-7.9", Pay, audience=WHEN_DONE, args=[good for good in _PLAIN if good != "defence"])
VERBS.more("pay_stock", "pay", _stocks(_PLAIN))
VERBS.more("pay_joker", "pay", _JOKERS)
VERBS.more("pay_stock_joker", "pay", _stocks(_JOKERS))
VERBS.verb("choose", "51S-7.12", Choose, audience=PUBLIC, args=GOODS)
VERBS.verb("cancel", "51S-CARD.cost_deal", CancelCost, audience=PUBLIC, args=_locations)
VERBS.verb("steal", "51S-CARD.thieves_caravan", Steal, audience=PUBLIC, args=[(seat, good) for seat in SEATS for good in BASIC])
VERBS.verb("copy", "51S-CARD.power_station", Copy, audience=PUBLIC, args=_places(_produces))
VERBS.verb("target", "51S-CARD.suppliers", Target, audience=PUBLIC, args=_of_seats(_places(_produces)))
VERBS.verb("collect", "51S-CARD.caravanner", Collect, audience=PUBLIC, args=_locations)
VERBS.verb("tap", "51S-CARD.camino_real", Tap, audience=PUBLIC, args=_of_seats(_locations))
VERBS.verb("reset", "51S-CARD.body_hunters", Reset, audience=PUBLIC, args=_places(_takes_markers))
VERBS.verb("store", "51S-4.1", Store, audience=PUBLIC, args=_storable)
VERBS.verb("select", "51S-R.4", Select, audience=PUBLIC, args=lambda parts: [faction.id for faction in parts.faction])
