"""Refusals of actions in a turn: one guard per reason, with the most helpful reason for a player first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tafelrunde.core.frames import Frame
from tafelrunde.core.guards import Objection
from tafelrunde.core.moves import Word
from tafelrunde.games.fifty_first_state.frames import Again, Draft, Fix
from tafelrunde.games.fifty_first_state.names import AMMO, BLUE, BRICK, COLOURS, DEFENCE, DEVELOPMENT, GREY, MULTI, RED, WORKER
from tafelrunde.games.fifty_first_state.rules.actions import matches, resistance
from tafelrunde.games.fifty_first_state.rules.layout import PRICE, Action, Cost, FactionRow, tell
from tafelrunde.games.fifty_first_state.rules.payments import affordable, purse
from tafelrunde.games.fifty_first_state.rules.places import find
from tafelrunde.games.fifty_first_state.rules.registry import GUARDS
from tafelrunde.games.fifty_first_state.state import NOBODY, REF, RUIN, SHIELD, TOKEN_COUNT, USES, FiftyFirstState

Args = tuple[Word, ...]
guard = GUARDS.guard
WRONG: Mapping[str, Any] = {}
"""An objection without further facts."""


def card_of(state: FiftyFirstState, args: Sequence[Word]) -> int:
    return state.layout.ids.index(str(args[0]))


def ref_of(state: FiftyFirstState, args: Sequence[Word]) -> int:
    """The location given by words, with the number of a further copy."""
    return state.layout.ref_of_key[" ".join(map(str, args))]


def at_table(state: FiftyFirstState, seat: Word) -> bool:
    return int(seat) < state.players


def has_passed(state: FiftyFirstState, seat: Word) -> bool:
    return bool(state.passed >> int(seat) & 1)


def lacking(state: FiftyFirstState, seat: int, cost: Cost) -> Objection:
    """The facts if a cost cannot be paid."""
    if affordable(purse(state, seat), cost):
        return None
    return {"goods": tell(cost.tokens), "n": cost.any_n}


def _other_contacts(state: FiftyFirstState, seat: int, colour: int, n: int) -> Objection:
    """The facts if only contacts of another colour could pay (51S-7.6)."""
    have = purse(state, seat)
    contacts = have[GREY] + have[RED] + have[BLUE] + have[MULTI]
    short = have[colour] + have[MULTI] < n
    return {"goods": tell(((colour, n),))} if short and contacts >= n else None


# --- passing -------------------------------------------------------------------------------------


@guard("pass", "51S-1.6", "must_draft")
def a_card_must_be_taken(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, Draft) else None


# --- cards of the hand ---------------------------------------------------------------------------


def _not_in_hand(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if card_of(state, args) in state.hands[seat] else {"card": args[0]}


def _at_a_distance(verb: str, rule: str, colour: int) -> None:
    """The guards of an action that costs as many contacts of a colour as the distance of the card."""

    def other_colour(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
        return _other_contacts(state, seat, colour, state.layout.distance[card_of(state, args)])

    def too_far(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
        return lacking(state, seat, PRICE[colour][state.layout.distance[card_of(state, args)]])

    guard(verb, rule, "not_in_hand")(_not_in_hand)
    guard(verb, "51S-7.6", "other_colour")(other_colour)
    guard(verb, rule, "too_far")(too_far)


@guard("raze", "51S-3.34", "never_own_state")
def own_state_is_never_razed(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    card = card_of(state, args)
    built = any(state.layout.card_of[place[REF]] == card for place in state.states[seat])
    return {"card": args[0]} if built and card not in state.hands[seat] else None


_at_a_distance("build", "51S-3.7", GREY)
_at_a_distance("deal", "51S-3.23", BLUE)
_at_a_distance("raze", "51S-3.27", RED)
guard("rebuild", "51S-3.12", "not_in_hand")(_not_in_hand)


@guard("rebuild", "51S-3.12", "rebuild_price")
def rebuilding_can_be_paid(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    have = purse(state, seat)
    return None if have[BRICK] or have[AMMO] or have[DEVELOPMENT] else WRONG


@guard("rebuild", "51S-3.12", "nothing_to_rebuild")
def something_can_be_replaced(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    if state.layout.any_category and purse(state, seat)[DEVELOPMENT] and state.states[seat]:
        return None
    card = card_of(state, args)
    return None if any(matches(state, place, card) for place in state.states[seat]) else {"card": args[0]}


@guard("play", "51S-3.56", "not_in_hand")
def connection_in_hand(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return _not_in_hand(state, frame, seat, args)


@guard("play", "51S-3.58", "cannot_pay")
def connection_can_be_paid(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return lacking(state, seat, state.layout.connection_cost[card_of(state, args) - state.layout.location_count])


@guard("take", "51S-3.55", "nothing_on_offer")
def a_card_is_on_offer(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"colour": args[0]} if state.offer[COLOURS.index(str(args[0]))] == NOBODY else None


@guard("take", "51S-3.54", "cannot_pay")
def taking_can_be_paid(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return lacking(state, seat, PRICE[WORKER][state.layout.take_cost])


# --- locations of opponents ----------------------------------------------------------------------


@guard("raid", "51S-3.34", "never_own_state")
def opponents_only(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"card": args[1]} if args[0] == seat else None


@guard("raid", "51S-S.1", "no_such_player")
def raided_player_exists(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if at_table(state, args[0]) else WRONG


@guard("raid", "51S-3.60", "is_safe")
def raided_player_has_not_passed(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"other": args[0]} if has_passed(state, args[0]) else None


@guard("raid", "51S-3.32", "is_ruin")
def no_ruin(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    ref = ref_of(state, args[1:])
    ruined = any(
        p[USES] == RUIN and p[REF] == state.layout.first_ref[state.layout.card_of[ref]] for p in state.states[int(args[0])]
    )
    return {"card": args[1]} if ruined and find(state, int(args[0]), ref) < 0 else None


@guard("raid", "51S-3.28", "not_there")
def location_stands_there(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"other": args[0], "card": args[1]} if find(state, int(args[0]), ref_of(state, args[1:])) < 0 else None


@guard("raid", "51S-3.30", "defended")
def token_adds_resistance(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    owner, ref = int(args[0]), ref_of(state, args[1:])
    due = resistance(state, seat, owner, ref)
    shield = state.states[owner][find(state, owner, ref)][SHIELD]
    have = purse(state, seat)
    return {"n": due} if shield and have[RED] + have[MULTI] == due - state.layout.limits.defence_token_resistance else None


@guard("raid", "51S-3.29", "resists")
def resistance_can_be_paid(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    due = resistance(state, seat, int(args[0]), ref_of(state, args[1:]))
    return {"n": due} if lacking(state, seat, PRICE[RED][due]) is not None else None


@guard("use", "51S-3.52", "own_location")
def foreign_only(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if args[0] == seat else None


@guard("use", "51S-S.1", "no_such_player")
def used_player_exists(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if at_table(state, args[0]) else WRONG


@guard("use", "51S-3.60", "is_safe")
def used_player_has_not_passed(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"other": args[0]} if has_passed(state, args[0]) else None


@guard("use", "51S-3.52", "not_open")
def an_open_production_stands_there(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    ref = ref_of(state, args[1:])
    stands = find(state, int(args[0]), ref) >= 0 and state.layout.open_of[ref]
    return None if stands else {"other": args[0], "card": args[1]}


@guard("use", "51S-3.51", "occupied")
def the_place_is_free(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    place = state.states[int(args[0])][find(state, int(args[0]), ref_of(state, args[1:]))]
    return {"card": args[1]} if place[USES] and not isinstance(frame, Fix) else None


@guard("use", "51S-CARD.fixer", "not_occupied")
def a_worker_lies_there(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    place = state.states[int(args[0])][find(state, int(args[0]), ref_of(state, args[1:]))]
    return {"card": args[1]} if isinstance(frame, Fix) and not place[USES] else None


@guard("use", "51S-3.49", "cannot_pay")
def a_worker_is_at_hand(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if isinstance(frame, Fix) else lacking(state, seat, PRICE[WORKER][1])


# --- card actions --------------------------------------------------------------------------------


def _action(state: FiftyFirstState, args: Args) -> Action:
    action = state.layout.action_of[ref_of(state, args)]
    assert action is not None
    return action


@guard("activate", "51S-R.13", "only_the_same")
def chained_activation_is_the_same(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, Again) and state.layout.activate[ref_of(state, args)] != frame.move else None


@guard("activate", "51S-3.36", "not_in_state")
def location_is_own(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"card": args[0]} if find(state, seat, ref_of(state, args)) < 0 else None


@guard("activate", "51S-3.37", "used_up")
def uses_are_left(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    place = state.states[seat][find(state, seat, ref_of(state, args))]
    limit = _action(state, args).limit
    return {"card": args[0], "n": limit} if place[USES] >= limit else None


@guard("activate", "51S-7.3", "ammo_is_ammo")
def ammo_itself_cannot_be_replaced(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    asked = dict(_action(state, args).cost.tokens).get(AMMO, 0)
    have = purse(state, seat)
    return {"n": asked} if have[AMMO] < asked <= sum(have[: AMMO + 1]) else None


@guard("activate", "51S-7.7", "jokers_stay_in_kind")
def jokers_replace_their_own_kind_only(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    """Object if jokers could pay only by replacing workers, tokens or each other's goods."""
    cost = _action(state, args).cost
    have = purse(state, seat)
    if affordable(have, cost):
        return None
    jokers = have[AMMO] + have[MULTI]
    short = sum(max(0, n - have[good]) for good, n in cost.tokens)
    return {"goods": tell(cost.tokens)} if 0 < short <= jokers and not cost.any_n else None


@guard("activate", "51S-3.4", "cannot_pay")
def activation_can_be_paid(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return lacking(state, seat, _action(state, args).cost)


@guard("activate", "51S-CARD.cost_card", "no_card_left")
def a_card_can_be_discarded(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if len(state.hands[seat]) < _action(state, args).cost.cards else None


@guard("activate", "51S-CARD.cost_deal", "no_deal_left")
def a_deal_can_be_given_up(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if len(state.deals[seat]) < _action(state, args).cost.deals else None


@guard("activate", "51S-3.65", "no_target")
def a_target_exists(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    action = _action(state, args)
    found = not action.targeted or action.has_target(state, seat, ref_of(state, args))
    return None if found else {"card": args[0]}


# --- faction actions -----------------------------------------------------------------------------


def _row(state: FiftyFirstState, seat: int, args: Args) -> FactionRow:
    return state.layout.faction_rows[state.factions[seat]][int(args[0]) - 1]


@guard("faction", "51S-R.13", "only_the_same")
def chained_row_is_the_same(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, Again) and state.game.vocabulary.number("faction", args[0]) != frame.move else None


@guard("faction", "51S-3.42", "row_used")
def row_is_unused(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": args[0]} if state.rows_used[seat] >> int(args[0]) & 1 else None


@guard("faction", "51S-3.41", "cannot_pay")
def row_can_be_paid(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return lacking(state, seat, _row(state, seat, args).cost)


@guard("faction", "51S-CARD.cost_card", "no_card_left")
def row_has_its_card(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if len(state.hands[seat]) < _row(state, seat, args).cost.cards else None


# --- defence tokens ------------------------------------------------------------------------------


@guard("defend", "51S-3.62", "no_token")
def a_token_is_at_hand(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if state.supply[seat * TOKEN_COUNT + DEFENCE] else WRONG


@guard("defend", "51S-3.62", "not_in_state")
def own_location_is_defended(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"card": args[0]} if find(state, seat, ref_of(state, args)) < 0 else None


@guard("defend", "51S-CARD.hidden_forge", "printed_shield")
def no_token_beside_a_printed_shield(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"card": args[0]} if state.layout.printed_of[ref_of(state, args)] else None


@guard("defend", "51S-3.63", "one_token")
def one_token_each(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"card": args[0]} if state.states[seat][find(state, seat, ref_of(state, args))][SHIELD] else None
