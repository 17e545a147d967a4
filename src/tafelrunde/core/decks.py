"""Face-down decks as multisets: the order of unknown cards is never stored, so it cannot leak.

A :class:`Deck` is an immutable value; drawing returns the card and the remaining deck. Cards whose position some seat knows are
in ``top`` and ``bottom``; all others are in the unordered ``pool``, and a random one is picked when a card is drawn. The
distribution is that of a shuffled deck.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from tafelrunde.core.chance import Undecided

EVERYBODY = -1  # a bit mask of seats with all bits set


class Chance(Protocol):
    """The part of a state that a deck needs: a random number from ``range(n)``."""

    def below(self, n: int) -> int: ...


class Known(NamedTuple):
    """A card in a known position and a bit mask of the seats that know it."""

    card: int
    seats: int = EVERYBODY

    def seen_by(self, seat: int) -> bool:
        return bool(self.seats >> seat & 1)


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return a tuple without one copy of a card."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


class Deck:
    """A face-down deck. ``pool`` holds the cards in unknown positions; ``hidden`` of them are in the deck, the others left the
    game unseen."""

    __slots__ = ("bottom", "hidden", "pool", "top")

    def __init__(self, pool: tuple[int, ...], hidden: int, top: tuple[Known, ...] = (), bottom: tuple[Known, ...] = ()) -> None:
        self.pool = pool
        self.hidden = hidden
        self.top = top
        self.bottom = bottom

    def replace(
        self,
        pool: tuple[int, ...] | None = None,
        hidden: int | None = None,
        top: tuple[Known, ...] | None = None,
        bottom: tuple[Known, ...] | None = None,
    ) -> Deck:
        """Return the deck with some parts replaced."""
        return Deck(
            self.pool if pool is None else pool,
            self.hidden if hidden is None else hidden,
            self.top if top is None else top,
            self.bottom if bottom is None else bottom,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.pool, self.hidden, self.top, self.bottom))

    def __repr__(self) -> str:
        return f"Deck({self.pool}, {self.hidden}, {self.top}, {self.bottom})"

    @classmethod
    def of(cls, cards: Iterable[int], removed: int = 0) -> Deck:
        """A shuffled deck of ``cards`` from which ``removed`` cards were taken out unseen."""
        pool = tuple(sorted(cards))
        return cls(pool, len(pool) - removed)

    @property
    def size(self) -> int:
        """How many cards can still be drawn."""
        return len(self.top) + self.hidden + len(self.bottom)

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards: the unordered ones, then those in known places."""
        return (*self.pool, *[known.card for known in self.top], *[known.card for known in self.bottom])

    def draw(self, chance: Chance) -> tuple[int, Deck]:
        """The next card and the deck without it; the deck must not be empty."""
        if self.top:
            return self.top[0].card, self.replace(top=self.top[1:])
        if self.hidden:
            pool = self.pool
            try:
                i = chance.below(len(pool)) if len(pool) > 1 else 0
            except Undecided as draw:
                draw.cards = pool
                raise
            return pool[i], Deck(pool[:i] + pool[i + 1 :], self.hidden - 1, (), self.bottom)
        if self.bottom:
            return self.bottom[0].card, self.replace(bottom=self.bottom[1:])
        raise IndexError("the deck is empty")

    def put_on_top(self, cards: Iterable[int], seats: int = EVERYBODY) -> Deck:
        """Lay known cards on top, the first of them uppermost."""
        return self.replace(top=tuple(Known(card, seats) for card in cards) + self.top)

    def put_under(self, cards: Iterable[int], seats: int = EVERYBODY) -> Deck:
        """Lay known cards under the deck, the last of them lowest."""
        return self.replace(bottom=self.bottom + tuple(Known(card, seats) for card in cards))

    def take_from_pool(self, card: int) -> Deck:
        """The deck without one copy of ``card``, which must be in the pool (scenarios place cards this way)."""
        i = self.pool.index(card)
        return self.replace(pool=self.pool[:i] + self.pool[i + 1 :], hidden=self.hidden - 1)

    def give_to_pool(self, card: int) -> Deck:
        """The deck with one more ``card`` shuffled in."""
        return self.replace(pool=tuple(sorted((*self.pool, card))), hidden=self.hidden + 1)

    def shuffle(self) -> Deck:
        """Forget all known places."""
        known = tuple(k.card for k in self.top + self.bottom)
        return Deck(tuple(sorted(self.pool + known)), self.hidden + len(known))

    def to_json(self) -> dict[str, Any]:
        return {
            "pool": list(self.pool),
            "hidden": self.hidden,
            "top": [list(k) for k in self.top],
            "bottom": [list(k) for k in self.bottom],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Deck:
        top = tuple(Known(card, seats) for card, seats in data["top"])
        bottom = tuple(Known(card, seats) for card, seats in data["bottom"])
        return cls(tuple(data["pool"]), data["hidden"], top, bottom)
