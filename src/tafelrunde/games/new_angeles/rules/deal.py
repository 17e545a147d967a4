"""The deal: asset, main offer, counteroffers, support, resolution (NA-1, 23, 24, 28, 49, 59, 60)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC, SEAT
from tafelrunde.core.decks import EVERYBODY, without
from tafelrunde.core.frames import TypedFrame
from tafelrunde.core.seats import clockwise
from tafelrunde.games.new_angeles.frames import (
    Asset,
    Claim,
    ClaimRevealed,
    CleanUp,
    Count,
    Counter,
    CounterCost,
    Counteroffers,
    DealOver,
    Effect,
    EffectEnd,
    EndStep,
    FallGuy,
    LeftFrame,
    MainOffer,
    MainStep,
    Resolution,
    SeatFrame,
    Support,
    SupportCards,
    SupportStep,
    Tie,
    Won,
)
from tafelrunde.games.new_angeles.layout import card_moves
from tafelrunde.games.new_angeles.numbers import ABSTAIN, DONE, PASS
from tafelrunde.games.new_angeles.rules import knowledge, promises
from tafelrunde.games.new_angeles.rules.goods import discard, use_asset
from tafelrunde.games.new_angeles.rules.registry import CLOSED, FRAMES, moment, open_moment
from tafelrunde.games.new_angeles.rules.rounds import begin_phase
from tafelrunde.games.new_angeles.state import COUNTER, MAIN, NOBODY, AngelesState

CLOSED.update((CounterCost, SupportCards))


def countering(state: AngelesState) -> int:
    """The countering player, whose card is on top of the counteroffer box (NA-23.0, NA-24.5)."""
    return state.box[-1][0] if state.box else NOBODY


def emergencies(state: AngelesState, seat: int) -> list[int]:
    """The face-up emergency cards in a seat's play area (NA-38.2)."""
    return [
        i
        for i, at in enumerate(state.emergency_at)
        if at == seat and state.emergency_up >> i & 1 and not in_box(state, state.verbs.cards + i)
    ]


def in_box(state: AngelesState, card: int) -> bool:
    """Whether an emergency card is in an offer box now."""
    return state.main == card or any(card == other for _, other in state.box)


def offered(state: AngelesState, place: int) -> int:
    """The card of an offer: 0 is the main offer, n the n-th card of the box."""
    if not place:
        return state.main
    return state.box[place - 1][1] if place <= len(state.box) else NOBODY


# --- asset and main offer ------------------------------------------------------------------------


@FRAMES.auto(Asset, "NA-1.1")
def reveal_asset(state: AngelesState, frame: TypedFrame) -> None:
    """Turn up the asset on the highest occupied space of the turn track (NA-1.1)."""
    begin_phase(state, "asset", "NA-1.0", ("NA-3.2",))
    state.revealed = state.track[-1]
    state.track = state.track[:-1]
    state.reveal()
    if state.log is not None:
        state.emit("asset_revealed", None, "NA-1.1", asset=state.layout.assets[state.revealed])
    open_moment(state, "asset")


@FRAMES.auto(MainStep, "NA-1.2")
def main_step(state: AngelesState, frame: TypedFrame) -> None:
    begin_phase(state, "main_offer", "NA-1.2")
    state.push(MainOffer(state.active))


def open_hand(state: AngelesState, frame: SeatFrame) -> bool:
    """Whether the hand has no cards or only cards seen by all, so that everybody can tell what the seat can do with them."""
    return knowledge.hand_is_open(state, frame.seat)


def too_dear(state: AngelesState, frame: SeatFrame) -> bool:
    """Whether everybody can tell from the number of hand cards that only an emergency card can be the counteroffer (NA-1.3a)."""
    return len(state.hands[frame.seat]) <= len(state.box)


@FRAMES.asks(MainOffer, "NA-1.2", answer=PUBLIC, moves=open_hand)
def ask_main_offer(state: AngelesState, frame: SeatFrame) -> list[int]:
    """Ask for a hand card or a face-up emergency card; passing is not possible (NA-1.2, NA-1.2a)."""
    return offerable(state, frame.seat, state.verbs.offer)


def offerable(state: AngelesState, seat: int, first: int) -> list[int]:
    """The moves with which a seat can offer a card, numbered from ``first``."""
    return card_moves(first, state.hands[seat]) + [first + state.verbs.cards + i for i in emergencies(state, seat)]


@FRAMES.resolves(MainOffer)
def resolve_main_offer(state: AngelesState, frame: SeatFrame, move: int) -> None:
    seat, card = frame.seat, move - state.verbs.offer
    put_out(state, seat, card)
    state.main = card
    if state.log is not None:
        also = ("NA-28.0", "NA-4.1", "NA-28.2", *(("NA-28.1", "NA-38.2") if card >= state.verbs.cards else ()))
        state.emit("main_offer", seat, "NA-1.2", also=also, card=state.layout.cards[card])
    if any(state.holder[asset] != NOBODY for asset in state.layout.triggered.get("holder_proposed_main_offer", ())):
        state.push(FallGuy(seat))
    open_moment(state, "offer", (seat, 0))


@FRAMES.lapses(MainOffer)
def no_main_offer(state: AngelesState, frame: SeatFrame) -> None:
    """End the deal because nothing can be offered; the asset goes under the deck (NA-R.48)."""
    while not isinstance(state.stack[-1], EndStep):
        state.stack.pop()
    if state.revealed != NOBODY:
        state.asset_deck = state.asset_deck.put_under((state.revealed,), EVERYBODY)
        state.revealed = NOBODY
    if state.log is not None:
        state.emit("no_main_offer", frame.seat, "NA-R.48")


def put_out(state: AngelesState, seat: int, card: int) -> None:
    """Put a card face up in an offer box; everybody sees a hand card leave the hand."""
    if card < state.verbs.cards:
        state.hands[seat] = without(state.hands[seat], card)
        knowledge.shown(state, seat, card)


# --- counteroffers -------------------------------------------------------------------------------


@FRAMES.auto(Counteroffers, "NA-1.3")
def counteroffers(state: AngelesState, frame: TypedFrame) -> None:
    """Give everybody but the active player one chance to counter, clockwise (NA-1.3, NA-24.6)."""
    begin_phase(state, "counteroffer", "NA-1.3")
    state.push(*(Counter(seat) for seat in clockwise(state.players, state.active)[1:]))


@FRAMES.asks(Counter, "NA-1.3", answer=PUBLIC, moves=too_dear)
def ask_counter(state: AngelesState, frame: SeatFrame) -> list[int]:
    """Ask for a counteroffer or a pass; each card already in the box costs a discard (NA-1.3a)."""
    seat = frame.seat
    cost, hand = len(state.box), state.hands[seat]
    moves = [PASS]
    if len(hand) > cost:
        moves += card_moves(state.verbs.counter, hand)
    if len(hand) >= cost:
        moves += [state.verbs.counter + state.verbs.cards + i for i in emergencies(state, seat)]
    return moves


@FRAMES.resolves(Counter)
def resolve_counter(state: AngelesState, frame: SeatFrame, move: int) -> None:
    seat = frame.seat
    if move == PASS:
        _no_counter(state, frame)
    else:
        propose_counter(state, seat, move - state.verbs.counter, len(state.box))


def _no_counter(state: AngelesState, frame: SeatFrame) -> None:
    seat = frame.seat
    if state.log is None and not state.promises:
        return
    could = len(ask_counter(state, frame)) > 1
    if state.log is not None:
        state.emit("no_counter", seat, "NA-1.3", also=("NA-24.6",) if could else ("NA-24.6", "NA-1.3a", "NA-R.59"))
    promises.passed(state, seat, could)


def propose_counter(state: AngelesState, seat: int, card: int, cost: int) -> None:
    """Put a card on top of the box; its player is the countering player now (NA-1.3b, NA-24.3)."""
    put_out(state, seat, card)
    before = countering(state)
    if state.log is not None:
        same = card == state.main or any(card == other for _, other in state.box)
        also = (
            "NA-24.1" if card < state.verbs.cards else "NA-24.2", "NA-24.3", "NA-1.3b", "NA-23.1",
            *(("NA-24.4a", "NA-24.5") if before != NOBODY else ()), *(("NA-24.7",) if same else ()),
        )  # fmt: skip
        state.emit("counteroffer", seat, "NA-1.3", also=also, card=state.layout.cards[card])
    state.box = (*state.box, (seat, card))
    state.forced |= 1 << seat
    promises.countered(state, seat)
    place = len(state.box)
    open_moment(state, "counter", (seat, place))
    open_moment(state, "offer", (seat, place))
    if cost:
        state.push(CounterCost(seat, cost))


@FRAMES.asks(CounterCost, "NA-1.3a", answer=SEAT, moves=open_hand)
def ask_counter_cost(state: AngelesState, frame: LeftFrame) -> list[int]:
    return card_moves(state.verbs.discard, state.hands[frame.seat])


@FRAMES.resolves(CounterCost)
def resolve_counter_cost(state: AngelesState, frame: LeftFrame, move: int) -> None:
    """Discard as many hand cards as were in the box, or give them to Aaron Marron's holder (NA-24.4)."""
    seat, left = frame.seat, frame.left
    if left > 1:
        state.push(CounterCost(seat, left - 1))
    for asset in state.layout.triggered.get("other_player_discards_for_counteroffer", ()):
        if state.holder[asset] not in (NOBODY, seat):
            use_asset(state, asset, state.holder[asset], (seat, move - state.verbs.discard))
            return
    discard(state, seat, (move - state.verbs.discard,), "NA-1.3a", ("NA-24.4",))


@FRAMES.describes(CounterCost)
def describe_counter_cost(state: AngelesState, frame: LeftFrame) -> dict[str, int]:
    return {"n": frame.left}


def send_back(state: AngelesState, rule: str) -> None:
    """Return the top counteroffer to its player; the one below it counts again (NA-24.8, NA-R.19)."""
    seat, card = state.box[-1]
    place = len(state.box)
    state.box = state.box[:-1]
    state.declared = tuple((at, answers) for at, answers in state.declared if at != place)
    state.sent_back |= 1 << seat
    if card < state.verbs.cards:
        state.hands[seat] = tuple(sorted((*state.hands[seat], card)))
        state.known = tuple(tuple(sorted((*own, (seat, card, 0)))) if a != seat else own for a, own in enumerate(state.known))
    else:
        state.emergency_at[card - state.verbs.cards] = seat
    if state.log is not None:
        state.emit("sent_back", seat, rule, also=("NA-24.8", "NA-R.19"), card=state.layout.cards[card])


# --- support -------------------------------------------------------------------------------------


@FRAMES.auto(SupportStep, "NA-1.4")
def support_step(state: AngelesState, frame: TypedFrame) -> None:
    """Let everybody who is neither active nor countering support or abstain, clockwise (NA-1.4, NA-59.0)."""
    begin_phase(state, "support", "NA-1.4", () if state.box else ("NA-R.18",))
    out = (state.active, countering(state))
    seats = [seat for seat in clockwise(state.players, state.active) if seat not in out]
    state.push(*[Support(seat) for seat in seats])
    open_moment(state, "support")


@FRAMES.asks(Support, "NA-1.4", answer=PUBLIC, moves=PUBLIC)
def ask_support(state: AngelesState, frame: SeatFrame) -> tuple[int, ...]:
    """Ask for one of the offers or for abstaining; without hand cards only abstaining is possible (NA-R.45)."""
    seat = frame.seat
    if not state.hands[seat]:
        return (ABSTAIN,)
    if not state.box or state.locust >> seat & 1:
        return (ABSTAIN, state.verbs.support)
    return (ABSTAIN, state.verbs.support, state.verbs.support + 1)


@FRAMES.resolves(Support)
def resolve_support(state: AngelesState, frame: SeatFrame, move: int) -> None:
    seat = frame.seat
    state.refused |= 1 << seat
    if move == ABSTAIN:
        abstain(state, seat)
    else:
        state.side[seat] = MAIN if move == state.verbs.support else COUNTER
        state.push(SupportCards(seat, 0))


def abstain(state: AngelesState, seat: int) -> None:
    if state.log is not None:
        empty = () if state.hands[seat] else ("NA-R.45", "NA-R.59")
        state.emit("abstains", seat, "NA-49.0", also=("NA-60.0", "NA-60.2", "NA-59.0", *empty))
    open_moment(state, "abstain", seat)


@FRAMES.asks(SupportCards, "NA-60.1", answer=SEAT, moves=open_hand)
def ask_support_cards(state: AngelesState, frame: SupportCards) -> list[int]:
    """Ask for one or more hand cards for the chosen offer; an exact number if a trade binds it (NA-R.25)."""
    seat, exact = frame.seat, frame.exact
    placed = len(state.support[seat])
    if exact and placed == exact:
        return []
    moves = card_moves(state.verbs.add, state.hands[seat])
    if placed and not exact and moves:
        moves.append(DONE)
    return moves


@FRAMES.resolves(SupportCards)
def resolve_support_cards(state: AngelesState, frame: SupportCards, move: int) -> None:
    if move != DONE:
        add_support(state, frame.seat, move - state.verbs.add, "NA-60.1")
        state.push(frame)


def add_support(state: AngelesState, seat: int, card: int, rule: str) -> None:
    """Put a hand card face down beside an offer."""
    state.hands[seat] = without(state.hands[seat], card)
    state.support[seat] = tuple(sorted((*state.support[seat], card)))
    knowledge.left_hand(state, seat, 1)
    if state.log is not None:
        offer = "main" if state.side[seat] == MAIN else "counter"
        also = ("NA-1.4", "NA-59.0", "NA-60.0", "NA-1.4a", "NA-60.3")
        state.emit("supports", seat, rule, also=also, offer=offer, n=len(state.support[seat]))
        state.emit("supports_seen", seat, rule, card=state.layout.cards[card])


@FRAMES.describes(SupportCards)
def describe_support_cards(state: AngelesState, frame: SupportCards) -> dict[str, object]:
    return {"offer": "main" if state.side[frame.seat] == MAIN else "counter", "n": len(state.support[frame.seat])}


# --- resolution ----------------------------------------------------------------------------------


@FRAMES.auto(Resolution, "NA-1.5")
def resolution(state: AngelesState, frame: TypedFrame) -> None:
    """Resolve the deal: Tanaka, the count, a tie, the winner, the effect, the claim, the discards, the end (NA-R.54)."""
    begin_phase(state, "resolution", "NA-1.5", ("NA-R.54",))
    promises.judge_support(state)
    state.winner = 0
    state.push(Count())
    open_moment(state, "resolution")


def support_for(state: AngelesState, side: int) -> int:
    """The number of face-down cards beside an offer."""
    own = sum(len(cards) for seat, cards in enumerate(state.support) if state.side[seat] == side)
    return own + sum(for_side == side for _, for_side in state.table_support)


@FRAMES.auto(Count, "NA-60.4")
def count_support(state: AngelesState, frame: TypedFrame) -> None:
    """Compare the cards: more cards win, and the active player wins a tie unless Midori says otherwise (NA-1.5, NA-1.5a)."""
    state.push(Won())
    if state.winner:
        return
    main, counter = support_for(state, MAIN), support_for(state, COUNTER)
    tied = bool(state.box) and main == counter
    if state.log is not None:
        state.emit("counted", None, "NA-60.4", also=("NA-1.5",), main=main, counter=counter)
    if tied:
        state.push(Tie())
        open_moment(state, "tie")
    else:
        state.winner = COUNTER if state.box and counter > main else MAIN


@FRAMES.auto(Tie, "NA-1.5a")
def tie(state: AngelesState, frame: TypedFrame) -> None:
    if not state.winner:
        state.winner = MAIN
        if state.log is not None:
            state.emit("tie", state.active, "NA-1.5a", also=("NA-60.4a",))


def winning_seat(state: AngelesState) -> int:
    return state.active if state.winner == MAIN else state.box[-1][0]


@FRAMES.auto(Won, "NA-1.5")
def won(state: AngelesState, frame: TypedFrame) -> None:
    """Let the winner carry out the offer, then claim the asset, then discard the cards (NA-1.5)."""
    seat = winning_seat(state)
    card, place = (state.main, 0) if state.winner == MAIN else (state.box[-1][1], len(state.box))
    if state.log is not None:
        also = (
            "NA-60.4",
            *(() if state.box else ("NA-R.18", "NA-R.53")),
            *(("NA-R.34",) if countering(state) == state.active else ()),
        )
        state.emit("won", seat, "NA-1.5", also=also, card=state.layout.cards[card])
    state.push(
        moment("won", seat), Effect(seat, card, place), EffectEnd(),
        ClaimRevealed(seat), CleanUp(), DealOver(),
    )  # fmt: skip


@FRAMES.auto(ClaimRevealed, "NA-12.0")
def claim_revealed(state: AngelesState, frame: SeatFrame) -> None:
    asset, state.revealed = state.revealed, NOBODY
    if asset != NOBODY:
        state.push(Claim(frame.seat, asset))


@FRAMES.auto(CleanUp, "NA-1.5")
def clean_up(state: AngelesState, frame: TypedFrame) -> None:
    """Discard played cards; emergency cards return, face down if they won (NA-1.5, NA-1.5b)."""
    players = state.players
    last = len(state.box)
    for place, card in ((0, state.main), *((i + 1, card) for i, (_, card) in enumerate(state.box))):
        if card >= state.verbs.cards:
            won_it = place == (0 if state.winner == MAIN else last)
            _send_home(state, card - state.verbs.cards, won_it)
        elif card != NOBODY:
            state.discards[players + 1] = tuple(sorted((*state.discards[players + 1], card)))
    for seat, cards in enumerate(state.support):
        if cards:
            state.discards[seat] = tuple(sorted(state.discards[seat] + cards))
    unseen = tuple(card for card, _ in state.table_support)
    state.discards[players] = tuple(sorted(state.discards[players] + unseen))
    state.main = NOBODY
    box, state.box = state.box, ()
    open_moment(state, "deal_end")
    state.support = [()] * players
    state.table_support = ()
    if state.log is not None:
        state.emit("cards_discarded", None, "NA-1.5", also=("NA-2.4",), n=1 + len(box))


def _send_home(state: AngelesState, emergency: int, won_it: bool) -> None:
    owner, card = state.corporations.index(emergency), state.layout.cards[state.verbs.cards + emergency]
    borrowed = state.emergency_at[emergency] != owner
    state.emergency_at[emergency] = owner
    state.emergency_up = state.emergency_up & ~(1 << emergency) if won_it else state.emergency_up | 1 << emergency
    if state.log is not None:
        also = ("NA-1.5b", *(("NA-38.6", "NA-R.32") if borrowed else ()))
        side = "down" if won_it else "up"
        state.emit("emergency_home", owner, "NA-38.3", also=also, card=card, side=side)


@FRAMES.auto(DealOver, "NA-R.54")
def deal_over(state: AngelesState, frame: TypedFrame) -> None:
    """End the bans of the deal and judge promises about it."""
    promises.judge_due(state)
    if state.log is not None:
        state.emit("deal_over", None, "NA-R.54")
    state.barred = state.locust = state.winner = state.forced = state.refused = state.sent_back = 0
    state.side = [0] * state.players
    state.bets = state.declared = state.payments = ()
