"""The round: cards phase, the order of the phases, clean-up, and the end of the game."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.decks import Deck, without
from tafelrunde.core.frames import TypedFrame
from tafelrunde.core.seats import clockwise
from tafelrunde.games.fifty_first_state.frames import (
    Actions,
    Cards,
    Cleanup,
    Clear,
    Draft,
    Final,
    Production,
    Round,
    Row,
    RowFrame,
    RowLeft,
    Store,
)
from tafelrunde.games.fifty_first_state.names import COLOURS
from tafelrunde.games.fifty_first_state.rules.goods import next_card, put_in_hand
from tafelrunde.games.fifty_first_state.rules.registry import FRAMES
from tafelrunde.games.fifty_first_state.state import NOBODY, FiftyFirstState


def begin_phase(state: FiftyFirstState, name: str, rule: str) -> None:
    state.phase = name
    if state.log is not None:
        state.emit("phase", None, rule, phase=name, round=state.round)


def note_trigger(state: FiftyFirstState) -> None:
    """Note after an action or the production phase whether somebody has reached 25 points (51S-5.1); nothing is interrupted
    (51S-R.41)."""
    if state.triggered or max(state.vp) < state.layout.end_trigger:
        return
    state.triggered = True
    if state.log is not None:
        for seat, points in enumerate(state.vp):
            if points >= state.layout.end_trigger:
                state.emit("end_triggered", seat, "51S-5.1", n=points)
        state.emit("phase_goes_on", None, "51S-5.2" if state.phase == "action" else "51S-2.10")


@FRAMES.auto(Round, "51S-1.1")
def begin_round(state: FiftyFirstState, frame: TypedFrame) -> None:
    state.round += 1
    state.push(Cards(), Production(), Actions(), Cleanup())


# --- cards phase ---------------------------------------------------------------------------------


@FRAMES.auto(Cards, "51S-1.1")
def cards_phase(state: FiftyFirstState, frame: TypedFrame) -> None:
    """Put two connection cards on offer, then draft two rows, the second one in reverse order (51S-1.1 to 1.5)."""
    begin_phase(state, "cards", "51S-1.1")
    for colour in range(len(COLOURS)):
        _turn_up(state, colour)
    order = clockwise(state.players, state.first)
    first_row = [Draft(seat, 1) for seat in order]
    second_row = [Draft(seat, 2) for seat in reversed(order)]
    state.push(Row(1), *first_row, RowLeft(1), Row(2), *second_row, RowLeft(2))


def _turn_up(state: FiftyFirstState, colour: int) -> None:
    """Turn up the top card of a connection pile; an empty pile is refilled from its own discards (51S-1.9, R.23)."""
    decks = list(state.connection_decks)
    if not decks[colour].size:
        pile = state.connection_discards[colour]
        if not pile:
            if state.log is not None:
                state.emit("no_connection", None, "51S-1.9", colour=COLOURS[colour])
            return
        decks[colour] = Deck.of(pile)
        state.connection_discards[colour] = ()
        if state.log is not None:
            state.emit("connections_reshuffled", None, "51S-R.23", colour=COLOURS[colour], n=len(pile))
    state.offer[colour], decks[colour] = decks[colour].draw(state)
    state.connection_decks = tuple(decks)
    state.reveal()
    if state.log is not None:
        state.emit("connection_up", None, "51S-1.1", colour=COLOURS[colour], card=state.layout.ids[state.offer[colour]])


@FRAMES.auto(Row, "51S-1.2")
def reveal_row(state: FiftyFirstState, frame: RowFrame) -> None:
    """Reveal one card more than there are players, as far as deck and discard pile suffice (51S-1.2, 1.4, R.21)."""
    cards: list[int] = []
    wanted = state.players + state.layout.limits.draft_row_extra_cards
    while len(cards) < wanted:
        card = next_card(state)
        if card is None:
            if state.log is not None:
                state.emit("row_short", None, "51S-R.21", n=len(cards))
            break
        cards.append(card)
    state.row = tuple(sorted(cards))
    state.reveal()
    if state.log is not None:
        state.emit("row", None, "51S-1.2" if frame.row == 1 else "51S-1.4", n=frame.row, cards=state.layout.names(state.row))


def draft_rule(state: FiftyFirstState, frame: Draft) -> str:
    return "51S-1.2" if frame.row == 1 else "51S-1.4"


@FRAMES.asks(Draft, draft_rule, answer=PUBLIC, moves=PUBLIC)
def ask_draft(state: FiftyFirstState, frame: Draft) -> list[int]:
    """Ask for exactly one card of the row; a seat that finds the row empty is skipped (51S-1.6, R.21)."""
    draft = state.layout.draft
    return [draft + card for card in dict.fromkeys(state.row)]


@FRAMES.lapses(Draft)
def lapse_draft(state: FiftyFirstState, frame: Draft) -> None:
    if state.log is not None:
        state.emit("draft_skipped", frame.seat, "51S-R.21")


@FRAMES.resolves(Draft)
def resolve_draft(state: FiftyFirstState, frame: Draft, move: int) -> None:
    card = move - state.layout.draft
    state.row = without(state.row, card)
    put_in_hand(state, frame.seat, card)
    if state.log is not None:
        state.emit("drafted", frame.seat, draft_rule(state, frame), card=state.layout.ids[card])


@FRAMES.describes(Draft)
def describe_draft(state: FiftyFirstState, frame: Draft) -> dict[str, object]:
    return {"n": frame.row}


@FRAMES.auto(RowLeft, "51S-1.3")
def discard_row(state: FiftyFirstState, frame: RowFrame) -> None:
    """Discard the remaining card of the row (51S-1.3, 1.5)."""
    if state.row and state.log is not None:
        rule = "51S-1.3" if frame.row == 1 else "51S-1.5"
        state.emit("row_left", None, rule, cards=state.layout.names(state.row))
    state.discard += state.row
    state.row = ()


# --- clean-up ------------------------------------------------------------------------------------


@FRAMES.auto(Cleanup, "51S-4.1")
def cleanup_phase(state: FiftyFirstState, frame: TypedFrame) -> None:
    """Store goods in turn order, then clear everything else; skipped in the last round (51S-4.10)."""
    if state.triggered:
        if state.log is not None:
            storage, card_of = state.layout.storage, state.layout.card_of
            storing = any(storage[card_of[place[0]]] for row in state.states for place in row)
            state.emit("cleanup_skipped", None, "51S-R.18" if storing else "51S-4.10")
        state.push(Final())
        return
    begin_phase(state, "cleanup", "51S-4.1")
    state.push(*(Store(seat) for seat in clockwise(state.players, state.first)), Clear(), Round())


@FRAMES.auto(Clear, "51S-4.2")
def clear(state: FiftyFirstState, frame: TypedFrame) -> None:
    """Remove supplies, use markers, defence tokens, passes and the offer; hands and lasting stock remain (51S-4.2 to 4.9)."""
    if state.log is not None:
        _tell_clearing(state)
    state.supply = [0] * len(state.supply)
    state.states = [
        tuple(place if place[1] < 0 else (place[0], 0, (), place[3], place[4], 0) for place in row) for row in state.states
    ]
    state.rows_used = [0] * state.players
    state.passed = 0
    for colour, card in enumerate(state.offer):
        if card != NOBODY:
            state.connection_discards[colour] += (card,)
            state.offer[colour] = NOBODY
    state.first = (state.first + 1) % state.players
    if state.log is not None:
        state.emit("first_player_moves", state.first, "51S-4.9")


def _tell_clearing(state: FiftyFirstState) -> None:
    layout = state.layout
    for seat in range(state.players):
        n = sum(state.supply[seat * 12 : seat * 12 + 12])
        if n:
            state.emit("supply_cleared", seat, "51S-4.2", n=n)
        for place in state.states[seat]:
            if place[1] > 0:
                state.emit("place_freed", seat, "51S-4.4", place=layout.key_of[place[0]])
            if place[5]:
                state.emit("defence_removed", seat, "51S-4.6", place=layout.key_of[place[0]])
            if place[3]:
                state.emit("stock_stays", seat, "51S-4.7", place=layout.key_of[place[0]], n=len(place[3]))
    state.emit("actions_back", None, "51S-4.5")
    state.emit("hands_kept", None, "51S-4.3")
    for colour, card in enumerate(state.offer):
        if card != NOBODY:
            state.emit("offer_discarded", None, "51S-4.8", colour=COLOURS[colour], card=layout.ids[card])
