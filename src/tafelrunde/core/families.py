"""Families of components that move between zones. When a scenario puts a card into a zone, its family removes it from its old
place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tafelrunde.core.decks import Deck, without
from tafelrunde.core.patches import At

EMPTY: Final = -1
"""The number of an empty place; in a scenario it is an empty text."""

Names = Sequence[str] | Callable[[Any], Sequence[str]]
DeckPlace = tuple[str, int | None]
"""The location of a deck or pile: the attribute of the state, and the index in it if there are several."""


def names_of(names: Names, state: Any) -> Sequence[str]:
    return names(state) if callable(names) else names


class Family:
    """Components of one sort, which a scenario can move between zones.

    ``names`` are their names in the order of their numbers. ``home`` returns the deck of a component. Components that are
    displaced return to this deck. Components that are needed are taken from the unordered part of the deck, with ``known_places``
    also from its known positions, then from the zones in ``lends``, in that order; an entry of ``lends`` that is a function takes
    the component from one of several piles (``Pile.take``). Components without decks are taken from all these zones and leave the
    game when they are displaced. ``prefix`` separates the names in the census.
    """

    def __init__(
        self,
        names: Names,
        home: Callable[[Any, int], DeckPlace] | None = None,
        lends: Sequence[str | Callable[[Any, int], bool]] = (),
        prefix: str = "",
        known_places: bool = False,
        distinct: bool = False,
    ) -> None:
        self._names = names
        self.home = home
        self.lends = lends
        self.prefix = prefix
        self.known_places = known_places
        self.distinct = distinct
        """Whether each component exists only once, so that no list may contain it twice."""

    def names(self, state: Any) -> Sequence[str]:
        return names_of(self._names, state)

    def named(self, state: Any, cards: Iterable[int]) -> list[str]:
        """The names of components."""
        names = self.names(state)
        return [names[card] for card in cards]

    def counted(self, state: Any, cards: Iterable[int]) -> list[str]:
        """The names of components in the census."""
        names, prefix = self.names(state), self.prefix
        return [prefix + names[card] for card in cards if card != EMPTY]

    def read(self, state: Any, at: At, value: Any) -> list[int]:
        """Convert a list of names from a scenario into numbers."""
        return at.names(value, self.names(state), self.distinct)

    def read_for(self, state: Any, at: At, value: Any, deck: DeckPlace | None) -> list[int]:
        """The same as ``read``, but cards of another deck are rejected."""
        cards = self.read(state, at, value)
        for card in cards:
            if deck is not None and self.home is not None and self.home(state, card) != deck:
                raise at.refuse(f"{self.names(state)[card]} does not belong to this deck.")
        return cards

    def give_back(self, state: Any, cards: Iterable[int]) -> None:
        """Return displaced components to their decks."""
        for card in cards:
            if self.home is not None and card != EMPTY:
                place = self.home(state, card)
                put_at(state, place, get_at(state, place).give_to_pool(card))

    def fetch(self, state: Any, at: At, card: int) -> None:
        """Remove a component from its present place."""
        if self.home is not None:
            place = self.home(state, card)
            deck: Deck = get_at(state, place)
            if card in deck.pool and deck.hidden:
                put_at(state, place, deck.take_from_pool(card))
                return
            if self.known_places and any(known.card == card for known in deck.top + deck.bottom):
                top = tuple(known for known in deck.top if known.card != card)
                put_at(state, place, deck.replace(top=top, bottom=tuple(known for known in deck.bottom if known.card != card)))
                return
        zones = {zone.key: zone for zone in (*state.game.board_zones, *state.game.seat_zones)}
        for lender in self.lends:
            take = zones[lender].take if isinstance(lender, str) else lender
            if take is not None and take(state, card):
                return
        if self.home is not None:
            raise at.refuse(f"there is no further {self.names(state)[card]!r} that could be put here.")


class Pile(NamedTuple):
    """A deck or pile under a key of a zone: its components and its place in the state."""

    family: Family
    field: str
    number: int | None = None
    deck: DeckPlace | None = None
    """For a discard pile: the deck whose cards it takes, if there is only one."""

    @property
    def place(self) -> DeckPlace:
        return self.field, self.number

    def get(self, state: Any) -> Any:
        return get_at(state, self.place)

    def put(self, state: Any, value: Any) -> None:
        put_at(state, self.place, value)

    def take(self, state: Any, card: int) -> bool:
        """Remove one copy of a card from a pile; ``False`` if it contains none."""
        cards = self.get(state)
        if card in cards:
            self.put(state, without(cards, card))
        return card in cards

    def set_end(self, state: Any, at: At, end: str, value: Any, seen_by: int) -> None:
        """Put known cards at the top or bottom of a deck; the cards that were there are shuffled in."""
        family = self.family
        cards = family.read_for(state, at, value, self.place)
        deck: Deck = self.get(state)
        for known in getattr(deck, end):
            deck = deck.give_to_pool(known.card)
        self.put(state, deck.replace(top=()) if end == "top" else deck.replace(bottom=()))
        for card in cards:
            family.fetch(state, at, card)
        deck = self.get(state)
        self.put(state, deck.put_on_top(cards, seen_by) if end == "top" else deck.put_under(cards, seen_by))


def get_at(state: Any, place: DeckPlace) -> Any:
    found = getattr(state, place[0])
    return found if place[1] is None else found[place[1]]


def put_at(state: Any, place: DeckPlace, value: Any) -> None:
    """Replace a value. A tuple of several values is replaced as a whole, because clones share it."""
    field, index = place
    if index is None:
        setattr(state, field, value)
    elif isinstance(whole := getattr(state, field), list):
        whole[index] = value
    else:
        setattr(state, field, (*whole[:index], value, *whole[index + 1 :]))


def leave(state: Any, places: Iterable[DeckPlace], card: int) -> bool:
    """Take a component out of the first of several single places that has it."""
    for place in places:
        if get_at(state, place) == card:
            put_at(state, place, EMPTY)
            return True
    return False


def pile_of(at: At, piles: Mapping[str, Pile], name: str) -> Pile:
    if name not in piles:
        raise at.refuse(f"there is no {name!r:.40}; there are: {', '.join(piles)}.")
    return piles[name]
