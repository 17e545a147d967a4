"""``sample`` against brute force: every deal the seat cannot rule out, each as often as the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations

import pytest

from tafelrunde.games.new_angeles.frames import EndStep
from tafelrunde.games.new_angeles.rules import knowledge
from tafelrunde.games.new_angeles.rules.goods import discard, hand_over, sort_discards
from tafelrunde.games.new_angeles.state import AngelesState
from tests.support import Table, game_of

GAME = game_of("new_angeles")
SAMPLES = 1500
Deal = tuple[int, ...]
HAAS = {"seats.0.assets": ["thomas_haas"], **{f"seats.{seat}.hand": [] for seat in range(4)}}


def end_of_turn() -> Table:
    return Table(GAME, 4, at={"step": "end_of_turn", "active": 0}, corporations="fixed").given(HAAS)


def looks(table: Table, seat: int, answer: str) -> None:
    """Thomas Haas lies before a seat at the end of its turn; it looks under the board and swaps or passes."""
    state = table.state
    assert isinstance(state, AngelesState)
    state.holder = list(state.holder)
    state.holder[GAME.components.data["assets"].index(HAAS_CARD)] = seat
    state.exhausted = 0
    state.used = 0
    state.active = seat
    state.stack[:] = [EndStep()]
    state.asked = {}
    state.settle()
    table.play(f"{seat} use thomas_haas", f"{seat} {answer}")


HAAS_CARD = next(asset for asset in GAME.components.data["assets"] if asset["id"] == "thomas_haas")


def rivals(state: AngelesState) -> Deal:
    """The rival of each seat, and the one under the board."""
    return (*state.rivals, state.spare)


def sampled(state: AngelesState, seat: int) -> Counter[Deal]:
    return Counter(rivals(state.sample(seat, seed)) for seed in range(SAMPLES))


def assert_uniform(found: Counter[Deal], possible: Iterable[Deal]) -> None:
    worlds = set(possible)
    assert set(found) == worlds
    mean = found.total() / len(worlds)
    for world, n in found.items():
        assert abs(n - mean) < 5 * mean**0.5, (world, n, mean)


def test_rivals_that_nobody_has_shown() -> None:
    state = end_of_turn().state
    assert isinstance(state, AngelesState)
    own = state.rivals[0]
    assert_uniform(sampled(state, 0), (world for world in permutations(rivals(state)) if world[0] == own))


@pytest.mark.parametrize("answer", ["swap", "pass"])
def test_the_rival_under_the_board_has_been_seen(answer: str) -> None:
    table = end_of_turn()
    looks(table, 0, answer)
    state = table.state
    assert isinstance(state, AngelesState)
    truth = rivals(state)
    assert_uniform(sampled(state, 0), (world for world in permutations(truth) if (world[0], world[4]) == (truth[0], truth[4])))
    others = (world for world in permutations(truth) if world[1] == truth[1])
    assert_uniform(sampled(state, 1), others)


@pytest.mark.parametrize("first", ["swap", "pass"])
@pytest.mark.parametrize("last", ["swap", "pass"])
def test_what_follows_from_looking_twice(first: str, last: str) -> None:
    """Seat 0 looks, seat 1 may swap, seat 0 looks again, seat 2 may swap: all that can have happened, and nothing else."""
    table = end_of_turn()
    looks(table, 0, "pass")
    begin = table.state.clone()
    looks(table, 1, first)
    middle = table.state.clone()
    looks(table, 0, "pass")
    looks(table, 2, last)
    state = table.state
    assert isinstance(state, AngelesState)
    assert isinstance(begin, AngelesState)
    assert isinstance(middle, AngelesState)
    assert_uniform(sampled(state, 0), set(worlds_after_two_looks(rivals(begin), rivals(middle))))


def worlds_after_two_looks(begin: Deal, middle: Deal) -> Iterable[Deal]:
    """Every first deal that fits the first look, both choices of seat 1 that fit the second look, both of seat 2."""
    for world in permutations(begin):
        if (world[0], world[4]) != (begin[0], begin[4]):
            continue
        for after in (world, exchanged(world, 1)):
            if after[4] == middle[4]:
                yield after
                yield exchanged(after, 2)


def exchanged(world: Deal, seat: int) -> Deal:
    """A seat's rival and the one under the board have changed places."""
    new = list(world)
    new[seat], new[4] = new[4], new[seat]
    return tuple(new)


def test_investments_of_the_others() -> None:
    """Before the first demand round every seat has kept one of two; the own two are known, all others equally likely."""
    state = GAME.new(4, 5, {"corporations": "fixed"})
    rejected = {}
    while not state.deal:
        seat = state.to_act[0]
        if state.decision(seat).kind == "keep":
            kept = state.actions(seat)[0]
            rejected[seat] = next(card for card in state.dealt[seat] if GAME.vocabulary.number("keep", slug(card)) != kept)
        state.act(seat, state.actions(seat)[0])
    own = {state.investments[0], rejected[0]}
    unknown = [card for card in range(len(GAME.components.data["investments"])) if card not in own]
    found: Counter[Deal] = Counter()
    pairs: Counter[Deal] = Counter()
    for seed in range(SAMPLES):
        world = state.sample(0, seed).investments
        assert world[0] == state.investments[0]
        found[world[1:2]] += 1
        pairs[world[2:4]] += 1
    assert_uniform(found, permutations(unknown, 1))
    assert_uniform(pairs, permutations(unknown, 2))


def slug(card: int) -> str:
    return str(GAME.components.data["investments"][card]["id"])


def test_a_declaration_asks_the_same_in_every_world() -> None:
    """Energy for All lets the others draw before its proposer: what they would draw has no part in his declaration."""
    hands = {"seats.0.hand": ["ark_construction"], "seats.5.hand": ["vanity_project"] * 5 + ["budget_renovations"] * 5}
    hands |= {"seats.1.hand": ["ark_construction"] * 4 + ["gentrification"] * 3}
    table = Table(GAME, 6, at={"step": "main_offer", "active": 0}, corporations="fixed")
    table.given({**{f"seats.{seat}.hand": [] for seat in range(6)}, **hands, "seats.2.assets": ["caprice_nisei"]})
    table.play("0 offer ark_construction")
    while "counter energy_for_all" not in table.moves(table.state.to_act[0]):
        table.play(f"{table.state.to_act[0]} pass")
    table.play("3 counter energy_for_all", "2 use caprice_nisei")
    assert table.state.decision(3).kind == "declare"
    for seed in range(10):
        assert table.state.sample(3, seed).actions(3) == table.state.actions(3)
    assert "type construction" in table.moves(3)


# --- action cards --------------------------------------------------------------------------------

HAND = ["arrest_orders", "media_circus", "riot_control"]


def hands(**given: list[str]) -> AngelesState:
    """Four seats with these hands and no others, at the main offer of seat 0."""
    named = {f"seats.{seat}.hand": given.get(f"seat{seat}", []) for seat in range(4)}
    state = Table(GAME, 4, at={"step": "main_offer", "active": 0}, corporations="fixed").given(named).state
    assert isinstance(state, AngelesState)
    return state


def number(card: str) -> int:
    return GAME.vocabulary.number("offer", card) - GAME.vocabulary.number("offer", "clean_slate")


def drawn(state: AngelesState, seat: int, card: str) -> None:
    """A card of a deck that everybody can see being used comes into a hand."""
    kind = state.layout.card_type[number(card)]
    state.decks = tuple(d.take_from_pool(number(card)) if i == kind else d for i, d in enumerate(state.decks))
    state.hands[seat] = tuple(sorted((*state.hands[seat], number(card))))


def places(seen: int, stayed: int, left: tuple[int, ...]) -> Counter[Deal]:
    """Brute force: every way to put the seen cards in the hand or among the cards that left since, for a hand of so many.

    ``left`` says how many cards had been seen before each departure, the last departure first.
    """
    found: Counter[Deal] = Counter()
    homes = [("hand", i) for i in range(stayed)] + [("out", i) for i in range(len(left))]
    for way in permutations(homes, seen):
        if all(kind == "hand" or card < left[i] for card, (kind, i) in enumerate(way)):
            found[tuple(kind == "hand" for kind, _ in way)] += 1
    return found


def still_there(state: AngelesState, observer: int, seat: int, cards: list[str]) -> Counter[Deal]:
    """Which of some cards, all different, are still in a hand in the worlds of an observer."""
    found: Counter[Deal] = Counter()
    for seed in range(SAMPLES):
        world = state.sample(observer, seed)
        assert world.view(observer) == state.view(observer)
        found[tuple(number(card) in world.hands[seat] for card in cards)] += 1
    return found


def assert_as_likely(found: Counter[Deal], ways: Counter[Deal]) -> None:
    assert set(found) == set(ways)
    for world, n in ways.items():
        mean = found.total() * n / ways.total()
        assert abs(found[world] - mean) < 5 * mean**0.5, (world, found[world], mean)


def test_a_hand_that_was_seen_and_then_grew_and_shrank() -> None:
    """Seat 0 saw the hand of seat 1; it drew a card and discarded two face down: any three of the four may be left."""
    state = hands(seat0=["puff_piece"], seat1=HAND)
    knowledge.looked_at(state, 0, 1)
    drawn(state, 1, "clean_slate")
    discard(state, 1, (number("media_circus"),), "NA-2.5")
    discard(state, 1, (number("clean_slate"),), "NA-2.5")
    assert_as_likely(still_there(state, 0, 1, HAND), places(3, 2, (3, 3)))


def test_a_hand_that_was_seen_twice() -> None:
    """A card seen only at the second look can be the last discard, but not the first."""
    state = hands(seat0=["puff_piece"], seat1=HAND)
    knowledge.looked_at(state, 0, 1)
    discard(state, 1, (number("media_circus"),), "NA-2.5")
    drawn(state, 1, "clean_slate")
    knowledge.looked_at(state, 0, 1)
    drawn(state, 1, "gentrification")
    discard(state, 1, (number("riot_control"),), "NA-2.5")
    seen = ["arrest_orders", "riot_control", "clean_slate"]
    assert_as_likely(still_there(state, 0, 1, seen), places(3, 3, (3,)))


@pytest.mark.parametrize("observer", [1, 2])
def test_who_took_part_in_a_hand_over_knows_it(observer: int) -> None:
    state = hands(seat1=HAND, seat2=["vanity_project"])
    hand_over(state, 1, 2, (number("riot_control"),), "NA-AST.aaron_marron")
    for seed in range(40):
        world = state.sample(observer, seed)
        assert number("riot_control") in world.hands[2]
        assert [world.layout.card_type[c] for c in world.hands[3 - observer]] == [
            state.layout.card_type[c] for c in state.hands[3 - observer]
        ]


def test_who_did_not_take_part_knows_both_hands_together() -> None:
    """Of one construction and one biotech card, one in each hand after a hand-over, both ways are as likely."""
    state = hands(seat1=["ark_construction", "clean_slate"])
    hand_over(state, 1, 2, (number("clean_slate"),), "NA-AST.aaron_marron")
    types = state.layout.card_type
    found: Counter[Deal] = Counter()
    cards: Counter[Deal] = Counter()
    for seed in range(SAMPLES):
        world = state.sample(0, seed)
        assert world.view(0) == state.view(0)
        assert (len(world.hands[1]), len(world.hands[2])) == (1, 1)
        found[types[world.hands[1][0]], types[world.hands[2][0]]] += 1
        cards[world.hands[1]] += 1
    assert_uniform(found, permutations((types[number("ark_construction")], types[number("clean_slate")])))
    assert_uniform(cards, ((card,) for card in range(20) if types[card] in (types[4], types[0])))


def test_after_the_pile_was_sorted_nobody_knows_whose_it_was() -> None:
    """Two seats discarded one of two cards each; the pile was sorted face up: who kept which type is open, as a whole."""
    state = hands(seat1=["ark_construction", "clean_slate"], seat2=["ark_construction", "clean_slate"])
    discard(state, 1, (number("ark_construction"),), "NA-2.5")
    discard(state, 2, (number("clean_slate"),), "NA-2.5")
    pile = tuple(card for cards in state.discards for card in cards)
    knowledge.forget_discards(state, pile)
    state.discards = [()] * 6
    for kind in (number("ark_construction"), number("clean_slate")):
        of = state.layout.card_type[kind]
        state.decks = tuple(deck.give_to_pool(kind) if i == of else deck for i, deck in enumerate(state.decks))
    types = state.layout.card_type
    found: Counter[Deal] = Counter()
    for seed in range(SAMPLES):
        world = state.sample(0, seed)
        assert world.view(0) == state.view(0)
        found[types[world.hands[1][0]], types[world.hands[2][0]]] += 1
    assert_uniform(found, permutations((types[number("ark_construction")], types[number("clean_slate")])))


def test_a_card_handed_on_before_the_pile_was_sorted() -> None:
    """Seat 1 had two of a card: one lay in the sorted pile, the other went to seat 2, for seat 1 has nothing left."""
    state = hands(seat1=["riot_control", "riot_control"], seat2=["vanity_project"])
    knowledge.looked_at(state, 0, 1)
    hand_over(state, 1, 2, (number("riot_control"),), "NA-AST.aaron_marron")
    discard(state, 1, (number("riot_control"),), "NA-2.5")
    sort_discards(state)
    for seed in range(40):
        assert number("riot_control") in state.sample(0, seed).hands[2]


def test_a_card_in_the_sorted_pile_may_have_been_anybodys() -> None:
    """Seats 1 and 2 had the same two cards; one of each was in the pile, and seat 0 cannot tell who put which there."""
    same = ["arrest_orders", "riot_control"]
    state = hands(seat0=["puff_piece"], seat1=same, seat2=same)
    knowledge.looked_at(state, 0, 1)
    knowledge.looked_at(state, 0, 2)
    discard(state, 1, (number("riot_control"),), "NA-2.5")
    discard(state, 2, (number("arrest_orders"),), "NA-2.5")
    sort_discards(state)
    arrest, riot = ((number(card),) for card in same)
    worlds = {tuple(state.sample(0, seed).hands[1:3]) for seed in range(100)}
    assert worlds == {(arrest, riot), (riot, arrest)}


def test_a_card_that_never_left_a_hand_was_not_in_the_sorted_pile() -> None:
    """Seat 1 has put nothing away since it was seen, so the card in the pile was another one."""
    state = hands(seat0=["puff_piece"], seat1=["riot_control"], seat2=["riot_control", "vanity_project"])
    knowledge.looked_at(state, 0, 1)
    discard(state, 2, (number("riot_control"),), "NA-2.5")
    sort_discards(state)
    for seed in range(40):
        assert state.sample(0, seed).hands[1] == (number("riot_control"),)
