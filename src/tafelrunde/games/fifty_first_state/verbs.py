"""The verbs of 51st State in the order of the vocabulary, which is never changed: records and bots keep the numbers.

A location on the table is named by its card, a further copy in the same state by card and number (``pub 2``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from tafelrunde.core.audience import PUBLIC, WHEN_DONE
from tafelrunde.core.moves import Word
from tafelrunde.core.verbs import Args, Verbs
from tafelrunde.games.fifty_first_state.names import BASIC, COLOURS, GOODS, JOKERS, PROMO, TOKENS

if TYPE_CHECKING:
    from tafelrunde.games.fifty_first_state.components import Components, Location

SEATS = range(4)
PASS, DONE = 0, 1
"""The numbers of the first two verbs."""


class Ref(NamedTuple):
    """One copy of a location as it may lie in a state: its card (by number and with its data) and which copy it is."""

    card: int
    data: Location
    number: int

    @property
    def words(self) -> Args:
        """How moves name it."""
        return (self.data.id,) if self.number == 1 else (self.data.id, self.number)

    @property
    def stock(self) -> list[str]:
        """The goods that may lie on it as a lasting stock."""
        bonus = self.data.building_bonus
        return [good for good in TOKENS if bonus and good in bonus.stock]


def refs(parts: Components) -> list[Ref]:
    """Every copy of every location, in file order."""
    found = []
    for card, location in enumerate(parts.location):
        most = max(location.copies_in([*option.sets, PROMO]) for option in parts.deck_option)
        found += [Ref(card, location, number) for number in range(1, most + 1)]
    return found


def _places(able: Callable[[Location], object] = lambda card: True) -> Callable[[Components], Iterable[Args]]:
    """The copies of the locations that can do something."""
    return lambda parts: [ref.words for ref in refs(parts) if able(ref.data)]


def _places_of_seats(able: Callable[[Location], object] = lambda card: True) -> Callable[[Components], Iterable[Args]]:
    places = _places(able)
    return lambda parts: [(seat, *words) for seat in SEATS for words in places(parts)]


def _stocks(paying: Iterable[str]) -> Callable[[Components], Iterable[Args]]:
    """A piece of a stock that lies on a location."""
    goods = tuple(paying)
    return lambda parts: [("stock", *ref.words, good) for ref in refs(parts) for good in ref.stock if good in goods]


def _locations(parts: Components) -> list[Word]:
    return [card.id for card in parts.location]


def _connections(parts: Components) -> list[Word]:
    return [card.id for card in parts.connection]


_JOKERS = tuple(dict.fromkeys(JOKERS.values()))
_PLAIN = tuple(good for good in TOKENS if good not in _JOKERS)

VERBS = Verbs()
VERBS.verb("pass", "51S-3.59", "turn", "draft", audience=PUBLIC)
VERBS.verb("done", "51S-3.66", "defend", "again", "collect", "reset", "store", audience=PUBLIC)
VERBS.verb("faction", "51S-3.41", "turn", "again", audience=PUBLIC, args=(1, 2, 3, 4))
VERBS.verb("take", "51S-3.54", "turn", audience=PUBLIC, args=COLOURS)
VERBS.verb("build", "51S-3.7", "turn", audience=WHEN_DONE, args=_locations)
VERBS.verb("rebuild", "51S-3.12", "turn", audience=WHEN_DONE, args=_locations)
VERBS.verb("deal", "51S-3.23", "turn", audience=WHEN_DONE, args=_locations)
VERBS.verb("raze", "51S-3.27", "turn", audience=WHEN_DONE, args=_locations)
VERBS.verb("draft", "51S-1.2", "draft", audience=PUBLIC, args=_locations)
VERBS.verb(
    "discard", "51S-S.7", "keep", "discard_cost", "sift",
    audience=PUBLIC, args=lambda parts: _locations(parts) + _connections(parts),
)  # fmt: skip
VERBS.verb("play", "51S-3.56", "turn", audience=PUBLIC, args=_connections)
VERBS.verb("replace", "51S-3.12", "replace", audience=WHEN_DONE, args=_places())
VERBS.verb("defend", "51S-3.62", "turn", "defend", audience=PUBLIC, args=_places())
VERBS.more("replace_ruin", "replace", lambda parts: [("ruin", card) for card in _locations(parts)])
VERBS.verb("raid", "51S-3.28", "turn", audience=PUBLIC, args=_places_of_seats())
VERBS.verb("activate", "51S-3.36", "turn", "again", audience=PUBLIC, args=_places(lambda card: card.action))
VERBS.verb("use", "51S-3.49", "turn", "fix", audience=PUBLIC, args=_places_of_seats(lambda card: card.production))
# the ways of paying stand in the order of the default (51S-R.46): jokers after what they stand in for
VERBS.verb("pay", "51S-7.9", "pay", audience=WHEN_DONE, args=[good for good in _PLAIN if good != "defence"])
VERBS.more("pay_stock", "pay", _stocks(_PLAIN))
VERBS.more("pay_joker", "pay", _JOKERS)
VERBS.more("pay_stock_joker", "pay", _stocks(_JOKERS))
VERBS.verb("choose", "51S-7.12", "choose", audience=PUBLIC, args=GOODS)
VERBS.verb("cancel", "51S-CARD.cost_deal", "cancel_cost", audience=PUBLIC, args=_locations)
VERBS.verb("steal", "51S-CARD.thieves_caravan", "steal", audience=PUBLIC, args=[(seat, good) for seat in SEATS for good in BASIC])
VERBS.verb("copy", "51S-CARD.power_station", "copy", audience=PUBLIC, args=_places(lambda card: card.production))
VERBS.verb("target", "51S-CARD.suppliers", "target", audience=PUBLIC, args=_places_of_seats(lambda card: card.production))
VERBS.verb("collect", "51S-CARD.caravanner", "collect", audience=PUBLIC, args=_locations)
VERBS.verb(
    "tap", "51S-CARD.camino_real", "tap",
    audience=PUBLIC, args=lambda parts: [(seat, card) for seat in SEATS for card in _locations(parts)],
)  # fmt: skip
VERBS.verb(
    "reset", "51S-CARD.body_hunters", "reset",
    audience=PUBLIC, args=_places(lambda card: card.kind in ("action", "open_production")),
)  # fmt: skip
VERBS.verb(
    "store", "51S-4.1", "store", audience=PUBLIC,
    args=lambda parts: [(good, *words) for words in _places(lambda card: card.feature and card.feature.storage)(parts)
                        for good in TOKENS],
)  # fmt: skip
VERBS.verb("select", "51S-R.4", "select", audience=PUBLIC, args=lambda parts: [faction.id for faction in parts.faction])
