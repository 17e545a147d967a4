"""The rules of My Game: what happens (frames), what can be answered (verbs), and why not (guards)."""

from __future__ import annotations

from functools import cache

from my_game.state import MyGameState
from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame, Frames, Seat, TypedFrame
from tafelrunde.core.guards import Guards, Objection
from tafelrunde.core.moves import Word
from tafelrunde.core.verbs import Verbs

MOST = 99
"""The highest bid there can be."""

# --- frames: work still to be done. The topmost frame of the stack happens, or asks its seat -----


class Round(TypedFrame, tag="round"):
    """A card is opened."""


class Bid(TypedFrame, tag="bid"):
    """A seat bids more, or passes."""

    seat: Seat


class Sale(TypedFrame, tag="sale"):
    """The auction is over."""


FRAMES = Frames()

# --- verbs: every move there can ever be, in a fixed order ---------------------------------------

VERBS = Verbs()
VERBS.verb("pass", "MG-2.2", Bid, audience=PUBLIC)
VERBS.verb("bid", "MG-2.1", Bid, audience=PUBLIC, args=range(1, MOST + 1))
GUARDS = Guards(VERBS)
PASS, FIRST = (run.first for run in VERBS.runs(None).values())


@cache
def bids(above: int, coins: int) -> tuple[int, ...]:
    """Passing, and every bid above the highest one that can be paid. Kept, because each is asked for again and again."""
    return (PASS, *(FIRST + bid - 1 for bid in range(above + 1, coins + 1)))


# --- what happens --------------------------------------------------------------------------------


@FRAMES.auto(Round, "MG-1.3")
def open_round(state: MyGameState, frame: Round) -> None:
    if state.round == state.game.parts.rounds or not state.deck.size:
        return  # nothing is left to do: the game is over (MG-3.1)
    state.round += 1
    state.card, state.deck = state.deck.draw(state)
    state.bid, state.leader, state.out = 0, -1, 0
    state.reveal()  # what was drawn cannot be taken back
    if state.log is not None:
        state.emit("phase", None, "MG-1.3", phase="auction", round=state.round)
        state.emit("opened", None, "MG-1.3", card=state.game.parts.card[state.card].id)
    state.stack.append(Bid(state.start))


@FRAMES.asks(Bid, "MG-2.1", answer=PUBLIC, moves=PUBLIC)
def ask_bid(state: MyGameState, frame: Bid) -> tuple[int, ...]:
    """Everybody can count the coins, so the engine passes for a seat that cannot bid."""
    return bids(state.bid, state.coins[frame.seat])


@FRAMES.resolves(Bid)
def answer_bid(state: MyGameState, frame: Bid, move: int) -> None:
    seat, players = frame.seat, state.players
    if move == PASS:
        state.out |= 1 << seat
        if state.log is not None:
            state.emit("passed", seat, "MG-2.2")
    else:
        state.bid, state.leader = move - FIRST + 1, seat
        if state.log is not None:
            state.emit("bid", seat, "MG-2.1", n=state.bid)
    for step in range(1, players):
        other = (seat + step) % players
        if not state.out >> other & 1 and other != state.leader:
            state.stack.append(Bid(other))
            return
    state.stack.append(Sale())


@FRAMES.describes(Bid)
def describe_bid(state: MyGameState, frame: Bid) -> dict[str, object]:
    return {"card": state.game.parts.card[state.card].id, "n": state.bid}


@FRAMES.auto(Sale, "MG-2.3")
def sell(state: MyGameState, frame: Sale) -> None:
    card, leader = state.game.parts.card[state.card], state.leader
    if leader >= 0:
        state.coins[leader] -= state.bid
        state.points[leader] += card.points
        if state.log is not None:
            state.emit("sold", leader, "MG-2.3", n=state.bid, card=card.id, points=card.points)
    elif state.log is not None:
        state.emit("unsold", None, "MG-2.4", card=card.id)
    state.discard = (*state.discard, state.card)
    state.card, state.bid, state.leader, state.out = -1, 0, -1, 0
    state.start = (state.start + 1) % state.players
    state.stack.append(Round())


# --- why not: a move is legal if and only if no guard objects ------------------------------------


@GUARDS.guard("bid", "MG-2.1", "too_low")
def bid_more(state: MyGameState, frame: Frame, seat: int, args: tuple[Word, ...]) -> Objection:
    return {"n": state.bid} if int(args[0]) <= state.bid else None


@GUARDS.guard("bid", "MG-2.5", "too_poor")
def bid_what_is_there(state: MyGameState, frame: Frame, seat: int, args: tuple[Word, ...]) -> Objection:
    return {"n": state.coins[seat]} if int(args[0]) > state.coins[seat] else None
