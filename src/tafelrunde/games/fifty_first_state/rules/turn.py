"""The action phase: turn order, legal actions, passing and defence tokens (51S-3.1 to 3.6, 3.59 to 3.66)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame, TypedFrame
from tafelrunde.core.seats import clockwise
from tafelrunde.games.fifty_first_state.frames import Actions, After, Again, Defend, Next, SeatFrame, Turn
from tafelrunde.games.fifty_first_state.names import AMMO, BLUE, BRICK, DEFENCE, DEVELOPMENT, GREY, MULTI, RED, WORKER
from tafelrunde.games.fifty_first_state.rules import actions, card_actions
from tafelrunde.games.fifty_first_state.rules.goods import hidden
from tafelrunde.games.fifty_first_state.rules.layout import EVERY_CATEGORY, Action, Cost, Layout
from tafelrunde.games.fifty_first_state.rules.payments import affordable, purse, with_jokers
from tafelrunde.games.fifty_first_state.rules.places import Facts, facts, update
from tafelrunde.games.fifty_first_state.rules.registry import FRAMES
from tafelrunde.games.fifty_first_state.rules.round import begin_phase, note_trigger
from tafelrunde.games.fifty_first_state.state import NOBODY, REF, SHIELD, TOKEN_COUNT, USES, FiftyFirstState
from tafelrunde.games.fifty_first_state.verbs import DONE, PASS


@FRAMES.auto(Actions, "51S-3.1")
def action_phase(state: FiftyFirstState, frame: TypedFrame) -> None:
    """Begin with the first player (51S-3.1), even if the end was triggered during production (51S-5.3)."""
    begin_phase(state, "action", "51S-3.1")
    if state.log is not None and state.triggered:
        state.emit("last_action_phase", None, "51S-5.3")
    state.stack.append(Turn(state.first))


@FRAMES.auto(Next, "51S-3.1")
def next_turn(state: FiftyFirstState, frame: SeatFrame) -> None:
    """Pass the turn to the next player clockwise who has not passed; the phase ends when all have (51S-3.1, 3.2, 3.6)."""
    passed = state.passed
    for other in clockwise(state.players, (frame.seat + 1) % state.players):
        if not passed >> other & 1:
            state.stack.append(Turn(other))
            return
    if state.log is not None:
        state.emit("all_passed", None, "51S-3.2")


# --- what can be done ----------------------------------------------------------------------------


def only_passing_is_left(state: FiftyFirstState, frame: SeatFrame) -> bool:
    """Whether everybody can tell that the seat can only pass, because no card that may be in its hand could be played."""
    seat = frame.seat
    deck = state.deck
    cards = set(state.known[seat])
    if hidden(state, seat):
        cards.update(deck.pool, (known.card for known in deck.top + deck.bottom))
        for other in range(state.players):
            cards.update(hidden(state, other), state.aside[other])
    moves: list[int] = []
    have = purse(state, seat)
    categories = rebuildable(state.layout, facts(state, seat), have)
    _hand_moves(state.layout, have, with_jokers(have), categories, sorted(cards), moves)
    return not moves


@FRAMES.asks(Turn, "51S-3.3", answer=PUBLIC, moves=only_passing_is_left)
def ask_turn(state: FiftyFirstState, frame: SeatFrame) -> list[int]:
    """Ask for an action whose whole cost can be paid and whose target exists, or a pass (51S-3.3, 3.4, 3.61)."""
    seat = frame.seat
    layout = state.layout
    known, rows = state.facts, state.states
    own = known[seat] if known[seat].places is rows[seat] else facts(state, seat)
    have = state.supply[seat * TOKEN_COUNT : seat * TOKEN_COUNT + TOKEN_COUNT]
    for good in own.stock:
        have[good] += 1
    reach = with_jokers(have) if have[AMMO] or have[MULTI] else have
    worker = have[WORKER]
    moves = [PASS]
    for good, n, simple, move, terms in layout.rows_left[state.factions[seat]][state.rows_used[seat]]:
        if reach[good] >= n and (simple or payable(state, seat, terms.cost, have)):
            moves.append(move)
    if worker >= layout.take_cost:
        for colour, card in enumerate(state.offer):
            if card != NOBODY:
                moves.append(layout.take + colour)
    _hand_moves(layout, have, reach, rebuildable(layout, own, have), state.hands[seat], moves)
    if have[DEFENCE]:
        _own_moves(state, seat, have, reach, moves)
    else:
        for _, move, good, n, simple, action, ref in own.actions:
            if reach[good] >= n and (simple or usable(state, seat, ref, action, have)):
                moves.append(move)
    red = reach[RED] + own.weakening
    if red < layout.least_resistance:
        red = -1
    if red >= 0 or worker:
        key = red + red + 1 if worker else red + red
        passed = state.passed | 1 << seat
        for other in range(state.players):
            if not passed >> other & 1:
                theirs = known[other] if known[other].places is rows[other] else facts(state, other)
                found = theirs.raids.get(key)
                moves += theirs.moves_of_others(layout, key) if found is None else found
    return moves


def _hand_moves(
    layout: Layout, purse: list[int], reach: list[int], categories: int, hand: Sequence[int], moves: list[int]
) -> None:  # fmt: skip
    """The moves build, rebuild, deal and raze for each different card, and play for each different connection card."""
    locations, matching, most = layout.location_count, layout.matching, layout.reach
    grey, blue, red = reach[GREY], reach[BLUE], reach[RED]
    key = ((grey if grey < most else most) * (most + 1) + (blue if blue < most else most)) * (most + 1)
    key += red if red < most else most
    if not key and not categories and (not hand or hand[-1] < locations):
        return
    without, rebuilding = layout.hand_moves[key]
    last = NOBODY
    for card in hand:
        if card != last:
            last = card
            if card >= locations:
                if affordable(purse, layout.connection_cost[card - locations]):
                    moves.append(layout.play + card)
            elif matching[card] & categories:
                moves += rebuilding[card]
            elif key:
                moves += without[card]


def rebuildable(layout: Layout, own: Facts, purse: list[int]) -> int:
    """A bit mask of the categories for which a location in the seat's state can be rebuilt and paid (51S-3.12, 3.17 to 3.19)."""
    if purse[DEVELOPMENT]:
        return EVERY_CATEGORY if layout.any_category and own.places else own.categories
    return own.categories if purse[BRICK] or purse[AMMO] else 0


def _own_moves(state: FiftyFirstState, seat: int, purse: list[int], reach: list[int], moves: list[int]) -> None:
    """The moves that activate the seat's locations or place defence tokens, location by location (51S-3.36, 3.62)."""
    layout = state.layout
    for place in state.states[seat]:
        if place[USES] >= 0:
            ref = place[REF]
            activation = layout.activation_of[ref]
            if activation is not None and place[USES] < activation[0]:
                _, move, good, n, simple, action, _ = activation
                if reach[good] >= n and (simple or usable(state, seat, ref, action, purse)):
                    moves.append(move)
            if not place[SHIELD] and not layout.printed_of[ref]:
                moves.append(layout.defend + ref)


def payable(state: FiftyFirstState, seat: int, cost: Cost, purse: list[int]) -> bool:
    """Whether tokens, hand cards and deals of a cost can be paid (51S-3.4)."""
    return (
        affordable(purse, cost)
        and (not cost.cards or len(state.hands[seat]) >= cost.cards)
        and (not cost.deals or len(state.deals[seat]) >= cost.deals)
    )


def usable(state: FiftyFirstState, seat: int, ref: int, action: Action, purse: list[int]) -> bool:
    """Whether the whole cost of a card action can be paid and its target exists (51S-3.4, 3.65)."""
    if not payable(state, seat, action.cost, purse):
        return False
    return not action.targeted or action.has_target(state, seat, ref)


# --- carrying it out -----------------------------------------------------------------------------

HANDLERS: dict[str, Callable[[FiftyFirstState, int, int], None]] = {
    "faction": actions.faction,
    "take": actions.take,
    "build": actions.build,
    "rebuild": actions.rebuild,
    "deal": actions.deal,
    "raze": actions.raze,
    "raid": actions.raid,
    "play": actions.play,
    "use": actions.use,
    "activate": card_actions.activate,
}


@FRAMES.resolves(Turn)
def resolve_turn(state: FiftyFirstState, frame: SeatFrame, move: int) -> None:
    """Carry out exactly one action or a pass; placing defence tokens does not count as an action (51S-3.1, 3.62)."""
    seat = frame.seat
    verb = state.layout.verb_of[move]
    if verb == "defend":
        state.stack.append(frame)
        place_token(state, seat, move, "51S-3.62")
    elif verb == "pass":
        state.passed |= 1 << seat
        if state.log is not None:
            state.emit("passed", seat, "51S-3.59")
            left = [other for other in range(state.players) if not state.passed >> other & 1]
            if len(left) == 1:
                state.emit("alone", left[0], "51S-3.6")
            if ask_turn(state, frame) == [PASS]:
                state.emit("nothing_else", seat, "51S-R.48")
        state.stack.append(Next(seat))
    else:
        after: Frame = After(seat)
        state.stack.append(after)
        HANDLERS[verb](state, seat, move)
        if state.stack[-1] is after:  # no question was needed
            state.stack.pop()
            after_action(state, after)


@FRAMES.auto(After, "51S-3.66")
def after_action(state: FiftyFirstState, frame: SeatFrame) -> None:
    """Note the end trigger, offer defence tokens, then pass the turn to the next player (51S-3.66, R.41)."""
    seat = frame.seat
    if max(state.vp) >= state.layout.end_trigger:
        note_trigger(state)
    if state.supply[seat * TOKEN_COUNT + DEFENCE]:
        state.stack += (Next(seat), Defend(seat))
    else:
        next_turn(state, frame)


# --- defence tokens ------------------------------------------------------------------------------


def defendable(state: FiftyFirstState, seat: int) -> list[int]:
    """The seat's locations that can receive a token: one each, no ruins, none with a printed shield (51S-3.63)."""
    if not state.supply[seat * TOKEN_COUNT + DEFENCE]:
        return []
    layout = state.layout
    return [
        layout.defend + place[REF]
        for place in state.states[seat]
        if place[USES] >= 0 and not place[SHIELD] and not layout.printed_of[place[REF]]
    ]


@FRAMES.asks(Defend, "51S-3.66", answer=PUBLIC, moves=PUBLIC)
def ask_defend(state: FiftyFirstState, frame: SeatFrame) -> list[int]:
    """Ask after the action for a token to place or the end of the turn; the turn ends automatically if none can be placed
    (51S-3.66)."""
    found = defendable(state, frame.seat)
    return [DONE, *found] if found else []


@FRAMES.resolves(Defend)
def resolve_defend(state: FiftyFirstState, frame: SeatFrame, move: int) -> None:
    if move != DONE:
        state.stack.append(frame)
        place_token(state, frame.seat, move, "51S-R.15")


def place_token(state: FiftyFirstState, seat: int, move: int, rule: str) -> None:
    """Place a token from the supply on one of the seat's locations; it stays there until clean-up (51S-3.62, R.15)."""
    ref = move - state.layout.defend
    state.supply[seat * TOKEN_COUNT + DEFENCE] -= 1
    update(state, seat, ref, SHIELD, 1)
    if state.log is not None:
        state.emit("defended", seat, rule, place=state.layout.key_of[ref])


# --- the variant: the same activation again ------------------------------------------------------


@FRAMES.asks(Again, "51S-R.13", answer=PUBLIC, moves=PUBLIC)
def ask_again(state: FiftyFirstState, frame: Again) -> list[int]:
    """With ``chain_activations``: offer the last activation again within the same action (51S-R.13)."""
    seat, move = frame.seat, frame.move
    return [DONE, move] if move in ask_turn(state, Turn(seat)) else []


@FRAMES.resolves(Again)
def resolve_again(state: FiftyFirstState, frame: Again, move: int) -> None:
    if move != DONE:
        HANDLERS[state.layout.verb_of[move]](state, frame.seat, move)
