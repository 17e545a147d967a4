"""Redealing: collects the cards that a seat cannot locate and deals them again, with equal probability for every arrangement."""

from __future__ import annotations

from collections.abc import Iterable

from tafelrunde.core.decks import Chance, Deck, Known


class Redeal:
    """One family of interchangeable hidden cards: a deck and the hands or piles dealt from it.

    Return every hidden card with :meth:`gather`, then :meth:`deal` the same number to each place, and finish
    with :meth:`deck`. The order of the calls must depend on public facts only; the pool is kept sorted so that
    the result depends only on what the seat knows.
    """

    def __init__(self, chance: Chance, deck: Deck, seat: int) -> None:
        self._chance = chance
        self._deck = deck
        self._seat = seat
        lost = [k.card for k in deck.top + deck.bottom if not k.seen_by(seat)]
        self._pool = sorted([*deck.pool, *lost])

    def gather(self, cards: Iterable[int]) -> None:
        """Add cards from another place that the seat cannot distinguish from those in the deck."""
        self._pool = sorted([*self._pool, *cards])

    def deal(self, n: int) -> tuple[int, ...]:
        """Return ``n`` random cards, sorted, because the order of a pile must not reveal its history."""
        return tuple(sorted(self._one() for _ in range(n)))

    def deck(self) -> Deck:
        """Return the new deck. Positions known to other seats stay known, with cards that the seat considers possible."""
        top = tuple(self._refill(k) for k in self._deck.top)
        bottom = tuple(self._refill(k) for k in self._deck.bottom)
        return Deck(tuple(self._pool), self._deck.hidden, top, bottom)

    def _one(self) -> int:
        return self._pool.pop(self._chance.below(len(self._pool)))

    def _refill(self, place: Known) -> Known:
        return place if place.seen_by(self._seat) else Known(self._one(), place.seats)
