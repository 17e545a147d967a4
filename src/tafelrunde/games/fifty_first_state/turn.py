"""The action phase: whose turn it is, what can be done, passing and defence tokens (51S-3.1 to 3.6, 3.59 to 3.66)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame
from tafelrunde.games.fifty_first_state import actions, effects
from tafelrunde.games.fifty_first_state.goods import hidden
from tafelrunde.games.fifty_first_state.layout import EVERY_CATEGORY, Action
from tafelrunde.games.fifty_first_state.payments import affordable, purse
from tafelrunde.games.fifty_first_state.places import update
from tafelrunde.games.fifty_first_state.registry import FRAMES
from tafelrunde.games.fifty_first_state.round import begin_phase, note_trigger
from tafelrunde.games.fifty_first_state.state import (
    AMMO,
    BLUE,
    BRICK,
    DEFENCE,
    DEVELOPMENT,
    GREY,
    MULTI,
    NOBODY,
    RED,
    REF,
    SHIELD,
    TOKEN_COUNT,
    USES,
    WORKER,
    FiftyFirstState,
)
from tafelrunde.games.fifty_first_state.words import DONE, FACTION, PASS, TAKE


@FRAMES.auto("actions", "51S-3.1")
def action_phase(state: FiftyFirstState, frame: Frame) -> None:
    """The first player begins (51S-3.1); also when the end was triggered in production (51S-5.3)."""
    begin_phase(state, "action", "51S-3.1")
    if state.log is not None and state.triggered:
        state.emit("last_action_phase", None, "51S-5.3")
    state.stack.append(("turn", state.first))


@FRAMES.auto("next", "51S-3.1")
def next_turn(state: FiftyFirstState, frame: Frame) -> None:
    """The next player clockwise who has not passed; the phase ends when all have (51S-3.1, 3.2, 3.6)."""
    seat, players = frame[1], state.players
    for i in range(1, players + 1):
        other = (seat + i) % players
        if not state.passed >> other & 1:
            state.stack.append(("turn", other))
            return
    if state.log is not None:
        state.emit("all_passed", None, "51S-3.2")


# --- what can be done ----------------------------------------------------------------------------


def only_passing_is_left(state: FiftyFirstState, frame: Frame) -> bool:
    """Whether everybody can tell that the seat cannot act: no card that may be in its hand could be played."""
    seat = frame[1]
    deck = state.deck
    cards = set(state.known[seat])
    if hidden(state, seat):
        cards.update(deck.pool, (known.card for known in deck.top + deck.bottom))
        for other in range(state.players):
            cards.update(hidden(state, other), state.aside[other])
    moves: list[int] = []
    _hand_moves(state, seat, purse(state, seat), sorted(cards), moves)
    return not moves


@FRAMES.asks("turn", "51S-3.3", answer=PUBLIC, moves=only_passing_is_left)
def ask_turn(state: FiftyFirstState, frame: Frame) -> list[int]:
    """Every action whose whole cost can be paid and whose target exists, and passing (51S-3.3, 3.4, 3.61)."""
    seat = frame[1]
    layout = state.layout
    have = purse(state, seat)
    own = state.states[seat]
    moves = [PASS]
    _faction_moves(state, seat, have, moves)
    if have[WORKER] >= layout.limits["connection_take_cost_workers"]:
        for colour, card in enumerate(state.offer):
            if card != NOBODY:
                moves.append(TAKE + colour)
    _hand_moves(state, seat, have, state.hands[seat], moves)
    tokens = state.supply[seat * TOKEN_COUNT + DEFENCE]
    for place in own:
        if place[USES] >= 0:
            ref = place[REF]
            action = layout.action_of[ref]
            if action is not None and place[USES] < action.limit and usable(state, seat, ref, action, have):
                moves.append(layout.activate[ref])
            if tokens and not place[SHIELD] and not layout.printed_of[ref]:
                moves.append(layout.defend + ref)
    red = have[RED] + have[MULTI]
    if red >= layout.least_resistance or have[WORKER]:
        _moves_on_others(state, seat, red, have[WORKER], moves)
    return moves


def _hand_moves(state: FiftyFirstState, seat: int, purse: list[int], hand: Sequence[int], moves: list[int]) -> None:
    """Build, rebuild, deal, raze each different card; play each different connection card."""
    layout = state.layout
    locations, distance, matching = layout.location_count, layout.distance, layout.matching
    multi = purse[MULTI]
    grey, blue, red = purse[GREY] + multi, purse[BLUE] + multi, purse[RED] + multi
    categories = rebuildable(state, seat, purse)
    build, rebuild, deal, raze = layout.build, layout.rebuild, layout.deal, layout.raze
    last = NOBODY
    for card in hand:
        if card == last:
            continue
        last = card
        if card >= locations:
            if affordable(purse, layout.connection_cost[card - locations]):
                moves.append(layout.play + card)
            continue
        far = distance[card]
        if far <= grey:
            moves.append(build + card)
        if matching[card] & categories:
            moves.append(rebuild + card)
        if far <= blue:
            moves.append(deal + card)
        if far <= red:
            moves.append(raze + card)


def rebuildable(state: FiftyFirstState, seat: int, purse: list[int]) -> int:
    """A bit mask of the categories with which something in the own state can be rebuilt and paid (51S-3.12, 3.17 to 3.19)."""
    if not state.states[seat]:
        return 0
    if purse[DEVELOPMENT] and state.layout.any_category:
        return EVERY_CATEGORY
    if not purse[BRICK] and not purse[AMMO] and not purse[DEVELOPMENT]:
        return 0
    found = 0
    matching_of = state.layout.matching_of
    for place in state.states[seat]:
        if place[USES] < 0:
            return EVERY_CATEGORY
        found |= matching_of[place[REF]]
    return found


def _faction_moves(state: FiftyFirstState, seat: int, purse: list[int], moves: list[int]) -> None:
    used = state.rows_used[seat]
    for row, terms in enumerate(state.layout.faction_rows[state.factions[seat]], 1):
        if not used >> row & 1 and affordable(purse, terms.cost) and len(state.hands[seat]) >= terms.cost.cards:
            moves.append(FACTION + row)


def _moves_on_others(state: FiftyFirstState, seat: int, red: int, worker: int, moves: list[int]) -> None:
    """Raze and use locations of opponents who have not passed (51S-3.28, 3.49)."""
    layout = state.layout
    resistance_of, open_of = layout.resistance_of, layout.open_of
    shield = layout.limits["defence_token_resistance"]
    red += actions.weakening(state, seat)
    for other in range(state.players):
        if other == seat or state.passed >> other & 1:
            continue
        raid, use = layout.raid[other], layout.use[other]
        for place in state.states[other]:
            uses = place[USES]
            if uses < 0:
                continue
            ref = place[REF]
            if red >= resistance_of[ref] + shield * place[SHIELD]:
                moves.append(raid + ref)
            if worker and not uses and open_of[ref]:
                moves.append(use[ref])


def usable(state: FiftyFirstState, seat: int, ref: int, action: Action, purse: list[int]) -> bool:
    """Whether the whole cost of a card action can be paid and its target exists (51S-3.4, 3.65)."""
    cost = action.cost
    return (
        affordable(purse, cost)
        and (not cost.cards or len(state.hands[seat]) >= cost.cards)
        and (not cost.deals or len(state.deals[seat]) >= cost.deals)
        and (action.effect == "gain" or effects.has_target(state, seat, ref, action))
    )


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
    "activate": effects.activate,
}


@FRAMES.resolves("turn")
def resolve_turn(state: FiftyFirstState, frame: Frame, move: int) -> None:
    """Exactly one action or a pass; placing defence tokens is no action (51S-3.1, 3.62)."""
    seat = frame[1]
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
        state.stack.append(("next", seat))
    else:
        state.stack.append(("after", seat))
        HANDLERS[verb](state, seat, move)


@FRAMES.auto("after", "51S-3.66")
def after_action(state: FiftyFirstState, frame: Frame) -> None:
    """The end trigger is noted, defence tokens may be placed, then the next player is on turn (51S-3.66, R.41)."""
    seat = frame[1]
    note_trigger(state)
    state.stack.append(("next", seat))
    if state.supply[seat * TOKEN_COUNT + DEFENCE]:
        state.stack.append(("defend", seat))


# --- defence tokens ------------------------------------------------------------------------------


def defendable(state: FiftyFirstState, seat: int) -> list[int]:
    """Own locations that can take a token: one each, no ruin, none with a printed shield (51S-3.63)."""
    if not state.supply[seat * TOKEN_COUNT + DEFENCE]:
        return []
    layout = state.layout
    return [
        layout.defend + place[REF]
        for place in state.states[seat]
        if place[USES] >= 0 and not place[SHIELD] and not layout.printed_of[place[REF]]
    ]


@FRAMES.asks("defend", "51S-3.66", answer=PUBLIC, moves=PUBLIC)
def ask_defend(state: FiftyFirstState, frame: Frame) -> list[int]:
    """After the action: place a token or end the turn; the turn ends by itself where none can be placed (51S-3.66)."""
    found = defendable(state, frame[1])
    return [DONE, *found] if found else []


@FRAMES.resolves("defend")
def resolve_defend(state: FiftyFirstState, frame: Frame, move: int) -> None:
    if move != DONE:
        state.stack.append(frame)
        place_token(state, frame[1], move, "51S-R.15")


def place_token(state: FiftyFirstState, seat: int, move: int, rule: str) -> None:
    """A token from the supply on an own location; it stays there until clean-up (51S-3.62, R.15)."""
    ref = move - state.layout.defend
    state.supply[seat * TOKEN_COUNT + DEFENCE] -= 1
    update(state, seat, ref, SHIELD, 1)
    if state.log is not None:
        state.emit("defended", seat, rule, place=state.layout.key_of[ref])


# --- the variant: the same activation again ------------------------------------------------------


@FRAMES.asks("again", "51S-R.13", answer=PUBLIC, moves=PUBLIC)
def ask_again(state: FiftyFirstState, frame: Frame) -> list[int]:
    """With ``chain_activations``: the activation just made, once more within the same action (51S-R.13)."""
    _, seat, move = frame
    return [DONE, move] if move in ask_turn(state, ("turn", seat)) else []


@FRAMES.resolves("again")
def resolve_again(state: FiftyFirstState, frame: Frame, move: int) -> None:
    if move != DONE:
        HANDLERS[state.layout.verb_of[move]](state, frame[1], move)
