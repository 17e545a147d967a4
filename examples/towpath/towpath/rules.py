"""The rules of Towpath: what happens (frames), what can be answered (verbs), and why not (guards)."""

from __future__ import annotations

from functools import cache

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame, Frames, Seat, TypedFrame
from tafelrunde.core.guards import Guards, Objection
from tafelrunde.core.moves import Word
from tafelrunde.core.verbs import Verbs
from towpath.state import TowpathState

MOST = 99
"""The highest bid there can be."""

# --- frames: work still to be done. The topmost frame of the stack happens, or asks its seat -----


class Round(TypedFrame, tag="round"):
    """A tow is opened."""


class Bid(TypedFrame, tag="bid"):
    """A seat bids more, or passes."""

    seat: Seat


class Sale(TypedFrame, tag="sale"):
    """The auction is over."""


FRAMES = Frames()

# --- verbs: every move there can ever be, in a fixed order ---------------------------------------

VERBS = Verbs()
VERBS.verb("pass", "TP-2.2", Bid, audience=PUBLIC)
VERBS.verb("bid", "TP-2.1", Bid, audience=PUBLIC, args=range(1, MOST + 1))
GUARDS = Guards(VERBS)
PASS, FIRST = (run.first for run in VERBS.runs(None).values())


@cache
def bids(above: int, coins: int) -> tuple[int, ...]:
    """Passing, and every bid above the highest one that can be paid. Kept, because each is asked for again and again."""
    return (PASS, *(FIRST + bid - 1 for bid in range(above + 1, coins + 1)))


# --- what happens --------------------------------------------------------------------------------


@FRAMES.auto(Round, "TP-1.3")
def open_round(state: TowpathState, frame: Round) -> None:
    if state.round == state.game.parts.rounds or not state.deck.size:
        return  # nothing is left to do: the game is over (TP-3.1)
    state.round += 1
    state.card, state.deck = state.deck.draw(state)
    state.bid, state.leader, state.out = 0, -1, 0
    state.reveal()  # what was drawn cannot be taken back
    if state.log is not None:
        state.emit("phase", None, "TP-1.3", phase="auction", round=state.round)
        state.emit("opened", None, "TP-1.3", tow=state.game.parts.tow[state.card].id)
    state.stack.append(Bid(state.start))


@FRAMES.asks(Bid, "TP-2.1", answer=PUBLIC, moves=PUBLIC)
def ask_bid(state: TowpathState, frame: Bid) -> tuple[int, ...]:
    """Everybody can count the coins, so the engine passes for a seat that cannot bid."""
    return bids(state.bid, state.coins[frame.seat])


@FRAMES.resolves(Bid)
def answer_bid(state: TowpathState, frame: Bid, move: int) -> None:
    seat, players = frame.seat, state.players
    if move == PASS:
        state.out |= 1 << seat
        if state.log is not None:
            state.emit("passed", seat, "TP-2.2")
    else:
        state.bid, state.leader = move - FIRST + 1, seat
        if state.log is not None:
            state.emit("bid", seat, "TP-2.1", n=state.bid)
    for step in range(1, players):
        other = (seat + step) % players
        if not state.out >> other & 1 and other != state.leader:
            state.stack.append(Bid(other))
            return
    state.stack.append(Sale())


@FRAMES.describes(Bid)
def describe_bid(state: TowpathState, frame: Bid) -> dict[str, object]:
    return {"tow": state.game.parts.tow[state.card].id, "n": state.bid}


@FRAMES.auto(Sale, "TP-2.3")
def sell(state: TowpathState, frame: Sale) -> None:
    parts, leader = state.game.parts, state.leader
    tow = parts.tow[state.card]
    if leader >= 0:
        state.coins[leader] -= state.bid
        state.barge[leader] += tow.steps
        at_lock = state.barge[leader] in parts.locks
        if at_lock:
            state.coins[leader] += parts.lock_pays
        for seat in range(state.players):
            if seat != leader:
                state.coins[seat] += tow.wage
        if state.log is not None:
            state.emit("towed", leader, "TP-2.3", n=state.bid, tow=tow.id, place=state.barge[leader])
            state.emit("wages", None, "TP-2.4", n=tow.wage)
            if at_lock:
                state.emit("lock", leader, "TP-2.5", n=parts.lock_pays)
    elif state.log is not None:
        state.emit("unsold", None, "TP-2.6", tow=tow.id)
    state.discard = (*state.discard, state.card)
    state.card, state.bid, state.leader, state.out = -1, 0, -1, 0
    state.start = (state.start + 1) % state.players
    state.stack.append(Round())


# --- why not: a move is legal if and only if no guard objects ------------------------------------


@GUARDS.guard("bid", "TP-2.1", "too_low")
def bid_more(state: TowpathState, frame: Frame, seat: int, args: tuple[Word, ...]) -> Objection:
    return {"n": state.bid} if int(args[0]) <= state.bid else None


@GUARDS.guard("bid", "TP-2.7", "too_poor")
def bid_what_is_there(state: TowpathState, frame: Frame, seat: int, args: tuple[Word, ...]) -> Objection:
    return {"n": state.coins[seat]} if int(args[0]) > state.coins[seat] else None
