"""The vocabulary of 51st State: which moves there are, in which order, and where each verb begins.

A location on the table is named by its card, a further copy in the same state by card and number (``pub 2``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tafelrunde.core.moves import Word
from tafelrunde.games.fifty_first_state.names import BASIC, COLOURS, GOODS, JOKERS, PROMO, TOKENS, copies

if TYPE_CHECKING:
    from tafelrunde.games.fifty_first_state.components import Location

SEATS = range(4)
PASS, DONE, FACTION, TAKE = 0, 1, 1, 6  # faction 1 to 4 are 2 to 5, take blue and red are 6 and 7


class Ref:
    """One copy of a location as it may lie in a state."""

    __slots__ = ("card", "data", "number", "stock", "words")

    def __init__(self, card: int, data: Mapping[str, Any], number: int, stock: Collection[str]) -> None:
        self.card = card
        self.stock = stock
        """The goods that may lie on it as a lasting stock."""
        self.data = data
        self.number = number
        self.words: tuple[Word, ...] = (data["id"],) if number == 1 else (data["id"], number)

    @property
    def key(self) -> str:
        """How views and scenarios name it."""
        return " ".join(map(str, self.words))


def refs(data: Mapping[str, Any], cards: Sequence[Location]) -> list[Ref]:
    """Every copy of every location, in file order."""
    found = []
    for card, location in enumerate(data["location"]):
        most = max(copies(location, [*option["sets"], PROMO]) for option in data["deck_option"])
        bonus = cards[card].building_bonus
        stock = bonus.stock if bonus else ()
        found += [Ref(card, location, number, stock) for number in range(1, most + 1)]
    return found


def producing(ref: Ref) -> bool:
    return "production" in ref.data


def storing(ref: Ref) -> bool:
    return "slots" in ref.data.get("feature", {})


def stocked(ref: Ref) -> list[str]:
    return [good for good in TOKENS if good in ref.stock]


def words(data: Mapping[str, Any], cards: Sequence[Location]) -> list[tuple[Word, ...]]:
    """Every move in its fixed order; the ways of paying stand in the order of the default (51S-R.46)."""
    places = refs(data, cards)
    locations = [location["id"] for location in data["location"]]
    connections = [card["id"] for card in data["connection"]]
    jokers = tuple(dict.fromkeys(JOKERS.values()))
    plain = [good for good in TOKENS if good not in jokers]

    def each(verb: str, chosen: Iterable[Ref]) -> list[tuple[Word, ...]]:
        return [(verb, *ref.words) for ref in chosen]

    def each_seat(verb: str, chosen: Iterable[Ref]) -> list[tuple[Word, ...]]:
        listed = list(chosen)
        return [(verb, seat, *ref.words) for seat in SEATS for ref in listed]

    found: list[tuple[Word, ...]] = [("pass",), ("done",)]
    found += [("faction", row) for row in (1, 2, 3, 4)]
    found += [("take", colour) for colour in COLOURS]
    for verb in ("build", "rebuild", "deal", "raze", "draft"):
        found += [(verb, card) for card in locations]
    found += [("discard", card) for card in (*locations, *connections)]
    found += [("play", card) for card in connections]
    for verb in ("replace", "defend"):
        found += each(verb, places)
    found += [("replace", "ruin", card) for card in locations]
    found += each_seat("raid", places)
    found += each("activate", (ref for ref in places if ref.data["kind"] == "action"))
    found += each_seat("use", filter(producing, places))
    found += [("pay", good) for good in plain if good != "defence"]
    found += [("pay", "stock", *ref.words, good) for ref in places for good in stocked(ref) if good in plain]
    found += [("pay", good) for good in jokers]
    found += [("pay", "stock", *ref.words, good) for ref in places for good in stocked(ref) if good in jokers]
    found += [("choose", good) for good in GOODS]
    found += [("cancel", card) for card in locations]
    found += [("steal", seat, good) for seat in SEATS for good in BASIC]
    found += each("copy", filter(producing, places))
    found += each_seat("target", filter(producing, places))
    found += [("collect", card) for card in locations]
    found += [("tap", seat, card) for seat in SEATS for card in locations]
    found += each("reset", (ref for ref in places if ref.data["kind"] in ("action", "open_production")))
    found += [("store", good, *ref.words) for ref in filter(storing, places) for good in TOKENS]
    found += [("select", faction["id"]) for faction in data["faction"]]
    return found
