"""The possessions of players: capital, action cards, assets (NA-2, 12, 21, 30, 56, 66)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tafelrunde.core.decks import EVERYBODY, Deck, without
from tafelrunde.games.new_angeles.frames import NameType, Operation
from tafelrunde.games.new_angeles.layout import GENERAL
from tafelrunde.games.new_angeles.rules import knowledge, promises
from tafelrunde.games.new_angeles.state import NOBODY, AngelesState
from tafelrunde.games.new_angeles.terms import TYPES

# --- capital -------------------------------------------------------------------------------------


def gain(state: AngelesState, seat: int, n: int, rule: str, also: tuple[str, ...] = ()) -> None:
    """Add capital immediately (NA-30.3)."""
    if not n:
        return
    before = state.capital[seat]
    state.capital[seat] = before + n
    if state.log is not None:
        turned = ("NA-30.4",) if before < state.layout.capital_flip <= before + n else ()
        state.emit("capital", seat, rule, also=("NA-30.3", *turned, *also), n=n, capital=before + n)


def lose(state: AngelesState, seat: int, n: int, rule: str, also: tuple[str, ...] = ()) -> int:
    """Remove capital, at most what the seat has (NA-R.8), and return the amount."""
    before = state.capital[seat]
    lost = min(n, before)
    state.capital[seat] = before - lost
    if state.log is not None:
        turned = ("NA-30.5",) if before - lost < state.layout.capital_flip <= before else ()
        more = (*(("NA-R.8",) if lost < n else ()), *turned)
        state.emit("capital_lost", seat, rule, also=("NA-30.3", *more, *also), n=lost, capital=before - lost)
    if any(state.proposals):
        knowledge.drop_stale_proposals(state)
    return lost


def steal_capital(state: AngelesState, thief: int, victim: int, n: int, rule: str) -> None:
    """Move capital from the victim to the thief (NA-56.1)."""
    gain(state, thief, lose(state, victim, n, rule, ("NA-56.1",)), rule, ("NA-56.1",))


# --- action cards --------------------------------------------------------------------------------


def drawable(state: AngelesState, kind: int) -> bool:
    """Whether a card of a type can be drawn, if necessary after sorting in the discard pile (NA-2.2, NA-R.21)."""
    if state.decks[kind].size:
        return True
    types = state.layout.card_type
    return any(types[card] == kind for pile in state.discards for card in pile)


def draw(state: AngelesState, seat: int, kind: int, n: int, rule: str, also: tuple[str, ...] = ()) -> int:
    """Draw cards of one type into the hand and return their number; missing cards are skipped (NA-R.21)."""
    drawn = []
    deck = state.decks[kind]
    for _ in range(n):
        if not deck.size:
            _put_back(state, kind, deck)
            sort_discards(state)
            deck = state.decks[kind]
            if not deck.size:
                if state.log is not None:
                    state.emit("deck_empty", seat, "NA-R.21", type=TYPES[kind])
                break
        card, deck = deck.draw(state)
        drawn.append(card)
        state.reveal()
    _put_back(state, kind, deck)
    if drawn:
        state.hands[seat] = tuple(sorted((*state.hands[seat], *drawn)))
        if state.log is not None:
            state.emit("cards_drawn", seat, rule, also=also, n=len(drawn), type=TYPES[kind])
            names = [state.layout.cards[card] for card in drawn]
            state.emit("cards_drawn_seen", seat, rule, cards=names)
    return len(drawn)


def draw_topmost(state: AngelesState, seat: int, n: int, rule: str) -> None:
    """Draw cards of the first line of the corp sheet; a general line needs a named type (NA-R.29)."""
    kind = state.layout.sheet[state.corporations[seat]][0][0]
    if kind == GENERAL:
        state.push(NameType(seat, n, rule, "NA-R.29"))
    else:
        draw(state, seat, kind, n, rule)


def _put_back(state: AngelesState, kind: int, deck: Deck) -> None:
    decks = state.decks
    state.decks = (*decks[:kind], deck, *decks[kind + 1 :])


def top_card(state: AngelesState, kind: int) -> int:
    """Take the top card of an action deck; an empty deck is first refilled from the discard pile (NA-2.2)."""
    if not state.decks[kind].size:
        sort_discards(state)
        if not state.decks[kind].size:
            return NOBODY
    card, deck = state.decks[kind].draw(state)
    state.reveal()
    _put_back(state, kind, deck)
    return card


def sort_discards(state: AngelesState) -> None:
    """Turn the whole pile face up, sort it by type and shuffle it into all five decks (NA-2.2, NA-2.2a)."""
    pile = tuple(sorted(card for own in state.discards for card in own))
    if not pile:
        return
    knowledge.forget_discards(state, pile)
    decks = list(state.decks)
    for card in pile:
        kind = state.layout.card_type[card]
        decks[kind] = decks[kind].give_to_pool(card)
    state.decks = tuple(decks)
    state.discards = [()] * len(state.discards)
    state.sorted_out = pile
    state.reveal()
    if state.log is not None:
        names = [state.layout.cards[card] for card in pile]
        state.emit("discards_sorted", None, "NA-2.2", also=("NA-2.2a",), n=len(pile), cards=names)


def discard(state: AngelesState, seat: int, cards: Iterable[int], rule: str, also: tuple[str, ...] = ()) -> None:
    """Discard cards from a hand face down to the common pile (NA-2.4)."""
    gone = tuple(cards)
    hand = state.hands[seat]
    for card in gone:
        hand = without(hand, card)
    state.hands[seat] = hand
    state.discards[seat] = tuple(sorted(state.discards[seat] + gone))
    knowledge.left_hand(state, seat, len(gone))
    if state.log is not None:
        state.emit("discarded", seat, rule, also=("NA-2.4", *also), n=len(gone))
        state.emit("discarded_seen", seat, rule, cards=[state.layout.cards[card] for card in gone])


def hand_over(state: AngelesState, giver: int, taker: int, cards: Iterable[int], rule: str, also: tuple[str, ...] = ()) -> None:
    """Hand action cards from one player to another; only these two see them (NA-2.8)."""
    given = tuple(cards)
    hand = state.hands[giver]
    for card in given:
        hand = without(hand, card)
    state.hands[giver] = hand
    state.hands[taker] = tuple(sorted(state.hands[taker] + given))
    knowledge.passed_on(state, giver, taker, given)
    if state.log is not None:
        state.emit("handed_over", giver, rule, also=("NA-2.8", *also), other=taker, n=len(given))
        names = [state.layout.cards[card] for card in given]
        state.emit("handed_over_seen", giver, rule, audience=(giver, taker), other=taker, cards=names)


# --- assets --------------------------------------------------------------------------------------


def held(state: AngelesState, seat: int) -> list[int]:
    """The assets in a seat's play area."""
    return [asset for asset, holder in enumerate(state.holder) if holder == seat]


def ready(state: AngelesState, asset: int) -> bool:
    return not state.exhausted >> asset & 1


def exhaust(state: AngelesState, asset: int) -> None:
    """Exhaust an asset; it cannot be exhausted again before it is readied (NA-21.0)."""
    state.exhausted |= 1 << asset
    if state.log is not None:
        state.emit("exhausted", state.holder[asset], "NA-21.0", also=("NA-66.2", "NA-R.44"), asset=state.layout.assets[asset])


def give_asset(state: AngelesState, asset: int, taker: int, rule: str, also: tuple[str, ...] = (), by: int = NOBODY) -> None:
    """Move an asset to another player in its present state, without claiming it (NA-21.2, NA-12.1); ``by`` is the seat that
    decided this."""
    giver = state.holder[asset]
    state.holder[asset] = taker
    if state.log is not None:
        turned = ("NA-21.2",) if state.exhausted >> asset & 1 else ()
        claim = ("NA-12.1", "NA-66.8b") if state.layout.claim_assets[asset] else ()
        data: dict[str, Any] = {"asset": state.layout.assets[asset], "other": taker}
        state.emit("asset_passed", giver, rule, also=("NA-66.1", *turned, *claim, *also), **data)
    if state.promises:
        promises.asset_left(state, asset, giver, taker, by)
    if any(state.proposals):
        knowledge.drop_stale_proposals(state)


def discard_asset(state: AngelesState, asset: int, rule: str, by: int = NOBODY) -> None:
    """Put a discarded asset under the asset deck (NA-66.7); everybody has seen it. ``by`` is the seat that decided this."""
    seat = state.holder[asset]
    state.holder[asset] = NOBODY
    state.exhausted &= ~(1 << asset)
    state.asset_deck = state.asset_deck.put_under((asset,), EVERYBODY)
    if state.log is not None:
        state.emit("asset_discarded", seat if seat != NOBODY else None, rule, also=("NA-66.7",), asset=state.layout.assets[asset])
    if state.promises:
        promises.asset_left(state, asset, seat, NOBODY, by)
    if any(state.proposals):
        knowledge.drop_stale_proposals(state)


def hand_limit(state: AngelesState, seat: int) -> int:
    """Five cards, changed by assets held (NA-27.0, NA-R.40)."""
    limit = state.layout.hand_limit
    for asset, delta in state.layout.limit_delta:
        if state.holder[asset] == seat:
            limit += delta
    return limit


def pay_for_asset(state: AngelesState, asset: int, by: int = NOBODY) -> None:
    """Pay the cost of an ability: exhaust the asset, discard it, or nothing."""
    cost = state.layout.asset_cost[asset]
    if cost == "exhaust":
        exhaust(state, asset)
    elif cost == "discard_self":
        discard_asset(state, asset, state.layout.asset_rules[asset], by=by)


def use_asset(state: AngelesState, asset: int, seat: int, fact: Any = 0, also: tuple[str, ...] = ()) -> None:
    """Carry out the effects of an asset in order, for its holder."""
    first, *more = state.layout.asset_effects[asset]
    if more:
        state.push(*(Operation(seat, asset, i, fact, also) for i in range(1, len(more) + 1)))
    first.use(state, seat, asset, state.layout.asset_rules[asset], fact, also)
