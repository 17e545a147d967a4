"""Chance under control: what was drawn in one world is drawn again in another, wherever that is possible there.

A state's generator is a plain integer. A *scripted* generator is an integer above every real one; it stands for a list of
numbers that are drawn one after the other. Like any generator it is copied, saved and loaded with its state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from unittest import mock

from tafelrunde.core import rng
from tafelrunde.core.decks import Chance, Deck

DrawCard = Callable[[Deck, Chance], tuple[int, Deck]]
_SCRIPTED = 1 << 400
_COUNTER = 32
_scripts: list[Sequence[int]] = []


def scripted(numbers: Sequence[int]) -> int:
    """A generator that draws these numbers and then goes on by itself."""
    _scripts.append(numbers)
    return _SCRIPTED | (len(_scripts) - 1) << _COUNTER


class Tape:
    """What was drawn: cards and other numbers, each in their order, and all numbers as they came.

    ``cards`` and ``others`` are wishes: what should be drawn, if it can be. A wish of ``None`` leaves a draw to chance, which
    then spares the cards that are wished for later.
    """

    def __init__(self, cards: Sequence[int | None] = (), others: Sequence[tuple[int, int]] = ()) -> None:
        self.numbers: list[int] = []
        self.cards: list[int] = []
        self.others: list[tuple[int, int]] = []
        self._wanted_cards, self._wanted_others = list(cards), list(others)
        self._places: Sequence[int] | None = None
        """While a card is drawn: the places in the deck's pool from which it may be taken."""

    def again(self, free: Collection[int] = ()) -> Tape:
        """Wishes for the same draws but for some of the cards, which are left to chance."""
        return Tape([None if i in free else card for i, card in enumerate(self.cards)], self.others)

    def number(self, n: int, drawn: int) -> int:
        """The number to be drawn from ``range(n)``, where chance alone would draw ``drawn``."""
        if self._places is not None:
            drawn = self._places[drawn % len(self._places)] if self._places else drawn
        else:
            like, wanted = self._wanted_others.pop(0) if self._wanted_others else (0, 0)
            drawn = wanted if like == n else drawn
            self.others.append((n, drawn))
        self.numbers.append(drawn)
        return drawn

    def card(self, draw: DrawCard, deck: Deck, chance: Chance) -> tuple[int, Deck]:
        wanted = self._wanted_cards.pop(0) if self._wanted_cards else None
        spared = set(self._wanted_cards)
        exact = [deck.pool.index(wanted)] if wanted in deck.pool else []
        self._places = exact or [i for i, card in enumerate(deck.pool) if card not in spared]
        card, left = draw(deck, chance)
        self._places = None
        self.cards.append(card)
        return card, left


_tape: Tape | None = None


@contextmanager
def controlled() -> Iterator[None]:
    """While it lasts scripts are followed and tapes are kept."""
    draw_number, draw_card = rng.draw, Deck.draw

    def number(generator: int, n: int) -> tuple[int, int]:
        if generator >= _SCRIPTED:
            numbers, place = _scripts[(generator ^ _SCRIPTED) >> _COUNTER], generator & ((1 << _COUNTER) - 1)
            if place < len(numbers) and _tape is None:
                return generator + 1, numbers[place] % n
        left, drawn = draw_number(generator, n)
        return left, drawn if _tape is None else _tape.number(n, drawn)

    def card(deck: Deck, chance: Chance) -> tuple[int, Deck]:
        return draw_card(deck, chance) if _tape is None else _tape.card(draw_card, deck, chance)

    with mock.patch.object(rng, "draw", number), mock.patch.object(Deck, "draw", card):
        yield
    _scripts.clear()


@contextmanager
def taped(tape: Tape) -> Iterator[Tape]:
    """Draw by the tape's wishes and keep what is drawn."""
    global _tape
    _tape = tape
    try:
        yield tape
    finally:
        _tape = None
