"""Refusals of answers to questions within an action, in set-up, cards phase or clean-up."""

from __future__ import annotations

from tafelrunde.core.frames import Frame
from tafelrunde.core.guards import Objection
from tafelrunde.games.fifty_first_state.frames import Collect, Reset, Sift
from tafelrunde.games.fifty_first_state.names import AMMO, BASIC, DEVELOPMENT, GOODS, MULTI, TOKENS
from tafelrunde.games.fifty_first_state.rules.actions import matches
from tafelrunde.games.fifty_first_state.rules.layout import JOKER_OF
from tafelrunde.games.fifty_first_state.rules.payments import purse
from tafelrunde.games.fifty_first_state.rules.places import find
from tafelrunde.games.fifty_first_state.rules.refusals import WRONG, Args, at_table, card_of, guard, has_passed, ref_of
from tafelrunde.games.fifty_first_state.rules.storage import room_for
from tafelrunde.games.fifty_first_state.state import REF, RUIN, STOCK, STORED, TOKEN_COUNT, USES, FiftyFirstState

# --- set-up, rows, hand --------------------------------------------------------------------------


@guard("select", "51S-S.3", "faction_taken")
def faction_is_left(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    faction = state.layout.faction_ids.index(str(args[0]))
    return {"owner": state.factions.index(faction), "faction": args[0]} if faction in state.factions else None


@guard("draft", "51S-1.2", "not_in_row")
def card_lies_in_the_row(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if card_of(state, args) in state.row else {"card": args[0]}


@guard("discard", "51S-S.7", "not_in_hand")
def card_is_in_hand(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if isinstance(frame, Sift) or card_of(state, args) in state.hands[seat] else {"card": args[0]}


@guard("discard", "51S-CARD.propaganda_center", "not_drawn")
def card_was_just_drawn(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"card": args[0]} if isinstance(frame, Sift) and card_of(state, args) not in state.aside[seat] else None


# --- rebuilding ----------------------------------------------------------------------------------


@guard("replace", "51S-3.22", "own_state_only")
def replaced_location_is_own(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    if args[0] == "ruin":
        ref = state.layout.first_ref[state.layout.ids.index(str(args[1]))]
        there = any(place[USES] == RUIN and place[REF] == ref for place in state.states[seat])
    else:
        there = find(state, seat, ref_of(state, args)) >= 0
    return None if there else {"card": args[-1]}


@guard("replace", "51S-R.7", "token_needs_category")
def token_does_not_lift_the_category(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    """With the default rules even a development token needs a common category."""
    if args[0] == "ruin" or state.layout.any_category or not purse(state, seat)[DEVELOPMENT]:
        return None
    place = state.states[seat][find(state, seat, ref_of(state, args))]
    return None if matches(state, place, frame.card) else {"card": args[0]}


@guard("replace", "51S-3.12", "no_common_category")
def categories_meet(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    if args[0] == "ruin" or (state.layout.any_category and purse(state, seat)[DEVELOPMENT]):
        return None
    place = state.states[seat][find(state, seat, ref_of(state, args))]
    return None if matches(state, place, frame.card) else {"card": args[0]}


# --- paying --------------------------------------------------------------------------------------


def _piece(state: FiftyFirstState, args: Args) -> tuple[int, int]:
    """The good in a payment move and its place in the vocabulary."""
    return TOKENS.index(str(args[-1])), state.game.vocabulary.number("pay", *args)


def _accepted(frame: Frame) -> set[int]:
    """The goods that can pay a cost; rebuilding also accepts a development token."""
    tokens, any_n, any_of = frame.due
    found = {good for good, _ in tokens} | set(any_of)
    found |= {JOKER_OF[good] for good in found if JOKER_OF[good] >= 0} | ({AMMO} if any_n else set())
    return found | ({DEVELOPMENT} if frame.rule == "51S-3.12" else set())


@guard("pay", "51S-7.8", "does_not_pay")
def piece_can_stand_in(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    good, _ = _piece(state, args)
    return None if good in _accepted(frame) else {"good": TOKENS[good]}


@guard("pay", "51S-7.9", "no_such_piece")
def piece_is_owned(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    good, move = _piece(state, args)
    if args[0] == "stock":
        ref = state.layout.piece[move][1]
        position = find(state, seat, ref)
        owned = state.states[seat][position][STOCK].count(good) if position >= 0 else 0
    else:
        owned = state.supply[seat * TOKEN_COUNT + good]
    return {"good": TOKENS[good]} if owned <= frame.paid.count(move) else None


@guard("pay", "51S-R.46", "rest_unpaid")
def the_rest_can_still_be_paid(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    good, move = _piece(state, args)
    return None if any(move in way for way in frame.ways) else {"good": TOKENS[good]}


@guard("choose", "51S-R.14", "never_ammo")
def bottom_row_gives_no_ammo(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if frame.rule == "51S-3.44" and args[0] == GOODS[AMMO] else None


@guard("choose", "51S-7.12", "not_listed")
def good_is_listed(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if any(option[0][0] == GOODS.index(str(args[0])) for option in frame.options) else {"good": args[0]}


@guard("cancel", "51S-CARD.cost_deal", "not_your_deal")
def deal_is_own(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if card_of(state, args) in state.deals[seat] else {"card": args[0]}


# --- effects with targets ------------------------------------------------------------------------


def _not_yourself(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if args[0] == seat or not at_table(state, args[0]) else None


def _is_safe(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"other": args[0]} if has_passed(state, args[0]) else None


guard("steal", "51S-CARD.thieves_caravan", "opponents_only")(_not_yourself)
guard("steal", "51S-R.16", "is_safe")(_is_safe)


@guard("steal", "51S-CARD.thieves_caravan", "nothing_to_steal")
def the_good_is_there(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    n = state.supply[int(args[0]) * TOKEN_COUNT + BASIC.index(str(args[1]))]
    return None if n else {"other": args[0], "good": args[1]}


@guard("copy", "51S-CARD.power_station", "not_in_state")
def copied_location_is_own(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"card": args[0]} if find(state, seat, ref_of(state, args)) < 0 else None


@guard("copy", "51S-R.29", "copies_nothing_that_copies")
def no_copy_of_a_copy(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if state.layout.copyable_of[ref_of(state, args)] else {"card": args[0]}


guard("target", "51S-CARD.suppliers", "opponents_only")(_not_yourself)
guard("target", "51S-CARD.suppliers_bonus", "is_safe")(_is_safe)


@guard("target", "51S-R.29", "copies_nothing_that_copies")
def no_target_that_copies(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if state.layout.copyable_of[ref_of(state, args[1:])] else {"card": args[1]}


@guard("target", "51S-CARD.suppliers", "not_there")
def target_stands_there(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"other": args[0], "card": args[1]} if find(state, int(args[0]), ref_of(state, args[1:])) < 0 else None


@guard("collect", "51S-CARD.caravanner", "not_your_deal")
def collected_deal_is_own(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if card_of(state, args) in state.deals[seat] else {"card": args[0]}


@guard("collect", "51S-R.33", "once_each")
def each_deal_once(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if card_of(state, args) in frame.deals else {"card": args[0]}


guard("tap", "51S-CARD.camino_real", "opponents_only")(_not_yourself)
guard("tap", "51S-R.32", "is_safe")(_is_safe)


@guard("tap", "51S-CARD.camino_real", "no_such_deal")
def deal_is_theirs(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if card_of(state, args[1:]) in state.deals[int(args[0])] else {"other": args[0], "card": args[1]}


@guard("reset", "51S-CARD.body_hunters", "not_in_state")
def reset_location_is_own(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"card": args[0]} if find(state, seat, ref_of(state, args)) < 0 else None


@guard("reset", "51S-R.31", "not_itself")
def hunters_do_not_clear_themselves(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if ref_of(state, args) == frame.ref else None


@guard("reset", "51S-CARD.body_hunters", "not_used")
def location_was_used(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if state.states[seat][find(state, seat, ref_of(state, args))][USES] else {"card": args[0]}


@guard("done", "51S-R.33", "at_least_one")
def at_least_one_deal(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, Collect) and len(frame.deals) == len(state.deals[seat]) else None


@guard("done", "51S-R.31", "at_least_one")
def at_least_one_location(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, Reset) and frame.left == frame.most else None


# --- storing -------------------------------------------------------------------------------------


@guard("store", "51S-4.1", "not_in_state")
def storage_is_own(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"card": args[1]} if find(state, seat, ref_of(state, args[1:])) < 0 else None


@guard("store", "51S-4.1", "no_such_piece")
def good_is_in_supply(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    n = state.supply[seat * TOKEN_COUNT + TOKENS.index(str(args[0]))]
    return None if n else {"good": args[0]}


def _fits(state: FiftyFirstState, seat: int, args: Args) -> bool:
    ref = ref_of(state, args[1:])
    stored = state.states[seat][find(state, seat, ref)][STORED]
    return TOKENS.index(str(args[0])) in room_for(state.layout, state.layout.card_of[ref], stored)


@guard("store", "51S-R.17", "joker_fits_nowhere")
def jokers_fit_no_slot(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    good = TOKENS.index(str(args[0]))
    return {"good": args[0]} if good in (AMMO, MULTI) and not _fits(state, seat, args) else None


@guard("store", "51S-7.13", "no_room")
def feature_has_room(state: FiftyFirstState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if _fits(state, seat, args) else {"good": args[0], "card": args[1]}
