"""Card actions: payment, use markers, and effects that are more than an exchange of goods (51S-3.36 to 3.40, CARD)."""

from __future__ import annotations

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.decks import without
from tafelrunde.games.fifty_first_state.frames import Activated, Again, Collect, Fix, RefFrame, Reset, SeatFrame, Sift, Steal, Tap
from tafelrunde.games.fifty_first_state.names import BASIC, GOODS
from tafelrunde.games.fifty_first_state.rules.actions import yield_to_user
from tafelrunde.games.fifty_first_state.rules.goods import gain, put_on_discard
from tafelrunde.games.fifty_first_state.rules.layout import Action
from tafelrunde.games.fifty_first_state.rules.payments import pay
from tafelrunde.games.fifty_first_state.rules.places import change, find, opponents, update
from tafelrunde.games.fifty_first_state.rules.registry import FRAMES
from tafelrunde.games.fifty_first_state.state import REF, TOKEN_COUNT, USES, FiftyFirstState
from tafelrunde.games.fifty_first_state.verbs import DONE


def activate(state: FiftyFirstState, seat: int, move: int) -> None:
    """Pay the printed cost onto the seat's action location, then carry out its effect (51S-3.36)."""
    ref = state.layout.ref_of_move[move]
    action = state.layout.action_of[ref]
    assert action is not None
    if state.layout.chain:
        state.stack.append(Again(seat, move))
    pay(state, seat, action.cost, "51S-3.36", Activated(seat, ref), seat, ref)


def _tell_activation(state: FiftyFirstState, seat: int, ref: int, uses: int, action: Action) -> None:
    place = state.layout.key_of[ref]
    rule = "51S-3.37"
    if action.cost.any_n:
        rule = "51S-7.13" if action.cost.any_n > 1 else "51S-CARD.cost_any"
    elif any(GOODS[good].startswith("contact") for good, _ in action.cost.tokens):
        rule = "51S-CARD.cost_contact"
    elif uses > 1:
        rule = "51S-3.38"
    state.emit("activated", seat, rule, place=place, n=uses, limit=action.limit)


@FRAMES.auto(Activated, "51S-3.37")
def activated(state: FiftyFirstState, frame: RefFrame) -> None:
    """Mark the use, then carry out the effect (51S-3.37)."""
    seat, ref = frame.seat, frame.ref
    action = state.layout.action_of[ref]
    assert action is not None
    position = find(state, seat, ref)
    place = state.states[seat][position]
    change(state, seat, position, (ref, place[USES] + 1, *place[2:]))
    if state.log is not None:
        _tell_activation(state, seat, ref, place[USES] + 1, action)
    if action.targeted:
        action.carry_out(state, seat, ref)
    else:
        gain(state, seat, action.gain, "51S-CARD.convert")


# --- Thieves Caravan -----------------------------------------------------------------------------


def stealable(state: FiftyFirstState, seat: int) -> list[int]:
    """Basic resources in the supplies of opponents who have not passed; ammo and goods on cards cannot be stolen."""
    steal, supply = state.layout.steal, state.supply
    return [
        steal[other] + good
        for other in opponents(state, seat)
        for good in range(len(BASIC))
        if supply[other * TOKEN_COUNT + good]
    ]


@FRAMES.asks(Steal, "51S-CARD.thieves_caravan", answer=PUBLIC, moves=PUBLIC)
def ask_steal(state: FiftyFirstState, frame: SeatFrame) -> list[int]:
    return stealable(state, frame.seat)


@FRAMES.resolves(Steal)
def resolve_steal(state: FiftyFirstState, frame: SeatFrame, move: int) -> None:
    seat = frame.seat
    other, good = divmod(move - state.layout.steal[0], len(BASIC))
    state.supply[other * TOKEN_COUNT + good] -= 1
    state.supply[seat * TOKEN_COUNT + good] += 1
    if state.log is not None:
        state.emit("stole", seat, "51S-CARD.thieves_caravan", other=other, goods={GOODS[good]: 1})


# --- Camino Real and Caravanner ------------------------------------------------------------------


@FRAMES.asks(Tap, "51S-CARD.camino_real", answer=PUBLIC, moves=PUBLIC)
def ask_tap(state: FiftyFirstState, frame: SeatFrame) -> list[int]:
    """Ask for one deal of an opponent who has not passed (51S-R.32)."""
    tap = state.layout.tap
    return [tap[other] + card for other in opponents(state, frame.seat) for card in sorted(set(state.deals[other]))]


@FRAMES.resolves(Tap)
def resolve_tap(state: FiftyFirstState, frame: SeatFrame, move: int) -> None:
    layout = state.layout
    other, card = divmod(move - layout.tap[0], layout.location_count)
    if state.log is not None:
        state.emit("tapped", frame.seat, "51S-CARD.camino_real", other=other, card=layout.ids[card])
    gain(state, frame.seat, layout.deal_gain[card], "51S-CARD.camino_real")


@FRAMES.asks(Collect, "51S-CARD.caravanner", answer=PUBLIC, moves=PUBLIC)
def ask_collect(state: FiftyFirstState, frame: Collect) -> list[int]:
    """Ask for one to three of the seat's own deals that differ (51S-R.33)."""
    seat, left, deals = frame.seat, frame.left, frame.deals
    if not left or not deals:
        return []
    found = [state.layout.collect + card for card in sorted(set(deals))]
    return found if len(deals) == len(state.deals[seat]) else [DONE, *found]


@FRAMES.resolves(Collect)
def resolve_collect(state: FiftyFirstState, frame: Collect, move: int) -> None:
    seat, left, deals = frame.seat, frame.left, frame.deals
    if move == DONE:
        if state.log is not None:
            state.emit("collected_enough", seat, "51S-R.33")
        return
    card = move - state.layout.collect
    i = deals.index(card)
    state.stack.append(Collect(seat, left - 1, deals[:i] + deals[i + 1 :]))
    if state.log is not None:
        state.emit("collected", seat, "51S-CARD.caravanner", card=state.layout.ids[card])
    gain(state, seat, state.layout.deal_gain[card], "51S-CARD.caravanner")


@FRAMES.describes(Collect)
def describe_collect(state: FiftyFirstState, frame: Collect) -> dict[str, object]:
    return {"n": frame.left}


# --- Body Hunters --------------------------------------------------------------------------------


def resettable(state: FiftyFirstState, seat: int, besides: int) -> list[int]:
    """The seat's other locations that were used this round (51S-R.31)."""
    return [state.layout.reset[place[REF]] for place in state.states[seat] if place[USES] > 0 and place[REF] != besides]


@FRAMES.asks(Reset, "51S-CARD.body_hunters", answer=PUBLIC, moves=PUBLIC)
def ask_reset(state: FiftyFirstState, frame: Reset) -> list[int]:
    """Ask for one to three used locations (51S-CARD.body_hunters)."""
    seat, ref, left, most = frame.seat, frame.ref, frame.left, frame.most
    found = resettable(state, seat, ref) if left else []
    return found if left == most or not found else [DONE, *found]


@FRAMES.resolves(Reset)
def resolve_reset(state: FiftyFirstState, frame: Reset, move: int) -> None:
    seat, ref, left, most = frame.seat, frame.ref, frame.left, frame.most
    if move == DONE:
        return
    cleared = state.layout.ref_of_move[move]
    update(state, seat, cleared, USES, 0)
    update(state, seat, cleared, 2, ())
    if state.log is not None:
        state.emit("reset", seat, "51S-CARD.body_hunters", place=state.layout.key_of[cleared])
    state.stack.append(Reset(seat, ref, left - 1, most))


@FRAMES.describes(Reset)
def describe_reset(state: FiftyFirstState, frame: Reset) -> dict[str, object]:
    return {"n": frame.left}


# --- Fixer ---------------------------------------------------------------------------------------


def occupied(state: FiftyFirstState, seat: int) -> list[int]:
    """Open production locations of opponents who have not passed that a worker occupies (51S-CARD.fixer)."""
    layout = state.layout
    return [
        layout.use[other][place[REF]]
        for other in opponents(state, seat)
        for place in state.states[other]
        if place[USES] > 0 and layout.open_of[place[REF]]
    ]


@FRAMES.asks(Fix, "51S-CARD.fixer", answer=PUBLIC, moves=PUBLIC)
def ask_fix(state: FiftyFirstState, frame: SeatFrame) -> list[int]:
    return occupied(state, frame.seat)


@FRAMES.resolves(Fix)
def resolve_fix(state: FiftyFirstState, frame: SeatFrame, move: int) -> None:
    """Use the location as usual, but put the worker on Fixer."""
    owner, ref = state.layout.seat_of_move[move], state.layout.ref_of_move[move]
    yield_to_user(state, frame.seat, owner, ref, "51S-CARD.fixer")


# --- Propaganda Center ---------------------------------------------------------------------------


@FRAMES.asks(Sift, "51S-CARD.propaganda_center", answer=PUBLIC)
def ask_sift(state: FiftyFirstState, frame: Sift) -> list[int]:
    """Ask for another drawn card to discard until the printed number is left; only the seat itself sees the cards."""
    seat, keep = frame.seat, frame.keep
    drawn = state.aside[seat]
    return [state.layout.discard + card for card in sorted(set(drawn))] if len(drawn) > keep else []


@FRAMES.resolves(Sift)
def resolve_sift(state: FiftyFirstState, frame: Sift, move: int) -> None:
    seat, card = frame.seat, move - state.layout.discard
    state.aside[seat] = without(state.aside[seat], card)
    put_on_discard(state, card)
    if state.log is not None:
        state.emit("card_discarded", seat, "51S-CARD.propaganda_center", card=state.layout.ids[card])
    state.stack.append(frame)


@FRAMES.lapses(Sift)
def keep_drawn(state: FiftyFirstState, frame: Sift) -> None:
    """Put the remaining cards into the hand."""
    seat = frame.seat
    state.hands[seat] = tuple(sorted((*state.hands[seat], *state.aside[seat])))
    state.aside[seat] = ()


@FRAMES.describes(Sift)
def describe_sift(state: FiftyFirstState, frame: Sift) -> dict[str, object]:
    return {"n": len(state.aside[frame.seat]) - frame.keep}
