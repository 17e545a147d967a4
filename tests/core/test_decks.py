"""Decks as bags, and re-dealing them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from tafelrunde.core import rng
from tafelrunde.core.decks import Deck, Known
from tafelrunde.core.sampling import Redeal


class Dice:
    """A source of chance on its own."""

    def __init__(self, seed: int) -> None:
        self.generator = rng.seeded(seed)

    def below(self, n: int) -> int:
        self.generator, number = rng.draw(self.generator, n)
        return number


def drawn(deck: Deck, dice: Dice) -> tuple[int, ...]:
    cards = []
    while deck.size:
        card, deck = deck.draw(dice)
        cards.append(card)
    return tuple(cards)


def test_a_bag_is_drawn_like_a_shuffled_deck() -> None:
    """Every order of four cards comes up about equally often."""
    dice = Dice(1)
    found = Counter(drawn(Deck.of(range(4)), dice) for _ in range(4800))
    assert set(found) == set(permutations(range(4)))
    assert all(130 < n < 270 for n in found.values()), found  # 200 expected, 5 standard deviations


def test_known_places_come_first_and_last() -> None:
    deck = Deck.of([1, 2, 3]).put_on_top([7, 8]).put_under([9])
    cards = drawn(deck, Dice(2))
    assert cards[:2] == (7, 8)
    assert cards[-1] == 9
    assert sorted(cards[2:5]) == [1, 2, 3]


def test_removed_cards_never_come() -> None:
    dice = Dice(3)
    for _ in range(50):
        deck = Deck.of(range(10), removed=4)
        assert len(drawn(deck, dice)) == 6


def test_an_empty_deck_says_so() -> None:
    with pytest.raises(IndexError):
        Deck.of([]).draw(Dice(1))


def test_shuffling_forgets_places() -> None:
    deck = Deck.of([1]).put_on_top([5]).put_under([3]).shuffle()
    assert deck == Deck((1, 3, 5), 3)


def test_json_round_trip() -> None:
    deck = Deck.of(range(5), removed=2).put_on_top([9], seats=0b101)
    assert Deck.from_json(deck.to_json()) == deck


def test_a_redeal_keeps_what_the_seat_has_seen_and_where_others_know_something() -> None:
    dice = Dice(4)
    deck = Deck.of(range(6)).put_on_top([10], seats=0b01).put_under([11], seats=0b10)
    seen: Counter[int] = Counter()
    for _ in range(400):
        deal = Redeal(dice, deck, seat=0)
        deal.gather([12, 13])
        hand = deal.deal(2)
        again = deal.deck()
        assert again.top == (Known(10, 0b01),)
        assert again.bottom[0].seats == 0b10
        assert sorted([*hand, *again.pool, again.bottom[0].card]) == [0, 1, 2, 3, 4, 5, 11, 12, 13]
        seen[again.bottom[0].card] += 1
    assert len(seen) == 9
    assert all(15 < n < 80 for n in seen.values()), seen


def test_the_generator_is_one_integer_and_cannot_be_told_from_its_neighbours() -> None:
    one, two = rng.seeded(5), rng.seeded(6)
    numbers = [rng.draw(generator + i, 1000)[1] for generator in (one, two) for i in range(100)]
    assert len(set(numbers)) > 160
    assert rng.seed_of(one + 17) == 5
    assert rng.draws(one + 17) == 17
    assert rng.derive(1, 2) != rng.derive(12) != rng.derive(2, 1)
    counts = Counter(rng.draw(one + i, 6)[1] for i in range(6000))
    assert all(850 < n < 1150 for n in counts.values()), counts
