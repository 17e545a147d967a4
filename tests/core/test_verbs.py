"""Verbs: one declaration gives the vocabulary, the numbers and the audience."""

from __future__ import annotations

import pytest

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.guards import Guards
from tafelrunde.core.verbs import Verbs, words
from tests.kontor.frames import Bid
from tests.kontor.game import load

VERBS = Verbs()
VERBS.verb("pass", "X-1", Bid, audience=PUBLIC)
VERBS.verb("raze", "X-2", "bid", args=lambda cards: cards)
VERBS.verb("raid", "X-3", args=lambda cards: [(seat, card) for seat in range(2) for card in cards])
VERBS.more("raze_ruin", "raze", args=lambda cards: [("ruin", card) for card in cards])
RUNS = VERBS.runs(["pub", "mine"])


def test_the_vocabulary_has_the_verbs_in_their_order() -> None:
    assert words(RUNS) == [
        ("pass",), ("raze", "pub"), ("raze", "mine"),
        ("raid", 0, "pub"), ("raid", 0, "mine"), ("raid", 1, "pub"), ("raid", 1, "mine"),
        ("raze", "ruin", "pub"), ("raze", "ruin", "mine"),
    ]  # fmt: skip


def test_numbers_and_words_of_a_run() -> None:
    raid, ruin = RUNS["raid"], RUNS["raze_ruin"]
    assert (RUNS["pass"].first, raid.first, ruin.first) == (0, 3, 7)
    assert list(raid) == [3, 4, 5, 6]
    assert [move in raid for move in (2, 3, 6, 7)] == [False, True, True, False]
    assert raid.number(1, "pub") == 5
    assert raid.args[5 - raid.first] == (1, "pub")
    assert ruin.number("ruin", "mine") == 8
    assert RUNS["pass"].number() == 0


def test_verbs_are_those_of_the_guards() -> None:
    guards = Guards(VERBS)
    assert guards.verbs["raze"].kinds == guards.verbs["pass"].kinds == {"bid"}
    assert guards.verbs["pass"].audience == PUBLIC
    assert guards.verbs["raid"].kinds == frozenset()


@pytest.mark.parametrize("name", ["pass", "raze_ruin"])
def test_a_name_is_declared_once(name: str) -> None:
    with pytest.raises(ValueError, match="new name"):
        VERBS.more(name, "raze", ())
    with pytest.raises(ValueError, match="twice"):
        VERBS.verb("pass", "X-1")


def test_kontor_keeps_its_numbers() -> None:
    texts = ["hold", "raise", "keep", "under", "bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "bid 6", "gift 0", "gift 1", "gift 2"]
    assert list(load().vocabulary.texts) == texts
    assert load().runs["gift"].first == 10
