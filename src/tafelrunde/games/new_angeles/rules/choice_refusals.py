"""Refusals of answers to the choices of a card or an ability.

A declaration for Caprice Nisei answers the card's own questions in advance, so the same guards judge it, on the copy of the
state in which the question was found.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from tafelrunde.core.frames import Frame
from tafelrunde.core.guards import Objection
from tafelrunde.games.new_angeles.frames import (
    Ability,
    AlexSecond,
    Androids,
    Bernice,
    BerniceCards,
    ClearOther,
    Cortez,
    DeckSupport,
    Declare,
    DrawType,
    EndOfTurn,
    Fumiko,
    Keep,
    LowerEach,
    LowerOrRemove,
    Marco,
    Mills,
    NameWinner,
    PickDistrict,
    PickPlayer,
    Place,
    PlaceBack,
    Remove,
    Resources,
    Sheet,
    Susan,
    Top,
    White,
)
from tafelrunde.games.new_angeles.rules.deal import in_box
from tafelrunde.games.new_angeles.rules.peek import scratch
from tafelrunde.games.new_angeles.rules.refusals import VERBS, WRONG, Args, Check, D, guard, number
from tafelrunde.games.new_angeles.rules.registry import GUARDS
from tafelrunde.games.new_angeles.rules.turn import drawable
from tafelrunde.games.new_angeles.rules.windows import decided
from tafelrunde.games.new_angeles.state import (
    ANDROID,
    HUMAN_FIRST,
    NOBODY,
    ORGCRIME,
    OUTAGE,
    PROTEST,
    STRIKE,
    AngelesState,
)
from tafelrunde.games.new_angeles.terms import PIECES, RESOURCES, TYPES


def asked(state: AngelesState, frame: Frame, seat: int) -> tuple[AngelesState, Frame]:
    """The question that a move answers; for a declaration, the question that its card will ask."""
    if not isinstance(frame, Declare):
        return state, frame
    world = scratch(state, seat, frame.at, frame.answers)
    return world, world.asked[seat][1]


def choice(*verbs: str, rule: str, key: str) -> Callable[[Check], Check]:
    """Register a guard of several verbs that receives the question they answer."""

    def register(check: Check) -> Check:
        @wraps(check)
        def judged(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
            return check(*asked(state, frame, seat), seat, args)

        for verb in verbs:
            guard(verb, rule, key)(judged)
        return check

    return register


def _not_declared(verb: str) -> Check:
    def check(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
        return None if asked(state, frame, seat)[1].kind in GUARDS.verbs[verb].kinds else WRONG

    return check


for _verb in VERBS:
    if D in GUARDS.verbs[_verb].kinds:
        guard(_verb, "NA-R.35", "not_declared_now")(_not_declared(_verb))


# --- ending a choice -----------------------------------------------------------------------------


@choice("pass", rule="NA-29.0", key="must_keep")
def one_investment_is_kept(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, Keep) else None


@choice("pass", rule="NA-EMG.energy_for_all", key="must_draw")
def cards_must_be_drawn(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, DrawType) and not frame.optional else None


@choice("done", rule="NA-R.55", key="must_remove")
def what_must_be_removed(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, Remove) and not frame.optional else None


@choice("done", rule="NA-ACT.efficiency_experts", key="must_move")
def an_android_must_move(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, Androids) and not frame.optional else None


@choice("done", rule="NA-AST.bernice_mai", key="must_give")
def a_card_must_be_given(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, BerniceCards) and frame.given < frame.least else None


# --- types, investments, corporations ------------------------------------------------------------


@choice("type", rule="NA-AST.isabel_mcguire", key="deck_named")
def the_deck_is_named_once(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if isinstance(frame, DeckSupport) and frame.deck != NOBODY else None


@choice("type", rule="NA-5.1", key="type_drawn")
def type_not_drawn_yet(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"type": args[0]} if isinstance(frame, Sheet) and frame.drawn >> number(state, TYPES, args[0]) & 1 else None


@choice("type", rule="NA-R.21", key="none_to_draw")
def there_is_a_card_to_draw(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if drawable(state, number(state, TYPES, args[0])) else {"type": args[0]}


@choice("keep", rule="NA-29.0", key="not_dealt")
def investment_was_dealt(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    dealt = number(state, state.layout.investments, args[0]) in state.dealt[seat]
    return None if dealt else {"investment": args[0]}


@choice("corporation", rule="NA-S.6", key="corporation_taken")
def corporation_is_free(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"corporation": args[0]} if number(state, state.layout.corporations, args[0]) in state.corporations else None


# --- abilities -----------------------------------------------------------------------------------


@choice("use", rule="NA-66.1", key="not_your_asset")
def asset_is_held(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"asset": args[0]} if state.holder[state.layout.asset_number[str(args[0])]] != seat else None


@choice("use", rule="NA-21.0", key="asset_exhausted")
def asset_is_ready(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"asset": args[0]} if state.exhausted >> state.layout.asset_number[str(args[0])] & 1 else None


@choice("use", rule="NA-6.1", key="ability_used")
def ability_not_used_yet(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    asset = state.layout.asset_number[str(args[0])]
    return {"asset": args[0]} if isinstance(frame, EndOfTurn) and state.used >> asset & 1 else None


@choice("use", rule="NA-R.23", key="ability_done")
def ability_not_decided_yet(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    asset = state.layout.asset_number[str(args[0])]
    return {"asset": args[0]} if isinstance(frame, Ability) and decided(state, frame.done[seat], asset) else None


@choice("use", rule="NA-66.4", key="wrong_moment")
def ability_belongs_to_this_moment(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    asset = state.layout.asset_number[str(args[0])]
    if isinstance(frame, Ability):
        fits = any(asset == other and condition(state, seat, frame.fact) for other, condition in state.layout.windows[frame.row])
    elif isinstance(frame, EndOfTurn):
        operations = state.layout.asset_effects[asset]
        fits = asset in state.layout.end_assets and any(operation.possible(state, seat) for operation in operations)
    else:
        fits = asset in state.layout.triggered.get("holder_proposed_main_offer", ())
    return None if fits else {"asset": args[0]}


OTHERS = (NameWinner, Bernice, Mills, Marco, White, Susan)
"""Questions for another player."""


@choice("name", rule="NA-66.4", key="no_partner")
def player_is_there(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"other": args[0]} if int(args[0]) >= state.players else None


@choice("name", rule="NA-66.4", key="not_yourself")
def another_player_is_named(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    another = isinstance(frame, OTHERS) or (isinstance(frame, PickPlayer) and not frame.oneself)
    return WRONG if another and args[0] == seat else None


@choice("name", rule="NA-ACT.high_risk_investments", key="named_already")
def different_players_are_named(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"other": args[0]} if isinstance(frame, PickPlayer) and args[0] in state.picked else None


@choice("side", rule="NA-AST.isabel_mcguire", key="deck_first")
def the_deck_comes_first(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if frame.deck == NOBODY else None


@choice("seize", rule="NA-R.42", key="in_offer_box")
def emergency_is_not_offered(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"card": args[0]} if in_box(state, number(state, state.layout.cards, args[0])) else None


@choice("seize", rule="NA-38.6", key="not_anothers_card")
def emergency_is_anothers(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    at = state.emergency_at[number(state, state.layout.cards, args[0]) - len(state.layout.card_type)]
    return {"card": args[0]} if at in (NOBODY, seat) else None


@choice("take", rule="NA-56.2", key="not_anothers_asset")
def asset_is_anothers(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    holder = state.holder[state.layout.asset_number[str(args[0])]]
    wrong = holder == NOBODY or (isinstance(frame, Cortez) and holder == seat)
    return {"asset": args[0]} if wrong else None


@choice("take", rule="NA-AST.alex_westlund", key="same_holder")
def assets_of_different_players(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    if not isinstance(frame, AlexSecond):
        return None
    holder = state.holder
    return {"asset": args[0]} if holder[state.layout.asset_number[str(args[0])]] == holder[frame.first] else None


@choice("drop", rule="NA-ACT.vanity_project", key="not_partners_asset")
def asset_of_the_chosen_player(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    holder = state.holder[state.layout.asset_number[str(args[0])]]
    return None if holder == state.picked[0] else {"asset": args[0]}


@choice("steal", rule="NA-AST.mr_white", key="not_in_that_hand")
def card_of_the_hand_seen(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if number(state, state.layout.cards, args[0]) in state.hands[frame.other] else {"card": args[0]}


@choice("bury", "top", rule="NA-ACT.unorthodox_knowledge", key="not_looked_at")
def event_was_looked_at(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    places = state.event_deck.top[frame.placed if isinstance(frame, Top) else 0 : frame.n]
    event = number(state, state.layout.events, args[0])
    return None if any(known.card == event for known in places) else {"event": args[0]}


@choice("pay", rule="NA-R.19", key="cannot_pay")
def ransom_can_be_paid(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": frame.n, "have": state.capital[seat]} if state.capital[seat] < frame.n else None


@choice("lose", rule="NA-R.45", key="must_play_card")
def a_card_where_there_is_no_capital(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if state.hands[seat] and not state.capital[seat] else None


@choice("spend", rule="NA-R.8", key="cannot_pay")
def spends_what_he_has(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    n = int(args[0])
    return {"n": n, "have": state.capital[seat]} if n > state.capital[seat] else None


# --- the city ------------------------------------------------------------------------------------


def _in(mask: int, district: object) -> bool:
    return bool(mask >> int(str(district)) - 1 & 1)


@choice("remove", rule="NA-17.0", key="wrong_piece")
def card_removes_that_piece(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    pieces = frame.pieces if isinstance(frame, Remove) else (frame.piece,)
    return None if PIECES.index(str(args[0])) in pieces else {"piece": args[0]}


@choice("remove", rule="NA-R.55", key="not_there")
def piece_is_there(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    there = _in(state.city[PIECES.index(str(args[0]))], args[1])
    return None if there else {"piece": args[0], "district": args[1]}


@choice("place", rule="NA-34.0", key="wrong_piece")
def card_places_that_piece(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if PIECES.index(str(args[0])) == frame.piece else {"piece": args[0]}


@choice("place", rule="NA-R.12", key="prisec_there")
def prisec_as_a_cost_needs_room(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    if not isinstance(frame, Place) or not frame.cost or args[0] != "prisec":
        return None
    return {"district": args[1]} if _in(state.city[PIECES.index("prisec")], args[1]) else None


@choice("place", rule="NA-R.10", key="piece_there")
def a_cost_must_succeed(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    taken = isinstance(frame, Place) and frame.cost and _in(state.city[frame.piece], args[1])
    return {"piece": args[0], "district": args[1]} if taken else None


@choice("place", rule="NA-ACT.clean_slate", key="not_removed_from")
def placed_where_something_was_removed(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"district": args[1]} if isinstance(frame, PlaceBack) and int(args[1]) - 1 not in state.picked else None


@choice("lower", rule="NA-52.1", key="already_stable")
def unrest_can_fall(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    unquiet = state.city[PROTEST] | state.city[STRIKE]
    nowhere = not unquiet and (not isinstance(frame, LowerOrRemove) or not state.city[frame.piece])
    return None if nowhere or _in(unquiet, args[0]) else {"district": args[0]}


@choice("lower", rule="NA-ACT.spin_doctors", key="lowered_already")
def different_districts_calm_down(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"district": args[0]} if isinstance(frame, LowerEach) and int(args[0]) - 1 in state.picked else None


@choice("raise", rule="NA-R.39", key="cannot_rise")
def unrest_can_rise(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"district": args[0]} if _in(state.city[STRIKE] | state.city[OUTAGE], args[0]) else None


@choice("raise", rule="NA-R.39", key="raised_already")
def different_districts_get_restless(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"district": args[0]} if int(args[0]) - 1 in frame.raised else None


@choice("district", rule="NA-ACT.liquidation", key="cannot_rise")
def district_can_go_on_strike(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    closed = isinstance(frame, PickDistrict) and _in(state.city[STRIKE] | state.city[OUTAGE], args[0])
    return {"district": args[0]} if closed else None


@choice("district", rule="NA-ACT.scorched_earth", key="other_tier")
def another_district_of_the_tier(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    if not isinstance(frame, ClearOther):
        return None
    tier = state.layout.tiers[state.layout.tier_of[state.same]] & ~(1 << state.same)
    return None if _in(tier, args[0]) else {"district": args[0]}


@choice("district", rule="NA-R.55", key="no_enemy")
def an_enemy_is_there(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    empty = isinstance(frame, ClearOther) and not _in(state.city[HUMAN_FIRST] | state.city[ORGCRIME], args[0])
    return {"district": args[0]} if empty else None


@choice("move", rule="NA-7.2", key="android_there")
def goal_has_no_android(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"district": args[1]} if _in(state.city[ANDROID], args[1]) else None


@choice("move", rule="NA-R.37", key="android_moved")
def android_not_moved_yet(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"district": args[0]} if int(args[0]) - 1 in state.picked else None


@choice("move", rule="NA-7.1", key="no_android")
def an_android_is_there(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if _in(state.city[ANDROID], args[0]) else {"district": args[0]}


@choice("resource", rule="NA-EMG.underpaid_overclocked", key="resource_chosen")
def different_resources_rise(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    chosen = isinstance(frame, Resources) and RESOURCES.index(str(args[0])) in state.picked
    return {"resource": args[0]} if chosen else None


@choice("resource", rule="NA-8.3", key="resource_empty")
def resource_can_fall(state: AngelesState, frame: Frame, seat: int, args: Args) -> Objection:
    empty = isinstance(frame, Fumiko) and state.supply[RESOURCES.index(str(args[0]))] + frame.change < 0
    return {"resource": args[0]} if empty else None
