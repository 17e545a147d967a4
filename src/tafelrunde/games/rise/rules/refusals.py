"""Why a move of RISE is not legal: one guard for each reason, in the order in which a player should hear them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde.core.audience import PUBLIC
from tafelrunde.core.frames import Frame
from tafelrunde.core.guards import Objection
from tafelrunde.core.moves import Word
from tafelrunde.games.rise.rules.cards import upper_only
from tafelrunde.games.rise.rules.compare import happiest
from tafelrunde.games.rise.rules.money import purse, rate
from tafelrunde.games.rise.rules.registry import GUARDS, interrupts
from tafelrunde.games.rise.rules.round import placement_costs
from tafelrunde.games.rise.rules.schools import blocked
from tafelrunde.games.rise.rules.tracks import dead_end, occupied, standing, step_moves
from tafelrunde.games.rise.schema import TRACKS
from tafelrunde.games.rise.state import CULTURE, INDUSTRY, PRESS, SCHOOL, TRACK_COUNT, RiseState
from tafelrunde.games.rise.words import field_word

Args = tuple[Word, ...]
guard = GUARDS.guard
WRONG: Mapping[str, Any] = {}
"""An objection that needs no further facts."""

INTERRUPTIBLE = (
    "place", "run", "option", "advance", "joker", "choose", "pay", "trade", "run_or_refresh", "culture_tile", "window",
)  # fmt: skip

GUARDS.verb("pass", "RISE-T.6", *INTERRUPTIBLE, "final_trade", audience=PUBLIC)
GUARDS.verb("place", "RISE-C.1", "place", audience=PUBLIC)
GUARDS.verb("upper", "RISE-D.3", "option", audience=PUBLIC)
GUARDS.verb("lower", "RISE-D.3", "option", audience=PUBLIC)
GUARDS.verb("refresh", "RISE-C.14", "run_or_refresh", audience=PUBLIC)
GUARDS.verb("field", "RISE-CUL.4", "culture_tile", audience=PUBLIC)
GUARDS.verb("pay", "RISE-T.14", "pay", audience=PUBLIC)
GUARDS.verb("choose", "RISE-T.21", "choose", audience=PUBLIC)
GUARDS.verb("joker", "RISE-T.11", "joker", audience=PUBLIC)
GUARDS.verb("overflow", "RISE-T.29", "advance", audience=PUBLIC)
GUARDS.verb("exchange", "RISE-SAT.2", *INTERRUPTIBLE, "final_trade", audience=PUBLIC)
GUARDS.verb("leave", "RISE-T.23", *INTERRUPTIBLE, "final_trade", audience=PUBLIC)
GUARDS.verb("run", "RISE-C.11", "run", "run_or_refresh", audience=PUBLIC)
GUARDS.verb("take", "RISE-CUL.4", "culture_tile", audience=PUBLIC)
GUARDS.verb("trade", "RISE-CUL.3", "trade", "final_trade", audience=PUBLIC)
GUARDS.verb("step", "RISE-T.2", "advance", audience=PUBLIC)


# --- pass ----------------------------------------------------------------------------------------


@guard("pass", "RISE-C.1", "must_place")
def a_factory_must_be_placed(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if frame[0] == "place" else None


@guard("pass", "RISE-D.3", "must_take_option")
def an_option_must_be_taken(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if frame[0] == "option" else None


@guard("pass", "RISE-CUL.3", "trade_zero")
def a_trade_is_declined_by_zero(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if frame[0] in ("trade", "final_trade") else None


@guard("pass", "RISE-R.5", "gain_not_declined")
def coins_or_points_cannot_be_declined(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if frame[0] == "choose" and frame[3] else None


# --- interrupts ----------------------------------------------------------------------------------


@guard("exchange", "RISE-R.3", "too_late")
def no_exchange_after_the_last_round(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if frame[0] == "final_trade" else None


@guard("exchange", "RISE-R.18", "points_below_zero")
def enough_points_for_a_unit(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    points, coins = rate(state, seat)
    return {"points": points, "coins": coins, "have": state.vp[seat]} if state.vp[seat] < points else None


@guard("leave", "RISE-R.3", "too_late")
def no_leaving_after_the_last_round(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if frame[0] == "final_trade" else None


@guard("leave", "RISE-T.27", "cannot_be_left")
def track_can_be_left(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[TRACKS.index(str(args[0]))]
    return None if side.is_leave else {"track": args[0], "side": side.side}


@guard("leave", "RISE-T.23", "at_start")
def marker_is_off_the_start(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    track = TRACKS.index(str(args[0]))
    return {"track": args[0]} if state.pos[seat * TRACK_COUNT + track] == state.layout.starts[track] else None


# --- placing and options -------------------------------------------------------------------------


@guard("place", "RISE-C.5", "cannot_pay_placement")
def placement_can_be_paid(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    cost, have = placement_costs(state, seat)[int(args[0]) - 1], purse(state, seat)
    return {"n": cost, "have": have} if cost > have else None


def _lower(state: RiseState, frame: Frame) -> Mapping[str, Any]:
    lower: Mapping[str, Any] = state.layout.options[state.actions_row[frame[2]]][1]
    return lower


@guard("lower", "RISE-R.22", "upper_only")
def free_lower_options_are_forbidden_too(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if upper_only(state, seat) and not _lower(state, frame).get("cost_coins") else None


def _may_leave(state: RiseState, seat: int) -> bool:
    """Whether leaving a track could still change the position before the option is chosen."""
    return interrupts(state, seat) > 1


@guard("lower", "RISE-R.23", "upper_only_yet")
def leaving_a_track_may_end_the_penalty(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if upper_only(state, seat) and _may_leave(state, seat) else None


@guard("lower", "RISE-ENV.9", "upper_only")
def penalty_allows_the_upper_option_only(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if upper_only(state, seat) else None


@guard("lower", "RISE-D.6", "cannot_pay_option")
def lower_option_can_be_paid(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    cost, have = _lower(state, frame).get("cost_coins", 0), purse(state, seat)
    return {"n": cost, "have": have} if cost > have else None


@guard("lower", "RISE-R.20", "not_happiest_yet")
def leaving_a_track_may_meet_the_condition(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    fails = _lower(state, frame).get("requires_happiest") and not happiest(state, seat)
    return WRONG if fails and _may_leave(state, seat) else None


@guard("lower", "RISE-AC.3", "not_happiest")
def condition_of_the_option_holds(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if _lower(state, frame).get("requires_happiest") and not happiest(state, seat) else None


# --- payments, alternatives, trades --------------------------------------------------------------


@guard("pay", "RISE-T.14", "cannot_pay_effect")
def effect_can_be_paid(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    cost, have = frame[2], purse(state, seat)
    return {"n": cost, "have": have} if cost > have else None


@guard("choose", "RISE-T.21", "no_such_alternative")
def alternative_exists(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"n": len(frame[2])} if int(args[0]) > len(frame[2]) else None


@guard("choose", "RISE-R.41", "cannot_pay_effect")
def alternative_can_be_paid(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    cost, have = frame[2][int(args[0]) - 1][0], purse(state, seat)
    return {"n": cost, "have": have} if cost > have else None


def _cap(state: RiseState, frame: Frame, seat: int) -> tuple[int, int]:
    """(greatest number of trades, coins for each)."""
    if frame[0] == "trade":
        return frame[4], frame[2]
    terms = state.layout.trade_field[state.pos[seat * TRACK_COUNT + CULTURE]]
    return terms["max"], terms["pay_coins"]


@guard("trade", "RISE-CUL.3", "above_cap")
def trade_within_the_cap(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    cap = _cap(state, frame, seat)[0]
    return {"n": cap} if int(args[0]) > cap else None


@guard("trade", "RISE-R.17", "coins_held_only")
def trade_with_coins_held(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    price = _cap(state, frame, seat)[1]
    return {"n": state.coins[seat]} if int(args[0]) * price > state.coins[seat] else None


# --- tiles ---------------------------------------------------------------------------------------


@guard("run", "RISE-C.11", "not_your_tile")
def tile_is_owned(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    tile = state.layout.school_ids.index(str(args[0]))
    return {"tile": args[0]} if tile not in state.ready[seat] + state.used[seat] else None


@guard("run", "RISE-ENV.3", "tiles_blocked")
def tiles_are_not_blocked(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return WRONG if blocked(state, seat) else None


@guard("run", "RISE-C.13", "tile_inactive")
def tile_is_active(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    tile = state.layout.school_ids.index(str(args[0]))
    return {"tile": args[0]} if tile not in state.ready[seat] else None


@guard("refresh", "RISE-R.42", "nothing_to_refresh")
def a_tile_is_inactive(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return None if state.used[seat] else WRONG


@guard("take", "RISE-CUL.4", "another_tile")
def tile_lies_here(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    tile = state.layout.culture_ids.index(str(args[0]))
    return {"culture_tile": args[0]} if state.culture_slots[frame[2]] != tile else None


# --- steps ---------------------------------------------------------------------------------------


@guard("joker", "RISE-T.11", "dead_end")
def joker_is_not_wasted(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"track": args[0]} if dead_end(state, seat, TRACKS.index(str(args[0]))) else None


@guard("overflow", "RISE-T.2", "other_track")
def overflow_on_the_track_asked(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"track": TRACKS[frame[2]]} if args[0] != TRACKS[frame[2]] else None


@guard("overflow", "RISE-R.9", "no_overflow_leave")
def leave_tracks_have_no_bonus(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"track": args[0]} if state.layout.tracks[frame[2]].is_leave else None


@guard("overflow", "RISE-SCI.4", "no_overflow")
def track_has_a_bonus(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame[2]]
    return {"track": args[0], "side": side.side} if not side.overflow[seat] else None


@guard("overflow", "RISE-T.29", "not_at_the_end")
def marker_is_at_the_end(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame[2]]
    return {"track": args[0]} if state.pos[seat * TRACK_COUNT + frame[2]] not in side.track.last else None


@guard("step", "RISE-T.2", "other_track")
def step_on_the_track_asked(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    return {"track": TRACKS[frame[2]]} if args[0] != TRACKS[frame[2]] else None


def _field(state: RiseState, frame: Frame, args: Args) -> int:
    """The place of the named field on the side in play, or -1."""
    words = [field_word(name) for name in state.layout.tracks[frame[2]].track.fields]
    return words.index(args[1]) if args[1] in words else -1


@guard("step", "RISE-S.2", "other_side")
def field_is_on_this_side(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame[2]]
    return {"track": args[0], "field": args[1], "side": side.side} if _field(state, frame, args) < 0 else None


@guard("step", "RISE-PRS.1", "other_path")
def press_path_is_followed(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    if frame[2] != PRESS:
        return None
    fields = state.layout.tracks[PRESS].data["fields"]
    now, then = fields[standing(state, seat, PRESS)].get("path"), fields[_field(state, frame, args)].get("path")
    return WRONG if now and now != then else None


@guard("step", "RISE-T.27", "backwards")
def never_backwards(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame[2]]
    if frame[2] == PRESS:
        return None
    distance = side.track.distance
    here, there = standing(state, seat, frame[2]), _field(state, frame, args)
    return {"track": args[0], "field": args[1]} if distance[there] <= distance[here] else None


@guard("step", "RISE-SCH.7", "field_taken")
def fourth_school_field_is_free(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame[2]]
    field = _field(state, frame, args)
    fourth = frame[2] == SCHOOL and field in side.track.single and not side.data["fields"][field].get("tile_slot")
    return {"field": args[1]} if fourth and occupied(state, seat, SCHOOL) >> field & 1 else None


@guard("step", "RISE-SCH.3", "field_taken")
def small_school_field_is_free(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame[2]]
    field = _field(state, frame, args)
    small = frame[2] == SCHOOL and field in side.track.single
    return {"field": args[1]} if small and occupied(state, seat, SCHOOL) >> field & 1 else None


@guard("step", "RISE-PRS.3", "field_skipped")
def press_field_is_free(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    field = _field(state, frame, args)
    taken = frame[2] == PRESS and occupied(state, seat, PRESS) >> field & 1
    return {"field": args[1]} if taken else None


@guard("step", "RISE-R.31", "lower_row")
def industry_rows_are_kept(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    if frame[2] != INDUSTRY:
        return None
    fields = state.layout.tracks[INDUSTRY].data["fields"]
    now, then = (
        fields[state.pos[seat * TRACK_COUNT + INDUSTRY]].get("row"),
        fields[_field(state, frame, args)].get("row"),
    )
    return WRONG if (now, then) in (("lower", "upper"), (None, "lower")) else None


@guard("step", "RISE-T.28", "not_next")
def an_arrow_leads_there(state: RiseState, frame: Frame, seat: int, args: Args) -> Objection:
    side = state.layout.tracks[frame[2]]
    move = side.step_moves[_field(state, frame, args)]
    return {"track": args[0], "field": args[1]} if move not in step_moves(state, seat, frame[2]) else None
