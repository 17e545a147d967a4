"""Re-dealing: what a seat cannot place is gathered and dealt out again, every arrangement equally likely."""

from __future__ import annotations

from collections.abc import Iterable

from tafelrunde.core.decks import Chance, Deck, Known


class Redeal:
    """One family of interchangeable hidden cards: a deck and the hands or piles dealt from it.

    Give every hidden card back with :meth:`gather`, then :meth:`deal` as many to each place again, and close
    with :meth:`deck`. The order of the calls must depend on public facts only; the pool is kept sorted so that
    the result depends on nothing but what the seat knows.
    """

    def __init__(self, chance: Chance, deck: Deck, seat: int) -> None:
        self._chance = chance
        self._deck = deck
        self._seat = seat
        lost = [k.card for k in deck.top + deck.bottom if not k.seen_by(seat)]
        self._pool = sorted([*deck.pool, *lost])

    def gather(self, cards: Iterable[int]) -> None:
        """Cards somewhere else that the seat cannot tell from those in the deck."""
        self._pool = sorted([*self._pool, *cards])

    def deal(self, n: int) -> tuple[int, ...]:
        """``n`` random cards, sorted, because a heap must not tell its history by its order."""
        return tuple(sorted(self._one() for _ in range(n)))

    def deck(self) -> Deck:
        """The deck again: places that others know keep being known to them, with cards the seat might expect."""
        top = tuple(self._refill(k) for k in self._deck.top)
        bottom = tuple(self._refill(k) for k in self._deck.bottom)
        return Deck(tuple(self._pool), self._deck.hidden, top, bottom)

    def _one(self) -> int:
        return self._pool.pop(self._chance.below(len(self._pool)))

    def _refill(self, place: Known) -> Known:
        return place if place.seen_by(self._seat) else Known(self._one(), place.seats)
