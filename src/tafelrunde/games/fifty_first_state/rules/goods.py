"""Gaining goods, drawing cards, and moving cards in and out of hands."""

from __future__ import annotations

from bisect import bisect_left

from tafelrunde.core.decks import Deck, without
from tafelrunde.games.fifty_first_state.names import CARD
from tafelrunde.games.fifty_first_state.rules.layout import tell
from tafelrunde.games.fifty_first_state.state import GOOD_COUNT, TOKEN_COUNT, FiftyFirstState, Goods


def gain(state: FiftyFirstState, seat: int, goods: Goods, rule: str, counted: bool = False) -> None:
    """Add tokens to the supply, cards to the hand and points to the track (51S-2.7); ``counted`` goods count as produced."""
    base = seat * TOKEN_COUNT
    supply = state.supply
    cards = 0
    for good, n in goods:
        if good < TOKEN_COUNT:
            supply[base + good] += n
        elif good == CARD:
            cards += n
        else:
            state.vp[seat] += n
    if counted:
        count(state, seat, goods)
    if state.log is not None:
        state.emit("gained", seat, rule, goods=tell(goods))
    if cards:
        draw(state, seat, cards)


def count(state: FiftyFirstState, seat: int, goods: Goods) -> None:
    """Units produced this round (51S-R.28)."""
    base = seat * GOOD_COUNT
    for good, n in goods:
        state.produced[base + good] += n


def next_card(state: FiftyFirstState) -> int | None:
    """Take the top card of the deck; an empty deck is first refilled from the discard pile (51S-7.15, R.22)."""
    deck = state.deck
    if not deck.size:
        if not state.discard:
            return None
        if state.log is not None:
            state.emit("reshuffled", None, "51S-7.15", n=len(state.discard))
        deck = Deck.of(state.discard)
        state.discard = ()
    card, state.deck = deck.draw(state)
    return card


def draw(state: FiftyFirstState, seat: int, n: int) -> None:
    """Draw cards into the hand."""
    state.hands[seat] = tuple(sorted((*state.hands[seat], *_drawn(state, seat, n))))


def draw_aside(state: FiftyFirstState, seat: int, n: int) -> None:
    """Draw cards of which some will be kept."""
    state.aside[seat] = tuple(sorted(_drawn(state, seat, n)))


def _drawn(state: FiftyFirstState, seat: int, n: int) -> list[int]:
    """Draw cards that only the seat sees; if deck and discard pile have too few, the rest is lost (51S-7.16)."""
    drawn: list[int] = []
    for left in range(n, 0, -1):
        card = next_card(state)
        if card is None:
            if state.log is not None:
                state.emit("draws_lost", seat, "51S-7.16", n=left)
            break
        drawn.append(card)
    if drawn:
        state.reveal()
        if state.log is not None:
            state.emit("drew", seat, "51S-2.7", n=len(drawn))
            state.emit("drew_cards", seat, "51S-2.7", cards=state.layout.names(tuple(drawn)))
    return drawn


def put_in_hand(state: FiftyFirstState, seat: int, card: int) -> None:
    """Put a card into the hand openly, seen by everybody."""
    state.hands[seat] = with_card(state.hands[seat], card)
    state.known[seat] = with_card(state.known[seat], card)


def with_card(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Add a card to sorted cards."""
    i = bisect_left(cards, card)
    return (*cards[:i], card, *cards[i:])


def hidden(state: FiftyFirstState, seat: int) -> tuple[int, ...]:
    """The cards of a hand that were not taken openly."""
    hand = state.hands[seat]
    for card in state.known[seat]:
        hand = without(hand, card)
    return hand


def leave_hand(state: FiftyFirstState, seat: int, card: int) -> None:
    """Remove a card from the hand openly; if one copy of it was taken openly, that copy counts as removed."""
    state.hands[seat] = without(state.hands[seat], card)
    if card in state.known[seat]:
        state.known[seat] = without(state.known[seat], card)


def put_on_discard(state: FiftyFirstState, card: int) -> None:
    """Put each card on the discard pile of its kind (51S-S.6)."""
    layout = state.layout
    if card < layout.location_count:
        state.discard += (card,)
    else:
        state.connection_discards[layout.colour[card - layout.location_count]] += (card,)
